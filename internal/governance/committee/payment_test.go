package committee

import (
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/money"
	"nzgs/internal/store"
)

func invoice() PaymentInput {
	return PaymentInput{
		Payee: "Board Makers Ltd", Amount: money.MustParse("160.05"), Purpose: "Ten boards.", Day: day("2026-06-20"),
		Method: constitution.Transfer, Attachment: "Invoice 17",
	}
}

func (w *society) asked() PaymentID {
	w.t.Helper()
	id, err := w.AskPayment(ctx, w.as(w.ordinary), invoice())
	w.must(err)
	return id
}

// now is a request as it stands.
func (w *society) request(id PaymentID) Payment {
	w.t.Helper()
	p, err := w.Payment(ctx, w.as(w.ordinary), id)
	w.must(err)
	return p
}

func (w *society) approve(id PaymentID, by auth.PersonID) error {
	return w.ApprovePayment(ctx, w.as(by), id, w.request(id).Version)
}

func TestAPaymentNeedsTwoOfficers(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.asked()
		paid := func(on string) error {
			return w.RecordPaid(ctx, w.as(w.treasurer), PaidInput{
				ID: id, Version: w.request(id).Version, On: day(on), Reference: "TX 9",
			})
		}
		if p := w.request(id); p.Stage != Requested || p.AskedBy.Name != "Ora Testcase" || p.Amount != 16005 {
			t.Errorf("asked: %+v", p)
		}
		w.refused(paid("2026-07-01"), apperr.Invalid, "may not be made yet: Approved by 0 officers < 2")
		w.refused(w.approve(id, w.ordinary), apperr.Forbidden, "")
		w.refused(w.approve(id, w.ari), apperr.Forbidden, "")
		w.refused(w.ApprovePayment(ctx, program, id, 1), apperr.Forbidden, "by an officer")
		w.must(w.approve(id, w.treasurer))
		if p := w.request(id); p.Stage != FirstApproved || len(p.Approvals) != 1 || p.Approvals[0].Title() != "Treasurer" {
			t.Errorf("approved once: %+v", p)
		}
		w.refused(w.approve(id, w.treasurer), apperr.Invalid, "You have approved this payment already")
		w.refused(paid("2026-07-01"), apperr.Invalid, "Approved by 1 officer < 2")
		w.refused(w.ApprovePayment(ctx, w.as(w.secretary), id, 1), apperr.Conflict, "Someone else changed this request")
		w.must(w.approve(id, w.secretary))
		p := w.request(id)
		if p.Stage != Approved || !strings.Contains(p.Trace.String(), "Approved by 2 officers ≥ 2 (3.4): may be paid") {
			t.Errorf("approved twice: %+v", p)
		}
		w.refused(w.approve(id, w.president), apperr.Invalid, "approved already")
		w.refused(paid("2026-07-02"), apperr.Invalid, "paid_on: This day is still to come")
		w.refused(paid("2026-06-30"), apperr.Invalid, "paid_on: It was approved on 1 July 2026 (rule 3.4)")
		w.must(paid("2026-07-01"))
		p = w.request(id)
		if p.Stage != Paid || p.PaidOn != day("2026-07-01") || p.Reference != "TX 9" || p.ClosedBy.Person != w.treasurer ||
			!strings.Contains(p.Trace.String(), "may be paid") {
			t.Errorf("paid: %+v", p)
		}
		w.refused(paid("2026-07-01"), apperr.Invalid, "closed")
		w.refused(w.RejectPayment(ctx, w.as(w.president), id, p.Version, "Late."), apperr.Invalid, "closed")
		w.refused(w.approve(id, w.president), apperr.Invalid, "paid")
	})
}

func TestOnePersonInTwoOfficesApprovesOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		r := w.resolution("2026-06-01", unanimous)
		_, err := w.RecordAbsence(ctx, w.as(w.president), AbsenceInput{Role: auth.Treasurer, From: day("2026-06-20")})
		w.must(err)
		_, err = w.AppointActing(ctx, w.as(w.president), AppointmentInput{
			Role: auth.Treasurer, Person: w.secretary, From: day("2026-07-01"), Until: day("2026-12-31"), Resolution: r.ID,
		})
		w.must(err)
		id := w.asked()
		w.must(w.approve(id, w.secretary))
		if p := w.request(id); p.Approvals[0].Title() != "Secretary" {
			t.Errorf("approved as %s", p.Approvals[0].Title())
		}
		w.refused(w.approve(id, w.secretary), apperr.Invalid, "whatever offices you hold")
		if p := w.request(id); p.Stage != FirstApproved {
			t.Errorf("stage %s", p.Stage)
		}
		w.must(w.approve(id, w.president))
	})
}

