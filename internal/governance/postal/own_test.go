package postal

import (
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// What each member reads of the own paper (rules 5.9 to 5.11).
func TestWhatAMemberReadsOfTheOwnPaper(t *testing.T) {
	on := func(changes ...func(*Own)) Own {
		o := Own{
			State: StateDespatched, OnRoll: true, RollDay: day("2026-03-15"), RollCount: 14, Despatched: day("2026-03-16"),
			How: "By post", Closing: day(closing), Open: true,
			Second: []constitution.Entry{constitution.Enter, constitution.Wait},
		}
		for _, change := range changes {
			change(&o)
		}
		return o
	}
	came := func(papers ...Receipt) func(*Own) { return func(o *Own) { o.Papers = papers } }
	state := func(s State) func(*Own) { return func(o *Own) { o.State, o.Open = s, false } }
	valid := Receipt{Received: day("2026-03-20"), Form: OnPaper, Route: Direct, Standing: Valid}
	void := Receipt{Received: day("2026-03-20"), Form: OnPaper, Route: Direct, Standing: Rejected, Reason: "Not signed."}
	late := void
	late.Received, late.Reason = day("2026-04-22"), "Too late."
	waiting := valid
	waiting.Standing = Waiting
	club := valid
	club.Route, club.Club = ClubSecretary, "Hutt Go Club"
	for name, c := range map[string]struct {
		own       Own
		wants     []string
		wantsNone []string
	}{
		"nothing came": {on(), []string{
			"went out on 16 March 2026, as it is recorded: “By post”", "Whether your paper reached you is not known",
			"no envelope of yours", "arrives by 20 April 2026", "ask the secretary for another one",
			"a second one waits for the tellers’ ruling (Rule 5.10)",
		}, []string{"valid", "void", "Another paper was made"}},
		"another paper": {on(func(o *Own) { o.Further = []civil.Date{day("2026-03-25")} }), []string{
			"Another paper was made for you on 25 March 2026. When it was sent is not recorded.",
		}, nil},
		"valid": {on(came(valid)), []string{
			"received on 20 March 2026, straight to the tellers. Your paper is valid.", "nothing more to do",
			"does not say how you voted",
		}, []string{"void:", "ask the secretary", "no envelope"}},
		"by a club": {on(came(club)), []string{"through the secretary of Hutt Go Club. Your paper is valid."}, nil},
		"void, in time": {on(came(void)), []string{
			"void: it does not count. The tellers gave this reason (Rule 5.11): “Not signed.”",
			"You can still vote: ask the secretary for another paper", "arrives by 20 April 2026",
		}, []string{"It came after", "nothing more to do"}},
		"void, and nothing can be done": {on(state(StateClosed), came(void)), []string{
			"“Not signed.”", "The last day for papers was 20 April 2026 (Rule 5.9)", "until the tellers agree",
		}, []string{"can still vote", "ask the secretary"}},
		"late": {on(state(StateClosed), came(late)), []string{
			"received on 22 April 2026", "It came after 20 April 2026, the last day for papers (Rule 5.9).", "“Too late.”",
		}, []string{"valid."}},
		"waiting": {on(came(valid, waiting)), []string{
			"waits for the tellers’ ruling, because another paper of yours came too (Rule 5.10)", "Do not send another paper.",
		}, []string{"nothing more to do"}},
		"void and then valid": {on(came(void, valid)), []string{"“Not signed.”", "Your paper is valid.", "nothing more"}, nil},
		"the last counts": {on(came(valid), func(o *Own) {
			o.Second = []constitution.Entry{constitution.LeaveOut, constitution.Enter}
		}), []string{"only the one received last counts"}, []string{"waits"}},
		"neither counts": {on(came(valid), func(o *Own) {
			o.Second = []constitution.Entry{constitution.LeaveOut, constitution.LeaveOut}
		}), []string{"both are void"}, []string{"waits"}},
		"agreed": {on(state(StateAgreed), came(valid)), []string{"does not change any more"}, []string{"can change"}},
		"not on the roll": {on(func(o *Own) { o.OnRoll = false }), []string{
			"not on the roll", "members by the register on 15 March 2026", "does not count", "tell the secretary",
		}, []string{"went out", "envelope"}},
		"changed": {on(came(valid), func(o *Own) { o.Withheld = "Somebody changed it." }), []string{"Somebody changed it."},
			[]string{"valid", "envelope"}},
		"destroyed": {on(state(StateDestroyed), came(valid), func(o *Own) { o.Destroyed = day("2026-10-21") }), []string{
			"deleted with the papers on 21 October 2026", "is not kept",
		}, []string{"valid", "went out", "not on the roll"}},
	} {
		text := strings.Join(c.own.Lines(), "\n")
		for _, want := range c.wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", name, want, text)
			}
		}
		for _, not := range c.wantsNone {
			if strings.Contains(text, not) {
				t.Errorf("%s: %q in\n%s", name, not, text)
			}
		}
	}
}

