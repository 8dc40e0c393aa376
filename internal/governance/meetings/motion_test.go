package meetings

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
)

// Rule 4.17: two months, or later as the secretary takes it; two signatures.
func TestWhenProposalsGoOnTheAgenda(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		for _, c := range []struct {
			name     string
			received string
			accepted string // day of the secretary's acceptance, or none
			onAgenda bool
			words    string // of the first finding
		}{
			{"two months before", "2026-01-14", "", true, ""},
			{"a day later", "2026-01-15", "", false, "later than 14 January 2026"},
			{"a day later, accepted", "2026-01-15", "2026-01-16", true, "accepted by the secretary on 16 January 2026"},
			{"on the notice's last day, accepted", "2026-02-27", "2026-02-27", true, "accepted"},
			{"after the notice's last day", "2026-02-28", "", false, "later than 27 February 2026"},
		} {
			w.on("2026-01-05")
			id := w.create(agm("2026-03-14"))
			w.on(c.received)
			m := w.propose(id, MotionInput{Title: c.name})
			if c.accepted != "" {
				w.on(c.accepted)
				w.refused(
					"without a reason", w.s.AcceptLate(ctx, w.secretary, m, w.motion(m).Version, " "), apperr.Invalid, "late_reason",
				)
				w.must(w.s.AcceptLate(ctx, w.secretary, m, w.motion(m).Version, "The post was late."))
			}
			got := w.motion(m)
			if got.Late.Blocked() == c.onAgenda || c.words != "" && !strings.Contains(got.Late[0].Text, c.words) ||
				c.words == "" && got.Late != nil {
				t.Errorf("%s: %v", c.name, got.Late)
			}
			p, err := w.s.PreviewNotice(ctx, w.secretary, id, NoticeInput{})
			w.must(err)
			if (len(p.Motions) == 1) != c.onAgenda || (len(p.Left) == 0) != c.onAgenda {
				t.Errorf("%s: on the notice %v, left %v", c.name, p.Motions, p.Left)
			}
			if !c.onAgenda && got.Received == day("2026-02-28") {
				w.refused(c.name, w.s.AcceptLate(ctx, w.secretary, m, got.Version, "Please."), apperr.Invalid, "[4.17]")
			}
		}
		w.on("2026-01-05")
		id := w.create(agm("2026-03-14"))
		m := w.propose(id, MotionInput{})
		w.refused(
			"taking late what came in time", w.s.AcceptLate(ctx, w.secretary, m, w.motion(m).Version, "Why."), apperr.Invalid,
			"in time",
		)
		w.refused("a member takes it", w.s.AcceptLate(ctx, w.member, m, w.motion(m).Version, "Why."), apperr.Forbidden, "")
	})
}

func TestProposalsThatAreRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		good := MotionInput{Title: "A library", Text: "That a library be founded.", Mover: w.people[6], Seconder: w.people[7]}
		for _, c := range []struct {
			name  string
			spoil func(*MotionInput)
			words string
		}{
			{"no title", func(in *MotionInput) { in.Title = "" }, "title"},
			{"no text", func(in *MotionInput) { in.Text = "\n" }, "text"},
			{"a text too long", func(in *MotionInput) { in.Text = strings.Repeat("x", maxText+1) }, "text"},
			{"nobody moves it", func(in *MotionInput) { in.Mover = 0 }, "mover"},
			{"nobody seconds it", func(in *MotionInput) { in.Seconder = 0 }, "seconder"},
			{"one does both", func(in *MotionInput) { in.Seconder = in.Mover }, "seconder"},
			{"somebody lapsed seconds it", func(in *MotionInput) { in.Seconder = w.lapsed.Person }, "was not a member"},
			{"nobody of the register moves it", func(in *MotionInput) { in.Mover = 999 }, "mover"},
			{"received tomorrow", func(in *MotionInput) { in.Received = day("2026-01-06") }, "received"},
			{"an item of an EGM", func(in *MotionInput) { in.Item = constitution.Framing }, "item"},
			{"a member's under officers' reports", func(in *MotionInput) { in.Item = constitution.Reports }, "item"},
			{"of odd origin", func(in *MotionInput) { in.Origin = "odd" }, "origin"},
			{"of an odd kind", func(in *MotionInput) { in.Kind = "odd" }, "kind"},
			{"figures of an ordinary motion", func(in *MotionInput) { in.Change = []FigureChange{{"quorum", "12"}} }, "change"},
			{"a figure that is none", func(in *MotionInput) {
				in.Kind, in.Change = constitution.Constitutional, []FigureChange{{"size", "12"}}
			}, "change"},
			{"a quorum of nobody", func(in *MotionInput) {
				in.Kind, in.Change = constitution.Constitutional, []FigureChange{{"quorum", "0"}}
			}, "quorum"},
			{"a quorum that is none", func(in *MotionInput) {
				in.Kind, in.Change = constitution.Constitutional, []FigureChange{{"quorum", "a dozen or so"}}
			}, "quorum"},
			{"the constitution from the chair", func(in *MotionInput) {
				in.Kind, in.Origin, in.Mover = constitution.Constitutional, constitution.FromCommittee, 0
			}, "7.1"},
			{
				"a fee under other business",
				func(in *MotionInput) { in.Item, in.Effect = constitution.OtherBusiness, constitution.ChangesFee }, "[4.19]",
			},
			{
				"an officer under other business",
				func(in *MotionInput) { in.Item, in.Effect = constitution.OtherBusiness, constitution.ChangesOfficer }, "[4.19]",
			},
			{"the constitution under other business", func(in *MotionInput) {
				in.Item, in.Kind = constitution.OtherBusiness, constitution.Constitutional
			}, "[4.19]"},
			{"an odd effect", func(in *MotionInput) { in.Item, in.Effect = constitution.OtherBusiness, "odd" }, "effect"},
		} {
			in := good
			c.spoil(&in)
			_, err := w.s.Propose(ctx, w.secretary, id, in)
			w.refused(c.name, err, apperr.Invalid, c.words)
		}
		_, err := w.s.Propose(ctx, w.member, id, good)
		w.refused("a member by himself", err, apperr.Forbidden, "")
		_, err = w.s.Propose(ctx, w.secretary, 999, good)
		w.refused("at no meeting", err, apperr.NotFound, "")
		for _, in := range []MotionInput{
			{Title: "Minutes", Text: "That they be accepted.", Origin: constitution.Formal, Item: constitution.PastMinutes},
			{
				Title: "Thanks", Text: "That the hosts be thanked.", Origin: constitution.FromCommittee,
				Item: constitution.OtherBusiness,
			},
			{Title: "Boards", Text: "That boards be bought.", Origin: constitution.FromCommittee},
		} {
			if _, err := w.s.Propose(ctx, w.secretary, id, in); err != nil { // rule 4.12
				t.Errorf("%s: %s", in.Title, describe(err))
			}
		}
	})
}

func TestProposalsAreEditedUntilTheyAreSent(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		m := w.propose(id, MotionInput{})
		edit := func(text string) error {
			return w.s.EditMotion(ctx, w.secretary, m, w.motion(m).Version, MotionInput{
				Title: "A matter", Text: text, Mover: w.people[6], Seconder: w.people[7], Received: day("2026-01-05"),
			})
		}
		w.must(edit("That it be settled soon."))
		if got := w.motion(m); got.Text != "That it be settled soon." || got.Version != 2 || got.Number != 1 {
			t.Errorf("%+v", got)
		}
		w.refused("an old version", w.s.WithdrawMotion(ctx, w.secretary, m, 1, ""), apperr.Conflict, "changed this motion")
		w.notify(id)
		w.refused("what was sent", edit("That it not be settled."), apperr.Invalid, "[4.18]")
		_, err := w.s.Propose(ctx, w.secretary, id, MotionInput{
			Title: "Late", Text: "That more be done.", Mover: w.people[6], Seconder: w.people[7],
		})
		w.refused("after the notice", err, apperr.Invalid, "[4.17]")
		w.must(w.s.WithdrawMotion(ctx, w.secretary, m, w.motion(m).Version, "The movers agree."))
		if got := w.motion(m); got.State != Withdrawn || got.Reason != "The movers agree." {
			t.Errorf("%+v", got)
		}
		w.refused("twice", w.s.WithdrawMotion(ctx, w.secretary, m, w.motion(m).Version, ""), apperr.Conflict, "already")
	})
}