func TestAnActingOfficerApproves(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		r := w.resolution("2026-06-01", unanimous)
		_, err := w.RecordAbsence(ctx, w.as(w.president), AbsenceInput{Role: auth.Treasurer, From: day("2026-06-20")})
		w.must(err)
		_, err = w.AppointActing(ctx, w.as(w.president), AppointmentInput{
			Role: auth.Treasurer, Person: w.ari, From: day("2026-07-01"), Until: day("2026-07-31"), Resolution: r.ID,
		})
		w.must(err)
		id := w.asked()
		w.must(w.approve(id, w.ari))
		w.must(w.approve(id, w.president))
		if p := w.request(id); p.Stage != Approved ||
			p.Approvals[0].Title() != "Acting treasurer" && p.Approvals[1].Title() != "Acting treasurer" {
			t.Errorf("%+v", p)
		}
		w.now = civil.MustParseInstant("2026-08-02T00:00:00.000Z")
		other := w.asked()
		w.refused(w.approve(other, w.ari), apperr.Forbidden, "")
	})
}

func TestThePayeeDoesNotApprove(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		in := invoice()
		in.Payee, in.PayeeID = "", w.treasurer
		id, err := w.AskPayment(ctx, w.as(w.treasurer), in)
		w.must(err)
		if p := w.request(id); p.Payee != "Tama Testcase" {
			t.Errorf("payee %q", p.Payee)
		}
		w.refused(w.approve(id, w.treasurer), apperr.Invalid, "This payment is to you")
		w.must(w.approve(id, w.secretary))
		w.must(w.approve(id, w.president))

		in.Payee, in.PayeeID = "tāma  TESTCASE", 0
		id, err = w.AskPayment(ctx, w.as(w.ordinary), in)
		w.must(err)
		w.refused(w.approve(id, w.treasurer), apperr.Invalid, "This payment is to you")
	})
}

func TestAChangedRequestStartsItsApprovalsAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.asked()
		in := invoice()
		in.Amount = 17000
		now, err := w.ChangePayment(ctx, w.as(w.ordinary), id, 1, in)
		w.must(err)
		if p := w.request(id); now != id || p.Amount != 17000 || p.Version != 2 {
			t.Errorf("changed in place: %d, %+v", now, p)
		}
		_, err = w.ChangePayment(ctx, w.as(w.ordinary), id, 1, in)
		w.refused(err, apperr.Conflict, "Someone else changed this request")

		for _, by := range []auth.PersonID{w.president, w.treasurer} {
			w.must(w.approve(id, by))
		}
		in.Amount = 999999
		now, err = w.ChangePayment(ctx, w.as(w.treasurer), id, w.request(id).Version, in)
		w.must(err)
		old, fresh := w.request(id), w.request(now)
		if now == id || old.Stage != Replaced || old.Amount != 17000 || old.ReplacedBy != now || len(old.Approvals) != 2 {
			t.Errorf("the old one: %+v", old)
		}
		if fresh.Stage != Requested || fresh.Amount != 999999 || fresh.Replaces != id || len(fresh.Approvals) != 0 ||
			fresh.AskedBy.Person != w.treasurer {
			t.Errorf("the new one: %+v", fresh)
		}
		w.refused(w.approve(id, w.secretary), apperr.Invalid, "replaced")
		_, err = w.ChangePayment(ctx, w.as(w.treasurer), id, old.Version, in)
		w.refused(err, apperr.Invalid, "closed")
		w.refused(
			w.RecordPaid(ctx, w.as(w.treasurer), PaidInput{ID: now, Version: fresh.Version, On: day("2026-07-01")}),
			apperr.Invalid, "may not be made yet",
		)

		list, err := w.Payments(ctx, w.as(w.ordinary))
		w.must(err)
		if len(list) != 2 || list[0].ID != now {
			t.Errorf("what waits is not first: %+v", list)
		}
	})
}

