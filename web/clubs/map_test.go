package clubs_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

func found(t *testing.T, s *kittest.Site, in clubs.ClubInput) clubs.ClubID {
	t.Helper()
	id, err := s.Clubs.Found(t.Context(), kittest.Program, in)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// The map has a link for each place, the list beside it the same clubs by region, from north to south.
func TestClubsStandOnTheMap(t *testing.T) {
	s := kittest.EmptySite(t)
	akl := found(t, s, clubs.ClubInput{Name: "Harbour Go Club", City: "Tāmaki Makaurau", Meets: "Mondays at 7:00 pm, in the library"})
	found(t, s, clubs.ClubInput{Name: "Capital Go Club", City: "Wellington"})
	found(t, s, clubs.ClubInput{Name: "Students’ Go Club", City: "Kelburn, Wellington"})
	dud := found(t, s, clubs.ClubInput{Name: "Southern Go Club", City: "By the harbour", At: "-45.874, 170.504"})
	far := found(t, s, clubs.ClubInput{Name: "Travelling Go Club", City: "Sydney"})
	b := s.Browser("")
	a := b.Get("/clubs")
	a.Wants(t, http.StatusOK, `class="land"`, `<a href="`+kit.ClubURL(akl)+`" aria-label="Harbour Go Club, Auckland">`,
		`<a href="/clubs#region-9" aria-label="Wellington: 2 clubs">`, `id="region-9"`, ">Dunedin</text>",
		"One club is not on the map", "Auckland (Tāmaki Makaurau)", "Otago (Ōtākou)", "Elsewhere", "Natural Earth", "5 clubs")
	order := regexp.MustCompile(`<h3><a href="/clubs/(\d+)"`).FindAllStringSubmatch(a.Body, -1)
	if len(order) != 5 || order[0][1] != kit.IDText(akl) || order[3][1] != kit.IDText(dud) || order[4][1] != kit.IDText(far) {
		t.Errorf("the order is %v", order)
	}
	if n := strings.Count(a.Body, `class="target"`); n != 3 {
		t.Errorf("%d marks", n)
	}
	b.Get(kit.ClubURL(akl)).Wants(t, http.StatusOK, "Mondays at 7:00 pm", `class="land"`, "Auckland (Tāmaki Makaurau)")
	if a := b.Get(kit.ClubURL(far)); strings.Contains(a.Body, `class="land"`) {
		t.Error("a club in Sydney has a map of New Zealand")
	}
}

// Of a town by either of its names the nearest clubs come first; of other words those that match.
func TestTheNearestClubIsFound(t *testing.T) {
	s := kittest.EmptySite(t)
	found(t, s, clubs.ClubInput{Name: "Harbour Go Club", City: "Auckland"})
	found(t, s, clubs.ClubInput{Name: "Capital Go Club", City: "Wellington"})
	found(t, s, clubs.ClubInput{Name: "A Club Nowhere", City: "Somewhere"})
	b := s.Browser("")
	first := func(q, want string, parts ...string) {
		t.Helper()
		a := b.Get("/clubs?q=" + q)
		a.Wants(t, http.StatusOK, parts...)
		m := regexp.MustCompile(`<h3><a href="[^"]*">([^<]*)<`).FindStringSubmatch(a.Body)
		if m == nil || m[1] != want {
			t.Errorf("%s: the first club is %v, want %s", q, m, want)
		}
	}
	first("Porirua", "Capital Go Club", "3 clubs, the nearest to Porirua first", "18 km away", "km away", `class="here"`)
	first("kirikiriroa", "Harbour Go Club", "the nearest to Hamilton (Kirikiriroa) first")
	first("Te+Whanganui-a-Tara", "Capital Go Club", ", here</p>")
	first("-41.29,+174.78", "Capital Go Club")
	first("capital", "Capital Go Club", "1 club of 3 clubs")
	first("nowhere", "A Club Nowhere")
	b.Get("/clubs?q=zzz").Wants(t, http.StatusOK, "No club matches")
	b.Get("/clubs?q=%3Cscript%3E").Wants(t, http.StatusOK, "No club matches")
	b.Get("/clubs?q="+strings.Repeat("aq+", 2000)).Wants(t, http.StatusOK, "No club matches")
}

// A society elsewhere has no map, and its list no regions.
func TestASocietyElsewhereHasAList(t *testing.T) {
	s := kittest.EmptySite(t)
	found(t, s, clubs.ClubInput{Name: "Leith Go Club", City: "Edinburgh", At: "55.95, -3.19"})
	a := s.Browser("").Get("/clubs")
	a.Wants(t, http.StatusOK, "Leith Go Club")
	for _, not := range []string{"<svg viewBox=\"0 0 1000", "Elsewhere", "not on the map"} {
		if strings.Contains(a.Body, not) {
			t.Errorf("it says %q", not)
		}
	}
}

// The club's secretary keeps its page, sees it before it is saved, and cannot change its name.
func TestAClubKeepsItsPage(t *testing.T) {
	s := kittest.EmptySite(t)
	id := found(t, s, clubs.ClubInput{Name: "Harbour Go Club", Email: "harbour@example.nz"})
	account, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.ClubSecretary, Club: id})
	b, edit := s.Browser(s.Session(account)), kit.ClubURL(id)+"/edit"
	b.Get(kit.ClubURL(id)).Wants(t, http.StatusOK, edit)
	page := b.Get(edit)
	page.Wants(t, http.StatusOK, "Where and when it meets", "Preview")
	if strings.Contains(page.Body, `name="name"`) {
		t.Error("the secretary is asked for the name")
	}
	shown := kittest.VersionOn(t, page)
	typed := []string{
		"version", shown, "city", "Napier", "meets", "Fridays", "email", "harbour@example.nz", "about", "First <b>words</b>\n\nSecond",
	}
	b.Post(edit, append(typed, "preview", "1")...).Wants(t, http.StatusOK, "It is not saved yet", "Fridays",
		"First &lt;b&gt;words&lt;/b&gt;", `<p class="said">Second</p>`, ">Napier</text>")
	if a := s.Browser("").Get(kit.ClubURL(id)); strings.Contains(a.Body, "Fridays") || strings.Contains(a.Body, "harbour@example.nz") {
		t.Error("a preview is saved, or the address is shown")
	}
	b.Post(edit, append(typed, "at", "here")...).Wants(t, http.StatusUnprocessableEntity, "Enter a latitude and a longitude", "First &lt;b&gt;words")
	b.Post(edit, typed...).LeadsTo(t, kit.ClubDeskURL(id))
	s.Browser("").Get(kit.ClubURL(id)).Wants(t, http.StatusOK, "Fridays", "Napier", `<p class="said">Second</p>`, "Harbour Go Club")
	b.Post(edit, typed...).Wants(t, http.StatusConflict, "Someone else changed this club first")
	other := found(t, s, clubs.ClubInput{Name: "Capital Go Club"})
	b.Get(kit.ClubURL(other)+"/edit").Wants(t, http.StatusForbidden)
	b.Post(kit.ClubURL(other)+"/edit", "preview", "1").Wants(t, http.StatusForbidden)
}
