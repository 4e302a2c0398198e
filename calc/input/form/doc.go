// Package form reads files that people fill in: mappings of known keys, in YAML
// or, where a file starts with a brace, in JSON.
//
// Both syntaxes become the same Nodes, which keep their places. A Reader then
// takes the nodes by what they should be and collects what is wrong with line
// and column. It goes on after a mistake, so that a file is mended in one round;
// and what a file says is never passed over: a key that is not known is a
// mistake.
//
// What the keys of a file are and what they mean is for the package of its
// format.
package form
