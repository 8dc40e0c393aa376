// Package ratings owns the society's rating list: which games are rated, by
// which version of the formula, from which ratings, and how every figure on the
// list came about. The scale itself and the handicap are in ratings/scale.
//
// # Facts and what is worked out
//
// A rated event is kept as facts: the submission (event, day, weight, version
// of the formula), its players with the strength each had declared, and its
// games as they were rated. A rating that was set ([Correction]) is a fact too.
// Facts are never changed; a withdrawn submission
// keeps them and only stops counting. Everything else, the change of each
// player in each event and the list, is worked out from the facts and can be
// thrown away and worked out again: [Service.Recalculate] does so, as a check
// and as a repair, and must give the stored list to the thousandth.
//
// # Invariants
//
//   - Rated events stand in one order: by the day they began, and on the same
//     day by the number of the event. A player's rating before an event is the
//     rating after the player's previous event in that order.
//   - All games of an event are rated from the ratings at its start. The changes
//     of a player are summed in one fixed order (section, round, reference), then
//     rounded once, to the thousandth of a stone, half away from zero, then held
//     between the formula's floor and ceiling. The order in which games are
//     submitted is of no effect.
//   - A game is rated once (the database refuses a second time), an event has at
//     most one submission that counts, and an event keeps the version of the
//     formula it was rated by: old results are never re-rated by a new version.
//   - Only one transaction at a time changes ratings (table rating_head). What it
//     writes is worked out before it begins ([Plan]), from the list of one revision,
//     and carried out only on that list and for those very games; otherwise it is
//     worked out again. Of the events after one that is put in or taken out, those
//     are worked out again in which someone plays who stands elsewhere than before.
//
// # Readings
//
// Where the system as published leaves a question, this package reads it so:
//
//   - The day of an event is its first day, so that the published ratings on that
//     day, from which handicaps were given, are the ratings it is rated from. An
//     event that is submitted late is put into its place in the order and the
//     events after it are worked out again, in the same transaction.
//   - Withdrawing a submission does the same without it. For the latest event that
//     reverses exactly its changes; for an earlier one the list becomes what it
//     would have been without the event. Nothing is worked out again silently: the
//     outcome names every later event, and the audit log keeps the figures.
//   - Rated are games that were played and won, lost or tied (jigo), in any
//     section. Byes, games won or lost by default, games that both players lost
//     by a ruling, and games without a result are not.
//   - A player without rated games enters with the strength declared for that
//     event (else the grade in the register), never under the formula's floor. A
//     rating is provisional until ten games are rated.
//   - Handicap is added to Black's rating inside the expectation only: one stone
//     (Black first, no komi) is half a grade, each further one a grade more. An
//     even game adds nothing. The formula has a pole at 13 dan; inside the
//     expectation no rating comes nearer to it than a hundredth of a stone.
//   - A rating that the ratings officer sets holds from the morning of its day: the
//     events of that day and later are rated from it, those before stay as they are.
//     It counts for whoever had a rated game before; the number of rated games stays,
//     also after a long pause. It is a fact as games are: never changed, only
//     withdrawn with a reason, and what follows is worked out again.
//   - A player counts as active who has a rated game in the last two years.
//
// Floating point: products are rounded before they are added (no fused
// multiply-add), sums have one order, so that a machine repeats itself exactly.
// Two kinds of processor may differ in the last bit of exp or log, which shows
// only when a change lies within 1e-12 of half a thousandth.
package ratings
