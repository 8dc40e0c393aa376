package tournaments

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/formats"
	"nzgs/internal/pairing"
)

// TestATeamEventsFileGoesRound: a half-played team event, with a line-up of its own, an exchange and a forbidden pair, is
// the same after its file was taken in again, and goes on.
func TestATeamEventsFileGoesRound(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section, teams := teamsWorld(w, 5, 2)
		w.must(w.s.Forbid(ctx, w.director, ForbidInput{Section: section, A: teams[3].ID.Side(), B: teams[4].ID.Side()}))
		w.must(w.s.SetLineup(ctx, w.director, LineupInput{
			Team: teams[0].ID, Round: 1, Boards: []EntryID{teams[0].Players[2], 0},
		}))
		r := w.publish(section)
		w.must(w.s.ChangeByHand(ctx, w.director, HandInput{
			Round: r.ID, Version: r.Version, Kind: Exchange, Player: r.Matches[0].White.Side(), Other: r.Matches[1].White.Side(),
		}))
		r, _ = w.chart(section).Round(1)
		w.play(section, r, nil)
		r = w.publish(section)
		w.play(section, Round{Games: r.Games[:1]}, nil)
		was, lost := w.chart(section).File()
		w.must(was.Validate())
		if len(lost) > 0 {
			t.Errorf("lost: %v", lost)
		}
		data, _, err := formats.Write(formats.JSON, was)
		w.must(err)
		e, again := w.takeIn("teams.json", data)
		w.must(w.s.Announce(ctx, w.director, e.ID, e.Version))
		now, _ := w.chart(again).File()
		for what, pair := range map[string][2]any{
			"teams": {was.Event.Teams, now.Event.Teams}, "rounds": {was.Event.Played, now.Event.Played},
			"forbidden": {was.Event.ForbiddenTeams, now.Event.ForbiddenTeams}, "boards": {was.Event.Boards, now.Event.Boards},
		} {
			if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
				t.Errorf("%s: %s", what, diff)
			}
		}
		a, _ := w.chart(section).TeamStandings(0)
		b, _ := w.chart(again).TeamStandings(0)
		for i := range a.Rows {
			if a.Rows[i].Team.Name != b.Rows[i].Team.Name || a.Rows[i].Score != b.Rows[i].Score || a.Rows[i].Place != b.Rows[i].Place {
				t.Errorf("place %d: %s and %s", i+1, a.Rows[i].Team.Name, b.Rows[i].Team.Name)
			}
		}
		r, _ = w.chart(again).Round(2)
		w.play(again, Round{Games: r.Games[1:]}, nil)
		if third := w.publish(again); len(third.Matches) != 2 {
			t.Errorf("round 3: %+v", third.Matches)
		}
		public := w.chart(again).PublicFile()
		if len(public.Event.ForbiddenTeams) > 0 {
			t.Error("everyone sees which teams do not meet")
		}
		w.must(public.Validate())
		w.audited()
	})
}

// TestALineupToComeIsTheDirectors: the public file has no line-up of a round that is not published.
func TestALineupToComeIsTheDirectors(t *testing.T) {
	w := newWorldSQLite(t)
	_, section, teams := teamsWorld(w, 2, 2)
	w.must(w.s.SetLineup(ctx, w.director, LineupInput{Team: teams[0].ID, Round: 2, Boards: []EntryID{teams[0].Players[1]}}))
	f := w.chart(section).PublicFile()
	for _, team := range f.Event.Teams {
		if len(team.Lineups) > 0 {
			t.Errorf("%+v", team)
		}
	}
	if f, _ := w.chart(section).File(); len(f.Event.Teams[0].Lineups) != 1 {
		t.Errorf("the director’s file: %+v", f.Event.Teams[0])
	}
}

// TestTeamsFromAList: the column Team makes the teams; the column Board orders them, and without it the rating does.
func TestTeamsFromAList(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		form := aSection("Teams", 3, func(s *Settings) { s.Boards = 2 })
		e, section := w.event(form)
		list := "Name,Grade,Team,Board\nAsh Kea,3k,Nelson,2\nBirch Tui,5k,Nelson,1\nCedar Weka,9k,Otago,\nElm Moa,1k,otago,\n" +
			"Fir Huia,2k,Otago,x\nGorse Ruru,8k,,\n"
		l, err := w.s.ReadEntryList(ctx, w.director, e.ID, "list.csv", strings.NewReader(list))
		w.must(err)
		if row := l.Rows[4]; len(row.Warnings) == 0 || !strings.Contains(strings.Join(row.Warnings, " "), "“x” is not a board") {
			t.Errorf("%+v", row.Warnings)
		}
		_, err = w.s.ConfirmEntryList(ctx, w.director, l.ID, l.Version, nil)
		w.must(err)
		c := w.chart(section)
		var got []string
		for _, team := range c.Teams() {
			text := team.Name + ":"
			for _, id := range team.Players {
				text += " " + c.nameOf(id)
			}
			got = append(got, text)
		}
		if all := strings.Join(got, "; "); all != "Nelson: Birch Tui Ash Kea; Otago: Elm Moa Fir Huia Cedar Weka" {
			t.Errorf("%s", all)
		}
		_, err = w.s.Draw(ctx, w.director, section, 0)
		w.refused(err, apperr.Conflict, "Gorse Ruru is in no team yet")
		w.audited()
	})
}

