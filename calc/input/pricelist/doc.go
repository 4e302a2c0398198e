// Package pricelist reads the price list of DynamoDB as AWS publishes it, to take
// the place of the book of prices that comes with the program. It finds out by
// itself what a file is:
//
//   - the offer file of a Region or of all, as JSON or CSV
//     (…/offers/v1.0/aws/AmazonDynamoDB/current/index.json)
//   - what `aws pricing get-products --service-code AmazonDynamoDB` prints: pages one
//     after the other, with products as strings of JSON or decoded
//
// A list holds much that is not priced here; that is counted and passed over. What
// is known is read strictly: a price that is not above zero, or in the currency of
// another part of the world, is a mistake.
//
// What a product is, its usage type tells, less the prefix of the Region: the groups
// of products serve several. A product may have bands of prices; the last one, which
// has no end, is the list price, and the free tier lies before it.
package pricelist