// Rule 4.18: amendments come first, and the motion is then the amended one.
func TestAmendments(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		id := w.held(func(id ID) { m = w.propose(id, MotionInput{Text: "That ten boards be bought."}) })
		move := func(text string) AmendmentID {
			a, err := w.s.MoveAmendment(ctx, w.secretary, AmendmentInput{
				Motion: m, Text: text, Mover: w.people[4], Seconder: w.people[5],
			})
			w.must(err)
			return a
		}
		declare := func(a AmendmentID) constitution.Outcome {
			out, err := w.s.DeclareAmendment(ctx, w.secretary, a, w.amendment(m, a).Version)
			w.must(err)
			return out
		}
		for name, c := range map[string]struct {
			in    AmendmentInput
			words string
		}{
			"nothing new": {
				AmendmentInput{Text: "That ten boards be bought.", Mover: w.people[4], Seconder: w.people[5]}, "text",
			},
			"no text":            {AmendmentInput{Mover: w.people[4], Seconder: w.people[5]}, "text"},
			"moved by nobody":    {AmendmentInput{Text: "x", Seconder: w.people[5]}, "mover"},
			"seconded by mover":  {AmendmentInput{Text: "x", Mover: w.people[4], Seconder: w.people[4]}, "4.18"},
			"seconded by absent": {AmendmentInput{Text: "x", Mover: w.people[4], Seconder: w.people[20]}, "seconder"},
			"figures": {
				AmendmentInput{Text: "x", Mover: w.people[4], Seconder: w.people[5], Change: []FigureChange{{"quorum", "11"}}},
				"change",
			},
		} {
			c.in.Motion = m
			_, err := w.s.MoveAmendment(ctx, w.secretary, c.in)
			w.refused(name, err, apperr.Invalid, c.words)
		}
		first, second, third := move(
			"That twelve boards be bought.",
		), move("That none be bought."), move("That twenty boards be bought.")
		hands := CountInput{Motion: m, Method: constitution.Hands, Votes: votes(6, 5, 0)}
		w.refused("the motion before its amendments", w.s.RecordCount(ctx, w.secretary, hands), apperr.Invalid, "[4.18]")
		hands.Amendment = second
		w.refused(
			"the second before the first", w.s.RecordCount(ctx, w.secretary, hands), apperr.Invalid, "Amendment 1 comes first",
		)
		_, err := w.s.DeclareAmendment(ctx, w.secretary, first, w.amendment(m, first).Version)
		w.refused("undeclared without a count", err, apperr.Invalid, "count")

		w.count(m, first, constitution.Hands, votes(6, 5, 0))
		if out := declare(first); !out.Carried {
			t.Errorf("first: %s", out.Trace)
		}
		w.refused(
			"again", w.s.WithdrawAmendment(ctx, w.secretary, first, w.amendment(m, first).Version), apperr.Conflict, "decided",
		)
		w.must(w.s.RuleOutAmendment(ctx, w.secretary, second, w.amendment(m, second).Version, "It negates the motion."))
		w.count(m, third, constitution.Hands, votes(5, 5, 1))
		if got := w.amendment(m, third); !got.ChairMay {
			t.Errorf("equal votes do not ask the chair: %+v", got.Ballot)
		}
		w.must(w.s.CastChairVote(ctx, w.secretary, m, third, w.amendment(m, third).Version, constitution.ChairNo))
		if out := declare(third); out.Carried {
			t.Errorf("third: %s", out.Trace)
		}
		got := w.motion(m)
		if got.Text != "That twelve boards be bought." || got.Moved != "That ten boards be bought." || !got.Ready ||
			len(got.Amendments) != 3 {
			t.Errorf("after the amendments: %+v", got)
		}
		// A ballot is asked for on the last amendment, rule 4.10.
		w.count(m, third, constitution.Ballot, votes(7, 4, 0))
		if got = w.motion(m); got.Ready || w.amendment(m, third).Fate != constitution.Undecided {
			t.Errorf("a ballot does not open the amendment again")
		}
		declare(third)
		if got = w.motion(m); got.Text != "That twenty boards be bought." {
			t.Errorf("after the ballot: %s", got.Text)
		}
		hands.Amendment = first
		w.refused(
			"the first, after the third was decided", w.s.RecordCount(ctx, w.secretary, hands), apperr.Invalid, "[4.18]",
		)
		w.count(m, 0, constitution.Hands, votes(8, 3, 0))
		_, err = w.s.MoveAmendment(ctx, w.secretary, AmendmentInput{
			Motion: m, Text: "That it be late.", Mover: w.people[4], Seconder: w.people[5],
		})
		w.refused("an amendment after the vote", err, apperr.Invalid, "[4.18]")
		if out := w.declare(m); !out.Carried {
			t.Errorf("motion: %s", out.Trace)
		}
		_ = id
	})
}

