package people

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/members/merging"
	"nzgs/web/kit"
)

// MergePage sets two records beside each other before they are merged.
type MergePage struct {
	kit.FormPage
	Kept, Gone string // their numbers; "" while the other one is not chosen
	Swap       string // the address on which the other one is kept
	Rows       []BesideRow
	Carried    []string
}

// BesideRow is one thing that two records say.
type BesideRow struct {
	Label, Kept, Gone string
	Taken             bool // the kept one has nothing there and takes the other's
}

var mergeView = kit.NewView[MergePage](templates, "merge.html")

// merger is two records to merge; the gone one is 0 while it is not chosen.
type merger struct {
	kept members.PersonID
	c    *merging.Comparison
}

func mergeURL(kept, gone members.PersonID) string {
	to := kit.PersonURL(kept) + "/merge"
	if gone != 0 {
		to += "?" + url.Values{"with": {kit.IDText(gone)}}.Encode()
	}
	return to
}

func (s *Desk) merge() kit.Form[*merger] {
	return kit.Form[*merger]{
		Site: s.Site, Load: s.mergerAt, Show: s.showMerge, Take: s.takeMerge,
		Render: func(c echo.Context, status int, p *kit.FormPage, m *merger) error {
			return mergeView.Render(c, status, s.mergePage(p, m))
		},
	}
}

func (s *Desk) mergerAt(c echo.Context) (*merger, error) {
	id, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return nil, err
	}
	m := &merger{kept: id}
	other := kit.QueryID[members.PersonID](c, "with")
	if other == 0 {
		return m, s.merging.MayMerge(s.Actor(c))
	}
	compared, err := s.merging.Compare(c.Request().Context(), s.Actor(c), id, other)
	m.c = &compared
	return m, err
}

func (s *Desk) showMerge(c echo.Context, p *kit.FormPage, m *merger) error {
	p.Page = s.Page(c, "Merge two records", registerCrumb, s.crumbOf(c, m.kept))
	p.Back = kit.PersonURL(m.kept)
	if m.c == nil {
		p.Action, p.Submit = mergeURL(m.kept, 0), "Compare"
		p.Say("When one person is in the register twice, one record is kept and everything of the other is carried to it. " +
			"You see both before anything is changed.")
		p.Group("", kit.PersonField("other", "The other record", "Name or member number.").Proposing(kit.NamesPath))
		return nil
	}
	p.Action, p.Submit, p.Kind = mergeURL(m.kept, m.c.Gone.Person.ID), "Merge the two records", "danger"
	for _, text := range m.c.Obstacles {
		p.Barred = append(p.Barred, kit.CiteRules(text))
	}
	p.Say(fmt.Sprintf("Number %d is kept. Number %d leads to it from then on. Terms that overlap stay in sight, the ratings are "+
		"worked out again with one history, and the merge can be undone.", m.kept, m.c.Gone.Person.ID))
	p.Hide("kept_version", strconv.FormatInt(m.c.Kept.Person.Version, 10))
	p.Hide("gone_version", strconv.FormatInt(m.c.Gone.Person.Version, 10))
	var fields []kit.Field
	if m.c.AskAccount() {
		fields = append(fields, kit.Field{
			Name: "signs_in", Label: "Who signs in from now on", Type: "radios", Required: true,
			Hint: "Both have an account. The other one is closed.",
			Options: []kit.Option{
				{Value: kit.IDText(m.kept), Label: m.c.Accounts[0].Email},
				{Value: kit.IDText(m.c.Gone.Person.ID), Label: m.c.Accounts[1].Email},
			},
		})
	}
	p.Group("", append(fields, kit.Field{
		Name: "reason", Label: "How do you know that they are one person?", Required: true, MaxLength: 500,
		Hint: "The log keeps it.",
	})...)
	return nil
}

func (s *Desk) takeMerge(c echo.Context, in *kit.Filling, m *merger) (kit.Done, error) {
	if m.c == nil {
		return s.chooseOther(c, in, m)
	}
	gone := m.c.Gone.Person
	_, err := s.merging.Merge(c.Request().Context(), s.Actor(c), merging.Input{
		Kept: m.kept, Gone: gone.ID, Reason: in.Text("reason"), SignsIn: kit.Chosen[members.PersonID](in, "signs_in"),
		KeptVersion: kit.Chosen[int64](in, "kept_version"), GoneVersion: kit.Chosen[int64](in, "gone_version"),
	})
	return kit.Done{
		To: kit.PersonURL(m.kept), Message: fmt.Sprintf("Merged. Number %d leads here now.", gone.ID),
	}, err
}

