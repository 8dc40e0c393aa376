// Package tournaments owns events, their sections, entries and rounds: what a
// tournament director does from the first announcement to the rating list.
//
// Words: an Event is a tournament on some days in one place; a Section is a
// field of players drawn and placed together (Open, Handicap); an Entry is a
// person in a section, with the rating of the day; a Round is drawn as a
// preview that only the director sees, and published; a Game is one table of a
// round. A Wallchart is everything that hangs on the wall about a section,
// from which draws, standings and crosstables are read.
//
// Invariants:
//   - A draw is always the answer of package pairing to what is stored; what
//     the director decides (fixed and forbidden pairs, handicaps by hand) is
//     stored too, so that drawing again gives the same draw.
//   - The next round is drawn only when every result of the round before it is
//     in. A published round can be unpublished only while none of its results is.
//   - Every writing transaction bumps the event's revision first. That locks
//     the event's row, so that two directors write one after the other, and
//     tells live pages of every process that something changed.
//   - An event that is away at its venue changes only by package venue.
//   - A rated event changes no more until its rating is withdrawn.
//   - A result is written by package results alone, through SaveResult, with
//     the history that belongs to it; here results are only read.
package tournaments
