package elections

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
)

func TestPrepare(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		if got := fields(w.s.Prepare(ctx, w.ordinary, w.agm)); got != "forbidden" {
			t.Errorf("a member prepares: %s", got)
		}
		if got := fields(w.s.Prepare(ctx, w.secretary, w.meeting("egm", "2026-05-01"))); got != "invalid 4.4" {
			t.Errorf("an EGM elects: %s", got)
		}
		if got := fields(w.s.Prepare(ctx, w.secretary, 999)); got != "not_found" {
			t.Errorf("no meeting: %s", got)
		}
		w.prepare()
		if got := fields(w.s.Prepare(ctx, w.secretary, w.agm)); got != "conflict" {
			t.Errorf("prepared twice: %s", got)
		}
		all, err := w.s.OfMeeting(ctx, w.ordinary, w.agm)
		w.must(err)
		var got []string
		for _, v := range all.Elections {
			got = append(got, string(v.Post))
		}
		if strings.Join(got, " ") != "president secretary treasurer ordinary" || all.Elections[3].Seats != 2 ||
			all.May != (May{}) {
			t.Errorf("%v with %d seats, may %+v", got, all.Elections[3].Seats, all.May)
		}
		if _, err := w.s.OfMeeting(ctx, auth.Actor{}, w.agm); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("nobody looks: %v", err)
		}
	})
}

// Rules 4.13, 4.14 and 4.4 a, through the service.
func TestNominations(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.member("Stray", "2026-03-05", "2026-06-30")
		w.appoint(auth.Office{Person: w.people["Cal"], Role: auth.Treasurer, Acting: true, From: day("2026-01-01")})
		w.exec(`INSERT INTO meeting_teller (meeting_id, person_id) VALUES ($1, $2)`, w.agm, w.people["Dee"])
		sitting := func() string {
			v, err := w.s.Election(ctx, w.secretary, w.view("president").ID)
			w.must(err)
			var names []string
			for _, p := range v.Sitting {
				names = append(names, p.Name)
			}
			return strings.Join(names, ", ")
		}
		if got := sitting(); got != "Pania Testcase" {
			t.Errorf("sitting: %q", got)
		}
		alone := func(n *NominationInput) {
			*n = NominationInput{Election: n.Election, Version: n.Version, Candidate: n.Candidate}
		}
		for _, tt := range []struct {
			name, post, who string
			with            func(*NominationInput)
			want            string
		}{
			{"three members", "president", "Ana", func(*NominationInput) {}, ""},
			{"the same again", "president", "Ana", func(*NominationInput) {}, "candidate"},
			{"another post as well", "ordinary", "Ana", func(*NominationInput) {}, ""},
			{"a sitting president without nomination", "president", "Pania", alone, ""},
			{"a sitting secretary with one all the same", "secretary", "Sione", func(*NominationInput) {}, ""},
			{"a sitting treasurer for another office", "president", "Tomas", alone, "candidate"},
			{"a sitting treasurer nominated for another office", "president", "Tomas", func(*NominationInput) {}, ""},
			{"a sitting officer for ordinary member", "ordinary", "Pania", alone, "candidate"},
			{"a sitting ordinary member", "ordinary", "Kura", alone, "candidate"},
			{"an acting treasurer without nomination", "treasurer", "Cal", alone, "candidate"},
			{"nobody", "president", "Nobody", func(*NominationInput) {}, "candidate"},
			{"nobody at all", "president", "Nobody", alone, "candidate"},
			{"no proposer", "president", "Ben", func(n *NominationInput) { n.Proposer = 0 }, "proposer"},
			{
				"no proposer and no seconder", "president", "Ben", func(n *NominationInput) { n.Proposer, n.Seconder = 0, 0 },
				"proposer seconder",
			},
			{
				"a proposer whom the register does not know", "president", "Ben", func(n *NominationInput) { n.Proposer = 99999 },
				"proposer",
			},
			{"the proposer seconds", "president", "Ben", func(n *NominationInput) { n.Seconder = n.Proposer }, "seconder"},
			{"the candidate proposes", "president", "Ben", func(n *NominationInput) { n.Proposer = n.Candidate }, "seconder"},
			{"the candidate was no member that day", "president", "Stray", func(*NominationInput) {}, "candidate"},
			{
				"the proposer was no member that day", "president", "Ben",
				func(n *NominationInput) { n.Proposer = w.people["Stray"] }, "proposer",
			},
			{
				"the seconder was no member that day", "president", "Ben",
				func(n *NominationInput) { n.Seconder = w.people["Stray"] }, "seconder",
			},
			{
				"the candidate has not signed", "president", "Ben", func(n *NominationInput) { n.CandidateSigned = Unsigned },
				"candidate_signed",
			},
			{"nobody has signed", "president", "Ben", func(n *NominationInput) {
				n.CandidateSigned, n.ProposerSigned, n.SeconderSigned = Unsigned, Unsigned, Unsigned
			}, "candidate_signed proposer_signed seconder_signed"},
			{"not in writing", "president", "Ben", func(n *NominationInput) { n.Received = civil.Date{} }, "received"},
			{"received tomorrow", "president", "Ben", func(n *NominationInput) { n.Received = day("2026-03-02") }, "received"},
			{
				"received before anybody was a member", "president", "Ben",
				func(n *NominationInput) { n.Received = day("1999-01-01") }, "candidate proposer seconder",
			},
			{"a teller", "president", "Dee", func(*NominationInput) {}, "candidate"},
			{"everything at once", "president", "Ben", func(n *NominationInput) {
				n.Proposer, n.Seconder, n.SeconderSigned, n.Received = w.people["Stray"], w.people["Stray"], Unsigned, day("2026-03-15")
			}, "seconder proposer_signed seconder_signed received"},
			{"an old version", "president", "Ben", func(n *NominationInput) { n.Version-- }, "conflict"},
			{"Election not found", "president", "Ben", func(n *NominationInput) { n.Election = 999 }, "not_found"},
		} {
			in := w.nomination(Post(tt.post), tt.who)
			tt.with(&in)
			err := w.s.Nominate(ctx, w.secretary, in)
			if got := fields(err); got != tt.want {
				t.Errorf("%s: refused %q, want %q (%v)", tt.name, got, tt.want, err)
			}
		}
		if got := sitting(); got != "" {
			t.Errorf("sitting, though she stands: %q", got)
		}
		if got := fields(w.s.Nominate(ctx, w.chair, w.nomination("president", "Ben"))); got != "forbidden" {
			t.Errorf("a member nominates: %s", got)
		}
		for _, c := range w.view("president").Candidates {
			byHand := c.Person.ID != w.people["Pania"]
			if c.Nominated() != byHand || c.Why.Outcome != "stands for election" {
				t.Errorf("%s: nominated %t, %s", c.Person.Name, c.Nominated(), c.Why)
			}
		}
		ids, err := Candidates(ctx, w.db, w.agm)
		w.must(err)
		if len(ids) != 4 { // Pania, Sione, Tomas, Ana, each once
			t.Errorf("candidates %v", ids)
		}
	})
}

