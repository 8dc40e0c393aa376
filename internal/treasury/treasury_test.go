package treasury_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

var ctx = context.Background()

func day(s string) civil.Date { return civil.MustParseDate(s) }

// desk is a treasurer's desk in a society of one; its day can be moved.
type desk struct {
	*treasury.Service
	db        *store.DB
	people    *members.Service
	person    members.PersonID
	treasurer auth.Actor
	now       civil.Instant
}

func newDesk(t testing.TB, db *store.DB) *desk {
	t.Helper()
	d := &desk{db: db, now: day("2026-08-01").Midnight()}
	clock := func() civil.Instant { return d.now }
	d.Service, d.people = treasury.New(db, clock), members.New(db, clock)
	ids, err := d.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{
		{FamilyName: "Tūī", GivenNames: "Aroha"},
	})
	if err != nil {
		t.Fatal(err)
	}
	d.person = ids[0]
	d.treasurer = auth.Actor{
		Person: d.person, Name: "Aroha Tūī", Offices: []auth.Office{{Role: auth.Treasurer, From: day("2020-01-01")}},
	}
	return d
}

// clubs is where payments are taken, so that clubs' lists follow.
func (d *desk) clubs() *clubs.Service {
	clock := func() civil.Instant { return d.now }
	return clubs.New(d.db, clock, auth.New(d.db, clock, auth.Settings{}))
}

func (d *desk) Take(ctx context.Context, actor auth.Actor, in treasury.ReceiveInput) (treasury.Payment, error) {
	return d.clubs().Take(ctx, actor, in)
}

func (d *desk) TakeTransfer(ctx context.Context, actor auth.Actor, in treasury.TransferInput) (treasury.Payment, error) {
	return d.clubs().TakeTransfer(ctx, actor, in)
}

func (d *desk) CreditInvoice(ctx context.Context, actor auth.Actor, in treasury.CreditInput) error {
	return d.clubs().CreditInvoice(ctx, actor, in)
}

func (d *desk) UndoCredit(ctx context.Context, actor auth.Actor, in treasury.UndoCreditInput) error {
	return d.clubs().UndoCredit(ctx, actor, in)
}

func (d *desk) ReverseTaken(ctx context.Context, actor auth.Actor, id treasury.PaymentID, reason string) error {
	return d.clubs().ReverseTaken(ctx, actor, id, reason)
}

func (d *desk) ReverseOwn(ctx context.Context, actor auth.Actor, id treasury.PaymentID, reason string) error {
	return d.clubs().ReverseOwn(ctx, actor, id, reason)
}

// receive is a change of the treasurer's.
func (d *desk) receive(do func(tx *store.Tx, permit usecase.Permit) (*usecase.Entry, error)) error {
	cases := usecase.New(d.db, func() civil.Instant { return d.now })
	permit, err := cases.May(d.treasurer, auth.RecordPayment, auth.Object{})
	if err != nil {
		return err
	}
	return cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) { return do(tx, permit) })
}

func rate(year members.Year) treasury.RateInput {
	return treasury.RateInput{
		Year: year, Amount: money.MustParse("20.00"), Meeting: treasury.AGM,
		MeetingDay: day("2026-03-14"), Resolution: "That the subscription be $20 for each member.",
	}
}

func each(t *testing.T, test func(t *testing.T, d *desk)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newDesk(t, db)) })
}

