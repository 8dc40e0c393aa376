package elections

import (
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
)

var states = []meetings.State{
	meetings.Planned, meetings.NoticeSent, meetings.Open, meetings.Closed, meetings.Approved, meetings.Inquorate,
	meetings.Cancelled,
}

// Who may do what of an election in which state of the AGM: n nominates, w
// withdraws, c counts, f confirms.
func TestWhoMayWorkOnElectionsWhen(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		for _, tt := range []struct {
			name  string
			actor auth.Actor
			want  []string // by state
		}{
			{"the secretary", w.secretary, []string{"nw", "nw", "nwc", "nwcf", "f", "", ""}},
			{"the chair", w.chair, []string{"w", "w", "wc", "wc", "", "", ""}},
			{"a member", w.ordinary, make([]string, 7)},
			{"nobody", auth.Actor{}, make([]string, 7)},
		} {
			for i, state := range states {
				m := meetings.Meeting{Kind: meetings.AGM, State: state, Chair: w.chair.Person}
				may, got := w.s.may(tt.actor, m), ""
				for _, one := range []struct {
					letter string
					may    bool
				}{{"n", may.Nominate}, {"w", may.Withdraw}, {"c", may.Count}, {"f", may.Confirm}} {
					if one.may {
						got += one.letter
					}
				}
				if got != tt.want[i] {
					t.Errorf("%s, %s: %q, want %q", state, tt.name, got, tt.want[i])
				}
				m.Kind = meetings.EGM
				if w.s.may(tt.actor, m) != (May{}) {
					t.Errorf("an EGM, %s: %s may %+v", state, tt.name, w.s.may(tt.actor, m))
				}
			}
		}
	})
}

// What is refused names what the meeting waits for.
func TestARefusalNamesTheStateOfTheMeeting(t *testing.T) {
	for _, tt := range []struct {
		work  work
		kind  meetings.Kind
		state meetings.State
		want  string // "": it is not refused
	}{
		{nominating, meetings.AGM, meetings.Planned, ""}, {nominating, meetings.AGM, meetings.Closed, ""},
		{nominating, meetings.EGM, meetings.Planned, "Only an AGM holds elections"},
		{nominating, meetings.AGM, meetings.Approved, "takes no more nominations"},
		{counting, meetings.AGM, meetings.Planned, "has not been opened yet"},
		{counting, meetings.AGM, meetings.Adjourned, "is adjourned. Enter the counts once it continues"},
		{counting, meetings.AGM, meetings.Cancelled, "takes no more counts"},
		{confirming, meetings.AGM, meetings.NoticeSent, "is not closed yet"},
		{confirming, meetings.AGM, meetings.Approved, ""}, {confirming, meetings.AGM, meetings.Inquorate, "takes no more"},
	} {
		err := refuseState(tt.work, meetings.Meeting{Kind: tt.kind, State: tt.state})
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s of an %s that is %s: %v, want %q", tt.work, tt.kind, tt.state, err, tt.want)
		}
	}
}

