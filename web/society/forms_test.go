package society_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// registerSite is a society with a person in the register, an officer who keeps
// it, and the subscription of the year.
func registerSite(t *testing.T) (s *kittest.Site, person members.PersonID, officer, own *kittest.Browser) {
	s = kittest.EmptySite(t)
	account, person := s.Account("Aroha", "Tūī")
	keeper, _ := s.Account("Quentin", "Abernethy", auth.Office{Role: auth.Treasurer}, auth.Office{Role: auth.Secretary})
	_, err := s.Treasury.SetRate(t.Context(), kittest.Program, treasury.RateInput{
		Year: constitution.Shipped().YearOf(s.Now.Date()), Amount: money.MustParse("40.00"), Meeting: treasury.AGM,
		MeetingDay: s.Now.Date().AddDays(-60), Resolution: "That the subscription be $40.00",
	})
	s.Must(err)
	return s, person, s.Browser(s.Session(keeper)), s.Browser(s.Session(account))
}

// An officer and the person concerned change the same details: the second sees
// both, and may save over the first.
func TestAPersonWhoWasChangedMeanwhileIsCompared(t *testing.T) {
	_, person, officer, own := registerSite(t)
	edit := kit.PersonURL(person) + "/edit"
	shown := kittest.VersionOn(t, officer.Get(edit))
	officer.Get(edit).Wants(t, http.StatusOK, `value="Tūī"`, "Playing strength")
	own.Post(
		"/me/edit", "version", kittest.VersionOn(t, own.Get("/me/edit")), "email", "aroha@example.nz", "phone", "021 111",
		"address", "1 Lane\r\nWellington", "public_as", "name",
	).LeadsTo(t, "/me")
	mine := []string{
		"family_name", "Tūī", "given_names", "Aroha", "order", "given_first", "email", "aroha@example.nz", "phone", "021 222",
		"address", "1 Lane\r\nWellington", "public_as", "name",
	}
	late := officer.Post(edit, append([]string{"version", shown}, mine...)...)
	late.Wants(t, http.StatusConflict, "Your changes were not saved", "021 111", "021 222", `value="021 222"`)
	for _, same := range []string{"Postal address", "Order of names"} {
		if strings.Contains(late.Body, `<th scope="row">`+same) {
			t.Errorf("the page compares what is the same: %s", same)
		}
	}
	mine = append([]string{"version", kittest.VersionOn(t, late)}, mine...)
	officer.Post(edit, mine...).LeadsTo(t, kit.PersonURL(person))
	officer.Get(kit.PersonURL(person)).Wants(t, http.StatusOK, "021 222")
	officer.Post(edit, append([]string{"email", "no address"}, mine...)...).Wants(
		t, http.StatusUnprocessableEntity, `id="email-error"`, `value="no address"`, `value="021 222"`,
	)
}

// Somebody who may be in the register already is added only when that was looked at.
func TestALikelyPersonIsAddedOnlyWhenSaidToBeSomeoneElse(t *testing.T) {
	_, person, officer, _ := registerSite(t)
	namesake := []string{"family_name", "Tūī", "given_names", "Aroha", "public_as", "name"}
	found := officer.Post(kit.RegisterPath+"/new", namesake...)
	found.Wants(
		t, http.StatusUnprocessableEntity, "This person may already be in the register.", kit.PersonURL(person),
		"Add: this is someone else", `value="Aroha"`,
	)
	if strings.Contains(found.Body, "data-error-summary") {
		t.Error("the page says it twice")
	}
	added := officer.Post(kit.RegisterPath+"/new", append(namesake, "apart", kit.IDText(person))...)
	if added.Status != http.StatusSeeOther || added.Location == kit.PersonURL(person) {
		t.Errorf("status %d to %q", added.Status, added.Location)
	}
	officer.Post(kit.RegisterPath+"/new").Wants(t, http.StatusUnprocessableEntity, `id="family_name-error"`)
}

