package events

import (
	"fmt"
	"strconv"

	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// drawPairs fills in the tables and who has none.
func drawPairs(page *DrawDeskPage, w *tournaments.Wallchart, r tournaments.Round, sent sentForm) {
	fixed := w.Fixed(r.Number)
	var above *tournaments.MatchChart
	for _, p := range w.Pairings(r.Number) {
		if p.Match != nil && p.Match != above {
			head := deskMatch(w, r, *p.Match)
			above = p.Match
			page.Pairs = append(page.Pairs, DrawPair{Match: head})
		}
		if p.Game.ID == 0 {
			idle := DrawIdle{Player: seatOf(placeOf(w.Event, w.Section), p.Black, "", r.Number), Text: kit.Capital(p.Idle)}
			switch p.Idle {
			case tournaments.Bye:
				idle.Reasons = reasonsOf("Why the bye", "", w.Reasons(r.ByeWhy))
			case tournaments.WithoutGame:
				idle.Reasons = reasonsOf("Why without a game", "", w.WhyThrough(r, p.Black.Entry.ID))
			}
			page.Without = append(page.Without, idle)
			continue
		}
		row := DrawPair{Pairing: pairingOf(w, p, r.Number, nil)}
		row.Terms = pairingTerms(w.Section, p, tournaments.Officials)
		if p.Match == nil { // of a match, why is asked of the teams
			row.Reasons = reasonsOf("Why this pair", scoresText(p), w.Reasons(p.Game.Why))
		}
		if row.Reasons != nil && page.Preview && !p.Game.Fixed && !w.Section.System.Settled() && !w.Section.Teams() {
			row.Reasons.Apart = fmt.Sprintf("%s?apart=%d-%d#why-not", roundDeskURL(w.Section.ID, r.Number), p.Game.White, p.Game.Black)
		}
		if p.Game.HandicapReason != "" {
			row.Badge = &kit.Badge{Kind: kit.KindNeutral, Text: "handicap set: " + p.Game.HandicapReason}
		} else if p.Game.Fixed {
			row.Badge = &kit.Badge{Kind: kit.KindNeutral, Text: "fixed"}
		}
		if p.Game.Result == pairing.NoResult && w.Event.TakesChanges() {
			pairActions(page, &row, w, r, p, fixed, sent)
		}
		page.Pairs = append(page.Pairs, row)
	}
}

// pairActions are the changes that one game of the draw still takes.
func pairActions(
	page *DrawDeskPage, row *DrawPair, w *tournaments.Wallchart, r tournaments.Round,
	p tournaments.Pairing, fixed []tournaments.FixedPair, sent sentForm,
) {
	g := p.Game
	id, here := strconv.FormatInt(int64(g.ID), 10), roundDeskURL(w.Section.ID, r.Number)
	small := func(name, url, label string, hidden ...kit.Hidden) *kit.PostButton {
		b := page.Button(name+id, url, label, hidden...)
		b.Kind, b.Small, b.For = "secondary", "small", ", table "+strconv.Itoa(g.Table)
		return b
	}
	if g.Handicap == 0 && !w.Section.Teams() {
		row.Swap = small("swap", kit.GameDeskURL(g.ID)+"/swap", "Swap colours", kit.VersionField(g.Version))
	}
	row.Stones = handicapForm(page, g, sent)
	row.Open = sent.to == row.Stones.Action
	if !page.Preview || w.Section.System.Settled() || w.Section.Teams() {
		return
	}
	white, black := entryHidden("white", g.White), entryHidden("black", g.Black)
	for _, f := range fixed {
		if f.White == g.White && f.Black == g.Black || f.White == g.Black && f.Black == g.White {
			row.LetGo = small("letgo", here+"/letgo", "Release the pair", kit.Hidden{
				Name: "fixed", Value: strconv.FormatInt(int64(f.ID), 10),
			})
		}
	}
	if row.LetGo == nil {
		row.Fix = small("fix", here+"/fix", "Fix this pair", white, black)
		row.Forbid = small(
			"forbid", here+"/forbid", "Do not pair these two", entryHidden("a", g.White), entryHidden("b", g.Black),
			kit.Hidden{Name: "only", Value: page.Round},
		)
	}
}

// handicapForm sets the handicap of a game.
func handicapForm(page *DrawDeskPage, g tournaments.Game, sent sentForm) *HandicapForm {
	id, action := kit.IDText(g.ID), kit.GameDeskURL(g.ID)+"/handicap"
	form := sent.form(&page.Page, sent.to == action, func(in *kit.Filling) {
		in.Set("handicap", strconv.Itoa(g.Handicap))
		in.Set("reason", g.HandicapReason)
	})
	return &HandicapForm{
		FormKey: page.Form("handicap" + id), Action: action, Hidden: []kit.Hidden{kit.VersionField(g.Version)},
		Stones: form.field(kit.Field{
			ID: "handicap-" + id, Name: "handicap", Label: "Handicap stones", Type: "number", Min: "0", Max: "25",
			Width: "short",
		}),
		Reason: form.field(kit.Field{ID: "reason-" + id, Name: "reason", Label: "Why", Required: true}),
	}
}

func entryHidden(name string, id tournaments.EntryID) kit.Hidden {
	return kit.Hidden{Name: name, Value: strconv.FormatInt(int64(id), 10)}
}

// scoresText is how far apart two players are before the round.
func scoresText(p tournaments.Pairing) string {
	if p.Black.Score == p.White.Score {
		return "level on " + p.Black.Score.String()
	}
	return p.Black.Score.String() + " against " + p.White.Score.String()
}

// reasonsOf is what each criterion says about a pair; nil without any.
func reasonsOf(title, value string, why []pairing.Reason) *Reasons {
	out := Reasons{Title: title, Value: value}
	for _, r := range why {
		if r.Text != "" {
			out.Criteria = append(out.Criteria, kit.Fact{Label: r.Criterion.Name(), Value: r.Text})
		}
	}
	if len(out.Criteria) == 0 {
		return nil
	}
	return &out
}

// costFacts is how the whole draw stands, criterion by criterion, each opening to its figures.
func costFacts(w *tournaments.Wallchart, costs []pairing.Cost) []kit.Fact {
	var facts []kit.Fact
	for _, cost := range costs {
		if cost.Criterion == pairing.CriterionLot {
			continue
		}
		facts = append(facts, kit.Fact{Label: cost.Criterion.Name(), Trace: &kit.Trace{
			Value: kit.Capital(w.Named(cost.Says())), Rule: kit.Capital(cost.Criterion.Definition()), Lines: cost.Figures(),
		}})
	}
	return facts
}
