package kit

import (
	"fmt"
	"slices"
	"testing"
)

// The first thing is what is overdue, nothing overdue is folded away, and nothing is lost.
func TestAnAgendaHidesNothingThatIsOverdue(t *testing.T) {
	task := func(title, state string) Task {
		return Task{Title: title, State: state, Action: "Open", URL: "/" + title, Due: "by 1 July 2026"}
	}
	if a := AgendaOf(nil); a.First.Title != "" || a.Fold != "" {
		t.Errorf("of nothing: %+v", a)
	}
	a := AgendaOf([]Task{task("a", ""), task("b", "soon"), task("c", "overdue")})
	if a.First.Title != "c" || a.First.Kind != KindWarning || a.First.Link.URL != "/c" || a.Next[0].Title != "b" {
		t.Errorf("what is overdue is not first: %+v", a)
	}
	if want := "Overdue: was due by 1 July 2026. "; a.First.Text != want {
		t.Errorf("the first says %q, want %q", a.First.Text, want)
	}
	for late := range 9 {
		for all := range 12 {
			var tasks []Task
			for i := range all {
				tasks = append(tasks, task(fmt.Sprint(i), map[bool]string{true: "overdue"}[i%3 == 0 && i/3 < late]))
			}
			before := slices.Clone(tasks)
			a := AgendaOf(tasks)
			seen := len(a.Next) + len(a.Later)
			if a.First.Title != "" {
				seen++
			}
			if seen != all || len(a.Later) == 1 || (len(a.Later) > 0) != (a.Fold != "") {
				t.Errorf("%d of %d tasks are shown, %d folded as %q", seen, all, len(a.Later), a.Fold)
			}
			if slices.ContainsFunc(a.Later, func(t Task) bool { return t.State == "overdue" }) {
				t.Errorf("of %d tasks one that is overdue is folded", all)
			}
			if fmt.Sprint(tasks) != fmt.Sprint(before) {
				t.Error("the tasks given are changed")
			}
		}
	}
}