// Who is elected again held the same office, and not in another's stead; whose
// office has no successor may stay.
func TestWhoseOfficesBeginAndEnd(t *testing.T) {
	held := func(id auth.OfficeID, person auth.PersonID, role auth.Role, acting bool) auth.Appointment {
		return auth.Appointment{Office: auth.Office{ID: id, Person: person, Role: role, Acting: acting}}
	}
	result := func(post Post, elected ...auth.PersonID) Result {
		r := Result{Election: Election{Post: post}}
		for _, p := range elected {
			r.Outcome.Elected = append(r.Outcome.Elected, Winner{Person: Person{ID: p}})
		}
		return r
	}
	begins, ends := exchange(
		[]Result{result("president", 1), result("secretary", 3), result("treasurer"), result(Ordinary, 5, 6, 7)},
		[]auth.Appointment{
			held(11, 1, auth.President, false), held(12, 2, auth.Secretary, false), held(13, 3, auth.Treasurer, false),
			held(14, 5, auth.Committee, true), held(15, 6, auth.Committee, false), held(16, 8, auth.Committee, false),
		}, []auth.OfficeID{12, 13, 16},
	)
	var again []auth.PersonID
	for _, b := range begins {
		if b.Again {
			again = append(again, b.Person.ID)
		}
	}
	if !slices.Equal(again, []auth.PersonID{1, 6}) {
		t.Errorf("elected again: %v, want 1 and 6", again)
	}
	var may, stays []auth.OfficeID
	for _, e := range ends {
		if e.MayStay {
			may = append(may, e.Office.ID)
		}
		if e.Stays {
			stays = append(stays, e.Office.ID)
		}
	}
	if !slices.Equal(may, []auth.OfficeID{13, 16}) || !slices.Equal(stays, []auth.OfficeID{13, 16}) {
		t.Errorf("may stay: %v, stay: %v; want 13 and 16", may, stays)
	}
}

// Elections follow AGMs alone, and are judged again only when one opens.
func TestElectionsFollowNoOtherMeeting(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.again("president", "Pania")
		w.exec(`UPDATE office SET until_day = '2026-03-10' WHERE person_id = $1`, w.people["Pania"])
		from, err := meetings.ByID(ctx, w.db, w.agm)
		w.must(err)
		other, err := meetings.ByID(ctx, w.db, w.meeting("egm", "2026-04-11"))
		w.must(err)
		opened := other
		opened.State = meetings.Open
		closed := from
		closed.State = meetings.Closed
		w.tx(func(tx *store.Tx) error {
			w.must(w.s.Follow(ctx, tx, w.permit(), from, other))
			w.must(w.s.Follow(ctx, tx, w.permit(), other, other))
			w.must(w.s.Opened(ctx, tx, opened))
			return w.s.Opened(ctx, tx, closed)
		})
		if got := w.stand(w.agm); got != "president: Pania" {
			t.Errorf("the AGM: %s", got)
		}
		if list, err := electionsOf(ctx, w.db, other.ID); err != nil || len(list) != 0 {
			t.Errorf("the EGM holds %d elections, %v", len(list), err)
		}
	})
}

// A nomination that lacks a part is refused beside the part.
func TestANominationThatLacksAPart(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		for name, tt := range map[string]struct {
			change func(*NominationInput)
			want   string
		}{
			"no seconder": {func(in *NominationInput) { in.Seconder = 0 }, "seconder"},
			"no proposer": {func(in *NominationInput) { in.Proposer = 0 }, "proposer"},
			"a proposer alone": {func(in *NominationInput) {
				in.Seconder, in.Received = 0, day("2026-03-01")
			}, "seconder"},
			"a seconder missing, and the day": {func(in *NominationInput) {
				in.Seconder, in.Received = 0, civil.Date{}
			}, "seconder"},
			"a proposer missing, and the day": {func(in *NominationInput) {
				in.Proposer, in.Received = 0, civil.Date{}
			}, "proposer"},
			"the day missing": {func(in *NominationInput) { in.Received = civil.Date{} }, "received"},
			"to come":         {func(in *NominationInput) { in.Received = day("2026-03-02") }, "received"},
		} {
			in := w.nomination("president", "Ana")
			tt.change(&in)
			if got := fields(w.s.Nominate(ctx, w.secretary, in)); !strings.Contains(got, tt.want) {
				t.Errorf("%s: %s, want %s", name, got, tt.want)
			}
		}
		// Who sits is a member on the day of entry, whatever comes until the AGM.
		w.exec(`UPDATE membership_term SET to_day = '2026-03-05' WHERE person_id = $1`, w.people["Pania"])
		w.again("president", "Pania")
		w.nominate("president", "Ana")
		v := w.view("president")
		if got := fields(w.s.Withdraw(ctx, w.secretary, WithdrawInput{
			Election: v.ID, Version: v.Version, Candidate: w.candidate("president", "Ana"),
			Reason: strings.Repeat("ā", maxReason+1),
		})); got != "reason" {
			t.Errorf("withdrawn in too many words: %s", got)
		}
		w.state(meetings.Open)
		v = w.view("president")
		err := w.s.SetAside(ctx, w.chair, SetAsideInput{Election: v.ID, Version: v.Version, No: 1, Reason: "why"})
		if apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("setting aside what was not counted: %v", err)
		}
		w.count("president", "12+0: Pania 7, Ana 5")
		v = w.view("president")
		err = w.s.SetAside(ctx, w.chair, SetAsideInput{Election: v.ID, Version: v.Version, No: 2, Reason: "why"})
		if apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("setting aside another count: %v", err)
		}
		v = w.view("president")
		if err := w.s.Withdraw(ctx, w.chair, WithdrawInput{
			Election: v.ID, Version: v.Version, Candidate: w.candidate("president", "Ana"),
		}); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("withdrawn once it is decided: %v", err)
		}
	})
}