// TestAFileOfAKnockoutOfTeams comes in and plays; a match of teams is none that the site has.
func TestAFileOfAKnockoutOfTeams(t *testing.T) {
	w := newWorldSQLite(t)
	data := `{"system":"%s","rounds":1,"boards":1,"players":[{"id":"a","name":"Ash, Mei","rating":"1d"},{"id":"b","name":"Birch, Tui","rating":"2d"}],
		"teams":[{"id":"A","players":["a"]},{"id":"B","players":["b"]}]}`
	_, err := w.s.ReadEventFile(ctx, w.director, "x.json", "", strings.NewReader(fmt.Sprintf(data, "knockout")))
	w.must(err)
	_, err = w.s.ReadEventFile(ctx, w.director, "x.json", "", strings.NewReader(fmt.Sprintf(data, "match")))
	w.refused(err, apperr.Invalid, "a Swiss, a McMahon, a round robin or a knock-out")
}

// TestTeamsInOtherSystems: a round robin follows its table with a team free each round; a McMahon starts by the rating.
func TestTeamsInOtherSystems(t *testing.T) {
	for _, system := range []pairing.System{pairing.RoundRobin, pairing.McMahon} {
		w := newWorldSQLite(t)
		_, section, teams := teamsWorld(w, 3, 2, func(s *Settings) { s.System = system })
		met := map[string]bool{}
		rounds := 3
		if system == pairing.McMahon {
			rounds = 1
		}
		for range rounds {
			r := w.publish(section)
			w.play(section, r, nil)
			for _, m := range r.Matches {
				met[fmt.Sprint(min(m.White, m.Black), max(m.White, m.Black))] = true
			}
		}
		if len(met) != rounds {
			t.Errorf("%s: %v", system, met)
		}
		c := w.chart(section)
		st, err := c.TeamStandings(0)
		w.must(err)
		if len(st.Rows) != 3 || st.Rows[0].Team.ID != teams[0].ID {
			t.Errorf("%s: %+v", system, st.Rows)
		}
		f, _ := c.File()
		redraws, err := pairing.Check(&f.Event)
		w.must(err)
		for _, r := range redraws {
			if len(r.Differences) > 0 {
				t.Errorf("%s, round %d: %+v", system, r.Round, r.Differences)
			}
		}
		if system == pairing.RoundRobin {
			_, err := w.s.AddTeam(ctx, w.director, TeamInput{Section: section, Name: "Late"})
			w.refused(err, apperr.Invalid, "no team can enter later")
		}
	}
}

// TestTeamsOfAFileHaveNamesThatCanBeRead: what the program writes names with is no part of one, one that is nothing else
// goes by its number in the file, and no two are alike.
func TestTeamsOfAFileHaveNamesThatCanBeRead(t *testing.T) {
	w := newWorldSQLite(t)
	_, section, _ := teamsWorld(w, 4, 1)
	w.publish(section)
	file, _ := w.chart(section).File()
	ids := file.Event.Teams
	ids[0].Name, ids[1].Name, ids[2].Name, ids[3].Name = "⟦⟧", "⟦1⟧", "Kea", "⟦KEA"
	data, _, err := formats.Write(formats.JSON, file)
	w.must(err)
	_, again := w.takeIn("teams.json", data)
	var names []string
	for _, team := range w.chart(again).Teams() {
		names = append(names, team.Name)
	}
	want := []string{string(ids[0].ID), "1", "Kea", "KEA (2)"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}

// TestALateListKeepsTheBoardsThatWerePlayed: who comes by a list once a round is published sits at no board of it.
func TestALateListKeepsTheBoardsThatWerePlayed(t *testing.T) {
	w := newWorldSQLite(t)
	e, section := w.event(aSection("Teams", 3, func(s *Settings) { s.Boards = 2 }))
	enter := func(list string) {
		w.t.Helper()
		l, err := w.s.ReadEntryList(ctx, w.director, e.ID, "list.csv", strings.NewReader(list))
		w.must(err)
		_, err = w.s.ConfirmEntryList(ctx, w.director, l.ID, l.Version, nil)
		w.must(err)
	}
	enter("Name,Grade,Team\nAsh Kea,3k,Nelson\nCedar Weka,9k,Otago\nElm Moa,10k,Otago\n")
	w.publish(section)
	was := w.chart(section).Matches(1)
	enter("Name,Grade,Team\nBirch Tui,5k,Nelson\n")
	c := w.chart(section)
	if n := len(c.Teams()[0].Players); n != 2 {
		t.Fatalf("%d players in the first team", n)
	}
	if diff := cmp.Diff(seatsOf(was), seatsOf(c.Matches(1))); diff != "" {
		t.Error(diff)
	}
}

// seatsOf are who sits at the boards of matches.
func seatsOf(matches []MatchChart) (out [][2]EntryID) {
	for _, m := range matches {
		for _, b := range m.Boards {
			out = append(out, [2]EntryID{b.Seats[0].ID, b.Seats[1].ID})
		}
	}
	return out
}
