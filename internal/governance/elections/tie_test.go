package elections

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
)

// came records people at the door of the AGM, which opened now.
func (w *society) came(given ...string) {
	w.t.Helper()
	for _, g := range given {
		w.exec(
			`INSERT INTO meeting_presence (meeting_id, person_id, came, place, came_at) VALUES ($1, $2, 'beginning', 'room', $3)`,
			w.agm, w.people[g], w.now,
		)
	}
}

func (w *society) chairs(given string) {
	w.t.Helper()
	w.exec(`UPDATE meeting SET chair_id = $2 WHERE id = $1`, w.agm, w.people[given])
}

// Rules 4.15 and 4.16: a chair who is among those tied does not decide; another
// takes the chair for it, and the minutes tell.
func TestAChairAmongThoseTied(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.nominate("president", "Ana", "Ben", "Cal")
		w.state(meetings.Open)
		w.came("Ana", "Ben", "Cal", "Dee", "Eva", "Fay", "Stray")
		w.count("president", "5+0: Ana 2, Ben 2, Cal 1")
		w.chairs("Ana")
		v, err := w.s.Election(ctx, w.secretary, w.view("president").ID)
		w.must(err)
		var names []string
		for _, p := range v.StandIns {
			names = append(names, strings.TrimSuffix(p.Name, " Testcase"))
		}
		if got := strings.Join(names, " "); !v.ChairTied || got != "Cal Dee Eva Fay" {
			t.Errorf("tied %t, and %q may take the chair", v.ChairTied, got)
		}
		cast := func(chair string) string {
			in := w.tie("president", constitution.CastingVote, "Ana")
			in.Chair = w.people[chair]
			return fields(w.s.BreakTie(ctx, w.secretary, in))
		}
		for name, chair := range map[string]string{
			"without another": "nobody", "for herself": "Ana", "the other who is tied": "Ben", "no member": "Stray",
		} {
			if got := cast(chair); got != "chair" {
				t.Errorf("%s: %q", name, got)
			}
		}
		if got := cast("Dee"); got != "" {
			t.Fatalf("another: %q", got)
		}
		n := w.view("president").Counts[1]
		if n.Chair.ID != w.people["Dee"] || n.Aside.ID != w.people["Ana"] || !w.view("president").Outcome.Trace.Uses(
			constitution.ChairInTie,
		) {
			t.Errorf("%+v, %s", n, w.view("president").Outcome.Trace)
		}
		blocks, err := w.s.Blocks(ctx, w.secretary, w.agm)
		w.must(err)
		want := "Ana Testcase is in the chair and among those tied: Dee Testcase took the chair for the casting vote"
		if got := markdown(blocks[0]); !strings.Contains(got, want) || !strings.Contains(got, "casting vote of the chair, Dee") {
			t.Errorf("the minutes: %s", got)
		}
	})
}

// A chair who is not tied decides as before, and nobody else.
func TestAChairWhoIsNotTied(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.nominate("president", "Ana", "Ben", "Cal")
		w.state(meetings.Open)
		w.came("Ana", "Ben", "Cal", "Dee")
		w.count("president", "4+0: Ana 2, Ben 2, Cal 0")
		w.chairs("Cal") // a candidate, and not among those tied
		in := w.tie("president", constitution.CastingVote, "Ana")
		in.Chair = w.people["Dee"]
		if got := fields(w.s.BreakTie(ctx, w.secretary, in)); got != "chair" {
			t.Errorf("another than the chair: %q", got)
		}
		in.Chair = 0
		w.must(w.s.BreakTie(ctx, w.secretary, in))
		w.wants("president", "decided: Ana chair")
	})
}

// By a ruling the chair decides also among those tied.
func TestAChairWhoMayDecideTheOwnTie(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.nominate("president", "Ana", "Ben")
		w.rule(constitution.ChairInTie, "chair")
		w.state(meetings.Open)
		w.count("president", "4+0: Ana 2, Ben 2")
		w.chairs("Ana")
		w.must(w.s.BreakTie(ctx, w.secretary, w.tie("president", constitution.CastingVote, "Ana")))
		if o := w.view("president").Outcome; o.State != Decided || !o.Trace.Uses(constitution.ChairInTie) {
			t.Errorf("%s", o.Trace)
		}
	})
}

