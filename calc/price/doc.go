// Package price knows what AWS charges for DynamoDB, and makes bills of what is
// used.
//
// A Book holds the price of a unit of each Kind by Region and table class, with its
// date, where it comes from, and how far it can be trusted. The one that is
// embedded was put together from public quotations; a list that AWS publishes can
// take its place. What is not known has no price: a bill that needs it is partial,
// and says so.
//
// A Bill is the sum of its lines, quantity times price. All of it is decimal;
// nothing is rounded before it is shown. It leaves out taxes, data transfer and
// private discounts.
package price
