package traffic

// filler is a shape with a quicker way than one integral a second.
type filler interface{ seconds(dst []float64, from int) }

// Seconds fills dst with the calls of whole seconds: dst[i] is the integral of
// the shape over [from+i, from+i+1).
func Seconds(s Shape, dst []float64, from int) {
	if f, ok := s.(filler); ok {
		f.seconds(dst, from)
		return
	}
	integrals(s, dst, from)
}

func integrals(s Shape, dst []float64, from int) {
	for i := range dst {
		dst[i] = s.Integral(float64(from+i), float64(from+i+1))
	}
}