// A nomination received on the day of the AGM needs the word that it was
// before the meeting; one of the day after never stands.
func TestNominationsOfTheDay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.state(meetings.Closed)
		in := w.nomination("president", "Ana")
		in.Received = day(agmDay)
		if got := fields(w.s.Nominate(ctx, w.secretary, in)); got != "before_meeting" {
			t.Errorf("on the day: %q", got)
		}
		late := in
		late.Received = day("2026-03-15")
		if got := fields(w.s.Nominate(ctx, w.secretary, late)); got != "received" {
			t.Errorf("the day after: %q", got)
		}
		in.Before = BeforeMeeting
		w.must(w.s.Nominate(ctx, w.secretary, in))
	})
}

func TestWithdrawals(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.nominate("president", "Ana", "Ben", "Cal")
		withdraw := func(by auth.Actor, given string) error {
			v := w.view("president")
			return w.s.Withdraw(ctx, by, WithdrawInput{
				Election: v.ID, Version: v.Version, Candidate: w.candidate("president", given), Reason: "By letter",
			})
		}
		if got := fields(withdraw(w.ordinary, "Ana")); got != "forbidden" {
			t.Errorf("a member: %s", got)
		}
		ana := w.candidate("president", "Ana")
		w.must(withdraw(w.secretary, "Ana"))
		v := w.view("president")
		if got := fields(w.s.Withdraw(ctx, w.secretary, WithdrawInput{
			Election: v.ID, Version: v.Version, Candidate: ana,
		})); got != "conflict" {
			t.Errorf("twice: %s", got)
		}
		if got := fields(w.s.Withdraw(ctx, w.secretary, WithdrawInput{
			Election: w.view("secretary").ID, Version: w.view("secretary").Version, Candidate: ana,
		})); got != "not_found" {
			t.Errorf("in another election: %s", got)
		}
		w.wants("president", "awaits_ballot; Ben Cal for 1; empty 1")
		w.nominate("president", "Ana") // stands again
		w.state(meetings.Open)
		w.count("president", "12+0: Ana 5, Ben 5, Cal 2")
		if got := fields(withdraw(w.chair, "Cal")); got != "conflict" {
			t.Errorf("one who is not tied: %s", got)
		}
		w.must(withdraw(w.chair, "Ben"))
		w.wants("president", "decided: Ana ballot")
		if c := w.view("president").Candidates[2]; c.Withdrawn == nil && c.Person.Name == "Ben Testcase" {
			t.Errorf("%+v", c)
		}
	})
}

