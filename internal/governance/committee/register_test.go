package committee

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
)

func TestLoansAreForGoMaterials(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		r := w.resolution("2026-06-01", unanimous)
		good := LoanInput{
			Lender: "A Lender", Amount: 150000, Day: day("2026-06-10"), Purpose: constitution.GoMaterials,
			Materials: "Sixty sets.", Condition: RecourseText, Resolution: r.ID,
		}
		for _, tt := range []struct {
			name   string
			change func(*LoanInput)
			want   string
			text   string
		}{
			{
				"everything", func(in *LoanInput) { *in = LoanInput{} }, "lender amount day purpose materials condition resolution",
				"",
			},
			{
				"another purpose", func(in *LoanInput) { in.Purpose = constitution.OtherPurpose }, "purpose",
				"Not to buy go materials (rule 3.5)",
			},
			{
				"no condition", func(in *LoanInput) { in.Condition = " \r\n" }, "condition",
				"The lender’s condition is not recorded",
			},
			{"before its authority", func(in *LoanInput) { in.Day = day("2026-05-31") }, "resolution", "later"},
			{"to come", func(in *LoanInput) { in.Day = day("2026-07-02") }, "day", "still to come"},
		} {
			in := good
			tt.change(&in)
			if _, err := w.Borrow(ctx, w.as(w.treasurer), in); fields(err) != tt.want ||
				!strings.Contains(err.Error(), tt.text) {
				t.Errorf("%s: %v, want fields %s", tt.name, err, tt.want)
			}
		}
		id, err := w.Borrow(ctx, w.as(w.treasurer), good)
		w.must(err)
		list, err := w.Loans(ctx, w.as(w.ordinary))
		w.must(err)
		if len(list) != 1 || list[0].Amount != 150000 || list[0].Condition != RecourseText ||
			list[0].Resolution.Number.String() != "2026/1" || !strings.Contains(list[0].Trace.String(), "may be borrowed") {
			t.Errorf("%+v", list)
		}
		w.refused(
			w.Repay(ctx, w.as(w.treasurer), RepayInput{ID: id, Version: 1, On: day("2026-06-09")}), apperr.Invalid,
			"repaid_on: The money was borrowed on 10 June 2026",
		)
		w.refused(w.Repay(ctx, w.as(w.treasurer), RepayInput{ID: id, Version: 9, On: day("2026-06-30")}), apperr.Conflict, "Someone else")
		w.must(w.Repay(ctx, w.as(w.treasurer), RepayInput{ID: id, Version: 1, On: day("2026-06-30")}))
		w.refused(w.Repay(ctx, w.as(w.treasurer), RepayInput{ID: id, Version: 2, On: day("2026-06-30")}), apperr.Invalid, "paid back on 30 June 2026")
		if _, err := w.Borrow(ctx, w.as(w.ordinary), good); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("no officer: %v", err)
		}
	})
}

