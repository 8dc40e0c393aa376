package postal

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
)

// Rule 5.5: which tellers a vote takes, and what it asks to be said of them.
func TestWhichTellersAVoteTakes(t *testing.T) {
	one := func(ids ...auth.PersonID) (out []meetings.Someone) {
		for _, id := range ids {
			out = append(out, meetings.Someone{Person: id, Name: "Teller " + string(rune('A'+id-1))})
		}
		return out
	}
	people := func(ids ...auth.PersonID) []auth.PersonID { return ids }
	all := Elected{All: one(1, 2), Able: one(1, 2)}
	for _, c := range []struct {
		name       string
		meeting    MeetingID
		now        []auth.PersonID
		elected    Elected
		in         Appointment
		want       string // of the refusal; "" it is taken
		resolution string
	}{
		{"exactly those elected", 3, nil, all, Appointment{people(2, 1), "", ""}, "", "Elected by the EGM of 14 March 2026 (rule 5.5)"},
		{"what is typed beside the record is not kept", 3, nil, all, Appointment{people(1, 2), "By me", "So."}, "", "Elected by the EGM of 14 March 2026 (rule 5.5)"},
		{"one elected, one not", 3, nil, all, Appointment{people(1, 3), "Resolution 4", "Ill."}, "tellers: The meeting elected Teller A and Teller B", ""},
		{"one more than elected", 3, nil, all, Appointment{people(1, 2, 3), "Resolution 4", "Ill."}, "tellers: The meeting elected", ""},
		{"fewer than elected", 3, nil, Elected{All: one(1, 2, 3), Able: one(1, 2, 3)}, Appointment{people(1, 2), "Resolution 4", "Ill."}, "tellers: The meeting elected", ""},
		{"five of seven elected", 3, nil, Elected{All: one(1, 2, 3, 4, 5, 6, 7), Able: one(1, 2, 3, 4, 5, 6, 7)}, Appointment{people(1, 2, 4, 5, 7), "", ""}, "", "Elected by the EGM of 14 March 2026 (rule 5.5)"},
		{"one elected cannot be, no resolution", 3, nil, Elected{All: one(1, 2), Able: one(1)}, Appointment{people(1, 3), "", ""}, "resolution: Name the minute or resolution", ""},
		{"one elected cannot be, no reason", 3, nil, Elected{All: one(1, 2), Able: one(1)}, Appointment{people(1, 3), "Resolution 4", ""}, "reason: Say why it is not only those", ""},
		{"one elected cannot be, and is replaced", 3, nil, Elected{All: one(1, 2), Able: one(1)}, Appointment{people(1, 3), "Resolution 4", "Elected president."}, "", "Resolution 4"},
		{"one elected cannot be, and the other is left out", 3, nil, Elected{All: one(1, 2), Able: one(1)}, Appointment{people(3, 4), "Resolution 4", "So."}, "tellers: The meeting elected Teller A", ""},
		{"the record has none", 3, nil, Elected{}, Appointment{people(3, 4), "Resolution 4", ""}, "reason: The meeting’s record names no tellers.", ""},
		{"typed by hand without a minute", 0, nil, Elected{}, Appointment{people(3, 4), "", ""}, "resolution: Name the minute", ""},
		{"typed by hand, with a minute", 0, nil, Elected{}, Appointment{people(3, 4), "Minutes, item 1", ""}, "", "Minutes, item 1"},
		{"a change without a reason", 3, people(1, 2), all, Appointment{people(1, 3), "Resolution 4", ""}, "reason: Say why the tellers are changed", ""},
		{"a change without a resolution", 0, people(1, 2), Elected{}, Appointment{people(1, 3), "", "Resigned."}, "resolution: Name the minute", ""},
		{"a change", 3, people(1, 2), all, Appointment{people(1, 3), "Resolution 4", "Resigned."}, "", "Resolution 4"},
	} {
		f := facts{Vote: Vote{Draft: Draft{Meeting: c.meeting, EGM: day(egm)}}, dates: constitution.Shipped()}
		for _, p := range c.now {
			f.tellers = append(f.tellers, teller{Appointed: Appointed{Person: p}})
		}
		got, err := f.appointment(c.in, c.elected)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if err == nil && got.Resolution != c.resolution {
			t.Errorf("%s: by %q, want %q", c.name, got.Resolution, c.resolution)
		}
	}
}

