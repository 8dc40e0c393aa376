// Package titles owns the society's titles: which there are, which sections decide them, and the roll of champions.
//
// A section of an event can decide a title. When its event is finished, the title is decided from the standings and posted
// to the roll; when the event was corrected and is finished again, what changed is reversed and posted again. Champions of
// earlier years are entered with their source, by hand or from a file.
//
// # Invariants
//
//   - A line of the roll is never changed or deleted, which the database refuses, and is reversed once.
//   - A title is held once a calendar year: by one section or one entry, by one person or several who share it.
//   - Only one transaction at a time changes titles (table title_head).
//   - A title's rule holds from a day on that is after every section that decides it, so that no event is played under one
//     rule and decided by another.
//
// # Readings
//
//   - The year of a title is the calendar year in which the event ends, and its day the event's last.
//   - Only a member on that day can hold it. A visitor keeps the place and the prize; the member next in the standings
//     takes the title.
//   - Players equal first by score are separated by the tie-breaks that the title names, whatever the section's are. Who is
//     equal in these too, and everyone equal first where it names none, shares the title.
//   - Who played no game in the section, only byes or defaults, cannot hold the title.
//   - While a finished event is reopened its title stands; it is decided again when the event is finished again.
//   - Once the event has begun, no one who plays in a section says which title it decides, and no one enters a title of
//     their own of an earlier year: another officer does.
//   - A champion of an earlier year is linked to someone in the register by member number alone, never by name.
package titles
