// Package ballot is the secret half of a postal vote (rules 5.10 and 5.11):
// what the tellers read from the voting papers, sealed so that nobody else can
// read it, and compared, counted and approved without telling what any paper
// says. It is pure: it knows no database, clock, file, web or person. The
// course of a vote (roll, tellers, envelopes, dates, declaration) is in package
// postal; docs/ballots.md says in plain words what all this protects from whom.
//
// # Words
//
//   - A [Package] is what the tellers get: motions, serials (as commitments,
//     in an order that says nothing) and the tellers' [Card]s. Its [Hash]
//     binds everything below to it.
//   - An [Identity] is a teller's secret, an age X25519 key kept under a
//     passphrase; its [Card] is the public half: an age recipient and an
//     Ed25519 key for approvals that is derived from the same secret. A [Test]
//     is a message that only the identity can answer, which proves both.
//   - A [Serial] is the random number on one voting paper, with a check
//     character. Who got which serial is forgotten when the papers are printed
//     and sent. A paper carries its voter's name
//     (rule 5.10), so the tellers do not need that list and nobody else may
//     have it.
//   - A [Paper] is one paper as one teller read it. Sealed it is a [Record]: a
//     random id and an age file of fixed size. [Package.Seal] and
//     [Package.Open].
//   - [Entries] is a teller's signed batch of records, as a file.
//   - A [Difference] between two tellers has a serial and a field, and never a
//     value. [Package.Compare].
//   - A [Result] is all that leaves the tellers' table: totals, the roots of the
//     two batches, both tellers' approvals. [Package.Count], [Result.Approve].
//
// # Invariants
//
//   - A paper's plaintext and its ciphertext have one size for all papers of a
//     vote, whatever is on them.
//   - A record's id is random and records are kept sorted by it, so that their
//     order says nothing about the order of entry, and a batch has one root
//     whatever order it is given in.
//   - A record names inside its seal the vote's package, the teller who entered
//     it, its own id and the serial: one of another vote, another teller,
//     another row is refused. A second one for a serial is told as a difference.
//   - Nothing is counted while two batches differ. Counts always add up: yes, no,
//     abstain and informal votes on every motion are the papers that were not
//     rejected.
//   - A result is approved only by tellers whose cards are in the package; what
//     is approved is every figure in it.
//   - No error and no String method tells a vote.
//   - Every reader bounds its input, refuses unknown, doubled and differently
//     written fields, and takes nothing but the one form this package writes.
//
// # A vote in the database
//
// Keep Records in a table whose primary key is the record's id and which has no
// row number (WITHOUT ROWID in SQLite) and no column but vote, teller, id and
// sealed; write them in [Shuffle]d batches. What a browser entered is sealed
// before anything is written.
package ballot
