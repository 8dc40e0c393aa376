package elections

import (
	"slices"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/governance/meetings"
)

// adjourned ends the AGM's day of 14 March, at which some were there, and resumes it on
// 28 March with others.
func (w *society) adjourned(first, then []string) {
	w.t.Helper()
	began, ended := civil.MustParseInstant("2026-03-14T01:00:00.000Z"), civil.MustParseInstant("2026-03-14T03:00:00.000Z")
	w.now = civil.MustParseInstant("2026-03-28T01:00:00.000Z")
	w.exec(`
		INSERT INTO meeting_adjournment (meeting_id, number, day, time, place, told, began_at, quorum, adjourned_at, adjourned_by,
		                                 resumed_at)
		VALUES ($1, 1, '2026-03-28', '19:30', 'The hall', 'none', $2, '{}', $3, 'the test', $4)`, w.agm, began, ended, w.now)
	for _, given := range first {
		w.exec(`
			INSERT INTO meeting_sat (adjournment_id, person_id, came, place, came_at, entitled)
			SELECT id, $2, 'beginning', 'room', began_at, TRUE FROM meeting_adjournment WHERE meeting_id = $1`, w.agm, w.people[given])
	}
	for _, given := range then {
		w.exec(
			`INSERT INTO meeting_presence (meeting_id, person_id, came, place, came_at) VALUES ($1, $2, 'beginning', 'room', $3)`,
			w.agm, w.people[given], w.now,
		)
	}
}

// Offices begin on the day after the last day of an AGM that was adjourned, and who was
// elected on which day was a member then is asked of that day.
func TestOfficesBeginAfterTheLastDayOfAnAdjournedAGM(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.now = civil.MustParseInstant("2026-03-01T02:00:00.000Z")
		w.elected()
		w.exec(`UPDATE election_count SET recorded_at = '2026-03-14T02:00:00.000Z'`)
		w.adjourned(nil, nil)
		w.exec(
			`UPDATE membership_term SET to_day = '2026-03-20' WHERE person_id IN ($1, $2)`, w.people["Pania"], w.people["Ana"],
		)
		w.exec(`UPDATE meeting SET state = 'closed' WHERE id = $1`, w.agm)
		w.now = civil.MustParseInstant("2026-03-29T01:00:00.000Z")
		next, err := w.s.Succession(ctx, w.secretary, w.agm, nil)
		w.must(err)
		if next.Last != day("2026-03-28") || next.First != day("2026-03-29") {
			t.Errorf("offices change from %s to %s", next.Last, next.First)
		}
		var unregistered []string
		for _, x := range next.Findings {
			if strings.Contains(x.Text, "was not registered as a member") {
				unregistered = append(unregistered, x.Text)
			}
		}
		if len(unregistered) != 1 || !strings.HasPrefix(unregistered[0], "Pania") { // unopposed; Ana was elected on the 14th
			t.Errorf("warned of %q", unregistered)
		}
		w.must(w.s.Confirm(ctx, w.secretary, w.confirmation()))
		for on, want := range map[string]string{"2026-03-28": "secretary Sione", "2026-03-29": "secretary Ana"} {
			if got := strings.Split(w.holders(on), "; "); !slices.Contains(got, want) {
				t.Errorf("on %s: %q, want %q", on, got, want)
			}
		}
	})
}

// Bug: after an adjournment as many ballot papers were taken as members had been there
// on the larger day, and others could set aside what the first day had decided.
func TestAnElectionGoesByItsOwnDay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.nominate("president", "Ana", "Ben")
		w.nominate("secretary", "Ben", "Cal")
		w.nominate("treasurer", "Cal", "Dee")
		w.state(meetings.Open)
		w.now = civil.MustParseInstant("2026-03-14T02:00:00.000Z")
		w.count("president", "4+0: Ana 3, Ben 1")
		w.count("treasurer", "4+0: Cal 2, Dee 2")
		w.adjourned([]string{"Ana", "Ben", "Cal", "Dee"}, []string{"Ana", "Eva", "Fay"})
		if got := fields(w.s.RecordBallot(ctx, w.chair, w.ballot("secretary", "4+0: Ben 3, Cal 1"))); got != "ballots" {
			t.Errorf("four papers of three: %q", got)
		}
		w.count("secretary", "3+0: Ben 2, Cal 1")
		aside := func(post Post) string {
			v := w.view(post)
			return fields(w.s.SetAside(ctx, w.chair, SetAsideInput{Election: v.ID, Version: v.Version, No: 1, Reason: "A slip."}))
		}
		if got := aside("president"); got != "conflict" {
			t.Errorf("what the first day decided, set aside: %q", got)
		}
		if got := aside("secretary"); got != "" {
			t.Errorf("what this day decided, set aside: %q", got)
		}
		again := func(post Post, text string) string {
			return fields(w.s.RecordRecount(ctx, w.chair, RecountInput{
				BallotInput: w.ballot(post, text), Of: 1, Stands: meetings.SecondStands, Reason: "Two papers stuck together.",
			}))
		}
		if got := again("president", "4+1: Ana 3, Ben 1"); got != "ballots" {
			t.Errorf("five papers of four on the first day: %q", got)
		}
		if got := again("president", "4+0: Ana 4, Ben 0"); got != "" {
			t.Errorf("the papers of the first day, counted again: %q", got)
		}
		if got := aside("treasurer"); got != "" {
			t.Errorf("a tie of the first day, set aside: %q", got)
		}
	})
}
