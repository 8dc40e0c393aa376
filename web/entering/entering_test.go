package entering_test

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/tournaments"
	"nzgs/web/kit/kittest"
)

const eventPage, enterPage = "/events/winter-cup-2026", "/events/winter-cup-2026/enter"

// site is a site with a new event, made ready for entries with two fields and two presses.
func site(t testing.TB) (*kittest.Site, *kittest.Letters, *kittest.Browser) {
	s, letters := kittest.MailingSite(t)
	id, _ := s.Account("Ruairi", "Kerrigan", auth.Office{Role: auth.Director})
	d := s.Browser(s.Session(id))
	d.Post("/director/events", "name", "Winter Cup", "from", s.Now.Date().AddDays(9).String()).LeadsTo(t, "/director/events/1")
	d.Post("/director/events/1/online/open", "version", "1").LeadsTo(t, "/director/events/1")
	return s, letters, d
}

var link = regexp.MustCompile(`/entered/[A-Z0-9]{26}`)

func form(s *kittest.Site, family, email string, more ...string) []string {
	shown := strconv.FormatInt(s.Now.Add(-time.Minute).Time().UnixMilli(), 10)
	return append([]string{
		"shown", shown, "family_name", family, "given_names", "Rima", "email", email, "grade", "5k", "website", "",
	}, more...)
}

// linkTo is the link of the last letter to an address.
func linkTo(t testing.TB, letters *kittest.Letters, address string) string {
	t.Helper()
	found := ""
	for _, l := range letters.Come() {
		if l.To == address {
			found = link.FindString(l.Body)
		}
	}
	if found == "" {
		t.Fatalf("no letter with a link came to %s", address)
	}
	return found
}

func TestAVisitorEntersAndIsConfirmed(t *testing.T) {
	s, letters, d := site(t)
	b := s.Browser("")
	b.Get(eventPage).Wants(t, http.StatusOK, `href="`+enterPage+`"`, "open until")
	b.Get(enterPage).Wants(t, http.StatusOK, "Family name", "sign in", `name="website"`, "Entries close")
	b.Post(enterPage, form(s, "", "nobody", "absent", "x")...).Wants(
		t, http.StatusUnprocessableEntity, "family name", "aroha@example.nz", "Write rounds as 2, 4-5",
	)
	b.Post(enterPage, form(s, "Ngata", "rima@example.org", "note", "<script>alert(1)</script>")...).LeadsTo(t, eventPage)
	b.Get(eventPage).Wants(t, http.StatusOK, "A letter to your address leaves", "No one is entered yet.")
	own := linkTo(t, letters, "rima@example.org")
	page := b.Get(own)
	page.Wants(t, http.StatusOK, "Confirm my entry", "Rima Ngata")
	if page.Header.Get("Referrer-Policy") != "no-referrer" || page.Header.Get("Cache-Control") != "no-store" {
		t.Error("the link's address can leak")
	}
	d.Get("/director/events/1/online/list").Wants(t, http.StatusOK, "No one has entered yet")
	b.Post(own+"/confirm").LeadsTo(t, own)
	b.Get(own).Wants(t, http.StatusOK, "You have a place", "Withdraw my entry")
	b.Get(eventPage).Wants(t, http.StatusOK, "1 more entry is not confirmed yet.")
	list := d.Get("/director/events/1/online/list")
	list.Wants(t, http.StatusOK, "Rima Ngata", "Preliminary", "&lt;script&gt;", "Confirm 1 preliminary entry")
	if strings.Contains(list.Body, "<script>alert") {
		t.Error("a note is markup on the page")
	}
	d.Get("/director/applications/1").Wants(t, http.StatusOK, "rima@example.org", "&lt;script&gt;")
	d.Post("/director/events/1/online/list").LeadsTo(t, "/director/events/1/online/list")
	d.Get("/director/events/1/online/list").Wants(t, http.StatusOK, "1 entry is confirmed.", "Confirmed")
	b.Get(eventPage).Wants(t, http.StatusOK, "Rima Ngata")
	b.Post(own, "version", kittest.VersionOn(t, b.Get(own)), "absent", "2", "note", "").LeadsTo(t, own)
	b.Post(own+"/withdraw", "version", kittest.VersionOn(t, b.Get(own))).LeadsTo(t, own)
	b.Get(own).Wants(t, http.StatusOK, "This entry is withdrawn.")
	b.Get(eventPage).Wants(t, http.StatusOK, "No one is entered yet.")
}

