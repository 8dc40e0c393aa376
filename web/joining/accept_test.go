package joining_test

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members/kinds"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/web/kit/kittest"
)

// asked is a site with rates of this year where someone has sent the form and confirmed the address.
func asked(t *testing.T, family, given, email string) (s *kittest.Site, officer *kittest.Browser, come func() []kittest.Taken) {
	t.Helper()
	s, letters := kittest.MailingSite(t)
	secretary, _ := s.Account("Tere", "Moana", auth.Office{Role: auth.Secretary})
	year := constitution.Shipped().YearOf(s.Now.Date())
	for kind, amount := range map[kinds.Kind]string{kinds.Full: "20.00", kinds.Student: "10.00"} {
		_, err := s.Treasury.SetRate(t.Context(), kittest.Program, treasury.RateInput{
			Year: year, Kind: kind, Amount: money.MustParse(amount), Meeting: treasury.AGM, MeetingDay: s.Now.Date().AddDays(-30),
			Resolution: "That it be so.",
		})
		s.Must(err)
	}
	b := s.Browser("")
	shown := strconv.FormatInt(s.Now.Add(-time.Minute).Time().UnixMilli(), 10)
	b.Post("/join", "family_name", family, "given_names", given, "email", email, "kind", "full", "club", "0", "shown", shown, "consent", "yes").
		LeadsTo(t, "/join")
	path := regexp.MustCompile(`/join/[A-Z2-7]{26}`).FindString(letters.Come()[0].Body)
	b.Post(path+"/confirm").LeadsTo(t, path)
	return s, s.Browser(s.Session(secretary)), letters.Come
}

// Bug: accepting a request of someone who is registered already failed, and left it waiting for ever.
func TestAcceptingWhoIsRegisteredAsksForNothing(t *testing.T) {
	s, officer, come := asked(t, "Tūī", "Aroha", "aroha@example.nz")
	id := s.Register("Aroha", "Tūī")
	join(s, 0, id)
	person := strconv.FormatInt(int64(id), 10)
	officer.Get("/members/joining").Wants(t, http.StatusOK, "/members/joining.xlsx", "/members/joining.csv")
	officer.Get("/members/joining.csv").Wants(t, http.StatusOK, "Tūī,Aroha,aroha@example.nz,,Full,")
	page := officer.Get("/members/joining/1")
	page.Wants(t, http.StatusOK, "It is this person")
	officer.Post("/members/joining/1/accept", "version", kittest.VersionOn(t, page), "kind", "full", "person", person).
		LeadsTo(t, "/members/"+person)
	got := come()
	if len(got) != 1 || !strings.Contains(got[0].Body, "there is nothing to pay") {
		t.Errorf("the letters say %+v", got)
	}
	all, _, err := s.Treasury.InvoicesOf(t.Context(), kittest.Program, ledger.Party{Person: int64(id)})
	if err != nil || len(all) != 0 {
		t.Errorf("%d invoices, %v", len(all), err)
	}
	officer.Get("/members/joining").Wants(t, http.StatusOK, "No one waits")
}

// Bug: an officer who saw that someone is no student, or is one, could not accept them as what they are.
func TestTheKindIsChosenOnAccepting(t *testing.T) {
	s, officer, come := asked(t, "Tūī", "Aroha", "aroha@example.nz")
	officer.Get("/members/joining/1").Wants(t, http.StatusOK, "Accept as: Full, $20.00", "Accept as: Student, $10.00")
	page := officer.Get("/members/joining/1?as=student")
	page.Wants(t, http.StatusOK, `name="kind" value="student"`)
	if other := officer.Get("/members/joining/1?as=life"); strings.Contains(other.Body, `value="life"`) {
		t.Error("a kind without a rate is offered")
	}
	officer.Post("/members/joining/1/accept", "version", kittest.VersionOn(t, page), "kind", "student")
	if got := come(); len(got) != 1 || !strings.Contains(got[0].Body, "$10.00") {
		t.Errorf("the letters say %+v", got)
	}
	reason, err := store.One(t.Context(), s.DB, store.Value[string], `SELECT reason FROM member_kind`)
	if err != nil || !strings.Contains(reason, "Chosen by the officer") {
		t.Errorf("the kind rests on %q, %v", reason, err)
	}
}
