package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, path, text string) error {
	t.Helper()
	return writeFile(t.Context(), path, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestFailedContentLeavesTheOldFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.txt")
	if err := write(t, path, "old"); err != nil {
		t.Fatal(err)
	}
	failure := errors.New("no plan")
	err := writeFile(t.Context(), path, func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("half a report ", 10_000)) // more than is buffered
		return failure
	})
	if !errors.Is(err, failure) {
		t.Errorf("got %v, want the error of the content", err)
	}
	if got := read(t, path); got != "old" {
		t.Errorf("the file became %.40q", got)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left %v", left)
	}
}

func TestReplacedFileKeepsPermissionsAndLinks(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "report.txt"), filepath.Join(dir, "latest.txt")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("report.txt", link); err != nil {
		t.Fatal(err)
	}
	if err := write(t, link, "new"); err != nil {
		t.Fatal(err)
	}
	if got := read(t, path); got != "new" {
		t.Errorf("the file holds %q", got)
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("the mode became %v, %v", info.Mode(), err)
	}
	if target, err := os.Readlink(link); err != nil || target != "report.txt" {
		t.Errorf("the link became %q, %v", target, err)
	}
}

func TestNewFileHasUsualPermissions(t *testing.T) {
	dir := t.TempDir()
	usual, path := filepath.Join(dir, "usual"), filepath.Join(dir, "report.txt")
	if err := os.WriteFile(usual, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := write(t, path, "new"); err != nil {
		t.Fatal(err)
	}
	want, _ := os.Stat(usual)
	if got, _ := os.Stat(path); got.Mode() != want.Mode() {
		t.Errorf("got %v, want %v", got.Mode(), want.Mode())
	}
}

func TestUnwritableFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{dir, "it is a directory"},
		{filepath.Join(dir, "missing", "report.txt"), "its directory does not exist"},
		{filepath.Join(file, "report.txt"), "not a directory"},
		{"/dev/full", "no space left on device"},
	} {
		asked := false
		err := writeFile(t.Context(), c.path, func(w io.Writer) error {
			asked = true
			_, err := io.WriteString(w, "new")
			return err
		})
		if want := "cannot write " + c.path + ": " + c.want; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if asked && c.path != "/dev/full" {
			t.Errorf("%s: the content was asked for before the destination was tried", c.path)
		}
	}
}

func TestDevicesAreWrittenDirectly(t *testing.T) {
	if err := write(t, os.DevNull, "new"); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s became %v, %v", os.DevNull, info.Mode(), err)
	}
}
