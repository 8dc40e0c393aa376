// Package meetings owns the society's meetings: of its committee, its annual
// general meetings and its extraordinary ones.
//
// A meeting is planned from its date, from which the constitution's calendar
// computes every deadline; its notice goes to everybody registered on the day
// of sending; attendance decides its quorum and its chair; motions with their
// amendments are decided by counts; what was recorded becomes the minutes,
// which a later meeting approves. An EGM words its motions and decides none:
// they go to a postal vote.
//
// Rules of the constitution applied here: 4.1 to 4.12, 4.17 to 4.20, 5.1 to
// 5.8, 6.1 to 6.4, 7.1 and 7.2. Every one of them is a function of package
// constitution; this package brings the facts together and keeps the answers
// with their arithmetic. Elections are a package of their own above it.
//
// Invariants
//   - A meeting goes from state to state only as state.go allows, and only when
//     no obstacle stands in the way; a person reads the obstacle with its rule.
//   - A general meeting is held by the constitution in force before its day
//     (rule 7.2); what it amends becomes a version in the transaction that
//     closes it.
//   - A notice, its roll and its letters are one transaction; the roll is who
//     was registered on that day and is never changed.
//   - All texts of a motion and all counts on it are kept. What decides is
//     worked out from them, in whatever order they were entered.
//   - The chair's vote counts only when the votes are equal, and only if the
//     chair casts it; a count that must hold it is refused. It is given by who
//     had the chair at the count, if a member: the votes of a count and the
//     chair's are never more than the members who were there together.
//   - Of a count and its recount the one stands that the meeting said. A count or
//     an outcome that was a mistake is set aside with the reason, never removed,
//     and not where something rests on it that came after it.
//   - A meeting that has ended keeps the quorum that it ended with, whatever the
//     register learns later of who was a member.
//   - What an earlier day of an adjourned meeting decided stands on the further one:
//     it is not voted on, counted again or set aside. The papers of an election of
//     that day may be counted again, by as many as were there then.
//   - A meeting that is adjourned keeps the roll of each day, its quorum and what it
//     decided. On the further day the same agenda continues without new business: who
//     is there is recorded again, they vote, and who is a member or an officer on that
//     day is what counts. What is due after the meeting is due after its last day.
//   - What a carried motion on procedure brings about (a motion lies on the table, a
//     ruling falls) is worked out at each reading, and kept when the meeting closes.
//   - The item that the chair took, the notes and the speakers decide nothing. Who
//     wanted to speak is deleted when the meeting closes or is adjourned.
//   - Duties of a meeting have the source "meeting:ID" and follow its dates.
//   - Every day that a meeting was arranged for is kept: a proposal that was in
//     time for the day that stood when it was received stays in time. The further
//     date of an AGM without a quorum takes over its proposals as they were
//     received, with the secretary's acceptance of late ones.
//
// Where the rules leave something to the program
//   - An adjourned meeting is the same meeting: it needs no notice of its further day.
//     Whether it needs a quorum again is an open question (4.2).
//   - The committee's minutes are due as those of an AGM are (4.5).
//   - Any officer may record who is at the door and open the meeting, because
//     any of them may be the senior one present (4.3).
//   - Counts of hands and ballots need tellers who are still there (4.11) and are
//     at most as many as those entitled who were there together since the count
//     before, without the chair (4.8); who was out and is back was there.
//   - The committee's quorum (6.2), and the presence of proposer and seconder of
//     a motion on the constitution (7.1), are asked for when a vote is taken: the
//     vote is declared whoever leaves before that.
//   - A notice holds while it is the latest and of the meeting's day. Members who
//     were told of another day are told again.
//   - A more formal count, or a further one by the same method, opens again what
//     was declared (4.10), while the meeting is open.
//   - After its notice an EGM takes a motion that names the proposal which it
//     words, and none else but on procedure (5.7): whether it words it is the
//     chair's to say.
//   - A notice that is too late is given only with a reason, which is kept and
//     stands in the minutes; whether the meeting is valid is not decided here.
package meetings
