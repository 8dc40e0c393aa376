package meetings

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// Every step at the table asks for the state that it belongs to: before the
// meeting, at it, and after it.
func TestStepsAreRefusedInOtherStates(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m, late MotionID
		id := w.create(agm("2026-03-14"))
		m = w.propose(id, MotionInput{Text: "That ten boards be bought."})
		version := func() int64 { return w.motion(m).Version }
		two := func(_ any, err error) error { return err }

		_, counted := w.s.AddAction(ctx, w.secretary, id, ActionInput{Task: "Sweep"})
		for name, err := range map[string]error{
			"SetAside before":      w.s.SetAside(ctx, w.secretary, m, version()),
			"Declare before":       two(w.s.Declare(ctx, w.secretary, m, version())),
			"CastChairVote before": w.s.CastChairVote(ctx, w.secretary, m, 0, version(), constitution.ChairYes),
			"AddAction before":     counted,
			"SaveMinutes before":   w.s.SaveMinutes(ctx, w.secretary, id, 0, "They met.", ""),
			"DraftMinutes before":  two(w.s.DraftMinutes(ctx, w.secretary, id, nil)),
			"ElectChair before":    w.s.ElectChair(ctx, w.secretary, id, w.version(id), w.people[7]),
		} {
			w.refused(name, err, apperr.Conflict, "")
		}
		w.refused("Lapse before", w.s.Lapse(ctx, w.secretary, m, version()), apperr.Invalid, "[7.1]")
		w.refused("a proposal of tomorrow", two(w.s.Propose(ctx, w.secretary, id, MotionInput{
			Title: "A", Text: "B", Mover: w.people[6], Seconder: w.people[7], Received: w.now.Date().AddDays(1),
		})), apperr.Invalid, "received")
		w.refused("moved by nobody of the register", two(w.s.Propose(ctx, w.secretary, id, MotionInput{
			Title: "A", Text: "B", Mover: 99999, Seconder: w.people[7],
		})), apperr.Invalid, "mover")
		w.refused("an item that is not there", w.s.RemoveItem(ctx, w.secretary, id, w.version(id), 99999), apperr.NotFound, "")

		w.on("2026-02-20")
		w.notify(id)
		w.refused("EditMotion after the notice", w.s.EditMotion(ctx, w.secretary, m, version(), MotionInput{
			Title: "A", Text: "B", Mover: w.people[6], Seconder: w.people[7],
		}), apperr.Invalid, "[4.18]")
		w.refused("AcceptLate after the notice", w.s.AcceptLate(ctx, w.secretary, m, version(), "why"), apperr.Invalid, "[4.17]")
		w.refused("an item after the notice", two(w.s.AddItem(ctx, w.secretary, id, w.version(id), ItemInput{Title: "Tea"})), apperr.Conflict, "")
		w.on("2026-03-14")
		w.arrive(id, 12)
		w.open(id)
		w.tellers(id)
		a, err := w.s.MoveAmendment(ctx, w.secretary, AmendmentInput{
			Motion: m, Text: "That nine boards be bought.", Mover: w.people[4], Seconder: w.people[5],
		})
		w.must(err)
		for name, p := range map[string]int{"mover": 4, "seconder": 5, "teller": 8} {
			w.refused("striking the "+name, w.s.Strike(ctx, w.secretary, id, w.people[p]), apperr.Conflict, "has a part")
		}
		w.refused("striking who is not there", w.s.Strike(ctx, w.secretary, id, w.people[20]), apperr.NotFound, "")
		w.must(w.s.WithdrawAmendment(ctx, w.secretary, a, w.amendment(m, a).Version))
		for name, in := range map[string]PresenceInput{
			"came":   {Person: w.people[20], Came: "at noon"},
			"where":  {Person: w.people[20], Where: "on the moon"},
			"person": {Person: 99999},
		} {
			w.refused("an arrival of no "+name, w.s.Arrive(ctx, w.secretary, id, in), apperr.Invalid, name)
		}
		w.refused("somebody asked who is nobody", two(w.s.AddAction(ctx, w.secretary, id, ActionInput{
			Task: "Sweep", Person: 99999,
		})), apperr.Invalid, "person")
		w.refused("an action that is not there", w.s.FinishAction(ctx, w.secretary, 99999), apperr.NotFound, "")
		first, err := w.s.AddAction(ctx, w.secretary, id, ActionInput{Task: "Sweep", Person: w.people[10]})
		w.must(err)
		second, err := w.s.AddAction(ctx, w.secretary, id, ActionInput{Task: "Dust", Person: w.people[11]})
		w.must(err)
		w.refused("done by another who was asked", w.s.FinishAction(ctx, w.actor(w.people[10]), second), apperr.Forbidden, "")
		w.must(w.s.FinishAction(ctx, w.actor(w.people[10]), first))
		for name, v := range map[string]constitution.Votes{
			"too many against":   votes(0, 13, 0),
			"too many abstained": votes(0, 0, 13),
			"too many in all":    votes(6, 5, 2),
			"fewer than none":    votes(1, -1, 0),
			"less than nobody":   votes(1, 0, -1),
		} {
			w.refused(name, w.s.RecordCount(ctx, w.secretary, CountInput{
				Motion: m, Method: constitution.Hands, Votes: v,
			}), apperr.Invalid, "")
		}
		w.count(m, 0, constitution.Hands, votes(8, 2, 0))
		w.refused("edited after a count", w.s.EditMotion(ctx, w.secretary, m, version(), MotionInput{
			Title: "A", Text: "B", Mover: w.people[6], Seconder: w.people[7],
		}), apperr.Invalid, "[4.18]")
		w.refused("set aside after a count", w.s.SetAside(ctx, w.secretary, m, version()), apperr.Conflict, "")
		w.declare(m)
		late = m
		for name, err := range map[string]error{
			"Declare again":         two(w.s.Declare(ctx, w.secretary, m, version())),
			"Withdraw the decided":  w.s.WithdrawMotion(ctx, w.secretary, m, version(), "why"),
			"Rule the decided out":  w.s.RuleOut(ctx, w.secretary, m, version(), "why"),
			"Set the decided aside": w.s.SetAside(ctx, w.secretary, m, version()),
			"Cast on the decided":   w.s.CastChairVote(ctx, w.secretary, m, 0, version(), constitution.ChairYes),
			"Edit the decided": w.s.EditMotion(ctx, w.secretary, m, version(), MotionInput{
				Title: "A", Text: "B", Mover: w.people[6], Seconder: w.people[7],
			}),
		} {
			w.refused(name, err, apperr.Conflict, "")
		}
		w.must(w.s.SaveMinutes(ctx, w.secretary, id, 0, "They met.", ""))
		w.refused("no minutes", w.s.SaveMinutes(ctx, w.secretary, id, w.view(id).Minutes.Version, " ", ""), apperr.Invalid, "minutes")
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		for name, err := range map[string]error{
			"Propose after":    two(w.s.Propose(ctx, w.secretary, id, MotionInput{Title: "A", Text: "B", Mover: w.people[6], Seconder: w.people[7]})),
			"Leave after":      w.s.Leave(ctx, w.secretary, id, w.people[6]),
			"Strike after":     w.s.Strike(ctx, w.secretary, id, w.people[6]),
			"Arrive after":     w.s.Arrive(ctx, w.secretary, id, PresenceInput{Person: w.people[20]}),
			"ElectChair after": w.s.ElectChair(ctx, w.secretary, id, w.version(id), w.people[7]),
			"Count after": w.s.RecordCount(ctx, w.secretary, CountInput{
				Motion: late, Method: constitution.Hands, Votes: votes(8, 2, 0),
			}),
		} {
			w.refused(name, err, apperr.Conflict, "")
		}
		w.refused("Close after", w.s.Close(ctx, w.secretary, id, w.version(id)), apperr.Conflict, "")
		w.refused("framing what is no EGM’s", w.s.FrameMotion(ctx, w.secretary, m, version()), apperr.Invalid, "[5.8]")
		_, err = w.s.AddAction(ctx, w.secretary, id, ActionInput{Task: "Lock up"}) // until the minutes are approved
		w.must(err)
		w.refused("approved by itself", w.s.ApproveMinutes(
			ctx, w.secretary, id, w.view(id).Minutes.Version, id, "",
		), apperr.Invalid, "later meeting")
		w.refused("approved by none", w.s.ApproveMinutes(
			ctx, w.secretary, id, w.view(id).Minutes.Version, 99999, "",
		), apperr.Invalid, "at")
		next := w.create(agm("2027-03-13"))
		w.refused("approved by one to come", w.s.ApproveMinutes(
			ctx, w.secretary, id, w.view(id).Minutes.Version, next, "",
		), apperr.Invalid, "has not been held")
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE meeting SET state = 'approved' WHERE id = $1`, id)
			return err
		}))
		_, err = w.s.AddAction(ctx, w.secretary, id, ActionInput{Task: "Anything else"})
		w.refused("asked for once the minutes are approved", err, apperr.Conflict, "until its minutes are approved")
		w.refused("minutes that are approved", w.s.SaveMinutes(
			ctx, w.secretary, id, w.view(id).Minutes.Version, "They met again.", "",
		), apperr.Conflict, "cannot be written")
	})
}

// What is typed of a meeting has its limits.
func TestWhatIsTypedOfAMeetingHasItsLimits(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		for name, tt := range map[string]struct {
			change func(*PlanInput)
			want   string // the field; "": none
		}{
			"as it is":          {func(*PlanInput) {}, ""},
			"a web page":        {func(in *PlanInput) { in.Online = "http://meet.example.nz/agm" }, ""},
			"a safe web page":   {func(in *PlanInput) { in.Online = "https://meet.example.nz/agm" }, ""},
			"another scheme":    {func(in *PlanInput) { in.Online = "ftp://meet.example.nz/agm" }, "online"},
			"no address at all": {func(in *PlanInput) { in.Online = "https:" }, "online"},
			"midnight":          {func(in *PlanInput) { in.Time = "00:00" }, ""},
			"an hour too far":   {func(in *PlanInput) { in.Time = "24:00" }, "time"},
			"a minute too far":  {func(in *PlanInput) { in.Time = "19:60" }, "time"},
			"a full stop":       {func(in *PlanInput) { in.Time = "19.30" }, "time"},
			"letters":           {func(in *PlanInput) { in.Time = "1a:30" }, "time"},
			"signs":             {func(in *PlanInput) { in.Time = "1/:30" }, "time"},
			"not to be shown":   {func(in *PlanInput) { in.Place = "Club\x00rooms" }, "place"},
			"not to be read":    {func(in *PlanInput) { in.Place = "Club\xffrooms" }, "place"},
		} {
			in := agm("2026-03-14")
			tt.change(&in)
			_, err := w.s.Create(ctx, w.secretary, in)
			if tt.want == "" {
				if err != nil && (strings.Contains(describe(err), "time") || strings.Contains(describe(err), "online")) {
					t.Errorf("%s: %v", name, describe(err))
				}
				continue
			}
			w.refused(name, err, apperr.Invalid, tt.want)
		}
	})
}

// An agenda has its most items.
func TestAnAgendaHasItsMostItems(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		for len(w.view(id).Agenda) < maxItems {
			_, err := w.s.AddItem(ctx, w.secretary, id, w.version(id), ItemInput{Title: "Tea"})
			w.must(err)
		}
		_, err := w.s.AddItem(ctx, w.secretary, id, w.version(id), ItemInput{Title: "Tea"})
		w.refused("one more", err, apperr.Invalid, "takes no more")
	})
}