// Each member reads the own line and nobody else's, an officer and a teller too,
// and nobody learns from the log who looked.
func TestEachMemberSeesTheOwnPaperAlone(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StatePapers, draft)
		for name := range w.actors {
			own, err := w.Own(ctx, w.actors[name], w.vote)
			if err == nil || own.Vote != 0 {
				t.Errorf("before the papers are out %s reads %+v, %v", name, own, err)
			}
		}
		if all, err := w.OwnAll(ctx, w.actors["member"]); err != nil || len(all) != 0 {
			t.Errorf("before the papers are out: %+v, %v", all, err)
		}
		w.advance(StateDespatched)
		w.receive(w.people[3], Valid)
		w.receive(w.people[5], Rejected)
		_, err := w.ReplacePaper(ctx, w.actors["secretary"], w.vote, w.people[5], "The first was not signed.")
		w.must(err)
		before, _, err := audit.Head(ctx, w.db)
		w.must(err)
		stranger := w.actors["member"]
		stranger.Person = 9999
		w.actors["stranger"] = stranger
		for name, want := range map[string]struct {
			onRoll   bool
			standing []Standing
			further  int
		}{
			"member": {true, []Standing{Valid}, 0}, "treasurer": {true, []Standing{Rejected}, 1},
			"secretary": {true, nil, 0}, "ana": {true, nil, 0}, "administrator": {true, nil, 0}, "stranger": {false, nil, 0},
		} {
			own, err := w.Own(ctx, w.actors[name], w.vote)
			w.must(err)
			var got []Standing
			for _, p := range own.Papers {
				if p.Person != w.actors[name].Person {
					t.Errorf("%s reads the line of %d", name, p.Person)
				}
				got = append(got, p.Standing)
			}
			if own.OnRoll != want.onRoll || !slices.Equal(got, want.standing) || len(own.Further) != want.further ||
				!own.Open || own.Withheld != "" {
				t.Errorf("%s: %+v", name, own)
			}
			all, err := w.OwnAll(ctx, w.actors[name])
			if err != nil || len(all) != 1 || !slices.Equal(all[0].Lines(), own.Lines()) {
				t.Errorf("%s: %+v, %v", name, all, err)
			}
		}
		if _, err := w.Own(ctx, w.actors["nobody"], w.vote); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("nobody: %v", err)
		}
		if _, err := w.OwnAll(ctx, w.actors["nobody"]); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("nobody: %v", err)
		}
		if after, _, err := audit.Head(ctx, w.db); err != nil || after != before {
			t.Errorf("looking left an entry in the log: %d after %d, %v", after, before, err)
		}
	})
}

// A register or roll that was changed in the database is not shown to anybody.
func TestAChangedRegisterIsNotShown(t *testing.T) {
	for what, change := range map[string]string{
		"envelope register": `UPDATE postal_envelope SET standing = 'rejected', reason = 'Late.'`,
		"roll":              `UPDATE postal_voter SET name = 'Somebody Else' WHERE person_id = (SELECT MAX(person_id) FROM postal_voter)`,
	} {
		each(t, 14, func(t *testing.T, w *society) {
			w.reach(StateDespatched, draft)
			w.receive(w.people[3], Valid)
			w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, change)
				return err
			}))
			own, err := w.Own(ctx, w.actors["member"], w.vote)
			w.must(err)
			if len(own.Papers) > 0 || len(own.Lines()) != 1 || !strings.Contains(own.Lines()[0], "changed the "+what) {
				t.Errorf("%s: %q", what, own.Lines())
			}
			open, err := w.UnderWay(ctx)
			w.must(err)
			if len(open) != 1 || open[0].Flow != (Flow{}) || !strings.Contains(open[0].Withheld, "changed the "+what) {
				t.Errorf("%s: %+v", what, open)
			}
		})
	}
}

