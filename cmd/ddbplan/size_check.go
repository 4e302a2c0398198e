package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"ddbplan/calc/scenario"
)

// checkIdle refuses flags that would have no effect: who gives one expects some.
func (s *sizeCommand) checkIdle(cmd *cobra.Command) error {
	for _, name := range []string{"table", "name", "key", "save", "keys-file"} {
		if flag := cmd.Flags().Lookup(name); flag.Changed && flag.Value.String() == "" {
			return fmt.Errorf("--%s is empty: say what it is, or leave it out", name)
		}
	}
	switch odd := scenario.OddInName(s.schema.name); {
	case odd != "":
		return fmt.Errorf("--name %s: %q cannot be in a name. %s", s.schema.name, odd, scenario.InNames)
	case s.schema.name != "" && s.schema.table == "" && !s.emit:
		return errors.New("--name picks a table of a scenario, and names one that is written: say --table SCENARIO or --emit-scenario as well")
	case cmd.Flags().Changed("top") && !s.merge && !s.schema.given():
		return errors.New("--top is for partition keys, which are not known without the table's: say --table SCENARIO or --key PARTITION,SORT")
	case cmd.Flags().Changed("top") && (s.each || s.emit):
		return errors.New("--top is for the heaviest keys, which --each and --emit-scenario do not show")
	}
	return nil
}

// place is a file that is read or written, and what the command line calls it.
type place struct {
	path, flag string
}

func (p place) String() string {
	switch {
	case p.flag == "" && p.path == stdinPath:
		return "standard input"
	case p.flag == "":
		return p.path
	}
	return p.flag + " " + p.path
}

// checkOverwrites refuses to write a file that is read, or to write one twice.
func (s *sizeCommand) checkOverwrites(args []string) error {
	var taken []place
	for _, arg := range args {
		taken = append(taken, place{path: arg})
	}
	if s.schema.table != "" {
		taken = append(taken, place{s.schema.table, "--table"})
	}
	for _, out := range []place{{s.output.path, "-o"}, {s.save, "--save"}, {s.keysFile, "--keys-file"}} {
		switch {
		case out.path == "" || out.flag == "-o" && s.output.isStdout():
			continue
		case out.path == stdoutPath || out.path == "/dev/stdout":
			return fmt.Errorf("%v: standard output is for the result (-o); name a file", out)
		}
		for _, in := range taken {
			if in.path == stdinPath && s.isStdin(out.path) || in.path != stdinPath && sameFile(in.path, out.path) {
				return fmt.Errorf("%v would overwrite %v: write another file", out, in)
			}
		}
		taken = append(taken, out)
	}
	return nil
}

// isStdin tells whether standard input comes from a file.
func (s *sizeCommand) isStdin(path string) bool {
	stdin, ok := s.stdin.(*os.File)
	if !ok {
		return false
	}
	from, err := stdin.Stat()
	if err != nil || !from.Mode().IsRegular() {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && os.SameFile(from, info)
}

// sameFile tells whether two paths lead to one file, which need not be there yet.
// What is no regular file, such as /dev/null, may be used twice.
func sameFile(a, b string) bool {
	ia, errA := os.Stat(a)
	ib, errB := os.Stat(b)
	switch {
	case errA == nil && errB == nil:
		return ia.Mode().IsRegular() && os.SameFile(ia, ib)
	case errA == nil || errB == nil:
		return false
	}
	return resolved(a) == resolved(b)
}

// resolved is the path of a file that is not there, with links in that of its
// directory followed.
func resolved(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(dir, filepath.Base(path))
	}
	return path
}

// repeated warns of files that are read twice, and so counted twice.
func repeated(args []string) (warnings []string) {
	type stamp struct{ size, modified int64 } // so that not every pair is compared
	type file struct {
		name string
		info os.FileInfo
	}
	seen := map[stamp][]file{}
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		at := stamp{info.Size(), info.ModTime().UnixNano()}
		if i := slices.IndexFunc(seen[at], func(f file) bool { return os.SameFile(f.info, info) }); i >= 0 {
			warnings = append(warnings, fmt.Sprintf("%s and %s are one file: its items are counted twice", seen[at][i].name, arg))
			continue
		}
		seen[at] = append(seen[at], file{arg, info})
	}
	return warnings
}
