package simulate

import (
	"testing"

	"ddbplan/calc/keyspace"
	"ddbplan/calc/traffic"
)

// wide is an on-demand table that nothing here can fill.
func wide() Resource {
	r := onDemand()
	r.Partitions = 40
	return r
}

func TestWritesWaitForAHotPartitionOfAnIndex(t *testing.T) {
	// 1,500 writes/s on one key of the index: 950 are saved, and 2,000 may wait. 500 a second too many are 950 after
	// 1.9 s, and 2,950 after 5.9 s; one unit is refused 1/500 s later.
	s := newSystem(60, []Resource{wide(), asIndex(onDemand(), "t/index/g")}, flowOf(1500, put(manyKeys), entry(1, keyspace.Single{})))
	s.Assume.IndexLagUnits = 2000
	out := play(t, s, 0, nil)
	equal(t, "onset", out.Onset, 5.9+1.0/500)
	index := &out.Resources[Slot(1, Write)]
	equal(t, "accepted by the index", index.Accepted, 60*1000+950+2000)
	equal(t, "refused by the index", index.Refused[Partition], 60*500-2950)
	equal(t, "seconds by which the index is behind", index.PeakLag, 2)
	if out.Borrowed != LoanAllowance|LoanLag {
		t.Errorf("borrowed %b, want from the partition's allowance and by lag", out.Borrowed)
	}
}

func TestPartitionsShareTheRoomForWaitingWrites(t *testing.T) {
	// Two keys of an index get 1,600 and 1,200 writes/s: 600 and 200 a second too many fill the room of 4,000 in 5 s. Then
	// 2,000 of the 3,000 that wait for the first key still do after a second, and 2,800 writes want the other 2,000
	// places. Of each key two in seven are refused: of the 1,600 to the first, 600 a second from 1 − 457/600 on.
	keys := weights(t, 1600, 1200)
	s := newSystem(60, []Resource{wide(), asIndex(wide(), "t/index/g")}, flowOf(2800, put(manyKeys), entry(1, keys)))
	s.Assume.IndexLagUnits, s.Assume.PartitionAllowance = 4000, 0
	s.Seed = 8 // the two keys lie apart
	out := play(t, s, 0, func(second *Second) {
		if second.T == 2 {
			equal(t, "lag after three seconds", second.Lag(1), 3*600.0/1000)
		}
	})
	equal(t, "onset", out.Onset, 5+(1-1600*2.0/7/600)+1.0/600)
	equal(t, "accepted", out.Resources[Slot(1, Write)].Accepted, 60*2000+4000)
}

func TestWaitingWritesDrain(t *testing.T) {
	// Ten seconds of 150/s on an index of 100/s leave 500 to wait, which 50 units/s of spare capacity drain in 10 s.
	flow := Flow{Calls: traffic.Points{{T: 0, Value: 150}, {T: 10, Value: 150}, {T: 10, Value: 50}}, PerCall: 1, Touches: []Touch{put(manyKeys), entry(1, manyKeys)}}
	s := newSystem(30, []Resource{wide(), asIndex(empty(provisioned(10, 100, 1)), "t/index/g")}, flow)
	for second, want := range map[int]float64{9: 5, 14: 2.5, 19: 0, 25: 0} {
		play(t, s, 0, func(now *Second) {
			if now.T == second {
				equal(t, "lag", now.Lag(1), want)
			}
		})
	}
}

func TestIndexOfOnDemandTableLagsBehindItsMaximum(t *testing.T) {
	// A maximum of 100/s under 300/s: 1,000 may wait, so 200 a second too many are refused from second 5 on.
	index := asIndex(onDemand(), "t/index/g")
	index.Limits[Write].Maximum = 100
	s := newSystem(20, []Resource{wide(), index}, flowOf(300, put(manyKeys), entry(1, manyKeys)))
	s.Assume.IndexLagUnits = 1000
	out := play(t, s, 0, nil)
	equal(t, "onset", out.Onset, 5+1.0/200)
	equal(t, "accepted", out.Resources[Slot(1, Write)].Accepted, 20*100+1000)
	equal(t, "lag", out.Resources[Slot(1, Write)].PeakLag, 10)
	equal(t, "accepted as documented", play(t, documented(s), 0, nil).Resources[Slot(1, Write)].Accepted, 20*100)
}
