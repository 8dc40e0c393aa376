package sgf

import (
	"cmp"
	"fmt"
	"slices"
)

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
	// Warnings say what was repaired while reading the text, in the order of the
	// text, at most [MaxWarnings]. What is repaired in a game's properties and
	// moves is said by its [Record].
	Warnings []Warning
	// MoreWarnings is how many warnings there were beyond those kept.
	MoreWarnings int
	// Err is the first thing that could not be read, or nil. Games before and
	// after it are still in Games; anything further that cannot be read
	// is a warning.
	Err *Error

	tree tree
	err  Error // what Err points to
}

// A Warning says what was repaired, and where.
type Warning struct {
	// Game is the game's number in the file, from 1; 0 outside of games.
	Game int
	// Line and Column count from 1; the column counts characters of the
	// decoded text.
	Line, Column int
	Code         Code
	// Text is a sentence for people, without the place.
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

// A repair is a warning whose place is not yet counted out.
type repair struct {
	game   int
	offset int
	code   Code
	text   string
}

// repairs gathers what was repaired, up to a limit.
type repairs struct {
	kept []repair
	more int
}

func (m *repairs) reset() { m.kept, m.more = m.kept[:0], 0 }

func (m *repairs) add(game, offset int, code Code, text string) {
	if len(m.kept) >= MaxWarnings {
		m.more++
		return
	}
	m.kept = append(m.kept, repair{game, offset, code, text})
}

// full says that a further repair would not be kept, so that its sentence need
// not be made.
func (m *repairs) full() bool { return len(m.kept) >= MaxWarnings }

// place turns repairs into warnings in the order of the text, counting lines
// from a known place before all of them.
func (m *repairs) place(text []byte, from place, into []Warning) []Warning {
	if len(m.kept) == 0 {
		return into
	}
	slices.SortStableFunc(m.kept, func(a, b repair) int { return cmp.Compare(a.offset, b.offset) })
	for _, w := range m.kept {
		from = from.advance(text, w.offset)
		into = append(into, Warning{w.game, from.line, from.column, w.code, w.text})
	}
	return into
}
