// Package cancelling owns what ends an event before anything was played in it: cancelling it, which can be undone, and
// deleting it.
//
// An event that people know of is cancelled: it stays where it is with the reason, takes no changes, and whoever stands
// on its list is written to once. One that no one knows of, or no one is entered in, can be deleted.
//
// Invariants:
//   - An event with a result, a report of one or a game record is neither cancelled nor deleted: it ends early instead,
//     with fewer rounds, and its games count.
//   - One that is away, or a laptop's at its venue, is neither cancelled nor deleted.
//   - While an event is cancelled, only fees that came in are noted, it is undone, or the event is deleted.
//   - An event of which the public knows that its lots are committed to, and of which a lot was drawn, is not deleted:
//     no one looks at a lot and begins again with another.
//   - What is deleted is in the log, with the commitments of its lots.
package cancelling