// Attack: programs fill the form in. The field that no one sees is answered as ever, and haste is told.
func TestProgramsDoNotEnter(t *testing.T) {
	s, letters, _ := site(t)
	b := s.Browser("")
	in := form(s, "Robot", "robot@example.org")
	b.Post(enterPage, append(in, "website", "https://spam.example")...).LeadsTo(t, eventPage) // the first field of a name counts
	in[len(in)-1] = "https://spam.example"
	b.Post(enterPage, in...).LeadsTo(t, "/events")
	hasty := form(s, "Hasty", "hasty@example.org")
	for _, shown := range []string{"", "x", strconv.FormatInt(s.Now.Time().UnixMilli(), 10), "99999999999999"} {
		hasty[1] = shown
		b.Post(enterPage, hasty...).Wants(t, http.StatusUnprocessableEntity, "faster than anyone writes", `value="hasty@example.org"`)
	}
	for _, l := range letters.Come() {
		if l.To == "hasty@example.org" {
			t.Errorf("a letter went: %+v", l)
		}
	}
}

// Attack: the form is asked who is a member. Every address, and every name, is answered alike.
func TestTheFormTellsNothingOfAnyone(t *testing.T) {
	s, _, _ := site(t)
	s.Account("Aroha", "Tūī")
	answer := func(family, email string) (kittest.Answer, string) {
		b := s.Browser("")
		a := b.Post(enterPage, form(s, family, email)...)
		return a, b.Get(eventPage).Body
	}
	_, want := answer("Stranger", "stranger@example.org")
	for _, who := range [][2]string{{"Tūī", "aroha@example.nz"}, {"Stranger", "stranger@example.org"}} {
		a, page := answer(who[0], who[1])
		if a.Status != http.StatusSeeOther || a.Location != eventPage || withoutKeys(page) != withoutKeys(want) {
			t.Errorf("%s is answered otherwise: %d %s", who[1], a.Status, a.Location)
		}
	}
}

var key = regexp.MustCompile(`name="key" value="[^"]*"`)

func withoutKeys(page string) string { return key.ReplaceAllString(page, "") }

func TestAMemberEntersOnMyPage(t *testing.T) {
	s, _, d := site(t)
	id, _ := s.Account("Aroha", "Tūī")
	other, _ := s.Account("Hemi", "Testcase")
	b := s.Browser(s.Session(id))
	b.Get(enterPage).Wants(t, http.StatusOK, "Rounds you will miss")
	if strings.Contains(b.Get(enterPage).Body, "Family name") {
		t.Error("a member is asked for the name")
	}
	b.Post(enterPage, "grade", "3d").LeadsTo(t, "/my-entries/1")
	b.Get("/my-entries/1").Wants(t, http.StatusOK, "You have a place", "Aroha Tūī")
	b.Get("/me").Wants(t, http.StatusOK, "Your entry to Winter Cup")
	b.Post(enterPage, "grade", "3d").Wants(t, http.StatusConflict, "already entered")
	o := s.Browser(s.Session(other))
	o.Get("/my-entries/1").Wants(t, http.StatusNotFound)
	o.Post("/my-entries/1/withdraw", "version", "1").Wants(t, http.StatusNotFound)
	d.Get("/director/events/1/online/list").Wants(t, http.StatusOK, "Aroha Tūī")
}

// Before the first round the director is told whom the draw leaves out, and whoever still waits then is not told to hope.
func TestTheDrawSaysWhomItLeavesOut(t *testing.T) {
	s, _, d := site(t)
	for _, name := range []string{"Ash", "Birch"} {
		d.Post("/director/sections/1/entries/guest", "family_name", name, "given_names", "Player", "rating", "1k").
			LeadsTo(t, "/director/sections/1/entries")
	}
	const draw = "/director/sections/1/rounds/1"
	if strings.Contains(d.Get(draw).Body, "online") {
		t.Error("the draw speaks of online entries where there are none")
	}
	const terms = "/director/events/1/online"
	d.Post(
		terms, "version", kittest.VersionOn(t, d.Get(terms)), "taken", "on", "closes_day", s.Now.Date().AddDays(2).String(),
		"closes_time", "6 pm", "places-1", "3", "fee_member", "0", "fee_visitor", "0", "lists", string(tournaments.ListAll),
	).LeadsTo(t, terms+"/list")
	var browsers []*kittest.Browser
	for i, name := range []string{"Aroha", "Hemi"} {
		id, _ := s.Account(name, "Testcase")
		b := s.Browser(s.Session(id))
		b.Post(enterPage, "grade", "3d").LeadsTo(t, "/my-entries/"+strconv.Itoa(i+1))
		browsers = append(browsers, b)
	}
	said := "1 online entry is not confirmed, and 1 player waits for a place."
	d.Get(draw).Wants(t, http.StatusOK, said)
	d.Post(draw+"/draw").LeadsTo(t, draw)
	page := d.Get(draw)
	page.Wants(t, http.StatusOK, said)
	d.Post(draw+"/publish", "version", kittest.VersionOn(t, page)).LeadsTo(t, draw)
	if strings.Contains(d.Get(draw).Body, "online entry") {
		t.Error("the page of a published round speaks of online entries")
	}
	browsers[1].Get("/my-entries/2").Wants(t, http.StatusOK, "began before a place became free")
}

