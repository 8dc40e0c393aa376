package results

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
)

// Key is one key of the results board.
type Key struct {
	Key    string // one lower-case letter
	Result pairing.Result
	Label  string // "White won"
}

// keys stand in the order of the legend. No two that mean different winners
// lie side by side on a keyboard.
var keys = []Key{
	{"w", pairing.WhiteWins, "White won"},
	{"b", pairing.BlackWins, "Black won"},
	{"j", pairing.Jigo, "Jigo"},
	{"x", pairing.WhiteDefault, "White won by default"},
	{"y", pairing.BlackDefault, "Black won by default"},
	{"l", pairing.BothLose, "Both lost"},
	{"o", pairing.BothDefault, "Neither came"},
	{"f", pairing.BothWin, "Both won"},
}

// fromFiles are results that event files of other programs bring; they have no key.
var fromFiles = []Key{
	{"", pairing.BothWinDefault, "Both won by default"},
	{"", pairing.JigoDefault, "Jigo by default"},
}

// Keys are the keys of the results board of a system, in the order of the legend. In a knock-out only one goes
// through, so that not both can have won.
func Keys(system pairing.System) []Key {
	return slices.DeleteFunc(slices.Clone(keys), func(k Key) bool {
		return system == pairing.Knockout && k.Result == pairing.BothWin
	})
}

// Label is a result as people read it: "White won", "Jigo", "White won by
// default"; "" for none.
func Label(r pairing.Result) string {
	for _, k := range slices.Concat(keys, fromFiles) {
		if k.Result == r {
			return k.Label
		}
	}
	return ""
}

// Parse reads a result as typed at the board: a key, or a code of package
// pairing. "" and "-" are no result.
func Parse(text string) (pairing.Result, error) {
	s := strings.ToLower(strings.TrimSpace(text))
	if s == "" || s == "-" {
		return pairing.NoResult, nil
	}
	for _, k := range keys {
		if s == k.Key || s == strings.ToLower(string(k.Result)) {
			return k.Result, nil
		}
	}
	return "", fmt.Errorf("%q is not a key for a result", text)
}

// decided reports whether a result is one of those that someone here can give a game.
func decided(r pairing.Result) bool {
	return slices.ContainsFunc(keys, func(k Key) bool { return k.Result == r })
}

// reportable are the results that players report themselves; a default is for
// the director to find.
func reportable(r pairing.Result) bool {
	return r == pairing.WhiteWins || r == pairing.BlackWins || r == pairing.Jigo
}

// maxMargin bounds a margin, in characters.
const maxMargin = 40

// tidyMargin is a margin without stray spaces; ok is false when it is too long.
func tidyMargin(s string) (margin string, ok bool) {
	s = strings.Join(strings.Fields(norm.NFC.String(s)), " ")
	return s, utf8.RuneCountInString(s) <= maxMargin
}

// changes reports whether saving the entry changes anything of the game: not
// the same result again. Whoever has not seen the margin that is there does not
// take it away by saying none.
func (in Entry) changes(g tournaments.Game) bool {
	unseen := in.Margin == "" && in.Version != g.Version
	return in.Result != g.Result || in.Margin != g.Margin && !unseen
}

// agree reports what two players' reports come to.
func agree(reports []Report) (result pairing.Result, margin string, both, agreed bool) {
	var black, white *Report
	for i := range reports {
		switch reports[i].Side {
		case BlackSide:
			black = &reports[i]
		case WhiteSide:
			white = &reports[i]
		}
	}
	if black == nil || white == nil {
		return "", "", false, false
	}
	margin = black.Margin
	if margin == "" {
		margin = white.Margin
	}
	return black.Result, margin, true, black.Result == white.Result
}

// standingOf says where a game's result stands.
func standingOf(result pairing.Result, reports []Report) Standing {
	_, _, both, agreed := agree(reports)
	switch {
	case result != pairing.NoResult:
		return Decided
	case both && !agreed:
		return Disputed
	case len(reports) > 0:
		return Reported
	}
	return Unreported
}

// lastToUndo is the change that undoing undoes: the last one that is not
// itself an undo and was not undone. The changes are in order.
func lastToUndo(changes []Change) (Change, bool) {
	for i := len(changes) - 1; i >= 0; i-- {
		if changes[i].Source != FromUndo && !changes[i].Undone {
			return changes[i], true
		}
	}
	return Change{}, false
}

// maxRuling bounds a ruling, in characters.
const maxRuling = 2000

func tidyText(s string) (text string, ok bool) {
	s = strings.TrimSpace(norm.NFC.String(strings.ReplaceAll(s, "\r\n", "\n")))
	return s, utf8.RuneCountInString(s) <= maxRuling
}

// Text is a game's result with its margin, as a table cell says it: "Black won
// by 4½". It is "" while there is no result.
func Text(g tournaments.Game) string {
	if g.Result == pairing.NoResult {
		return ""
	}
	text := Label(g.Result)
	switch {
	case g.Margin == "":
		return text
	case startsWithDigit(g.Margin):
		return text + " by " + g.Margin
	default:
		return text + ", " + g.Margin
	}
}

func startsWithDigit(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsDigit(r) || r == '½'
}
