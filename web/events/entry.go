package events

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// EntryPage changes one entry, or puts a guest in.
type EntryPage struct {
	kit.Page
	Action   string
	Text     string
	Facts    []kit.Fact
	Conflict *kit.Conflict // somebody else saved the entry first
	Groups   []kit.FieldGroup
	Hidden   []kit.Hidden
	Submit   string
	Back     string
	Open     bool
	Likely   []LikelyPlayer    // who in the register may be the guest
	Leave    *LeaveForm        // withdrawing
	Actions  []*kit.PostButton // readmitting, accepting as a visitor, removing
}

// LikelyPlayer is somebody in the register who may be the guest that was to be
// put in.
type LikelyPlayer struct {
	Name, Why string
	Enter     *kit.PostButton
}

// LeaveForm takes a player out of the event after a round.
type LeaveForm struct {
	kit.FormKey
	Action string
	Hidden []kit.Hidden
	After  kit.Field
}

var entryView = kit.NewView[EntryPage](templates, "director/entry.html")

// deskEntry is the entry of the address with its section, for its director.
func (s *Desk) deskEntry(c echo.Context) (tournaments.Entry, *tournaments.Wallchart, error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	id, err := kit.PathID[tournaments.EntryID](c, "id")
	if err != nil {
		return tournaments.Entry{}, nil, err
	}
	e, err := s.tournaments.Entry(ctx, actor, id)
	if err != nil {
		return e, nil, err
	}
	w, err := s.tournaments.Wallchart(ctx, actor, e.Section)
	if err != nil {
		return e, nil, err
	}
	return e, w, auth.Require(actor, auth.DirectEvent, auth.Object{Event: w.Event.ID}, s.Today())
}

func (s *Desk) entryEdit(c echo.Context) error {
	e, w, err := s.deskEntry(c)
	if err != nil {
		return err
	}
	return s.showEntry(c, http.StatusOK, s.entryPage(c, e, w), w, e.Form())
}

func (s *Desk) entryPage(c echo.Context, e tournaments.Entry, w *tournaments.Wallchart) EntryPage {
	list := sectionDeskURL(w.Section.ID, "entries")
	page := EntryPage{
		Page: s.Page(
			c, e.Name, kit.Crumb{Label: "Director", URL: "/director"},
			kit.Crumb{Label: w.Event.Name, URL: kit.EventDeskURL(w.Event.ID)},
			kit.Crumb{Label: w.Section.Name + ": entries", URL: list},
		),
		Action: entryURL(e.ID), Submit: "Save", Back: kit.BackTo(c, list), Open: w.Event.Status.TakesChanges(),
		Facts: []kit.Fact{
			{Label: "Membership", Badge: membershipBadge(e)},
			{Label: "Rating", Value: e.Rating.String() + " (" + e.Rating.Grade().String() + "), " + sourceText(e.RatingSource)},
		},
		Text: e.Warning,
	}
	if !page.Open {
		return page
	}
	add := func(name, label, kind string) {
		b := page.Button(
			name, entryURL(e.ID)+"/"+name, label, kit.VersionField(e.Version), kit.Hidden{Name: "back", Value: page.Back},
		)
		b.Kind = kind
		page.Actions = append(page.Actions, b)
	}
	if e.NeedsLook() {
		add("visitor", "Accept as a visitor", "secondary")
	}
	if e.Withdrawn {
		add("readmit", "Undo the withdrawal", "secondary")
	} else {
		page.Leave = leaveForm(page, e, w)
	}
	if !wasDrawn(e, w) {
		add("remove", "Remove the entry", "danger")
	}
	return page
}

// leaveForm offers the rounds after which the player may leave, the last one
// published first; nil when no round is left to stay away from.
func leaveForm(page EntryPage, e tournaments.Entry, w *tournaments.Wallchart) *LeaveForm {
	last := w.Published()
	if last >= w.Section.Rounds {
		return nil
	}
	after := kit.Field{ID: "after", Name: "after", Label: "Last round played", Type: "select", Width: "medium"}
	for n := last; n >= 0; n-- {
		label := "Round " + strconv.Itoa(n)
		if n == 0 {
			label = "None"
		}
		after.Options = append(after.Options, kit.Option{Value: strconv.Itoa(n), Label: label, Selected: n == last})
	}
	return &LeaveForm{
		FormKey: page.Form("withdraw"), Action: entryURL(e.ID) + "/withdraw",
		Hidden: []kit.Hidden{kit.VersionField(e.Version), {Name: "back", Value: page.Back}}, After: after,
	}
}

