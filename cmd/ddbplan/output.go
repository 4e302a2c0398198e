package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// format is one form of a result and the file extensions that ask for it.
type format struct {
	name       string
	extensions []string
}

// output holds the flags that say where a result goes and in which format.
type output struct {
	path    string
	format  choice
	formats []format // the first is the default
}

// stdoutPath as an output path means standard output.
const stdoutPath = "-"

// register adds -o to a command, and --format where there is a choice.
func (o *output) register(cmd *cobra.Command, formats ...format) {
	o.formats = formats
	cmd.Flags().StringVarP(&o.path, "output", "o", stdoutPath,
		"the `FILE` to write; its extension picks the format: "+o.extensions())
	if len(formats) > 1 {
		for _, f := range formats {
			o.format.allowed = append(o.format.allowed, f.name)
		}
		o.format.kind = "FORMAT"
		o.format.register(cmd, "format", "overrides the extension")
	}
}

func (o *output) extensions() string {
	var all []string
	for _, f := range o.formats {
		all = append(all, f.extensions...)
	}
	return strings.Join(all, ", ")
}

// name is the format to write.
func (o *output) name() (string, error) {
	switch {
	case o.path == "":
		return "", fmt.Errorf("-o needs the name of a file; %s is standard output", stdoutPath)
	case o.format.value != "":
		return o.format.value, nil
	case o.isStdout() || isDevice(o.path):
		return o.formats[0].name, nil
	}
	extension := strings.ToLower(filepath.Ext(o.path))
	for _, f := range o.formats {
		if slices.Contains(f.extensions, extension) {
			return f.name, nil
		}
	}
	help := "use " + o.extensions()
	if len(o.formats) > 1 {
		help += ", or say which with --format"
	}
	return "", fmt.Errorf("-o %s: the extension %q names no format: %s", o.path, extension, help)
}

// isStdout tells standard output by its names. /dev/stdout may be a regular
// file that the shell appends to, which must not be replaced.
func (o *output) isStdout() bool { return o.path == stdoutPath || o.path == "/dev/stdout" }

// isDevice tells a path that exists and can only be written to directly.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// write sends a result to where it goes.
func (o *output) write(ctx context.Context, stdout io.Writer, result func(io.Writer) error) error {
	if !o.isStdout() {
		return writeFile(ctx, o.path, result)
	}
	buffered := bufio.NewWriter(stdout)
	if err := result(buffered); err != nil {
		return err
	}
	return buffered.Flush()
}
