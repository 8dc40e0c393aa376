package joining_test

import (
	"context"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

func TestAKindOfMemberIsRecorded(t *testing.T) {
	s := kittest.EmptySite(t)
	secretary, _ := s.Account("Tere", "Moana", auth.Office{Role: auth.Secretary})
	_, id := s.Account("Aroha", "Tūī")
	b := s.Browser(s.Session(secretary))
	b.Get(kit.KindsPath).Wants(t, http.StatusOK, "Each member pays the same")
	path := "/members/" + strconv.FormatInt(int64(id), 10) + "/kind"
	year := strconv.Itoa(int(constitution.Shipped().YearOf(s.Clock().Date())))
	shown := kittest.VersionOn(t, b.Get(path))
	b.Post(path, "version", shown, "kind", "student", "from", year, "reason", "").Wants(t, http.StatusUnprocessableEntity, "Say why")
	b.Post(path, "version", shown, "kind", "student", "from", year, "reason", "Card seen.").
		LeadsTo(t, "/members/"+strconv.FormatInt(int64(id), 10))
	b.Get("/members/"+strconv.FormatInt(int64(id), 10)).Wants(t, http.StatusOK, "Kind of member", "Student")
	b.Get(kit.KindsPath).Wants(t, http.StatusOK, "Aroha Tūī", "Card seen.", kit.KindsPath+".xlsx")
	b.Get(kit.KindsPath+".csv").Wants(t, http.StatusOK, "Aroha Tūī", "Card seen.")
	b.Post(path, "version", shown, "kind", "junior", "from", year, "reason", "Young.").
		Wants(t, http.StatusConflict, "Your changes were not saved")
}

// Someone joins: the form, the letter's link, an officer, the money; then renews by one press, once.
func TestSomeoneJoinsAndRenews(t *testing.T) {
	s, letters := kittest.MailingSite(t)
	secretary, _ := s.Account("Tere", "Moana", auth.Office{Role: auth.Secretary})
	treasurer, _ := s.Account("Hana", "Rātā", auth.Office{Role: auth.Treasurer})
	year := constitution.Shipped().YearOf(s.Now.Date())
	_, err := s.Treasury.SetRate(t.Context(), kittest.Program, treasury.RateInput{
		Year: year, Amount: money.MustParse("20.00"), Meeting: treasury.AGM, MeetingDay: s.Now.Date().AddDays(-30),
		Resolution: "That the subscription be $20.",
	})
	s.Must(err)
	b := s.Browser("")
	b.Get("/clubs").Wants(t, http.StatusOK, "Become a member")
	b.Get("/join").Wants(t, http.StatusOK, "$20.00", "I ask to become a member")
	shown := strconv.FormatInt(s.Now.Add(-time.Minute).Time().UnixMilli(), 10)
	form := []string{"family_name", "Tūī", "given_names", "Aroha", "email", "aroha@example.nz", "kind", "full", "club", "0", "shown", shown}
	b.Post("/join", form...).Wants(t, http.StatusUnprocessableEntity, "without your consent")
	b.Post("/join", append(form, "consent", "yes", "website", "x")...).LeadsTo(t, "/join")
	if got := letters.Come(); len(got) != 0 {
		t.Fatalf("a program’s form sent %d letters", len(got))
	}
	b.Post("/join", append(form, "consent", "yes")...).LeadsTo(t, "/join")
	got := letters.Come()
	if len(got) != 1 {
		t.Fatalf("%d letters came", len(got))
	}
	path := regexp.MustCompile(`/join/[A-Z2-7]{26}`).FindString(got[0].Body)
	officer := s.Browser(s.Session(secretary))
	officer.Get("/members/joining").Wants(t, http.StatusOK, "No one waits")
	officer.Get("/members/joining/1").Wants(t, http.StatusNotFound)
	b.Get(path).Wants(t, http.StatusOK, "Nothing counts yet", "Aroha Tūī")
	b.Post(path+"/confirm").LeadsTo(t, path)
	b.Post(path+"/confirm").LeadsTo(t, path)
	officer.Get("/members/joining").Wants(t, http.StatusOK, "Aroha Tūī")
	page := officer.Get("/members/joining/1")
	page.Wants(t, http.StatusOK, "Accept, and send the invoice", "aroha@example.nz")
	officer.Post("/members/joining/1/accept", "version", kittest.VersionOn(t, page), "kind", "full")
	list, err := s.Members.List(t.Context(), kittest.Program, members.RegisterFilter{Query: "Aroha"})
	s.Must(err)
	if len(list.Entries) != 1 || list.Entries[0].Summary.Status == members.Member {
		t.Fatalf("the register has %+v", list.Entries)
	}
	got = letters.Come()
	if len(got) != 1 || !strings.Contains(got[0].Body, "Payment reference") || !strings.Contains(got[0].Body, "$20.00") {
		t.Fatalf("the letter says %+v", got)
	}
	id := list.Entries[0].Person.ID
	all, _, err := s.Treasury.InvoicesOf(t.Context(), kittest.Program, ledger.Party{Person: int64(id)})
	s.Must(err)
	s.Browser(s.Session(treasurer)).Get("/treasurer").Wants(t, http.StatusOK)
	pay(s, id, all[0])
	list, err = s.Members.List(t.Context(), kittest.Program, members.RegisterFilter{Query: "Aroha"})
	s.Must(err)
	if list.Entries[0].Summary.Status != members.Member {
		t.Errorf("paid, and %s", list.Entries[0].Summary.Status)
	}
}

// pay takes in what a bill asks of a person.
func pay(s *kittest.Site, id members.PersonID, bill treasury.Invoice) {
	permit, err := usecase.New(s.DB, s.Clock).May(kittest.Program, auth.RecordPayment, auth.Object{})
	s.Must(err)
	s.Must(usecase.New(s.DB, s.Clock).Change(context.Background(), func(tx *store.Tx) (*usecase.Entry, error) {
		_, entry, err := treasury.TakeIn(context.Background(), tx, permit, treasury.ReceiveInput{
			Party: ledger.Party{Person: int64(id)}, Amount: bill.Open(), ReceivedOn: s.Now.Date(), Method: treasury.Bank,
			Reference: bill.Number.Reference(),
		})
		return entry, err
	}))
}

// A lapsed member renews by one press, sees how to pay, and is not asked twice.
func TestRenewingByOnePress(t *testing.T) {
	s := kittest.EmptySite(t)
	account, person := s.Account("James", "Peters")
	year := constitution.Shipped().YearOf(s.Now.Date())
	b := s.Browser(s.Session(account))
	b.Get("/me").Wants(t, http.StatusOK, "No subscription is recorded")
	_, err := s.Treasury.SetRate(t.Context(), kittest.Program, treasury.RateInput{
		Year: year, Amount: money.MustParse("20.00"), Meeting: treasury.AGM, MeetingDay: s.Now.Date().AddDays(-30),
		Resolution: "That the subscription be $20.",
	})
	s.Must(err)
	b.Get("/me").Wants(t, http.StatusOK, "Registered until, if you paid today", "I consent to being a member")
	b.Post("/me/renew", "year", strconv.Itoa(int(year))).LeadsTo(t, "/me")
	b.Get("/me").Wants(t, http.StatusOK, "Payment reference", "begins once $20.00 is there")
	b.Post("/me/renew", "year", strconv.Itoa(int(year))).LeadsTo(t, "/me")
	b.Get("/me").Wants(t, http.StatusOK, "was asked for already")
	b.Post("/me/renew", "year", "1901").LeadsTo(t, "/me")
	s.Browser("").Post("/me/renew", "year", strconv.Itoa(int(year))).Wants(t, http.StatusUnauthorized)
	all, _, err := s.Treasury.InvoicesOf(t.Context(), kittest.Program, ledger.Party{Person: int64(person)})
	if err != nil || len(all) != 1 {
		t.Fatalf("%d invoices, %v", len(all), err)
	}
	pay(s, person, all[0])
	page := b.Get("/me")
	page.Wants(t, http.StatusOK, "You are registered until "+constitution.Shipped().Last(year).Long())
	if strings.Contains(page.Body, "Choose a later year") {
		t.Error("a member is told to choose what the page does not offer")
	}
}