// Rule 3.6: by a resolution, with what was weighed, and two officers' approval.
func TestInvestmentsAreKept(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		r := w.resolution("2026-06-01", unanimous)
		good := InvestmentInput{
			What: "Term deposit, 12 months", Place: "A Bank", Amount: 500000, Day: day("2026-06-10"),
			Care:       "Two banks compared.",
			Resolution: r.ID, Approver: w.president, Second: w.treasurer,
		}
		for _, tt := range []struct {
			name   string
			change func(*InvestmentInput)
			want   string
			text   string
		}{
			{"everything", func(in *InvestmentInput) { *in = InvestmentInput{} }, "what place amount day care resolution", ""},
			{"one officer", func(in *InvestmentInput) { in.Second = 0 }, "second", "Approved by 1 officer < 2 (rule 3.4)"},
			{"one officer twice", func(in *InvestmentInput) { in.Second = in.Approver }, "second", "Approved by 1 officer < 2"},
			{"no officer", func(in *InvestmentInput) { in.Second = w.ordinary }, "second", "Choose an officer of 10 June 2026"},
			{"before its authority", func(in *InvestmentInput) { in.Day = day("2026-05-31") }, "resolution", "later"},
			{"to come", func(in *InvestmentInput) { in.Day = day("2026-07-02") }, "day", "still to come"},
			{"too much", func(in *InvestmentInput) { in.Amount = money.MaxInput + 1 }, "amount", ""},
		} {
			in := good
			tt.change(&in)
			if _, err := w.Invest(ctx, w.as(w.treasurer), in); fields(err) != tt.want ||
				!strings.Contains(err.Error(), tt.text) {
				t.Errorf("%s: %v, want fields %s", tt.name, err, tt.want)
			}
		}
		if _, err := w.Invest(ctx, w.as(w.ordinary), good); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("no officer: %v", err)
		}
		id, err := w.Invest(ctx, w.as(w.treasurer), good)
		w.must(err)
		list, err := w.Investments(ctx, w.as(w.ordinary))
		w.must(err)
		if len(list) != 1 || list[0].Amount != 500000 || list[0].Second.Name != "Tama Testcase" ||
			list[0].Resolution.ID != r.ID ||
			!strings.Contains(list[0].Trace.String(), "Approved by 2 officers ≥ 2 (3.4): may be invested") {
			t.Errorf("%+v", list)
		}
		if _, err := w.Investments(ctx, w.as(w.ari)); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a member looks: %v", err)
		}
		w.refused(w.Correct(ctx, w.as(w.secretary), CorrectionInput{
			ID: r.ID, Version: 1, Reason: "Lost.", ResolutionInput: ResolutionInput{
				Day: r.Day, Text: r.Text, Present: []auth.PersonID{w.president, w.secretary, w.treasurer},
				Votes: constitution.Votes{No: 3}},
		}), apperr.Invalid, "it must stay carried")
		w.refused(
			w.EndInvestment(ctx, w.as(w.treasurer), InvestmentEnd{ID: id, Version: 1, On: day("2026-06-09")}), apperr.Invalid,
			"ended_on: It was made on 10 June 2026",
		)
		w.refused(w.EndInvestment(ctx, w.as(w.treasurer), InvestmentEnd{ID: id, Version: 9, On: day("2026-06-30")}), apperr.Conflict, "Someone else")
		w.refused(w.EndInvestment(ctx, w.as(w.ordinary), InvestmentEnd{ID: id, Version: 1, On: day("2026-06-30")}), apperr.Forbidden, "")
		w.must(w.EndInvestment(ctx, w.as(w.treasurer), InvestmentEnd{ID: id, Version: 1, On: day("2026-06-30")}))
		w.refused(w.EndInvestment(ctx, w.as(w.treasurer), InvestmentEnd{ID: id, Version: 2, On: day("2026-06-30")}), apperr.Invalid, "ended on 30 June 2026")

		w.must(w.rules.RecordRuling(ctx, w.as(w.secretary), constitution.Ruling{
			Question: constitution.WhichPayments, Reading: "cheques", Meeting: day("2026-06-20"), Words: "Cheques only.",
		}))
		alone := good
		alone.Approver, alone.Second = 0, 0
		if _, err := w.Invest(ctx, w.as(w.treasurer), alone); fields(err) != "second" {
			t.Errorf("before the ruling: %v", err)
		}
		alone.Day = day("2026-06-20")
		_, err = w.Invest(ctx, w.as(w.treasurer), alone)
		w.must(err)
	})
}

