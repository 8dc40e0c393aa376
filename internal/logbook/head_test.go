package logbook

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

func TestWhoKeepsTheHead(t *testing.T) {
	president := keeper{1, "Aroha", "President", "a@example.nz"}
	secretary := keeper{2, "Hēmi", "Secretary", "h@example.nz"}
	treasurer := keeper{3, "Ngaio", "Treasurer", "n@example.nz"}
	unreached := secretary
	unreached.address = ""
	both := president
	both.office = "Secretary"
	for _, tt := range []struct {
		name string
		list []keeper
		want string
	}{
		{"president and secretary", []keeper{president, secretary, treasurer}, "Aroha Hēmi"},
		{"one person in both offices", []keeper{president, both, treasurer}, "Aroha Ngaio"},
		{"the secretary has no address", []keeper{president, unreached, treasurer}, "Aroha Ngaio"},
		{"only one person", []keeper{president, both}, "Aroha"},
		{"nobody can be reached", []keeper{unreached}, ""},
		{"nobody", nil, ""},
	} {
		var names []string
		for _, k := range keepersOf(tt.list) {
			names = append(names, k.name)
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// world is a society with a log.
type world struct {
	t       *testing.T
	db      *store.DB
	now     civil.Instant
	members *members.Service
	auth    *auth.Service
	outbox  *mail.Service
	s       *Service
}

func onBoth(t *testing.T, run func(t *testing.T, w *world)) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		w := &world{t: t, db: db, now: civil.MustParseInstant("2026-11-01T00:00:00.000Z")}
		clock := func() civil.Instant { return w.now }
		w.members = members.New(db, clock)
		w.auth = auth.New(db, clock, auth.Settings{Society: "Test"})
		w.outbox = mail.New(db, clock, nil)
		w.s = New(db, clock, "Test", w.outbox)
		run(t, w)
		if _, err := audit.Verify(ctx, db); err != nil {
			t.Errorf("the log: %v", err)
		}
	})
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// officer adds a person with an address and an office.
func (w *world) officer(name, email string, role auth.Role) members.PersonID {
	w.t.Helper()
	id, err := w.members.Register(ctx, auth.System("test"), members.RegisterInput{
		PersonInput: members.PersonInput{FamilyName: name, GivenNames: "Kiri", Email: email},
	})
	w.must(err)
	_, err = w.auth.Appoint(ctx, auth.System("test"), auth.Office{Person: id, Role: role, From: w.now.Date()})
	w.must(err)
	return id
}

func (w *world) letters() []mail.Entry {
	w.t.Helper()
	box, err := w.outbox.Outbox(ctx, auth.System("test"), mail.Filter{Size: 50})
	w.must(err)
	return box.Entries
}

func (w *world) send(wantQueued, wantKeepers int) {
	w.t.Helper()
	queued, keepers, err := w.s.SendHead(ctx)
	if queued != wantQueued || keepers != wantKeepers || err != nil {
		w.t.Errorf("SendHead = %d queued, %d keepers, %v; want %d, %d", queued, keepers, err, wantQueued, wantKeepers)
	}
}

func TestTwoOfficersGetTheHeadEachMonth(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.send(0, 0) // nobody holds an office
		w.officer("Rimu", "rimu@example.nz", auth.President)
		w.send(1, 1)
		if body := w.letters()[0].Body; !strings.Contains(body, "No one else gets this letter") {
			t.Errorf("alone:\n%s", body)
		}
		w.send(0, 1)
		w.officer("Tōtara", "", auth.Secretary)
		w.officer("Kauri", "kauri@example.nz", auth.Treasurer)
		w.send(1, 2) // the first has this month’s
		w.send(0, 2)
		if body := w.letters()[0].Body; !strings.Contains(body, "addressed to Kiri Rimu (president)") {
			t.Errorf("the treasurer’s:\n%s", body)
		}
		w.now = civil.MustParseInstant("2026-11-30T11:30:00.000Z") // 1 December in Auckland
		seq, hash, err := audit.Head(ctx, w.db)
		w.must(err)
		w.send(2, 2)
		w.send(0, 2)
		for i, letter := range w.letters()[:2] {
			marks, err := audit.FindMarks(letter.Body)
			if fmt.Sprint(marks) != fmt.Sprintf("[%s]", audit.MarkOf(seq, hash)) || err != nil {
				t.Errorf("letter %d has %v, %v; want the head %s", i, marks, err, audit.MarkOf(seq, hash))
			}
			w.must(audit.Compare(ctx, w.db, marks))
		}
		given, err := w.s.HeadsOut(ctx)
		if len(given) != 3 || err != nil || given[2].Mark != audit.MarkOf(seq, hash) || given[2].With != "monthly letters to officers" {
			t.Errorf("%+v, %v", given, err)
		}
	})
}
