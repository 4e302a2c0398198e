package facts

// Target tracking (R7.10 to R7.13). Percentages are whole numbers, so that
// thresholds come out exact.
const (
	ScaleOutMinutes = 2  // in a row above the target, until capacity is raised (R7.11)
	ScaleInMinutes  = 15 // in a row below the lower threshold, until it is lowered (R7.12)
	ScaleInGap      = 20 // percentage points from the target down to that threshold (R7.13)

	TargetMin     = 20 // percent of provisioned capacity (R7.10)
	TargetMax     = 90 //
	TargetDefault = 70 //
)

// Decreases of the provisioned capacity of one table or global index (R7.2).
const (
	DecreasesInHand  = 4 // at the start of a UTC day, and never more
	DecreasesPerHour = 1 // come back with each full hour
	DecreasesPerDay  = DecreasesInHand + 23*DecreasesPerHour
)
