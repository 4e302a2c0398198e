package autoscale_test

import (
	"fmt"

	"ddbplan/calc/autoscale"
)

// A table is provisioned with 200 writes a second and suddenly gets 150.
func Example() {
	table := autoscale.Dimension{
		Capacity: 200,
		Policy:   &autoscale.Policy{Min: 100, Max: 1000, Target: 70},
	}
	family := autoscale.NewFamily([]autoscale.Dimension{table}, 0, autoscale.Delays{
		AlarmLag:   func() float64 { return 60 },
		UpdateTime: func() float64 { return 120 },
	})
	for now := 1; now <= 600; now++ {
		if now%60 == 0 {
			family.Minute(now, []float64{150 * 60})
		}
		if family.Due() > now {
			continue
		}
		for _, change := range family.Advance(now) {
			fmt.Printf("%d s: %v units a second\n", now, change.Capacity)
		}
	}
	// Output: 300 s: 215 units a second
}
