package meetings

import (
	"context"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// noticed is an AGM of today whose notice was sent in time.
func (w *society) noticed() ID {
	w.t.Helper()
	id := w.create(agm("2026-03-14"))
	w.on("2026-02-20")
	w.notify(id)
	w.on("2026-03-14")
	return id
}

// at records somebody as present, by the place in the list of people.
func (w *society) at(id ID, i int, in PresenceInput) error {
	in.Person = w.people[i]
	return w.s.Arrive(ctx, w.secretary, id, in)
}

func TestQuorumOfAGeneralMeeting(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		for _, c := range quorumCases {
			w.on("2026-01-05")
			id := w.noticed()
			c.arrange(w, id)
			q := w.view(id).Quorum
			if q.Present != c.present || q.Reached != c.reached || q.Needed != 10 || q.Trace.Rule != "4.2" {
				t.Errorf("%s: %d present, reached %t: %s; want %d, %t", c.name, q.Present, q.Reached, q.Trace, c.present, c.reached)
			}
			open := w.s.Open(ctx, w.secretary, id, w.version(id))
			if c.reached {
				w.must(open)
			} else {
				w.refused(c.name, open, apperr.Invalid, "[4.2]")
				w.must(w.s.DeclareInquorate(ctx, w.secretary, id, w.version(id)))
			}
		}
	})
}

var quorumCases = []struct {
	name    string
	arrange func(w *society, id ID)
	present int
	reached bool
}{
	{"nobody", func(*society, ID) {}, 0, false},
	{"nine", func(w *society, id ID) { w.arrive(id, 9) }, 9, false},
	{"ten", func(w *society, id ID) { w.arrive(id, 10) }, 10, true},
	{"nine and one who lapsed", func(w *society, id ID) {
		w.arrive(id, 9)
		w.must(w.s.Arrive(ctx, w.secretary, id, PresenceInput{Person: w.lapsed.Person}))
	}, 9, false},
	{"nine and one online", func(w *society, id ID) {
		w.arrive(id, 9)
		w.must(w.at(id, 12, PresenceInput{Where: Online}))
	}, 9, false},
	{"ten of whom one went before it began", func(w *society, id ID) {
		w.arrive(id, 10)
		w.must(w.s.Leave(ctx, w.secretary, id, w.people[4]))
	}, 9, false},
	{"the same, who is back", func(w *society, id ID) {
		w.arrive(id, 10)
		w.must(w.s.Leave(ctx, w.secretary, id, w.people[4]))
		w.must(w.at(id, 4, PresenceInput{}))
	}, 10, true},
	{"ten of whom one was a slip", func(w *society, id ID) {
		w.arrive(id, 10)
		w.must(w.s.Strike(ctx, w.secretary, id, w.people[4]))
	}, 9, false},
	{"nine and one online, which a ruling counts", func(w *society, id ID) {
		w.must(w.rules.RecordRuling(ctx, w.secretary, constitution.Ruling{
			Question: constitution.OnlinePresence, Reading: "online", Meeting: day("2026-02-01"), Words: "They count.",
		}))
		w.arrive(id, 9)
		w.must(w.at(id, 12, PresenceInput{Where: Online}))
	}, 10, true},
}

// Rule 4.2: who leaves later changes nothing; but a slip at the door of a
// meeting that has opened cannot take its quorum away.
func TestTheQuorumStays(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.noticed()
		w.arrive(id, 10)
		w.refused("later than what", w.at(id, 11, PresenceInput{Came: CameLater}), apperr.Invalid, "came")
		w.open(id)
		w.refused("inquorate after all", w.s.DeclareInquorate(ctx, w.secretary, id, w.version(id)), apperr.Conflict, "open")
		w.now = w.now.Add(1000_000_000)
		for _, i := range []int{4, 5, 6} {
			w.must(w.s.Leave(ctx, w.secretary, id, w.people[i]))
		}
		w.must(w.at(id, 11, PresenceInput{}))
		v := w.view(id)
		if !v.Quorum.Reached || v.Quorum.Present != 10 {
			t.Errorf("after three left: %s", v.Quorum.Trace)
		}
		if p, _ := v.presence(w.people[11]); p.Came != CameLater {
			t.Errorf("who came after the opening came %q", p.Came)
		}
		w.refused("a slip", w.s.Strike(ctx, w.secretary, id, w.people[7]), apperr.Invalid, "[4.2]")
		w.must(w.at(id, 12, PresenceInput{Came: AtBeginning})) // overlooked at the door
		w.must(w.s.Strike(ctx, w.secretary, id, w.people[7]))
		w.refused("nobody", w.s.Leave(ctx, w.secretary, id, w.people[20]), apperr.NotFound, "")
		w.refused("no such person", w.s.Arrive(ctx, w.secretary, id, PresenceInput{Person: 999}), apperr.Invalid, "person")
	})
}

