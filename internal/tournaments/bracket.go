package tournaments

import "nzgs/internal/pairing"

// BracketStage is one round of a knock-out, as its bracket shows it.
type BracketStage struct {
	Round int
	Name  string // "the semi-finals"
	Ties  []BracketTie
}

// BracketTie is one place of a bracket: two sides, of whom one goes through.
type BracketTie struct {
	Sides      [2]BracketSide
	Game       Game    // zero where there is none, or not yet, and in a section of teams
	Winner     EntryID // or the side of a team
	Drawn      bool    // its round is published
	ThirdPlace bool
}

// BracketSide is one side of a tie.
type BracketSide struct {
	Entry Entry // zero where it is not known yet, or where no one is
	Team  Team  // of a section of teams, in place of Entry
	Seed  int
	Free  bool // no one will be there
}

// Bracket is the bracket of a knock-out with all its rounds, from the published ones; none before the first of them:
// until then who meets whom is the director's.
func (w *Wallchart) Bracket() []BracketStage {
	if w.Section.System != pairing.Knockout || w.Published() == 0 {
		return nil
	}
	var out []BracketStage
	for _, st := range pairing.Stages(w.figures.event) {
		r, _ := w.Round(st.Round)
		stage := BracketStage{Round: st.Round, Name: st.Name}
		for _, t := range st.Ties {
			tie := BracketTie{Winner: EntryOf(t.Winner), Drawn: t.Drawn, ThirdPlace: t.ThirdPlace}
			for k, s := range t.Sides {
				tie.Sides[k] = BracketSide{Seed: s.Seed, Free: s.Free}
				tie.Sides[k].Entry, _ = w.Entry(EntryOf(s.ID))
				tie.Sides[k].Team, _ = w.Team(TeamOf(EntryOf(s.ID)))
			}
			if t.Game != nil && !w.Section.Teams() {
				tie.Game = *r.placeOf(EntryOf(t.Game.White)).game
			}
			stage.Ties = append(stage.Ties, tie)
		}
		out = append(out, stage)
	}
	return out
}
