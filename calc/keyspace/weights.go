package keyspace

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Weights is a list of values with their popularity in any measure, such as
// percentages or counts. The order of the list is the rank, not popularity.
type Weights struct {
	given   []float64
	shares  []float64
	ranked  []int64 // ranks by falling share
	squares float64
}

// NewWeights returns the distribution in proportion to weights, which are not
// negative and not all zero. It keeps the slice.
func NewWeights(weights []float64) (Weights, error) {
	w := Weights{given: weights, shares: make([]float64, len(weights)), ranked: make([]int64, len(weights))}
	var top, sum float64
	for rank, v := range weights {
		if !(v >= 0 && v <= math.MaxFloat64) {
			return Weights{}, fmt.Errorf("weight %d is %v; a weight is a number that is not negative", rank+1, v)
		}
		top = max(top, v)
	}
	if top == 0 {
		return Weights{}, errors.New("no weight is above zero; at least one key must be hit")
	}
	// Dividing by the largest first keeps the sum of huge weights finite.
	for rank, v := range weights {
		w.shares[rank] = v / top
		w.ranked[rank] = int64(rank)
		sum += v / top
	}
	for rank := range w.shares {
		w.shares[rank] /= sum
		w.squares += w.shares[rank] * w.shares[rank]
	}
	slices.SortStableFunc(w.ranked, func(a, b int64) int { return cmp.Compare(w.shares[b], w.shares[a]) })
	return w, nil
}

// Count is the number of weights.
func (w Weights) Count() int64 { return int64(len(w.shares)) }

// Share is the weight over the sum of all.
func (w Weights) Share(rank int64) float64 {
	if rank < 0 || rank >= w.Count() {
		return 0
	}
	return w.shares[rank]
}

// Above returns the ranks whose share exceeds a threshold, in rising order.
func (w Weights) Above(share float64) []int64 {
	n := sort.Search(len(w.ranked), func(i int) bool { return w.shares[w.ranked[i]] <= share })
	if n == 0 {
		return nil
	}
	list := slices.Clone(w.ranked[:n])
	slices.Sort(list)
	return list
}

// SumSquares is the sum of the squares of all shares.
func (w Weights) SumSquares() float64 { return w.squares }

const listed = 8 // weights written out

func (w Weights) String() string {
	if n := len(w.given); n > listed {
		return fmt.Sprintf("weights: %d keys", n)
	}
	words := make([]string, len(w.given))
	for i, v := range w.given {
		words[i] = strconv.FormatFloat(v, 'f', -1, 64)
	}
	return "weights: [" + strings.Join(words, ", ") + "]"
}

func (w Weights) check() error { return Uniform{w.Count()}.check() }

// FileKeys is the keys of a file with how often each was hit; the order of the
// file is the rank.
type FileKeys struct {
	Weights
	file   string
	labels []string
}

// NewFileKeys returns the keys named by labels, hit in proportion to counts; the
// two go together item by item. It keeps both slices.
func NewFileKeys(file string, labels []string, counts []float64) (FileKeys, error) {
	if len(labels) != len(counts) {
		return FileKeys{}, fmt.Errorf("%d keys have %d counts; each key has one", len(labels), len(counts))
	}
	w, err := NewWeights(counts)
	return FileKeys{w, file, labels}, err
}

// Label is the key value of a rank, "" outside the population.
func (f FileKeys) Label(rank int64) string {
	if rank < 0 || rank >= f.Count() {
		return ""
	}
	return f.labels[rank]
}

func (f FileKeys) String() string { return "file: " + f.file }
