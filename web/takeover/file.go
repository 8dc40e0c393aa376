package takeover

import (
	"strconv"

	"nzgs/internal/members"
	"nzgs/internal/takeover"
	"nzgs/web/kit"
)

// fileBox is a file with what has to be said about it.
func (s *Desk) fileBox(in *kit.Filling, p *kit.Page, w takeover.Waiting, f takeover.File) FileBox {
	id := kit.IDText(f.ID)
	out := FileBox{
		FormKey: p.Form("file" + id), ID: "file-" + id, Name: f.Name, Action: kit.Below(kit.TakeOverPath+"/files", f.ID),
		Hidden: []kit.Hidden{kit.VersionField(f.Version)}, Open: len(f.Missing) > 0,
		Note: kit.Plural(f.Rows, "row", "rows"), State: kit.Badge{Kind: kit.KindSuccess, Text: "Everything is said"},
	}
	if f.Before != "" {
		out.Note += ", taken over before on " + f.Before
	}
	if n := len(f.Missing); n > 0 {
		out.State = kit.Badge{Kind: kit.KindWarning, Text: kit.Plural(n, "question", "questions")}
	}
	of := newAnswers(in, f)
	field := func(x kit.Field) {
		name := x.Name
		x = of.filling.Field(p, x)
		x.ID = name + "-" + id
		if x.Error == "" && !of.sent {
			for _, m := range f.Missing {
				if m.Field == name {
					x.Error = m.Text
				}
			}
		}
		out.Fields = append(out.Fields, x)
	}
	field(kit.Field{Name: "what", Label: "This is a list of", Type: "select", Options: []kit.Option{
		{Value: string(takeover.OfPeople), Label: "people"}, {Value: string(takeover.OfClubs), Label: "clubs"},
	}})
	field(kit.Field{Name: "headless", Label: "The first row is not a row of headings", Type: "checkbox"})
	if f.What == takeover.OfPeople {
		for _, x := range s.questions(w, f) {
			field(x)
		}
	}
	meanings := takeover.Meanings(f.What)
	for _, col := range f.Columns {
		name := "column-" + strconv.Itoa(col.Number)
		x := kit.Field{Name: name, Label: "Column " + col.Letter, Type: "select", Options: []kit.Option{{Value: "", Label: "Not read"}}}
		for _, m := range meanings {
			x.Options = append(x.Options, kit.Option{Value: m.Key, Label: m.Title})
		}
		x = of.filling.Field(p, x)
		x.ID = name + "-" + id
		for _, m := range f.Missing {
			if m.Field == name && x.Error == "" {
				x.Error = m.Text
			}
		}
		out.Columns = append(out.Columns, ColumnRow{Letter: col.Letter, Heading: col.Heading, Example: col.Example, Why: col.Why, Field: x})
	}
	out.Remove = p.Button("remove"+id, kit.Below(kit.TakeOverPath+"/files", f.ID, "remove"), "Remove the file")
	out.Remove.Kind, out.Remove.For = "quiet", f.Name
	return out
}

// answers is what stands in the form of a file: what is kept of it, or what was just sent.
type answers struct {
	filling *kit.Filling
	sent    bool
}

func newAnswers(in *kit.Filling, f takeover.File) answers {
	if in.Text("of_file") == kit.IDText(f.ID) {
		return answers{in, true}
	}
	out := kit.NewFilling()
	out.Set("what", string(f.What))
	out.Tick("headless", f.Headless)
	out.Set("already", f.Settings.Already)
	out.Set("years", string(f.Settings.Years))
	out.Set("order", string(f.Settings.Order))
	if f.Settings.Year != 0 {
		out.Set("year", strconv.Itoa(int(f.Settings.Year)))
	}
	out.SetDay("day", f.Settings.Day)
	out.Set("source", f.Settings.Source)
	if f.Settings.Games != 0 {
		out.Set("games", strconv.Itoa(f.Settings.Games))
	}
	for _, col := range f.Columns {
		out.Set("column-"+strconv.Itoa(col.Number), col.Means)
	}
	return answers{out, false}
}

// questions are what has to be said about a list of people as a whole.
func (s *Desk) questions(w takeover.Waiting, f takeover.File) []kit.Field {
	out := []kit.Field{{
		Name: "already", Label: "Were these people members already on " + w.Until + "?", Type: "select",
		Hint: "Who was a member already gets no new member’s longer registration (Rule 2.2). Rows that say since when count by that day.",
		Options: []kit.Option{
			{Value: "", Label: "Choose"}, {Value: "yes", Label: "Yes, they were members"}, {Value: "no", Label: "No, or it is not known"},
		},
	}}
	year := kit.Field{
		Name: "year", Label: "Everyone on this list has paid for", Type: "select",
		Hint:    "Only where the list has no columns of years: everyone on it gets the term of that year, with the club of the row.",
		Options: []kit.Option{{Value: "", Label: "The list does not say so"}},
	}
	for _, y := range w.Years {
		year.Options = append(year.Options, kit.Option{Value: strconv.Itoa(int(y)), Label: y.String()})
	}
	out = append(out, year)
	if f.Bare != "" {
		n, _ := strconv.Atoi(f.Bare)
		out = append(out, kit.Field{
			Name: "years", Label: "A year such as " + f.Bare + " is the subscription year", Type: "select",
			Options: []kit.Option{
				{Value: "", Label: "Choose"}, {Value: string(takeover.Begins), Label: members.Year(n).String() + ", which begins in it"},
				{Value: string(takeover.Ends), Label: members.Year(n-1).String() + ", which ends in it"},
			},
		})
	}
	order := kit.Field{
		Name: "order", Label: "Days in figures, such as 03/04/1998", Type: "select", Hint: f.OrderWhy,
		Options: []kit.Option{{Value: string(takeover.DayFirst), Label: "The day first: 3 April"}, {Value: string(takeover.MonthFirst), Label: "The month first: 4 March"}},
	}
	if f.Asked != "" {
		order.Hint = "The file’s days do not tell one order: “" + f.Asked + "” and the others are read with the day first, as New Zealand writes."
	}
	out = append(out, order)
	if f.Rated {
		day := kit.DayField("day", "The ratings hold from the morning of", "")
		out = append(out, day,
			kit.Field{Name: "source", Label: "The ratings come from", Hint: "Public: players read it beside their rating.", MaxLength: 200},
			kit.Field{Name: "games", Label: "Rated games where the row does not say", Width: "short", InputMode: "numeric"})
	}
	return out
}

// readSettings reads the form of a file.
func readSettings(in *kit.Filling) takeover.Settings {
	return takeover.Settings{
		Order: takeover.Order(in.Text("order")), Years: takeover.YearMeans(in.Text("years")), Already: in.Text("already"),
		Year: members.Year(in.NumberOr("year", 0)), Day: in.Day("day"), Source: in.Text("source"), Games: in.NumberOr("games", 0),
	}
}
