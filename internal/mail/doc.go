// Package mail owns the outbox: letters to single people, written in the
// transaction of what they are about and sent afterwards by SMTP.
//
// Invariants
//   - A letter is queued in the transaction of its cause: no letter without its
//     cause, no cause without its letter.
//   - A letter has a key, and no key is queued twice: asking twice for the same
//     notice sends one.
//   - A letter is sent at most once. Where the program stopped between handing a
//     letter over and writing down that it did, the letter stays "sending" and
//     is shown as such: a person decides whether it goes again.
//   - What waited in a backup does not leave once it is restored, until an officer
//     releases it; nor does what the program would have written by itself since.
//   - Without a server, letters wait and the outbox shows what would have gone.
//
// It knows no offices: who may see the outbox is asked by those above.
package mail
