//go:build unix

package items

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe is read as it is written: the first item is there before the second.
func TestPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	got := make(chan int)
	go func() {
		out, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
		}
		defer out.Close()
		for i := range 3 {
			fmt.Fprintf(out, "{\"pk\":{\"S\":\"%s\"}}\n", strings.Repeat("x", i))
			<-got
		}
	}()
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	line := 0
	for item, err := range Scan(in, "pipe") {
		if line++; err != nil || item.Line != line || int(item.Size) != 1+line {
			t.Errorf("%+v, %v", item, err)
		}
		got <- line
	}
	if line != 3 {
		t.Errorf("%d items, want 3", line)
	}
}
