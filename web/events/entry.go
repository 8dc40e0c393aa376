package events

import (
	"context"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// EntryPage changes one entry, or puts a guest in.
type EntryPage struct {
	kit.FormPage
	Text     string
	Likely   []LikelyPlayer    // who in the register may be the guest
	Withdraw *kit.SmallForm    // withdrawing
	Team     *kit.SmallForm    // in a section of teams
	Pair     *kit.SmallForm    // joining to another entry, in pair go
	Table    *kit.SmallForm    // keeping a table
	Names    []kit.Link        // correcting the name of a guest
	Actions  []*kit.PostButton // readmitting, accepting as a visitor, removing
}

var entryView = kit.NewView[EntryPage](templates, "director/entry.html")

// deskEntry is an entry and the section it is in.
type deskEntry struct {
	tournaments.Entry
	chart *tournaments.Wallchart
}

// entryOf is the entry of the address with its section, for its director.
func (s *Desk) entryOf(c echo.Context) (deskEntry, error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	e, err := kit.ByID(s.Site, s.tournaments.Entry)(c)
	if err != nil {
		return deskEntry{}, err
	}
	w, err := s.tournaments.Wallchart(ctx, actor, e.Section)
	if err != nil {
		return deskEntry{}, err
	}
	return deskEntry{e, w}, auth.Require(actor, auth.DirectEvent, auth.Object{Event: w.Event.ID}, s.Today())
}

// changeEntry changes an entry.
func (s *Desk) changeEntry() kit.Form[deskEntry] {
	return kit.Form[deskEntry]{
		Site: s.Site, Load: s.entryOf,
		Fill:    func(_ echo.Context, in *kit.Filling, e deskEntry) { fillEntry(in, e.Entry) },
		Version: func(e deskEntry) int64 { return e.Version },
		Show: func(c echo.Context, page *kit.FormPage, e deskEntry) error {
			w, list := e.chart, sectionDeskURL(e.Section, "entries")
			page.Page = s.Page(
				c, e.Name, directorCrumb, kit.Crumb{Label: w.Event.Name, URL: kit.EventDeskURL(w.Event.ID)},
				kit.Crumb{Label: w.Section.Name + ": entries", URL: list},
			)
			page.Action, page.Submit, page.Back = entryURL(e.ID), "Save", kit.BackTo(c, list)
			page.Hide("back", page.Back)
			page.Facts = []kit.Fact{
				{Label: "Membership", Badge: membershipBadge(e.Entry)},
				{Label: "Rating", Value: e.Rating.String() + " (" + e.Rating.Grade().String() + "), " + sourceText(e.RatingSource)},
			}
			rating := kit.Field{
				Name: "rating", Label: "Grade or rating", Hint: "3d, 12k or 3.4. Leave it empty to use the rating list.",
			}
			if e.Partner != nil {
				page.Facts = append(page.Facts[:1], pairFacts(e.Partner, e.Entry)...)
				rating.Hint = "Of the pair, worked out from both. To change it, make two entries of the pair first."
			}
			entryFields(page, w, rating)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, e deskEntry) (kit.Done, error) {
			entry := readEntry(in)
			entry.Licence = e.Licence                           // no form asks it
			entry.Visitor = e.Membership == tournaments.Visitor // accepting has a button of its own
			err := s.tournaments.EditEntry(c.Request().Context(), s.Actor(c), e.ID, entry)
			return kit.Done{To: kit.BackTo(c, sectionDeskURL(e.Section, "entries")), Message: e.Name + ": saved."}, err
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, e deskEntry) error {
			out := entryPage(*page, e)
			var err error
			if out.Names, err = s.guestNames(c, e); err != nil {
				return err
			}
			return entryView.Render(c, status, out)
		},
	}
}

// entryPage is the page of an entry, with what else can be done with it.
func entryPage(form kit.FormPage, e deskEntry) EntryPage {
	page := EntryPage{FormPage: form, Text: e.Warning}
	if !e.chart.Event.TakesChanges() {
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
		page.Withdraw = leaveForm(form, e)
	}
	page.Pair, page.Team = pairForm(form, e), entryTeamForm(form, e)
	if !wasDrawn(e.Entry, e.chart) && e.Partner != nil {
		add("part", "Make two entries of the pair", "secondary")
	}
	page.Table = fixedTableForm(form, e)
	if !wasDrawn(e.Entry, e.chart) {
		add("remove", "Remove the entry", "danger")
	}
	return page
}

// leaveForm offers the rounds after which the player may leave, the last one
// published first; nil when no round is left to stay away from.
func leaveForm(page kit.FormPage, e deskEntry) *kit.SmallForm {
	if e.chart.Published() >= e.chart.Section.Rounds {
		return nil
	}
	return &kit.SmallForm{
		FormKey: page.Form("withdraw"), Action: entryURL(e.ID) + "/withdraw",
		Hidden: []kit.Hidden{kit.VersionField(e.Version), {Name: "back", Value: page.Back}}, Fields: []kit.Field{lastPlayedField(e.chart)},
		Submit: "Withdraw the player", Kind: "secondary",
	}
}

// lastPlayedField asks after which round someone leaves, the last one published first.
func lastPlayedField(w *tournaments.Wallchart) kit.Field {
	last := w.Published()
	after := kit.Field{ID: "after", Name: "after", Label: "Last round played", Type: "select", Width: "medium"}
	for n := last; n >= 0; n-- {
		label := "Round " + strconv.Itoa(n)
		if n == 0 {
			label = "None"
		}
		after.Options = append(after.Options, kit.Option{Value: strconv.Itoa(n), Label: label, Selected: n == last})
	}
	return after
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

func fillEntry(in *kit.Filling, e tournaments.Entry) {
	in.Set("rating", e.Rating.String())
	in.Set("club", e.Club)
	in.Set("country", e.Country)
	in.Set("pin", e.PIN)
	in.Set("aga_id", e.AGA)
	for _, n := range e.Absent {
		in.Add("absent", strconv.Itoa(n))
	}
	for _, n := range e.HalfByes {
		in.Add("half_byes", strconv.Itoa(n))
	}
	if e.EnteredIn > 1 {
		setNumber(in, "entered_in", e.EnteredIn)
	}
	if e.StartScore != 0 {
		in.Set("start_score", tournaments.FormatScore(e.StartScore))
	}
	setNumber(in, "seed", e.Seed)
}

func readEntry(in *kit.Filling) tournaments.EntryInput {
	return tournaments.EntryInput{
		Rating: grade(in, "rating", "Write a grade or rating: 3d, 12k, 3.4."), Club: in.Text("club"),
		Elsewhere: tournaments.Elsewhere{Country: in.Text("country"), PIN: in.Text("pin"), AGA: in.Text("aga_id")},
		Absent:    chosenRounds(in, "absent"), HalfByes: chosenRounds(in, "half_byes"),
		EnteredIn: in.NumberOr("entered_in", 0), StartScore: score(in, "start_score"), Seed: in.NumberOr("seed", 0),
		Visitor: in.Ticked("visitor"), Version: in.Version(),
	}
}

// entryFields are the inputs of an entry: strength and club, rounds, late entry.
func entryFields(page *kit.FormPage, w *tournaments.Wallchart, rating kit.Field) {
	var rounds []kit.Option
	for n := 1; n <= w.Section.Rounds; n++ {
		rounds = append(rounds, kit.Option{Value: strconv.Itoa(n), Label: "Round " + strconv.Itoa(n)})
	}
	page.Group("Strength and club").Row(
		rating,
		kit.Field{
			Name: "club", Label: "Club",
			Hint: "The draw keeps club-mates apart. Leave it empty to use the club of the membership.",
		},
	)
	page.Group("From elsewhere").Row(
		kit.Field{Name: "country", Label: "Country", Hint: "Two letters: NZ, AU, JP."},
		kit.Field{Name: "pin", Label: "EGF PIN", InputMode: "numeric", Hint: "In the European Go Database."},
		kit.Field{Name: "aga_id", Label: "AGA number", InputMode: "numeric", Hint: "In the American Go Association."},
	)
	away := []kit.Field{{Name: "absent", Label: "Does not play in", Type: "checkboxes", Width: "inline", Options: rounds}}
	if w.Section.System != pairing.Knockout && !w.Section.Teams() {
		away = append(away, kit.Field{
			Name: "half_byes", Label: "Half-point bye, asked for in advance, in", Type: "checkboxes", Width: "inline",
			Options: rounds,
		})
	}
	page.Group("Rounds", away...)
	switch w.Section.System {
	case pairing.Knockout, pairing.Match:
		page.Group("Order").Row(kit.Field{
			Name: "seed", Label: "Seed", Type: "number", Min: "1",
			Hint: "Counts where the section goes by the director’s order: 1 is the first. Without one, players follow by rating.",
		})
		if w.Section.System == pairing.Knockout {
			return // no one enters late, and everyone starts level
		}
	}
	if w.Section.Teams() {
		page.Group("Late entry", kit.Field{
			Name: "entered_in", Label: "First round", Type: "number", Min: "1", Max: strconv.Itoa(w.Section.Rounds),
			Hint: "Empty: from the start.",
		})
		return
	}
	page.Group("Late entry").Row(
		kit.Field{
			Name: "entered_in", Label: "First round", Type: "number", Min: "1", Max: strconv.Itoa(w.Section.Rounds),
			Hint: "Empty: from the start.",
		},
		kit.Field{Name: "start_score", Label: "Starting points", InputMode: "decimal", Hint: "Empty: none."},
	)
}

// entryWithdraw takes a player out after the round in the form.
func (s *Desk) entryWithdraw(c echo.Context) error {
	return s.entryChange(c, "is withdrawn", func(
		ctx context.Context, actor auth.Actor, in *kit.Filling, id tournaments.EntryID,
	) error {
		if _, err := strconv.ParseUint(in.Text("after"), 10, 8); err != nil {
			in.Problem("after", "Choose the last round that the player played.")
		}
		return s.tournaments.Withdraw(ctx, actor, id, in.NumberOr("after", 0), in.Version())
	})
}

// entryPress answers a button that changes an entry.
func (s *Desk) entryPress(
	change func(ctx context.Context, actor auth.Actor, id tournaments.EntryID, version int64) error, done string,
) echo.HandlerFunc {
	return func(c echo.Context) error {
		return s.entryChange(c, done, func(
			ctx context.Context, actor auth.Actor, in *kit.Filling, id tournaments.EntryID,
		) error {
			return change(ctx, actor, id, in.Version())
		})
	}
}

// entryChange carries out one change of the entry in the address.
func (s *Desk) entryChange(
	c echo.Context, done string,
	change func(ctx context.Context, actor auth.Actor, in *kit.Filling, id tournaments.EntryID) error,
) error {
	e, err := s.entryOf(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	back := kit.BackTo(c, sectionDeskURL(e.Section, "entries"))
	if err := in.Refusal(change(c.Request().Context(), s.Actor(c), in, e.ID)); err != nil {
		return s.RefusedAt(c, err, back)
	}
	s.Flash(c, kit.KindSuccess, e.Name+" "+done+".")
	return kit.SeeOther(c, back)
}

// entryAbsent has a player sit out one round, or play it after all.
func (s *Desk) entryAbsent(c echo.Context) error {
	e, err := s.entryOf(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	round := in.Number("round")
	entry := e.Input()
	entry.Version = in.Version()
	rounds, done := slices.DeleteFunc(slices.Clone(e.Absent), func(n int) bool { return n == round }), "plays round "
	if in.Text("plays") == "no" {
		rounds, done = append(rounds, round), "sits out round "
	}
	entry.Absent = rounds
	back := kit.BackTo(c, sectionDeskURL(e.Section, "draw"))
	if err := in.Refusal(s.tournaments.EditEntry(c.Request().Context(), s.Actor(c), e.ID, entry)); err != nil {
		return s.RefusedAt(c, err, back)
	}
	s.Flash(c, kit.KindSuccess, e.Name+" "+done+strconv.Itoa(round)+".")
	return kit.SeeOther(c, back)
}