func TestARateRestsOnItsResolution(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		_, err := d.RateFor(ctx, 2026)
		var e *apperr.Error
		if !errors.As(err, &e) || e.Rule != "2.2" {
			t.Errorf("a year without a resolution: %v, want the refusal of rule 2.2", err)
		}
		_, err = d.SetRate(ctx, d.treasurer, treasury.RateInput{Year: 2026, Amount: -1, MeetingDay: day("2026-08-02")})
		if !errors.As(err, &e) || len(e.Fields) != 4 {
			t.Errorf("a rate without anything: %v, want four problems", err)
		}
		first, err := d.SetRate(ctx, d.treasurer, rate(2026))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.SetRate(ctx, d.treasurer, rate(2026)); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("the same rate again: %v, want a refusal", err)
		}
		dearer := rate(2026)
		dearer.Amount = money.MustParse("25")
		second, err := d.SetRate(ctx, d.treasurer, dearer)
		if err != nil {
			t.Fatal(err)
		}
		got, err := d.RateFor(ctx, 2026)
		if err != nil || got.ID != second || got.Amount != money.MustParse("25.00") {
			t.Errorf("rate of 2026: %+v, %v", got, err)
		}
		if want := "Annual general meeting, 14 March 2026: “That the subscription be $20 for each member.”"; got.Source() != want {
			t.Errorf("source: %s, want %s", got.Source(), want)
		}
		all, err := d.Rates(ctx)
		if err != nil || len(all) != 2 || all[0].ID != second || all[1].ID != first {
			t.Errorf("all rates: %+v, %v", all, err)
		}
		if _, err := d.SetRate(ctx, auth.Actor{Person: d.person}, rate(2027)); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a member setting a rate: %v", err)
		}
	})
}

func TestJoiningByOneself(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.now = day("2027-02-01").Midnight()
		in := treasury.JoinInput{
			Application: treasury.Application{Person: d.person, Year: 2026, Received: day("2027-02-01")},
			Method:      treasury.Bank, Reference: "TUI A", Consented: true,
		}
		if _, err := d.Join(ctx, d.treasurer, in); apperr.KindOf(err) != apperr.Invalid {
			t.Fatalf("joining without a rate: %v, want a refusal", err)
		}
		if _, err := d.SetRate(ctx, d.treasurer, rate(2026)); err != nil {
			t.Fatal(err)
		}
		q, err := d.Quote(ctx, d.treasurer, in.Application)
		if err != nil || q.Registration.To != day("2028-06-30") || q.Price.Amount != money.MustParse("20.00") ||
			q.From != day("2027-02-01") {
			t.Fatalf("quote: %+v, %v", q, err)
		}
		got, err := d.Join(ctx, d.treasurer, in)
		if err != nil || got.Payment.Receipt.String() != "R-2027-0001" {
			t.Fatalf("joined: %+v, %v", got, err)
		}
		f, err := d.people.File(ctx, d.treasurer, d.person)
		if err != nil || f.Summary.Status != members.Member || f.Summary.Until != day("2028-06-30") ||
			f.Terms[0].Kind != members.KindCarriedOver {
			t.Errorf("file: %+v, %v", f.Summary, err)
		}
		if _, err := d.Join(ctx, d.treasurer, in); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("joining twice: %v, want a refusal", err)
		}
		if err := d.ReverseOwn(ctx, d.treasurer, got.Payment.ID, "bounced"); err != nil {
			t.Fatal(err)
		}
		if err := d.ReverseOwn(ctx, d.treasurer, got.Payment.ID, "bounced"); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("reversing twice: %v, want a conflict", err)
		}
		f, err = d.people.File(ctx, d.treasurer, d.person)
		if err != nil || f.Summary.Status != members.Unenrolled || len(f.Terms) != 2 {
			t.Errorf("after the reversal: %+v with %d rows, %v", f.Summary, len(f.Terms), err)
		}
		if f.Terms[1].Reason != "Payment R-2027-0001 was reversed: bounced" {
			t.Errorf("reason of the correction: %q", f.Terms[1].Reason)
		}
		if _, err := d.Join(ctx, d.treasurer, in); err != nil {
			t.Errorf("joining again after the reversal: %v", err)
		}
		payments, err := d.PaymentsOf(ctx, d.treasurer, d.person)
		if err != nil || len(payments) != 3 || len(treasury.Standing(payments)) != 1 || payments[0].Receipt.No != 2 {
			t.Errorf("payments: %+v, %v", payments, err)
		}
		if _, err := audit.Verify(ctx, d.db); err != nil {
			t.Error(err)
		}
	})
}

