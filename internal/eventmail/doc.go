// Package eventmail owns the letters about an event that someone asked for: to a player when a round
// is published, to a referee when a dispute or a call comes in.
//
// Invariants:
//   - No one is written to who did not ask: a player who is signed in by a press, anyone else by a
//     letter to the address, which is confirmed from there. Every letter to a player leads to where
//     they are stopped.
//   - What was said of a round is not said again: a round that is published again as it was sends
//     nothing, one with another table, opponent, colour or handicap says that it replaces the letter before.
//   - A round that was published at the venue of an event that is away is written about when it comes here, once, if it is
//     the newest of its section and the player has not played it yet. What comes in for the referees there is theirs to
//     see there: no letter is written about it from here.
//   - A referee is written to only while the office is held. Letters have bounds, so that no one's
//     mailbox is flooded by someone else's presses.
//
// Sections that are played online write to their players by package weekly.
package eventmail
