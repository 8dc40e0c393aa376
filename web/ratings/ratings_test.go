package ratings_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
	webratings "nzgs/web/ratings"
)

// ratedSite has three players of 3 kyu and two rated events. The second player
// is shown by an alias.
func ratedSite(t *testing.T) (*kittest.Site, []members.PersonID) {
	t.Helper()
	s := kittest.EmptySite(t)
	people := []members.PersonID{s.Register("Aroha", "Tūī"), s.Register("Wiremu", "Parata"), s.Register("Mei", "Lin")}
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE person SET public_as = 'alias', alias = 'Moa 12' WHERE id = $1`, people[1])
		return err
	}))
	s.RateGames("Autumn Open", "2026-04-04", ratings.Game{
		Ref: 1, Round: 1, Black: people[0], White: people[1], Result: ratings.BlackWins,
	})
	s.RateGames("Winter Open", "2026-06-06",
		ratings.Game{
			Ref: 2, Section: "Handicap", Round: 1, Black: people[2], White: people[0], Handicap: 3, Result: ratings.WhiteWins,
		},
		ratings.Game{Ref: 3, Section: "Handicap", Round: 2, Black: people[1], White: people[0], Result: ratings.Jigo})
	return s, people
}

func TestRatingListBeforeAnythingIsRated(t *testing.T) {
	s := kittest.EmptySite(t)
	page := s.Browser("").Get("/ratings")
	page.Wants(t, http.StatusOK, "No one is on the list yet", "0 of 0 active players", `href="/events"`)
	if strings.Contains(page.Body, "no longer play") {
		t.Error("the empty list leads to those who no longer play: there are none")
	}
	s.Browser("").Get("/ratings.json").Wants(t, http.StatusOK, `"players":[]`)
}

func TestRatingList(t *testing.T) {
	s, people := ratedSite(t)
	b := s.Browser("")
	page := b.Get("/ratings")
	page.Wants(t, http.StatusOK, "Aroha Tūī", "Moa 12", "Mei Lin", "3 of 3 active players", "3 kyu", "provisional", `href="/ratings/compare"`,
		fmt.Sprintf(`href="/ratings/%d"`, people[0]), `href="/ratings.csv"`, `aria-sort="descending"`)
	if strings.Contains(page.Body, "Parata") {
		t.Error("the list names somebody who is shown by an alias")
	}
	b.Get("/ratings?q=tui&sort=name").Wants(
		t, http.StatusOK, "1 of 3 active players", `value="tui"`, `href="/ratings.csv?q=tui&amp;sort=name"`,
		`name="sort" value="name"`,
	)
	b.Get("/ratings?q=parata").Wants(t, http.StatusOK, "No one matches", "0 of 3")
	b.Get("/ratings?page=7").Wants(t, http.StatusOK, "1–3 of 3", "Mei Lin") // the last page, as the pager says
	b.Get("/ratings?club=abc&scope=x&sort=y&page=-1").Wants(t, http.StatusOK, "3 of 3 active players")
}

// Where nobody has played lately, the list leads to those who did before.
func TestRatingListOfThoseWhoNoLongerPlay(t *testing.T) {
	s, _ := ratedSite(t)
	s.Now = s.Now.Add(5 * 365 * 24 * time.Hour)
	s.Browser("").Get("/ratings").Wants(t, http.StatusOK, "No recent games", `href="/ratings?scope=all"`)
	s.Browser("").Get("/ratings?scope=all").Wants(t, http.StatusOK, "3 of 3 players")
}

func TestRatingListAsData(t *testing.T) {
	s, people := ratedSite(t)
	b := s.Browser("")
	var data webratings.RatingListData
	a := b.Get("/ratings.json?q=aroha")
	a.Wants(t, http.StatusOK)
	if err := json.Unmarshal([]byte(a.Body), &data); err != nil {
		t.Fatal(err)
	}
	if data.AsAt.String() != "2026-07-01" || len(data.Players) != 1 || data.Players[0].ID != int64(people[0]) ||
		data.Players[0].Grade != "3k" || data.Players[0].Place != 1 || !data.Players[0].Provisional {
		t.Errorf("data %+v", data)
	}
	file := b.Get("/ratings.csv")
	file.Wants(
		t, http.StatusOK, "Place,Player,Club,Grade,Rating,Provisional,Rated games,Last rated\r\n", "Aroha Tūī,,3 kyu,-1.7",
		",yes,3,2026-06-06",
	)
	if got := file.Header.Get("Content-Disposition"); got != `attachment; filename="ratings-Go-Society-of-Aotearoa-2026-07-01.csv"` {
		t.Errorf("Content-Disposition %q", got)
	}
	part := b.Get("/ratings.csv?q=tui&scope=all").Header.Get("Content-Disposition")
	if !strings.Contains(part, `filename="ratings-of-all-players-search-tui-Go-Society-of-Aotearoa-2026-07-01.csv"`) {
		t.Errorf("a part of the list is saved as %q", part)
	}
	if sheet := b.Get("/ratings.xlsx"); sheet.Status != http.StatusOK || !strings.HasPrefix(sheet.Body, "PK") {
		t.Errorf("status %d, %.20q is not a workbook", sheet.Status, sheet.Body)
	}
}

func TestRatedPlayer(t *testing.T) {
	s, people := ratedSite(t)
	b := s.Browser("")
	path := kit.PlayerURL(people[0])
	page := b.Get(path).Readable()
	page.Wants(t, http.StatusOK, "Aroha Tūī", "3 kyu, provisional", "3 games rated so far, 7 to go", "3: 2 won, 0 lost, 1 jigo", "Moa 12",
		`href="/events/autumn-open-2026"`, "First rated event: −2.000 is the strength declared for it", "Handicap 1",
		"White, even", "White, 3 stones",
		"Black counts as 250.0 points stronger",
		// The markers of the graph, and where they lead.
		"Autumn Open, 4 April 2026: −2.0 → −1.9. Won against Moa 12 (−2.0).",
		"Winter Open, 6 June 2026: −1.9 → −1.7. Won against Mei Lin (−2.0), White, 3 stones; jigo with Moa 12 (",
		"from −1.9 on 4 April 2026 to −1.7 on 6 June 2026; highest −1.7 on 6 June 2026",
		"con 25.125 × (1 − 0.500) + bonus 1.250 = 13.813") // 3 kyu beats 3 kyu
	if strings.Contains(page.Body, "Parata") {
		t.Error("the page names somebody who is shown by an alias")
	}
	var data webratings.PlayerRatingData
	a := b.Get(path + ".json")
	if err := json.Unmarshal([]byte(a.Body), &data); err != nil || len(data.History) != 2 ||
		data.History[0].After != -1.862 || data.History[0].Address != "autumn-open-2026" {
		t.Errorf("data %+v, %v", data, err)
	}
	b.Get(path+".csv").Wants(t, http.StatusOK, "2026-04-04,Autumn Open,-2,-1.862,0.138,1,nzgs-2026")
	for _, missing := range []string{
		"/ratings/999999", "/ratings/0", "/ratings/-1", "/ratings/x", "/ratings/01", path + ".pdf", path + ".json.json",
	} {
		b.Get(missing).Wants(t, http.StatusNotFound)
	}
	// A page of events that is not there is the last one.
	b.Get(path+"?page=99").Wants(t, http.StatusOK, "Winter Open")
}

// People read a true minus on every page; files for programs have the hyphen.
func TestRatingsBelowZero(t *testing.T) {
	s, people := ratedSite(t)
	account, _ := s.Account("Tess", "Secretary", auth.Office{Role: auth.Secretary})
	secretary := s.Browser(s.Session(account))
	person := secretary.Get(kit.PersonURL(people[0]))
	person.Wants(t, http.StatusOK, "−1.7 (3 kyu)")
	for _, page := range []kittest.Answer{
		person, s.Browser("").Get("/ratings"), s.Browser("").Get(kit.PlayerURL(people[0])), s.Browser("").Get("/ratings/how"),
	} {
		if hyphen := regexp.MustCompile(`[>\s(:“]-\d[^<]*`).FindString(page.Body); hyphen != "" {
			t.Errorf("a hyphen stands for a minus: %q", hyphen)
		}
	}
	secretary.Get("/members.csv").Wants(t, http.StatusOK, ",-1.7,")
}

func TestRatingRules(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	b.Get("/ratings/how").Readable().Wants(t, http.StatusOK, "nzgs-2026", "con(r) = ((3300 − r) / 200)^1.6", "bonus(r) = ln(1 + exp((2300 − r) / 80)) / 5",
		"β(r) = −7 · ln(3300 − r)", "100 · (handicap − 0.5)", "−29.0, 30 kyu", "Handicap 4", "1.000 → 1.093 (+0.093)")
}

func TestCalculators(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	for _, c := range []struct {
		query string
		texts []string
	}{
		{"a=3.5&b=3.0", []string{"Handicap 1", "3.5 − 3.0 = 0.5, rounded up 1", "plays first; no komi"}},
		{"a=3.0&b=3.4", []string{"Handicap 1", "the players may choose an even game"}},
		{"a=1d&b=15k", []string{"Handicap 9", "1.0 − (−14.0) = 15.0, at most 9", "White passes the first 8 moves"}},
		{"a=2k&b=-1.0", []string{"An even game", "even, komi 7"}},
		{"own=-1.0&opponent=1.4&colour=black&stones=3&score=1&weight=1", []string{"−1.000 → −0.881 (+0.119)", "= 11.910"}},
		{
			"own=1.4&opponent=-1.0&colour=white&stones=3&score=0&weight=0.5",
			[]string{"1.400 → 1.362 (−0.038)", "weight 0.5 × (con ", "value=\"0.5\" selected"},
		},
		{"own=3d&opponent=3d&colour=x&stones=0&score=½&weight=7", []string{"3.000 → 3.001 (+0.001)"}},
	} {
		b.Get("/ratings/how?"+strings.ReplaceAll(c.query, "½", "%C2%BD")).Readable().Wants(t, http.StatusOK, c.texts...)
	}
	b.Get("/ratings/how?a=%3Cb%3E&b=").Wants(
		t, http.StatusUnprocessableEntity, `value="&lt;b&gt;"`, `href="#a"`, `href="#b"`, "Write a rating",
	)
	b.Get(
		"/ratings/how?own=3p&opponent=3.45&stones=10&colour=white&score=1&weight=1",
	).Wants(t, http.StatusUnprocessableEntity,
		"Professional grades are not on this scale", "Ratings have one decimal place.", "A whole number from 0 to 9.",
		`value="3.45"`, `<option value="white" selected>`)
}
