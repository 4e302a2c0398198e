package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite the files that tests generate or compare with")

// The trace and the items of the access-log scenario are made up. The code that
// made them stands here, so that they can be told from real data and changed.
func TestAccessLogSamplesAreAsGenerated(t *testing.T) {
	for path, want := range map[string][]byte{
		"../../testdata/traces/requests.csv":    requestTrace(),
		"../../testdata/items/access-log.jsonl": accessLogItems(),
	} {
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what this test generates; run it with -update", path)
		}
	}
}

// requestTrace counts the requests to a web site in each five minutes of two
// weeks: a wave that is lowest at 03:00 UTC, quieter weekends, noise, and three
// rushes that start at once and halve every ten minutes.
func requestTrace() []byte {
	const period = 300 // seconds
	start := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	random := rand.New(rand.NewPCG(2026, 11))
	rushes := []struct {
		at     time.Duration
		factor float64
	}{
		{3*24*time.Hour + 20*time.Hour, 2.5},
		{8*24*time.Hour + 12*time.Hour + 30*time.Minute, 6},
		{12*24*time.Hour + 18*time.Hour, 2},
	}
	var out bytes.Buffer
	out.WriteString("timestamp,requests\n")
	for at := time.Duration(0); at < 14*24*time.Hour; at += period * time.Second {
		now := start.Add(at)
		perSecond := 36 - 24*math.Cos(2*math.Pi*(at.Hours()-3)/24)
		if day := now.Weekday(); day == time.Saturday || day == time.Sunday {
			perSecond *= 0.8
		}
		perSecond *= math.Exp(0.05 * random.NormFloat64())
		for _, rush := range rushes {
			if since := at - rush.at; since >= 0 {
				perSecond *= 1 + (rush.factor-1)*math.Exp2(-since.Minutes()/10)
			}
		}
		fmt.Fprintf(&out, "%s,%.0f\n", now.Format(time.RFC3339), perSecond*period)
	}
	return out.Bytes()
}

// accessLogItems are 50 items of an access log in DynamoDB JSON, one a line.
// Every tenth carries a long query and is larger than 1 KB, so that a mean size
// would tell the wrong number of write units.
func accessLogItems() []byte {
	random := rand.New(rand.NewPCG(2026, 12))
	pick := func(words ...string) string { return words[random.IntN(len(words))] }
	at := time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	var out bytes.Buffer
	for i := range 50 {
		at = at.Add(time.Duration(random.IntN(4000)) * time.Millisecond)
		path := pick("/", "/catalogue", "/cart", "/orders", "/static/app.js", "/search?q="+pick("lamp", "desk", "chair"))
		if i%10 == 9 {
			path = "/search?filter=" + strings.Repeat(pick("colour-", "width-", "brand-")+strconv.Itoa(random.IntN(90)+10)+"%2C", 100+random.IntN(100))
		}
		line, err := json.Marshal(map[string]any{
			"client": map[string]string{"S": fmt.Sprintf("198.51.100.%d", random.IntN(40)+1)},
			"at":     map[string]string{"S": fmt.Sprintf("%s#%03d", at.Format("2006-01-02T15:04:05.000Z"), i)},
			"method": map[string]string{"S": pick("GET", "GET", "GET", "HEAD", "POST")},
			"path":   map[string]string{"S": path},
			"status": map[string]string{"N": pick("200", "200", "200", "304", "404")},
			"bytes":  map[string]string{"N": strconv.Itoa(random.IntN(60000))},
			"secure": map[string]bool{"BOOL": true},
			"agent":  map[string]string{"S": pick("ExampleBrowser/12.0 (desktop)", "ExampleBrowser/12.0 (phone; touch)", "ExampleCrawler/1.4 (+https://crawler.example/about)")},
		})
		if err != nil {
			panic(err) // strings and booleans always encode
		}
		out.Write(append(line, '\n'))
	}
	return out.Bytes()
}
