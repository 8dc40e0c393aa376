// Package venue owns events that travel: an event is lent to a laptop at its
// venue, is played there without internet, and comes home.
//
// Words: a Loan is one time that an event was lent, with a number that grows; the
// site lends, the Laptop keeps the event in a database of its own; a Document is the
// whole event as a file; a push is the Document that the laptop sends home; an Aside
// is a Document that was not taken and is kept as a file.
//
// Invariants:
//   - One writer: while an event is away the site changes nothing of it
//     (tournaments.Service.Touch refuses), and once the laptop has given it back, or is told
//     that it was reclaimed, the laptop changes nothing either.
//   - A push is taken only when it follows from the version that the site has: the laptop
//     names every version that it ever sent. So a request that is sent again changes nothing,
//     an answer that was lost harms nothing, and of two laptops with the same file the second
//     is refused.
//   - What is refused is kept aside whole, and compared result by result.
//   - No clock decides anything: versions follow each other by their hashes and loans by
//     their numbers.
//   - The file holds a key, the site its hash only. With the key its bearer can do to this
//     event what its director can, and to nothing else.
package venue