// wasDrawn reports whether the entry has a game or a bye in some round.
func wasDrawn(e tournaments.Entry, w *tournaments.Wallchart) bool {
	for _, r := range w.Rounds {
		if slices.Contains(r.Byes, e.ID) {
			return true
		}
		for _, g := range r.Games {
			if g.Black == e.ID || g.White == e.ID {
				return true
			}
		}
	}
	return false
}

func (s *Desk) entrySave(c echo.Context) error {
	e, w, err := s.deskEntry(c)
	if err != nil {
		return err
	}
	in := readEntryForm(c)
	if in.Section == 0 {
		in.Section = e.Section
	}
	in.Visitor = e.Membership == tournaments.Visitor // accepting has a button of its own
	if err := s.tournaments.EditEntry(c.Request().Context(), s.Actor(c), e.ID, in); err != nil {
		page := s.entryPage(c, e, w)
		switch message, late := kit.TooLate(err); {
		case page.Invalid(err):
			return s.showEntry(c, http.StatusUnprocessableEntity, page, w, in)
		case !late:
			return err
		default:
			return s.showEntryConflict(c, page, in, message)
		}
	}
	s.Flash(c, kit.KindSuccess, e.Name+": saved.")
	return kit.SeeOther(c, kit.BackTo(c, sectionDeskURL(in.Section, "entries")))
}

// showEntryConflict answers with the form as somebody filled it in, and with
// what was saved meanwhile. Sent again it is saved over that.
func (s *Desk) showEntryConflict(c echo.Context, page EntryPage, in tournaments.EntryForm, message string) error {
	now, w, err := s.deskEntry(c)
	if err != nil {
		return err
	}
	page.Conflict = kit.FormConflict(message, s.entryFields(&page.Page, w, in), s.entryFields(&page.Page, w, now.Form()))
	in.Version = now.Version
	return s.showEntry(c, http.StatusConflict, page, w, in)
}

func (s *Desk) showEntry(
	c echo.Context, status int, page EntryPage, w *tournaments.Wallchart, in tournaments.EntryForm,
) error {
	page.Hidden = []kit.Hidden{kit.VersionField(in.Version), {Name: "back", Value: page.Back}}
	page.Groups = append(page.Groups, s.entryFields(&page.Page, w, in)...)
	return entryView.Render(c, status, page)
}

// entryFields are the inputs of an entry: strength and club, rounds, late entry.
func (s *Desk) entryFields(p *kit.Page, w *tournaments.Wallchart, in tournaments.EntryForm) []kit.FieldGroup {
	groups := []kit.FieldGroup{
		{Legend: "Strength and club", Rows: [][]kit.Field{{
			p.Field(kit.Field{
				Name: "rating", Label: "Grade or rating", Value: in.Rating,
				Hint: "3d, 12k or 3.4. Leave it empty to use the rating list.",
			}),
			p.Field(kit.Field{
				Name: "club", Label: "Club", Value: in.Club,
				Hint: "The draw keeps club-mates apart. Leave it empty to use the club of the membership.",
			}),
		}}},
		{Legend: "Rounds", Fields: []kit.Field{
			p.Field(kit.Field{
				Name: "absent", Label: "Does not play in", Type: "checkboxes", Width: "inline",
				Options: roundOptions(w.Section.Rounds, in.Absent),
			}),
			p.Field(kit.Field{
				Name: "half_byes", Label: "Half-point bye, asked for in advance, in", Type: "checkboxes", Width: "inline",
				Options: roundOptions(w.Section.Rounds, in.HalfByes),
			}),
		}},
		{Legend: "Late entry", Rows: [][]kit.Field{{
			p.Field(kit.Field{
				Name: "entered_in", Label: "First round", Type: "number", Min: "1", Max: strconv.Itoa(w.Section.Rounds),
				Value: in.EnteredIn, Hint: "Empty: from the start.",
			}),
			p.Field(kit.Field{
				Name: "start_score", Label: "Starting points", Value: in.StartScore, InputMode: "decimal", Hint: "Empty: none.",
			}),
		}}},
	}
	return groups
}