func TestAttendanceIsRecordedOnTheDay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.refused("without a notice", w.at(id, 0, PresenceInput{}), apperr.Conflict, "14 March 2026")
		w.notify(id)
		w.refused("too early", w.at(id, 0, PresenceInput{}), apperr.Conflict, "14 March 2026")
		w.refused("open too early", w.s.Open(ctx, w.secretary, id, w.version(id)), apperr.Invalid, "14 March 2026")
		w.on("2026-03-14")
		w.refused("by a member", w.s.Arrive(ctx, w.member, id, PresenceInput{Person: w.people[5]}), apperr.Forbidden, "chair")
		w.arrive(id, 10)
		w.open(id)
		w.must(w.s.Arrive(ctx, w.president, id, PresenceInput{Person: w.people[15]}))
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		w.refused("afterwards", w.at(id, 16, PresenceInput{}), apperr.Conflict, "stays")
		door, err := w.s.Door(ctx, w.secretary, id)
		if err != nil || len(door) != memberCount || door[0].Office != "President" || door[0].Presence == nil ||
			door[20].Presence != nil {
			t.Errorf("door: %+v, %v", door, err)
		}
	})
}

// Rule 4.3: the senior officer present takes the chair.
func TestWhoTakesTheChair(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		for _, c := range []struct {
			name    string
			present []int // officers are 0 president, 1 secretary, 2 treasurer
			want    int   // -1: to be elected
		}{
			{"all three", []int{0, 1, 2}, 0},
			{"without the president", []int{1, 2}, 1},
			{"the treasurer alone", []int{2}, 2},
			{"no officer, but one of the committee", []int{3}, -1},
		} {
			w.on("2026-01-05")
			id := w.noticed()
			for _, i := range append(c.present, 6, 7, 8, 9, 10, 11, 12, 13, 14) {
				w.must(w.at(id, i, PresenceInput{}))
			}
			w.open(id)
			v := w.view(id)
			if c.want < 0 {
				if !v.Chair.ToElect || v.Meeting.Chair != 0 || v.Chair.Trace.Rule != "4.3" {
					t.Fatalf("%s: chair %+v", c.name, v.Chair)
				}
				w.refused(
					"somebody absent", w.s.ElectChair(ctx, w.secretary, id, w.version(id), w.people[20]), apperr.Invalid, "person",
				)
				w.must(w.s.ElectChair(ctx, w.secretary, id, w.version(id), w.people[7]))
				v = w.view(id)
				if v.Chair.Person != w.people[7] || v.Chair.How != ElectedChair {
					t.Errorf("%s: elected %+v", c.name, v.Chair)
				}
				continue
			}
			if v.Meeting.Chair != w.people[c.want] || v.Chair.How != SeniorChair || v.Chair.Trace.Rule != "4.3" {
				t.Errorf("%s: chair %+v; want %d", c.name, v.Chair, w.people[c.want])
			}
			w.refused(
				"electing one beside an officer", w.s.ElectChair(ctx, w.secretary, id, w.version(id), w.people[7]), apperr.Invalid,
				"[4.3]",
			)
		}
	})
}

