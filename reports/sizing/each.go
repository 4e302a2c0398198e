package sizing

import (
	"strconv"

	"ddbplan/calc/profile"
	"ddbplan/calc/units"
)

// Line is an item in a listing.
type Line struct {
	File      string
	Line      int
	Size      units.Bytes
	OverLimit bool
}

// AppendJSON appends the item as one line of JSON. It is what a
// profile.Cost encodes to,
// written without reflection: a listing may have a hundred million lines.
func (l Line) AppendJSON(dst []byte) []byte {
	c := profile.CostOf(l.Size, l.OverLimit)
	dst = strconv.AppendInt(append(dst, `{"bytes":`...), int64(c.Bytes), 10)
	dst = appendNumber(append(dst, `,"write_units":`...), c.Write)
	dst = appendNumber(append(dst, `,"read_units":{"eventual":`...), c.Read.Eventual)
	dst = appendNumber(append(dst, `,"strong":`...), c.Read.Strong)
	dst = appendNumber(append(dst, `,"transactional":`...), c.Read.Transactional)
	dst = strconv.AppendBool(append(dst, `},"over_limit":`...), c.OverLimit)
	return append(dst, "}\n"...)
}

// AppendPlacedJSON is AppendJSON with the file and the line first.
func (l Line) AppendPlacedJSON(dst []byte) []byte {
	dst = append(append(dst, `{"file":`...), quoted(l.File)...)
	dst = strconv.AppendInt(append(dst, `,"line":`...), int64(l.Line), 10)
	object := len(dst)
	dst = l.AppendJSON(dst)
	dst[object] = ','
	return dst
}

// AppendText appends the item as one line for people.
func (l Line) AppendText(dst []byte) []byte {
	c := profile.CostOf(l.Size, l.OverLimit)
	dst = append(dst, l.File...)
	dst = strconv.AppendInt(append(dst, ':'), int64(l.Line), 10)
	dst = strconv.AppendInt(append(dst, ": "...), int64(c.Bytes), 10)
	dst = appendNumber(append(dst, " B, write "...), c.Write)
	dst = appendNumber(append(dst, ", read "...), c.Read.Eventual)
	dst = appendNumber(append(dst, " eventual, "...), c.Read.Strong)
	dst = appendNumber(append(dst, " strong, "...), c.Read.Transactional)
	dst = append(dst, " transactional"...)
	if l.OverLimit {
		dst = append(dst, ", over the limit of 400 KB"...)
	}
	return append(dst, '\n')
}

// LineHeader is the first line of a listing in CSV.
const LineHeader = "file,line,bytes,write_units,read_eventual,read_strong,read_transactional,over_limit\n"

// AppendCSV appends the item as one line of CSV.
func (l Line) AppendCSV(dst []byte) []byte {
	c := profile.CostOf(l.Size, l.OverLimit)
	dst = append(appendField(dst, l.File), ',')
	dst = append(strconv.AppendInt(dst, int64(l.Line), 10), ',')
	dst = strconv.AppendInt(dst, int64(c.Bytes), 10)
	for _, v := range []float64{c.Write, c.Read.Eventual, c.Read.Strong, c.Read.Transactional} {
		dst = appendNumber(append(dst, ','), v)
	}
	dst = strconv.AppendBool(append(dst, ','), c.OverLimit)
	return append(dst, '\n')
}

func appendNumber(dst []byte, v float64) []byte { return strconv.AppendFloat(dst, v, 'f', -1, 64) }
