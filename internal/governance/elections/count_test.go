package elections

import (
	"strings"
	"testing"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
)

// Rule 4.16 and its edges, entered at the chair's table.
func TestBallotsOfOrdinaryMembers(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.nominate(Ordinary, "Ana", "Ben", "Cal")
		if got := fields(w.s.RecordBallot(
			ctx, w.secretary, w.ballot(Ordinary, "12+0: Ana 1, Ben 1, Cal 1"),
		)); got != "conflict" {
			t.Errorf("before the meeting: %s", got)
		}
		w.state(meetings.Open)
		if got := fields(w.s.RecordBallot(
			ctx, w.ordinary, w.ballot(Ordinary, "12+0: Ana 1, Ben 1, Cal 1"),
		)); got != "forbidden" {
			t.Errorf("a member counts: %s", got)
		}
		votes := func(given string) string { return VotesField(w.candidate(Ordinary, given)) }
		for _, tt := range []struct{ name, text, refused string }{
			{"more votes than twice the papers", "12+0: Ana 9, Ben 8, Cal 8", "votes"},
			{"more votes for one than papers", "12+0: Ana 13, Ben 0, Cal 0", votes("Ana")},
			{"negative votes", "12+0: Ana -1, Ben 13, Cal 0", votes("Ana") + " " + votes("Ben")},
			{"negative papers", "-1+0: Ana 0, Ben 0, Cal 0", "ballots"},
			{"negative invalid papers", "12+-1: Ana 0, Ben 0, Cal 0", "invalid"},
			{"papers without end", "1000001+0: Ana 0, Ben 0, Cal 0", "ballots"},
			{"one left out", "12+0: Ana 5, Ben 5", votes("Cal")},
		} {
			in := w.ballot(Ordinary, tt.text)
			if got := fields(w.s.RecordBallot(ctx, w.chair, in)); got != tt.refused {
				t.Errorf("%s: refused %q, want %q", tt.name, got, tt.refused)
			}
		}
		stranger := w.ballot(Ordinary, "12+0: Ana 5, Ben 5, Cal 5")
		stranger.Votes[9999] = 1
		if got := fields(w.s.RecordBallot(ctx, w.chair, stranger)); got != "votes" {
			t.Errorf("votes for somebody else: %s", got)
		}
		old := w.ballot(Ordinary, "12+0: Ana 5, Ben 5, Cal 5")
		old.Version--
		if got := fields(w.s.RecordBallot(ctx, w.chair, old)); got != "conflict" {
			t.Errorf("an old version: %s", got)
		}
		for _, tt := range []struct{ name, text, want string }{
			{"as many votes as twice the papers", "12+0: Ana 9, Ben 8, Cal 7", "decided: Ana ballot, Ben ballot"},
			{"exactly ten per cent", "20+3: Ana 15, Ben 2, Cal 1", "decided: Ana ballot, Ben ballot"},
			{"under ten per cent", "21+0: Ana 15, Ben 2, Cal 1", "decided: Ana ballot; empty 1"},
			{"nobody has support", "30+0: Ana 2, Ben 1, Cal 0", "decided; empty 2"},
			{"nobody voted", "0+0: Ana 0, Ben 0, Cal 0", "decided; empty 2"},
			{"a tie for the last seat", "12+0: Ana 9, Ben 5, Cal 5", "tied: Ana ballot; Ben Cal for 1; empty 1"},
		} {
			w.count(Ordinary, tt.text)
			w.wants(Ordinary, tt.want)
			w.setAside(t, Ordinary, tt.name)
			w.wants(Ordinary, "awaits_ballot; Ana Ben Cal for 2; empty 2")
		}
	})
}

func (w *society) setAside(t *testing.T, post Post, reason string) {
	t.Helper()
	v := w.view(post)
	counts := v.Valid()
	w.must(w.s.SetAside(ctx, w.chair, SetAsideInput{
		Election: v.ID, Version: v.Version, No: counts[len(counts)-1].No, Reason: reason,
	}))
}

