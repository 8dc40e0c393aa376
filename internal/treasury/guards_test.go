package treasury_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// problems are the names of the fields that a refusal names, in order.
func problems(err error) string {
	var names []string
	if refused := (*apperr.Error)(nil); errors.As(err, &refused) {
		for _, f := range refused.Fields {
			names = append(names, f.Name)
		}
	}
	return strings.Join(names, " ")
}

func (d *desk) officer(role auth.Role) auth.Actor {
	return auth.Actor{Person: d.person, Name: "Officer", Offices: []auth.Office{{Role: role, From: day("2020-01-01")}}}
}

func (d *desk) must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// joined has person registered for 2026 and paid.
func (d *desk) joined(t *testing.T, person members.PersonID) treasury.Joined {
	t.Helper()
	out, err := d.Join(ctx, d.treasurer, treasury.JoinInput{
		Application: treasury.Application{Person: person, Year: 2026, Received: day("2026-08-01")}, Method: treasury.Cash,
		Consented: true,
	})
	d.must(t, err)
	return out
}

// Money is the treasurer's; what somebody paid is also that person's to see.
func TestWhoHandlesMoney(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		_, err := d.SetRate(ctx, d.treasurer, rate(2026))
		d.must(t, err)
		ids, err := d.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{{FamilyName: "Lin", GivenNames: "Mei"}})
		d.must(t, err)
		paid := d.joined(t, ids[0])
		application := treasury.Application{Person: d.person, Year: 2026, Received: day("2026-08-01")}
		for name, tt := range map[string]struct {
			actor auth.Actor
			want  apperr.Kind
			list  apperr.Kind // of Mei's payments
		}{
			"nobody":               {auth.Actor{}, apperr.SignIn, apperr.SignIn},
			"another member":       {auth.Actor{Account: 2, Person: d.person}, apperr.Forbidden, apperr.Forbidden},
			"the person":           {auth.Actor{Account: 3, Person: ids[0]}, apperr.Forbidden, ""},
			"the secretary":        {d.officer(auth.Secretary), apperr.Forbidden, ""},
			"the president":        {d.officer(auth.President), apperr.Forbidden, ""},
			"a committee's member": {d.officer(auth.Committee), apperr.Forbidden, apperr.Forbidden},
		} {
			_, quote := d.Quote(ctx, tt.actor, application)
			_, join := d.Join(ctx, tt.actor, treasury.JoinInput{Application: application, Method: treasury.Cash, Consented: true})
			reverse := d.ReverseOwn(ctx, tt.actor, paid.Payment.ID, "bounced")
			for what, err := range map[string]error{"Quote": quote, "Join": join, "ReverseOwn": reverse} {
				if apperr.KindOf(err) != tt.want {
					t.Errorf("%s by %s: %v, want %s", what, name, err, tt.want)
				}
			}
			if _, err := d.PaymentsOf(ctx, tt.actor, ids[0]); apperr.KindOf(err) != tt.list {
				t.Errorf("what Mei paid, by %s: %v", name, err)
			}
		}
		if payments, err := d.PaymentsOf(ctx, d.treasurer, ids[0]); err != nil || len(treasury.Standing(payments)) != 1 {
			t.Errorf("afterwards: %+v, %v", payments, err)
		}
		if f, err := d.people.File(ctx, d.treasurer, d.person); err != nil || len(f.Terms) != 0 {
			t.Errorf("refused, and yet: %+v, %v", f.Terms, err)
		}
	})
}

func TestWhatAnApplicationIsRefusedFor(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for _, year := range []members.Year{2025, 2026, 2028} {
			_, err := d.SetRate(ctx, d.treasurer, rate(year))
			d.must(t, err)
		}
		for _, tt := range []struct {
			year     members.Year
			received string
			want     string // in the refusal
		}{
			{2026, "2026-08-02", "received_on"},
			{2025, "2026-08-01", "ended on 30 June 2026"},
			{2028, "2026-08-01", "too early"},
		} {
			_, err := d.Quote(ctx, d.treasurer, treasury.Application{
				Person: d.person, Year: tt.year, Received: day(tt.received),
			})
			if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("for %s, received %s: %v", tt.year, tt.received, err)
			}
		}
		d.joined(t, d.person)
		if _, err := d.Quote(ctx, d.treasurer, treasury.Application{
			Person: d.person, Year: 2026, Received: day("2026-08-01"),
		}); apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "already registered until 30 June 2027") {
			t.Errorf("the same year again: %v", err)
		}
	})
}

