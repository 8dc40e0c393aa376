// Package takeover brings a society that exists into an empty or young register: its people, their
// earlier membership, its clubs with their secretaries, its rating list and its finished events, from the
// files that the society has.
//
// Files wait, each with what its columns mean, and nothing of them is in the register before somebody has
// seen what each row would do and presses. Then everything is done in one transaction, or nothing.
//
// Invariants
//   - No row is taken for a person without its reason being said; one that may mean two people, or none, is asked about.
//   - The register's own data stays: a file fills what is empty, and changes what an earlier file has said.
//   - The same file again changes nothing, and a corrected file what it corrects: of each row that was taken it is
//     kept whom it meant, and a short hash of what it said.
//   - No letter is written. Terms that are taken over are renewals: no one becomes a new member by them, and who
//     was a member already is kept as one (members.Earlier), so that Rule 2.2 gives no free year.
//   - What was made is written down row by row: while nothing is built on it, it can be undone whole.
package takeover
