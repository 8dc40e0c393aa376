package meetings

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// However people come and go: votes counted and the chair's vote are never more
// than the members who were there together at one moment since the count before.
func TestVotesNeverExceedThoseWhoWereThere(t *testing.T) {
	opened := civil.MustParseInstant("2026-03-14T01:00:00.000Z")
	at := func(minute int) civil.Instant { return opened.Add(time.Duration(minute) * time.Minute) }
	rapid.Check(t, func(t *rapid.T) {
		r := recordOf(AGM)
		r.Meeting.OpenedAt = opened
		last, now := rapid.IntRange(0, 20).Draw(t, "last"), 41
		r.Motions = []Motion{{Ballot: Ballot{Counts: []Count{{At: at(2 * last)}}}}}
		n := rapid.IntRange(1, 14).Draw(t, "people")
		for i := range n {
			p := Presence{
				Someone: Someone{Person: PersonID(i + 1)}, Entitled: rapid.IntRange(0, 5).Draw(t, "guest") > 0, Where: InRoom,
			}
			if rapid.IntRange(0, 5).Draw(t, "online") == 0 {
				p.Where = Online
			}
			came := rapid.IntRange(-5, 20).Draw(t, "came")
			p.CameAt = at(2*came - 1) // nobody comes in the minute in which another goes
			if gone := rapid.IntRange(came, 40).Draw(t, "gone"); gone < 20 {
				p.LeftAt = at(2 * max(gone, 0))
			}
			r.Attendance = append(r.Attendance, p)
		}
		// The officers by seniority are the first three, and the first of them who is there now has the chair.
		for i := range min(3, n) {
			r.facts.officers = append(r.facts.officers, constitution.Officer{Person: constitution.Person{ID: int64(i + 1)}})
		}
		if officer, ok, _ := r.senior(); ok {
			r.Meeting.Chair = PersonID(officer.Person.ID)
			r.Chair.Someone = Someone{Person: r.Meeting.Chair}
		}
		there := func(p Presence, minute int) bool {
			return p.Entitled && p.Where == InRoom && !p.CameAt.After(at(minute)) &&
				(p.Here() || !p.LeftAt.Before(at(minute)))
		}
		most := 0
		for minute := 2 * last; minute <= now; minute++ {
			present := 0
			for _, p := range r.Attendance {
				if there(p, minute) {
					present++
				}
			}
			most = max(most, present)
		}
		voters, why := r.mayHaveVoted(constitution.Ordinary)
		chair := 0
		if r.Meeting.Chair != 0 && r.chairHasVote(Count{Chair: r.Meeting.Chair}) {
			chair = 1
		}
		if voters > most || chair == 1 && slices.ContainsFunc(r.Attendance, func(p Presence) bool {
			return p.Person == r.Meeting.Chair && there(p, 2*last)
		}) && voters+chair > most {
			t.Fatalf("%d may vote and the chair %d, of %d who were there: %s\n%+v", voters, chair, most, why, r.Attendance)
		}
		if nowThere, _ := r.Voters(constitution.Ordinary); voters < nowThere {
			t.Fatalf("%d may have voted, and %d are there now", voters, nowThere)
		}
	})
}

// Who came after another had left did not vote beside them.
func TestOneLeavesAndAnotherComes(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		id := w.held(func(id ID) { m = w.propose(id, MotionInput{}) })
		w.now = w.now.Add(time.Minute)
		w.must(w.s.Leave(ctx, w.secretary, id, w.people[11]))
		w.now = w.now.Add(time.Minute)
		w.must(w.s.Arrive(ctx, w.secretary, id, PresenceInput{Person: w.people[12]}))
		w.refused("with both of them", w.s.RecordCount(ctx, w.secretary, CountInput{
			Motion: m, Method: constitution.Hands, Votes: votes(12, 0, 0),
		}), apperr.Invalid, "= 11 who may vote")
		w.count(m, 0, constitution.Hands, votes(11, 0, 0))
		if c := w.motion(m).Counts[0]; c.Voters != 11 || c.Chair != w.people[0] {
			t.Errorf("kept with %d voters and %d in the chair", c.Voters, c.Chair)
		}
	})
}

// Rule 4.8: a chair who came to it after the count has voted with the others, and
// one who is not a member has no vote.
func TestTheChairChangesAfterTheCount(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		id := w.held(func(id ID) { m = w.propose(id, MotionInput{}) })
		w.count(m, 0, constitution.Hands, votes(5, 5, 1))
		w.now = w.now.Add(time.Minute)
		w.must(w.s.Leave(ctx, w.secretary, id, w.people[0]))
		if w.motion(m).ChairMay {
			t.Error("the new chair is offered a vote on a count that they voted in")
		}
		cast := func(vote constitution.ChairVote) error {
			return w.s.CastChairVote(ctx, w.secretary, m, 0, w.motion(m).Version, vote)
		}
		w.refused("a second vote", cast(constitution.ChairYes), apperr.Invalid, "voted with the others. Put it to the vote again")
		w.now = w.now.Add(time.Minute)
		w.count(m, 0, constitution.Hands, votes(5, 5, 0))
		w.refused("what is not chosen", cast(constitution.ChairNone), apperr.Invalid, "Choose yes or no")
		w.must(cast(constitution.ChairYes))
		if out := w.declare(m); !out.Carried {
			t.Errorf("%s", out.Trace)
		}
	})
}

