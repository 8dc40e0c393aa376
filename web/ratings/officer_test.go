package ratings_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

func (d deskSite) as(roles ...auth.Role) *kittest.Browser {
	var offices []auth.Office
	for _, r := range roles {
		offices = append(offices, auth.Office{Role: r})
	}
	account, _ := d.Account("Rangi"+strings.ReplaceAll(string(roles[0]), "_", ""), "Officer", offices...)
	return d.Browser(d.Session(account))
}

type deskSite struct{ *kittest.Site }

// finished makes an event that is finished and not rated.
func (d deskSite) finished(name string) (id int64) {
	d.Must(d.DB.InTx(d.T.Context(), func(tx *store.Tx) (err error) {
		id, err = store.One(d.T.Context(), tx, store.Value[int64], `
			INSERT INTO event (slug, name, status, from_day, to_day, created_at)
			VALUES ('spring', $1, 'final', '2026-09-05', '2026-09-06', '2026-09-01T00:00:00.000Z')
			RETURNING id`, name)
		return err
	}))
	return id
}

// The desk names what waits, and leads the officer to where it is done: someone who
// may not rate is led nowhere.
func TestRatingsDesk(t *testing.T) {
	site, people := ratedSite(t)
	s := deskSite{site}
	officer := s.as(auth.RatingsOfficer)
	officer.Get("/ratings/desk").Wants(t, http.StatusOK, "Nothing waits", ">Ratings desk</a>")
	id := s.finished("Spring Cup")
	rate := fmt.Sprintf("/director/events/%d/rating", id)
	officer.Get("/ratings/desk").Wants(t, http.StatusOK, "Rate Spring Cup", "It ended on 6 September 2026", rate)
	officer.Get(rate).Wants(t, http.StatusOK, "Spring Cup")
	secretary := s.as(auth.Secretary)
	page := secretary.Get("/ratings/desk")
	page.Wants(t, http.StatusOK, "Spring Cup. It ended on 6 September 2026", "Their directors or the ratings officer")
	if strings.Contains(page.Body, rate) {
		t.Error("the secretary is led to a page that is refused")
	}
	secretary.Get(rate).Wants(t, http.StatusForbidden)
	secretary.Get("/ratings").Wants(t, http.StatusOK, `href="/ratings/desk"`)
	if strings.Contains(s.Browser("").Get("/ratings").Body, "/ratings/desk") {
		t.Error("everyone is led to the desk")
	}
	s.as(auth.Treasurer).Get("/ratings/desk").Wants(t, http.StatusForbidden)
	s.Browser("").Get("/ratings/desk").Wants(t, http.StatusSeeOther)

	officer.Get("/ratings/desk/players?which=provisional").Wants(t, http.StatusOK, "Moa 12", kit.PlayerURL(people[0]), "Last rated")
	officer.Get("/ratings/desk/players").Wants(t, http.StatusOK, "No event of the last twelve months moved anyone")
	officer.Get("/ratings/desk/players?which=ungraded").Wants(t, http.StatusOK, "Every member has a rating or a grade")
}

// Who moved by more than a stone is named with the event.
func TestDeskNamesBigMoves(t *testing.T) {
	site, people := ratedSite(t)
	var games []ratings.Game
	for round := 1; round <= 14; round++ {
		games = append(games, ratings.Game{
			Ref: int64(100 + round), Section: "Open", Round: round, Black: people[0], White: people[2], Result: ratings.BlackWins,
		})
	}
	site.RateGames("Long Match", "2026-08-01", games...)
	deskSite{site}.as(auth.RatingsOfficer).Get("/ratings/desk/players?which=moved").Wants(
		t, http.StatusOK, "Long Match", "Aroha Tūī", "Mei Lin", "1 Aug 2026",
	)
}

func TestTheListOfADayOnItsPage(t *testing.T) {
	site, _ := ratedSite(t)
	officer := deskSite{site}.as(auth.RatingsOfficer)
	page := officer.Get("/ratings/desk/list?on=1+May+2026")
	page.Wants(t, http.StatusOK, "Rating list of 1 May 2026", "2 players", "Moa 12", "worked out from the events that count today",
		"/ratings/desk/list.pdf?on=1&#43;May&#43;2026")
	if strings.Contains(page.Body, "Mei Lin") || strings.Contains(page.Body, "Parata") {
		t.Error("someone who was not on the list, or a hidden name")
	}
	officer.Get("/ratings/desk/list").Wants(t, http.StatusOK, "Mei Lin", "3 players")
	officer.Get("/ratings/desk/list?on=1+May+2019").Wants(t, http.StatusOK, "No one was on the list")
	for _, wrong := range []string{"soon", "1+May+2099"} {
		officer.Get("/ratings/desk/list?on="+wrong).Wants(t, http.StatusUnprocessableEntity, "3 players")
	}
	officer.Get("/ratings/desk/list.json?on=2026-05-01").Wants(t, http.StatusOK, `"as_at":"2026-05-01"`, "Moa 12")
	officer.Get("/ratings/desk/list.csv?on=2026-05-01").Wants(t, http.StatusOK, "Moa 12")
	if got := officer.Get("/ratings/desk/list.pdf"); !strings.HasPrefix(got.Body, "%PDF") {
		t.Errorf("%.100s", got.Body)
	}
	if got := officer.Get("/ratings/desk/list.xlsx"); !strings.HasPrefix(got.Body, "PK") {
		t.Errorf("%.100s", got.Body)
	}
}

