// Package elections owns the elections of an AGM: who is nominated, how the
// ballots were counted, how a tie was broken, who is elected, and the offices
// that follow.
//
// There is one election for each post: every officer of rule 3.1, and the
// ordinary members of the committee together (rule 3.2). The rules are the
// package constitution's, asked with the version that the meeting is held by;
// what is added here is the order of things: a ballot, then, as long as there
// is a tie for what is left, another ballot among those tied, or the chair's
// casting vote. Rules applied: 3.1, 3.2, 4.4, 4.13, 4.14, 4.15, 4.16, 4.20.
//
// Invariants
//   - Nobody stands who was not nominated as rule 4.13 asks, or sits in the
//     office and needs no nomination (4.14). Acting officers are not sitting
//     officers: they are nominated like everybody else.
//   - Who stands is judged again when the AGM is moved and when it opens: who
//     stood as a sitting officer and is none any more is struck off. The further
//     date of an AGM without a quorum has its nominations, with who made them.
//   - Every ballot is kept. One that was entered wrongly is set aside with the
//     reason, never changed; the latest goes first.
//   - Of a ballot and a second count of its papers the one stands that the meeting
//     said; a recount is set aside before the ballot that it counted again.
//   - A chair who is among those tied does not decide: another takes the chair for
//     the casting vote, unless it was ruled otherwise.
//   - The program never breaks a tie: another ballot or the chair's choice is
//     recorded. A seat may stay empty.
//   - An outcome depends on what was counted, never on the order of entry.
//   - Who withdraws before the ballot stands in none. After a ballot only who is
//     tied may withdraw, and the tie is then looked at without them.
//   - The results of a meeting are confirmed once, all together, after it was
//     closed, in the transaction that appoints the elected. The meeting was held
//     by the officers before: their offices end on its day, the new ones begin
//     on the day after.
//   - A confirmed outcome is kept as it was, whatever is ruled later.
package elections