// TestTellersAreThoseWhomTheMeetingElected: a vote from an EGM's record takes them and
// nobody else; a change before the despatch says why and by what, and is told to all.
func TestTellersAreThoseWhomTheMeetingElected(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		secretary := w.actors["secretary"]
		w.hold(w.people[0], auth.Secretary)
		w.reach(StateDraft, draft)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			meeting, err := store.One(ctx, tx, store.Value[MeetingID], `
				INSERT INTO meeting (kind, date, time, place, state, called_by, created_at, created_by)
				VALUES ('egm', $1, '19:30', 'Wellington', 'closed', 'committee', $2, 'test')
				RETURNING id`, egm, w.now)
			if err != nil {
				return err
			}
			for _, p := range w.people[1:3] {
				if _, err := tx.Exec(ctx, `INSERT INTO meeting_teller (meeting_id, person_id) VALUES ($1, $2)`, meeting, p); err != nil {
					return err
				}
			}
			_, err = tx.Exec(ctx, `UPDATE postal_vote SET meeting_id = $2, state = 'frozen' WHERE id = $1`, w.vote, meeting)
			return err
		}))
		elected, err := w.ElectedTellers(ctx, secretary, w.vote)
		if err != nil || len(elected.Able) != 2 || elected.Able[0].Person != w.people[1] {
			t.Fatalf("elected: %+v, %v", elected, err)
		}
		if _, err := w.ElectedTellers(ctx, w.actors["member"], w.vote); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("a member sees whom a vote is to have as tellers: %v", err)
		}
		// The secretary names friends, with a fine reason.
		w.refused(w.Appoint(ctx, secretary, w.vote, w.version(), minuted(w.people[3], w.people[5])), "", "appoint exactly these")
		w.refused(w.Appoint(ctx, secretary, w.vote, w.version(), minuted(w.people[1], w.people[5])), "", "appoint exactly these")
		w.must(w.Appoint(ctx, secretary, w.vote, w.version(), Appointment{Tellers: w.people[1:3]}))
		if n := w.letters("%:tellers:%"); n != 3 { // ana and ben; the secretary has an account too
			t.Errorf("%d letters about the appointment", n)
		}
		w.must(w.Appoint(ctx, secretary, w.vote, w.version(), Appointment{Tellers: w.people[1:3]}))
		if n := w.letters("%:tellers:%"); n != 3 {
			t.Errorf("%d letters after the same tellers once more", n)
		}
		changed := Appointment{Tellers: []auth.PersonID{w.people[1], w.people[5]}}
		if err := w.Appoint(ctx, secretary, w.vote, w.version(), changed); fields(err) != "resolution reason" {
			t.Errorf("a change that says nothing: %v", err)
		}
		changed.Resolution, changed.Reason = "Committee, 16 March 2026, item 2", "Ben resigned."
		w.must(w.Appoint(ctx, secretary, w.vote, w.version(), changed))
		h, err := w.TellerHistory(ctx, secretary, w.vote)
		w.must(err)
		want := "15 March 2026: secretary recorded Member Testcase001 and Member Testcase002 as the tellers: Elected by the EGM " +
			"of 14 March 2026 (rule 5.5).\n15 March 2026: secretary recorded Member Testcase001 and Member Testcase005 as the " +
			"tellers, in place of Member Testcase001 and Member Testcase002: Committee, 16 March 2026, item 2. Reason: Ben resigned."
		if got := strings.Join(h.Lines(true), "\n"); !strings.EqualFold(got, strings.ReplaceAll(want, "secretary", secretary.Name)) {
			t.Errorf("history:\n%s\nwant\n%s", got, want)
		}
	})
}

// letters are how many letters have such a key.
func (w *society) letters(like string) int {
	w.t.Helper()
	return w.count(`SELECT COUNT(*) FROM mail_letter WHERE letter_key LIKE $1`, like)
}
