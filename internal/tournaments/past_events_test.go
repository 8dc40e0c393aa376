package tournaments

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
)

// pastOpen is a finished event of four in our own format; d is whom it calls the fourth player.
func pastOpen(name, from, d string) string {
	return fmt.Sprintf(`{"name": %q, "place": "Ōtaki", "from": %q, "system": "swiss", "rounds": 2,
 "players": [
  {"id": "a", "name": "Ana Pīwakawaka", "rating": 1.4}, {"id": "b", "name": "Ben Kererū", "rating": 0.2},
  {"id": "c", "name": "Given Family00", "rating": -1.0}, {"id": "d", "name": %q, "rating": -2.2}],
 "played": [
  {"round": 1, "games": [{"table": 1, "white": "a", "black": "c", "result": "W"}, {"table": 2, "white": "b", "black": "d", "result": "B"}]},
  {"round": 2, "games": [{"table": 1, "white": "a", "black": "d", "result": "W"}, {"table": 2, "white": "b", "black": "c", "result": "W_default"}]}]}`,
		name, from, d)
}

func named(name, content string) NamedFile { return NamedFile{name, strings.NewReader(content)} }

// asPast is what is asked of the files that wait, as their page proposes it.
func (w *world) asPast(all PastEvents) (in PastEventsInput) {
	for _, l := range all.Lists {
		in.Lists = append(in.Lists, l.ID)
	}
	for _, f := range all.Files {
		in.Events = append(in.Events, PastEventInput{ID: f.ID, Event: f.Event, Section: f.Section, Rated: true})
	}
	return in
}

// Past events are taken together: who plays in several is one person, each event takes its place
// in the history by its day, and what is rated is what rating them one by one gives.
func TestPastEventsAreTakenTogether(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		officer := w.actor(w.members(1)[0], auth.RatingsOfficer)
		officer.Account = 7
		err := w.s.ReadPastEvents(ctx, officer, []NamedFile{
			named("late.json", pastOpen("Late Open", "2025-08-02", "Dov Kākā")),
			named("early.json", pastOpen("Early Open", "2024-03-02", "Dov Kākā")),
		})
		w.must(err)
		all, err := w.s.PastEvents(ctx, officer)
		w.must(err)
		if len(all.Files) != 2 || all.Files[0].Event.Name != "Early Open" || all.Files[0].Games != 4 || len(all.Rows) != 4 {
			t.Fatalf("%+v", all)
		}
		if row := all.Rows[2]; row.Choice.Kind != Match || row.Choice.Person != w.people[0] {
			t.Errorf("who is in the register is not proposed: %+v", row)
		}
		out, err := w.s.TakePastEvents(ctx, officer, w.asPast(all))
		w.must(err)
		if out.Events != 2 || out.Guests != 3 || out.Rated.Games != 6 || out.Rated.NotRated != 2 || len(out.Rated.Later) != 0 {
			t.Errorf("%+v", out)
		}
		report, err := w.list.Recalculate(ctx, auth.System("test"), ratings.Check, nil)
		w.must(err)
		if !report.OK() || report.Events != 2 || report.Players != 4 {
			t.Errorf("%+v", report)
		}
		player, err := w.list.Player(ctx, w.people[0], 1)
		w.must(err)
		if len(player.History) != 2 || player.History[0].Name != "Early Open" || player.History[1].GamesBefore != 1 {
			t.Errorf("%+v", player.History)
		}
		e, err := eventBySlug(ctx, w.db, "early-open-2024")
		w.must(err)
		if e.Status != Rated || w.s.Directs(officer, e.ID) {
			t.Errorf("the event is %s; who took it directs it: %v", e.Status, w.s.Directs(officer, e.ID))
		}
		all, err = w.s.PastEvents(ctx, officer)
		w.must(err)
		if len(all.Files) != 0 {
			t.Errorf("%d files wait still", len(all.Files))
		}

		w.must(w.s.ReadPastEvents(ctx, officer, []NamedFile{named("again.json", pastOpen("Early Open", "2024-03-02", "Dov Kākā"))}))
		all, err = w.s.PastEvents(ctx, officer)
		w.must(err)
		if _, err := w.s.TakePastEvents(ctx, officer, w.asPast(all)); !says(err, "on the site already") {
			t.Errorf("the same event again: %v", err)
		}
	})
}

