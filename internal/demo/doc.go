// Package demo generates whole societies with invented people: for the
// demonstration, for tests and screenshots, and for measurements at full size.
//
// Everything is made from a seed and the day on which it is made, through the
// same services that people use, with a clock that walks through the years.
// The same seed and day give the same society.
package demo