// The payment of somebody who joins alone is shown first, and a last day that
// cannot be read cancels no term.
func TestJoiningAloneAndCorrectingTheTerm(t *testing.T) {
	s, person, officer, _ := registerSite(t)
	join := kit.PersonURL(person) + "/join"
	officer.Get(join).Wants(t, http.StatusOK, "Show fee and term", `value="`+s.Now.Date().String()+`"`)
	officer.Post(join, "received_on", "soon", "year", "never", "method", "cash", "reference", "envelope").Wants(
		t, http.StatusUnprocessableEntity, "Enter a whole number", "Enter a date like 1 July 2026.", `value="envelope"`,
	)
	year := fmt.Sprint(int(constitution.Shipped().YearOf(s.Now.Date())))
	typed := []string{
		"received_on", s.Now.Date().String(), "year", year, "club", "0", "method", "cash", "reference", "envelope",
	}
	quote := officer.Post(join, typed...)
	paid := officer.Post(join, append(slices.Clone(typed), "paid_by", "Her mother", "payer_email", "mother@example.nz")...)
	paid.Wants(t, http.StatusOK, "Her mother, who gets the receipt", `name="paid_by" value="Her mother"`)
	officer.Post(join, append(slices.Clone(typed), "paid_by", "Her mother", "payer", "James")...).
		Wants(t, http.StatusUnprocessableEntity, "Say once who paid")
	quote.Wants(
		t, http.StatusOK, "Nothing has been recorded yet.", "$40.00", `name="reference" value="envelope"`,
		`name="confirm" value="yes"`, `name="consent"`,
	)
	typed = append(typed, "confirm", "yes")
	officer.Post(join, typed...).Wants(
		t, http.StatusUnprocessableEntity, "Nothing has been recorded yet.", `id="consent-error"`,
	)
	officer.Post(join, append(typed, "consent", "on", "paid_by", "Her mother")...).LeadsTo(t, kit.PersonURL(person))
	officer.Get(kit.PersonURL(person)).Wants(t, http.StatusOK, "paid by Her mother")

	file, err := s.Members.File(t.Context(), kittest.Program, person)
	s.Must(err)
	correct := fmt.Sprintf("%s/terms/%d", kit.PersonURL(person), file.Terms[0].ID)
	officer.Get(correct).Wants(t, http.StatusOK, "Leave it empty to cancel the term altogether.")
	officer.Post(correct, "to", "soon").Wants(
		t, http.StatusUnprocessableEntity, "Please fix 2 things", "Enter a date like 1 July 2026.", `id="reason-error"`,
		`value="soon"`,
	)
	officer.Post(correct, "to", "soon", "reason", "Moved away").Wants(
		t, http.StatusUnprocessableEntity, "Please fix one thing",
	)
	after, err := s.Members.File(t.Context(), kittest.Program, person)
	s.Must(err)
	if len(members.InForce(after.Terms)) != 1 {
		t.Fatal("a day that cannot be read cancelled the term")
	}
	officer.Post(correct, "reason", "Recorded by mistake").LeadsTo(t, kit.PersonURL(person))
}

// What cannot be read of a rate is said with what else is wrong, and nothing is kept.
func TestARateSaysAllThatIsWrongAndKeepsNothing(t *testing.T) {
	s, _, officer, _ := registerSite(t)
	before, err := s.Treasury.Rates(t.Context())
	s.Must(err)
	officer.Post(
		kit.RatesPath+"/new", "year", "2026", "amount", "lots", "meeting", "agm", "meeting_day", "soon",
	).Wants(
		t, http.StatusUnprocessableEntity, "Please fix 3 things", "Enter dollars and cents, for example 160.00.",
		"Enter a date like 1 July 2026.", `id="resolution-error"`, `value="lots"`, `value="soon"`,
	)
	if after, err := s.Treasury.Rates(t.Context()); err != nil || len(after) != len(before) {
		t.Errorf("%d rates, %v; want %d", len(after), err, len(before))
	}
}

// A club that somebody else changed meanwhile is compared; a row of a list that
// was is too.
func TestAClubAndARowThatWereChangedMeanwhileAreCompared(t *testing.T) {
	s, club, treasurer, secretary := clubDeskSite(t)
	edit := kit.ClubURL(club) + "/edit"
	page := treasurer.Get(edit)
	shown := kittest.VersionOn(t, page)
	first := treasurer.Post(edit, "version", shown, "name", "Kāpiti Go Club", "city", "Paekākāriki")
	first.LeadsTo(t, kit.ClubDeskURL(club))
	late := treasurer.Post(edit, "version", shown, "name", "Kāpiti Go Club", "city", "Raumati")
	late.Wants(t, http.StatusConflict, "Your changes were not saved", "Paekākāriki", "Raumati")

	treasurer.Upload(kit.ClubURL(club)+"/return", "list.csv", fiveRows, "year", "2026").LeadsTo(t, "/returns/1")
	row := "/returns/1/rows/1"
	shown = kittest.VersionOn(t, secretary.Get(row))
	first = secretary.Post(row, "version", shown, "family_name", "Tūī", "given_names", "Aroha", "phone", "04 111")
	first.LeadsTo(t, "/returns/1#row-1")
	treasurer.Post(row, "version", shown, "family_name", "Tūī", "given_names", "Aroha", "phone", "04 222").Wants(
		t, http.StatusConflict, "Your changes were not saved", "04 111", "04 222",
	)
	treasurer.Post(kit.ClubURL(club)+"/secretary", "person", "", "from", "soon").Wants(
		t, http.StatusUnprocessableEntity, "Choose the new secretary.", "Enter a date like 1 July 2026.", `value="soon"`,
	)
	shown = kittest.VersionOn(t, treasurer.Get("/returns/1"))
	treasurer.Post("/returns/1/received", "version", shown, "received", "soon").Wants(
		t, http.StatusUnprocessableEntity, "Enter a date like 1 July 2026.", `value="soon"`,
	)
	if v, err := s.Clubs.View(t.Context(), kittest.Program, 1); err != nil || v.Return.ListReceived != s.Now.Date() {
		t.Errorf("the list was received %v, %v", v.Return.ListReceived, err)
	}
}
