package formats

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// width says how much of what an event can have a drawn file makes use of.
type width string

const (
	everything width = "everything"
	common     width = "common" // what OpenGotha and result lists have as well
)

// drawFile makes a file that is in order, with a history that can have happened.
func drawFile(t *rapid.T, w width) *File {
	f := &File{
		Name: drawText(t, "name"), Place: drawText(t, "place"),
		From:    civil.On(2026, time.July, rapid.IntRange(1, 31).Draw(t, "day")),
		Country: rapid.SampledFrom([]string{"", "NZ", "AU"}).Draw(t, "country"),
		Time:    TimeLimit{Minutes: 60, Overtime: ByoYomi, Seconds: rapid.IntRange(0, 60).Draw(t, "seconds")},
	}
	f.To = f.From
	ev := &f.Event
	*ev = pairing.Event{
		System: rapid.SampledFrom([]pairing.System{pairing.Swiss, pairing.McMahon}).Draw(t, "system"),
		Rounds: rapid.IntRange(1, 6).Draw(t, "rounds"),
		Seeding: rapid.SampledFrom([]pairing.Seeding{
			pairing.SeedSlide, pairing.SeedFold, pairing.SeedRandom,
		}).Draw(t, "seeding"),
		Handicap:  pairing.HandicapRule{By: scale.ByNone, Ceiling: scale.DefaultCeiling},
		TieBreaks: []pairing.TieBreak{pairing.SOS, pairing.SODOS}, Unplayed: pairing.UnplayedZero,
		Komi: scale.HalfPoints(rapid.SampledFrom([]int32{0, 13, 15, -1}).Draw(t, "komi")),
	}
	if rapid.Bool().Draw(t, "handicap") {
		ev.Handicap = pairing.HandicapRule{
			By: scale.ByGrade, Ceiling: rapid.IntRange(1, 9).Draw(t, "ceiling"),
			Reduction: rapid.IntRange(-3, 8).Draw(t, "reduction"),
		}
		if ev.System == pairing.McMahon && rapid.Bool().Draw(t, "by score") {
			ev.Handicap.By = scale.ByScore
		}
		if top := scale.Grade(rapid.IntRange(-20, 8).Draw(t, "top")); rapid.Bool().Draw(t, "topped") {
			ev.Handicap.Top = &top
		}
	}
	if ev.System == pairing.McMahon {
		floor, bar := scale.Rating(-100), scale.Rating(30)
		ev.Floor, ev.Bar, ev.StartByGrade = &floor, &bar, true
	}
	if w == everything {
		drawRest(t, f)
	}
	for i := range rapid.IntRange(1, 12).Draw(t, "players") {
		drawPlayer(t, f, i, w)
	}
	played := rapid.IntRange(0, ev.Rounds).Draw(t, "played")
	for n := 1; n <= played; n++ {
		ev.Played = append(ev.Played, drawRound(t, f, n))
	}
	for k := len(ev.Played); w == common && k > 0 && len(ev.Played[k-1].Games)+len(ev.Played[k-1].Byes) == 0; k-- {
		ev.Played = ev.Played[:k-1] // a round in which no one played is only our own format's
	}
	if w == everything {
		drawPairs(t, f)
	}
	if !slices.ContainsFunc(f.People, func(p Person) bool { return p != Person{} }) {
		f.People = nil
	}
	return f
}

