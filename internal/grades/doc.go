// Package grades owns the dan grades that the society awards: what a published rating proposes, what the committee's
// resolution awards, the register of diplomas, and diplomas of other associations.
//
// A proposal is worked out from the rating list each time it is looked at, and is never kept: an event that is rated again
// or withdrawn changes or removes it. An award is a fact: it keeps its number, its resolution and the arithmetic it rested
// on, and no rating takes it away.
//
// # Invariants
//
//   - A line of the register is never changed or deleted, which the database refuses. Numbers follow each other from 1.
//   - A person is awarded a grade once, and only a grade above those they have. One that was annulled they do not have.
//   - A diploma is annulled only by a resolution of the committee, with a reason. Its line and its number stay.
//   - A grade is awarded that is proposed at the moment of awarding, from the event that was shown, by a resolution of the
//     committee that was carried and is not older than that event.
//   - No one records an award or a diploma of their own.
//   - Only one transaction at a time awards grades (table grade_head).
//
// # Readings
//
//   - What counts is the published rating, with one decimal, after an event; its day is the event's first, as on the list.
//   - A provisional rating rests on the strength a player declared, and proposes nothing.
//   - A rating that the ratings officer set proposes nothing: a proposal shows its games, and there are none. The next rated
//     event that leaves the rating at a dan proposes it. One that is set below a dan ends the days and games for which it
//     stayed there.
//   - The rating is "first" at a dan after the first event that leaves it there; where the society asks for days or games,
//     after the first event from which it stayed there for all of them. A rating that falls afterwards does not undo that.
//   - Of several dans that are reached the highest is proposed: the lower ones are within it.
//   - The figure for days and games is that of the day on which the dan was reached.
//   - A diploma of another association is recorded beside these and proposes nothing here.
//   - Who asks for it is not named in the public register; the number stays, so that no gap is seen.
package grades
