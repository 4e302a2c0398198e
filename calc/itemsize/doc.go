// Package itemsize tells how many bytes an item takes, which is what DynamoDB
// meters and limits.
//
// An item is a list of attributes. Its size is the sum of the UTF-8 lengths of
// their names and of the sizes of their values (R1.1 to R1.12):
//
//	S   UTF-8 bytes                 N     see Number.Size
//	B   raw bytes                   BOOL  1    NULL  1
//	SS, NS, BS  the sum of the members
//	L   3 + Σ (1 + element)         M     3 + Σ (1 + name + element)
//
// There are two readers. ParseDynamoDB and ParsePlain build an Item with all that
// is in it; a Scanner finds only sizes and top-level attributes, at a multiple of
// the speed. They accept the same items and find the same sizes.
//
// Items are read from DynamoDB JSON, where every value states its type
// ({"S": "a"}), or from plain JSON by the rules of the AWS marshallers. The
// form they came in has no part in their size.
package itemsize