func TestARateHasItsLimits(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for name, tt := range map[string]struct {
			change func(*treasury.RateInput)
			want   string
		}{
			"the dearest":          {func(in *treasury.RateInput) { in.Amount = money.MustParse("1000.00") }, ""},
			"nothing to pay":       {func(in *treasury.RateInput) { in.Amount = 0 }, ""},
			"too dear":             {func(in *treasury.RateInput) { in.Amount = money.MustParse("1000.01") }, "amount"},
			"no year":              {func(in *treasury.RateInput) { in.Year = 0 }, "year"},
			"an EGM":               {func(in *treasury.RateInput) { in.Meeting = treasury.EGM }, ""},
			"a committee":          {func(in *treasury.RateInput) { in.Meeting = "committee" }, "meeting"},
			"no day":               {func(in *treasury.RateInput) { in.MeetingDay = civil.Date{} }, "meeting_day"},
			"a day to come":        {func(in *treasury.RateInput) { in.MeetingDay = day("2026-08-02") }, "meeting_day"},
			"a long resolution":    {func(in *treasury.RateInput) { in.Resolution = strings.Repeat("ā", 500) }, ""},
			"too long a one":       {func(in *treasury.RateInput) { in.Resolution = strings.Repeat("ā", 501) }, "resolution"},
			"a blank one":          {func(in *treasury.RateInput) { in.Resolution = " \r\n " }, "resolution"},
			"the day of a meeting": {func(in *treasury.RateInput) { in.MeetingDay = day("2026-08-01") }, ""},
		} {
			in := rate(2026)
			tt.change(&in)
			if _, err := d.SetRate(ctx, d.treasurer, in); problems(err) != tt.want || (err == nil) != (tt.want == "") {
				t.Errorf("%s: %v, want problems with %q", name, err, tt.want)
			}
		}
		if _, err := d.SetRate(ctx, d.treasurer, treasury.RateInput{}); problems(err) != "year meeting meeting_day resolution" {
			t.Errorf("all that is wrong is told at once: %v", err)
		}
		if treasury.AGM.Label() == treasury.EGM.Label() {
			t.Error("both meetings are called the same")
		}
	})
}

// A rate of $0.00 that nobody recorded is not recorded already.
func TestAFreeYearIsRecorded(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		free := rate(2026)
		free.Amount = 0
		_, err := d.SetRate(ctx, d.treasurer, free)
		d.must(t, err)
		if got := d.joined(t, d.person); got.Payment.ID != 0 || got.Quote.From != day("2026-08-01") {
			t.Errorf("joining in a free year: %+v", got)
		}
	})
}

// paid records a payment on its own.
func (d *desk) paid(in treasury.PaymentInput) (p treasury.Payment, err error) {
	err = d.receive(func(tx *store.Tx, permit usecase.Permit) (entry *usecase.Entry, err error) {
		p, entry, err = treasury.Receive(ctx, tx, permit, in)
		return entry, err
	})
	return p, err
}

func TestAPaymentHasItsLimits(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		good := treasury.PaymentInput{
			Person: d.person, Amount: money.MustParse("20.00"), ReceivedOn: day("2026-08-01"), Method: treasury.Cash,
		}
		for name, tt := range map[string]struct {
			change func(*treasury.PaymentInput)
			want   string
		}{
			"a long reference":  {func(in *treasury.PaymentInput) { in.Reference = strings.Repeat("ā", 100) }, ""},
			"too long a one":    {func(in *treasury.PaymentInput) { in.Reference = strings.Repeat("ā", 101) }, "reference"},
			"the most":          {func(in *treasury.PaymentInput) { in.Amount = money.MaxInput }, ""},
			"more than is read": {func(in *treasury.PaymentInput) { in.Amount = money.MaxInput + 1 }, "amount"},
			"no day":            {func(in *treasury.PaymentInput) { in.ReceivedOn = civil.Date{} }, "received_on"},
			"a day to come":     {func(in *treasury.PaymentInput) { in.ReceivedOn = day("2026-08-02") }, "received_on"},
			"a slip of the year": {func(in *treasury.PaymentInput) {
				in.ReceivedOn = day(fmt.Sprintf("%d-12-31", constitution.EarliestYear))
			}, "received_on"},
		} {
			in := good
			tt.change(&in)
			if _, err := d.paid(in); problems(err) != tt.want || (err == nil) != (tt.want == "") {
				t.Errorf("%s: %v, want problems with %q", name, err, tt.want)
			}
		}
		for name, in := range map[string]treasury.PaymentInput{
			"by nobody": {Amount: 1, ReceivedOn: good.ReceivedOn, Method: treasury.Cash},
			"by a person and on a return": {
				Person: d.person, Return: 1, Amount: 1, ReceivedOn: good.ReceivedOn, Method: treasury.Cash,
			},
		} {
			if _, err := d.paid(in); err == nil || !strings.Contains(err.Error(), "either on a return or by a person") {
				t.Errorf("a payment %s: %v", name, err)
			}
		}
		if got := (treasury.ReceiptNo{Year: 2026}).String(); got != "" {
			t.Errorf("no receipt is called %q", got)
		}
	})
}

