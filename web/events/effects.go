package events

import (
	"fmt"

	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// mostEffects is how many lines of one kind a list of effects has.
const mostEffects = 12

// effectLines says what another result would change, a line each.
func effectLines(e tournaments.Effects) []string {
	if e.None() {
		return []string{"Nothing else changes: no place, no draw, no rating."}
	}
	var lines []string
	lines = append(lines, shortened(len(e.Places), "place or score changes", "places or scores change", func(i int) string {
		p := e.Places[i]
		if p.Was == p.Now {
			return fmt.Sprintf("%s keeps place %s; score %s becomes %s.", p.Name, p.Was, p.WasScore, p.Score)
		}
		return fmt.Sprintf("%s: place %s becomes %s, score %s becomes %s.", p.Name, p.Was, p.Now, p.WasScore, p.Score)
	})...)
	for _, r := range e.Rounds {
		lines = append(lines, roundEffect(r))
	}
	lines = append(lines, shortened(len(e.Rating), "rating changes", "ratings change", func(i int) string {
		r := e.Rating[i]
		return fmt.Sprintf("%s: rating after the event %s becomes %s.", r.Name, r.Was, r.Now)
	})...)
	for i, l := range e.Later {
		if i == mostEffects {
			return append(lines, kit.Plural(len(e.Later)-i, "later event is", "later events are")+" also rated again.")
		}
		lines = append(lines, l.Name+" is rated again: "+kit.Plural(l.Players, "player’s rating changes", "players’ ratings change")+".")
	}
	return lines
}

// roundEffect says what a result changes in a round that is drawn.
func roundEffect(r tournaments.RoundEffect) string {
	stays := " The pairs that are published stay."
	if !r.Published {
		stays = " Draw it again before you publish it."
	}
	switch {
	case r.Why != "":
		return fmt.Sprintf("Round %d: it cannot be said who would be paired differently. %s", r.Round, r.Why)
	case len(r.Pairs) == 0 && r.Teams:
		return fmt.Sprintf("Round %d: the draw would pair the same teams.", r.Round)
	case len(r.Pairs) == 0:
		return fmt.Sprintf("Round %d: the draw would pair the same players.", r.Round)
	}
	named, more := r.Pairs, ""
	if len(named) > mostEffects {
		named, more = named[:mostEffects], fmt.Sprintf("%d more pairs", len(r.Pairs)-mostEffects)
	}
	named = append([]string(nil), named...)
	if more != "" {
		named = append(named, more)
	}
	return fmt.Sprintf("Round %d would now be drawn differently: %s.%s", r.Round, kit.AndList(named), stays)
}

// shortened is a line each of the first, and how many there are beside.
func shortened(n int, one, many string, line func(i int) string) []string {
	var lines []string
	for i := range min(n, mostEffects) {
		lines = append(lines, line(i))
	}
	if n > mostEffects {
		lines = append(lines, "And "+kit.Plural(n-mostEffects, "more "+one, "more "+many)+".")
	}
	return lines
}

// basisNotes is what everyone reads of how a result came about, where it was more than reported or
// entered: a ruling, a change of what was settled.
func basisNotes(b results.Basis) []string {
	var notes []string
	if b.Reason != "" {
		notes = append(notes, fmt.Sprintf("It had been %s. The director changed it: %s", b.Was, b.Reason))
	}
	for i, d := range b.Decisions {
		text := d.Text
		if d.Rule != "" {
			text += " (" + d.Rule + ")"
		}
		if i == 0 && b.ByReferee() {
			notes = append(notes, "Decided by the referee: "+text)
			continue
		}
		notes = append(notes, "Ruling of the referee: "+text)
	}
	if b.ByReferee() && len(b.Decisions) == 0 {
		notes = append(notes, "Decided by the referee.")
	}
	return notes
}
