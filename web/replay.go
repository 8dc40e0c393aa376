package web

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// replay answers a request that was carried out before: with where it led,
// not with a second result.
func (s *Server) replay(c echo.Context) error {
	r, found, err := audit.ByRequestKey(c.Request().Context(), s.db, c.Request().PostFormValue("key"))
	if err != nil {
		return err
	}
	if !found {
		return &headed{"This form was sent twice", apperr.New(
			apperr.Conflict, "This form was sent twice at the same time. Check whether it was saved before you send it again.",
		)}
	}
	if actor := s.Actor(c); actor.SignedIn() && r.By.PersonID != 0 && r.By.PersonID != int64(actor.Person) {
		return &headed{"This form was already sent", apperr.New(
			apperr.Conflict, "Someone else has already sent this form, so nothing was changed. Open the page again.",
		)}
	}
	if err := s.db.Settle(c.Request().Context()); err != nil { // before anyone is told that it is saved
		return err
	}
	s.Flash(c, kit.KindSuccess, "This was already saved; nothing was done twice.")
	return kit.SeeOther(c, s.objectURL(c, r))
}

// objectURL is the page of what an audit entry is about: where a request that
// was already carried out leads.
func (s *Server) objectURL(c echo.Context, r audit.Record) string {
	switch actor := s.Actor(c); {
	case r.Object == "account" && !actor.SignedIn():
		return "/sign-in" // a link that was used
	case r.Object == "account" && r.ObjectID == int64(actor.Account):
		return "/account" // its owner need not be one who manages accounts
	case r.Object == "person" && r.ObjectID == int64(actor.Person):
		return "/me"
	case r.Object == "shop_order" && !actor.SignedIn():
		return kit.BookshopPath + "/thanks" // a visitor's, which a letter asks to confirm
	case r.Object == "shop_order" && r.By.PersonID == int64(actor.Person):
		return kit.Below(kit.BookshopPath+"/orders", r.ObjectID)
	case r.Object == "payment":
		return s.paymentPage(c, treasury.PaymentID(r.ObjectID))
	}
	// What somebody did to an object of their own club is theirs to see.
	if page, known := kit.ObjectPages[r.Object]; known && (page.Needs == "" || auth.CanSomewhere(
		s.Actor(c), page.Needs, s.Today(),
	)) {
		return page.URL(r.ObjectID)
	}
	return kit.RefererPath(c)
}

// paymentPage is where a payment is found: on its return, or with its person.
func (s *Server) paymentPage(c echo.Context, id treasury.PaymentID) string {
	p, err := treasury.PaymentByID(c.Request().Context(), s.db, id)
	switch {
	case err != nil:
		return kit.RefererPath(c)
	case p.Return != 0:
		return kit.ReturnURL(p.Return)
	case p.Person != 0:
		return kit.PersonURL(p.Person)
	}
	return kit.Below(kit.BooksPath+"/payments", id)
}