func TestTheSealIsSignedByTwo(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		r := w.resolution("2026-06-01", unanimous)
		good := SealInput{
			Instrument: "Lease of the rooms.", Day: day("2026-06-10"), Resolution: r.ID,
			Signers: []auth.PersonID{w.president, w.ordinary},
		}
		by := func(signers ...auth.PersonID) func(*SealInput) { return func(in *SealInput) { in.Signers = signers } }
		for _, tt := range []struct {
			name   string
			change func(*SealInput)
			want   string
		}{
			{"everything", func(in *SealInput) { *in = SealInput{} }, "instrument day resolution signer countersigner"},
			{"one person", by(w.president, w.president), "countersigner"},
			{"one of two", by(w.president), "countersigner"},
			{"the other of two", by(0, w.president), "signer"},
			{"not on the committee", by(w.president, w.ari), "countersigner"},
			{"neither on it", by(w.ari, w.ordinary+1000), "signer countersigner"},
			{"a third who is not on it", by(w.president, w.ordinary, w.ari), "countersigner_3"},
			{"a third who is the first", by(w.president, w.ordinary, w.president), "countersigner_3"},
			{"no authority", func(in *SealInput) { in.Resolution = 0 }, "resolution"},
			{"before it was authorised", func(in *SealInput) { in.Day = day("2026-05-31") }, "resolution"},
		} {
			in := good
			tt.change(&in)
			if _, err := w.RecordSealing(ctx, w.as(w.secretary), in); fields(err) != tt.want {
				t.Errorf("%s: %v, want fields %s", tt.name, err, tt.want)
			}
		}
		id, err := w.RecordSealing(ctx, w.as(w.secretary), good)
		w.must(err)
		w.refused(w.StrikeSealing(ctx, w.as(w.secretary), id, ""), apperr.Invalid, "reason: Say why")
		w.refused(w.StrikeSealing(ctx, w.as(w.ordinary), id, "x"), apperr.Forbidden, "")
		w.must(w.StrikeSealing(ctx, w.as(w.secretary), id, "Never used."))
		w.refused(w.StrikeSealing(ctx, w.as(w.secretary), id, "Again."), apperr.Invalid, "struck out on 1 July 2026")
		list, err := w.SealRegister(ctx, w.as(w.ordinary))
		w.must(err)
		if e := list[0]; len(list) != 1 || !e.Struck() || e.StruckReason != "Never used." ||
			e.SignedBy() != "Pita Testcase" || e.CountersignedBy() != "Ora Testcase" || !strings.Contains(
			e.Trace.String(), "Signed by 2 members of the committee ≥ 2 (3.7): in order",
		) {
			t.Errorf("%+v", list)
		}
	})
}

// Rule 3.7 by the figure of the constitution on the day of sealing.
func TestAsManySignAsTheConstitutionOfTheDayAsks(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		r := w.resolution("2026-06-01", unanimous)
		for i, v := range []struct {
			from    string
			signers int
		}{{"2026-06-10", 3}, {"2026-06-20", 1}} {
			c := constitution.Shipped()
			c.From, c.AdoptedBy, c.Figures.SealSigners = day(v.from), "That others sign.", v.signers
			w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
				return w.rules.Adopt(ctx, tx, w.permit(), fmt.Sprintf("motion:%d", i), c)
			}))
		}
		for _, tt := range []struct {
			on      string
			need    int
			signers []auth.PersonID
			want    string // fields, or who signed
		}{
			{"2026-06-09", 2, []auth.PersonID{w.president, w.ordinary}, "Pita Testcase / Ora Testcase"},
			{"2026-06-10", 3, []auth.PersonID{w.president, w.ordinary}, "countersigner_3"},
			{"2026-06-10", 3, []auth.PersonID{w.president}, "countersigner countersigner_3"},
			{
				"2026-06-10", 3, []auth.PersonID{w.president, w.ordinary, w.secretary},
				"Pita Testcase / Ora Testcase, Sina Testcase",
			},
			{"2026-06-20", 1, []auth.PersonID{w.president, 0, 0}, "Pita Testcase / "},
			{"2026-06-20", 1, []auth.PersonID{w.president, 0, w.ordinary}, "Pita Testcase / Ora Testcase"},
			{"2026-06-20", 1, nil, "signer"},
		} {
			if got, err := w.SealSigners(ctx, w.as(w.ordinary), day(tt.on)); err != nil || got != tt.need {
				t.Errorf("%s: %d are asked for, %v", tt.on, got, err)
			}
			id, err := w.RecordSealing(ctx, w.as(w.secretary), SealInput{
				Instrument: "Lease.", Day: day(tt.on), Resolution: r.ID, Signers: tt.signers,
			})
			got := fields(err)
			if err == nil {
				e, err := w.Sealing(ctx, w.as(w.ordinary), id)
				w.must(err)
				got = e.SignedBy() + " / " + e.CountersignedBy()
			}
			if got != tt.want {
				t.Errorf("%s, %d signers: %q, want %q", tt.on, len(tt.signers), got, tt.want)
			}
		}
		if _, err := w.SealSigners(ctx, w.as(w.ari), day("2026-06-10")); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a member: %v", err)
		}
	})
}

