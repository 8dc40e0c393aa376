// Package bookshop owns what the society sells: articles with their prices and stock, what postage costs, and orders.
//
// Invariants:
//   - What is there of an article never goes below zero, and each change of it is kept with its reason.
//   - A member's price is never above the other one.
//   - Postage follows from a table: to where, and up to which weight.
//
// The treasurer and the secretary keep it (auth.KeepBookshop).
package bookshop
