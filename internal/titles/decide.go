package titles

import (
	"fmt"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
)

// Rule is how players who are equal first by score are separated, for events that begin on From or later.
type Rule struct {
	From   civil.Date
	Breaks []pairing.TieBreak // none: they share the title
}

// String is the rule in a sentence.
func (r Rule) String() string {
	if len(r.Breaks) == 0 {
		return "Players equal first by score share the title."
	}
	return "Players equal first by score are separated by " + breaksText(r.Breaks) + "; who is still equal shares the title."
}

func breaksText(breaks []pairing.TieBreak) string {
	names := make([]string, len(breaks))
	for i, b := range breaks {
		names[i] = BreakName(b)
	}
	return strings.Join(names, ", then ")
}

// BreakName is what people call a tie-break.
func BreakName(b pairing.TieBreak) string {
	switch b {
	case pairing.Wins:
		return "games won"
	case pairing.WinsWithBlack:
		return "games won with Black"
	case pairing.ByRating:
		return "rating"
	}
	return string(b)
}

// Player is a player of a finished section, who played a game in it. Places are by the title's rule.
type Player struct {
	Person  PersonID
	Place   int      // with the title's tie-breaks; several may have it
	Score   string   // "4½"
	Figures []string // by the rule's tie-breaks: "SOS 22"
	Member  bool     // on the event's last day
}

// Verdict is who holds a title, with the arithmetic; no one where no member played.
type Verdict struct {
	Holders []PersonID
	Lines   []string // {12} stands for the name of person 12
}

// Decide decides a title from the players of a section, the best first. Rule 1.2.
func Decide(rule Rule, players []Player, day civil.Date) Verdict {
	var v Verdict
	held := 0
	for _, p := range players {
		switch {
		case held != 0 && p.Place != held:
			v.say("%s: after that.", p.told(rule))
			return v
		case !p.Member:
			v.say("%s: not a member on %s, and cannot hold the title. The place and the prize are theirs.", p.told(rule), day.Long())
		default:
			held = p.Place
			v.Holders = append(v.Holders, p.Person)
			v.say("%s: a member on %s.", p.told(rule), day.Long())
		}
	}
	if len(v.Holders) == 0 {
		v.say("No member played: no one holds the title.")
	}
	return v
}

func (v *Verdict) say(format string, args ...any) {
	v.Lines = append(v.Lines, fmt.Sprintf(format, args...))
}

// told is a player's line of the standings: "Place 2, {12}, 4½, SOS 22".
func (p Player) told(rule Rule) string {
	parts := append([]string{fmt.Sprintf("Place %d", p.Place), mark(p.Person), "score " + p.Score}, p.Figures...)
	return strings.Join(parts, ", ")
}

// mark stands for a person in a trace that is kept: names are those of the day on which it is read.
func mark(id PersonID) string { return fmt.Sprintf("{%d}", id) }
