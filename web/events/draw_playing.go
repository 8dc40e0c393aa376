package events

import (
	"slices"
	"strconv"

	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// playing fills in who plays the round and who does not.
func playing(page *DrawDeskPage, w *tournaments.Wallchart, round int) {
	n := 0
	for _, e := range byName(w.Entries) {
		if w.Section.System == pairing.Knockout && e.Plays(round) && !w.Plays(e, round) {
			continue // out
		}
		if e.Withdrawn && round > e.WithdrawnAfter {
			continue
		}
		row := PlayingRow{Player: playerSeat(placeOf(w.Event, w.Section), e), Plays: e.Plays(round)}
		row.Player.URL = entryURL(e.ID) + "?back=" + roundDeskURL(w.Section.ID, round)
		hidden := []kit.Hidden{
			kit.VersionField(e.Version), {Name: "round", Value: strconv.Itoa(round)},
			{Name: "back", Value: roundDeskURL(w.Section.ID, round)},
		}
		id := strconv.FormatInt(int64(e.ID), 10)
		switch {
		case row.Plays:
			n++
			row.Toggle = page.Button(
				"absent"+id, entryURL(e.ID)+"/absent", "Sits out", append(hidden, kit.Hidden{Name: "plays", Value: "no"})...,
			)
		case round < e.EnteredIn:
			row.Text = "enters in round " + strconv.Itoa(e.EnteredIn)
		case e.In(round) && !slices.Contains(e.HalfByes, round):
			row.Text = "absent"
			row.Toggle = page.Button(
				"absent"+id, entryURL(e.ID)+"/absent", "Plays after all",
				append(hidden, kit.Hidden{Name: "plays", Value: "yes"})...,
			)
		default:
			row.Text = "half-point bye"
		}
		if row.Toggle != nil {
			row.Toggle.Kind, row.Toggle.Small, row.Toggle.For = "secondary", "small", ": "+e.Name
		}
		page.Playing = append(page.Playing, row)
	}
	page.Count = kit.Plural(n, "player", "players")
	if w.Section.Teams() {
		page.Count += " in " + kit.Plural(len(w.Teams()), "team", "teams")
	} else if n%2 == 1 && !w.Section.System.Settled() {
		page.Count += ": an odd number, so one has a bye"
	}
}
