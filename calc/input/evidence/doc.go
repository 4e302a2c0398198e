// Package evidence finds the traces of throttling in what a program left: a log
// with lines of any sort, JSON as an SDK or CloudWatch writes it, or a text.
//
// A line is a record: what stands in it belongs together. So does what stands in
// one JSON object with the objects in it, spread over lines or not; a list of
// objects is a list of records. Two kinds of list are parts of their record
// instead: the reasons of an exception, which are found in any SDK's casing, and
// the cancellation reasons of a transaction, one for each action (R8.9, R8.42).
//
// A log is read as a stream, line by line, and never held as a whole. A line beyond
// 1 MiB is read as text, in pieces that overlap, and JSON that is longer over many
// lines as its parts.
//
// What a log says is a stranger's: a name that AWS would not take is not told.
package evidence
