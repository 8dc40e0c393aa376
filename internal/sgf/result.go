package sgf

import (
	"strings"
	"unicode/utf8"
)

// A Winner says how a game ended.
type Winner string

// The ways a game can end.
const (
	BlackWins Winner = "B"
	WhiteWins Winner = "W"
	Draw      Winner = "draw"
	Void      Winner = "void" // no result, or the game was broken off
	Unknown   Winner = "unknown"
	BothLose  Winner = "both_lose"
)

// What a Result can have in By instead of a number.
const (
	ByResignation = "resign"
	ByTime        = "time"
	ByForfeit     = "forfeit"
)

// A Result is a claimed result, as RE has it.
type Result struct {
	Winner Winner
	// By is the margin in points as an exact decimal without needless zeros
	// ("0.5", "12"), or [ByResignation], [ByTime] or [ByForfeit], or "" when
	// nothing is said.
	By string
}

// maxResult is how much of a result's text is read, in bytes.
const maxResult = 256

// A margin of more points than maxMargin is not believed. One of more than
// maxStones that is given in stones is no margin, but the winner's count.
const (
	maxMargin = MaxSize * MaxSize * one
	maxStones = 300 * one
)

// ParseResult reads the text of a result: the forms of FF[4] ("B+3.5",
// "W+Resign", "0", "Void", "?") and those that people and programs write
// instead, in English, Chinese, Japanese and Korean. A margin in stones of
// Chinese counting ("黑胜1又3/4子") is given in points, two for each. What it
// cannot read is [Unknown].
func ParseResult(text string) Result {
	if len(text) > maxResult {
		text = text[:maxResult]
		for len(text) > 0 && !utf8.ValidString(text[max(0, len(text)-utf8.UTFMax):]) {
			text = text[:len(text)-1]
		}
	}
	s := strings.TrimRight(fold(text), " .!")
	if strings.Contains(s, " ") {
		s = phrases.Replace(s)
	}
	if r, ok := readResult(s); ok {
		return r
	}
	// Something may follow the result: "B+R (see below)".
	if i := strings.IndexAny(s, "([{;"); i > 0 {
		if r, ok := readResult(strings.TrimSpace(s[:i])); ok {
			return r
		}
	}
	for i := 0; i < len(s); i++ {
		if s[i] == ',' && (i+1 == len(s) || s[i+1] < '0' || s[i+1] > '9') {
			if r, ok := readResult(strings.TrimSpace(s[:i])); ok {
				return r
			}
			break
		}
	}
	return Result{Winner: Unknown}
}

// readResult reads a folded text that is a result and nothing else.
func readResult(s string) (Result, bool) {
	switch s {
	case "", "?":
		return Result{Winner: Unknown}, true
	case "0", "1/2-1/2", "½-½", "0.5-0.5", "=":
		return Result{Winner: Draw}, true
	case "0-0":
		return Result{Winner: BothLose}, true
	}
	f, ok := findings{}, true
	for s != "" && ok {
		s, ok = f.next(s)
	}
	if ok || f.plus || f.wins && f.reason != "" {
		return f.conclude()
	}
	return Result{}, false
}

// findings are what the words of a result say.
type findings struct {
	colour  Winner // the first player named, or ""
	single  bool   // by a letter alone
	plus    bool   // a plus right after the player
	wins    bool
	loses   bool
	both    bool
	verdict Winner // Draw, Void, Unknown or BothLose, or ""
	reason  string // a constant of By
	did     bool   // the player named did what reason says
	winning bool   // reason is said of winners only
	margin  string // the number of points, or ""
	dubious bool   // it says two things at once
}

// next takes one word, sign or number off the start of a text; false if it is
// none that is known here.
func (f *findings) next(s string) (rest string, ok bool) {
	if s[0] == ' ' {
		return s[1:], true
	}
	if f.colour != "" && !f.plus && f.bare() && s[0] == '+' {
		f.plus = true
		return s[1:], true
	}
	word, rest := leadingWord(s)
	if means, known := resultWords[word]; known {
		f.take(word, means)
		return rest, true
	}
	a, in, rest, ok := leadingQuantity(s)
	if !ok {
		f.dubious = f.dubious || strings.HasPrefix(s, "-")
		return s, false
	}
	f.dubious = f.dubious || f.margin != ""
	f.margin = a.String()
	if a > maxMargin || in == unitStones && a > maxStones {
		f.margin = ""
	}
	return rest, true
}

// bare says that nothing is known but a player.
func (f *findings) bare() bool {
	return !f.wins && !f.loses && f.verdict == "" && f.reason == "" && f.margin == ""
}

// take notes what a word means.
func (f *findings) take(word string, m meaning) {
	switch {
	case m.colour != "" && f.colour == "":
		f.colour = m.colour
		f.single = len(word) == 1
	case m.colour != "":
		f.dubious = f.dubious || f.colour != m.colour
	}
	if m.reason != "" {
		f.dubious = f.dubious || f.reason != "" && f.reason != m.reason
		f.reason = m.reason
	}
	if m.verdict != "" {
		f.dubious = f.dubious || f.verdict != "" && f.verdict != m.verdict
		f.verdict = m.verdict
	}
	f.did = f.did || m.did
	f.winning = f.winning || m.winning
	f.wins = f.wins || m.wins
	f.loses = f.loses || m.loses
	f.both = f.both || m.both
}

// conclude puts the findings together; false if they do not make a result.
func (f *findings) conclude() (Result, bool) {
	switch {
	case f.dubious || f.wins && f.loses:
		return Result{}, false
	case f.both && f.loses:
		return Result{Winner: BothLose}, true
	case f.verdict != "":
		return Result{Winner: f.verdict}, f.colour == "" && !f.wins && !f.loses && f.reason == ""
	case f.colour == "" || f.both:
		return Result{}, false
	}
	by := f.margin
	if f.reason != "" {
		by = f.reason
	}
	if f.reason != "" && f.margin != "" {
		return Result{}, false
	}
	winner := f.colour
	if !f.plus && !f.wins && (f.loses || f.did) {
		winner = opponent(winner)
	} else if f.reason != "" && !f.plus && !f.wins && !f.single && !f.winning {
		return Result{}, false // "Black time" may mean either
	}
	return Result{winner, by}, true
}

func opponent(w Winner) Winner {
	if w == BlackWins {
		return WhiteWins
	}
	return BlackWins
}