// Rule 4.10: spoiled and blank papers are counted apart, and are no more with the
// valid ones than members were there together.
func TestSpoiledAndBlankPapersOfAnElection(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.nominate("president", "Ana", "Ben")
		w.state(meetings.Open)
		w.came("Ana", "Ben", "Cal", "Dee")
		w.now = w.now.Add(time.Minute)
		w.exec(`UPDATE meeting_presence SET left_at = $2 WHERE person_id = $1`, w.people["Dee"], w.now)
		w.now = w.now.Add(time.Minute)
		w.came("Eva") // five came, and never more than four were there
		record := func(text string, blank int) string {
			in := w.ballot("president", text)
			in.Blank = blank
			return fields(w.s.RecordBallot(ctx, w.secretary, in))
		}
		if got := record("2+1: Ana 1, Ben 1", 2); got != "ballots" {
			t.Errorf("five papers of four: %q", got)
		}
		if got := record("2+1: Ana 1, Ben 1", -1); got != "blank" {
			t.Errorf("fewer than none: %q", got)
		}
		in := w.ballot("president", "4+1: Ana 2, Ben 2")
		err := w.s.RecordBallot(ctx, w.secretary, in)
		if e, ok := errors.AsType[*apperr.Error](err); !ok || !strings.Contains(fmt.Sprint(e.Fields), "(4.15)") {
			t.Errorf("a ballot for an officer is by rule 4.15: %v", err)
		}
		if got := record("2+1: Ana 2, Ben 0", 1); got != "" {
			t.Fatalf("four papers: %q", got)
		}
		if n := w.view("president").Counts[0]; n.Invalid != 1 || n.Blank != 1 || !n.Apart {
			t.Errorf("%+v", n)
		}
		blocks, err := w.s.Blocks(ctx, w.secretary, w.agm)
		w.must(err)
		if got := markdown(blocks[0]); !strings.Contains(got, "2 valid papers, 1 spoiled, 1 blank: 4 in all.") {
			t.Errorf("the minutes: %s", got)
		}
	})
}

// Rule 4.11: the papers of the last ballot are counted again; both counts are
// kept, and the one that stands elects.
func TestARecountOfABallot(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.nominate("president", "Ana", "Ben")
		w.state(meetings.Open)
		again := func(of int, text string, change func(*RecountInput)) string {
			in := RecountInput{
				BallotInput: w.ballot("president", text), Of: of, Asked: w.people["Ben"], Stands: meetings.SecondStands,
				Reason: "Two papers stuck together.",
			}
			if change != nil {
				change(&in)
			}
			return fields(w.s.RecordRecount(ctx, w.chair, in))
		}
		if got := again(1, "11+0: Ana 6, Ben 5", nil); got != "conflict" {
			t.Errorf("before a ballot: %q", got)
		}
		w.count("president", "11+0: Ana 5, Ben 6")
		for name, tt := range map[string]struct {
			change func(*RecountInput)
			want   string
		}{
			"without a reason":   {func(in *RecountInput) { in.Reason = " " }, "reason"},
			"a reason too long":  {func(in *RecountInput) { in.Reason = strings.Repeat("x", maxReason+1) }, "reason"},
			"neither stands":     {func(in *RecountInput) { in.Stands = "" }, "stands"},
			"a stranger asked":   {func(in *RecountInput) { in.Asked = w.people["Stray"] }, "asked"},
			"more votes":         {func(in *RecountInput) { in.Papers = 10 }, "votes"},
			"of another count":   {func(in *RecountInput) { in.Of = 2 }, "conflict"},
			"of an older screen": {func(in *RecountInput) { in.Version-- }, "conflict"},
		} {
			if got := again(1, "11+0: Ana 6, Ben 5", tt.change); got != tt.want {
				t.Errorf("%s: %q, want %q", name, got, tt.want)
			}
		}
		if got := fields(w.s.RecordRecount(ctx, auth.Actor{}, RecountInput{
			BallotInput: w.ballot("president", "11+0: Ana 6, Ben 5"), Of: 1,
		})); !strings.HasPrefix(got, "sign") {
			t.Errorf("by nobody: %q", got)
		}
		if got := again(1, "11+0: Ana 5, Ben 6", func(in *RecountInput) { in.Stands = meetings.FirstStands }); got != "" {
			t.Fatalf("the first stands: %q", got)
		}
		w.wants("president", "decided: Ben ballot")
		if got := again(1, "11+0: Ana 6, Ben 5", nil); got != "" {
			t.Fatalf("the second stands: %q", got)
		}
		w.wants("president", "decided: Ana ballot")
		blocks, err := w.s.Blocks(ctx, w.secretary, w.agm)
		w.must(err)
		for _, want := range []string{
			"Count 1 was counted again as Ben Testcase asked; the first count stands", "; the second count stands: Two papers",
			"Count 3 counted the papers of count 1 again, and stands",
		} {
			if got := markdown(blocks[0]); !strings.Contains(got, want) {
				t.Errorf("the minutes do not say %q: %s", want, got)
			}
		}
		w.setAside(t, "president", "It was of another ballot.") // the recount
		w.wants("president", "decided: Ben ballot")
	})
}