// Everybody sees what was sent; what came back only once the vote is closed, and
// why papers are void with the result.
func TestHowManyPapersEverybodySees(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		marks := slices.Repeat([]string{"yn"}, 10)
		w.reach(StatePapers, draft)
		if open, err := w.UnderWay(ctx); err != nil || len(open) != 0 {
			t.Errorf("before the despatch: %+v, %v", open, err)
		}
		w.advance(StateDespatched)
		w.receive(w.people[12], Rejected)
		_, err := w.ReplacePaper(ctx, w.actors["secretary"], w.vote, w.people[11], "Lost.")
		w.must(err)
		open := func() Flow {
			t.Helper()
			all, err := w.UnderWay(ctx)
			if err != nil || len(all) != 1 {
				t.Fatalf("%+v, %v", all, err)
			}
			if flow, err := w.Flow(ctx, w.actors["member"], w.vote); err != nil || !slices.Equal(flow.Lines(), all[0].Flow.Lines()) {
				t.Errorf("%+v, %v", flow, err)
			}
			return all[0].Flow
		}
		if f := open(); f.Sent != 14 || f.Further != 1 || f.Back != nil {
			t.Errorf("while papers come in: %+v", f)
		}
		w.on("2026-04-21") // the closing day is over, and the vote is not closed yet
		if f := open(); f.Back != nil {
			t.Errorf("before it is closed: %+v", f.Back)
		}
		w.on("2026-03-20")
		w.advance(StateClosed, marks...)
		_, err = w.Receive(ctx, w.actors["ana"], w.vote, Receipt{
			Person: w.people[13], Received: day("2026-04-21"), Route: Direct, Standing: Rejected, Reason: "Late.",
		})
		w.must(err)
		if f := open(); f.Back == nil || *f.Back != (Back{Papers: 12, Valid: 10, Void: 2}) {
			t.Errorf("closed: %+v", f.Back)
		}
		if _, err := w.Flow(ctx, w.actors["nobody"], w.vote); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("nobody: %v", err)
		}
		w.advance(StateDeclared, marks...)
		if all, err := w.UnderWay(ctx); err != nil || len(all) != 0 {
			t.Errorf("declared: %+v, %v", all, err)
		}
		declared := func() {
			t.Helper()
			d, err := w.Declaration(ctx, w.vote)
			w.must(err)
			if d.Flow == nil || d.Flow.Sent != 14 || d.Flow.Further != 1 || d.Flow.Back.Papers != d.Papers ||
				d.Flow.Back.Void != d.Rejected || *d.Flow.Back.Why != (Void{Late: 1, Other: 1}) {
				t.Errorf("%+v", d.Flow)
			}
			if text := strings.Join(d.Flow.Lines(), "\n"); strings.Contains(text, "Not signed") {
				t.Errorf("the tellers’ own words are told: %s", text)
			}
		}
		declared()
		if _, err := w.Flow(ctx, w.actors["member"], w.vote); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("declared: %v", err)
		}
		w.advance(StateDestroyed)
		declared()
		own, err := w.Own(ctx, w.actors["member"], w.vote)
		w.must(err)
		if own.OnRoll || own.Papers != nil || len(own.Lines()) != 1 || !strings.Contains(own.Lines()[0], "21 October 2026") {
			t.Errorf("destroyed: %+v", own)
		}
		if all, err := w.OwnAll(ctx, w.actors["member"]); err != nil || len(all) != 0 {
			t.Errorf("destroyed: %+v, %v", all, err)
		}
	})
}

func TestWhyPapersAreVoid(t *testing.T) {
	paper := func(person auth.PersonID, on string, s Standing) Envelope {
		return Envelope{Receipt: Receipt{Person: person, Received: day(on), Standing: s}}
	}
	in, after := "2026-04-20", "2026-04-21"
	for name, c := range map[string]struct {
		register []Envelope
		all      int
		want     Void
	}{
		"nothing":           {nil, 0, Void{}},
		"valid":             {[]Envelope{paper(1, in, Valid)}, 0, Void{}},
		"on the last day":   {[]Envelope{paper(1, in, Rejected)}, 1, Void{Other: 1}},
		"the day after":     {[]Envelope{paper(1, after, Rejected)}, 1, Void{Late: 1}},
		"a second one":      {[]Envelope{paper(1, in, Valid), paper(1, in, Rejected)}, 1, Void{Several: 1}},
		"a late second one": {[]Envelope{paper(1, in, Valid), paper(1, after, Rejected)}, 1, Void{Late: 1}},
		"of two members":    {[]Envelope{paper(1, in, Valid), paper(2, in, Rejected)}, 1, Void{Other: 1}},
		"without a name":    {[]Envelope{paper(1, in, Rejected)}, 3, Void{Other: 1, Nameless: 2}},
	} {
		if got := voidOf(c.register, day("2026-04-20"), c.all); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestHowManyPapersInWords(t *testing.T) {
	f := Flow{SentOn: day("2026-03-16"), Sent: 14}
	for name, c := range map[string]struct {
		flow Flow
		want string
	}{
		"out": {f, "14 papers were sent on 16 March 2026, one to each member on the roll. " +
			"How many came back is shown once the vote is closed."},
		"declared": {Flow{SentOn: f.SentOn, Sent: 14, Further: 1, Back: &Back{
			Papers: 12, Valid: 8, Void: 4, Why: &Void{Late: 1, Several: 2, Nameless: 1},
		}}, "14 papers were sent on 16 March 2026, one to each member on the roll. 1 paper was made since for members who " +
			"asked for another one; when they were sent is not recorded. 12 papers came back: 8 valid, 4 void. " +
			"Void: 1 came after the last day for papers (Rule 5.9). Void: 2 from members who sent more than one (Rule 5.10). " +
			"Void: 1 without a name, or not from anyone on the roll."},
		"closed": {Flow{SentOn: f.SentOn, Sent: 14, Back: &Back{Papers: 1, Waiting: 1}}, "14 papers were sent on 16 March " +
			"2026, one to each member on the roll. 1 paper came back: 0 valid, 0 void, 1 waiting for the tellers’ ruling. " +
			"This can change until the tellers agree. Why papers are void is shown with the result."},
	} {
		if got := strings.Join(c.flow.Lines(), " "); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}
