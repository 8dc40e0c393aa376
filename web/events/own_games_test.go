package events_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/web/kit/kittest"
)

// weeklyDesk is an online event of two players with accounts, round 1 published. The
// clock stands at 1 July 2026, and the round ends on 10 July.
func weeklyDesk(t *testing.T) (d *desk, black, white, stranger *kittest.Browser, game tournaments.Game) {
	t.Helper()
	d = newDesk(t)
	d.setUp()
	s := d.Site
	sessions := map[members.PersonID]*kittest.Browser{}
	for _, name := range []string{"Ash", "Birch"} {
		account, person := s.Account(name, "Player")
		sessions[person] = s.Browser(s.Session(account))
		in := tournaments.EntryInput{Section: 1, Visitor: true}
		_, err := s.Tournaments.Enter(t.Context(), kittest.Program, person, in)
		s.Must(err)
		s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error { // letters do not reach them
			_, err := tx.Exec(t.Context(), `UPDATE person SET email = '' WHERE id = $1`, person)
			return err
		}))
	}
	account, _ := s.Account("Sly", "Stranger")
	stranger = s.Browser(s.Session(account))
	d.Post("/director/sections/1/deadlines", "last_1", "10 July 2026", "last_2", "2026-07-17", "last_3", "2026-07-24",
		"remind_days", "2", "late", "both_default", "late_days", "3", "version", "0",
		"contact", "Hana Directs, hana@example.nz",
	).LeadsTo(t, "/director/sections/1/deadlines")
	d.play(1)
	game = d.chart().Rounds[0].Games[0]
	p, err := tournaments.GameByID(t.Context(), s.DB, game.ID)
	s.Must(err)
	return d, sessions[p.BlackPerson], sessions[p.WhitePerson], stranger, game
}

// sendRecord hands a record in for a game.
func sendRecord(t *testing.T, b *kittest.Browser, game tournaments.Game, content string) kittest.Answer {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "game.sgf")
	if err == nil {
		_, err = part.Write([]byte(content))
	}
	if err != nil || form.Close() != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, fmt.Sprintf("/games/%d/record", game.ID), &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return b.Send(r)
}

func TestDeadlinesShowAllProblemsAtOnce(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.Get("/director/sections/1/deadlines").Wants(t, http.StatusOK, "A week for each is proposed", `value="2026-07-10"`)
	d.Post("/director/sections/1/deadlines", "last_1", "tomorrow", "last_2", "1 July 2026", "last_3", "",
		"remind_days", "99", "late", "", "late_days", "0", "contact", " ").Wants(t, http.StatusUnprocessableEntity, `href="#last_1"`,
		`href="#last_2"`, `href="#last_3"`, `href="#remind_days"`, `href="#late"`, `href="#late_days"`, `href="#contact"`,
		`value="tomorrow"`)
}

// A round of an online event from the deadline to the result, by its pages.
func TestAnOnlineGame(t *testing.T) {
	d, black, white, stranger, game := weeklyDesk(t)
	here := fmt.Sprintf("/games/%d", game.ID)
	section := "/events/winter-cup-2026/sections/open"
	d.Site.Browser("").Get(section).Wants(t, http.StatusOK, "Friday 10 July 2026, New Zealand time",
		"the director enters it as lost by both by default")
	black.Get("/me").Wants(t, http.StatusOK, "Your online games", "Winter Cup, round 1", here)
	black.Get("/games").Wants(t, http.StatusOK, "Report the result", "by 10 July 2026")
	black.Get(here).Wants(t, http.StatusOK, "Who won?", "9 days are left", "No record has been handed in.")
	stranger.Get(here).Wants(t, http.StatusNotFound)
	stranger.Get("/games").Wants(t, http.StatusOK, "You have no games with a deadline")
	stranger.Post(here, "result", "B").Wants(t, http.StatusNotFound)

	black.Post(here, "result", "").Wants(t, http.StatusUnprocessableEntity, "Choose who won, or jigo.")
	black.Post(here, "result", "B").LeadsTo(t, here)
	white.Get("/games").Wants(t, http.StatusOK, "Confirm it or say otherwise", "says: Black won")
	d.Get("/director/sections/1/deadlines").Wants(t, http.StatusOK, "Black says Black won; White has not confirmed it.",
		"no e-mail address")

	differs := "(;GM[1]SZ[13]KM[7]RE[W+R]DT[2026-07-01];B[cc];W[dd])"
	sendRecord(t, black, game, differs).LeadsTo(t, here)
	white.Get(here).Wants(t, http.StatusOK, "What differs", "13 × 13", "19 × 19", "Accept this record",
		"Is it right although this differs?")
	d.Site.Browser("").Get("/records/1").Wants(t, http.StatusNotFound)
	stranger.Post(here+"/accept", "record", "1").Wants(t, http.StatusNotFound)
	white.Post(here+"/accept", "record", "77").Wants(t, http.StatusNotFound)
	white.Post(here+"/accept", "record", "1").LeadsTo(t, here)
	d.Site.Browser("").Get("/records/1").Wants(t, http.StatusNotFound)
	black.Post(here+"/accept", "record", "1").LeadsTo(t, here)
	d.Site.Browser("").Get("/records/1").Wants(t, http.StatusOK)
	sendRecord(t, black, game, "").Wants(t, http.StatusUnprocessableEntity, "choose the file")

	white.Post(here, "result", "B").LeadsTo(t, here)
	white.Get(here).Wants(t, http.StatusOK, "Result in", "Black won")
	black.Get("/games").Wants(t, http.StatusOK, "With a result")
}

// What one player reports falsely counts nothing, the other says otherwise, and the
// referee decides.
func TestAFalseReportGoesToTheReferee(t *testing.T) {
	d, black, white, _, game := weeklyDesk(t)
	here := fmt.Sprintf("/games/%d", game.ID)
	white.Post(here, "result", "W").LeadsTo(t, here)
	black.Get(here).Wants(t, http.StatusOK, "said: White won", "If that is right, press the same button")
	black.Post(here, "result", "B").LeadsTo(t, here)
	black.Get(here).Wants(t, http.StatusOK, "Your reports differ")
	d.Get("/director/events/1").Wants(t, http.StatusOK, "(1 open)")
	d.Get("/director/sections/1/deadlines").Wants(t, http.StatusOK,
		"The reports differ: Black says Black won, White says White won.")
}

// A late game is shown as such to its players and the director, and the rule is the director's to apply.
func TestALateGame(t *testing.T) {
	d, black, _, _, game := weeklyDesk(t)
	d.Site.Now = d.Site.Now.Add(10 * 24 * time.Hour) // 11 July
	_, err := d.Site.Weekly.Remind(t.Context())
	d.Site.Must(err)
	black.Get("/games").Wants(t, http.StatusOK, "The last day was Friday 10 July 2026", "overdue")
	account, _ := d.Site.Account("Second", "Director", auth.Office{Role: auth.Director})
	later := d.Site.Browser(d.Site.Session(account)) // the first one’s session has ended
	later.Get("/director/sections/1/deadlines").Wants(t, http.StatusOK, "Late", "applies from Tuesday 14 July 2026")
	d.Site.Now = d.Site.Now.Add(3 * 24 * time.Hour) // 14 July
	account, _ = d.Site.Account("Third", "Director", auth.Office{Role: auth.Director})
	later = d.Site.Browser(d.Site.Session(account))
	later.Get("/director/sections/1/deadlines").Wants(t, http.StatusOK, "The rule applies",
		"has applied since Tuesday 14 July 2026", fmt.Sprintf("/director/games/%d", game.ID))
}
