package autoscale

import "testing"

func TestThresholds(t *testing.T) {
	for _, c := range []struct {
		name      string
		threshold func(float64, int) float64
		capacity  float64
		target    int
		want      float64
	}{
		// Alarms captured from live accounts (R7.13), and 504, which goes with 360.
		{"high", High, 1, 70, 42},   // 1 × 60 × 0.70
		{"high", High, 5, 70, 210},  // 5 × 60 × 0.70
		{"high", High, 12, 70, 504}, // 12 × 60 × 0.70
		{"high", High, 1, 50, 30},   // 1 × 60 × 0.50
		{"low", Low, 2, 75, 66},     // 2 × 60 × 0.55
		{"low", Low, 5, 75, 165},    // 5 × 60 × 0.55
		{"low", Low, 12, 70, 360},   // 12 × 60 × 0.50
		{"low", Low, 1, 50, 18},     // 1 × 60 × 0.30
		// The ends of the range of targets.
		{"low", Low, 100, 20, 0},              // 100 × 60 × 0.00
		{"low", Low, 100, 21, 60},             // 100 × 60 × 0.01
		{"high", High, 40_000, 90, 2_160_000}, // 40,000 × 60 × 0.90
	} {
		if got := c.threshold(c.capacity, c.target); got != c.want {
			t.Errorf("%s(%v, %d) = %v, want exactly %v", c.name, c.capacity, c.target, got, c.want)
		}
	}
}

func TestComparisonsAllowForRounding(t *testing.T) {
	for _, c := range []struct {
		sum          float64
		above, below bool // 504
	}{
		{503, false, true},
		{503.999999, false, true}, // 2e-9 below
		{504 * (1 - 1e-10), false, false},
		{504, false, false},
		{504 * (1 + 1e-10), false, false},
		{504.000001, true, false}, // 2e-9 above
		{505, true, false},
	} {
		if got := above(c.sum, 504); got != c.above {
			t.Errorf("above(%v, 504) = %v", c.sum, got)
		}
		if got := below(c.sum, 504); got != c.below {
			t.Errorf("below(%v, 504) = %v", c.sum, got)
		}
	}
}

func TestSized(t *testing.T) {
	for _, c := range []struct {
		sum    float64
		target int
		want   float64
	}{
		{150 * 60, 70, 215},  // 150 / 0.70 = 214.3 (R7.14)
		{700 * 60, 70, 1000}, // 700 / 0.7, above 1,000 in binary fractions
		{700 * 60 * (1 + 1e-12), 70, 1000},
		{700 * 60 * (1 - 1e-12), 70, 1000},
		{700*60 + 1, 70, 1001}, // 700.0167 / 0.7 = 1,000.02
		{700*60 - 1, 70, 1000}, // 699.9833 / 0.7 = 999.98
		{700*60 - 42, 70, 999}, // 699.3 / 0.7
		{0, 70, 0},
		{1, 70, 1}, // 0.0167 / 0.7 = 0.024
		{60, 20, 5},
		{60, 90, 2}, // 1 / 0.9 = 1.1
	} {
		if got := sized(c.sum, c.target); got != c.want {
			t.Errorf("sized(%v, %d) = %v, want %v", c.sum, c.target, got, c.want)
		}
	}
}

func TestHistory(t *testing.T) {
	var h history
	h.add(1)
	if got := h.last(2); got != nil {
		t.Errorf("two minutes of one: %v", got)
	}
	for sum := 2.0; sum <= 20; sum++ {
		h.add(sum)
	}
	if got := h.last(2); len(got) != 2 || got[0] != 20 || got[1] != 19 {
		t.Errorf("the last two of 1 to 20: %v", got)
	}
	if got := h.last(15); len(got) != 15 || got[14] != 6 {
		t.Errorf("the last fifteen of 1 to 20: %v", got)
	}
}