// chooseOther leads to the comparison with the record that was named.
func (s *Desk) chooseOther(c echo.Context, in *kit.Filling, m *merger) (kit.Done, error) {
	text := in.Text("other")
	words := text
	if i := strings.LastIndex(text, " ("); i > 0 && strings.HasSuffix(text, ")") { // as names are proposed
		words = text[i+2 : len(text)-1]
	}
	found, err := s.FindPeople(c.Request().Context(), s.Actor(c), words, 3)
	if err != nil {
		return kit.Done{}, err
	}
	others := found[:0]
	for _, one := range found {
		if one.Person != m.kept {
			others = append(others, one)
		}
	}
	switch {
	case text == "":
		in.Problem("other", "Enter the other record’s name or member number.")
	case len(others) == 0:
		in.Problem("other", "No other record has this name or number.")
	case len(others) > 1:
		in.Problem("other", "Several records have this name. Enter the member number.")
	}
	if len(others) != 1 {
		return kit.Done{}, nil
	}
	return kit.Done{To: mergeURL(m.kept, others[0].Person)}, nil
}

func (s *Desk) mergePage(p *kit.FormPage, m *merger) MergePage {
	page := MergePage{FormPage: *p}
	if m.c == nil {
		return page
	}
	kept, gone := m.c.Kept, m.c.Gone
	page.Kept, page.Gone = kit.IDText(m.kept), kit.IDText(gone.Person.ID)
	page.Swap = mergeURL(gone.Person.ID, m.kept)
	taken := map[string]bool{}
	for _, f := range m.c.Filled {
		taken[f] = true
	}
	add := func(label, field, a, b string) {
		if a != "" || b != "" {
			page.Rows = append(page.Rows, BesideRow{label, or(a, "not known"), or(b, "not known"), taken[field]})
		}
	}
	add("Name", "", kept.Person.Name.String(), gone.Person.Name.String())
	add("Public pages show", "public_as", kept.Person.PublicName(), gone.Person.PublicName())
	add("E-mail", "email", kept.Person.Contact.Email, gone.Person.Contact.Email)
	add("Phone", "phone", kept.Person.Contact.Phone, gone.Person.Contact.Phone)
	add("Address", "address", kept.Person.Contact.Address, gone.Person.Contact.Address)
	add("Playing strength", "grade", kept.Person.Grade, gone.Person.Grade)
	add("Note", "note", kept.Person.Note, gone.Person.Note)
	add("Membership", "", kept.Summary.Line(), gone.Summary.Line())
	add("Account", "", account(m.c.Accounts[0]), account(m.c.Accounts[1]))
	for _, n := range m.c.Carried {
		page.Carried = append(page.Carried, fmt.Sprintf("%s: %d", n.What, n.Rows))
	}
	return page
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func account(a auth.Account) string {
	switch {
	case a.ID == 0:
		return "none"
	case a.Disabled:
		return a.Email + " (closed)"
	}
	return a.Email
}

// undone is a merge that is to be undone.
type undone struct {
	merging.Merge
	person members.PersonID
}

func (s *Desk) undo() kit.Form[undone] {
	return kit.Form[undone]{
		Site: s.Site, Load: s.mergeAt,
		Show: func(c echo.Context, p *kit.FormPage, m undone) error {
			p.Page = s.Page(
				c, "Undo a merge", registerCrumb, s.crumbOf(c, m.Kept),
			)
			p.Action, p.Submit, p.Back = undoURL(m.person, m.ID), "Undo the merge", kit.PersonURL(m.Kept)
			p.Facts = []kit.Fact{
				{Label: "Kept", Value: "Number " + kit.IDText(m.Kept)}, {Label: "Merged with it", Value: "Number " + kit.IDText(m.Gone)},
				{Label: "By", Value: m.By + ", " + m.At.Long()}, {Label: "Reason", Value: m.Reason},
			}
			if !m.Stands() {
				p.Barred = append(p.Barred, kit.CiteRules("This merge is already undone: by "+m.UndoneBy+" on "+m.UndoneAt.Long()+"."))
			}
			p.Say(fmt.Sprintf("Everything that was carried goes back to number %d. What has come since the merge stays with number %d.",
				m.Gone, m.Kept))
			p.Group("", kit.Field{Name: "reason", Label: "How do you know that they are two people?", Required: true, MaxLength: 500})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, m undone) (kit.Done, error) {
			done, err := s.merging.Undo(c.Request().Context(), s.Actor(c), m.ID, in.Text("reason"))
			message := fmt.Sprintf("The merge is undone: %s went back to number %d.", kit.Plural(done.Back, "entry", "entries"), m.Gone)
			if done.Stays > 0 {
				message += " " + kit.Plural(done.Stays, "entry was", "entries were") + " changed since, and stayed."
			}
			return kit.Done{To: kit.PersonURL(m.Kept), Message: message}, err
		},
	}
}

func undoURL(person members.PersonID, id merging.ID) string {
	return kit.PersonURL(person) + "/merges/" + kit.IDText(id)
}

func (s *Desk) mergeAt(c echo.Context) (undone, error) {
	person, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return undone{}, err
	}
	id, err := kit.PathID[merging.ID](c, "merge")
	if err != nil {
		return undone{}, err
	}
	all, err := s.merging.Of(c.Request().Context(), s.Actor(c), person)
	if err != nil {
		return undone{}, err
	}
	for _, m := range all {
		if m.ID == id {
			return undone{m, person}, nil
		}
	}
	return undone{}, apperr.New(apperr.NotFound, "Merge not found.")
}

