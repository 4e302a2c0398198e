package profile

import (
	"sort"

	"ddbplan/calc/keyspace"
)

// weightsLimit is up to how many keys are listed one by one.
const weightsLimit = 8

// Popularity describes how items fall on the keys, for load that falls on keys
// as items do. It is exact for few keys and for even ones; else it is Zipf's law
// with as many keys, in which the heaviest has the share that it has here. Of a
// sketch that is the bound on the heaviest. It is nil without keys.
func (k *Keys) Popularity() keyspace.Popularity {
	ranked := k.Ranked()
	switch n := len(ranked); {
	case n == 0:
		return nil
	case n == 1 && k.IsExact():
		return keyspace.Single{}
	case k.IsExact() && ranked[0].Items == ranked[n-1].Items:
		return keyspace.Uniform{N: int64(n)}
	case k.IsExact() && n <= weightsLimit:
		weights := make([]float64, n)
		for i, c := range ranked {
			weights[i] = float64(c.Items)
		}
		w, _ := keyspace.NewWeights(weights) // every count is above zero
		return w
	}
	return fitZipf(float64(k.MostItems())/float64(k.items()), k.Distinct())
}

// items is how many there are, of all keys.
func (k *Keys) items() (n int64) {
	if k.rows != nil {
		for _, c := range k.rows[0] {
			n += c
		}
		return n
	}
	for _, c := range k.kept {
		n += c.Items
	}
	return n
}

// fitZipf finds the exponent, to a thousandth, with which the first of n keys has
// a share, or a little more.
func fitZipf(share float64, n int64) keyspace.Zipf {
	const most = 100_000 // an exponent of 100: the first key has everything
	thousandths := sort.Search(most, func(i int) bool {
		return keyspace.NewZipf(float64(i)/1000, n).Share(0) >= share
	})
	return keyspace.NewZipf(float64(thousandths)/1000, n)
}
