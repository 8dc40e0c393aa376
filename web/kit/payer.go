package kit

import (
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
)

// Payer is who a form says paid in the place of the member or the club on whose account it is.
type Payer struct {
	Person               auth.PersonID
	Club                 int64
	Name, Address, Email string
	Quiet                bool
}

// PayerFields ask who paid, where it is someone else; clubs are the options of clubs.
func PayerFields(clubs []Option) []Field {
	return []Field{
		PersonField("payer", "Another member", "Name or member number.").Proposing(NamesPath),
		{
			Name: "payer_club", Label: "A club", Type: "select",
			Options: append([]Option{{Label: "No club"}}, clubs...),
		},
		{Name: "paid_by", Label: "Someone who is not in the register", Hint: "A parent, an employer: their name.", MaxLength: 120},
		{
			Name: "payer_address", Label: "Their address", Type: "textarea", MaxLength: 400,
			Hint: "Where the receipt goes. It is kept with this payment alone, and only officers see it.",
		},
		{Name: "payer_email", Label: "Their e-mail", Type: "email", MaxLength: 254},
		{Name: "payer_quiet", Label: "Do not tell the member who paid", Type: "checkbox"},
	}
}

// AskPayer adds the group of a form that asks who paid.
func (p *FormPage) AskPayer(clubs []Option) {
	p.Group("Paid by someone else", PayerFields(clubs)...).
		Text("The receipt and a refund go to who paid. Leave all of this empty otherwise.").Fold("who paid")
}

// Payer reads who paid. With more than one it says so at the field.
func (s *Site) Payer(c echo.Context, in *Filling) (p Payer, err error) {
	p = Payer{
		Club: Chosen[int64](in, "payer_club"), Name: in.Text("paid_by"), Address: in.Lines("payer_address"),
		Email: in.Text("payer_email"), Quiet: in.Ticked("payer_quiet"),
	}
	typed := in.Text("payer")
	switch {
	case typed != "" && (p.Club != 0 || p.Name != ""), p.Club != 0 && p.Name != "":
		in.Problem("payer", "Say once who paid: a member, a club or a name.")
		return p, nil
	case typed != "":
		p.Person, err = s.PersonNamed(c, in, "payer")
	}
	if p.Person != 0 || p.Club != 0 {
		p.Address, p.Email = "", ""
	}
	return p, err
}

// PersonNamed reads someone of the register whom a field names, by name or number; 0 with the problem at the field.
func (s *Site) PersonNamed(c echo.Context, in *Filling, field string) (auth.PersonID, error) {
	typed := in.Text(field)
	search := typed
	if i := strings.LastIndexByte(typed, '('); i > 0 && strings.HasSuffix(typed, ")") {
		search = typed[i+1 : len(typed)-1] // as proposed: name (number)
	}
	found, err := s.FindPeople(c.Request().Context(), s.Actor(c), search, 5)
	if err != nil {
		return 0, err
	}
	var names []string
	for _, one := range found {
		name := one.Name.String() + " (" + IDText(one.Person) + ")"
		if name == typed || IDText(one.Person) == search || len(found) == 1 {
			return one.Person, nil
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		in.Problem(field, "No one in the register has this name or number.")
	} else {
		in.Problem(field, "Several have this name: %s. Write the member number.", strings.Join(names, ", "))
	}
	return 0, nil
}
