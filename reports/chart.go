package reports

// Chart is what a figure draws, without saying how: one of Lines, Curves, HeatMap and Bars.
type Chart interface{ chart() }

// Lines are values over the simulated time. Value i of every line holds from
// Times[i] to Times[i+1]; the last value stands at the end of the span.
type Lines struct {
	Unit   string    // of the values, such as "write units a second"
	Times  []float64 // seconds from the start, rising
	Lines  []Line
	Marks  []Mark
	Bands  []Band
	Top    float64 // the highest value to show; 0 shows all
	Linked bool    // zooms together with the other linked charts
	Exact  bool    // values are settings or counts, to be shown digit by digit
}

// Line is one line of a chart, as long as its Times; nil is a gap.
type Line struct {
	Name   string
	Role   Role
	Values []*float64
}

// Role says what a line means; a renderer chooses how that looks.
type Role int

// The roles of lines. Refused lies on top of Served, so that the two add up to
// what was asked.
const (
	Plain  Role = iota // one of several of equal rank
	Stack              // one of several on top of one another
	Asked              // what the callers want
	Served             // what they get
	Refused
	Limit  // what could be served
	Peak   // the highest second of each interval
	Store  // a level that fills and drains
	Mended // what they would get with a remedy
)

// Mark is a moment to point at.
type Mark struct {
	T     float64
	Label string
}

// Band is a stretch of time to shade, within the times of its chart.
type Band struct {
	From, To float64
	Label    string
}

// HeatMap shows shares of a limit, 1 for the limit itself: a row of cells for
// each name, a column for each time.
type HeatMap struct {
	Times []float64
	Width float64 // of a column in seconds
	Rows  []string
	Cells [][]float64
}

// Bars are horizontal bars, one a name, of parts that add up.
type Bars struct {
	Unit      string
	Names     []string
	Parts     []Part
	Ends      []string // what stands at the end of each bar; nil: nothing
	Pale      []bool   // bars of what does not do, to be set back; nil: none
	PaleMeans string
}

// Part is one part of every bar.
type Part struct {
	Name   string
	Values []float64
}

// Curves are values that hang on a number. Where a point is hollow something is the
// matter with it.
type Curves struct {
	Unit, XUnit string
	X           []float64 // rising
	Curves      []Curve
	HollowMeans string
}

// Curve is one curve, as long as the X of its chart; nil is a gap.
type Curve struct {
	Name   string
	Values []*float64
	Hollow []bool
}

func (Lines) chart()   {}
func (Curves) chart()  {}
func (HeatMap) chart() {}
func (Bars) chart()    {}