// drawGothaSettings draws what OpenGotha and we both know of how rounds and places are counted.
func drawGothaSettings(t *rapid.T, ev *pairing.Event) {
	yes := func(what string) bool { return rapid.Bool().Draw(t, what) }
	ev.AbsenceHalf, ev.HalvesDown, ev.OpponentsHalf = yes("absence half"), yes("halves down"), yes("opponents half")
	ev.Bye = rapid.SampledFrom([]pairing.ByeWorth{"", pairing.ByeHalf, pairing.ByeNothing}).Draw(t, "bye")
	if yes("categories") {
		ev.Categories, ev.BeforeScore = []scale.Grade{1, -9}, []pairing.TieBreak{pairing.CAT}
	}
	more := []pairing.TieBreak{pairing.DC, pairing.EXT, pairing.EXR, pairing.ByRank, pairing.CPS, pairing.ByRating}
	ev.TieBreaks = append(ev.TieBreaks, rapid.SampledFrom(more).Draw(t, "further"))
	if ev.Seeding != pairing.SeedFold && ev.Rounds > 1 && yes("reseed") {
		ev.Reseed = pairing.Reseed{From: rapid.IntRange(2, ev.Rounds).Draw(t, "from"), Seeding: pairing.SeedFold}
	}
	for i := range ev.Players {
		p := &ev.Players[i]
		if grade := p.Rating.Grade() - 1; yes("graded") {
			p.Grade = &grade
		}
		if ev.System == pairing.McMahon {
			p.StartScore = pairing.OnePoint * pairing.Score(rapid.IntRange(-3, 3).Draw(t, "correction"))
		}
	}
}

func drawText(t *rapid.T, label string) string {
	return rapid.SampledFrom([]string{
		"", "Open", "Whangārei", "Zoë & Co <x>", "李 昌鎬", "\"a\", 'b'; c", "[x] ]", "=1+1", "Šimůnek", "a_b",
		strings.Repeat("Wellington", 5),
	}).Draw(t, label)
}

// drawRest adds settings that our own format alone has.
func drawRest(t *rapid.T, f *File) {
	ev := &f.Event
	ev.System = rapid.SampledFrom([]pairing.System{
		pairing.Swiss, pairing.McMahon, pairing.RoundRobin,
	}).Draw(t, "any system")
	ev.Seeding = rapid.SampledFrom([]pairing.Seeding{
		pairing.SeedClosest, pairing.SeedHandicap, pairing.SeedSlide,
	}).Draw(t, "any seeding")
	ev.Seed = rapid.Uint64().Draw(t, "seed")
	ev.Unplayed = rapid.SampledFrom([]pairing.Unplayed{
		pairing.UnplayedHalf, pairing.UnplayedVirtual, pairing.UnplayedZero,
	}).Draw(t, "unplayed")
	ev.Criteria = rapid.Permutation(pairing.Criteria()).Draw(t, "criteria")[:rapid.IntRange(0, 7).Draw(t, "so many")]
	ev.TieBreaks = rapid.Permutation(pairing.TieBreaks()).Draw(t, "tie-breaks")[:rapid.IntRange(0, 9).Draw(t, "so many")]
	ev.Apart = pairing.Apart{Firm: rapid.IntRange(0, 3).Draw(t, "firm"), Weak: rapid.IntRange(0, 3).Draw(t, "weak")}
	ev.Acceleration = pairing.Acceleration{
		Rounds: rapid.IntRange(0, 3).Draw(t, "accelerated"), Points: pairing.Score(rapid.IntRange(0, 3).Draw(t, "lent")),
	}
	ev.AbsenceHalf, ev.HandicapInSOSM = rapid.Bool().Draw(t, "absence"), rapid.Bool().Draw(t, "sosm")
	if ev.System != pairing.McMahon || ev.Handicap.Top == nil {
		ev.Handicap.By, ev.Handicap.Top = scale.ByRating, nil
	}
	ev.Handicap.EvenUnderHalf = rapid.Bool().Draw(t, "even")
	f.Class = rapid.SampledFrom([]string{"", "A", "D"}).Draw(t, "class")
	f.Comment = drawText(t, "comment")
	if ev.System != pairing.McMahon {
		ev.Bar, ev.Floor = nil, nil
	} else if rapid.Bool().Draw(t, "bands") {
		ev.Bar, ev.Floor, ev.Bands, ev.Handicap.Top = nil, nil, []scale.Rating{-55, 0, 21}, nil
	}
}

