package meetings

import (
	"errors"
	"slices"
	"strconv"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// changeRows is how many figures one motion can change, and wordingRows of how
// many rules the wording.
const (
	changeRows  = 4
	wordingRows = 2
)

// The fields of a row: a figure and its new value, a rule and its new wording.
func figureField(i int) (figure, value string) {
	n := strconv.Itoa(i + 1)
	return "figure_" + n, "value_" + n
}

func wordingField(i int) (rule, words string) {
	n := strconv.Itoa(i + 1)
	return "rule_" + n, "words_" + n
}

// fillChange fills in what a motion changes.
func fillChange(in *kit.Filling, change []meetings.FigureChange) {
	figures, rules := 0, 0
	for _, ch := range change {
		var name, value string
		if ch.Wording() {
			name, value = wordingField(rules)
			rules++
		} else {
			name, value = figureField(figures)
			figures++
		}
		in.Set(name, ch.Name)
		in.Set(value, ch.Value)
	}
}

// startWordings answers the number of a rule that came without a text with the
// wording in force, to be changed.
func startWordings(in *kit.Filling, r meetings.Record) {
	for i := range wordingRows {
		rule, words := wordingField(i)
		if in.Text(words) == "" && in.Text(rule) != "" {
			in.Set(words, r.WordingOf(in.Text(rule)))
		}
	}
}

// changeFields are what a motion on the constitution changes, figures and
// wording.
func changeFields(con constitution.Constitution) []kit.Field {
	figures := []kit.Option{{Label: "None"}}
	for _, f := range con.Figures.List() {
		figures = append(figures, kit.Option{Value: f.Name, Label: f.Rule + " " + f.Label + ": " + f.Text()})
	}
	var out []kit.Field
	for i := range changeRows {
		figure, value := figureField(i)
		out = append(out,
			kit.Field{Name: figure, Label: "Another figure that changes", Type: "select", Options: slices.Clone(figures)},
			kit.Field{Name: value, Label: "New value", Width: "medium", Autocomplete: "off"},
		)
	}
	out[0].Label, out[0].Options[0].Label = "Figure that changes", "None: the wording only"
	out[1].Hint = "As you would write it: 12, two thirds, 31 March."
	first := len(out)
	for i := range wordingRows {
		rule, words := wordingField(i)
		out = append(out,
			kit.Field{Name: rule, Label: "Another rule whose wording changes", Width: "short", Autocomplete: "off"},
			kit.Field{Name: words, Label: "Its new wording", Type: "textarea", Rows: 5},
		)
	}
	out[first].Label = "Rule whose wording changes"
	out[first].Hint = "Its number, such as 4.2. Leave the wording empty to start from the wording in force."
	return out
}

// readChange reads the figures and the wordings that a form changes.
func readChange(in *kit.Filling) []meetings.FigureChange {
	var out []meetings.FigureChange
	for i := range changeRows {
		figure, value := figureField(i)
		change := meetings.FigureChange{Name: in.Text(figure), Value: in.Text(value)}
		if change.Name == "" && change.Value != "" {
			in.Problem(figure, "Choose the figure that becomes “%s”, or leave its new value empty.", change.Value)
		} else if change.Name != "" {
			out = append(out, change)
		}
	}
	for i := range wordingRows {
		rule, words := wordingField(i)
		change := meetings.FigureChange{Name: in.Text(rule), Value: in.Text(words)}
		switch {
		case change.Name == "" && change.Value == "":
		case !change.Wording():
			in.Problem(rule, "Enter the number of the rule, such as 4.2.")
		default:
			out = append(out, change)
		}
	}
	return out
}

// atItsField puts what is wrong with a figure or a wording beside what was typed
// for it; what is wrong with one that the form does not change stands with the first.
func atItsField(in *kit.Filling, err error) error {
	refused, ok := errors.AsType[*apperr.Error](err)
	if !ok {
		return err
	}
	first, _ := figureField(0)
	moved := *refused
	moved.Fields = slices.Clone(refused.Fields)
	for i, p := range moved.Fields {
		if constitution.IsFigure(p.Name) || p.Name == "change" {
			moved.Fields[i].Name = first
		}
		for row := range changeRows {
			if figure, value := figureField(row); in.Text(figure) == p.Name {
				moved.Fields[i].Name = value
			}
		}
		for row := range wordingRows {
			if rule, words := wordingField(row); in.Text(rule) == p.Name {
				moved.Fields[i].Name = words
			}
		}
	}
	return &moved
}
