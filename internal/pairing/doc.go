// Package pairing draws the rounds of an event and works out its standings.
package pairing