// A member's receipt says what was paid, by which resolution, and for which
// term; it goes to the member and the officers, and falls with its payment.
func TestAMembersReceipt(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.now = day("2027-02-01").Midnight()
		first, err := d.SetRate(ctx, d.treasurer, rate(2026))
		if err != nil {
			t.Fatal(err)
		}
		ids, err := d.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{
			{FamilyName: "Parata", GivenNames: "Wiremu"}, {FamilyName: "Lin", GivenNames: "Mei"},
		})
		if err != nil {
			t.Fatal(err)
		}
		wiremu, mei := ids[0], ids[1]
		joined, err := d.Join(ctx, d.treasurer, treasury.JoinInput{
			Application: treasury.Application{Person: wiremu, Year: 2026, Received: day("2027-02-01")}, Method: treasury.Cash,
			Reference: "envelope", Consented: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		d.now = day("2027-02-02").Midnight()
		dearer := rate(2026)
		dearer.Amount = money.MustParse("25.00")
		if _, err := d.SetRate(ctx, d.treasurer, dearer); err != nil {
			t.Fatal(err)
		}
		for _, actor := range []auth.Actor{d.treasurer, {Account: 9, Person: wiremu}} {
			r, err := d.ReceiptOf(ctx, actor, wiremu, joined.Payment.ID)
			if err != nil {
				t.Fatal(err)
			}
			if r.Payment.Receipt.String() != "R-2027-0001" || r.Payment.Amount != money.MustParse("20.00") ||
				r.Payment.Method != treasury.Cash ||
				r.Person.Name.String() != "Wiremu Parata" || r.IssuedBy != "Aroha Tūī" {
				t.Errorf("receipt: %+v", r)
			}
			if r.Rate.ID != first {
				t.Errorf("the rate of %s: %+v, want the one that was paid", r.Rate.Amount, r.Rate)
			}
			if !r.Registered || r.Term.Year != 2026 || r.Term.From != day("2027-02-01") || r.Term.To != day("2028-06-30") {
				t.Errorf("term: %v, %+v", r.Registered, r.Term)
			}
		}
		for _, tt := range []struct {
			name   string
			actor  auth.Actor
			person members.PersonID
			id     treasury.PaymentID
			kind   apperr.Kind
		}{
			{"another member", auth.Actor{Account: 9, Person: mei}, wiremu, joined.Payment.ID, apperr.Forbidden},
			{"another member under the own name", auth.Actor{Account: 9, Person: mei}, mei, joined.Payment.ID, apperr.NotFound},
			{"nobody", auth.Actor{}, wiremu, joined.Payment.ID, apperr.SignIn},
			{"no such payment", d.treasurer, wiremu, 999, apperr.NotFound},
		} {
			if _, err := d.ReceiptOf(ctx, tt.actor, tt.person, tt.id); apperr.KindOf(err) != tt.kind {
				t.Errorf("%s: %v, want %s", tt.name, err, tt.kind)
			}
		}
		// The term is cut short by an officer, then the payment reversed.
		file, err := d.people.File(ctx, d.treasurer, wiremu)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.db.InTx(ctx, func(tx *store.Tx) error {
			return members.Correct(ctx, tx, d.now, d.treasurer, file.Terms, day("2027-06-30"), "a mistake")
		}); err != nil {
			t.Fatal(err)
		}
		if r, err := d.ReceiptOf(ctx, d.treasurer, wiremu, joined.Payment.ID); err != nil || r.Term.To != day("2027-06-30") {
			t.Errorf("after a correction: %+v, %v", r.Term, err)
		}
		if err := d.ReverseOwn(ctx, d.treasurer, joined.Payment.ID, "bounced"); err != nil {
			t.Fatal(err)
		}
		_, err = d.ReceiptOf(ctx, d.treasurer, wiremu, joined.Payment.ID)
		var e *apperr.Error
		if !errors.As(err, &e) || e.Kind != apperr.NotFound ||
			e.Message != "The payment R-2027-0001 was reversed, so its receipt is no longer valid." {
			t.Errorf("after the reversal: %v", err)
		}
	})
}

