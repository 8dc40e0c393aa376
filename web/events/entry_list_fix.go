package events

import (
	"fmt"
	"strconv"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// allFixable is up to how many rows a page shows the fields of every row; of a longer list it shows those of the rows
// that need a look.
const allFixable = 300

// askAboutColumns asks what the columns of a spreadsheet are, and about all rows at once.
func (p *EntryListPage) askAboutColumns(in *kit.Filling, list tournaments.EntryList, o tournaments.Overview) {
	if list.Done {
		return
	}
	for _, column := range list.Columns {
		f := kit.Field{Name: fmt.Sprintf("column-%d", column.Number), Label: column.Heading, Type: "select"}
		if f.Label == "" {
			f.Label = fmt.Sprintf("Column %d", column.Number)
		}
		if column.Example != "" {
			f.Hint = "Such as “" + column.Example + "”"
		}
		chosen := column.Means
		if in.Sends(f.Name) {
			chosen = in.Text(f.Name)
		}
		f.Options = []kit.Option{{Label: "Not read", Selected: chosen == ""}}
		for _, m := range tournaments.ListMeanings() {
			f.Options = append(f.Options, kit.Option{Value: m.Key, Label: m.Title, Selected: m.Key == chosen})
		}
		f.ID = f.Name
		p.Columns = append(p.Columns, f)
	}
	if len(p.Columns) > 0 {
		p.Every = append(p.Every, &kit.Field{
			ID: "headless", Name: "headless", Label: "The first row is a player too, not headings", Type: "checkbox",
			Checked: list.Headless || in.Ticked("headless"),
		})
	}
	if len(o.Sections) > 1 {
		f := kit.Field{ID: "section", Name: "section", Label: "Section of the rows that name none", Type: "select"}
		chosen := list.Section
		if in.Sends(f.Name) {
			chosen = kit.Chosen[tournaments.SectionID](in, f.Name)
		}
		f.Options = []kit.Option{{Label: "Choose for each row", Selected: chosen == 0}}
		for _, sec := range o.Sections {
			f.Options = append(f.Options, kit.Option{
				Value: kit.IDText(sec.Section.ID), Label: sec.Section.Name, Selected: sec.Section.ID == chosen,
			})
		}
		p.Every = append(p.Every, &f)
	}
}

// askToFix shows a row's fields, to be corrected in place.
func (r *ListRow) askToFix(in *kit.Filling, page *kit.Page, row tournaments.EntryRow, all bool) {
	if row.Written != "" {
		r.Written = &kit.Field{
			ID: "written-" + r.Number, Name: "written-" + r.Number, Label: "Keep “" + row.Written + "” as the list has it",
			Type: "checkbox", Checked: row.Now.AsWritten,
		}
		if in.Sends("given-" + r.Number) {
			r.Written.Checked = in.Ticked(r.Written.Name)
		}
	}
	r.Open = len(row.Problems) > 0
	if !all && len(row.Problems)+len(row.Warnings) == 0 {
		return
	}
	for _, f := range []struct{ name, label, value string }{
		{"family", "Family name", row.Now.Family}, {"given", "Given names", row.Now.Given},
		{"grade", "Grade or rating", row.Now.Grade}, {"club", "Club", row.Now.Club},
		{"absent", "Absent in rounds", row.Now.Absent},
	} {
		field := kit.Field{Name: f.name + "-" + r.Number, Label: f.label, Width: "short"}
		if f.name != "grade" && f.name != "absent" {
			field.Width = ""
		}
		field = in.Field(page, field)
		if !in.Sends(field.Name) {
			field.Value = f.value
		}
		r.Open = r.Open || in.Sends(field.Name) && field.Value != f.value
		r.Fix = append(r.Fix, field)
	}
}

// readRevision reads what was changed of the list, and what was chosen.
func readRevision(in *kit.Filling, list tournaments.EntryList) tournaments.ListRevision {
	out := tournaments.ListRevision{
		Version: in.Version(), Section: list.Section, Choices: readChoices(in, list),
	}
	if in.Sends("section") {
		out.Section = kit.Chosen[tournaments.SectionID](in, "section")
	}
	for _, column := range list.Columns {
		if name := fmt.Sprintf("column-%d", column.Number); in.Sends(name) {
			if out.Columns == nil {
				out.Columns, out.Headless = map[int]string{}, in.Ticked("headless")
			}
			out.Columns[column.Number] = in.Text(name)
		}
	}
	for _, row := range list.Rows {
		n := strconv.Itoa(row.Number)
		fix := row.Now
		for _, f := range []struct {
			name string
			into *string
		}{
			{"family", &fix.Family}, {"given", &fix.Given}, {"grade", &fix.Grade}, {"club", &fix.Club}, {"absent", &fix.Absent},
		} {
			if in.Sends(f.name + "-" + n) {
				*f.into = in.Text(f.name + "-" + n)
			}
		}
		if in.Sends("row-" + n) {
			fix.AsWritten = in.Ticked("written-" + n)
		}
		if fix != row.Now {
			out.Fixes = append(out.Fixes, fix)
		}
	}
	if in.Text("do") == "visitors" {
		for i, c := range out.Choices {
			out.Choices[i].Visitor = c.Visitor || c.Kind == tournaments.Guest || c.Kind == "" && proposedNew(list, c.Row)
		}
	}
	return out
}

// readsOtherwise reports whether rows or columns were changed: then the list is looked at again before anyone is entered.
func readsOtherwise(r tournaments.ListRevision, list tournaments.EntryList) bool {
	if len(r.Fixes) > 0 || r.Section != list.Section || r.Columns != nil && r.Headless != list.Headless {
		return true
	}
	for _, column := range list.Columns {
		if means, sent := r.Columns[column.Number]; sent && means != column.Means {
			return true
		}
	}
	return false
}

func proposedNew(list tournaments.EntryList, row int) bool {
	for _, r := range list.Rows {
		if r.Number == row {
			return r.Choice.Kind == tournaments.Guest
		}
	}
	return false
}

// revisedText says what was changed, and what comes next.
func revisedText(in *kit.Filling, changed tournaments.Revised, entering bool) string {
	next := " No one is entered yet."
	if entering {
		next = " No one is entered yet: check what the list would do now, then press Enter these players."
	}
	switch {
	case changed.Columns:
		return "The columns are read as you said." + next
	case in.Text("do") == "visitors":
		return "All new players will be taken as visitors." + next
	case len(changed.Rows) == 1:
		return fmt.Sprintf("Row %d is changed.", changed.Rows[0]) + next
	case len(changed.Rows) > 1:
		return kit.Plural(len(changed.Rows), "row is", "rows are") + " changed." + next
	}
	return "Your choices are kept." + next
}

// readChoices reads what is to be done with each row.
func readChoices(in *kit.Filling, list tournaments.EntryList) []tournaments.Choice {
	var out []tournaments.Choice
	for _, row := range list.Rows {
		if row.Already {
			continue
		}
		n := strconv.Itoa(row.Number)
		ch := tournaments.Choice{
			Row:     row.Number,
			Section: kit.Chosen[tournaments.SectionID](in, "section-"+n),
			Visitor: in.Ticked("visitor-"+n) || in.Ticked(allVisitors) && mayBeNoMember(row),
		}
		switch kind, id, _ := strings.Cut(in.Text("row-"+n), ":"); tournaments.ChoiceKind(kind) {
		case tournaments.Match:
			if person := kit.ParseID[auth.PersonID](id); person != 0 {
				ch.Kind, ch.Person = tournaments.Match, person
			}
		case tournaments.Guest, tournaments.LeaveIt:
			ch.Kind = tournaments.ChoiceKind(kind)
		}
		out = append(out, ch)
	}
	return out
}