// Of is what can be done with a record here, and what has happened to it, for its page.
func (s *Desk) Of(c echo.Context, id members.PersonID) (links []kit.Link, facts []kit.Fact, err error) {
	links, facts, err = s.left(c, id)
	if err != nil || !auth.Can(s.Actor(c), auth.MergePeople, auth.Object{}, s.Today()) {
		return links, facts, err
	}
	all, err := s.merging.Of(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return nil, nil, err
	}
	for _, m := range all {
		if m.Stands() && m.Kept == id {
			facts = append(facts, kit.Fact{
				Label: "Merged with", Value: fmt.Sprintf("number %d, by %s on %s: undo", m.Gone, m.By, m.At.Long()), URL: undoURL(id, m.ID),
			})
		}
	}
	return append(links, kit.Link{Label: "Merge with another record", URL: mergeURL(id, 0), Kind: "secondary"}), facts, nil
}

// DuplicatesPage lists records that may be of one person.
type DuplicatesPage struct {
	kit.Page
	Pairs []PairRow
	Empty *kit.Empty
}

// PairRow is two such records.
type PairRow struct {
	A, B    kit.Link
	Why     string
	Compare kit.Link
	Apart   *kit.PostButton
}

var duplicatesView = kit.NewView[DuplicatesPage](templates, "duplicates.html")

func (s *Desk) duplicates(c echo.Context) error {
	pairs, err := s.merging.Proposals(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := DuplicatesPage{Page: s.Page(c, "Records that may be one person’s", registerCrumb)}
	for _, p := range pairs {
		low, high := kit.IDText(p.A.ID), kit.IDText(p.B.ID)
		page.Pairs = append(page.Pairs, PairRow{
			A: knownLink(p.A), B: knownLink(p.B), Why: strings.Join(p.Why, ", "),
			Compare: kit.Link{Label: "Compare", URL: mergeURL(p.A.ID, p.B.ID), Kind: "secondary"},
			Apart: page.Button("apart"+low+"-"+high, duplicatesPath, "They are two people",
				kit.Hidden{Name: "low", Value: low}, kit.Hidden{Name: "high", Value: high}),
		})
		page.Pairs[len(page.Pairs)-1].Apart.Kind = "quiet"
	}
	if len(pairs) == 0 {
		page.Empty = &kit.Empty{Title: "No such records", Text: "No two records have the same name, e-mail or phone."}
	}
	kit.NamesPeople(c, 2*len(pairs))
	return duplicatesView.Render(c, http.StatusOK, page)
}

func knownLink(k members.Known) kit.Link {
	name := members.Name{Family: k.Family, Given: k.Given, Order: members.GuessOrder(k.Family, k.Given)}
	return kit.Link{Label: name.String() + ", no. " + kit.IDText(k.ID), URL: kit.PersonURL(k.ID)}
}

// keepApart notes that two records are of two people.
func (s *Desk) keepApart(c echo.Context) error {
	err := s.merging.KeepApart(
		c.Request().Context(), s.Actor(c), kit.FormID[members.PersonID](c, "low"), kit.FormID[members.PersonID](c, "high"),
	)
	if err != nil {
		return s.RefusedAt(c, err, duplicatesPath)
	}
	s.Flash(c, kit.KindSuccess, "Noted: they are two people.")
	return kit.SeeOther(c, duplicatesPath)
}