// Ties are left to the meeting: another ballot among those tied, or the chair.
func TestTies(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.nominate(Ordinary, "Ana", "Ben", "Cal")
		w.state(meetings.Open)
		if got := fields(w.s.BreakTie(
			ctx, w.chair, w.tie(Ordinary, constitution.CastingVote, "Ana", "Ben"),
		)); got != "conflict" {
			t.Errorf("no tie yet: %s", got)
		}
		w.count(Ordinary, "12+0: Ana 9, Ben 5, Cal 5")
		for _, tt := range []struct {
			name string
			in   TieInput
			want string
		}{
			{"nobody is chosen", w.tie(Ordinary, constitution.CastingVote), "chosen"},
			{"both are chosen", w.tie(Ordinary, constitution.CastingVote, "Ben", "Cal"), "chosen"},
			{"somebody who is not tied", w.tie(Ordinary, constitution.CastingVote, "Ana"), "chosen"},
			{"by lot, as the reading does not have it", w.tie(Ordinary, constitution.DrawingLots, "Ben"), "invalid 4.16"},
			{"in no way", w.tie(Ordinary, "coin", "Ben"), "way"},
			{"by what is entered as a ballot", w.tie(Ordinary, Ballot, "Ben"), "way"},
		} {
			if got := fields(w.s.BreakTie(ctx, w.chair, tt.in)); got != tt.want {
				t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
			}
		}
		if got := fields(w.s.RecordBallot(ctx, w.chair, w.ballot(Ordinary, "12+0: Ana 1, Ben 7, Cal 5"))); got != "votes" {
			t.Errorf("another ballot with somebody who is elected: %s", got)
		}
		w.count(Ordinary, "12+0: Ben 6, Cal 6")
		w.wants(Ordinary, "tied: Ana ballot; Ben Cal for 1; empty 1")
		w.must(w.s.BreakTie(ctx, w.chair, w.tie(Ordinary, constitution.CastingVote, "Cal")))
		w.wants(Ordinary, "decided: Ana ballot, Cal chair")
		counts := w.view(Ordinary).Counts
		if len(counts) != 3 || counts[2].Chair.ID != w.people["Hemi"] || counts[1].Seats != 1 {
			t.Errorf("%+v", counts)
		}
		if got := fields(w.s.RecordBallot(ctx, w.chair, w.ballot(Ordinary, "12+0: Ben 6, Cal 6"))); got != "conflict" {
			t.Errorf("a ballot after the decision: %s", got)
		}
		v := w.view(Ordinary)
		for no, want := range map[int]string{1: "conflict", 7: "conflict"} {
			if got := fields(w.s.SetAside(ctx, w.chair, SetAsideInput{
				Election: v.ID, Version: v.Version, No: no, Reason: "Wrong",
			})); got != want {
				t.Errorf("count %d set aside: %s", no, got)
			}
		}
		if got := fields(w.s.SetAside(ctx, w.chair, SetAsideInput{
			Election: v.ID, Version: v.Version, No: 3, Reason: " ",
		})); got != "reason" {
			t.Errorf("without a reason: %s", got)
		}
		w.setAside(t, Ordinary, "The chair took it back.")
		w.wants(Ordinary, "tied: Ana ballot; Ben Cal for 1; empty 1")
		if n := len(w.view(Ordinary).Counts); n != 3 {
			t.Errorf("%d counts are kept", n)
		}
	})
}