func TestExcludingAMember(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		secretary := w.as(w.secretary)
		_, err := w.OpenExclusion(ctx, secretary, ExclusionInput{Person: w.outsider})
		if fields(err) != "person rules reasons" {
			t.Errorf("nothing said: %v", err)
		}
		id, err := w.OpenExclusion(ctx, secretary, ExclusionInput{Person: w.ari, Rules: "2.1", Reasons: "Sold the boards."})
		w.must(err)
		early := w.resolution("2026-07-01", unanimous)
		decide := func(version int64, r Resolution) error {
			_, err := w.DecideExclusion(ctx, secretary, DecisionInput{
				ID: id, Version: version, State: Excluded, Resolution: r.ID, Decision: "It is proved.",
			})
			return err
		}
		w.refused(
			decide(1, early), apperr.Invalid,
			"Ari Testcase cannot be excluded yet. What was sent to the member, and when, is not recorded. No day was set",
		)

		in := ExclusionInput{
			Rules: "2.1", Reasons: "Sold the boards.", SentOn: day("2026-07-01"), Sent: "Letter with the reasons, by post.",
			HearingOn: day("2026-07-20"),
		}
		bad := in
		bad.HearingOn = in.SentOn
		w.refused(
			w.SaveExclusion(ctx, secretary, id, 1, bad), apperr.Invalid, "hearing_on: The reasons were sent on 1 July 2026",
		)
		bad = in
		bad.HearingOn, bad.Heard = civil.Date{}, "Denied it."
		w.refused(w.SaveExclusion(ctx, secretary, id, 1, bad), apperr.Invalid, "hearing_on: Enter the day of the hearing")
		bad = in
		bad.Heard = "Denied it."
		w.refused(w.SaveExclusion(ctx, secretary, id, 1, bad), apperr.Invalid, "heard: The hearing is still to come")
		w.must(w.SaveExclusion(ctx, secretary, id, 1, in))
		w.refused(w.SaveExclusion(ctx, secretary, id, 1, in), apperr.Conflict, "Someone else")
		w.refused(decide(2, early), apperr.Invalid, "before the hearing on 20 July 2026")

		w.now = civil.MustParseInstant("2026-08-05T00:00:00.000Z")
		in.Heard = "Nothing came."
		w.must(w.SaveExclusion(ctx, secretary, id, 2, in))
		lost, r := w.resolution("2026-08-01", constitution.Votes{No: 3}), w.resolution("2026-08-01", unanimous)
		w.refused(decide(3, lost), apperr.Invalid, "resolution: Resolution 2026/2 was not carried")
		_, err = w.DecideExclusion(ctx, secretary, DecisionInput{ID: id, Version: 3})
		w.refused(err, apperr.Invalid, "state: Choose what the committee decided.; decision: Enter the committee’s reasons")
		w.refused(decide(1, r), apperr.Conflict, "Someone else")
		if got := w.memberUntil(w.ari); got != day("2027-06-30") {
			t.Fatalf("a refused decision ended the membership on %s", got)
		}
		ended, err := w.DecideExclusion(ctx, secretary, DecisionInput{
			ID: id, Version: 3, State: Excluded, Resolution: r.ID, Decision: "It is proved.",
		})
		w.must(err)
		if len(ended.Terms) != 1 || w.memberUntil(w.ari) != day("2026-08-01") {
			t.Errorf("ended %+v, member until %s", ended, w.memberUntil(w.ari))
		}
		on, err := members.MembersOn(ctx, w.db, []auth.PersonID{w.ari}, day("2026-08-02"))
		w.must(err)
		if on[w.ari] {
			t.Error("still a member on the day after")
		}
		x, err := w.Exclusion(ctx, w.as(w.ordinary), id)
		w.must(err)
		if x.State != Excluded || x.DecidedOn != day("2026-08-01") || x.Resolution.ID != r.ID ||
			!strings.Contains(x.Trace.String(), "may be excluded") {
			t.Errorf("%+v", x)
		}
		w.refused(w.SaveExclusion(ctx, secretary, id, 4, in), apperr.Invalid, "This case was closed")
		if n := w.count(
			`SELECT COUNT(*) FROM audit_entry WHERE detail LIKE '%Sold the boards%' OR detail LIKE '%It is proved%'`,
		); n != 0 {
			t.Error("the log holds what was held against the member")
		}
	})
}