func TestRejectingAPayment(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.asked()
		w.refused(w.RejectPayment(ctx, w.as(w.president), id, 1, " "), apperr.Invalid, "reason: Say why")
		w.refused(w.RejectPayment(ctx, w.as(w.ordinary), id, 1, "No."), apperr.Forbidden, "")
		w.must(w.RejectPayment(ctx, w.as(w.president), id, 1, "Bought twice."))
		if p := w.request(id); p.Stage != Rejected || p.Reason != "Bought twice." || p.ClosedBy.Person != w.president {
			t.Errorf("%+v", p)
		}
		w.refused(w.approve(id, w.treasurer), apperr.Invalid, "rejected")
		w.refused(w.ApprovePayment(ctx, w.as(w.president), 99, 1), apperr.NotFound, "request not found")
	})
}

func TestPaymentsThatAreRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		lost := w.resolution("2026-06-01", constitution.Votes{No: 1})
		for _, tt := range []struct {
			name   string
			change func(*PaymentInput)
			want   string
		}{
			{"everything", func(in *PaymentInput) { *in = PaymentInput{} }, "payee amount purpose day method"},
			{"nothing to pay", func(in *PaymentInput) { in.Amount = 0 }, "amount"},
			{"owed", func(in *PaymentInput) { in.Amount = -1 }, "amount"},
			{"too much", func(in *PaymentInput) { in.Amount = money.MaxInput + 1 }, "amount"},
			{"another way", func(in *PaymentInput) { in.Method = "cash" }, "method"},
			{"not carried", func(in *PaymentInput) { in.Resolution = lost.ID }, "resolution"},
			{"no such person", func(in *PaymentInput) { in.PayeeID = 99999 }, "payee"},
			{"long", func(in *PaymentInput) {
				in.Payee, in.Attachment, in.Purpose = strings.Repeat("x", 201), strings.Repeat("x", 201), strings.Repeat("x", 4001)
			}, "payee purpose attachment"},
		} {
			in := invoice()
			tt.change(&in)
			if _, err := w.AskPayment(ctx, w.as(w.ordinary), in); fields(err) != tt.want {
				t.Errorf("%s: %v, want fields %s", tt.name, err, tt.want)
			}
		}
		if _, err := w.AskPayment(ctx, w.as(w.ari), invoice()); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a member asks: %v", err)
		}
	})
}

func TestARulingThatOnlyChequesNeedTwoOfficers(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.must(w.rules.RecordRuling(ctx, w.as(w.secretary), constitution.Ruling{
			Question: constitution.WhichPayments, Reading: "cheques", Meeting: day("2026-06-01"), Words: "Cheques only.",
		}))
		id := w.asked()
		if p := w.request(id); p.Stage != Approved || !strings.Contains(p.Trace.String(), "ruled on 1 June 2026") {
			t.Errorf("%+v", p)
		}
		in := invoice()
		in.Method = constitution.ByCheque
		cheque, err := w.AskPayment(ctx, w.as(w.ordinary), in)
		w.must(err)
		if p := w.request(cheque); p.Stage != Requested {
			t.Errorf("a cheque: %+v", p)
		}
	})
}

// A payment is judged by the rulings of the day on which it was made, also when
// it is recorded later, and stays paid by them.
func TestAPaymentIsJudgedByTheDayItIsMade(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		rule := func(reading constitution.ReadingID, on string) {
			w.must(w.rules.RecordRuling(ctx, w.as(w.secretary), constitution.Ruling{
				Question: constitution.WhichPayments, Reading: reading, Meeting: day(on), Words: "So."}))
		}
		rule("cheques", "2026-06-01")
		id, late := w.asked(), w.asked()
		w.now = civil.MustParseInstant("2026-07-20T00:00:00.000Z")
		rule("all", "2026-07-10")
		if p := w.request(id); p.Stage != Requested || p.Until != day("2026-07-09") {
			t.Errorf("since the ruling it waits for approval: %+v", p)
		}
		pay := func(id PaymentID, on string) error {
			return w.RecordPaid(ctx, w.as(w.treasurer), PaidInput{ID: id, Version: w.request(id).Version, On: day(on)})
		}
		w.refused(pay(late, "2026-07-10"), apperr.Invalid, "may not be made yet: Approved by 0 officers < 2")
		w.must(pay(id, "2026-07-09"))
		if p := w.request(id); p.Stage != Paid || p.Findings.Blocked() || !strings.Contains(
			p.Trace.String(), "ruled on 1 June 2026",
		) {
			t.Errorf("paid before the ruling: %+v", p)
		}
		w.must(w.RejectPayment(ctx, w.as(w.president), late, w.request(late).Version, "No."))
		if p := w.request(late); p.Stage != Rejected || !strings.Contains(p.Trace.String(), "Approved by 0 officers < 2") {
			t.Errorf("rejected: %+v", p)
		}
	})
}