// A number that a list has fills the form in, for the visitor and for the director; what was typed stays.
func TestListsOfOtherAssociationsFillForms(t *testing.T) {
	s, letters, d := site(t)
	id, _ := s.Account("Mere", "Testcase", auth.Office{Role: auth.RatingsOfficer})
	officer := s.Browser(s.Session(id))
	const lists, egd = "/ratings/desk/elsewhere", "  10000001  Testman Anna Maria            SE  Goth   4d   --    2422   141  T260101A\n  10000005  broken\n"
	day := s.Now.Date().String()
	officer.Get(lists).Wants(t, http.StatusOK, "No list has been imported yet")
	officer.Upload(lists, "list.txt", "no list\n", "source", "egd", "day", day).Wants(t, http.StatusUnprocessableEntity, "Nothing was taken")
	officer.Upload(lists, "list.txt", egd, "source", "egd", "day", day).LeadsTo(t, lists)
	officer.Get(lists).Wants(t, http.StatusOK, "European Go Database", "line 2:", "by Mere Testcase")

	b := s.Browser("")
	in := form(s, "", "anna@example.org", "pin", "10000001", "club", "Mine")
	in[7], in[5] = "anna@example.org", ""
	for i := range in {
		if in[i] == "grade" {
			in[i+1] = ""
		}
	}
	b.Post(enterPage+"/look-up", in...).Wants(
		t, http.StatusOK, `value="Testman"`, `value="Anna Maria"`, `value="4.2"`, `value="SE"`, `value="Mine"`, "data are in the form",
	)
	b.Post(enterPage+"/look-up", "pin", "999").Wants(t, http.StatusOK, "No list here has this number")
	b.Post(enterPage, in...).LeadsTo(t, eventPage)
	b.Post(linkTo(t, letters, "anna@example.org") + "/confirm")
	d.Post("/director/events/1/online/list")
	d.Get("/director/events/1/online/list").Wants(t, http.StatusOK, "Anna Maria Testman", "4.2", "Mine, SE, EGF 10000001")

	d.Get("/director/sections/1/entries?find=testman").Wants(t, http.StatusOK, "In lists of other associations", "4.2 (2422 there)", "guest?listed=1")
	d.Get("/director/sections/1/entries/guest?listed=1").Wants(t, http.StatusOK, `value="Testman"`, `value="10000001"`, `value="4.2"`)
	d.Get("/director/sections/1/entries/guest?listed=77").Wants(t, http.StatusNotFound)
}

func TestTheTermsOfEntry(t *testing.T) {
	s, _, d := site(t)
	const terms = "/director/events/1/online"
	shown := d.Get(terms)
	shown.Wants(t, http.StatusOK, "Entries close on", "Places in Open", `value="18:00"`)
	closing := s.Now.Date().AddDays(2)
	good := []string{
		"version", kittest.VersionOn(t, shown), "taken", "on", "closes_day", closing.String(), "closes_time", "6 pm", "places-1", "1",
		"fee_member", "40", "fee_visitor", "50.00", "fee_student", "0", "how_to_pay", "Cash.", "lists", string(tournaments.ListNumber),
	}
	bad := append([]string{}, good...)
	bad[7], bad[9], bad[11] = "at six", "lots", "a bit"
	d.Post(terms, bad...).Wants(t, http.StatusUnprocessableEntity, "Write a time like 18:00", "Enter a whole number", "Enter dollars")
	d.Post(terms, good...).LeadsTo(t, terms+"/list")
	d.Post(terms, good...).Wants(t, http.StatusConflict, "not saved")
	b := s.Browser("")
	b.Get(enterPage).Wants(t, http.StatusOK, "1 of 1 free", "Members $40.00", "I am a student", "Cash.")
	d.Post("/director/sections/1/entries/guest", "family_name", "Place", "given_names", "Holder", "rating", "1k").
		LeadsTo(t, "/director/sections/1/entries")
	b.Get(enterPage).Wants(t, http.StatusOK, "full: who enters now goes on the waiting list")
	if body := b.Get(eventPage).Body; strings.Contains(body, "Holder") {
		t.Error("the event lists names that its director does not")
	}
	if body := b.Get(eventPage + ".json").Body; strings.Contains(body, "Holder") {
		t.Error("the data of the event lists names that its director does not")
	}
	d.Get(terms+"/list").Wants(t, http.StatusOK, "1 of 1 place", "Holder Place", "Fees owed", "$50.00")
	d.Post(terms+"/paid", "entry", "1", "how", "door").LeadsTo(t, terms+"/list")
	d.Get(terms+"/list").Wants(t, http.StatusOK, "paid at the door")
	s.Now = civil.At(closing.Midnight().Time().Add(18 * time.Hour))
	b.Get(enterPage).Wants(t, http.StatusOK, "Entries closed on")
	b.Get(eventPage).Wants(t, http.StatusOK, "closed on")
	b.Post(enterPage, form(s, "Late", "late@example.org")...).Wants(t, http.StatusConflict, "Entries closed on")
}

