package joining

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/web/kit"
)

// KindsPage lists who is of another kind than full.
type KindsPage struct {
	kit.Page
	Head  kit.ListHead
	Rows  []KindRow
	Pager *kit.Pager
	Empty *kit.Empty
}

// peoplePerPage is how many people a page of this desk lists.
const peoplePerPage = 100

// KindRow is a member of a kind.
type KindRow struct {
	Name, URL, Kind, Since, Reason, By string
	Payer                              string // who pays for them, or ""
}

var kindsView = kit.NewView[KindsPage](templates, "kinds.html")

var ratesCrumb = kit.Crumb{Label: "Subscription rates", URL: kit.RatesPath}

func (s *Desk) listKinds(c echo.Context) error {
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	list, err := s.kinds.List(c.Request().Context(), s.Actor(c), rules.YearOf(s.Today()))
	if err != nil {
		return err
	}
	kit.NoStore(c)
	page := KindsPage{Page: s.Page(c, "Kinds of members", ratesCrumb), Head: kit.ListHead{
		Count: kit.Plural(len(list), "member", "members"), Exports: kit.Exports(c, "XLSX", ".xlsx", "CSV", ".csv"),
	}}
	shown, pager := kit.Paged(c, list, peoplePerPage)
	page.Pager = pager
	for _, l := range shown {
		page.Rows = append(page.Rows, KindRow{
			Name: l.Name, URL: kindURL(l.Person), Kind: l.Is().Label(), Since: rules.Days(l.From).String(), Reason: l.Reason,
			By: l.By + ", " + l.At.Date().Long(), Payer: l.PayerName,
		})
	}
	if len(list) == 0 {
		page.Empty = &kit.Empty{
			Title: "Each member pays the same",
			Text: "A student, a junior, a family with one payer or a life member is recorded on the member’s page: " +
				"find the member in the register.",
			Action: &kit.Link{Label: "Register", URL: kit.RegisterPath},
		}
	}
	kit.NamesPeople(c, len(page.Rows))
	return kindsView.Render(c, http.StatusOK, page)
}

func kindURL(id members.PersonID) string { return kit.PersonURL(id) + "/kind" }

// kindOfOne is a member with the kinds that were recorded.
type kindOfOne struct {
	members.File
	all   []kinds.Standing
	rules constitution.Constitution
}

func (k kindOfOne) last() (s kinds.Standing) {
	if len(k.all) > 0 {
		s = k.all[len(k.all)-1]
	}
	return s
}

// setKind says of what kind a member is.
func (s *Desk) setKind() kit.Form[kindOfOne] {
	return kit.Form[kindOfOne]{
		Site: s.Site,
		Load: func(c echo.Context) (k kindOfOne, err error) {
			if k.File, err = kit.ByID(s.Site, s.members.File)(c); err != nil {
				return k, err
			}
			if k.rules, err = s.governance.Today(c.Request().Context()); err != nil {
				return k, err
			}
			k.all, err = s.kinds.Of(c.Request().Context(), s.Actor(c), k.Person.ID)
			return k, err
		},
		Version: func(k kindOfOne) int64 { return k.last().ID },
		Fill: func(_ echo.Context, in *kit.Filling, k kindOfOne) {
			last := k.last()
			in.Set("kind", string(last.Is()))
			in.Set("from", strconv.Itoa(int(k.rules.YearOf(s.Today()))))
			in.Set("reason", last.Reason)
			if last.PaidFor() {
				in.Set("payer", kit.IDText(last.Payer))
			}
		},
		Show: s.showKind,
		Take: func(c echo.Context, in *kit.Filling, k kindOfOne) (kit.Done, error) {
			payer, err := s.payer(c, in)
			if err != nil {
				return kit.Done{}, err
			}
			return kit.Done{To: kit.PersonURL(k.Person.ID), Message: "Recorded. What was invoiced before stays as it is."},
				s.kinds.Set(c.Request().Context(), s.Actor(c), kinds.Input{
					Person: k.Person.ID, Seen: in.Version(), Kind: kinds.Kind(in.Text("kind")),
					From: members.Year(in.NumberOr("from", 0)), Payer: payer, Reason: in.Text("reason"),
				})
		},
	}
}