// Rule 4.8: an officer who is not a member takes the chair, and has no vote.
func TestAChairWhoIsNotAMember(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		w.held(func(id ID) { m = w.propose(id, MotionInput{}) })
		w.tx(func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `DELETE FROM membership_term WHERE person_id = $1`, w.people[0])
			return err
		})
		w.count(m, 0, constitution.Hands, votes(5, 5, 1)) // eleven members beside the chair
		w.refused("a vote of the chair", w.s.CastChairVote(
			ctx, w.secretary, m, 0, w.motion(m).Version, constitution.ChairYes,
		), apperr.Invalid, "has no vote")
		if one := w.motion(m); one.ChairMay {
			t.Error("the chair is offered a vote")
		}
		if out := w.declare(m); out.Carried || !strings.Contains(out.Trace.String(), "the chair is not a member") {
			t.Errorf("%s", out.Trace)
		}
	})
}

// Rule 4.10: spoiled and blank papers are kept apart, are no votes, and are no
// more with the votes than there were people to give papers.
func TestSpoiledAndBlankPapersOfAMotion(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		id := w.held(func(id ID) { m = w.propose(id, MotionInput{}) })
		count := func(method constitution.Method, v constitution.Votes, spoiled, blank int) error {
			return w.s.RecordCount(ctx, w.secretary, CountInput{
				Motion: m, Method: method, Votes: v, Spoiled: spoiled, Blank: blank,
			})
		}
		w.refused("twelve papers", count(constitution.Ballot, votes(5, 4, 0), 2, 1), apperr.Invalid, "12 papers in all")
		w.refused("spoiled hands", count(constitution.Hands, votes(5, 4, 0), 1, 0), apperr.Invalid, "Only ballot papers")
		w.refused("blank hands", count(constitution.Hands, votes(5, 4, 0), 0, 1), apperr.Invalid, "Only ballot papers")
		w.refused("fewer than none", count(constitution.Ballot, votes(5, 4, 0), -1, 0), apperr.Invalid, "spoiled")
		w.must(count(constitution.Ballot, votes(5, 4, 0), 1, 1))
		if out := w.declare(m); !out.Carried ||
			!strings.Contains(out.Trace.String(), "11 papers = 9 with a vote + 1 spoiled + 1 blank (4.10)") {
			t.Errorf("%s", out.Trace)
		}
		w.tellsMinutes(id, "Count 1, ballot: 5 yes, 4 no, 0 abstained; 1 spoiled, 1 blank, of 11 who could vote")
	})
}

// tellsMinutes checks that the draft of the minutes has words.
func (w *society) tellsMinutes(id ID, words ...string) {
	w.t.Helper()
	draft, err := w.s.DraftMinutes(ctx, w.secretary, id, nil)
	w.must(err)
	for _, want := range words {
		if !strings.Contains(draft.Markdown(), want) {
			w.t.Errorf("the minutes do not say %q:\n%s", want, draft.Markdown())
		}
	}
}

// Rule 4.11: a second count of the same papers is kept beside the first, with who
// asked for it; the one that stands decides.
func TestRecounts(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m, other MotionID
		id := w.held(func(id ID) { m, other = w.propose(id, MotionInput{}), w.propose(id, MotionInput{}) })
		again := func(of int, v constitution.Votes, stands Which, change func(*RecountInput)) error {
			in := RecountInput{Motion: m, Of: of, Votes: v, Asked: w.people[5], Stands: stands, Reason: "Two papers stuck together."}
			if change != nil {
				change(&in)
			}
			return w.s.RecordRecount(ctx, w.secretary, in)
		}
		w.refused("nothing was counted", again(1, votes(6, 5, 0), SecondStands, nil), apperr.Invalid, "stands")
		w.count(m, 0, constitution.Ballot, votes(5, 6, 0))
		w.declare(m)
		w.now = w.now.Add(time.Minute)
		w.count(other, 0, constitution.Hands, votes(11, 0, 0))
		w.now = w.now.Add(time.Minute)
		w.must(w.s.Leave(ctx, w.secretary, id, w.people[11])) // one of the papers is still theirs
		w.now = w.now.Add(time.Minute)
		w.count(other, 0, constitution.Hands, votes(11, 0, 0))
		w.now = w.now.Add(time.Minute)
		w.refused("a reason is missing", again(1, votes(6, 5, 0), SecondStands, func(in *RecountInput) { in.Reason = " " }),
			apperr.Invalid, "why it was counted again")
		w.refused("which stands", again(1, votes(6, 5, 0), "", nil), apperr.Invalid, "which of the two")
		w.refused("a guest asked", again(1, votes(6, 5, 0), SecondStands, func(in *RecountInput) { in.Asked = w.lapsed.Person }),
			apperr.Invalid, "entitled to be")
		w.refused("more than could vote", again(1, votes(7, 5, 0), SecondStands, nil), apperr.Invalid,
			"11 could vote when it was counted first")
		w.must(again(1, votes(5, 6, 0), FirstStands, nil))
		if one := w.motion(m); one.State != NotCarried || one.Decisive != 1 {
			t.Errorf("a recount that does not stand: %s by count %d", one.State, one.Decisive)
		}
		w.refused("of one that does not stand", again(2, votes(6, 5, 0), SecondStands, nil), apperr.Invalid, "that stands")
		w.must(again(1, votes(6, 5, 0), SecondStands, nil))
		if one := w.motion(m); one.State != Pending || one.Decisive != 3 || one.Counts[2].Voters != 11 {
			t.Errorf("a recount that stands: %s by count %d of %d voters", one.State, one.Decisive, one.Counts[2].Voters)
		}
		if out := w.declare(m); !out.Carried {
			t.Errorf("%s", out.Trace)
		}
		w.tellsMinutes(id, "Count 1 was counted again as", "the second count stands: Two papers stuck together.",
			"the first count stands", "Count 3, ballot: 6 yes, 5 no")
	})
}
