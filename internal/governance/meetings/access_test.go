package meetings

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
)

// Who may do what at an open AGM whose chair is an ordinary member. Every use
// case is tried with input that it refuses, so that nothing changes: only
// whether the actor is turned away counts.
func TestWhoMayDoWhat(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		m := w.propose(id, MotionInput{})
		w.on("2026-02-20")
		w.notify(id)
		w.on("2026-03-14")
		for _, p := range w.people[6:18] {
			w.must(w.s.Arrive(ctx, w.secretary, id, PresenceInput{Person: p}))
		}
		w.open(id)
		w.must(w.s.ElectChair(ctx, w.secretary, id, w.version(id), w.people[7]))
		a, err := w.s.MoveAmendment(ctx, w.secretary, AmendmentInput{
			Motion: m, Text: "Else.", Mover: w.people[8], Seconder: w.people[9],
		})
		w.must(err)
		task, err := w.s.AddAction(ctx, w.secretary, id, ActionInput{Task: "Sweep", Person: w.people[10]})
		w.must(err)
		before := w.view(id)

		actors := []struct {
			name  string
			actor auth.Actor
		}{
			{"nobody", auth.Actor{}}, {"lapsed", w.lapsed}, {"member", w.member}, {"committee", w.ordinary},
			{"treasurer", w.treasurer},
			{"secretary", w.secretary}, {"president", w.president}, {"chair", w.actor(w.people[7])},
		}
		const (
			holders  = "secretary president"
			table    = holders + " chair"
			door     = table + " treasurer"
			see      = holders + " treasurer committee"
			everyone = see + " member chair"
		)
		const v = -1
		s := w.s
		two := func(_ any, err error) error { return err }
		for _, c := range []struct {
			name    string
			allowed string
			try     func(by auth.Actor) error
		}{
			{"Plan", holders, func(by auth.Actor) error { return two(s.Plan(ctx, by, PlanInput{})) }},
			{"Create", holders, func(by auth.Actor) error { return two(s.Create(ctx, by, PlanInput{})) }},
			{"Edit", holders, func(by auth.Actor) error { return s.Edit(ctx, by, id, v, PlanInput{}) }},
			{"Cancel", holders, func(by auth.Actor) error { return s.Cancel(ctx, by, id, v, "") }},
			{"AssessRequest", holders, func(by auth.Actor) error { return two(s.AssessRequest(ctx, by, RequestInput{})) }},
			{"RecordRequest", holders, func(by auth.Actor) error { return two(s.RecordRequest(ctx, by, RequestInput{})) }},
			{"Request", see, func(by auth.Actor) error { _, _, err := s.Request(ctx, by, 99); return err }},
			{"Requests", see, func(by auth.Actor) error { return two(s.Requests(ctx, by)) }},
			{"AddItem", holders, func(by auth.Actor) error { return two(s.AddItem(ctx, by, id, v, ItemInput{})) }},
			{"RemoveItem", holders, func(by auth.Actor) error { return s.RemoveItem(ctx, by, id, v, 1) }},
			{"PreviewNotice", holders, func(by auth.Actor) error { return two(s.PreviewNotice(ctx, by, id, NoticeInput{})) }},
			{"SendNotice", holders, func(by auth.Actor) error { return s.SendNotice(ctx, by, id, v, NoticeInput{}) }},
			{"Roll", see, func(by auth.Actor) error { return two(s.Roll(ctx, by, id, 1)) }},
			{"RecordPosted", holders, func(by auth.Actor) error { return s.RecordPosted(ctx, by, id, PostedInput{Notice: 99}) }},
			{"Door", door, func(by auth.Actor) error { return two(s.Door(ctx, by, id)) }},
			{"Arrive", door, func(by auth.Actor) error { return s.Arrive(ctx, by, id, PresenceInput{}) }},
			{"Leave", door, func(by auth.Actor) error { return s.Leave(ctx, by, id, 999) }},
			{"Strike", door, func(by auth.Actor) error { return s.Strike(ctx, by, id, 999) }},
			{"Open", door, func(by auth.Actor) error { return s.Open(ctx, by, id, v) }},
			{"DeclareInquorate", door, func(by auth.Actor) error { return s.DeclareInquorate(ctx, by, id, v) }},
			{"ElectChair", door, func(by auth.Actor) error { return s.ElectChair(ctx, by, id, v, 0) }},
			{"SetTellers", table, func(by auth.Actor) error { return s.SetTellers(ctx, by, id, v, nil) }},
			{"Propose", table, func(by auth.Actor) error { return two(s.Propose(ctx, by, id, MotionInput{})) }},
			{"EditMotion", table, func(by auth.Actor) error { return s.EditMotion(ctx, by, m, v, MotionInput{}) }},
			{"AcceptLate", holders, func(by auth.Actor) error { return s.AcceptLate(ctx, by, m, v, "") }},
			{"WithdrawMotion", table, func(by auth.Actor) error { return s.WithdrawMotion(ctx, by, m, v, "") }},
			{"RuleOut", table, func(by auth.Actor) error { return s.RuleOut(ctx, by, m, v, "") }},
			{"SetAside", table, func(by auth.Actor) error { return s.SetAside(ctx, by, m, v) }},
			{"Lapse", table, func(by auth.Actor) error { return s.Lapse(ctx, by, m, v) }},
			{"FrameMotion", table, func(by auth.Actor) error { return s.FrameMotion(ctx, by, m, v) }},
			{
				"MoveAmendment", table,
				func(by auth.Actor) error { return two(s.MoveAmendment(ctx, by, AmendmentInput{Motion: m})) },
			},
			{"WithdrawAmendment", table, func(by auth.Actor) error { return s.WithdrawAmendment(ctx, by, a, v) }},
			{"RuleOutAmendment", table, func(by auth.Actor) error { return s.RuleOutAmendment(ctx, by, a, v, "") }},
			{"DeclareAmendment", table, func(by auth.Actor) error { return two(s.DeclareAmendment(ctx, by, a, v)) }},
			{"RecordCount", table, func(by auth.Actor) error { return s.RecordCount(ctx, by, CountInput{Motion: m}) }},
			{"CastChairVote", table, func(by auth.Actor) error {
				return s.CastChairVote(ctx, by, m, 0, v, constitution.ChairYes)
			}},
			{"Declare", table, func(by auth.Actor) error { return two(s.Declare(ctx, by, m, v)) }},
			{"Close", table, func(by auth.Actor) error { return s.Close(ctx, by, id, v) }},
			{"AddAction", table, func(by auth.Actor) error { return two(s.AddAction(ctx, by, id, ActionInput{})) }},
			{"FinishAction", table, func(by auth.Actor) error { return s.FinishAction(ctx, by, task) }},
			{"DraftMinutes", table, func(by auth.Actor) error { return two(s.DraftMinutes(ctx, by, id, nil)) }},
			{"SaveMinutes", table, func(by auth.Actor) error { return s.SaveMinutes(ctx, by, id, v, "x", "") }},
			{"ShowMinutes", table, func(by auth.Actor) error { return s.ShowMinutes(ctx, by, id, v, "") }},
			{"HideMinutes", table, func(by auth.Actor) error { return s.HideMinutes(ctx, by, id, v) }},
			{"DraftLetters", table, func(by auth.Actor) error { return two(s.DraftLetters(ctx, by, id)) }},
			{"ApproveMinutes", holders, func(by auth.Actor) error { return s.ApproveMinutes(ctx, by, id, v, id, "") }},
			{"Dissolution", see, func(by auth.Actor) error { return two(s.Dissolution(ctx, by, day("2026-03-14"), -1)) }},
			{"List", everyone, func(by auth.Actor) error { return two(s.List(ctx, by)) }},
			{"View", see + " chair", func(by auth.Actor) error { return two(s.View(ctx, by, id)) }},
			{"Published", everyone, func(by auth.Actor) error { return two(s.Published(ctx, by, id)) }},
		} {
			for _, who := range actors {
				kind := apperr.KindOf(c.try(who.actor))
				turnedAway := kind == apperr.Forbidden || kind == apperr.SignIn
				allowed := strings.Contains(" "+c.allowed+" ", " "+who.name+" ")
				if turnedAway == allowed || !allowed && (kind == apperr.SignIn) != (who.name == "nobody") {
					t.Errorf("%s by the %s: %q, allowed %t", c.name, who.name, kind, allowed)
				}
			}
		}
		if after := w.view(id); after.Meeting.Version != before.Meeting.Version ||
			len(after.Motions) != len(before.Motions) || after.Motions[0].Version != before.Motions[0].Version {
			t.Errorf("something changed: %+v", after.Meeting)
		}
	})
}