func TestACaseThatIsDropped(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		secretary := w.as(w.secretary)
		id, err := w.OpenExclusion(ctx, secretary, ExclusionInput{Person: w.ari, Rules: "2.1", Reasons: "Sold the boards."})
		w.must(err)
		_, err = w.DecideExclusion(ctx, secretary, DecisionInput{
			ID: id, Version: 1, State: Dropped, Decision: "They were their own.",
		})
		w.must(err)
		if x, _ := w.Exclusion(ctx, secretary, id); x.State != Dropped || w.memberUntil(w.ari) != day("2027-06-30") {
			t.Errorf("%+v", x)
		}
		for name, err := range map[string]error{
			"an ordinary member opens": func() error {
				_, err := w.OpenExclusion(ctx, w.as(w.ordinary), ExclusionInput{})
				return err
			}(),
			"the member looks": func() error { _, err := w.Exclusion(ctx, w.as(w.ari), id); return err }(),
		} {
			if apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestAnExclusionEndsTheSeatsThatOnlyMembersHold(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		secretary := w.as(w.secretary)
		r := w.resolution("2026-07-01", unanimous)
		w.must(errOf(w.Coopt(ctx, secretary, AppointmentInput{
			Person: w.ari, From: day("2026-07-01"), Until: day("2026-12-31"), Resolution: r.ID,
		})))
		w.must(errOf(w.offices.Appoint(ctx, program, auth.Office{
			Person: w.ari, Role: auth.Director, From: day("2026-07-01"),
		})))
		id, err := w.OpenExclusion(ctx, secretary, ExclusionInput{
			Person: w.ari, Rules: "2.1", Reasons: "Sold the boards.", SentOn: day("2026-07-01"), Sent: "Letter.",
			HearingOn: day("2026-07-20"),
		})
		w.must(err)
		w.now = civil.MustParseInstant("2026-08-05T00:00:00.000Z")
		w.must(w.SaveExclusion(ctx, secretary, id, 1, ExclusionInput{
			Rules: "2.1", Reasons: "Sold the boards.", SentOn: day("2026-07-01"), Sent: "Letter.",
			HearingOn: day("2026-07-20"), Heard: "Nothing came.",
		}))
		excluding := w.resolution("2026-08-05", unanimous)
		ended, err := w.DecideExclusion(ctx, secretary, DecisionInput{
			ID: id, Version: 2, State: Excluded, Resolution: excluding.ID, Decision: "It is proved.",
		})
		w.must(err)
		if len(ended.Seats) != 1 || ended.Seats[0].Role != auth.Committee || len(ended.Left) != 1 ||
			ended.Left[0].Role != auth.Director {
			t.Errorf("%+v", ended)
		}
		seats, err := w.Seats(ctx, secretary, day("2026-08-05"))
		w.must(err)
		if seats.Holds(w.ari) {
			t.Error("an excluded member still sits on the committee")
		}
		list, err := w.Appointments(ctx, secretary)
		w.must(err)
		if len(list) != 1 || list[0].Until != day("2026-08-04") || !strings.Contains(list[0].EndReason, "(rule 2.5)") {
			t.Errorf("%+v", list)
		}
		w.refused(errOf(w.Exclusions(ctx, w.as(w.ari))), apperr.Forbidden, "")
	})
}

func TestASeatOfSomebodyWhoLeft(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		seats, err := w.Seats(ctx, w.as(w.secretary), day("2027-07-01"))
		w.must(err)
		if seats.Trace.Outcome != "does not meet the rules" || !seats.Findings.Blocked() {
			t.Errorf("seats of those who left: %s", seats.Trace)
		}
		if !seats.Ordinary[0].Departed || !seats.Offices[0].Holder.Departed {
			t.Errorf("after the last term: %+v", seats)
		}
		seats, err = w.Seats(ctx, w.as(w.secretary), day("2027-06-30"))
		w.must(err)
		if seats.Ordinary[0].Departed || seats.Offices[0].Holder.Departed || seats.Offices[0].Acting.Departed {
			t.Errorf("while members: %+v", seats)
		}
	})
}

func errOf[T any](_ T, err error) error { return err }