// A director who moves an event is asked whether the closing time moves too, and until then the time stays.
func TestTheDeskAsksAboutTheClosingTime(t *testing.T) {
	s, _, d := site(t)
	const desk = "/director/events/1"
	if strings.Contains(d.Get(desk).Body, "Does the closing time") {
		t.Error("asked of an event that did not move")
	}
	to := s.Now.Date().AddDays(16)
	d.Post(desk+"/edit", "version", kittest.VersionOn(t, d.Get(desk+"/edit")), "name", "Winter Cup", "from", to.String()).LeadsTo(t, desk)
	shown := d.Get(desk)
	shown.Wants(t, http.StatusOK, "The event moved. Does the closing time of entries move too?",
		"still close on "+to.AddDays(-8).Long(), "Close them on "+to.AddDays(-1).Long())
	d.Get(desk+"/online").Wants(t, http.StatusOK, "The event has moved since", to.AddDays(-1).Long())
	d.Post(desk+"/online/follow", "version", "1").LeadsTo(t, desk)
	if strings.Contains(d.Get(desk).Body, "Does the closing time") {
		t.Error("asked again")
	}
	s.Browser("").Get(enterPage).Wants(t, http.StatusOK, to.AddDays(-1).Long()+", 6:00 pm")
}

// The director's desk says that a player has withdrawn from a draw that no one else has seen.
func TestTheDeskSaysThatADrawIsOutOfDate(t *testing.T) {
	s, letters, d := site(t)
	b := s.Browser("")
	for _, name := range []string{"Ngata", "Other", "Third"} {
		b.Post(enterPage, form(s, name, strings.ToLower(name)+"@example.org")...)
		b.Post(linkTo(t, letters, strings.ToLower(name)+"@example.org") + "/confirm")
	}
	d.Post("/director/events/1/online/list")
	d.Post("/director/sections/1/rounds/1/draw").LeadsTo(t, "/director/sections/1/rounds/1")
	d.Get("/director/sections/1/entries").Wants(t, http.StatusOK, "Publish round 1")
	own := linkTo(t, letters, "ngata@example.org")
	b.Post(own+"/withdraw", "version", kittest.VersionOn(t, b.Get(own))).LeadsTo(t, own)
	d.Get("/director/events/1").Wants(t, http.StatusOK, "Draw round 1 again", "Rima Ngata no longer plays this round")
	d.Get("/director/sections/1/entries").Wants(t, http.StatusOK, "Draw round 1 again")
}

// The director has the list as a file, with notes that no spreadsheet takes for formulas.
func TestTheListIsAFile(t *testing.T) {
	s, letters, d := site(t)
	b := s.Browser("")
	b.Post(enterPage, form(s, "Ngata", "rima@example.org", "note", "=1+1", "absent", "2", "country", "AU")...)
	b.Post(linkTo(t, letters, "rima@example.org") + "/confirm")
	const list = "/director/events/1/online/list"
	d.Get(list).Wants(t, http.StatusOK, list+".xlsx", list+".csv")
	csv := d.Get(list + ".csv")
	csv.Wants(t, http.StatusOK, "Player,Section,State", "Rima Ngata,Open,Preliminary", "rima@example.org", "'=1+1", ",AU,", ",2,")
	if x := d.Get(list + ".xlsx"); x.Status != http.StatusOK || !strings.HasPrefix(x.Body, "PK") {
		t.Errorf("the workbook: status %d", x.Status)
	}
	for _, format := range []string{".csv", ".xlsx"} {
		if x := b.Get(list + format); x.Status == http.StatusOK {
			t.Errorf("everyone reads the list as %s", format)
		}
	}
}
