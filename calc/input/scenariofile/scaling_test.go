package scenariofile

import "testing"

func TestMistakesOfScaling(t *testing.T) {
	provisioned := func(text string) edit { return capacity("mode: provisioned, read: 5/s, write: 5/s, " + text) }
	write := func(text string) edit { return provisioned("auto_scaling: {write: {" + text + "}}") }
	schedule := func(text string) edit { return provisioned("schedule: [" + text + "]") }
	expectFaults(t, []fault{
		{"in either direction", []edit{provisioned("auto_scaling: {read: {min: 1/s, max: 40k/s}, write: {min: 5/s, max: 5/s, target: 50%, scale_in: false}}")}, nil},
		{"in no direction", []edit{provisioned("auto_scaling: {}")}, []string{
			"9:58: auto_scaling is empty",
		}},
		{"without bounds", []edit{write("target: 50%")}, []string{
			"9:73: write: min is missing",
			"9:73: write: max is missing",
		}},
		{"of nothing", []edit{write("min: 0.9/s, max: 9/s")}, []string{
			"9:86: min: 0.9/s is too low",
		}},
		{"bounds the wrong way round", []edit{write("min: 6/s, max: 5/s")}, []string{
			"9:86: min: 6/s is above max, which is 5/s",
		}},
		{"a max without a unit", []edit{write("min: 6/s, max: 50")}, []string{
			`9:96: max: "50" has no unit`,
		}},
		{"the least target", []edit{write("min: 5/s, max: 9/s, target: 20%")}, nil},
		{"a target too low", []edit{write("min: 5/s, max: 9/s, target: 19%")}, []string{
			`9:109: target: "19%" is out of range`,
		}},
		{"the highest target", []edit{write("min: 5/s, max: 9/s, target: 90%")}, nil},
		{"a target too high", []edit{write("min: 5/s, max: 9/s, target: 91%")}, []string{
			`9:109: target: "91%" is out of range`,
		}},
		{"half a percent", []edit{write("min: 5/s, max: 9/s, target: 72.5%")}, []string{
			"9:109: target: 72.5% is no whole percentage",
		}},
		{"a percentage that is no exact hundredth", []edit{write("min: 5/s, max: 9/s, target: 57%")}, nil},
		{"scale_in", []edit{write("min: 5/s, max: 9/s, scale_in: no")}, []string{
			`9:111: scale_in: unknown value "no"`,
		}},
		{"a start at the lower bound", []edit{write("min: 5/s, max: 9/s")}, nil},
		{"a start below it", []edit{write("min: 6/s, max: 9/s")}, []string{
			"warning: 9:73: table t: write capacity of 5/s lies outside the 6/s to 9/s of auto scaling, so AWS would set it to 6/s",
		}},
		{"a start above the upper bound", []edit{write("min: 1/s, max: 4/s")}, []string{
			"warning: 9:73: table t: write capacity of 5/s lies outside the 1/s to 4/s of auto scaling, so AWS would set it to 4/s",
		}},
		{"beyond the quota", []edit{write("min: 5/s, max: 40001/s")}, []string{
			"warning: 9:96: table t: write throughput of 40001/s is above the table's quota of 40k/s",
		}},
		{"without capacity to start from", []edit{capacity("mode: provisioned, read: 5/s, auto_scaling: {write: {min: 1/s, max: 9/s}}")}, []string{
			"9:5: write is missing",
		}},
		{"in on-demand mode", []edit{capacity("mode: on-demand, auto_scaling: {read: {min: 1/s, max: 9/s}}, schedule: [{at: 1s, read: {min: 1/s}}]")}, []string{
			"9:48: read: auto_scaling belongs to provisioned mode",
			"9:77: schedule belongs to provisioned mode",
		}},
		{"of a global index", []edit{provisioned("burst: full}\n    indexes: {x: {key: {partition: a}, projection: keys, capacity: {read: 5/s, write: 5/s, auto_scaling: {read: {min: 6/s, max: 9/s}}, schedule: [{at: 2m, write: {max: 0/s}}]}}")}, []string{
			"warning: 10:107: index x of table t: read capacity of 5/s lies outside the 6/s to 9/s of auto scaling, so AWS would set it to 6/s",
			"warning: 10:147: index x of table t: the action at 2m is never reached, because the scenario ends after 1m",
			"10:169: max: 0/s is too low",
		}},
		{"of a local index", []edit{{"{partition: pk}", "{partition: pk, sort: sk}"}, {"10M", "10M, keys: 1k"}, provisioned("burst: full}\n    indexes: {x: {type: local, key: {sort: a}, projection: keys, capacity: {schedule: [{at: 1s, read: {min: 1/s}}]}}")}, []string{
			"10:66: capacity: a local index has none of its own",
		}},
		{"by schedule", []edit{schedule("{at: 0s, every: 1m, read: {min: 5/s, max: 5/s}}, {at: 59s, write: {min: 1/s}}")}, nil},
		{"by a schedule of nothing", []edit{provisioned("schedule: []")}, []string{
			"9:58: schedule is empty",
		}},
		{"by a schedule that is none", []edit{provisioned("schedule: daily")}, []string{
			"9:68: schedule: a single value stands where a list should",
		}},
		{"at no time", []edit{schedule("{write: {min: 1/s}}")}, []string{
			"9:69: schedule: at is missing",
		}},
		{"too often", []edit{schedule("{at: 0s, every: 59s, write: {min: 1/s}}")}, []string{
			`9:85: every: "59s" is out of range`,
		}},
		{"never", []edit{schedule("{at: 60s, write: {min: 1/s}}")}, []string{
			"warning: 9:69: table t: the action at 1m is never reached, because the scenario ends after 1m",
		}},
		{"to nothing", []edit{schedule("{at: 1s}, {at: 2s, read: {}}")}, []string{
			"9:69: schedule: an action changes nothing",
			"9:88: read is empty",
		}},
		{"to too little", []edit{schedule("{at: 1s, read: {min: 0.5/s}, write: {max: 0/s}}")}, []string{
			"9:90: min: 0.5/s is too low",
			"9:111: max: 0/s is too low",
		}},
		{"to bounds the wrong way round", []edit{schedule("{at: 1s, write: {min: 9/s, max: 8/s}}")}, []string{
			"9:91: min: 9/s is above max, which is 8/s",
		}},
		{"to more than the quota", []edit{schedule("{at: 1s, write: {min: 50k/s}}")}, []string{
			"warning: 9:91: table t: write throughput of 50k/s is above the table's quota of 40k/s",
		}},
		{"a scheduled min at the max of auto scaling", []edit{provisioned("auto_scaling: {write: {min: 5/s, max: 9/s}}, schedule: [{at: 1s, write: {min: 9/s}}]")}, nil},
		{"a scheduled min above it", []edit{provisioned("auto_scaling: {write: {min: 5/s, max: 9/s}}, schedule: [{at: 1s, write: {min: 10/s}}]")}, []string{
			"9:136: min: 10/s is above the max that auto_scaling has, which is 9/s",
		}},
		{"a scheduled min above it, with a max", []edit{provisioned("auto_scaling: {write: {min: 5/s, max: 9/s}}, schedule: [{at: 1s, write: {max: 20/s}}, {at: 2s, write: {min: 10/s}}]")}, nil},
		{"a scheduled max below the min of auto scaling", []edit{provisioned("auto_scaling: {write: {min: 5/s, max: 9/s}}, schedule: [{at: 1s, write: {max: 4/s}}]")}, []string{
			"9:136: max: 4/s is below the min that auto_scaling has, which is 5/s",
		}},
		{"a scheduled min beside a max that is none", []edit{provisioned("auto_scaling: {write: {min: 5/s, max: 9}}, schedule: [{at: 1s, write: {min: 10/s}}]")}, []string{
			`9:96: max: "9" has no unit`,
		}},
	})
}
