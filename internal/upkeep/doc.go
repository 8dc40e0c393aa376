// Package upkeep knows how the program and what it stands on are: whether a change could be saved now, how much room
// there is, and when the society was backed up last.
//
// Invariants
//   - What is said to be well has been tried: a write that is rolled back, the room of the disk, the migrations, the head
//     of the log against the one seen last.
//   - Asking costs little, however often it is asked: an answer holds for a moment.
//
// It knows no offices: whoever runs the program reads it.
package upkeep
