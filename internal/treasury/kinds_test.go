package treasury_test

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// kindly is a desk with the rates of each member ($20) and of students ($10) and families ($30), and three more people.
func kindly(t *testing.T, db *store.DB) (*desk, []members.PersonID, func(i int, k kinds.Kind, payer members.PersonID)) {
	d := newDesk(t, db)
	ids, err := d.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{
		{FamilyName: "Peters", GivenNames: "James"}, {FamilyName: "Peters", GivenNames: "Ana"}, {FamilyName: "Peters", GivenNames: "Tom"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for kind, amount := range map[kinds.Kind]string{kinds.Full: "20.00", kinds.Student: "10.00", kinds.Family: "30.00"} {
		in := rate(2026)
		in.Kind, in.Amount = kind, money.MustParse(amount)
		if _, err := d.SetRate(ctx, d.treasurer, in); err != nil {
			t.Fatal(err)
		}
	}
	s := kinds.New(db, func() civil.Instant { return d.now })
	return d, ids, func(i int, k kinds.Kind, payer members.PersonID) {
		t.Helper()
		in := kinds.Input{Person: ids[i], Kind: k, From: 2026, Payer: payer, Reason: "The AGM of 2026 made them one."}
		if err := s.Set(ctx, d.treasurer, in); err != nil {
			t.Fatal(err)
		}
	}
}

func (d *desk) joins(t *testing.T, id members.PersonID, reference string) (treasury.Joined, error) {
	t.Helper()
	return d.Join(ctx, d.treasurer, treasury.JoinInput{
		Application: treasury.Application{Person: id, Year: 2026, Received: day("2026-08-01")}, Method: treasury.Bank,
		Reference: reference, Consented: true,
	})
}

// A kind pays its own rate, which counts in an account of its own, and the term says why.
func TestAKindPaysItsOwnRate(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d, ids, set := kindly(t, db)
		if _, err := d.joins(t, ids[1], "before"); err != nil {
			t.Fatal(err)
		}
		set(0, kinds.Student, 0)
		set(1, kinds.Student, 0) // paid as a full member already: nothing changes
		set(2, kinds.Life, 0)
		got, err := d.joins(t, ids[0], "student")
		if err != nil || got.Payment.Amount != money.MustParse("10.00") {
			t.Fatalf("a student pays %s, %v", got.Payment.Amount, err)
		}
		f, err := d.people.File(ctx, d.treasurer, ids[0])
		if err != nil || len(f.Terms) != 1 || !strings.Contains(traceText(f.Terms[0]), "Student from 2026/27") {
			t.Errorf("the term says %q, %v", traceText(f.Terms[0]), err)
		}
		life, err := d.joins(t, ids[2], "life")
		if err != nil || life.Payment.ID != 0 || life.Quote.Price.Amount != 0 {
			t.Errorf("a life member pays %+v, %v", life.Payment, err)
		}
		b, err := treasury.Balances(ctx, db, civil.Date{}, civil.Date{})
		if err != nil {
			t.Fatal(err)
		}
		for code, want := range map[ledger.Code]string{ledger.OwnFees: "20.00", ledger.StudentFees: "10.00"} {
			if got := -b[code]; got != money.MustParse(want) {
				t.Errorf("account %s has %s, want %s", code, got, want)
			}
		}
		all, _, err := d.InvoicesOf(ctx, d.treasurer, ledger.Party{Person: int64(ids[1])})
		if err != nil || len(all) != 1 || all[0].Total != money.MustParse("20.00") {
			t.Errorf("what was invoiced before is %+v, %v", all, err)
		}
		r, err := d.ReceiptOf(ctx, d.treasurer, ids[0], got.Payment.ID)
		if err != nil || r.Rate.Kind != kinds.Student {
			t.Errorf("the receipt names the rate %+v, %v", r.Rate, err)
		}
	})
}

// A family pays once and is registered together; reversing the payment cancels all of it.
func TestAFamilyPaysOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d, ids, set := kindly(t, db)
		set(0, kinds.Family, 0)
		set(1, kinds.Family, ids[0])
		set(2, kinds.Family, ids[0])
		if _, err := d.joins(t, ids[1], "child"); apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "James Peters") {
			t.Errorf("a child pays alone: %v", err)
		}
		got, err := d.joins(t, ids[0], "family")
		if err != nil || got.Payment.Amount != money.MustParse("30.00") {
			t.Fatalf("the family pays %s, %v", got.Payment.Amount, err)
		}
		status := func(want members.Status) {
			t.Helper()
			for _, id := range ids {
				if f, err := d.people.File(ctx, d.treasurer, id); err != nil || f.Summary.Status != want ||
					want == members.Member && len(f.Consents) != 1 {
					t.Errorf("%d is %s with %d consents, %v; want %s", id, f.Summary.Status, len(f.Consents), err, want)
				}
			}
		}
		status(members.Member)
		if err := d.ReverseOwn(ctx, d.treasurer, got.Payment.ID, "It bounced."); err != nil {
			t.Fatal(err)
		}
		status(members.Unenrolled)
	})
}

// Who was a member before the register began gets no new member's carry-over.
func TestEarlierMembershipIsNotNew(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d, ids, _ := kindly(t, db)
		d.now = day("2027-02-10").Midnight()
		a := treasury.Application{Person: ids[0], Year: 2026, Received: day("2027-02-10")}
		q, err := d.Quote(ctx, d.treasurer, a)
		if err != nil || q.Registration.To != day("2028-06-30") {
			t.Errorf("a new member is registered to %s, %v", q.Registration.To, err)
		}
		a.Since = members.Since{Day: day("1998-12-31"), Text: "1998"}
		q, err = d.Quote(ctx, d.treasurer, a)
		if err != nil || q.Registration.To != day("2027-06-30") || q.Registration.Kind != members.KindRenewal {
			t.Errorf("a member since 1998 is registered to %s as %s, %v", q.Registration.To, q.Registration.Kind, err)
		}
	})
}

func traceText(term members.Term) string {
	var b strings.Builder
	for _, step := range term.Trace.Steps {
		b.WriteString(step.Text + "\n")
	}
	return b.String()
}
