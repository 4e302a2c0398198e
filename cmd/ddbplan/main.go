// Command ddbplan forecasts when an Amazon DynamoDB table, or one of its
// indexes, begins to throttle under a planned load, and why. It reads a
// scenario from a file and needs neither a network nor an AWS account.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // scenarios name display zones; not every machine has a zone database

	"golang.org/x/term"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C then ends the program at once
	os.Exit(run(ctx, os.Args[1:], console{os.Stdout, os.Stderr, os.Getenv, screenWidth}))
}

// screenWidth is the number of columns of the terminal that stdout is.
func screenWidth() (columns int, ok bool) {
	columns, _, err := term.GetSize(int(os.Stdout.Fd()))
	return columns, err == nil
}
