package meetings

import (
	"strings"
	"testing"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/store/storetest"
)

// The minutes tell of apologies, notes and the day to which the meeting was
// adjourned, and of letters only those that left.
func TestMinutesTellWhatHappenedWhileTheMeetingRan(t *testing.T) {
	w := newSociety(t, storetest.SQLite(t))
	var motion MotionID
	id := w.held(func(id ID) { motion = w.propose(id, MotionInput{}) })
	w.must(w.s.Apologise(ctx, w.secretary, id, w.people[20]))
	_, err := w.s.AddNote(ctx, w.secretary, id, w.view(id).Agenda[2].ID, "The *clocks* are back.")
	w.must(err)
	w.moves(id, LieOnTable, motion, true)
	in := continues("2026-03-28")
	in.Reason = "The hall closes at four"
	w.adjourn(id, in)
	draft := func() string {
		t.Helper()
		text, err := w.s.DraftMinutes(ctx, w.secretary, id, nil)
		w.must(err)
		return text.Markdown()
	}
	adjourned := draft()
	for _, want := range []string{
		"## Present on 14 March 2026", "At the beginning (12): ", "From 1 member: Kiri Testcase20.",
		`The \*clocks\* are back.`, "Motion 1 was not reached: That the motion lie on the table: motion 2 was carried.",
		"to Saturday, 28 March 2026, at 6:30 pm, Library, Wellington. Reason: The hall closes at four.",
		"Kiri Testcase00 took the chair, as the senior officer present (rule 4.3), and had it when the meeting was adjourned.",
	} {
		if !strings.Contains(adjourned, want) {
			t.Errorf("the minutes lack %q:\n%s", want, adjourned)
		}
	}
	if strings.Contains(adjourned, "told of that day") || strings.Contains(adjourned, "0 present") {
		t.Errorf("the minutes tell what has not happened:\n%s", adjourned)
	}
	w.deliver(nil)
	w.on("2026-03-28")
	w.arrive(id, 11)
	w.open(id)
	w.moves(id, TakeUp, motion, true)
	w.count(motion, 0, constitution.Hands, votes(6, 2, 0))
	w.declare(motion)
	w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
	continued := draft()
	for _, want := range []string{
		"21 members were told of that day by e-mail.", "## Present on 28 March 2026", "At the beginning (11): ",
		"The meeting resumed at ", "11 present at the beginning ≥ 10",
	} {
		if !strings.Contains(continued, want) {
			t.Errorf("the minutes lack %q:\n%s", want, continued)
		}
	}
}
