package formats

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/pairing"
)

// maxProblems is how many problems of one file are kept; more help no one.
const maxProblems = 50

// Problem is one thing wrong with a file.
type Problem struct {
	Path    string // of the field, "players[2].rating"; or the element, "<Game>"
	Line    int    // from 1; 0 when the path says it all
	Column  int    // from 1; 0 when it is not known
	Message string
}

// String gives the problem as a line: "players[2].rating: …", "line 14, <Game>: …".
func (p Problem) String() string {
	var where []string
	if p.Line > 0 {
		at := fmt.Sprintf("line %d", p.Line)
		if p.Column > 0 {
			at += fmt.Sprintf(", column %d", p.Column)
		}
		where = append(where, at)
	}
	if p.Path != "" {
		where = append(where, p.Path)
	}
	if len(where) == 0 {
		return p.Message
	}
	return strings.Join(where, ", ") + ": " + p.Message
}

// Problems is everything wrong with a file, a line each. Past a limit the rest is only counted, or not looked for.
type Problems struct {
	List []Problem
	More int

	enough bool // stop reading
}

func (e *Problems) Error() string {
	lines := make([]string, 0, len(e.List)+1)
	for _, p := range e.List {
		lines = append(lines, p.String())
	}
	if e.More > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", e.More))
	}
	return strings.Join(lines, "\n")
}

func (e *Problems) add(p Problem) {
	if len(e.List) >= maxProblems {
		e.More++
		e.enough = true
		return
	}
	p.Path, p.Message = showable(p.Path, maxText), showable(p.Message, 3*maxText)
	e.List = append(e.List, p)
}

// showable makes a text fit to be shown, whatever strangers put into it: not too long, and without what moves a
// terminal's cursor.
func showable(s string, longest int) string {
	if len(s) > longest {
		s = strings.ToValidUTF8(s[:longest], "") + "…"
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return utf8.RuneError
	}, s)
}

func (e *Problems) at(path, format string, args ...any) {
	e.add(Problem{Path: path, Message: fmt.Sprintf(format, args...)})
}

func (e *Problems) line(line int, path, format string, args ...any) {
	e.add(Problem{Line: line, Path: path, Message: fmt.Sprintf(format, args...)})
}

// has reports whether a path has a problem already.
func (e *Problems) has(path string) bool {
	for _, p := range e.List {
		if p.Path == path {
			return true
		}
	}
	return false
}

// err is nil when nothing is wrong.
func (e *Problems) err() error {
	if len(e.List) == 0 {
		return nil
	}
	return e
}

// addInvalid takes over what the pairing rules have against an event, where it has not been said yet.
func (e *Problems) addInvalid(err error) {
	var invalid pairing.Invalid
	switch {
	case errors.As(err, &invalid):
		for _, f := range invalid {
			if !e.has(f.Path) {
				e.at(f.Path, "%s", f.Message)
			}
		}
	case err != nil:
		e.at("", "%s", err)
	}
}

// problem is a single problem as an error.
func problem(path, format string, args ...any) error {
	e := &Problems{}
	e.at(path, format, args...)
	return e
}

// Notes are remarks for the person who reads or writes a file, each a sentence without its full stop: what a format
// could not hold, what was taken for what.
type Notes []string

func (n *Notes) add(format string, args ...any) {
	*n = append(*n, showable(fmt.Sprintf(format, args...), 10*maxText))
}

// few notes what was left out of a file, the first of many: a bad game blocks no file, and a file of bad games fills no
// page.
type few int

const maxFew = 20

func (n *few) add(notes *Notes, format string, args ...any) {
	if *n++; *n <= maxFew {
		notes.add(format, args...)
	}
}

// refuse makes a problem of what was left out where it is more than what was read: then it is not one bad game, but the file
// that is read wrongly.
func (n few) refuse(p *Problems, games int, notes Notes) {
	if int(n) > max(2, games) {
		p.at("", "%s cannot be read, and %d can; the first: %s", count(int(n), "game"), games, notes[0])
	}
}

// rest says how many more there were.
func (n few) rest(notes *Notes) {
	if n > maxFew {
		notes.add("%d more games, byes or lines like these", int(n)-maxFew)
	}
}

// list joins names as a sentence does, the tail of a long list as a number.
func list(names []string) string {
	const shown = 6
	if len(names) > shown+1 {
		names = append(names[:shown:shown], fmt.Sprintf("%d others", len(names)-shown))
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// count gives a number with its noun: "1 game", "3 games".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
