package kit

import "slices"

// Agenda is what waits for the reader of a desk: one thing first and large, some that follow, and the rest folded.
type Agenda struct {
	First NextStep // without a title where nothing waits
	Next  []Task
	Later []Task
	Fold  string // what the fold says: "5 more, none of them overdue"
}

// shownTasks is how many tasks follow the first before the rest is folded. What is overdue is never folded.
const shownTasks = 4

// taskOrder is the order of tasks: what is overdue, what is due soon, the rest.
var taskOrder = map[string]int{"overdue": 0, "soon": 1, "": 2}

// AgendaOf puts tasks in order: what is overdue first, then what has a day, each in the order given. The order given
// decides otherwise.
func AgendaOf(tasks []Task) Agenda {
	sorted := slices.Clone(tasks)
	slices.SortStableFunc(sorted, func(a, b Task) int { return taskOrder[a.State] - taskOrder[b.State] })
	if len(sorted) == 0 {
		return Agenda{}
	}
	first := sorted[0]
	out := Agenda{First: NextStep{
		Title: first.Title, Kind: KindInfo, Text: first.Text, Trace: first.Trace,
		Link: &Link{Label: first.Action, URL: first.URL},
	}}
	switch {
	case first.State == "overdue":
		out.First.Kind = KindWarning
		if first.Due != "" {
			out.First.Text = "Overdue: was due " + first.Due + ". " + first.Text
		}
	case first.Due != "":
		out.First.Text = Capital(first.Due) + ". " + first.Text
	}
	for i, t := range sorted[1:] {
		if i < shownTasks || t.State == "overdue" {
			out.Next = append(out.Next, t)
		} else {
			out.Later = append(out.Later, t)
		}
	}
	if n := len(out.Later); n == 1 { // a fold of one hides more than it saves
		out.Next, out.Later = append(out.Next, out.Later...), nil
	} else if n > 1 {
		out.Fold = IDText(n) + " more, none of them overdue"
	}
	return out
}