// roundOptions are the rounds of a section as boxes, those of text ticked.
func roundOptions(rounds int, text string) []kit.Option {
	ticked, _ := tournaments.ParseRounds(text) // what cannot be read is reported beside the boxes
	var out []kit.Option
	for n := 1; n <= rounds; n++ {
		out = append(out, kit.Option{
			Value: strconv.Itoa(n), Label: "Round " + strconv.Itoa(n), Selected: slices.Contains(ticked, n),
		})
	}
	return out
}

// guestNew shows the form for somebody who is not in the register.
func (s *Desk) guestNew(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	return s.showGuest(c, http.StatusOK, s.guestPage(c, w), w, tournaments.GuestForm{})
}

func (s *Desk) guestPage(c echo.Context, w *tournaments.Wallchart) EntryPage {
	list := sectionDeskURL(w.Section.ID, "entries")
	return EntryPage{
		Page: s.Page(
			c, "Someone new", kit.Crumb{Label: "Director", URL: "/director"},
			kit.Crumb{Label: w.Event.Name, URL: kit.EventDeskURL(w.Event.ID)},
			kit.Crumb{Label: w.Section.Name + ": entries", URL: list},
		),
		Text:   "They are added to the register as a guest, without a membership, and entered in " + w.Section.Name + ".",
		Action: list + "/guest", Submit: "Enter", Back: list,
	}
}

func (s *Desk) guestCreate(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	in := tournaments.GuestForm{
		FamilyName: kit.FormText(c, "family_name"), GivenNames: kit.FormText(c, "given_names"),
		FamilyFirst: formTicked(c, "family_first"), Email: kit.FormText(c, "email"), EntryForm: readEntryForm(c),
	}
	in.Section, in.Visitor = w.Section.ID, true
	var apart []auth.PersonID
	for _, text := range c.Request().PostForm["apart"] {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			apart = append(apart, auth.PersonID(id))
		}
	}
	e, err := s.tournaments.EnterGuest(c.Request().Context(), s.Actor(c), in, apart...)
	if err != nil {
		page := s.guestPage(c, w)
		if err = s.likelyPlayers(c, &page, w, in, err); err != nil && !page.Invalid(err) {
			return err
		}
		return s.showGuest(c, http.StatusUnprocessableEntity, page, w, in)
	}
	s.Flash(c, kit.KindSuccess, enteredText(e))
	return kit.SeeOther(c, sectionDeskURL(w.Section.ID, "entries"))
}

// likelyPlayers takes the people who may be the guest into the page; any other
// refusal is passed on.
func (s *Desk) likelyPlayers(
	c echo.Context, page *EntryPage, w *tournaments.Wallchart, in tournaments.GuestForm, refused error,
) error {
	var found *members.PossibleDuplicates
	if !errors.As(refused, &found) {
		return refused
	}
	ids := make([]auth.PersonID, len(found.Candidates))
	for i, cand := range found.Candidates {
		ids[i] = cand.Person
	}
	people, err := members.People(c.Request().Context(), s.db, ids)
	if err != nil {
		return err
	}
	for _, cand := range found.Candidates {
		id, name := strconv.FormatInt(int64(cand.Person), 10), people[cand.Person].Name.String()
		enter := page.Button(
			"enter"+id, sectionDeskURL(w.Section.ID, "entries"), "Enter them", kit.Hidden{Name: "person", Value: id},
			kit.Hidden{Name: "rating", Value: in.Rating}, kit.Hidden{Name: "visitor", Value: "on"},
		)
		enter.Kind, enter.Small, enter.For = "secondary", "small", ": "+name
		page.Likely = append(page.Likely, LikelyPlayer{Name: name, Why: strings.Join(cand.Why, ", "), Enter: enter})
		page.Hidden = append(page.Hidden, kit.Hidden{Name: "apart", Value: id})
	}
	page.Submit = "Enter: this is someone else"
	return nil
}