// Whom a page offers as standing again: who holds the office, in nobody's stead,
// while nothing is counted, to who may nominate.
func TestWhoIsOfferedAsStandingAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.appoint(auth.Office{Person: w.people["Dee"], Role: auth.Treasurer, Acting: true, From: day("2026-02-01")})
		w.prepare()
		sitting := func(actor auth.Actor, post Post) string {
			t.Helper()
			v, err := w.s.Election(ctx, actor, w.view(post).ID)
			w.must(err)
			var out []string
			for _, p := range v.Sitting {
				out = append(out, strings.TrimSuffix(p.Name, " Testcase"))
			}
			return strings.Join(out, " ")
		}
		for post, want := range map[Post]string{"treasurer": "Tomas", Ordinary: "", "president": "Pania"} {
			if got := sitting(w.secretary, post); got != want {
				t.Errorf("%s: %q, want %q", post, got, want)
			}
		}
		if got := sitting(w.ordinary, "treasurer"); got != "" {
			t.Errorf("a member is offered %q", got)
		}
		w.nominate("treasurer", "Ana", "Ben")
		w.state(meetings.Open)
		w.count("treasurer", "12+0: Ana 7, Ben 5")
		if got := sitting(w.secretary, "treasurer"); got != "" {
			t.Errorf("once it is counted: %q", got)
		}
		_, err := w.s.Election(ctx, auth.Actor{}, w.view("treasurer").ID)
		if apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("nobody asks: %v", err)
		}
	})
}

// The elected who were no members on the day are told of, once each.
func TestTheElectedWhoAreNoMembersAreToldOf(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.elected()
		w.exec(`UPDATE membership_term SET to_day = '2026-03-05' WHERE person_id = $1`, w.people["Ben"])
		w.state(meetings.Closed)
		next, err := w.s.Succession(ctx, w.secretary, w.agm, nil)
		w.must(err)
		var got []string
		for _, f := range next.Findings {
			if f.Rule == "4.13" {
				got = append(got, f.Text)
			}
		}
		if want := []string{"Ben Testcase was not registered as a member on the day of the meeting"}; !slices.Equal(got, want) {
			t.Errorf("told: %q, want %q", got, want)
		}
		w.must(w.s.Confirm(ctx, w.secretary, w.confirmation()))
		all, err := w.s.OfMeeting(ctx, w.secretary, w.agm)
		w.must(err)
		if !all.Confirmed() || !all.Decided() || all.May != (May{}) {
			t.Errorf("confirmed: %t, decided: %t, may %+v", all.Confirmed(), all.Decided(), all.May)
		}
		if none := (MeetingView{}); none.Confirmed() || none.Decided() {
			t.Error("a meeting without elections has them confirmed")
		}
	})
}
