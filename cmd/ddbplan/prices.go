package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ddbplan/calc/diag"
	"ddbplan/calc/price"
	"ddbplan/reports/markdown"
	"ddbplan/reports/pricing"
	"ddbplan/reports/text"
)

type pricesCommand struct {
	console
	output output
	region string
	lists  priceLists
	color  choice
}

func newPrices(c console) *cobra.Command {
	p := pricesCommand{console: c, color: choice{value: "auto", allowed: []string{"auto", "always", "never"}, kind: "WHEN"}}
	cmd := &cobra.Command{
		Use:   "prices [--region REGION] [--prices FILE]",
		Short: "Show what DynamoDB costs, and how that is known",
		Long: `prices shows the book of prices: of all Regions the main ones, or of one Region
all, with the terms of reserved capacity, the rates of a Database Savings Plan
(derived) and the utilisation from which provisioned capacity is cheaper than
on-demand. Each price has its date, its status (seen, derived or estimated), a
confidence and its sources. What is not public is not priced.

--prices reads your own list in place of the book, compressed by gzip or not:

  aws pricing get-products --service-code AmazonDynamoDB --region us-east-1 \
    --filters Type=TERM_MATCH,Field=regionCode,Value=eu-west-1 > prices.json

or the offer file of a Region, as JSON or CSV. It may be given several times.`,
		Example: `  ddbplan prices
  ddbplan prices --region eu-west-1
  ddbplan prices --region eu-west-1 --prices prices.json
  ddbplan prices -o prices.csv`,
		Args:              exactly(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return p.run(cmd) },
	}
	p.register(cmd)
	return cmd
}

func (p *pricesCommand) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&p.region, "region", "", "all prices of this `REGION`, like eu-west-1")
	// The only error is a flag that does not exist or has a completion already.
	_ = cmd.RegisterFlagCompletionFunc("region", cobra.FixedCompletions(price.Embedded().Regions(), cobra.ShellCompDirectiveNoFileComp))
	p.lists.register(cmd)
	p.output.register(cmd,
		format{"text", []string{".txt"}},
		format{"markdown", []string{".md"}},
		format{"json", []string{".json"}},
		format{"csv", []string{".csv"}},
	)
	p.color.register(cmd, "color", "auto is on a terminal without NO_COLOR")
}

// run lists the prices that are asked for as the flags say.
func (p *pricesCommand) run(cmd *cobra.Command) error {
	name, err := p.output.name()
	if err != nil {
		return &usageError{cmd, err}
	}
	book, found, err := p.lists.read()
	if err != nil {
		return err
	}
	if book == nil {
		book = price.Embedded()
	}
	if cmd.Flags().Changed("region") && !slices.Contains(book.Regions(), p.region) {
		return &usageError{cmd, unknownRegion(p.region, book.Regions())}
	}
	listing := book.List(p.region)
	for _, d := range found {
		listing.Warnings = append(listing.Warnings, d.Summary)
	}
	return p.output.write(cmd.Context(), p.stdout, func(w io.Writer) error { return p.writeListing(w, name, listing) })
}

// unknownRegion tells the nearest Region of which there are prices, or all of them:
// a Region that only a list leaves out is no slip.
func unknownRegion(name string, regions []string) error {
	if near := diag.Nearest(name, regions); near != "" && !slices.Contains(price.Embedded().Regions(), name) {
		return fmt.Errorf("no prices are known of Region %q; did you mean %s?", name, near)
	}
	return fmt.Errorf("no prices are known of Region %q; there are those of %s", name, strings.Join(regions, ", "))
}

func (p *pricesCommand) writeListing(w io.Writer, name string, listing price.Listing) error {
	switch name {
	case "json":
		p.warn(listing.Warnings...)
		return pricing.WriteJSON(w, listing)
	case "csv":
		p.warn(listing.Warnings...)
		return pricing.WriteCSV(w, listing)
	case "markdown":
		return markdown.Write(w, pricing.Document(listing))
	}
	color, width := p.look(p.color.value, p.output.isStdout())
	return text.Write(w, pricing.Document(listing), text.Options{Color: color, Width: width})
}
