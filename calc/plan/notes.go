package plan

// notes tell how to read figures whose names alone would mislead. Reports that show
// the figures show the notes.
func (r *Result) notes() map[string]string {
	notes := map[string]string{
		"stored_bytes":   "What is stored counts the items that the span adds as if every call got through, and takes nothing off for what expires.",
		"partition_fill": "How full partitions are is the mean of them; the fullest may hold more.",
	}
	if len(r.Shards) > 0 {
		notes["shards"] = "The number of shards leaves aside what other keys ask of the same partitions; a remedy that sets shards is proved with that, and may have another."
	}
	return notes
}
