// Package representative owns the points that choose who represents New Zealand: which events give them, the ledger,
// the points years and their ends, who wishes to go, and whom the committee chose.
//
// The arithmetic is that of package ratings/points. This package keeps facts: sections that are points events, what they
// came to (a posting: each player's final score and whether they were a member on the last day), balances and events
// from a file, the dated figures, and the years that are closed. After each change it works the whole ledger out from the
// facts and posts the difference: a line that is no longer so is reversed, one that is new is added.
//
// # Invariants
//
//   - The lines that are not reversed are those of [points.Compute] from the facts. The order of posting is of no effect.
//   - A line is never changed or deleted, which the database refuses, and is reversed once.
//   - A points year is closed once; undoing it reverses what it took. Only one transaction at a time changes points
//     (table points_head), and a year end is refused whose preview is no longer what it would post.
//   - A choice counts only while the championship of its year is posted: it goes with it.
//   - Figures hold from a day on that is after every event posted so far, so that old years keep theirs.
//   - What counts in a closed points year is changed by who keeps the points alone: what a director's correction changes
//     there waits for them.
//
// # Readings
//
//   - A points year is called by the calendar year in which its championship ends, and has one championship.
//   - An event that is posted late, or corrected, counts on its own day. Where that is within a closed year, the year end
//     is worked out again: its lines that changed are reversed and posted again, on their day, both seen.
//   - Who played no game in a section, only byes or defaults, has no place in it.
//   - A club holds a points event that is affiliated on its last day. One that turns out not to be keeps the event
//     waiting, with the reason, and does not keep its director from finishing it.
//   - Two events of one kind that look like one entered twice are asked about, never counted silently: of one club and
//     day, or, where a file does not say who held one, of the same days with a like name or half of the players.
//   - While a finished event is reopened its points stand; they are corrected when it is finished again.
//   - The committee may choose another than the first who wishes to go, and says why.
package representative