// The day until which a page offers to record a payment is one that the service
// takes: by an earlier constitution, and not before the last approval.
func TestThePageOffersToRecordAsPaidWhatTheServiceTakes(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id, fresh := w.asked(), w.asked()
		w.must(w.approve(id, w.treasurer))
		w.must(w.approve(id, w.secretary))
		w.now = civil.MustParseInstant("2026-07-20T00:00:00.000Z")
		late := w.asked()
		w.must(w.approve(late, w.treasurer))
		w.must(w.approve(late, w.secretary))
		c := constitution.Shipped()
		c.From, c.AdoptedBy, c.Figures.PaymentOfficers = day("2026-07-10"), "That three officers approve.", 3
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error { return w.rules.Adopt(ctx, tx, w.permit(), "motion:1", c) }))
		for request, want := range map[PaymentID]string{id: "2026-07-09", fresh: "", late: ""} {
			p := w.request(request)
			if p.Until.String() != want || p.Stage == Approved {
				t.Errorf("request %d: %s, until %q, want %q", request, p.Stage, p.Until, want)
			}
		}
		pay := func(on string) error {
			return w.RecordPaid(ctx, w.as(w.treasurer), PaidInput{ID: id, Version: w.request(id).Version, On: day(on)})
		}
		w.refused(pay("2026-07-10"), apperr.Invalid, "Approved by 2 officers < 3")
		w.must(pay("2026-07-09"))
		if p := w.request(id); p.Stage != Paid || !p.Until.IsZero() {
			t.Errorf("%+v", p)
		}
	})
}

func TestOfficersWhoApproveAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.asked()
		secretary, treasurer := w.as(w.secretary), w.as(w.treasurer)
		errs := make([]error, 4)
		var wg sync.WaitGroup
		for i, by := range []auth.Actor{secretary, treasurer, secretary, treasurer} {
			wg.Go(func() { errs[i] = w.ApprovePayment(ctx, by, id, 1) })
		}
		wg.Wait()
		good := 0
		for _, err := range errs {
			if err == nil {
				good++
			} else {
				w.refused(err, apperr.Conflict, "Someone else changed this request")
			}
		}
		if p := w.request(id); good != 1 || len(p.Approvals) != 1 || p.Version != 2 {
			t.Errorf("%d succeeded: %+v", good, p)
		}
	})
}

// A request is approved exactly when two people have approved it, in whatever
// order and offices.
func TestApprovalCountsPeople(t *testing.T) {
	roles := []auth.Role{auth.President, auth.Secretary, auth.Treasurer}
	rapid.Check(t, func(t *rapid.T) {
		p := Payment{State: PaymentOpen, Method: constitution.Transfer, Payee: "Board Makers Ltd"}
		people := map[auth.PersonID]bool{}
		for range rapid.IntRange(0, 6).Draw(t, "approvals") {
			who := auth.PersonID(rapid.IntRange(1, 3).Draw(t, "person"))
			people[who] = true
			p.Approvals = append(p.Approvals, Approval{
				Who: Who{who, "P"}, Role: rapid.SampledFrom(roles).Draw(t, "role"), Acting: rapid.Bool().Draw(t, "acting"),
			})
		}
		p.judge(constitution.Shipped())
		want := Requested
		switch {
		case len(people) >= 2:
			want = Approved
		case len(people) == 1:
			want = FirstApproved
		}
		if p.Stage != want {
			t.Fatalf("%d people: %s, want %s", len(people), p.Stage, want)
		}
	})
}
