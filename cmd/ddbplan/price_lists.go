package main

import (
	"github.com/spf13/cobra"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/pricelist"
	"ddbplan/calc/price"
)

// priceLists is the flag that names the user's own prices.
type priceLists struct{ paths []string }

func (l *priceLists) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&l.paths, "prices", nil, "the `FILE` of a price list of AWS, in place of the book")
}

// read reads the lists, with what is worth a warning. The book is nil where none is
// named.
func (l *priceLists) read() (*price.Book, diag.List, error) {
	if l.paths == nil {
		return nil, nil, nil
	}
	book, found := pricelist.Read(l.paths...)
	warnings := found.Warnings()
	for i, d := range warnings { // a result shows them without the file
		warnings[i].Summary = d.Pos.String() + ": " + d.Summary
	}
	return book, warnings, found.Err()
}
