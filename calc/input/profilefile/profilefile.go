// Package profilefile writes the counts of a profile to a file and reads them
// back, so that what many machines have counted can be added up.
//
// The format is JSON with a line for each size and each key. It begins with
// ddbplan_sizes, the version of the format. Equal profiles give equal files, to
// the byte.
//
//	{
//	"ddbplan_sizes": 1,
//	"schema": {"key": {"partition": "pk"}, "indexes": []},
//	"unreadable": 0,
//	"lost": 0,
//	"over_limit": 0,
//	"types": {"pk":"S"},
//	"resources": [
//	{"sizes": [
//	[166,12],
//	[2050,1]
//	],
//	"keys": {"level": 0, "kept": [
//	{"key":"c-1","hash":"9ae16a3b2f90404f","items":13,"bytes":4042}
//	], "rows": [], "sample_level": 0, "sample": [
//	{"item":"0c3f1b2a99d04e17","key":"c-1","hash":"9ae16a3b2f90404f"}
//	]}}
//	]
//	}
//
// The first resource is the table, the others are the indexes in the order of
// the schema. A size is [bytes, items]. See package
// profile for levels, rows and sample.
package profilefile

import (
	"ddbplan/calc/profile"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// Version is the version of the format that is written, and the only one read.
const Version = 1

type file struct {
	Version    int               `json:"ddbplan_sizes"`
	Schema     *schema           `json:"schema"`
	Unreadable int64             `json:"unreadable"`
	Lost       int64             `json:"lost"`
	OverLimit  int64             `json:"over_limit"`
	Types      map[string]string `json:"types"`
	Resources  []resource        `json:"resources"`
}

type schema struct {
	Key     key     `json:"key"`
	Indexes []index `json:"indexes"`
}

type key struct {
	Partition string `json:"partition"`
	Sort      string `json:"sort,omitempty"`
}

type index struct {
	Name       string   `json:"name"`
	Local      bool     `json:"local,omitzero"`
	Key        key      `json:"key"`
	All        bool     `json:"all,omitzero"`
	Attributes []string `json:"attributes,omitempty"`
}

type resource struct {
	Sizes [][2]int64 `json:"sizes"`
	Keys  *keys      `json:"keys,omitempty"`
}

type keys struct {
	Level int       `json:"level"`
	Kept  []kept    `json:"kept"`
	Rows  [][]int64 `json:"rows"`

	SampleLevel int       `json:"sample_level"`
	Sample      []sampled `json:"sample"`
}

type sampled struct {
	Item hash   `json:"item"`
	Key  string `json:"key"`
	Hash hash   `json:"hash"`
}

type kept struct {
	Key   string `json:"key"`
	Hash  hash   `json:"hash"`
	Items int64  `json:"items"`
	Bytes int64  `json:"bytes"`
}

func fromSchema(s *request.Schema) *schema {
	if s == nil {
		return nil
	}
	out := &schema{Key: key(s.Key), Indexes: []index{}}
	for _, x := range s.Indexes {
		out.Indexes = append(out.Indexes, index{x.Name, x.Local, key(x.Key), x.Projection.All, x.Projection.Attributes})
	}
	return out
}

func (s *schema) schema() *request.Schema {
	if s == nil {
		return nil
	}
	out := &request.Schema{Key: request.Key(s.Key)}
	for _, x := range s.Indexes {
		out.Indexes = append(out.Indexes, request.Index{
			Name: x.Name, Local: x.Local, Key: request.Key(x.Key),
			Projection: request.Projection{All: x.All, Attributes: x.Attributes},
		})
	}
	return out
}

func (f file) record() profile.Record {
	out := profile.Record{Schema: f.Schema.schema(), Unreadable: f.Unreadable, Lost: f.Lost, OverLimit: f.OverLimit, Types: f.Types}
	for _, r := range f.Resources {
		sizes := make([]profile.SizeCount, len(r.Sizes))
		for i, s := range r.Sizes {
			sizes[i] = profile.SizeCount{Bytes: units.Bytes(s[0]), Items: s[1]}
		}
		out.Resources = append(out.Resources, profile.ResourceRecord{Sizes: sizes, Keys: r.Keys.record()})
	}
	return out
}

func (k *keys) record() *profile.KeysRecord {
	if k == nil {
		return nil
	}
	out := &profile.KeysRecord{Level: k.Level, Rows: k.Rows, Kept: make([]profile.KeyCount, len(k.Kept))}
	for i, c := range k.Kept {
		out.Kept[i] = profile.KeyCount{Name: c.Key, Hash: uint64(c.Hash), Items: c.Items, Bytes: units.Bytes(c.Bytes)}
	}
	out.SampleLevel = k.SampleLevel
	for _, s := range k.Sample {
		out.Sample = append(out.Sample, profile.Sampled{Item: uint64(s.Item), Name: s.Key, Hash: uint64(s.Hash)})
	}
	return out
}