// Rule 3.2: more than two ordinary members need a recorded decision.
func TestSeats(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		set := func(post Post, n int, decision string) string {
			v := w.view(post)
			return fields(w.s.SetSeats(ctx, w.secretary, SeatsInput{
				Election: v.ID, Version: v.Version, Seats: n, Decision: decision,
			}))
		}
		for _, tt := range []struct {
			post     Post
			n        int
			decision string
			want     string
		}{
			{Ordinary, 5, "", "decision"}, {Ordinary, 0, "", "seats"}, {Ordinary, 51, "That it be.", "seats"},
			{Ordinary, -3, "", "seats"},
			{Ordinary, 3, strings.Repeat("x", 501), "decision"}, {"president", 2, "That there be two.", "invalid 3.1"},
			{Ordinary, 1, "", ""}, {Ordinary, 5, "That five be elected.", ""},
		} {
			if got := set(tt.post, tt.n, tt.decision); got != tt.want {
				t.Errorf("%d seats for %s by %q: %q, want %q", tt.n, tt.post, tt.decision, got, tt.want)
			}
		}
		w.nominate(Ordinary, "Ana")
		w.state(meetings.Open)
		w.count(Ordinary, "12+0: Ana 9")
		w.wants(Ordinary, "decided: Ana ballot; empty 4")
		if got := set(Ordinary, 2, ""); got != "conflict" {
			t.Errorf("after the ballot: %s", got)
		}
		if in := w.nomination(Ordinary, "Ben"); fields(w.s.Nominate(ctx, w.secretary, in)) != "conflict" {
			t.Error("a candidate after the ballot")
		}
	})
}

// amend adopts a version with a number of ordinary members from a day.
func (w *society) amend(from string, seats int) {
	w.t.Helper()
	c := constitution.Shipped()
	c.From, c.AdoptedBy, c.Figures.OrdinarySeats = day(from), "That there be more ordinary members.", seats
	w.tx(func(tx *store.Tx) error { return w.rules.Adopt(ctx, tx, w.permit(), "motion:1", c) })
}

// Rule 3.2 by the constitution of the meeting's day: an election that was
// prepared before an amendment follows it, one whose number the meeting set does
// not.
func TestSeatsFollowTheConstitutionOfTheMeetingsDay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.follow()
		w.prepare()
		w.nominate(Ordinary, "Ana", "Ben", "Cal", "Dee")
		seats := func(when string, want int) {
			t.Helper()
			if got := w.view(Ordinary).Seats; got != want {
				t.Errorf("%s: %d seats, want %d", when, got, want)
			}
		}
		w.amend(agmDay, 4) // by the meeting itself
		seats("amended from the end of the meeting", 2)
		w.move("2026-03-21")
		seats("and the meeting is a week later", 4)
		w.move(agmDay)
		w.amend("2026-03-07", 3)
		seats("amended before the meeting", 3)
		w.state(meetings.Open)
		w.count(Ordinary, "12+0: Ana 9, Ben 8, Cal 7, Dee 0")
		w.wants(Ordinary, "decided: Ana ballot, Ben ballot, Cal ballot")
		w.amend("2026-03-08", 5) // recorded late
		seats("a ballot was counted", 3)
		w.setAside(t, Ordinary, "Counted for the wrong number.")
		seats("and set aside", 5)
		v := w.view(Ordinary)
		w.must(w.s.SetSeats(ctx, w.secretary, SeatsInput{Election: v.ID, Version: v.Version, Seats: 1}))
		w.amend("2026-03-09", 4)
		seats("set by the meeting", 1)
	})
}

// What is confirmed keeps its seats, whatever is recorded afterwards.
func TestConfirmedSeatsStay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.amend("2026-03-07", 3)
		w.state(meetings.Closed)
		w.must(w.s.Confirm(ctx, w.secretary, w.confirmation()))
		w.amend("2026-03-08", 4)
		if v := w.view(Ordinary); v.Seats != 3 || v.Outcome.Empty != 3 {
			t.Errorf("%d seats, %d not filled", v.Seats, v.Outcome.Empty)
		}
	})
}

func TestSeatsByARuling(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.must(w.s.governance.RecordRuling(ctx, w.secretary, constitution.Ruling{
			Question: constitution.CommitteeSeats, Reading: "two", Meeting: day("2026-02-01"), Words: "Two.",
		}))
		v := w.view(Ordinary)
		in := SeatsInput{Election: v.ID, Version: v.Version, Seats: 3, Decision: "That three be elected."}
		if got := fields(w.s.SetSeats(ctx, w.secretary, in)); got != "seats" {
			t.Errorf("three by the ruling that there are two: %q", got)
		}
	})
}