// Two payments of the same amount on a day are two if their references differ,
// or one of them was reversed.
func TestWhatIsTheSamePayment(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		in := treasury.PaymentInput{
			Person: d.person, Amount: money.MustParse("20.00"), ReceivedOn: day("2026-08-01"), Method: treasury.Cash,
			Reference: "one",
		}
		first, err := d.paid(in)
		d.must(t, err)
		if _, err := d.paid(in); problems(err) != "reference" {
			t.Errorf("the same again: %v", err)
		}
		other := in
		other.Reference = "two"
		_, err = d.paid(other)
		d.must(t, err)
		d.must(t, d.ReverseOwn(ctx, d.treasurer, first.ID, "bounced"))
		_, err = d.paid(in)
		d.must(t, err)
	})
}

func TestAReversalHasAReasonAndIsTheLast(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		_, err := d.SetRate(ctx, d.treasurer, rate(2026))
		d.must(t, err)
		paid := d.joined(t, d.person).Payment.ID
		for _, reason := range []string{"", " \n", strings.Repeat("ā", 501)} {
			if err := d.ReverseOwn(ctx, d.treasurer, paid, reason); problems(err) != "reason" {
				t.Errorf("%.10q: %v", reason, err)
			}
		}
		d.must(t, d.ReverseOwn(ctx, d.treasurer, paid, strings.Repeat("ā", 500)))
		payments, err := d.PaymentsOf(ctx, d.treasurer, d.person)
		d.must(t, err)
		reversal := payments[0]
		if reversal.Reverses != paid {
			reversal = payments[1]
		}
		if err := d.ReverseOwn(ctx, d.treasurer, reversal.ID, "why"); problems(err) != "reason" {
			t.Errorf("reversing a reversal: %v", err)
		}
		if _, err := d.ReceiptOf(ctx, d.treasurer, d.person, reversal.ID); apperr.KindOf(err) != apperr.NotFound ||
			!strings.Contains(err.Error(), "no such payment") {
			t.Errorf("the receipt of a reversal: %v", err)
		}
		for reason, want := range map[string]string{
			"": "why", " ": "why", "so": "", strings.Repeat("ā", 500): "", strings.Repeat("ā", 501): "why",
		} {
			if got := problems(treasury.CheckReason("why", reason, "Say why.").Err()); got != want {
				t.Errorf("reason %.10q: problems with %q, want %q", reason, got, want)
			}
		}
	})
}

// A receipt names the resolution that set what was paid: that of the year, of
// this amount, and recorded before the payment; otherwise none.
func TestAReceiptNamesTheRateThatWasPaid(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		own, err := d.SetRate(ctx, d.treasurer, rate(2026))
		d.must(t, err)
		_, err = d.SetRate(ctx, d.treasurer, rate(2027)) // of the same amount, for another year
		d.must(t, err)
		paid := d.joined(t, d.person).Payment.ID
		dearer := rate(2026)
		dearer.Amount = money.MustParse("25.00") // of another amount, in the same instant
		second, err := d.SetRate(ctx, d.treasurer, dearer)
		d.must(t, err)
		d.now = day("2026-08-02").Midnight()
		again := rate(2026)
		again.Resolution = "That it stay as it was." // of the same amount, too late
		_, err = d.SetRate(ctx, d.treasurer, again)
		d.must(t, err)
		r, err := d.ReceiptOf(ctx, d.treasurer, d.person, paid)
		if err != nil || r.Rate.ID != own {
			t.Errorf("rate %d of %s, %v; want %d", r.Rate.ID, r.Rate.Year, err, own)
		}
		log, err := audit.Of(ctx, d.db, "rate", int64(second), 1)
		if err != nil || len(log) != 1 || !strings.Contains(log[0].Detail, `"before":{"amount":2000`) {
			t.Errorf("what a rate replaces is in the log: %+v, %v", log, err)
		}
	})
}