func says(err error, text string) bool { return err != nil && strings.Contains(err.Error(), text) }

// What is wrong with several files, forms and rows is said at once, and nothing is written.
func TestPastEventsThatCannotBeTaken(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		officer := w.actor(w.members(1)[0], auth.RatingsOfficer)
		officer.Account = 7
		if err := w.s.ReadPastEvents(ctx, w.actor(w.people[0], auth.Director), nil); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a director: %v", err)
		}
		if err := w.s.ReadPastEvents(ctx, officer, nil); !says(err, "Choose the files") {
			t.Errorf("no files: %v", err)
		}
		good := pastOpen("Early Open", "2024-03-02", "Dov Kākā")
		err := w.s.ReadPastEvents(ctx, officer, []NamedFile{
			named("good.json", good), named("bad.json", "{\n\"players\": ["), named("no.json", `{"players": []}`),
		})
		if !says(err, "bad.json: ") || !says(err, "line 2") || !says(err, "no.json: ") || says(err, "good.json") {
			t.Errorf("two bad files: %v", err)
		}
		err = w.s.ReadPastEvents(ctx, officer, []NamedFile{named("a.json", good), named("b.json", good)})
		if !says(err, "b.json: the same as a.json") {
			t.Errorf("one event twice: %v", err)
		}
		open := strings.Replace(good, `"black": "d", "result": "W"`, `"black": "d", "result": ""`, 1)
		future := pastOpen("Next Open", "2030-01-01", "Dov Kākā")
		w.must(w.s.ReadPastEvents(ctx, officer, []NamedFile{
			named("open.json", open), named("future.json", future), named("twice.json", pastOpen("Third", "2024-05-05", "Ana Piwakawaka")),
		}))
		all, err := w.s.PastEvents(ctx, officer)
		w.must(err)
		in := w.asPast(all)
		in.Events[2].Section, in.Events[2].Weight = "", 1001
		_, err = w.s.TakePastEvents(ctx, officer, in)
		for _, part := range []string{
			"1 of 4 games have no result", "This day is in the future", "Enter a name for the section", "Choose one of the weights",
			"row-5", // two of one name in one file
		} {
			if !says(err, part) {
				t.Errorf("nothing is said of %q: %v", part, err)
			}
		}
		if _, err := w.s.TakePastEvents(ctx, officer, PastEventsInput{Events: in.Events[:1]}); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("other files than were seen: %v", err)
		}
		for _, f := range all.Files[1:] {
			w.must(w.s.DiscardPastEvent(ctx, officer, f.ID))
		}
		stranger := officer
		stranger.Account = 8
		if err := w.s.DiscardPastEvent(ctx, stranger, all.Files[0].ID); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("another officer's file: %v", err)
		}
		if others, err := w.s.PastEvents(ctx, stranger); err != nil || len(others.Files) != 0 {
			t.Errorf("another officer sees %d files, %v", len(others.Files), err)
		}
	})
}

// One person cannot be two players of an event, however the files call them.
func TestAPersonTwiceInAPastEvent(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		officer := w.actor(w.members(1)[0], auth.RatingsOfficer)
		w.must(w.s.ReadPastEvents(ctx, officer, []NamedFile{named("x.json", pastOpen("Open", "2024-03-02", "Dov Kākā"))}))
		all, err := w.s.PastEvents(ctx, officer)
		w.must(err)
		in := w.asPast(all)
		in.Choices = []Choice{{Row: 4, Kind: Match, Person: w.people[0]}}
		_, err = w.s.TakePastEvents(ctx, officer, in)
		if !says(err, "the same person as in row 3, but both play in x.json") {
			t.Errorf("one person as two players: %v", err)
		}
		n, err := store.One(ctx, w.db, store.Value[int], `SELECT count(*) FROM person`)
		w.must(err)
		if n != 2 {
			t.Errorf("%d people after a refusal", n)
		}
	})
}
