package scenariofile

import "testing"

func TestMistakesOfJobs(t *testing.T) {
	scan := work("operation: Scan")
	expectFaults(t, []fault{
		{"a job", []edit{rate("{job: {calls: 300k, at_most: 500/s, start: 59s}}")}, nil},
		{"that does nothing", []edit{rate("{job: {calls: 0, at_most: 500/s}}")}, []string{
			`14:25: calls: "0" is out of range`,
		}},
		{"of one call", []edit{rate("{job: {calls: 1, at_most: 0.001/s}}")}, nil},
		{"that has no time", []edit{rate("{job: {calls: 1, at_most: 0/s}}")}, []string{
			"14:37: at_most: a job is never done at 0/s",
		}},
		{"without a rate", []edit{rate("{job: {calls: 1}}")}, []string{
			"14:12: job: at_most is missing",
		}},
		{"with a bare rate", []edit{rate("{job: {calls: 1, at_most: 5}}")}, []string{
			`14:37: at_most: "5" has no unit`,
		}},
		{"of unknown length", []edit{rate("{job: {at_most: 5/s}}")}, []string{
			"14:12: calls is missing, and only a Scan is done by itself",
		}},
		{"of a length that could not be read", []edit{rate("{job: {calls: all, at_most: 5/s}}")}, []string{
			`14:25: calls: "all" is not a count`,
		}},
		{"of a whole table", []edit{scan, rate("{job: {at_most: 5/s}}")}, nil},
		{"of a part of a table", []edit{scan, rate("{job: {calls: 7, at_most: 5/s}}")}, nil},
		{"that starts too late", []edit{rate("{job: {calls: 1, at_most: 5/s, start: 1m}}")}, []string{
			`warning: 14:12: traffic "w": the job at 1m is never reached, because the scenario ends after 1m`,
		}},
		{"within a sum", []edit{rate("{sum: [1/s, {job: {calls: 1, at_most: 5/s}}]}")}, []string{
			"14:24: job stands within another rate",
		}},
		{"again and again", []edit{rate("{every: 10s, of: {job: {calls: 1, at_most: 5/s}}}")}, []string{
			"14:29: job stands within another rate",
		}},
		{"beside another rate", []edit{rate("{job: {calls: 1, at_most: 5/s}, points: [[0s, 1/s]]}")}, []string{
			"14:5: rate: points and job stand side by side",
		}},
		{"beside of", []edit{rate("{job: {calls: 1, at_most: 5/s}, of: 1/s}")}, []string{
			"14:47: of stands beside job",
		}},
		{"of calls that fail", []edit{rate("{job: {calls: 1, at_most: 5/s}}\n    condition_fails: {points: [[0s, 0%], [10s, 50%]]}")}, nil},
		{"that is no mapping", []edit{rate("{job: 5/s}")}, []string{
			"14:17: job: a single value stands where a mapping should",
		}},
	})
}

func TestArrivals(t *testing.T) {
	poisson := work("operation: PutItem\n    arrivals: poisson")
	expectFaults(t, []fault{
		{"even", []edit{work("operation: PutItem\n    arrivals: even")}, nil},
		{"poisson", []edit{poisson}, nil},
		{"poisson, with both models", []edit{poisson, top("model: both")}, nil},
		{"poisson, as documented", []edit{poisson, top("model: documented")}, []string{
			`warning: 15:15: traffic "w": arrivals changes nothing, because the documented model takes them to be even`,
		}},
		{"even, as documented", []edit{work("operation: PutItem\n    arrivals: even"), top("model: documented")}, nil},
		{"poisson, of a job", []edit{poisson, rate("{job: {calls: 1, at_most: 5/s}}")}, []string{
			"14:15: arrivals does not go with a job",
		}},
		{"no such", []edit{work("operation: PutItem\n    arrivals: posson")}, []string{
			`14:15: arrivals: unknown value "posson"; did you mean "poisson"?`,
		}},
	})
}
