package grades_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// site has Mei, whose rating stands at 2.1 after fifteen games, and who signs in.
func site(t *testing.T) (s *kittest.Site, officer, mei *kittest.Browser, id auth.PersonID) {
	t.Helper()
	s = kittest.EmptySite(t)
	account, id := s.Account("小明", "王")
	bo := s.Register("Bo", "Gast")
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		for _, statement := range []string{
			`INSERT INTO event (id, slug, name, status, from_day, to_day, created_at)
			 VALUES (70, 'cup', 'Cup', 'rated', '2026-06-01', '2026-06-01', '2026-06-01T00:00:00.000Z')`,
			`INSERT INTO rating_event (id, event_id, name, day, formula, players, games, not_rated, submitted_at, submitted_by)
			 VALUES (70, 70, 'Cup', '2026-06-01', 'nzgs-2026', 2, 1, 0, '2026-06-01T00:00:00.000Z', 'test')`,
		} {
			if _, err := tx.Exec(t.Context(), statement); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(t.Context(), `
			INSERT INTO rating_game (submission_id, ref, section, round, black_id, white_id, handicap, result, weight)
			VALUES (70, 1, 'Open', 1, $1, $2, 0, 'B', 1000)`, id, bo); err != nil {
			return err
		}
		if _, err := tx.Exec(t.Context(), `
			INSERT INTO rating (person_id, milli, games, last_day) VALUES ($1, 2100, 15, '2026-06-01')`, id); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), `
			INSERT INTO rating_change (submission_id, person_id, event_id, day, before_milli, after_milli, games_before, games)
			VALUES (70, $1, 70, '2026-06-01', 1900, 2100, 14, 1), (70, $2, 70, '2026-06-01', 500, 400, 14, 1)`, id, bo)
		return err
	}))
	keeper, _ := s.Account("Rangi", "Officer", auth.Office{Role: auth.RatingsOfficer})
	return s, s.Browser(s.Session(keeper)), s.Browser(s.Session(account)), id
}

// resolved is the number of a resolution of today.
func resolved(t *testing.T, s *kittest.Site) string {
	t.Helper()
	var present []auth.PersonID
	for i, role := range []auth.Role{auth.President, auth.Secretary, auth.Treasurer, auth.Committee} {
		id := s.Register(fmt.Sprintf("Seat%d", i), "Holder")
		_, err := s.Auth.Appoint(t.Context(), kittest.Program, auth.Office{Person: id, Role: role, From: s.Now.Date().AddDays(-9)})
		s.Must(err)
		present = append(present, id)
	}
	r, err := s.Committee.Record(t.Context(), kittest.Program, committee.ResolutionInput{
		Day: s.Now.Date(), Text: "That the grade be awarded.", Mover: present[0], Seconder: present[1], Present: present,
		Votes: constitution.Votes{Yes: 4},
	})
	s.Must(err)
	return r.Number.String()
}

