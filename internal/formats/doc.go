// Package formats carries an event between files and the values the draw works with: bytes in, values out, and back. It
// knows no database, clock or web.
//
// A [File] is a [pairing.Event] with what files say about it besides. The formats are our own JSON, which holds
// everything ([JSON]); the tournament files of OpenGotha ([OpenGotha]); the two result lists that rating offices take,
// the European .h9 ([H9]) and the French .tou ([TOU]); and a table for spreadsheets ([CSV]). docs/event-file.md
// describes each of them. A [PlayersList] is the rating list as Go programs look players up in it.
//
// Invariants
//   - [Read] gives a file that can be drawn and ranked, or [Problems] and nothing: never half a file. It reports every
//     problem it finds, with the path, the line or the element, up to a limit.
//   - What a format cannot hold is never dropped without a note: [Read] and [Write] give a note for each such thing.
//   - Writing as JSON and reading again changes nothing. The other formats change nothing of what they can hold.
//   - Files are what strangers send: size, depth and the number of everything are bounded, entities are not expanded,
//     and nothing recurses on input.
package formats