// The treasurer records and opens what only the treasurer came to, and runs it
// from the chair.
func TestTheTreasurerAlone(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.noticed()
		for _, p := range w.people[2:13] {
			w.must(w.s.Arrive(ctx, w.treasurer, id, PresenceInput{Person: p}))
		}
		w.refused("of the committee", w.s.Open(ctx, w.ordinary, id, w.version(id)), apperr.Forbidden, "officer")
		_, err := w.s.Door(ctx, w.member, id)
		w.refused("a member at the door", err, apperr.Forbidden, "officer")
		w.must(w.s.Open(ctx, w.treasurer, id, w.version(id)))
		w.must(w.s.SetTellers(ctx, w.treasurer, id, w.version(id), w.people[8:10]))
		m, err := w.s.Propose(ctx, w.treasurer, id, MotionInput{
			Title: "Minutes", Text: "That they be accepted.", Origin: constitution.Formal, Item: constitution.PastMinutes,
		})
		w.must(err)
		w.must(w.s.RecordCount(ctx, w.treasurer, CountInput{Motion: m, Method: constitution.Voice, Call: constitution.Ayes}))
		_, err = w.s.Declare(ctx, w.treasurer, m, w.motion(m).Version)
		w.must(err)
		w.must(w.s.Close(ctx, w.treasurer, id, w.version(id)))
		w.refused(
			"a notice by the treasurer", w.s.SendNotice(ctx, w.treasurer, id, w.version(id), NoticeInput{}), apperr.Forbidden,
			"president",
		)
	})
}

func TestTheChairPassesOn(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.noticed()
		w.arrive(id, 12)
		w.open(id)
		for _, c := range []struct {
			leaves int
			want   PersonID
		}{{0, w.people[1]}, {2, w.people[1]}, {1, 0}} {
			w.must(w.s.Leave(ctx, w.secretary, id, w.people[c.leaves]))
			if got := w.view(id).Meeting.Chair; got != c.want {
				t.Errorf("after %d left: chair %d, want %d", c.leaves, got, c.want)
			}
		}
		w.must(w.s.ElectChair(ctx, w.secretary, id, w.version(id), w.people[6]))
		w.must(w.at(id, 2, PresenceInput{}))
		if got := w.view(id).Meeting.Chair; got != w.people[6] {
			t.Errorf("an officer who is back takes the chair from the elected one: %d", got)
		}
		// The chair of the meeting records what happens in it.
		w.must(w.s.Arrive(ctx, w.actor(w.people[6]), id, PresenceInput{Person: w.people[15]}))
		w.refused(
			"who has not the chair", w.s.Arrive(ctx, w.actor(w.people[7]), id, PresenceInput{Person: w.people[16]}),
			apperr.Forbidden, "chair",
		)
	})
}

// Rule 4.4 a): tellers are two, present, and stand for nothing.
func TestTellers(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.noticed()
		w.arrive(id, 12)
		w.refused(
			"before it opened", w.s.SetTellers(ctx, w.secretary, id, w.version(id), w.people[8:10]), apperr.Conflict, "open",
		)
		w.open(id)
		w.s.AskCandidates(func(_ context.Context, _ store.Queryer, meeting ID) ([]PersonID, error) {
			if meeting != id {
				t.Errorf("candidates of meeting %d", meeting)
			}
			return w.people[4:6], nil
		})
		for _, c := range []struct {
			name    string
			tellers []PersonID
			words   string
		}{
			{"one", w.people[8:9], "1 teller < 2"},
			{"one twice", []PersonID{w.people[8], w.people[8]}, "1 teller < 2"},
			{"a candidate", []PersonID{w.people[5], w.people[8]}, "Kiri Testcase05 stands for election"},
			{"somebody absent", []PersonID{w.people[8], w.people[20]}, "present"},
			{"none", nil, "0 tellers < 2"},
		} {
			w.refused(c.name, w.s.SetTellers(ctx, w.secretary, id, w.version(id), c.tellers), apperr.Invalid, c.words)
		}
		w.must(w.s.SetTellers(ctx, w.president, id, w.version(id), w.people[8:10]))
		got, err := TellersOf(ctx, w.db, id)
		if err != nil || len(got) != 2 || got[0].Name != "Kiri Testcase08" {
			t.Errorf("tellers %v, %v", got, err)
		}
		w.refused("a slip that is a teller", w.s.Strike(ctx, w.secretary, id, w.people[8]), apperr.Conflict, "teller")
	})
}