// From a proposal to a diploma: the register is public, until its holder says otherwise.
func TestADiploma(t *testing.T) {
	s, officer, mei, id := site(t)
	anyone := s.Browser("")
	anyone.Get("/diplomas").Wants(t, http.StatusOK, "No diploma yet", "as soon as the published rating reaches it")
	anyone.Get("/diplomas/desk").LeadsTo(t, "/sign-in?next=%2Fdiplomas%2Fdesk")
	path := kit.Below("/diplomas/desk/proposals", id)
	officer.Get("/diplomas/desk").Wants(t, http.StatusOK, "王小明", "2 dan", path)
	officer.Get(path).Wants(t, http.StatusOK, "Bo Gast", "Open 1", "Won", "2.1 after Cup of 1 June 2026: at least 2.0.")
	mei.Get(path).Wants(t, http.StatusForbidden)
	anyone.Get(kit.PlayerURL(id)).Wants(t, http.StatusOK, "Dan that waits for the committee")
	mei.Get("/diplomas/mine").Wants(t, http.StatusOK, "None awarded", "Waits for the committee")

	sent := []string{"grade", "2", "event", "70"}
	officer.Post(path, append(sent, "resolution", "")...).Wants(t, http.StatusUnprocessableEntity, `href="#resolution"`, "2026/3")
	number := resolved(t, s)
	officer.Post(path, "grade", "3", "event", "70", "resolution", number).Wants(t, http.StatusConflict, "has changed since it was shown")
	officer.Post(path, append(sent, "resolution", number)...).LeadsTo(t, "/diplomas/desk")
	officer.Post(path, append(sent, "resolution", number)...).Wants(t, http.StatusNotFound, "No dan is proposed")
	anyone.Get("/diplomas").Wants(t, http.StatusOK, "1 diploma", "王小明", "2 dan", number)
	anyone.Get("/diplomas.json").Wants(t, http.StatusOK, `"grade":"2d"`)
	anyone.Get("/diplomas.csv").Wants(t, http.StatusOK, "1,王小明,2 dan")
	anyone.Get(kit.PlayerURL(id)).Wants(t, http.StatusOK, "2 dan, diploma 1", "To 3 dan", "0.9 to go")
	for _, file := range []string{"/diplomas.pdf", "/diplomas.xlsx"} {
		anyone.Get(file).Wants(t, http.StatusOK)
	}
	const diploma = "/diplomas/numbers/1/diploma.pdf"
	mei.Get("/diplomas/mine").Wants(t, http.StatusOK, "Diploma 1", diploma, "0.9 to go")
	mei.Get(diploma).Wants(t, http.StatusOK, "%PDF")
	officer.Get(diploma).Wants(t, http.StatusOK, "%PDF")
	other, _ := s.Account("No", "Officer")
	s.Browser(s.Session(other)).Get(diploma).Wants(t, http.StatusForbidden)

	mei.Post("/diplomas/mine", "hidden", "yes").LeadsTo(t, "/diplomas/mine")
	for _, page := range []string{"/diplomas", "/diplomas.json", "/diplomas.csv", kit.PlayerURL(id)} {
		if answer := anyone.Get(page); strings.Contains(answer.Body, "2 dan,") || strings.Contains(answer.Body, `"2d"`) ||
			page != kit.PlayerURL(id) && strings.Contains(answer.Body, "小明") || strings.Contains(answer.Body, "To 3 dan") {
			t.Errorf("%s still tells", page)
		}
	}
	anyone.Get("/diplomas").Wants(t, http.StatusOK, "1 diploma", "Not public")
	officer.Get("/diplomas/desk").Wants(t, http.StatusOK, "Not shown to the public.", "王小明")
	mei.Post("/diplomas/mine", "hidden", "no").LeadsTo(t, "/diplomas/mine")
	anyone.Get("/diplomas").Wants(t, http.StatusOK, "王小明")

	const annul = "/diplomas/desk/numbers/1/annul"
	officer.Get("/diplomas/desk").Wants(t, http.StatusOK, annul)
	officer.Get(annul).Wants(t, http.StatusOK, "Annul diploma 1", "the grade may be awarded again")
	officer.Post(annul, "resolution", "", "reason", "").Wants(
		t, http.StatusUnprocessableEntity, `href="#resolution"`, `href="#reason"`,
	)
	mei.Get(annul).Wants(t, http.StatusForbidden)
	officer.Get("/diplomas/desk/numbers/9/annul").Wants(t, http.StatusNotFound)
	officer.Post(annul, "resolution", number, "reason", "Someone else played.").LeadsTo(t, "/diplomas/desk")
	anyone.Get("/diplomas").Wants(t, http.StatusOK, "Annulled by resolution "+number)
	if strings.Contains(anyone.Get("/diplomas").Body, "Someone else played.") {
		t.Error("the reason is public")
	}
	anyone.Get("/diplomas.json").Wants(t, http.StatusOK, `"annulled_by":"`+number+`"`)
	officer.Get(diploma).Wants(t, http.StatusConflict, "is not printed")
	mei.Get("/diplomas/mine").Wants(t, http.StatusOK, "None awarded", "Waits for the committee")
}

// Diplomas of other associations and the society's figure come by forms that say everything that is wrong.
func TestTheFormsOfTheDiplomasDesk(t *testing.T) {
	s, officer, _, id := site(t)
	form := "/diplomas/desk/others/new"
	officer.Post(form, "number", kit.IDText(id), "name", "Someone Else", "day", "soon").Wants(
		t, http.StatusUnprocessableEntity, `href="#name"`, `href="#grade"`, `href="#association"`, `href="#day"`, `href="#source"`,
	)
	officer.Post(form, "number", kit.IDText(id), "name", "王小明", "grade", "3 dan", "association", "Nihon Ki-in", "day", "2020-02-03",
		"source", "Seen").LeadsTo(t, "/diplomas/desk")
	s.Browser("").Get(kit.PlayerURL(id)).Wants(t, http.StatusOK, "Diploma of Nihon Ki-in", "3 dan, 3 February 2020")
	officer.Get("/diplomas/desk").Wants(t, http.StatusOK, "Nihon Ki-in", "/diplomas/desk/others/1/withdraw")
	out := "/diplomas/desk/others/1/withdraw"
	officer.Post(out, "reason", "").Wants(t, http.StatusUnprocessableEntity, "Say in a sentence")
	officer.Post(out, "reason", "Of another.").LeadsTo(t, "/diplomas/desk")
	officer.Get(out).Wants(t, http.StatusNotFound)
	officer.Post("/diplomas/desk/figure", "from", "2020-01-01", "days", "x").Wants(
		t, http.StatusUnprocessableEntity, `href="#from"`, `href="#days"`, `href="#games"`, `href="#resolution"`,
	)
	officer.Post("/diplomas/desk/figure", "from", "2030-01-01", "days", "30", "games", "5", "resolution", resolved(t, s)).
		LeadsTo(t, "/diplomas/desk")
	officer.Get("/diplomas/desk").Wants(t, http.StatusOK, "30 days and 5 rated games")
}
