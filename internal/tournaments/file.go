package tournaments

import (
	"fmt"
	"slices"

	"nzgs/internal/formats"
	"nzgs/internal/pairing"
)

// File is the section as an event file, with the rounds published so far and their
// results, and what no event file holds: how much is in it that gets lost. Names are
// those of public pages. Pairs that are not allowed, and those fixed for the next
// round, are in it only for whoever directs the event, and so are the numbers that other associations
// know players by.
func (w *Wallchart) File() (*formats.File, []string) {
	ev := w.field.event(w.Published() + 1)
	if !w.directs {
		ev.Forbidden, ev.ForbiddenTeams = nil, nil
		w.onlyPlayedLineups(ev)
	}
	f := &formats.File{
		Name: w.fileName(), Place: w.Event.Place, From: w.Event.From, To: w.Event.To, Event: *ev,
	}
	if w.Section.BoardSize != UsualBoard {
		f.Board = w.Section.BoardSize
	}
	w.withSeeds(&f.Event)
	if w.directs && w.Published() < w.Section.Rounds {
		f.Fixed = w.field.fixedIn(w.Published() + 1)
	}
	numbers := make(map[pairing.ID]pairing.ID, len(ev.Players))
	for i := range ev.Players {
		p := &ev.Players[i]
		e, _ := w.Entry(EntryOf(p.ID))
		numbers[p.ID] = pairing.ID(fmt.Sprintf("p%d", p.Number))
		p.Name = e.Name
		if e.Partner != nil && len(p.Pair) == 2 {
			p.Pair = slices.Clone(p.Pair)
			p.Pair[0].Name, p.Pair[1].Name = e.Partner.FirstName, e.Partner.Name
		}
		person := formats.Person{Family: e.Family, Given: e.Given, Country: e.Country}
		if w.directs {
			person.PIN, person.Licence, person.AGA = e.PIN, e.Licence, e.AGA
		}
		f.People = append(f.People, person)
	}
	for i := range ev.Teams {
		t, _ := w.Team(TeamOf(EntryOf(ev.Teams[i].ID)))
		numbers[ev.Teams[i].ID] = pairing.ID(fmt.Sprintf("t%d", t.Number))
		ev.Teams[i].Name, ev.Teams[i].Captain = t.Name, t.Captain
	}
	numbered(f, numbers)
	return f, w.notInAFile()
}

// PublicFile is the section as an event file that anyone may have, whoever asks: without what only
// its director knows, the rounds to come that players will miss, and, before a round is published,
// the number of the lot.
func (w *Wallchart) PublicFile() *formats.File {
	public := *w
	public.directs = false
	f, _ := public.File()
	last := w.Published()
	for i := range f.Event.Players {
		p := &f.Event.Players[i]
		p.Absent, p.HalfPointByes = upTo(p.Absent, last), upTo(p.HalfPointByes, last)
	}
	f.Event.Seed = 0
	if r, ok := public.Round(last); ok {
		f.Event.Seed = r.Seed
	}
	public.roundSeeds(&f.Event)
	return f
}

// onlyPlayedLineups leaves out the line-ups of rounds to come, which only the director knows.
func (w *Wallchart) onlyPlayedLineups(ev *pairing.Event) {
	for i := range ev.Teams {
		ev.Teams[i].Lineups = slices.DeleteFunc(ev.Teams[i].Lineups, func(l pairing.Lineup) bool { return l.Round > w.Published() })
	}
}

// withSeeds gives each round of a file the lot that it was drawn with, and the file that of the next round.
func (w *Wallchart) withSeeds(ev *pairing.Event) {
	ev.Seed = w.field.seedOf(min(w.Published()+1, w.Section.Rounds))
	w.roundSeeds(ev)
}

// roundSeeds gives each round the lot that it was drawn with, where that is another than the file's.
func (w *Wallchart) roundSeeds(ev *pairing.Event) {
	for i := range ev.Played {
		ev.Played[i].Seed = 0
		if r, ok := w.Round(ev.Played[i].Number); ok && r.Seed != ev.Seed {
			ev.Played[i].Seed = r.Seed
		}
	}
}

// fileName is what the section is called outside of its event.
func (w *Wallchart) fileName() string { return w.Event.Name + ", " + w.Section.Name }

// numbered gives the players of a file's event other ids, wherever they stand.
func numbered(f *formats.File, ids map[pairing.ID]pairing.ID) {
	fixed := func(all []pairing.Fixed) {
		for i, fx := range all {
			all[i].White, all[i].Black = ids[fx.White], ids[fx.Black]
		}
	}
	for i := range f.Event.Players {
		f.Event.Players[i].ID = ids[f.Event.Players[i].ID]
	}
	for _, pairs := range [][][2]pairing.ID{f.Event.Forbidden, f.Event.ForbiddenTeams} {
		for i, pair := range pairs {
			pairs[i] = [2]pairing.ID{ids[pair[0]], ids[pair[1]]}
		}
	}
	all := func(list []pairing.ID) {
		for i, id := range list {
			list[i] = ids[id] // "" stays
		}
	}
	for i := range f.Event.Teams {
		t := &f.Event.Teams[i]
		t.ID = ids[t.ID]
		all(t.Players)
		for _, l := range t.Lineups {
			all(l.Boards)
		}
	}
	for _, r := range f.Event.Played {
		for i, g := range r.Games {
			r.Games[i].White, r.Games[i].Black = ids[g.White], ids[g.Black]
		}
		all(r.Byes)
		for i, m := range r.Matches {
			r.Matches[i] = pairing.Encounter{White: ids[m.White], Black: ids[m.Black]}
		}
		fixed(r.Fixed)
		fixed(r.FixedTeams)
	}
	fixed(f.Fixed)
}

// notInAFile says what the section has and no event file.
func (w *Wallchart) notInAFile() []string {
	var margins, komi, chosen, never int
	for _, r := range w.Rounds {
		if r.State != Published {
			continue
		}
		for _, g := range r.Games {
			if g.Margin != "" {
				margins++
			}
			if g.Komi != w.Section.komi(g.Handicap) {
				komi++
			}
			if g.HandicapReason != "" {
				chosen++
			}
		}
	}
	for _, e := range w.Entries {
		if e.neverPlays(w.Section.Rounds) {
			never++
		}
	}
	var out []string
	for _, lost := range []struct {
		n         int
		one, many string
	}{
		{margins, "by how much 1 game was won", "by how much %d games were won"},
		{komi, "the komi of 1 game, which is not the section’s", "the komi of %d games, which is not the section’s"},
		{chosen, "why the director chose the handicap of 1 game", "why the director chose the handicap of %d games"},
		{never, "1 player who left before playing", "%d players who left before playing"},
	} {
		switch {
		case lost.n == 1:
			out = append(out, lost.one)
		case lost.n > 1:
			out = append(out, fmt.Sprintf(lost.many, lost.n))
		}
	}
	return out
}