// Incorporated Societies Act 2022, s 76.
func TestANewMemberConsentsAndARenewalHasConsented(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for _, year := range []members.Year{2026, 2027} {
			in := rate(year)
			if _, err := d.SetRate(ctx, d.treasurer, in); err != nil {
				t.Fatal(err)
			}
		}
		in := treasury.JoinInput{
			Application: treasury.Application{Person: d.person, Year: 2026, Received: day("2026-07-20")}, Method: treasury.Cash,
		}
		_, err := d.Join(ctx, d.treasurer, in)
		var e *apperr.Error
		if !errors.As(err, &e) || len(e.Fields) != 1 || e.Fields[0].Name != "consent" {
			t.Fatalf("joining without consent: %v", err)
		}
		if paid, err := d.PaymentsOf(ctx, d.treasurer, d.person); err != nil || len(paid) != 0 {
			t.Errorf("a refused application left %+v, %v", paid, err)
		}
		in.Consented = true
		if _, err := d.Join(ctx, d.treasurer, in); err != nil {
			t.Fatal(err)
		}
		d.now = day("2027-07-05").Midnight()
		renewal := treasury.JoinInput{
			Application: treasury.Application{Person: d.person, Year: 2027, Received: day("2027-07-05")}, Method: treasury.Cash,
		}
		if _, err := d.Join(ctx, d.treasurer, renewal); err != nil {
			t.Errorf("a renewal: %v", err)
		}
		f, err := d.people.File(ctx, d.treasurer, d.person)
		want := members.Consent{
			Person: d.person, On: day("2026-08-01"), Wording: members.ConsentAlone, StatedBy: d.treasurer.Name,
		}
		if err != nil || len(f.Consents) != 1 || f.Consents[0] != want {
			t.Errorf("kept: %+v, %v; want %+v", f.Consents, err, want)
		}
	})
}

// Rule 2.2: the rulings on its open questions, and an amendment, decide what an
// application leads to from their day on.
func TestRulingsOnRule22(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		clock := func() civil.Instant { return d.now }
		rules := governance.New(d.db, clock)
		secretary := auth.Actor{
			Person: d.person, Name: "Secretary", Offices: []auth.Office{{Role: auth.Secretary, From: day("2020-01-01")}},
		}
		ruleOn := func(on string, q constitution.QuestionID, r constitution.ReadingID) {
			t.Helper()
			if err := rules.RecordRuling(ctx, secretary, constitution.Ruling{
				Question: q, Reading: r, Meeting: day(on), Words: "So it is.",
			}); err != nil {
				t.Fatal(err)
			}
		}
		for _, year := range []members.Year{2024, 2025, 2026, 2027} {
			if _, err := d.SetRate(ctx, d.treasurer, rate(year)); err != nil {
				t.Fatal(err)
			}
		}
		ids, err := d.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{
			{FamilyName: "Lastyear", GivenNames: "Ana"}, {FamilyName: "Longago", GivenNames: "Bo"},
		})
		if err != nil {
			t.Fatal(err)
		}
		join := func(person members.PersonID, year members.Year, on string) {
			t.Helper()
			in := treasury.JoinInput{
				Application: treasury.Application{Person: person, Year: year, Received: day(on)}, Method: treasury.Cash,
				Consented: true,
			}
			if _, err := d.Join(ctx, d.treasurer, in); err != nil {
				t.Fatal(err)
			}
		}
		join(ids[0], 2025, "2025-08-01")
		join(ids[1], 2024, "2024-08-01")
		d.now = day("2027-06-20").Midnight()
		until := func(person members.PersonID, on string) string {
			t.Helper()
			q, err := d.Quote(ctx, d.treasurer, treasury.Application{Person: person, Year: 2026, Received: day(on)})
			if err != nil {
				t.Fatal(err)
			}
			return q.Registration.To.String()
		}
		ruleOn("2027-03-01", constitution.NewMember, "never")
		ruleOn("2027-04-01", constitution.NewMember, "not-now")
		for _, tt := range []struct{ on, lastYear, longAgo string }{
			{"2027-02-10", "2027-06-30", "2028-06-30"}, // two-years, without a ruling
			{"2027-03-10", "2027-06-30", "2027-06-30"}, // never
			{"2027-04-10", "2028-06-30", "2028-06-30"}, // not-now
		} {
			if a, b := until(ids[0], tt.on), until(ids[1], tt.on); a != tt.lastYear || b != tt.longAgo {
				t.Errorf(
					"on %s: a member of last year until %s, of long ago until %s; want %s and %s", tt.on, a, b, tt.lastYear,
					tt.longAgo,
				)
			}
		}
		ruleOn("2027-05-01", constitution.NewMember, "two-years")
		ruleOn("2027-06-15", constitution.EarlyRenewal, "receipt")
		for on, want := range map[string]string{"2027-06-14": "2027-07-01", "2027-06-15": "2027-06-15"} {
			q, err := d.Quote(ctx, d.treasurer, treasury.Application{Person: ids[0], Year: 2027, Received: day(on)})
			if err != nil || q.From != day(want) {
				t.Errorf("a renewal paid ahead on %s: from %s, %v; want %s", on, q.From, err, want)
			}
		}
	})
}

