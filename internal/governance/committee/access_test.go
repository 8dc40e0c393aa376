package committee

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

func second[T any](_ T, err error) error { return err }

// Every use case is for its people: the committee reads, its officers keep, and
// nobody else comes near.
func TestEveryUseCaseIsForItsPeople(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		const sits, keeps, approves = "sits", "keeps", "approves"
		uses := []struct {
			name, who string
			try       func(by auth.Actor) error
		}{
			{"Absence", sits, func(by auth.Actor) error { return second(w.Absence(ctx, by, 1)) }},
			{"RecordAbsence", keeps, func(by auth.Actor) error { return second(w.RecordAbsence(ctx, by, AbsenceInput{})) }},
			{"EndAbsence", keeps, func(by auth.Actor) error { return w.EndAbsence(ctx, by, 1, 1, civil.Date{}) }},
			{"Appointments", sits, func(by auth.Actor) error { return second(w.Appointments(ctx, by)) }},
			{"Appointment", sits, func(by auth.Actor) error { return second(w.Appointment(ctx, by, 1)) }},
			{"Coopt", keeps, func(by auth.Actor) error { return second(w.Coopt(ctx, by, AppointmentInput{})) }},
			{"AppointActing", keeps, func(by auth.Actor) error { return second(w.AppointActing(ctx, by, AppointmentInput{})) }},
			{"End", keeps, func(by auth.Actor) error { return w.End(ctx, by, EndInput{ID: 1}) }},
			{"MeetingYear", sits, func(by auth.Actor) error { return second(w.MeetingYear(ctx, by)) }},
			{"Exclusions", sits, func(by auth.Actor) error { return second(w.Exclusions(ctx, by)) }},
			{"Exclusion", sits, func(by auth.Actor) error { return second(w.Exclusion(ctx, by, 1)) }},
			{"OpenExclusion", keeps, func(by auth.Actor) error { return second(w.OpenExclusion(ctx, by, ExclusionInput{})) }},
			{"SaveExclusion", keeps, func(by auth.Actor) error { return w.SaveExclusion(ctx, by, 1, 1, ExclusionInput{}) }},
			{
				"DecideExclusion", keeps,
				func(by auth.Actor) error { return second(w.DecideExclusion(ctx, by, DecisionInput{ID: 1})) },
			},
			{"Loans", sits, func(by auth.Actor) error { return second(w.Loans(ctx, by)) }},
			{"Borrow", keeps, func(by auth.Actor) error { return second(w.Borrow(ctx, by, LoanInput{})) }},
			{"Repay", keeps, func(by auth.Actor) error { return w.Repay(ctx, by, RepayInput{ID: 1, Version: 1, On: civil.Date{}}) }},
			{"Investments", sits, func(by auth.Actor) error { return second(w.Investments(ctx, by)) }},
			{"Invest", keeps, func(by auth.Actor) error { return second(w.Invest(ctx, by, InvestmentInput{})) }},
			{"EndInvestment", keeps, func(by auth.Actor) error {
				return w.EndInvestment(ctx, by, InvestmentEnd{ID: 1, Version: 1, On: civil.Date{}})
			}},
			{"Payments", sits, func(by auth.Actor) error { return second(w.Payments(ctx, by)) }},
			{"Payment", sits, func(by auth.Actor) error { return second(w.Payment(ctx, by, 1)) }},
			{"AskPayment", sits, func(by auth.Actor) error { return second(w.AskPayment(ctx, by, PaymentInput{})) }},
			{"ChangePayment", sits, func(by auth.Actor) error { return second(w.ChangePayment(ctx, by, 1, 1, PaymentInput{})) }},
			{"ApprovePayment", approves, func(by auth.Actor) error { return w.ApprovePayment(ctx, by, 1, 1) }},
			{"MayApprove", approves, func(by auth.Actor) error {
				return w.MayApprove(by, Payment{Stage: Requested, Payee: "Board Makers Ltd"})
			}},
			{"RejectPayment", approves, func(by auth.Actor) error { return w.RejectPayment(ctx, by, 1, 1, "") }},
			{"RecordPaid", approves, func(by auth.Actor) error { return w.RecordPaid(ctx, by, PaidInput{ID: 1}) }},
			{
				"Resolutions", sits,
				func(by auth.Actor) error { _, _, err := w.Resolutions(ctx, by, ResolutionFilter{}); return err },
			},
			{"Resolution", sits, func(by auth.Actor) error { return second(w.Resolution(ctx, by, 1)) }},
			{"Authorities", sits, func(by auth.Actor) error { return second(w.Authorities(ctx, by)) }},
			{"Meetings", sits, func(by auth.Actor) error { return second(w.Meetings(ctx, by)) }},
			{"MeetingByID", sits, func(by auth.Actor) error { return second(w.MeetingByID(ctx, by, 1)) }},
			{"Record", keeps, func(by auth.Actor) error { return second(w.Record(ctx, by, ResolutionInput{})) }},
			{"Correct", keeps, func(by auth.Actor) error { return w.Correct(ctx, by, CorrectionInput{ID: 1}) }},
			{"SealRegister", sits, func(by auth.Actor) error { return second(w.SealRegister(ctx, by)) }},
			{"Sealing", sits, func(by auth.Actor) error { return second(w.Sealing(ctx, by, 1)) }},
			{"RecordSealing", keeps, func(by auth.Actor) error { return second(w.RecordSealing(ctx, by, SealInput{})) }},
			{"StrikeSealing", keeps, func(by auth.Actor) error { return w.StrikeSealing(ctx, by, 1, "") }},
			{"Seats", sits, func(by auth.Actor) error { return second(w.Seats(ctx, by, w.cases.Today())) }},
		}
		for _, u := range uses {
			for _, by := range []struct {
				name  string
				actor auth.Actor
				may   bool
			}{
				{"nobody", auth.Actor{}, false}, {"a member", w.as(w.ari), false},
				{"an ordinary member of the committee", w.as(w.ordinary), u.who == sits},
				{"the treasurer", w.as(w.treasurer), true},
			} {
				kind := apperr.KindOf(u.try(by.actor))
				if refused := kind == apperr.Forbidden || kind == apperr.SignIn; refused == by.may {
					t.Errorf("%s by %s: %q", u.name, by.name, kind)
				}
			}
		}
	})
}