func (s *Desk) showGuest(
	c echo.Context, status int, page EntryPage, w *tournaments.Wallchart, in tournaments.GuestForm,
) error {
	page.Groups = []kit.FieldGroup{{Legend: "Who", Rows: [][]kit.Field{
		{
			page.Field(kit.Field{Name: "given_names", Label: "Given names", Value: in.GivenNames}),
			page.Field(kit.Field{Name: "family_name", Label: "Family name", Value: in.FamilyName, Required: true}),
		},
		{
			page.Field(kit.Field{
				Name: "email", Label: "E-mail", Type: "email", Value: in.Email,
				Hint: "If they have one; only the society’s officers see it.",
			}),
		},
		{
			page.Field(kit.Field{
				Name: "family_first", Label: "The family name comes first", Type: "checkbox", Checked: in.FamilyFirst,
				Hint: "As in 王小明.",
			}),
		},
	}}}
	groups := s.entryFields(&page.Page, w, in.EntryForm)
	groups[0].Rows[0][0].Required = true
	groups[0].Rows[0][0].Hint = "3d, 12k or 3.4."
	page.Groups = append(page.Groups, groups...)
	return entryView.Render(c, status, page)
}

// entryWithdraw takes a player out after the round in the form.
func (s *Desk) entryWithdraw(c echo.Context) error {
	if _, _, err := s.deskEntry(c); err != nil {
		return err
	}
	after, err := strconv.Atoi(kit.FormText(c, "after"))
	if err != nil || after < 0 {
		return apperr.New(apperr.Invalid, "Choose the last round that the player played.")
	}
	return s.entryChange(c, "is withdrawn", func(id tournaments.EntryID) error {
		return s.tournaments.Withdraw(c.Request().Context(), s.Actor(c), id, after, kit.FormVersion(c))
	})
}

func (s *Desk) entryReadmit(c echo.Context) error {
	return s.entryChange(c, "is back in", func(id tournaments.EntryID) error {
		return s.tournaments.Readmit(c.Request().Context(), s.Actor(c), id, kit.FormVersion(c))
	})
}

func (s *Desk) entryVisitor(c echo.Context) error {
	return s.entryChange(c, "is accepted as a visitor", func(id tournaments.EntryID) error {
		return s.tournaments.AcceptVisitor(c.Request().Context(), s.Actor(c), id, kit.FormVersion(c))
	})
}

func (s *Desk) entryRemove(c echo.Context) error {
	return s.entryChange(c, "is removed", func(id tournaments.EntryID) error {
		return s.tournaments.RemoveEntry(c.Request().Context(), s.Actor(c), id, kit.FormVersion(c))
	})
}

// entryAbsent has a player sit out one round, or play it after all.
func (s *Desk) entryAbsent(c echo.Context) error {
	e, w, err := s.deskEntry(c)
	if err != nil {
		return err
	}
	round, err := strconv.Atoi(kit.FormText(c, "round"))
	if err != nil || round < 1 || round > w.Section.Rounds {
		return apperr.New(apperr.Invalid, "That round does not exist.")
	}
	in := e.Form()
	in.Version = kit.FormVersion(c)
	rounds, done := slices.DeleteFunc(slices.Clone(e.Absent), func(n int) bool { return n == round }), "plays round "
	if kit.FormText(c, "plays") == "no" {
		rounds, done = append(rounds, round), "sits out round "
	}
	in.Absent = tournaments.FormatRounds(slices.Sorted(slices.Values(rounds)))
	back := kit.BackTo(c, sectionDeskURL(e.Section, "draw"))
	if err := s.tournaments.EditEntry(c.Request().Context(), s.Actor(c), e.ID, in); err != nil {
		return s.RefusedAt(c, err, back)
	}
	s.Flash(c, kit.KindSuccess, e.Name+" "+done+strconv.Itoa(round)+".")
	return kit.SeeOther(c, back)
}

// entryChange carries out one change of the entry in the address.
func (s *Desk) entryChange(c echo.Context, done string, change func(tournaments.EntryID) error) error {
	e, _, err := s.deskEntry(c)
	if err != nil {
		return err
	}
	back := kit.BackTo(c, sectionDeskURL(e.Section, "entries"))
	if err := change(e.ID); err != nil {
		return s.RefusedAt(c, err, back)
	}
	s.Flash(c, kit.KindSuccess, e.Name+" "+done+".")
	return kit.SeeOther(c, back)
}
