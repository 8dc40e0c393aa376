package elections

import (
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
)

// elected holds the whole AGM: Pania stays president, Ana is secretary, nobody
// treasurer, Ben and Cal ordinary members.
func (w *society) elected() {
	w.t.Helper()
	w.prepare()
	v := w.view("president")
	w.must(w.s.Nominate(ctx, w.secretary, NominationInput{
		Election: v.ID, Version: v.Version, Candidate: w.people["Pania"],
	}))
	w.nominate("secretary", "Ana", "Dee")
	w.nominate(Ordinary, "Ben", "Cal")
	w.state(meetings.Open)
	w.count("secretary", "12+0: Ana 7, Dee 5")
	w.count(Ordinary, "12+0: Ben 9, Cal 8")
}

func (w *society) confirmation(stay ...auth.OfficeID) ConfirmInput {
	w.t.Helper()
	all, err := w.s.OfMeeting(ctx, w.secretary, w.agm)
	w.must(err)
	in := ConfirmInput{Meeting: w.agm, Seen: map[ID]int64{}, Stay: stay}
	for _, v := range all.Elections {
		in.Seen[v.ID] = v.Version
	}
	return in
}

func (w *society) office(given string) auth.OfficeID {
	w.t.Helper()
	id, err := store.One(
		ctx, w.db, store.Value[auth.OfficeID], `SELECT id FROM office WHERE person_id = $1 ORDER BY id LIMIT 1`,
		w.people[given],
	)
	w.must(err)
	return id
}

func TestConfirmAppoints(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.elected()
		if got := fields(w.s.Confirm(ctx, w.secretary, w.confirmation())); got != "conflict" {
			t.Errorf("before the meeting is closed: %s", got)
		}
		w.state(meetings.Closed)
		for name, actor := range map[string]auth.Actor{"the chair": w.chair, "a member": w.ordinary} {
			if got := fields(w.s.Confirm(ctx, actor, w.confirmation())); got != "forbidden" {
				t.Errorf("%s confirms: %s", name, got)
			}
		}
		next, err := w.s.Succession(ctx, w.secretary, w.agm, nil)
		w.must(err)
		if len(next.Begins) != 4 || len(next.Ends) != 4 || next.Last != day(agmDay) || next.First != day("2026-03-15") ||
			next.Findings.Blocked() {
			t.Errorf("%+v", next)
		}
		for _, e := range next.Ends {
			if may := e.Office.Role == auth.Treasurer || e.Office.Role == auth.Committee; e.MayStay != may {
				t.Errorf("%s %s may stay: %t", e.Office.Role, e.Name, e.MayStay)
			}
		}
		stale := w.confirmation()
		for id := range stale.Seen {
			stale.Seen[id]--
		}
		if got := fields(w.s.Confirm(ctx, w.secretary, stale)); got != "conflict" {
			t.Errorf("an old version: %s", got)
		}
		before := "committee Kura; president Pania; secretary Sione; treasurer Tomas"
		if got := w.holders("2026-03-15"); got != before {
			t.Errorf("a refused confirmation left %s", got)
		}
		w.must(w.s.Confirm(ctx, w.secretary, w.confirmation(w.office("Tomas"))))
		if got := w.holders(agmDay); got != before {
			t.Errorf("on the day of the meeting: %s", got)
		}
		if got := w.holders("2026-03-15"); got != "committee Ben; committee Cal; president Pania; secretary Ana; "+
			"treasurer Tomas" {
			t.Errorf("the day after: %s", got)
		}
		if got := fields(w.s.Confirm(ctx, w.secretary, w.confirmation())); got != "conflict" {
			t.Errorf("twice: %s", got)
		}
		all, err := w.s.OfMeeting(ctx, w.secretary, w.agm)
		w.must(err)
		if !all.Confirmed() || all.May != (May{}) || w.view("secretary").May != (May{}) {
			t.Errorf("%+v", all.May)
		}
		w.wants("secretary", "decided: Ana ballot")
	})
}

// What was confirmed stays as it was: it takes no change, and a ruling that is
// recorded later for an earlier day does not turn it.
func TestConfirmedStays(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.elected()
		w.setAside(t, Ordinary, "Counted again.")
		w.count(Ordinary, "20+1: Ben 9, Cal 2")
		w.state(meetings.Closed)
		w.must(w.s.Confirm(ctx, w.secretary, w.confirmation()))
		before := w.view(Ordinary).Outcome.Trace.String()
		w.must(w.s.governance.RecordRuling(ctx, w.president, constitution.Ruling{
			Question: constitution.TenPercent, Reading: "papers", Meeting: day("2026-02-01"), Words: "Of all.",
		}))
		if after := w.view(Ordinary).Outcome.Trace.String(); after != before || !strings.Contains(
			after, "Cal Testcase 2 of 20 ≥ 10%",
		) {
			t.Errorf("%s\nwas %s", after, before)
		}
		v := w.view("secretary")
		for name, err := range map[string]error{
			"a count": w.s.RecordBallot(ctx, w.president, BallotInput{Election: v.ID, Version: v.Version}),
			"a nomination": w.s.Nominate(ctx, w.president, NominationInput{
				Election: v.ID, Version: v.Version, Candidate: w.people["Eva"],
			}),
			"set aside": w.s.SetAside(ctx, w.president, SetAsideInput{
				Election: v.ID, Version: v.Version, No: 1, Reason: "No.",
			}),
			"withdrawn": w.s.Withdraw(ctx, w.president, WithdrawInput{
				Election: v.ID, Version: v.Version, Candidate: v.Candidates[0].ID,
			}),
			"seats": w.s.SetSeats(ctx, w.president, SeatsInput{Election: v.ID, Version: v.Version, Seats: 3}),
		} {
			if got := fields(err); got != "conflict" {
				t.Errorf("%s: %s", name, got)
			}
		}
	})
}

