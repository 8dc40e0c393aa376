package events

import (
	"net/url"
	"strconv"

	"nzgs/internal/members"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// FindTable finds a player's own table in what is being played: a few letters of a name are enough.
type FindTable struct {
	Action string
	Field  kit.Field
	Live   string // where the answer is read again when something changes
	Asked  bool
	None   string // what to do when no one, or too many, are found
	Found  []FoundTable
}

// FoundTable is where a player sits, or why nowhere.
type FoundTable struct {
	Player        Seat
	Round, Starts string
	Table, Colour string // Colour: "Black" or "White"
	Opponent      Seat
	Terms         kit.GameTerms
	Idle          string
	Result        string
}

// mostFound is how many players are shown at once.
const mostFound = 8

// maxFind bounds what is looked for, in characters.
const maxFind = 60

// findTable finds who has the words in the name, in the latest published round of every section;
// nil while nothing is played.
func findTable(e tournaments.Event, charts []*tournaments.Wallchart, words string) *FindTable {
	playing := false
	for _, w := range charts {
		playing = playing || w.Published() > 0
	}
	if !playing || !e.BeingPlayed() {
		return nil
	}
	words = kit.Shortened(words, maxFind)
	path := kit.EventURL(e.Slug)
	out := &FindTable{
		Action: path + "#find", Live: path,
		Field: kit.Field{
			ID: "find-name", Name: "find", Label: "Find my table", Type: "search", Value: words, Autocomplete: "off",
			Hint: "Some letters of your name.",
		},
	}
	folded := members.Fold(words)
	if folded == "" {
		return out
	}
	out.Asked, out.Live = true, path+"?find="+url.QueryEscape(words)
	n := 0
	for _, w := range charts {
		round := w.Published()
		for _, p := range w.Pairings(round) {
			for _, seat := range [...]struct {
				mine, other tournaments.Seat
				colour      string
			}{{p.Black, p.White, "Black"}, {p.White, p.Black, "White"}} {
				if seat.mine.Entry.ID == 0 || !kit.HasWords(members.Fold(seat.mine.Entry.Name), folded) {
					continue
				}
				if n++; n <= mostFound {
					out.Found = append(out.Found, foundTable(w, round, p, seat.mine, seat.other, seat.colour))
				}
			}
		}
	}
	switch {
	case n == 0:
		out.None = "No one of this name plays in the rounds that are published. Try fewer letters."
	case n > mostFound:
		out.None = kit.Plural(n, "player has", "players have") + " these letters: the first " + strconv.Itoa(mostFound) +
			" are shown. Type more of the name."
	}
	return out
}

func foundTable(
	w *tournaments.Wallchart, round int, p tournaments.Pairing, mine, other tournaments.Seat, colour string,
) FoundTable {
	out := FoundTable{Player: seatOf(placeOf(w.Event, w.Section), mine, "", round), Round: roundLabel(w, round)}
	if r, ok := w.Round(round); ok {
		out.Starts = r.Starts
	}
	if p.Game.ID == 0 {
		out.Idle = kit.Capital(p.Idle)
		return out
	}
	out.Table, out.Colour, out.Opponent = strconv.Itoa(p.Game.Table), colour, seatOf(placeOf(w.Event, w.Section), other, "", round)
	shown := pairingOf(w, p, round, nil)
	out.Terms, out.Result = shown.Terms, shown.Result
	return out
}
