// Package calendar writes what has a day into the files that calendar programs
// subscribe to (iCalendar, RFC 5545).
//
// Invariants
//   - An entry keeps its UID for good: a calendar program follows its changes
//     by the sequence, which never falls.
//   - What was cancelled stays in the file as cancelled, so that calendars take
//     it away.
//   - Lines end in CRLF and have at most 75 octets; no text can begin a line of
//     its own.
package calendar