func TestTheCommitteeMeets(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		in := agm("2026-01-05")
		in.Kind = Committee
		id := w.create(in)
		w.must(w.at(id, 2, PresenceInput{}))
		w.must(w.at(id, 3, PresenceInput{}))
		w.must(w.at(id, 9, PresenceInput{})) // a guest
		w.refused("two of the committee", w.s.Open(ctx, w.secretary, id, w.version(id)), apperr.Invalid, "[6.2]")
		w.must(w.at(id, 1, PresenceInput{Where: Online}))
		w.open(id)
		if v := w.view(id); v.Meeting.Chair != w.people[1] || v.Chair.Trace.Rule != "6.4" || v.Quorum.Present != 3 ||
			v.Quorum.Trace.Rule != "6.2" {
			t.Errorf("chair %+v, quorum %s", v.Chair, v.Quorum.Trace)
		}
		w.refused("tellers", w.s.SetTellers(ctx, w.secretary, id, w.version(id), w.people[1:3]), apperr.Invalid, "tellers")
		m := w.propose(id, MotionInput{Title: "Boards", Origin: constitution.FromCommittee})
		w.must(w.s.Leave(ctx, w.secretary, id, w.people[3]))
		w.refused(
			"without a quorum",
			w.s.RecordCount(ctx, w.secretary, CountInput{Motion: m, Method: constitution.Hands, Votes: votes(2, 0, 0)}),
			apperr.Invalid, "[6.2]",
		)
		w.must(w.at(id, 3, PresenceInput{}))
		w.count(m, 0, constitution.Hands, votes(1, 1, 1))
		w.refused(
			"a casting vote", w.s.CastChairVote(ctx, w.secretary, m, 0, w.motion(m).Version, constitution.ChairYes),
			apperr.Invalid, "6.3",
		)
		if out := w.declare(m); out.Carried || out.Trace.Rule != "6.3" {
			t.Errorf("a tie of the committee: %+v", out)
		}
		_, err := w.s.Propose(ctx, w.secretary, id, MotionInput{
			Title: "Quorum", Text: "That it be five.", Kind: constitution.Constitutional, Origin: constitution.FromCommittee,
		})
		w.refused("the constitution", err, apperr.Invalid, "[7.1]")
	})
}

// An acting officer's chair is as the reading of 4.3 has it; both holders of
// one office do not confuse it.
func TestAnActingPresident(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		_, err := w.offices.Appoint(ctx, auth.System("test"), auth.Office{
			Person: w.people[7], Role: auth.President, Acting: true, From: day("2026-01-01"),
		})
		w.must(err)
		id := w.noticed()
		for _, i := range []int{1, 7, 8, 9, 10, 11, 12, 13, 14, 15} {
			w.must(w.at(id, i, PresenceInput{}))
		}
		w.open(id)
		v := w.view(id)
		want, _, _ := v.Constitution.Chair(v.officersHere())
		if v.Meeting.Chair != PersonID(want.Person.ID) {
			t.Errorf("chair %+v, want %+v", v.Chair, want)
		}
	})
}

// A form that was open for long names a record that was merged with another since: the meeting has the person once.
func TestAForgottenNumberIsRefusedAtTheDoor(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.notify(id)
		w.on("2026-03-14")
		gone, kept := w.people[6], w.people[7]
		w.tx(func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO person_merge (id, kept_id, gone_id, reason, was, merged_at, merged_by)
				VALUES (1, $1, $2, 'One person.', '', $3, 'x')`, kept, gone, w.now)
			if err == nil {
				_, err = tx.Exec(ctx, `INSERT INTO person_alias (gone_id, kept_id, merge_id) VALUES ($1, $2, 1)`, gone, kept)
			}
			return err
		})
		w.refused("a number that is gone", w.s.Arrive(ctx, w.secretary, id, PresenceInput{Person: gone}), apperr.Invalid, "was merged with")
	})
}
