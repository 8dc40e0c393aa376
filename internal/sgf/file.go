package sgf

import "fmt"

// DefaultMaxBytes is the longest input that is read when a [Reader] names no
// other limit: 64 MiB.
const DefaultMaxBytes = 64 << 20

// MaxWarnings is how many warnings a [File] or a [Record] keeps; of the rest
// it keeps the number.
const MaxWarnings = 100

// A File is what was read from one input.
type File struct {
	// Encoding names what the input was written in, as in "UTF-8", "GB18030",
	// "Shift_JIS" or "windows-1252". Plain ASCII is "UTF-8".
	Encoding string
	// Games are the games that could be read, in the order written.
	Games []Game
	// Warnings say what was mended while reading the text, in the order of the
	// text, at most [MaxWarnings]. What is mended in a game's properties and
	// moves is said by its [Record].
	Warnings []Warning
	// MoreWarnings is how many warnings there were beyond those kept.
	MoreWarnings int
	// Err is the first thing that could not be read, or nil. Games before and
	// after it are in Games all the same.
	Err *Error

	tree tree
}

// A Warning says what was mended, and where.
type Warning struct {
	// Game is the game's number in the file, from 1; 0 outside of games.
	Game int
	// Line and Column count from 1; the column counts characters of the
	// decoded text.
	Line, Column int
	Code         Code
	// Text is a sentence for people.
	Text string
}

// An Error says what could not be read, and where.
type Error struct {
	// Game is the game's number in the file, from 1; 0 outside of games.
	Game int
	// Line and Column count from 1; the column counts characters of the
	// decoded text.
	Line, Column int
	Code         Code
	// Text is a sentence for people, without the place.
	Text string
}

// Error is the sentence with its place.
func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Text)
}
