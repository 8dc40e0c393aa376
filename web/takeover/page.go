package takeover

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/takeover"
	"nzgs/web/kit"
)

// Page is all of taking a society over: its files, what has to be said about them, and what would be done.
type Page struct {
	kit.Page
	Upload  kit.Upload
	Send    kit.FormKey
	Files   []FileBox
	Clubs   []ClubName   // names of clubs, and which they are
	Does    []ClubLine   // what is done with clubs
	Counts  []kit.Fact   // what would be done in all
	Waits   []string     // what stands in the way
	States  kit.Tabs     // which rows are shown
	Choices kit.FormKey  // around the rows and the names of clubs
	Hidden  []kit.Hidden // of the choices
	Rows    []Line
	Pager   kit.Pager
	Take    *kit.PostButton
	Nothing bool // taking the files over would change nothing
	Taken   []TakenLine
	Events  []string // finished events that wait, by their files
}

// FileBox is a file that waits.
type FileBox struct {
	kit.FormKey
	ID, Name, Note string
	State          kit.Badge
	Open           bool
	Action         string
	Hidden         []kit.Hidden
	Fields         []kit.Field
	Columns        []ColumnRow
	Remove         *kit.PostButton
}

// ColumnRow is a column of a file, with what it is read as.
type ColumnRow struct {
	Letter, Heading, Example, Why string
	Field                         kit.Field
}

// ClubName is a name of a club with the club that it is taken for.
type ClubName struct {
	Field kit.Field
	Was   string // as it is proposed
}

// ClubLine is what is done with a club.
type ClubLine struct {
	Name  string
	Does  []string
	Notes []string
}

// Line is a row of a file.
type Line struct {
	ID, Class, File, Number, Name, Cells, Why string
	State                                     kit.Badge
	Does, Notes, Problems                     []string
	Choice                                    kit.Field
	WasName, Was                              string // as it is proposed or was chosen before
}

// TakenLine is what was taken over before.
type TakenLine struct {
	When, By, What string
	Undone         string
	Undo           string // its address, or ""
	Invite         string // who could be invited, or ""
}

var view = kit.NewView[Page](templates, "takeover.html")

const perPage = 50

func (s *Desk) page(c echo.Context) error {
	in := kit.NewFilling()
	return s.show(c, in, nil)
}

