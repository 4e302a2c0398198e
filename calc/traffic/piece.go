package traffic

import "math"

const (
	day   = 86400.0
	omega = 2 * math.Pi / day // angular frequency of a wave of 24 h
)

// piece is the formula of a rate on [from, to): a straight line plus a wave,
// cos·cos ωt + sin·sin ωt. A piece without end is level.
type piece struct {
	from, to    float64
	first, last float64 // the line at from, and where t nears to
	cos, sin    float64
}

// level is the piece of a rate that never changes.
func level(rate float64) piece {
	return piece{from: math.Inf(-1), to: math.Inf(1), first: rate, last: rate}
}

// pieced is a shape that can name the piece in force at a time t: from ≤ t < to.
type pieced interface{ piece(t float64) piece }

// pieceOf returns the piece of any shape. A shape of another package counts
// with its peak in each second, which bounds it from above.
func pieceOf(s Shape, t float64) piece {
	if p, ok := s.(pieced); ok {
		return p.piece(t)
	}
	top := s.Peak(t, t+1)
	return piece{from: t, to: t + 1, first: top, last: top}
}

// line is the straight part at time t. Both terms are non-negative, so that a
// line falling to zero keeps its relative precision near the end. Far from zero
// a short piece that was shifted may shrink to nothing or just miss t.
func (p piece) line(t float64) float64 {
	if p.first == p.last || p.to <= p.from {
		return p.first
	}
	t = min(max(t, p.from), p.to)
	return (p.first*(p.to-t) + p.last*(t-p.from)) / (p.to - p.from)
}

func (p piece) value(t float64) float64 {
	if p.cos == 0 && p.sin == 0 {
		return p.line(t)
	}
	sin, cos := math.Sincos(omega * t)
	return p.line(t) + p.cos*cos + p.sin*sin
}

// peak is the least upper bound on [from, to), which lies inside the piece.
func (p piece) peak(from, to float64) float64 {
	top := max(p.value(from), p.value(to))
	swing := math.Hypot(p.cos, p.sin)
	if swing == 0 {
		return top
	}
	// The derivative, slope − swing·ω·sin(ωt − shift), vanishes at a maximum
	// where ωt − shift = asin(slope / (swing·ω)) + 2πk. Of many such maxima the
	// line makes the first or the last the highest.
	slope := 0.0
	if p.first != p.last {
		slope = (p.last - p.first) / (p.to - p.from)
	}
	lean := slope / (swing * omega)
	if math.Abs(lean) >= 1 {
		return top
	}
	crest := math.Mod((math.Atan2(p.sin, p.cos)+math.Asin(lean))/omega, day)
	early := crest + day*math.Ceil((from-crest)/day)
	late := crest + day*math.Floor((to-crest)/day)
	if early > late {
		return top
	}
	return max(top, p.value(early), p.value(late))
}

// clip narrows a piece.
func (p piece) clip(from, to float64) piece {
	from, to = max(from, p.from), min(to, p.to)
	p.first, p.last = p.line(from), p.line(to)
	p.from, p.to = from, to
	return p
}

// shift moves a piece by some seconds to later.
func (p piece) shift(by float64) piece {
	p.from += by
	p.to += by
	sin, cos := math.Sincos(omega * by)
	p.cos, p.sin = p.cos*cos-p.sin*sin, p.cos*sin+p.sin*cos
	return p
}

func (p piece) scale(factor float64) piece {
	p.first *= factor
	p.last *= factor
	p.cos *= factor
	p.sin *= factor
	return p
}

// plus adds two pieces that are both in force at time t, until one ends.
func (p piece) plus(q piece, t float64) piece {
	to := min(p.to, q.to)
	p, q = p.clip(t, to), q.clip(t, to)
	return piece{t, to, p.first + q.first, p.last + q.last, p.cos + q.cos, p.sin + q.sin}
}

// peak walks the pieces of a shape.
func peak(s pieced, from, to float64) float64 {
	var top float64
	for t := from; t < to; {
		p := s.piece(t)
		end := min(p.to, to)
		top = max(top, p.peak(t, end))
		t = after(t, end)
	}
	return top
}

// lineIntegral walks the pieces of a shape that has no waves.
func lineIntegral(s pieced, from, to float64) float64 {
	var sum float64
	for t := from; t < to; {
		p := s.piece(t)
		end := min(p.to, to)
		sum += (p.line(t) + p.line(end)) / 2 * (end - t)
		t = after(t, end)
	}
	return sum
}

// lineSeconds is Seconds for a shape that has no waves: one look-up a piece
// instead of one a second.
func lineSeconds(s pieced, dst []float64, from int) {
	for i := 0; i < len(dst); {
		t := float64(from + i)
		p := s.piece(t)
		n := int(min(math.Floor(p.to-t), float64(len(dst)-i)))
		if n < 1 {
			dst[i] = lineIntegral(s, t, t+1)
			i++
			continue
		}
		p.seconds(dst[i:i+n], t)
		i += n
	}
}

// seconds fills dst with the means of a line over whole seconds from t on:
// its values half-way.
func (p piece) seconds(dst []float64, t float64) {
	if p.first == p.last {
		for i := range dst {
			dst[i] = p.first
		}
		return
	}
	fall, rise := p.first/(p.to-p.from), p.last/(p.to-p.from)
	left, done := p.to-t-0.5, t-p.from+0.5
	for i := range dst {
		k := float64(i)
		dst[i] = fall*(left-k) + rise*(done+k)
	}
}

// after steps from t to the end of a piece, and always forward: the end of a
// piece far from zero may round to t itself.
func after(t, end float64) float64 { return max(end, math.Nextafter(t, math.Inf(1))) }
