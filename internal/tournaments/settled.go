package tournaments

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
)

// settledPairs refuses a decision about who meets whom where no one chooses it.
func (s Settings) settledPairs() string {
	source := s.System.Source()
	return strings.ToUpper(source[:1]) + source[1:] + "."
}

// settledBy is what a player is in who can no longer be taken out.
func (s Settings) settledBy() string {
	switch s.System {
	case pairing.Knockout:
		return "the bracket of the knock-out"
	case pairing.Match:
		return "the match"
	}
	return "the round robin’s table"
}

// settle drops settings that a knock-out and a match do not have, and those that only they have.
func (s *Settings) settle(f *apperr.Fields) {
	if s.System != pairing.Knockout {
		s.Knockout = pairing.KnockoutRules{}
	}
	s.PlayOut = s.PlayOut && s.System == pairing.Match
	s.checkTeams(f)
	s.Rated = s.Rated && !s.Pairs // a game of two pairs says little about each of the four
	switch s.System {
	case pairing.Knockout:
		s.Rounds = cmp.Or(s.Rounds, DefaultSettings().Rounds) // the bracket says, when it is drawn
		s.Knockout.Jigo = cmp.Or(s.Knockout.Jigo, pairing.JigoReplay)
		offered(f, "jigo", s.Knockout.Jigo, pairing.JigoReplay, pairing.JigoWhite, pairing.JigoBlack)
		if s.Seeding != pairing.SeedRandom && s.Seeding != pairing.SeedOrder {
			s.Seeding = pairing.SeedFold
		}
	case pairing.Match:
		if s.Seeding != pairing.SeedOrder {
			s.Seeding = pairing.SeedRandom
		}
	default:
		if s.Seeding == pairing.SeedOrder {
			f.Add("seeding", "Only a knock-out and a match go by the director’s order. Choose another way.")
		}
		return
	}
	s.TieBreaks, s.AbsenceHalf, s.Acceleration, s.Criteria = nil, false, pairing.Acceleration{}, nil
}

// keepsPairs refuses a change of what the pairs of a section rest on once round 1 is published.
func (s Settings) keepsPairs(next Settings, f *apperr.Fields) {
	switch {
	case !s.System.Settled():
	case next.Seed != s.Seed && s.System == pairing.RoundRobin:
		f.Add("seed", "Round 1 is published, so the table of the round robin can no longer be changed.")
	case next.Seed != s.Seed:
		f.Add("seed", "Round 1 is published, so its lot can no longer be changed.")
	case next.Seeding != s.Seeding && s.System != pairing.RoundRobin:
		f.Add("seeding", "Round 1 is published, so the seeds can no longer be changed.")
	}
}

// checkSettled checks an entry in a section whose pairs no one chooses.
func (e *Entry) checkSettled(section Section, f *apperr.Fields) {
	within(f, "seed", e.Seed, 0, maxFilePlayers)
	if e.EnteredIn > 1 && !f.Has("entered_in") {
		switch section.System {
		case pairing.RoundRobin:
			f.Add("entered_in", "The table of a round robin is made once; no one can enter later.")
		case pairing.Knockout:
			if section.Teams() { // the team is in it; a player may come later
				break
			}
			f.Add("entered_in", "The bracket of a knock-out is made once; no one can enter later.")
		}
	}
	if section.System != pairing.Knockout {
		return
	}
	if len(e.HalfByes) > 0 {
		f.Add("half_byes", "A knock-out has no half points: who does not play is out.")
	}
	if e.StartScore != 0 {
		f.Add("start_score", "Everyone starts a knock-out level. Leave this empty.")
	}
}

// seedApart refuses a place in the director's order that another player has.
func seedApart(f *apperr.Fields, e Entry, entries []Entry) {
	for _, other := range entries {
		if e.Seed > 0 && other.ID != e.ID && other.Seed == e.Seed {
			f.Add("seed", "%s is seed %d already. Choose another number.", other.Name, e.Seed)
		}
	}
}

// roundsOf gives the rounds that the section's event is planned with: those of the bracket for a knock-out.
func (f field) roundsOf() int {
	if f.section.System != pairing.Knockout {
		return f.section.Rounds
	}
	sides := 0
	for _, e := range f.entries {
		if !f.section.Teams() && e.Plays(1) && !e.neverPlays(1) {
			sides++
		}
	}
	for _, t := range f.teams {
		if f.teamPlays(t, 1) {
			sides++
		}
	}
	return max(pairing.BracketRounds(sides), publishedOf(f.rounds))
}

// onlyLosses is a player as a knock-out takes one: who does not play is absent, whatever else was agreed before the
// section became a knock-out.
func onlyLosses(p *pairing.Player, rounds int) {
	out := slices.Concat(p.Absent, p.HalfPointByes)
	if p.EnteredIn > 1 {
		out = append(out, 1)
	}
	p.Absent, p.HalfPointByes, p.EnteredIn, p.StartScore = upTo(sorted(out), rounds), nil, 0, 0
	p.Absent = slices.Compact(p.Absent)
}

