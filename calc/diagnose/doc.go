// Package diagnose tells from the traces of throttling what refused a request,
// what helps and what does not.
//
// A trace is a reason string, the name of an exception, the text of a message, a
// CloudWatch metric or a reason for which a transaction was cancelled. Each is a
// Sign: it stands for some of the 16 refusals that there are (R8.1). What is seen
// together, such as an exception with its message and its operation, is one Event,
// and the event stands for the refusals that all of its signs leave. Events that
// stand for the same are one Finding, with how often it was seen.
//
// A refusal names a limit, not why it was met: a partition that is too busy may
// have a hot key or may be one that an on-demand table has not split yet (R8.7).
// A finding therefore names causes, and everything that it advises belongs to one
// of them. All that is advised is a value with the rules it leans on.
//
// Nothing here knows the table: whether a remedy is enough, and what it costs, is
// for a forecast to tell.
package diagnose