// Rules 4.8 to 4.11.
func TestOutcomesOfAMotion(t *testing.T) {
	type vote struct {
		method constitution.Method
		votes  constitution.Votes
		call   constitution.Call
	}
	voice := func(call constitution.Call) vote { return vote{method: constitution.Voice, call: call} }
	hands := func(y, n, a int) vote { return vote{method: constitution.Hands, votes: votes(y, n, a)} }
	ballot := func(y, n, a int) vote { return vote{method: constitution.Ballot, votes: votes(y, n, a)} }
	cases := []struct {
		name     string
		votes    []vote
		chair    constitution.ChairVote
		carried  bool
		decisive int
		words    string
	}{
		{"voices for", []vote{voice(constitution.Ayes)}, "", true, 1, "voices"},
		{"voices against", []vote{voice(constitution.Noes)}, "", false, 1, "voices"},
		{"one more yes", []vote{hands(6, 5, 0)}, "", true, 1, "6 yes > 5 no (4.8)"},
		{"one more no", []vote{hands(5, 6, 0)}, "", false, 1, "5 yes < 6 no (4.8)"},
		{"equal, the chair silent", []vote{hands(5, 5, 1)}, "", false, 1, "the chair may vote, and has not"},
		{
			"equal, the chair for", []vote{hands(5, 5, 1)}, constitution.ChairYes, true, 1,
			"5 yes = 5 no: the chair votes yes (4.8)",
		},
		{"equal, the chair against", []vote{hands(5, 5, 1)}, constitution.ChairNo, false, 1, "the chair votes no"},
		{"only abstentions", []vote{hands(0, 0, 11)}, "", false, 1, "0 yes"},
		{"hands over voices", []vote{voice(constitution.Ayes), hands(4, 7, 0)}, "", false, 2, "Count 1 by voice is replaced"},
		{"a ballot over hands", []vote{hands(4, 7, 0), ballot(6, 5, 0)}, "", true, 2, "is replaced by"},
		{
			"hands entered after the ballot", []vote{ballot(6, 5, 0), hands(4, 7, 0)}, "", true, 1,
			"Count 2 by hands is replaced",
		},
		{"hands counted again", []vote{hands(4, 7, 0), hands(7, 4, 0)}, "", true, 2, "is replaced by"},
	}
	onBoth(t, func(t *testing.T, w *society) {
		motions := make([]MotionID, len(cases))
		w.held(func(id ID) {
			for i, c := range cases {
				motions[i] = w.propose(id, MotionInput{Title: c.name})
			}
		})
		for i, c := range cases {
			m := motions[i]
			for _, v := range c.votes {
				w.must(w.s.RecordCount(ctx, w.president, CountInput{Motion: m, Method: v.method, Votes: v.votes, Call: v.call}))
			}
			if c.chair != "" {
				w.must(w.s.CastChairVote(ctx, w.president, m, 0, w.motion(m).Version, c.chair))
			}
			before := w.motion(m)
			out := w.declare(m)
			after := w.motion(m)
			want := map[bool]MotionState{true: Carried, false: NotCarried}[c.carried]
			if out.Carried != c.carried || after.State != want || before.Decisive != c.decisive ||
				len(after.Counts) != len(c.votes) {
				t.Errorf("%s: carried %t by count %d, state %s: %s", c.name, out.Carried, before.Decisive, after.State, out.Trace)
			}
			if !strings.Contains(after.Trace.String(), c.words) || before.Trace.String() != after.Trace.String() {
				t.Errorf("%s: %s; want %q", c.name, after.Trace, c.words)
			}
		}
	})
}

func TestCountsThatAreRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m, withdrawn MotionID
		id := w.held(func(id ID) {
			m = w.propose(id, MotionInput{})
			withdrawn = w.propose(id, MotionInput{})
		})
		w.must(w.s.WithdrawMotion(ctx, w.secretary, withdrawn, w.motion(withdrawn).Version, ""))
		for _, c := range []struct {
			name  string
			in    CountInput
			kind  apperr.Kind
			words string
		}{
			{"no method", CountInput{Motion: m}, apperr.Invalid, "method"},
			{"a voice that says nothing", CountInput{Motion: m, Method: constitution.Voice}, apperr.Invalid, "call"},
			{
				"fewer than none", CountInput{Motion: m, Method: constitution.Hands, Votes: votes(-1, 0, 0)}, apperr.Invalid, "yes",
			},
			{
				"more than are there", CountInput{Motion: m, Method: constitution.Hands, Votes: votes(7, 5, 1)}, apperr.Invalid,
				"13 votes",
			},
			{
				"more than anybody could be", CountInput{Motion: m, Method: constitution.Hands, Votes: votes(1<<62, 1<<62, 1<<62)},
				apperr.Invalid, "yes",
			},
			{
				"on what was withdrawn", CountInput{Motion: withdrawn, Method: constitution.Hands, Votes: votes(7, 4, 0)},
				apperr.Conflict, "Withdrawn",
			},
			{
				"on an amendment that is none", CountInput{Motion: m, Amendment: 99, Method: constitution.Hands}, apperr.NotFound,
				"",
			},
			{"on a motion that is none", CountInput{Motion: 99, Method: constitution.Hands}, apperr.NotFound, ""},
		} {
			w.refused(c.name, w.s.RecordCount(ctx, w.secretary, c.in), c.kind, c.words)
		}
		w.refused(
			"by a member",
			w.s.RecordCount(ctx, w.member, CountInput{Motion: m, Method: constitution.Hands, Votes: votes(7, 4, 0)}),
			apperr.Forbidden, "",
		)
		_, err := w.s.Declare(ctx, w.secretary, m, w.motion(m).Version)
		w.refused("declared without a count", err, apperr.Invalid, "count")
		w.refused(
			"a chair's vote on nothing", w.s.CastChairVote(ctx, w.secretary, m, 0, w.motion(m).Version, constitution.ChairYes),
			apperr.Invalid, "count",
		)
		w.count(m, 0, constitution.Hands, votes(7, 4, 0))
		w.refused(
			"a chair's vote on unequal ones",
			w.s.CastChairVote(ctx, w.secretary, m, 0, w.motion(m).Version, constitution.ChairYes), apperr.Invalid, "chair",
		)
		w.count(m, 0, constitution.Ballot, votes(5, 5, 0))
		w.must(w.s.CastChairVote(ctx, w.secretary, m, 0, w.motion(m).Version, constitution.ChairYes))
		w.count(m, 0, constitution.Hands, votes(2, 8, 0)) // decides nothing
		if got := w.motion(m); got.ChairVote != constitution.ChairYes {
			t.Errorf("a less formal count takes the chair's vote away")
		}
		w.declare(m)
		w.refused(
			"less formal than what was declared",
			w.s.RecordCount(ctx, w.secretary, CountInput{Motion: m, Method: constitution.Hands, Votes: votes(2, 8, 0)}),
			apperr.Invalid, "[4.10]",
		)
		w.count(m, 0, constitution.Ballot, votes(5, 5, 1))
		if got := w.motion(m); got.State != Pending || got.ChairVote != constitution.ChairSilent || len(got.Counts) != 4 {
			t.Errorf("a further ballot: %+v", got)
		}
		w.refused(
			"an undecided motion", w.s.Close(ctx, w.secretary, id, w.version(id)), apperr.Invalid,
			"Motion 1 is still to be decided",
		)
		w.declare(m)
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		w.refused(
			"after the meeting",
			w.s.RecordCount(ctx, w.secretary, CountInput{Motion: m, Method: constitution.Hands, Votes: votes(7, 4, 0)}),
			apperr.Conflict, "open",
		)
	})
}

// Rule 4.11: tellers count; 4.1: what was not on the agenda is not put.
func TestWhatCannotBePut(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.on("2026-02-01")
		late := w.propose(id, MotionInput{Title: "Late"})
		inTime := w.propose(id, MotionInput{Title: "From the committee", Origin: constitution.FromCommittee})
		w.on("2026-02-20")
		w.notify(id)
		w.on("2026-03-14")
		w.arrive(id, 12)
		w.open(id)
		w.refused(
			"without tellers",
			w.s.RecordCount(ctx, w.secretary, CountInput{Motion: inTime, Method: constitution.Hands, Votes: votes(7, 4, 0)}),
			apperr.Invalid, "4.11",
		)
		w.must(w.s.RecordCount(ctx, w.secretary, CountInput{
			Motion: inTime, Method: constitution.Voice, Call: constitution.Ayes,
		}))
		w.refused(
			"not on the agenda",
			w.s.RecordCount(ctx, w.secretary, CountInput{Motion: late, Method: constitution.Voice, Call: constitution.Ayes}),
			apperr.Invalid, "not on the agenda",
		)
		if got := w.motion(late); got.OnNotice || !got.Stops.Blocked() {
			t.Errorf("%+v", got)
		}
		w.must(w.s.RuleOut(ctx, w.secretary, late, w.motion(late).Version, "It came too late."))
		other := w.propose(id, MotionInput{Title: "Thanks", Item: constitution.OtherBusiness})
		w.must(w.s.RecordCount(ctx, w.secretary, CountInput{
			Motion: other, Method: constitution.Voice, Call: constitution.Ayes,
		}))
		w.declare(other)
		refusedByChair := w.propose(id, MotionInput{Title: "Hats", Item: constitution.OtherBusiness})
		w.must(w.s.RuleOut(ctx, w.secretary, refusedByChair, w.motion(refusedByChair).Version, "Not today."))
		if got := w.motion(refusedByChair); got.State != RuledOut || got.Trace.Rule != "4.19" {
			t.Errorf("%+v", got)
		}
	})
}
