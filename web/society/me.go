package society

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/members"
	"nzgs/internal/members/held"
	"nzgs/web/kit"
)

// HeldPage is all that is held about the reader.
type HeldPage struct {
	kit.Page
	held.Data
	Text, JSON string // where the files are
}

var heldView = kit.NewView[HeldPage](templates, "members/held.html")

const heldPath = "/me/data"

// fillOwn fills what only the reader's own page has.
func (s *Desk) fillOwn(c echo.Context, page *PersonPage, file members.File, names clubNames) error {
	due, err := s.treasury.OwnDue(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page.Due = dueFacts(due, kit.OwnInvoicesPath)
	if page.Renew, err = s.renewal(c, &page.Page); err != nil {
		return err
	}
	if page.Games, err = s.games(c); err != nil {
		return err
	}
	if page.Events, err = s.events(c); err != nil {
		return err
	}
	page.ByClubs, page.Seen = paidByClubs(file, names), seenOf(file, names)
	if file.Summary.Status == members.Member {
		page.Card = kit.MemberCardURL(file.Person.ID)
	}
	return nil
}

// paidByClubs are the terms that came with a club's list, the newest first: the club paid, and has the receipt.
func paidByClubs(file members.File, names clubNames) (out []string) {
	terms := members.InForce(file.Terms)
	for i := len(terms) - 1; i >= 0; i-- {
		if t := terms[i]; t.ReturnRow != 0 {
			out = append(out, t.Year.String()+": with the list of "+names[t.Club]+", which has the receipt")
		}
	}
	return out
}

// seenOf is what each audience sees of a person.
func seenOf(file members.File, names clubNames) []kit.Fact {
	p := file.Person
	public := "“" + p.PublicName() + "” in events, results, ratings, records of games, titles and offices"
	if p.ShowFormer && len(file.Former) > 0 && p.PublicAs != members.ByAlias {
		public += "; on the player page also “" + formerNames(file.Former) + "”"
	}
	contact := "your name, number, memberships, playing strength, " + contactWords(p)
	facts := []kit.Fact{
		{Label: "Everyone", Value: public + ". Never how to reach you."},
		{
			Label: "Members who sign in",
			Value: "The same; in papers and minutes of meetings “" + p.Name.String() + "”, where you move, second, stand or hold an office.",
		},
	}
	if clubs := names.join(file.Summary.Clubs); clubs != "" && file.Summary.Status == members.Member {
		facts = append(facts, kit.Fact{Label: "The secretary of " + clubs, Value: "Of you as a member of the club: " + contact + "."})
	}
	return append(facts, kit.Fact{
		Label: "President, secretary, treasurer", Value: "All of the register: " + contact + "; and payments, letters and offices.",
	})
}

// contactWords are the ways to reach a person that are known.
func contactWords(p members.Person) string {
	var known []string
	for _, way := range []string{p.Contact.Email, p.Contact.Phone, strings.ReplaceAll(p.Contact.Address, "\n", ", ")} {
		if way != "" {
			known = append(known, way)
		}
	}
	if len(known) == 0 {
		return "no way to reach you"
	}
	return strings.Join(known, "; ")
}

// held is all that is held about the reader; what the postal votes have of them as the own page says it.
func (s *Desk) heldData(c echo.Context) (held.Data, error) {
	d, err := s.held.Own(c.Request().Context(), s.Actor(c))
	if err != nil {
		return d, err
	}
	own, err := s.postal.OwnAll(c.Request().Context(), s.Actor(c))
	if err != nil {
		return d, err
	}
	votes := held.Part{Title: "Your papers in postal votes", Columns: []string{"Vote", "What is recorded"}}
	for _, o := range own {
		votes.Rows = append(votes.Rows, []string{o.Title, strings.Join(o.Lines(), " ")})
	}
	d.Add(votes)
	kit.NoStore(c)
	return d, nil
}

// belowZero is the sign of a number below zero, which files have as a hyphen and the page as a minus.
var belowZero = regexp.MustCompile(`(^|[\s(])-(\p{Sc}?\d)`)

func (s *Desk) myData(c echo.Context) error {
	d, err := s.heldData(c)
	if err != nil {
		return err
	}
	for _, part := range d.Parts {
		for _, row := range part.Rows {
			for i, value := range row {
				row[i] = belowZero.ReplaceAllString(value, "$1−$2")
			}
		}
	}
	page := HeldPage{Page: s.Page(c, "What is held about me", kit.Crumb{Label: "My page", URL: "/me"}), Data: d}
	page.Text, page.JSON = heldPath+".txt", heldPath+".json"
	return heldView.Render(c, http.StatusOK, page)
}

func (s *Desk) myDataText(c echo.Context) error {
	d, err := s.heldData(c)
	if err != nil {
		return err
	}
	return kit.SendPlain(c, s.FileName("my data", d.Name, d.Day), d.Text)
}

func (s *Desk) myDataJSON(c echo.Context) error {
	d, err := s.heldData(c)
	if err != nil {
		return err
	}
	content, err := json.MarshalIndent(d.JSON(), "", "  ")
	if err != nil {
		return fmt.Errorf("write one's own data: %w", err)
	}
	return kit.SendFile(c, kit.FormatJSON, s.FileName("my data", d.Name, d.Day), append(content, '\n'))
}