// planned is how many rounds the section really has: a match ends when it is decided.
func (f field) planned() int {
	if f.section.System != pairing.Knockout && f.section.System != pairing.Match {
		return f.section.Rounds
	}
	ev := f.event(0)
	if ev.Validate() != nil {
		return ev.Rounds
	}
	return pairing.PlannedRounds(ev)
}

// next is the number of the round to draw next, and what stands in the way; see nextRound.
func (f field) next() (number int, why string) {
	number, why = nextRound(f.planned(), f.rounds)
	if why == "" || number == 0 {
		if undecided := f.undecided(); undecided != "" {
			return number, undecided
		}
	}
	return number, why
}

// left says what is left before the section is finished; "" when nothing is.
func (f field) left() string {
	return cmp.Or(allPlayed(f.planned(), f.rounds), f.undecided())
}

// undecided says which games of a knock-out have no winner; "" when all have.
func (f field) undecided() string {
	if f.section.System != pairing.Knockout || len(f.rounds) == 0 {
		return ""
	}
	if u := pairing.UndecidedIn(f.event(0)); u != nil {
		return f.undecidedText(u)
	}
	return ""
}

func (f field) undecidedText(u *pairing.Undecided) string {
	if f.section.Teams() {
		return f.levelMatches(u)
	}
	where := make([]int, len(u.Games))
	for i, g := range u.Games {
		where[i] = g.Table
	}
	if len(where) == 1 {
		return fmt.Sprintf(
			"Round %d has no winner at table %d. Replay the game, and enter the result of the replay.", u.Round, where[0],
		)
	}
	return fmt.Sprintf("Round %d has no winner at %s. Replay these games, and enter the results of the replays.", u.Round, tables(where))
}

// plays reports whether an entry is to be drawn in a round: in a knock-out, only who is still in.
func (f field) plays(e Entry, round int) bool {
	if f.section.System != pairing.Knockout || round == 1 || !e.Plays(round) {
		return e.Plays(round)
	}
	return pairing.StillIn(f.inputs(round).Event, round)[pairingID(f.sideOf(e))]
}

// sideOf is who goes through a bracket with an entry: itself, or its team.
func (f field) sideOf(e Entry) EntryID {
	if f.section.Teams() {
		return e.Team.Side()
	}
	return e.ID
}

// levelMatches says which matches of a knock-out of teams have no winner.
func (f field) levelMatches(u *pairing.Undecided) string {
	var names []string
	for _, g := range u.Games {
		names = append(names, f.called(EntryOf(g.White))+" – "+f.called(EntryOf(g.Black)))
	}
	return fmt.Sprintf(
		"Round %d has no winner in %s: level on the boards, the higher ones included. Play again what decides it and enter the "+
			"results, or set in the section who goes through.", u.Round, strings.Join(names, " and "),
	)
}

// Plays reports whether an entry is to be drawn in a round: in a knock-out, only who is still in.
func (w *Wallchart) Plays(e Entry, round int) bool { return w.field.plays(e, round) }

// Settings is the section as its form has it. The section of a wallchart has the rounds that are really played.
func (w *Wallchart) Settings() Settings { return w.field.section.Settings }

// What a player without an opponent has in a round.
const (
	Bye         = "bye"
	WithoutGame = "goes through without a game" // of a knock-out
	BoardWon    = "wins by default"             // of a team, a board
	TeamBye     = "the team has the bye"
	TeamThrough = "the team goes through without a match" // of a knock-out
)

func (s Settings) teamBye() string {
	if s.System == pairing.Knockout {
		return TeamThrough
	}
	return TeamBye
}

func (w *Wallchart) byeText(r Round, id EntryID) string {
	if w.Section.Teams() {
		e, _ := w.Entry(id)
		if slices.ContainsFunc(r.Matches, func(m TeamMatch) bool { return m.Has(e.Team) }) {
			return BoardWon
		}
		return w.Section.teamBye()
	}
	if w.Section.System == pairing.Knockout {
		return WithoutGame
	}
	return Bye
}

// WhyThrough says why a player of a knock-out needs no game in a round.
func (w *Wallchart) WhyThrough(r Round, id EntryID) []pairing.Reason {
	return w.Reasons(slices.DeleteFunc(slices.Clone(r.ByeWhy), func(why pairing.Reason) bool {
		return !strings.HasPrefix(why.Text, nameMark(id)+" ")
	}))
}

// Out reports whether a player of a knock-out has lost, or was not there.
func (w *Wallchart) Out(e Entry) bool {
	if w.Section.System != pairing.Knockout || w.Published() == 0 {
		return false
	}
	round := w.Published()
	if w.Progress(round).Complete() {
		round++
	}
	return !pairing.StillIn(w.field.event(round), round)[pairingID(w.field.sideOf(e))]
}

// Undecided says which games of a knock-out have a result and no winner; "" when there are none.
func (w *Wallchart) Undecided() string { return w.field.undecided() }