func drawPlayer(t *rapid.T, f *File, i int, w width) {
	given := rapid.SampledFrom([]string{"Aroha", "Zoë", "J.-P.", "Mere Ana", "明"}).Draw(t, "given")
	family := rapid.SampledFrom([]string{"Ngata", "van Dyk", "Te Rangi", "Šimůnek", "李", "O'Brien; x"}).Draw(t, "family")
	name, person := joinName(family+fmt.Sprint(i), given)
	p := pairing.Player{
		ID: pairing.ID(fmt.Sprintf("p%d", i+1)), Name: name,
		Rating: scale.Rating(rapid.Int32Range(-280, 90).Draw(t, "rating")),
		Club:   rapid.SampledFrom([]string{"", "Well", "Nels", "Auckland"}).Draw(t, "club"),
	}
	rounds := rapid.Permutation([]int{1, 2, 3, 4, 5, 6}).Draw(t, "rounds")
	rounds = slices.DeleteFunc(rounds, func(n int) bool { return n > f.Event.Rounds })
	p.Absent = slices.Sorted(slices.Values(rounds[:rapid.IntRange(0, min(2, len(rounds))).Draw(t, "absent")]))
	person.Country = rapid.SampledFrom([]string{"", "CZ"}).Draw(t, "country")
	if f.Event.System == pairing.McMahon && rapid.Bool().Draw(t, "raised") {
		p.StartScore = pairing.OnePoint
	}
	if w == everything {
		rest := rounds[len(p.Absent):]
		p.HalfPointByes = rest[:rapid.IntRange(0, min(2, len(rest))).Draw(t, "half-point byes")]
		p.ID = pairing.ID(fmt.Sprintf("%s%d", rapid.SampledFrom([]string{"p", "=x", "Ā b", "\"", "\\"}).Draw(t, "id"), i))
		p.City, p.Number = drawText(t, "city"), 100-i
		p.StartScore = pairing.Score(rapid.IntRange(0, 5).Draw(t, "start"))
		person.Points = rapid.IntRange(-5, 4).Draw(t, "points")
		if rapid.Bool().Draw(t, "late") && f.Event.System != pairing.RoundRobin {
			p.EnteredIn = rapid.IntRange(1, f.Event.Rounds).Draw(t, "entered")
		}
		if rapid.Bool().Draw(t, "withdrawn") {
			p.WithdrawnAfter = rapid.IntRange(max(1, p.EnteredIn), f.Event.Rounds).Draw(t, "withdrawn after")
		}
		if rapid.Bool().Draw(t, "graded") {
			grade := scale.Grade(rapid.IntRange(-20, 5).Draw(t, "grade"))
			p.Grade = &grade
		}
	}
	f.Event.Players = append(f.Event.Players, p)
	f.People = append(f.People, person)
}

// drawRound seats whoever is there at random; some stay without a game.
func drawRound(t *rapid.T, f *File, n int) pairing.Round {
	var there []pairing.ID
	for i := range f.Event.Players {
		if notThere(&f.Event.Players[i], n) == "" {
			there = append(there, f.Event.Players[i].ID)
		}
	}
	r := pairing.Round{Number: n}
	if len(there) > 1 {
		there = rapid.Permutation(there).Draw(t, "seats")
	}
	outcomes := pairing.Results()
	for len(there) > 1 {
		g := pairing.Game{
			Table: len(r.Games) + 1, White: there[0], Black: there[1], Result: rapid.SampledFrom(outcomes).Draw(t, "result"),
		}
		g.Handicap = rapid.IntRange(0, 9).Draw(t, "handicap")
		r.Games, there = append(r.Games, g), there[2:]
	}
	if len(there) > 0 {
		r.Byes = there
	}
	return r
}

func drawPairs(t *rapid.T, f *File) {
	players := f.Event.Players
	if len(players) > 1 && rapid.Bool().Draw(t, "forbidden") {
		f.Event.Forbidden = [][2]pairing.ID{{players[0].ID, players[1].ID}}
	}
	for i := range f.Event.Played {
		r := &f.Event.Played[i]
		if len(r.Games) > 0 && rapid.Bool().Draw(t, "fixed") {
			r.Fixed = append(r.Fixed, pairing.Fixed{
				White: r.Games[0].White, Black: r.Games[0].Black, Colours: pairing.ColoursByDraw,
			})
		}
		if len(r.Byes) > 0 && rapid.Bool().Draw(t, "fixed bye") {
			r.Fixed = append(r.Fixed, pairing.Fixed{White: r.Byes[0]})
		}
	}
	if next := f.NextRound(); next <= f.Event.Rounds && notThere(&players[0], next) == "" {
		f.Fixed = []pairing.Fixed{{White: players[0].ID}}
	}
}