func TestWhatChangedOnItsPage(t *testing.T) {
	site, people := ratedSite(t)
	officer := deskSite{site}.as(auth.RatingsOfficer)
	page := officer.Get("/ratings/desk/changes?from=2026-05-01&to=2026-07-01").Readable()
	page.Wants(t, http.StatusOK, "Winter Open", "Mei Lin", "new", "3 players have changed", kit.PlayerURL(people[0]))
	if strings.Contains(page.Body, "Parata") || strings.Contains(page.Body, "Autumn Open") {
		t.Error("a hidden name, or an event of before")
	}
	officer.Get("/ratings/desk/changes?from=2026-06-07&to=2026-06-08").Wants(t, http.StatusOK, "Nothing changed")
	officer.Get("/ratings/desk/changes?from=2026-07-01&to=2026-05-01").Wants(t, http.StatusUnprocessableEntity, "Choose a day before")
	officer.Get("/ratings/desk/changes.json?from=2026-05-01&to=2026-07-01").Wants(
		t, http.StatusOK, `"from":"2026-05-01"`, `"events":["Winter Open"]`)
	officer.Get("/ratings/desk/changes.csv?from=2026-05-01&to=2026-07-01").Wants(t, http.StatusOK, "Moa 12", "Winter Open")
	if got := officer.Get("/ratings/desk/changes.pdf?from=2026-05-01&to=2026-07-01"); !strings.HasPrefix(got.Body, "%PDF") {
		t.Errorf("%.100s", got.Body)
	}
}

// The officer sets a rating on a player's page: everyone sees it there with the reason,
// the next event is rated from it, and it is withdrawn from the list of all.
func TestSettingARating(t *testing.T) {
	site, people := ratedSite(t)
	officer := deskSite{site}.as(auth.RatingsOfficer)
	player := kit.PlayerURL(people[1])
	set := fmt.Sprintf("/ratings/desk/players/%d/set", people[1])
	officer.Get(player).Wants(t, http.StatusOK, `href="`+set+`"`, "No rating of this player was set.")
	if body := site.Browser("").Get(player).Body; strings.Contains(body, "/set") || strings.Contains(body, "ratings officer") {
		t.Error("everyone is led to set a rating")
	}
	officer.Get(set).Wants(t, http.StatusOK, "Set the rating of Moa 12", "Everyone sees it on the player’s page")
	officer.Post(set, "rating", "strong", "day", "2026-06-20", "reason", "").Wants(
		t, http.StatusUnprocessableEntity, "Enter a rating or a grade", "Say in at most 300", `value="strong"`,
	)
	officer.Post(set, "rating", "1.5", "day", "2026-06-20", "reason", "Their grade <abroad>.").LeadsTo(t, player+"#set")
	officer.Get(player).Wants(t, http.StatusOK, "No e-mail address of the player is known here: tell them yourself.")
	site.Browser("").Get(player).Wants(
		t, http.StatusOK, "20 June 2026", "1.5", "Their grade &lt;abroad&gt;.", "Set by the ratings officer", "1.5, 1 dan",
		"Set by the ratings officer, 20 June 2026",
	)
	site.Browser("").Get(player+".json").Wants(t, http.StatusOK, `"set":[{"day":"2026-06-20","rating":1.5,`)
	officer.Get("/ratings/desk/changes?from=2026-06-19&to=2026-06-20").Wants(t, http.StatusOK, "set by the ratings officer")
	list := officer.Get("/ratings/desk/set")
	list.Wants(t, http.StatusOK, "Moa 12", "/ratings/desk/set/1/withdraw")
	officer.Get("/ratings/desk/set/1/withdraw").Wants(t, http.StatusOK, "Withdraw the rating that was set for Moa 12")
	officer.Get("/ratings/desk/set/9/withdraw").Wants(t, http.StatusNotFound)
	officer.Post("/ratings/desk/set/1/withdraw", "reason", "A mistake.").LeadsTo(t, "/ratings/desk/set")
	officer.Get("/ratings/desk/set").Wants(t, http.StatusOK, "Withdrawn by", "A mistake.")
	if body := site.Browser("").Get(player).Body; strings.Contains(body, "abroad") {
		t.Error("a withdrawn one is shown as if it counted")
	}
	officer.Get(fmt.Sprintf("/ratings/desk/players/%d/set", 9999)).Wants(t, http.StatusNotFound)
}
