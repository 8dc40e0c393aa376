// Package record checks a game record: one main line is played through the
// Rules of Go, and the referee is told what happened.
package record