// show renders the page. A refused form comes back with what was typed.
func (s *Desk) show(c echo.Context, in *kit.Filling, refused error) error {
	w, err := s.takeover.Waiting(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := Page{Page: s.Page(c, "Take over a society that exists")}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	page.Send = page.Form("send")
	page.Upload = kit.Upload{
		ID: "file", Name: "file", Label: "The files", Accept: ".xlsx,.csv,.tsv,.txt,.json,.xml,.h9,.tou,.aga", Required: true, Many: true, Error: page.ErrorOn("file"),
		Hint: "XLSX, CSV or tab-separated text, one or several: members, subscriptions by year, clubs, ratings. At most 5,000 rows and " +
			"10 MB a file. Finished events as .json of this program, OpenGotha .xml, .h9 or .tou.",
	}
	if auth.Can(s.Actor(c), auth.KeepRatings, auth.Object{}, s.Today()) {
		past, err := s.events.PastEvents(c.Request().Context(), s.Actor(c))
		if err != nil {
			return err
		}
		for _, f := range past.Files {
			page.Events = append(page.Events, f.FileName+": "+f.Event.Name+", "+kit.Plural(f.Players, "player", "players"))
		}
	}
	for _, t := range w.Taken {
		page.Taken = append(page.Taken, takenLine(t))
	}
	for _, f := range w.Files {
		page.Files = append(page.Files, s.fileBox(in, &page.Page, w, f))
	}
	if len(w.Files) > 0 {
		s.fill(c, in, &page, w)
	}
	kit.NamesPeople(c, len(page.Rows))
	return view.Render(c, status, page)
}

func (s *Desk) fill(c echo.Context, in *kit.Filling, page *Page, w takeover.Waiting) {
	p := w.Plan
	page.Waits = p.Obstacles
	page.Nothing = p.Nothing() && len(p.Obstacles) == 0
	for _, f := range []struct {
		n    int
		what string
	}{
		{p.New, "People added to the register"}, {p.Changed, "People whose data changes"}, {p.Terms, "Terms of membership"},
		{p.Ended, "Terms that are corrected"}, {p.Earlier, "Members already, by these files"}, {p.AddClubs, "Clubs added"},
		{p.ChangedClubs, "Clubs whose data is filled in"}, {p.Named, "Club secretaries named"}, {p.Rated, "Ratings set"},
	} {
		if f.n > 0 {
			page.Counts = append(page.Counts, kit.Fact{Label: f.what, Value: strconv.Itoa(f.n)})
		}
	}
	page.Choices = page.Form("choices")
	for _, sp := range p.Spellings {
		page.Clubs = append(page.Clubs, clubField(in, w, sp))
	}
	for _, club := range p.Clubs {
		if len(club.Does)+len(club.Says) > 0 {
			page.Does = append(page.Does, ClubLine{club.Name, club.Does, club.Says})
		}
	}
	chosen := in.Text("rows")
	if chosen == "" {
		chosen = c.QueryParam("rows")
	}
	shown := page.tabs(p, chosen)
	number := kit.PageNumber(c)
	page.Hidden = []kit.Hidden{{Name: "rows", Value: chosen}, {Name: "page", Value: strconv.Itoa(number)}}
	at := &url.URL{Path: kit.TakeOverPath, RawQuery: url.Values{"rows": {chosen}}.Encode()}
	page.Pager = kit.PagerOf(number, perPage, len(shown), at)
	for _, r := range kit.PageOf(shown, number, perPage) {
		page.Rows = append(page.Rows, line(in, r))
	}
	if len(p.Obstacles) == 0 && !p.Nothing() {
		page.Take = page.Button("take", kit.TakeOverPath+"/take", "Take all of this over", kit.Hidden{Name: "digest", Value: p.Digest})
	}
}

// filters are the values of ?rows= and which states they show.
var filters = []struct {
	value, label string
	states       []takeover.State
}{
	{"", "All rows", takeover.States},
	{"todo", "To decide", []takeover.State{takeover.Wrong, takeover.Open}},
	{"new", "New people", []takeover.State{takeover.Fresh}},
	{"changes", "Changes", []takeover.State{takeover.Changes}},
	{"unchanged", "Nothing to do", []takeover.State{takeover.Unchanged}},
	{"left-out", "Left out", []takeover.State{takeover.Out}},
}

func (p *Page) tabs(plan takeover.Plan, chosen string) (shown []takeover.Row) {
	p.States = kit.Tabs{Label: "Rows"}
	for _, f := range filters {
		n := 0
		is := map[takeover.State]bool{}
		for _, st := range f.states {
			n += plan.Counts[st]
			is[st] = true
		}
		if f.value == chosen {
			for _, r := range plan.Rows {
				if is[r.State] {
					shown = append(shown, r)
				}
			}
		}
		if n == 0 && f.value != chosen && f.value != "" {
			continue
		}
		p.States.Items = append(p.States.Items, kit.NavItem{
			Label: f.label, URL: kit.TakeOverPath + "?" + url.Values{"rows": {f.value}}.Encode() + "#rows", Current: f.value == chosen,
			Count: strconv.Itoa(n),
		})
	}
	return shown
}

// rowName names the field of a row.
func rowName(r takeover.Ref) string { return fmt.Sprintf("row-%d-%d", r.File, r.Row) }

func line(in *kit.Filling, r takeover.Row) Line {
	out := Line{
		ID: rowName(r.Ref), File: r.FileName, Number: strconv.Itoa(r.Row), Name: r.Name, Cells: strings.Join(r.Cells, " · "),
		Why: r.Why, Does: r.Does, Notes: r.Notes, Problems: r.Problems,
	}
	switch r.State {
	case takeover.Wrong:
		out.State, out.Class = kit.Badge{Kind: kit.KindError, Text: "Cannot be taken"}, "row-error"
	case takeover.Open:
		out.State, out.Class = kit.Badge{Kind: kit.KindWarning, Text: "Say who this is"}, "row-warning"
	case takeover.Fresh:
		out.State = kit.Badge{Kind: kit.RowNew, Text: "New person"}
	case takeover.Changes:
		out.State = kit.Badge{Kind: kit.RowMatch, Text: "In the register"}
	case takeover.Out:
		out.State, out.Class = kit.Badge{Kind: kit.RowUnchanged, Text: "Left out"}, "row-unchanged"
	default:
		out.State, out.Class = kit.Badge{Kind: kit.RowUnchanged, Text: "Nothing to do"}, "row-unchanged"
	}
	if len(r.Notes) > 0 && out.Class == "" {
		out.Class = "row-warning"
	}
	out.Choice = kit.Field{ID: "choice-" + out.ID, Name: out.ID, Label: "Row " + out.Number + " of " + r.FileName, Type: "select"}
	chosen := choiceText(r.Choice)
	out.WasName, out.Was = "was-"+strings.TrimPrefix(out.ID, "row-"), chosen
	if in.Sends(out.ID) {
		chosen = in.Text(out.ID)
	}
	add := func(value, label string) {
		out.Choice.Options = append(out.Choice.Options, kit.Option{Value: value, Label: label, Selected: value == chosen})
	}
	if r.Choice.Kind == takeover.Ask {
		add("", "Choose")
	}
	for _, cand := range r.Candidates {
		add(choiceText(cand.Choice), cand.Label)
	}
	if chosen != "" && chosen != string(takeover.NewPerson) && chosen != string(takeover.LeaveOut) && !selected(out.Choice.Options) {
		add(chosen, "As it was chosen")
	}
	add(string(takeover.NewPerson), "Someone new")
	add(string(takeover.LeaveOut), "Leave out")
	return out
}

func selected(options []kit.Option) bool {
	for _, o := range options {
		if o.Selected {
			return true
		}
	}
	return false
}

func choiceText(c takeover.Choice) string {
	switch c.Kind {
	case takeover.Same:
		return "same:" + kit.IDText(c.Person)
	case takeover.AsRow:
		return fmt.Sprintf("row:%d:%d", c.Row.File, c.Row.Row)
	}
	return string(c.Kind)
}

func readChoice(text string) takeover.Choice {
	kind, rest, _ := strings.Cut(text, ":")
	switch takeover.Kind(kind) {
	case takeover.Same:
		return takeover.Choice{Kind: takeover.Same, Person: kit.ParseID[members.PersonID](rest)}
	case takeover.AsRow:
		file, row, _ := strings.Cut(rest, ":")
		return takeover.Choice{Kind: takeover.AsRow, Row: takeover.Ref{File: kit.ParseID[takeover.FileID](file), Row: int(kit.ParseID[int64](row))}}
	case takeover.NewPerson, takeover.LeaveOut:
		return takeover.Choice{Kind: takeover.Kind(kind)}
	}
	return takeover.Choice{}
}

// clubField asks which club a name means.
func clubField(in *kit.Filling, w takeover.Waiting, sp takeover.Spelling) ClubName {
	name := "club-" + sp.Key
	f := kit.Field{ID: name, Name: name, Label: "“" + sp.Name + "”, " + kit.Plural(sp.Rows, "row", "rows"), Type: "select"}
	var says []string
	if len(sp.Others) > 0 {
		says = append(says, "also written "+strings.Join(sp.Others, ", "))
	}
	if sp.Why != "" {
		says = append(says, sp.Why)
	}
	f.Hint = strings.Join(says, "; ")
	chosen := "none"
	switch {
	case sp.Ask:
		chosen = ""
	case sp.As != "":
		chosen = "as:" + sp.As
	case sp.Club != 0:
		chosen = "club:" + kit.IDText(sp.Club)
	case sp.New:
		chosen = "new"
	}
	was := chosen
	if in.Sends(name) {
		chosen = in.Text(name)
	}
	add := func(value, label string) {
		f.Options = append(f.Options, kit.Option{Value: value, Label: label, Selected: value == chosen})
	}
	if sp.Ask {
		add("", "Choose")
	}
	add("new", "A club that is added")
	for _, club := range w.Clubs {
		add("club:"+kit.IDText(club.ID), club.Name)
	}
	for _, other := range w.Plan.Spellings {
		if other.Key != sp.Key && other.As == "" && other.Club == 0 {
			add("as:"+other.Key, "The same as “"+other.Name+"”")
		}
	}
	add("none", "No club")
	return ClubName{f, was}
}

func takenLine(t takeover.Taken) TakenLine {
	var what []string
	for _, x := range []struct {
		n         int
		one, many string
	}{
		{t.Summary.People, "person added", "people added"}, {t.Summary.Changed, "person changed", "people changed"},
		{t.Summary.Terms, "term", "terms"}, {t.Summary.Ended, "term corrected", "terms corrected"},
		{t.Summary.Earlier, "earlier membership", "earlier memberships"}, {t.Summary.Clubs, "club", "clubs"},
		{t.Summary.Named, "secretary of a club", "secretaries of clubs"}, {t.Summary.Rated, "rating", "ratings"},
	} {
		if x.n > 0 {
			what = append(what, kit.Plural(x.n, x.one, x.many))
		}
	}
	out := TakenLine{When: t.At.Long(), By: t.By, What: kit.AndList(t.Summary.Files) + ": " + kit.AndList(what)}
	if !t.Stands() {
		out.Undone = "Undone by " + t.UndoneBy + " on " + t.UndoneAt.Long() + ": " + t.UndoneWhy
		return out
	}
	out.Undo = kit.Below(kit.TakeOverPath, t.ID, "undo")
	if t.Summary.WithMail > 0 {
		out.Invite = "No one was written to. " + kit.Plural(t.Summary.WithMail, "of them has", "of them have") + " an e-mail address: inviting them is a press of its own."
	}
	return out
}