// Our own format keeps everything.
func TestJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFile(t, everything)
		data, _, err := Write(JSON, f)
		if err != nil {
			t.Fatal(err)
		}
		again, notes, err := Read(JSON, data)
		if err != nil || len(notes) > 0 {
			t.Fatalf("%v, %v\n%s", err, notes, data)
		}
		if diff := cmp.Diff(f, again, sameValues); diff != "" {
			t.Fatalf("%s\n%s", diff, data)
		}
	})
}

// OpenGotha's format keeps what it has: players, games and McMahon groups.
func TestGothaKeepsWhatBothKnow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFile(t, common)
		drawGothaSettings(t, &f.Event)
		data, _, err := Write(OpenGotha, f)
		if err != nil {
			t.Fatal(err)
		}
		again, _, err := Read(OpenGotha, data)
		if err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		want := *f
		want.Event.Players, want.People = slices.Clone(f.Event.Players), slices.Clone(f.People)
		want.Country = ""
		for i := range want.Event.Players {
			p := &want.Event.Players[i]
			p.Club = map[string]string{"": "", "Well": "Well", "Nels": "Nels", "Auckland": "Auck"}[p.Club]
			if want.People == nil {
				want.People = make([]Person, len(want.Event.Players))
			}
			want.People[i].Country = f.countryOf(i)
		}
		if !slices.ContainsFunc(want.People, func(p Person) bool { return p != Person{} }) {
			want.People = nil
		}
		if diff := cmp.Diff(&want, again, sameValues); diff != "" {
			t.Fatalf("%s\n%s", diff, data)
		}
		twice, _, err := Write(OpenGotha, again)
		if err != nil || string(twice) != string(data) {
			t.Fatalf("%v\n%s", err, cmp.Diff(string(data), string(twice)))
		}
	})
}

// Result lists and tables keep who played whom with what result, and so everyone's score.
func TestListsKeepScores(t *testing.T) {
	for _, format := range []Format{H9, TOU, CSV} {
		t.Run(string(format), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				f := drawFile(t, common)
				f.Event.System, f.Event.Bar, f.Event.Floor = pairing.Swiss, nil, nil
				f.Event.Handicap = pairing.HandicapRule{}
				f.Event.Unplayed = pairing.UnplayedVirtual // what a list is taken to have
				if format != CSV {
					for i := range f.Event.Players {
						f.Event.Players[i].StartScore = 0
					}
				}
				data, _, err := Write(format, f)
				if err != nil {
					t.Fatal(err)
				}
				again, _, err := Read(format, data)
				if err != nil {
					t.Fatalf("%v\n%s", err, data)
				}
				if format == TOU {
					f.Event.TieBreaks, again.Event.TieBreaks = nil, nil // defaults have become byes
				}
				was, is := scoresByRank(f, format), scoresByRank(again, CSV)
				if diff := cmp.Diff(was, is); diff != "" {
					t.Fatalf("%s\n%s", diff, data)
				}
				twice, _, err := Write(format, again)
				if err != nil || format == CSV && string(twice) != string(data) {
					t.Fatalf("%v\n%s\n%s", err, data, twice)
				}
			})
		})
	}
}

// scoresByRank gives scores and tie-breaks of whoever a format lists; a table for spreadsheets lists everyone.
func scoresByRank(f *File, format Format) []string {
	var scores []string
	table := pairing.Standings(&f.Event, pairing.MaxRounds)
	for _, row := range table.Rows {
		if format != CSV && slices.ContainsFunc(table.Rows, tookPart) && !tookPart(row) {
			continue
		}
		score := row.Score.String()
		for _, v := range row.Values {
			score += " " + v.String()
		}
		scores = append(scores, score)
	}
	return scores
}
