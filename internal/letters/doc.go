// Package letters owns the letters that the society writes to many: by occasion
// (a subscription is due, a payment came in), and those that an officer, a
// club's secretary or a director writes to the people of a list.
//
// Invariants
//   - A letter has a key: what it is about and to whom. No key is written twice,
//     whoever presses at once and wherever the program stops.
//   - Nothing leaves that could not be seen before: who sends says what they saw,
//     and is shown the list again when it has changed since.
//   - A text is plain with named fields, checked when it is saved. What was sent
//     is kept as it was sent, with the version of its text.
//   - A letter goes to one person and names no one else's address. Answers go to
//     who wrote it.
//   - Whoever wants no more of a topic gets none; what the society must tell its
//     members has no topic.
//
// Sending is package mail's: this one writes into the outbox.
package letters
