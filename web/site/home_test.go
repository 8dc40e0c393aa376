package site_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/web/kit/kittest"
)

// An empty society's home says what Go is and where to begin, and shows no empty list.
func TestHomeOfAnEmptySociety(t *testing.T) {
	s := kittest.EmptySite(t)
	page := s.Browser("").Get("/")
	page.Wants(t, http.StatusOK, "<h1", "Go is a game for two", "No events yet", "A club near you", `name="example" value="first-stones"`, "Become a member")
	for _, part := range []string{"Coming up", "Being played now", "Top of the rating list", "Rising", "Champions", "Played"} {
		if strings.Contains(page.Body, "<h2>"+part) {
			t.Errorf("an empty part: %s", part)
		}
	}
	if n := strings.Count(page.Body, "<h1"); n != 1 {
		t.Errorf("%d headings of the page", n)
	}
	secretary, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Secretary})
	s.Browser(s.Session(secretary)).Get("/").Wants(t, http.StatusOK, `<h1 class="sr-only">`, "No events yet")
}

// The board of the home page plays its example by links, and whatever is typed there does no harm.
func TestHomePlaysAnExample(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	b.Get("/").Wants(t, http.StatusOK, "An empty board")
	for at, says := range []string{
		1: "Move 1 of 7. Black begins", 3: "Move 3 of 7. A stone needs", 7: "comes off the board",
	} {
		if says != "" {
			b.Get("/?example=first-stones&move="+string(rune('0'+at))).Wants(t, http.StatusOK, says)
		}
	}
	if page := b.Get("/?example=first-stones&move=7"); strings.Contains(page.Body, "d3: White") {
		t.Error("the stone that was taken is on the board")
	}
	for _, odd := range []string{"move=-3", "move=x", "move=99999999999999999999"} {
		b.Get("/?example=first-stones&"+odd).Wants(t, http.StatusOK, "Go is a game for two")
	}
}

// Home shows who leads the list, who rose and who holds a title, each as they want to be shown.
func TestHomeNamesPeopleAsTheyAllow(t *testing.T) {
	s := kittest.EmptySite(t)
	shown, hidden := s.Register("Aroha", "Tūī"), s.Register("Hidden", "Heron")
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		if _, err := tx.Exec(t.Context(), `UPDATE person SET public_as = 'alias', alias = 'Kōtare' WHERE id = $1`, hidden); err != nil {
			return err
		}
		for _, p := range []members.PersonID{shown, hidden} {
			if _, err := tx.Exec(
				t.Context(), `INSERT INTO rating (person_id, milli, games, last_day) VALUES ($1, 3200, 40, $2)`, p, s.Now.Date(),
			); err != nil {
				return err
			}
		}
		return nil
	}))
	page := s.Browser("").Get("/")
	page.Wants(t, http.StatusOK, "Top of the rating list", "Aroha Tūī", "Kōtare")
	if strings.Contains(page.Body, "Heron") {
		t.Error("who is hidden is named")
	}
}

// An event that was finished today is not to come. One that is cancelled is on the front page neither before nor after its
// days, and takes the place of none that can be entered.
func TestHomeOfEventsThatAreOver(t *testing.T) {
	s := kittest.EmptySite(t)
	today := s.Now.Date()
	putEvents(s, [][4]string{
		{"rated-event", "rated", "FALSE", today.String()}, {"final-event", "final", "FALSE", today.String()},
		{"cancelled-today", "running", "TRUE", today.String()}, {"cancelled-soon", "open", "TRUE", today.AddDays(3).String()},
		{"cancelled-past", "open", "TRUE", today.AddDays(-3).String()},
	})
	page := s.Browser("").Get("/")
	page.Wants(t, http.StatusOK, "<h2>Played", "rated-event", "final-event")
	for _, not := range []string{"<h2>Coming up", "Being played now", "ancelled", "> the event<", "No events"} {
		if strings.Contains(page.Body, not) {
			t.Errorf("home says %q", not)
		}
	}
	s.Browser("").Get("/events").Wants(t, http.StatusOK, "cancelled-soon", "Cancelled")
	var rows [][4]string
	for i := range 9 {
		rows = append(rows, [4]string{fmt.Sprint("off-", i), "open", "TRUE", today.AddDays(4).String()},
			[4]string{fmt.Sprint("league-", i), "running", "FALSE", today.String()},
			[4]string{fmt.Sprint("next-", i), "open", "FALSE", today.AddDays(5 + i).String()})
	}
	putEvents(s, rows)
	page = s.Browser("").Get("/")
	page.Wants(t, http.StatusOK, "<h2>Being played now", "<h2>Coming up", ">next-0<", ">next-5<", ">league-5<")
	if b := page.Body; strings.Contains(b, "off-") || strings.Contains(b, "next-6") || strings.Contains(b, "league-6") {
		t.Error("home shows a cancelled event, or more than six of a part")
	}
}

// However many events are being played, the next one to come is found behind them.
func TestHomeFindsTheNextBesideManyThatArePlayed(t *testing.T) {
	s := kittest.EmptySite(t)
	today := s.Now.Date()
	var rows [][4]string
	for i := range 60 {
		rows = append(rows, [4]string{fmt.Sprint("league-", i), "running", "FALSE", today.String()})
	}
	putEvents(s, append(rows, [4]string{"next-0", "open", "FALSE", today.AddDays(1).String()}))
	s.Browser("").Get("/").Wants(t, http.StatusOK, "<h2>Being played now", "<h2>Coming up", ">next-0<")
}

// Where every event is cancelled, home does not say that there never was one.
func TestHomeOfASocietyWhoseOnlyEventIsCancelled(t *testing.T) {
	s := kittest.EmptySite(t)
	putEvents(s, [][4]string{{"cancelled-soon", "open", "TRUE", s.Now.Date().AddDays(3).String()}})
	page := s.Browser("").Get("/")
	page.Wants(t, http.StatusOK, "No events to enter")
	if strings.Contains(page.Body, "No events yet") || strings.Contains(page.Body, "cancelled-soon") {
		t.Error(page.Body)
	}
}

// putEvents keeps events of one day, each with slug and name, state, whether it is cancelled, and its day.
func putEvents(s *kittest.Site, rows [][4]string) {
	s.Must(s.DB.InTx(s.T.Context(), func(tx *store.Tx) error {
		for _, e := range rows {
			if _, err := tx.Exec(s.T.Context(), `
				INSERT INTO event (slug, name, from_day, to_day, about, status, cancelled, created_at)
				VALUES ($1, $1, $2, $2, '', $3, `+e[2]+`, $4)`, e[0], e[3], e[1], s.Now); err != nil {
				return err
			}
		}
		return nil
	}))
}