func TestReceiptNumbersHaveNoGaps(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		receive := func(amount money.Cents, fail error) (treasury.Payment, error) {
			var p treasury.Payment
			err := d.receive(func(tx *store.Tx, permit usecase.Permit) (entry *usecase.Entry, err error) {
				p, entry, err = treasury.Receive(ctx, tx, permit, treasury.PaymentInput{
					Person: d.person, Amount: amount, ReceivedOn: day("2026-08-01"), Method: treasury.Cash,
				})
				return entry, errors.Join(err, fail)
			})
			return p, err
		}
		boom := errors.New("boom")
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				for j := range 5 {
					amount := money.Cents(1000 + 10*i + j)
					if _, err := receive(amount, boom); !errors.Is(err, boom) {
						t.Errorf("rolled back: %v", err)
					}
					if _, err := receive(amount, nil); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		seen := map[int]bool{}
		payments, err := d.PaymentsOf(ctx, d.treasurer, d.person)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range payments {
			seen[p.Receipt.No] = true
		}
		for no := 1; no <= 20; no++ {
			if !seen[no] {
				t.Errorf("receipt %d is missing", no)
			}
		}
		if len(payments) != 20 {
			t.Errorf("%d payments, want 20", len(payments))
		}
		if _, err := receive(1000, nil); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("the same payment twice: %v, want a question", err)
		}
		d.now = day("2027-01-01").Midnight()
		if p, err := receive(5000, nil); err != nil || p.Receipt.String() != "R-2027-0001" {
			t.Errorf("first receipt of the year: %s, %v", p.Receipt, err)
		}
	})
}

func TestPaymentInputSaysEverythingAtOnce(t *testing.T) {
	d := newDesk(t, storetest.SQLite(t))
	err := d.receive(func(tx *store.Tx, permit usecase.Permit) (*usecase.Entry, error) {
		_, entry, err := treasury.Receive(ctx, tx, permit, treasury.PaymentInput{
			Person: d.person, ReceivedOn: day("2026-08-02"),
		})
		return entry, err
	})
	var e *apperr.Error
	if !errors.As(err, &e) || len(e.Fields) != 3 || e.Fields[0].Name != "amount" || e.Fields[1].Name != "received_on" ||
		e.Fields[2].Name != "method" {
		t.Errorf("%v, want problems with amount, received_on and method", err)
	}
}