func TestTiesByARuling(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.must(w.s.governance.RecordRuling(ctx, w.secretary, constitution.Ruling{
			Question: constitution.ElectionTie, Reading: "lot", Meeting: day("2026-02-01"), Words: "By lot.",
		}))
		w.nominate("secretary", "Ana", "Ben")
		w.state(meetings.Open)
		w.count("secretary", "12+0: Ana 6, Ben 6")
		if ways := w.view("secretary").Ways; len(ways) != 1 || ways[0] != constitution.DrawingLots {
			t.Errorf("ways %v", ways)
		}
		if got := fields(w.s.BreakTie(
			ctx, w.chair, w.tie("secretary", constitution.CastingVote, "Ana"),
		)); got != "invalid 4.15" {
			t.Errorf("by the chair: %s", got)
		}
		if got := fields(w.s.RecordBallot(ctx, w.chair, w.ballot("secretary", "12+0: Ana 7, Ben 5"))); got != "invalid 4.15" {
			t.Errorf("by another ballot: %s", got)
		}
		w.must(w.s.BreakTie(ctx, w.chair, w.tie("secretary", constitution.DrawingLots, "Ben")))
		w.wants("secretary", "decided: Ben lot")
	})
}

// Rule 4.15.
func TestBallotsOfOfficers(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.nominate("president", "Ana")
		w.nominate("secretary", "Ben", "Cal")
		w.state(meetings.Open)
		w.wants("president", "decided: Ana unopposed")
		if got := fields(w.s.RecordBallot(ctx, w.chair, w.ballot("president", "12+0: Ana 12"))); got != "invalid 4.15" {
			t.Errorf("a ballot on the only candidate: %s", got)
		}
		if got := fields(w.s.RecordBallot(ctx, w.chair, w.ballot("secretary", "12+0: Ben 7, Cal 6"))); got != "votes" {
			t.Errorf("two votes on a paper: %s", got)
		}
		if got := fields(w.s.RecordBallot(
			ctx, w.chair, w.ballot("secretary", "12+1000001: Ben 6, Cal 6"),
		)); got != "invalid" {
			t.Errorf("invalid papers without end: %s", got)
		}
		w.count("secretary", "12+0: Ben 5, Cal 7")
		w.wants("secretary", "decided: Cal ballot")
		w.wants("treasurer", "decided; empty 1")
	})
}

// Each member present has one paper.
func TestMorePapersThanMembers(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.nominate("secretary", "Ben", "Cal")
		w.state(meetings.Open)
		for _, given := range []string{"Ana", "Ben", "Cal", "Stray"} {
			w.exec(
				`INSERT INTO meeting_presence (meeting_id, person_id, came, place, came_at) VALUES ($1, $2, 'beginning', 'room', $3)`,
				w.agm, w.people[given], w.now,
			)
		}
		w.exec(
			`INSERT INTO meeting_presence (meeting_id, person_id, came, place, came_at) VALUES ($1, $2, 'beginning', 'online', $3)`,
			w.agm, w.people["Fay"], w.now,
		)
		if got := fields(w.s.RecordBallot(ctx, w.chair, w.ballot("secretary", "3+1: Ben 2, Cal 1"))); got != "ballots" {
			t.Errorf("four papers of three members, and one online: %q", got)
		}
		w.count("secretary", "2+1: Ben 1, Cal 1")
	})
}

// A tie is broken among those tied, by a chair who is recorded; a count is set
// aside for a reason that can be kept.
func TestWhatBreaksATie(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.nominate("president", "Ana", "Ben", "Cal")
		w.state(meetings.Open)
		w.count("president", "11+0: Ana 5, Ben 5, Cal 1")
		if got := fields(w.s.BreakTie(ctx, w.chair, w.tie("president", constitution.CastingVote, "Cal"))); got != "chosen" {
			t.Errorf("somebody who is not tied: %q", got)
		}
		v := w.view("president")
		if got := fields(w.s.SetAside(ctx, w.chair, SetAsideInput{
			Election: v.ID, Version: v.Version, No: 1, Reason: strings.Repeat("x", maxReason+1),
		})); got != "reason" {
			t.Errorf("a reason that is too long: %q", got)
		}
		w.exec(`UPDATE meeting SET chair_id = NULL, chair_how = '' WHERE id = $1`, w.agm)
		if got := fields(w.s.BreakTie(ctx, w.secretary, w.tie("president", constitution.CastingVote, "Ana"))); got != "way" {
			t.Errorf("a casting vote of nobody: %q", got)
		}
	})
}