func TestConfirmRefusesTheUnfinished(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		if _, err := w.s.Succession(ctx, w.secretary, w.agm, nil); fields(err) != "conflict" {
			t.Errorf("a planned meeting: %v", err)
		}
		w.prepare()
		w.nominate("secretary", "Ana", "Dee")
		w.state(meetings.Closed)
		if got := fields(w.s.Confirm(ctx, w.secretary, w.confirmation())); got != "invalid 4.15" {
			t.Errorf("without the ballot: %s", got)
		}
		w.count("secretary", "12+0: Ana 6, Dee 6")
		if got := fields(w.s.Confirm(ctx, w.secretary, w.confirmation())); got != "invalid 4.15" {
			t.Errorf("with a tie: %s", got)
		}
		other := w.meeting("agm", "2026-02-14")
		w.exec(`UPDATE meeting SET state = 'closed' WHERE id = $1`, other)
		if _, err := w.s.Succession(ctx, w.secretary, other, nil); fields(err) != "not_found" {
			t.Errorf("without elections: %v", err)
		}
	})
}

// Rules 3.2 and 6.5: of the committee only co-opted members stay, and at most
// two of them.
func TestWhoStays(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.holding("Eva", auth.Committee)
		w.holding("Fay", auth.Committee)
		w.elected()
		w.state(meetings.Closed)
		for name, stay := range map[string][]auth.OfficeID{
			"three co-opted":       {w.office("Kura"), w.office("Eva"), w.office("Fay")},
			"who has a successor":  {w.office("Sione")},
			"who was elected anew": {w.office("Pania")},
			"no such office":       {9999},
		} {
			if got := fields(w.s.Confirm(ctx, w.secretary, w.confirmation(stay...))); got != "stay" {
				t.Errorf("%s: %s", name, got)
			}
		}
		w.must(w.s.Confirm(ctx, w.secretary, w.confirmation(w.office("Kura"), w.office("Eva"))))
		if got := w.holders("2026-03-15"); got != "committee Ben; committee Cal; committee Eva; committee Kura; president "+
			"Pania; secretary Ana" {
			t.Errorf("the day after: %s", got)
		}
	})
}

// Officers who change places: all their offices change in one transaction. An
// acting officer's end with the election, and one elected ahead of the
// confirmation is not in its way.
func TestOfficersChangePlaces(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.appoint(auth.Office{Person: w.people["Dee"], Role: auth.Treasurer, Acting: true, From: day("2026-02-01")})
		w.prepare()
		w.nominate("president", "Tomas")
		w.nominate("treasurer", "Pania")
		w.nominate("secretary", "Sione")
		w.nominate(Ordinary, "Kura", "Tomas")
		w.state(meetings.Open)
		w.count(Ordinary, "12+0: Kura 9, Tomas 8")
		w.state(meetings.Closed)
		next, err := w.s.Succession(ctx, w.secretary, w.agm, nil)
		w.must(err)
		if text := next.Findings[0].String(); text != "Tomas Testcase is elected more than once (rule 3.2)" {
			t.Error(text)
		}
		w.must(w.s.Confirm(ctx, w.secretary, w.confirmation()))
		if got := w.holders("2026-03-15"); got != "committee Kura; committee Tomas; president Tomas; secretary Sione; "+
			"treasurer Pania" {
			t.Errorf("the day after: %s", got)
		}
	})
}

// A second confirmation that was under way at the same moment changes nothing.
func TestConfirmOnlyOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.elected()
		w.state(meetings.Closed)
		in := w.confirmation()
		done := make(chan error, 2)
		for range 2 {
			go func() { done <- w.s.Confirm(ctx, w.secretary, in) }()
		}
		a, b := fields(<-done), fields(<-done)
		if a+b != "conflict" {
			t.Errorf("%q and %q", a, b)
		}
		if n, err := store.One(
			ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM audit_entry WHERE action = 'confirm.elections'`,
		); err != nil || n != 1 {
			t.Errorf("%d entries, %v", n, err)
		}
	})
}

func TestInTheMinutes(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		blocks, err := w.s.Blocks(ctx, w.secretary, w.agm)
		if err != nil || len(blocks) != 0 {
			t.Errorf("%v, %v", blocks, err)
		}
		w.elected()
		blocks, err = w.s.Blocks(ctx, w.secretary, w.agm)
		w.must(err)
		if len(blocks) != 2 || !strings.Contains(
			markdown(blocks[0]), "Ana Testcase, nominated by Eva Testcase and Fay Testcase",
		) || !strings.Contains(markdown(blocks[1]), "Ben Testcase: 9") {
			t.Errorf("%+v", blocks)
		}
	})
}

// A meeting without a quorum elects nobody.
func TestAnInquorateMeetingElectsNobody(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.nominate("secretary", "Ana", "Dee")
		w.now = civil.MustParseInstant("2026-03-15T01:00:00.000Z")
		w.state(meetings.Inquorate)
		if got := fields(w.s.RecordBallot(ctx, w.secretary, w.ballot("secretary", "12+0: Ana 6, Dee 6"))); got != "conflict" {
			t.Errorf("a count: %s", got)
		}
		if got := fields(w.s.Nominate(ctx, w.secretary, w.nomination("secretary", "Ben"))); got != "conflict" {
			t.Errorf("a nomination: %s", got)
		}
	})
}
