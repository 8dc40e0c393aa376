// Package postal runs the postal vote on the motions of an extraordinary
// general meeting: rules 5.8 to 5.13 of the constitution, from the draft to
// the recorded destruction of the papers.
//
// A vote goes through the states of [State]; every step is an [Action] with
// the states it starts from, who may take it, and guards that are the rules'
// dates and conditions. A refusal names its rule. Outcomes and dates come from
// package constitution, with their traces; nothing is worked out twice.
//
// A vote on the motions of an EGM that is kept here is on exactly those that the
// meeting framed, in their order; there is one vote on them. One that is typed by
// hand names its meeting and says why, for everybody to see (rule 5.8).
//
// # Who sees what
//
//   - President and secretary prepare, freeze, print, despatch and declare.
//     They see how many papers came back, never whose and never a vote.
//   - The tellers of the vote keep the envelope register, enter the papers and
//     report. Nobody else can, whatever office is held.
//   - Everybody sees the motions once the papers are out, and the totals once
//     they are declared. Nothing about votes is shown before the closing, and
//     no total before both tellers agree on every paper.
//
// # What the database holds, and what it cannot tell
//
// The envelope register knows the member and that a paper came, never the
// paper's serial. An entry of a paper is sealed to the tellers' public keys
// before it reaches the database, as a row of a random id, the teller who
// entered it and a ciphertext of fixed size: no member, no serial, no time.
// Whenever entries are saved, all of that teller's are written anew in a
// random order, so that neither ids nor the order of storage follow the order
// of entry. Who has copies of the database from two moments sees which sealed
// rows are new in the later one, and not what is in them.
//
// No row links a member with a serial, not even encrypted under a key that the
// program keeps: serials are drawn when the papers are made and printed from a
// block that is encrypted under a print code. The code is shown once, to who
// makes the papers, and is not stored; the block is deleted when the papers go
// out. What remains of the serials is a sorted set of keyed hashes, by which an
// invented serial is found. Whoever prints papers sees names and serials, and
// never sees a serial with a vote. No paper goes through the outbox, for a
// letter is kept with its attachment.
//
// A teller's key is never stored. Where entries have to be opened (comparing,
// correcting, approving) the teller hands the key file and its passphrase in,
// for that one request. Entering needs no key.
//
// None of this protects from a server that was tampered with while tellers use
// it: for that there is entry on a teller's own machine. Nor can a paper be
// secret from the tellers, for rule 5.10 has the member's name on it.
package postal
