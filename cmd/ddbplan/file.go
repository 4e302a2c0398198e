package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"ddbplan/calc/diag"
)

// sink words the errors of a writer for the user: what cannot be written, and why.
type sink struct {
	io.Writer
	name string
	err  error // the first
}

func (s *sink) Write(p []byte) (int, error) {
	n, err := s.Writer.Write(p)
	if err != nil {
		err = cannotWrite(s.name, err)
		s.err = cmp.Or(s.err, err)
	}
	return n, err
}

// writeFile writes a file whole or not at all: into a temporary file beside it,
// which takes its name at the end. What is no regular file is written directly.
//
// The destination is tried before content is asked for, so that a long forecast
// is not made for a file that cannot be written.
func writeFile(ctx context.Context, path string, content func(io.Writer) error) error {
	file, err := create(path)
	if err != nil {
		return cannotWrite(path, err)
	}
	defer file.discard()
	buffered := bufio.NewWriter(&sink{Writer: file, name: path})
	if err := content(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := file.commit(); err != nil {
		return cannotWrite(path, err)
	}
	return nil
}

// pending is a file that is being written.
type pending struct {
	*os.File
	target string // where it goes at the end; empty: it is there already
}

// create opens what becomes the file at path.
func create(path string) (*pending, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return createBeside(path, 0o666)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("it is a directory")
	case !info.Mode().IsRegular():
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &pending{File: file}, err
	}
	// Renaming would replace a link by a file, and a write-protected file at that.
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	existing, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	existing.Close()
	file, err := createBeside(target, info.Mode().Perm())
	if err != nil {
		return nil, err
	}
	if err := file.Chmod(info.Mode().Perm()); err != nil {
		file.discard()
		return nil, err
	}
	return file, nil
}

// createBeside creates a temporary file in the directory of target. It leaves
// the permissions of a new file to the user's mask, which os.CreateTemp does not.
func createBeside(target string, mode fs.FileMode) (*pending, error) {
	name := fmt.Sprintf(".ddbplan-%016x", rand.Uint64())
	file, err := os.OpenFile(filepath.Join(filepath.Dir(target), name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	return &pending{file, target}, err
}

// commit puts the file in its place.
func (p *pending) commit() error {
	if err := p.Close(); err != nil {
		return err
	}
	if p.target == "" {
		return nil
	}
	err := os.Rename(p.Name(), p.target)
	if err == nil {
		p.target = ""
	}
	return err
}

// discard removes a file that was not committed.
func (p *pending) discard() {
	p.Close()
	if p.target != "" {
		os.Remove(p.Name())
	}
}

// cannotWrite leaves the operation and the path out of an error of the system:
// the path may be that of a temporary file, which says nothing to the user.
func cannotWrite(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		err = link.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.New("its directory does not exist")
	}
	return fmt.Errorf("cannot write %s: %w", diag.Printable(name), err)
}
