package tournaments

import (
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/ratings"
)

// aList is a rating list as another program writes it.
const aList = "Place,Player,Club,Grade,Rating,Rated games\n" +
	"1,\"Pīwakawaka, Ana\",Ōtaki,2d,2.4,31\n2,Given Family00,Kāpiti,1k,0.3,12\n3,Zoe Kea,Ōtaki,5k,-4.1,\n"

// A starting list and past events wait together; the people of both are looked up once, and the
// events after the list's day are rated from it.
func TestAStartingListWithPastEvents(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		officer := w.actor(w.members(2)[1], auth.RatingsOfficer)
		in := StartingListInput{Day: day("2025-01-01"), Source: "List of the old program", Games: 10}
		w.must(w.s.ReadStartingList(ctx, officer, in, named("list.csv", aList)))
		w.must(w.s.ReadPastEvents(ctx, officer, []NamedFile{
			named("late.json", pastOpen("Late Open", "2025-08-02", "Dov Kākā")),
			named("early.json", pastOpen("Early Open", "2024-03-02", "Dov Kākā")),
		}))
		all, err := w.s.PastEvents(ctx, officer)
		w.must(err)
		if len(all.Lists) != 1 || all.Lists[0].Players != 3 || len(all.Files) != 2 || len(all.Rows) != 5 {
			t.Fatalf("%+v", all)
		}
		if last := all.Rows[4]; last.Name != "Zoe Kea" || last.Seated || !all.Rows[0].Seated {
			t.Errorf("%+v", last)
		}
		asked := w.asPast(all)
		asked.Lists = nil
		if _, err := w.s.TakePastEvents(ctx, officer, asked); !says(err, "look at the page again") {
			t.Errorf("a list that was not seen: %v", err)
		}
		out, err := w.s.TakePastEvents(ctx, officer, w.asPast(all))
		w.must(err)
		if out.Events != 2 || out.Guests != 4 || out.Rated.Started != 3 {
			t.Errorf("%+v", out)
		}
		report, err := w.list.Recalculate(ctx, auth.System("test"), ratings.Check, nil)
		w.must(err)
		if !report.OK() || report.Players != 5 {
			t.Errorf("%+v", report)
		}
		now, err := w.list.Current(ctx, w.db, w.people[:1])
		w.must(err)
		// One rated game in the early event, so that the list sets the rating only; one in the late.
		if got := now[w.people[0]]; got.Games != 2 {
			t.Errorf("%+v", got)
		}
		player, err := w.list.Player(ctx, w.people[0], 1)
		w.must(err)
		if player.History[1].Before != 300 {
			t.Errorf("the late event is not rated from the list: %+v", player.History)
		}
	})
}

// What is wrong with a list is said of every row and field at once.
func TestAStartingListThatCannotBeRead(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		officer := w.actor(w.members(1)[0], auth.RatingsOfficer)
		bad := "Name,Rating,Games\nAna Weka,3.4,0\n,2.0,4\nBen Kea,strong,4\nCy Moa,5k,\n"
		err := w.s.ReadStartingList(ctx, officer, StartingListInput{Day: day("2030-01-01"), Games: -1}, named("x.csv", bad))
		for _, part := range []string{
			"Row 2: “0” is not a number of games", "Row 3: the name is missing", "Row 4: “strong” is not a rating",
			"not in the future", "where the list comes from", "Enter a number between 1",
		} {
			if !says(err, part) {
				t.Errorf("nothing is said of %q: %v", part, err)
			}
		}
		good := StartingListInput{Day: day("2025-01-01"), Source: "Old list"}
		if err := w.s.ReadStartingList(ctx, officer, good, named("x.csv", "Name,Rating\nCy Moa,5k\n")); !says(err, "number of rated games is missing") {
			t.Errorf("without games: %v", err)
		}
		if err := w.s.ReadStartingList(ctx, officer, good, named("x.csv", "Name,Club\nCy Moa,Ōtaki\n")); !says(err, "Rating") {
			t.Errorf("without ratings: %v", err)
		}
		if err := w.s.ReadStartingList(ctx, officer, good, named("x.csv", "Name,Rating,Games\n")); !says(err, "no players") {
			t.Errorf("without players: %v", err)
		}
		good.Games = 10
		w.must(w.s.ReadStartingList(ctx, officer, good, named("x.csv", "Name,Rating\nCy Moa,5k\n")))
		if err := w.s.ReadStartingList(ctx, officer, good, named("y.csv", "Name,Rating\nCy Moa,5k\n")); !says(err, "the same as x.csv") {
			t.Errorf("the same again: %v", err)
		}
		if err := w.s.ReadStartingList(ctx, w.director, good, named("z.csv", "Name,Rating\nCy Moa,4k\n")); err == nil {
			t.Error("a director takes over a rating list")
		}
	})
}

// The officer on the list is left out of it, or the list is refused: no one sets their own rating. A row that
// is left out is not taken over.
func TestAnOfficerOnTheirOwnStartingList(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		officer := w.actor(w.members(1)[0], auth.RatingsOfficer)
		in := StartingListInput{Day: day("2025-01-01"), Source: "Old list", Games: 10}
		list := strings.ReplaceAll(aList, "Place,", "No,") // 1, 2, 3 are no member numbers
		w.must(w.s.ReadStartingList(ctx, officer, in, named("list.csv", list)))
		all, err := w.s.PastEvents(ctx, officer)
		w.must(err)
		asked := w.asPast(all)
		own := -1
		for i, row := range all.Rows {
			if row.Name == "Given Family00" {
				own = i
			}
			if row.Choice.Kind == "" { // a member number and a name that disagree
				asked.Choices = append(asked.Choices, Choice{Row: row.Number, Kind: Guest})
			}
		}
		asked.Choices = append(asked.Choices, Choice{Row: all.Rows[own].Number, Kind: Match, Person: w.people[0]})
		if _, err := w.s.TakePastEvents(ctx, officer, asked); !says(err, "No one sets their own rating") {
			t.Errorf("one's own rating: %v", err)
		}
		asked.Choices[len(asked.Choices)-1] = Choice{Row: all.Rows[own].Number, Kind: LeaveIt}
		out, err := w.s.TakePastEvents(ctx, officer, asked)
		w.must(err)
		if out.Rated.Started != 2 || out.Left != 1 || out.Events != 0 {
			t.Errorf("%+v", out)
		}
	})
}