func (s *Desk) showKind(c echo.Context, p *kit.FormPage, k kindOfOne) error {
	name := k.Person.Name.String()
	p.Page = s.Page(c, "Kind of member: "+name, kit.Crumb{Label: "Register", URL: kit.RegisterPath},
		kit.Crumb{Label: name, URL: kit.PersonURL(k.Person.ID)})
	p.Action, p.Submit, p.Back = kindURL(k.Person.ID), "Record the kind", kit.PersonURL(k.Person.ID)
	p.Say("A kind pays its own subscription where a general meeting set one (rule 2.2), else that of each member. " +
		"Of a life member none is asked, and the membership runs on.")
	kind := kit.Field{Name: "kind", Label: "Kind", Type: "radios", Required: true}
	for _, one := range kinds.All {
		kind.Options = append(kind.Options, kit.Option{Value: string(one), Label: one.Label()})
	}
	current := k.rules.YearOf(s.Today())
	from := kit.Field{Name: "from", Label: "From the subscription year", Type: "select", Required: true}
	for y := current + 1; y >= current-1; y-- {
		from.Options = append(from.Options, kit.Option{Value: strconv.Itoa(int(y)), Label: k.rules.Days(y).String()})
	}
	payer := kit.PersonField(
		"payer", "Who pays for this person", "Of a family: name or member number of the one who pays for all. Empty: this person pays.",
	).Proposing(kit.NamesPath)
	p.Group("", kind, from, payer, kit.Field{
		Name: "reason", Label: "Reason", Required: true, MaxLength: 500,
		Hint: "Such as a student card that you saw, or the resolution that made them a life member. The member can read it.",
	})
	return nil
}

// payer is who was named to pay for a family; 0 where the field is empty.
func (s *Desk) payer(c echo.Context, in *kit.Filling) (members.PersonID, error) {
	text := in.Text("payer")
	if text == "" || in.Text("kind") != string(kinds.Family) {
		return 0, nil
	}
	words := text
	if i := strings.LastIndex(text, " ("); i > 0 && strings.HasSuffix(text, ")") { // as names are proposed
		words = text[i+2 : len(text)-1]
	}
	found, err := s.FindPeople(c.Request().Context(), s.Actor(c), words, 2)
	switch {
	case err != nil:
		return 0, err
	case len(found) == 0:
		in.Problem("payer", "No one in the register has this name or number.")
		return 0, nil
	case len(found) > 1:
		in.Problem("payer", "Several people have this name. Enter the member number.")
		return 0, nil
	}
	return found[0].Person, nil
}

// kindOf is what is recorded of a member's kind, where kinds are in use, and where officers record it.
func (s *Desk) kindOf(c echo.Context, id members.PersonID) (links []kit.Link, facts []kit.Fact, err error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	if !auth.Can(actor, auth.ViewOwn, auth.Object{Person: id}, s.Today()) {
		return nil, nil, nil
	}
	all, err := s.kinds.Of(ctx, actor, id)
	if err != nil {
		return nil, nil, err
	}
	rules, err := s.governance.Today(ctx)
	if err != nil {
		return nil, nil, err
	}
	if k := kinds.In(all, rules.YearOf(s.Today())); k.Is() != kinds.Full {
		trace := constitution.Trace{Rule: "2.2"}
		k.Why(&trace)
		facts = append(facts, kit.Fact{Label: "Kind of member", Trace: new(kit.RuleTrace(k.Is().Label(), trace))})
	}
	if auth.Can(actor, auth.SetKinds, auth.Object{}, s.Today()) {
		inUse, err := s.kinds.InUse(ctx)
		if err != nil {
			return nil, nil, err
		}
		if inUse {
			links = append(links, kit.Link{Label: "Kind of member", URL: kindURL(id)})
		}
	}
	return links, facts, nil
}
