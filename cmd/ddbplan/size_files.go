package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"ddbplan/calc/input/itemfiles"
	"ddbplan/calc/profile"
	"ddbplan/reports/sizing"
)

// stdinPath as an input path means standard input.
const stdinPath = "-"

// files makes sources of the arguments, and tells how many bytes there are; 0
// where one does not know.
func (s *sizeCommand) files(args []string) (files []itemfiles.File, size int64) {
	known := true
	for _, arg := range args {
		if arg == stdinPath {
			known = false
			files = append(files, itemfiles.File{Name: "standard input", Open: func() (io.ReadCloser, error) { return io.NopCloser(s.stdin), nil }})
			continue
		}
		info, err := os.Stat(arg)
		switch {
		case err == nil && info.Mode().IsRegular():
			size += info.Size()
		case err == nil && !info.IsDir():
			known = false // a pipe
		}
		files = append(files, itemfiles.File{Name: arg, Open: func() (io.ReadCloser, error) { return openItems(arg) }})
	}
	if !known {
		size = 0
	}
	return files, size
}

// openItems opens a file or a pipe. A directory could be opened, but not read.
func openItems(path string) (io.ReadCloser, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, errors.New("it is a directory; name the files in it")
	}
	return os.Open(path)
}

// cannotRead words an error of the system: what cannot be read, and why.
func cannotRead(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("cannot read %s: %w", name, err)
}

// optionalFile writes a file where one is asked for.
func optionalFile(ctx context.Context, path string, content func(io.Writer) error) error {
	if path == "" {
		return content(nil)
	}
	return writeFile(ctx, path, content)
}

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// fragment is the part of a scenario that the items make. Sizes are taken from
// the file of the items, if it is one that a scenario can sample, because two
// percentiles do not tell them exactly.
func (s *sizeCommand) fragment(p *profile.Profile, args []string) sizing.Fragment {
	f := sizing.Fragment{Table: s.schema.tableName(), Profile: p}
	if len(args) == 1 && !s.merge && p.Unreadable()+p.OverLimit() == 0 && isRegular(args[0]) {
		f.Sample = s.besideResult(args[0])
	}
	if s.keysFile != "" {
		f.Keys = s.besideResult(s.keysFile)
	}
	return f
}

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// besideResult is a path as a scenario names it that lies where the result goes.
func (s *sizeCommand) besideResult(path string) string {
	if s.output.isStdout() || filepath.IsAbs(path) {
		return filepath.ToSlash(path)
	}
	relative, err := filepath.Rel(filepath.Dir(s.output.path), path)
	if err != nil { // one is on another drive, or absolute
		relative, err = filepath.Abs(path)
	}
	if err != nil {
		relative = path
	}
	return filepath.ToSlash(relative)
}
