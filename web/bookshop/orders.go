package bookshop

import (
	"context"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/bookshop"
	"nzgs/internal/money"
	"nzgs/web/kit"
)

const ordersPath = kit.BookshopPath + "/orders"

func orderURL(id bookshop.OrderID, part ...string) string { return kit.Below(ordersPath, id, part...) }

// OrderViewPage is an order: for who ordered it, for whoever has its link, and for who keeps the bookshop.
type OrderViewPage struct {
	kit.Page
	Text    string
	Facts   []kit.Fact
	Lines   []LineRow
	Total   string
	Price   kit.Trace
	Address []string
	Actions []kit.Link
	Buttons []*kit.PostButton
}

// OrdersPage lists orders.
type OrdersPage struct {
	kit.Page
	Tabs  *kit.Tabs
	Rows  []OrderRow
	Pager *kit.Pager
	Empty string
}

// OrderRow is an order in a list.
type OrderRow struct {
	Title, URL, Who, When, What, Total string
	State                              kit.Badge
}

var (
	orderPageView = kit.NewView[OrderViewPage](templates, "order_page.html")
	ordersView    = kit.NewView[OrdersPage](templates, "orders.html")
)

// orderState says how far an order is.
func orderState(o bookshop.Order) kit.Badge {
	switch o.State {
	case bookshop.Unconfirmed:
		return kit.Badge{Kind: kit.KindNeutral, Text: "Not confirmed"}
	case bookshop.Ended:
		return kit.Badge{Kind: kit.KindNeutral, Text: "Cancelled"}
	case bookshop.Sent:
		switch back, of := o.Returned(); back {
		case 0:
			return kit.Badge{Kind: kit.KindSuccess, Text: "Sent"}
		case of:
			return kit.Badge{Kind: kit.KindNeutral, Text: "Sent back"}
		default:
			return kit.Badge{Kind: kit.KindInfo, Text: "Sent, " + kit.IDText(back) + " sent back"}
		}
	}
	switch {
	case o.ToSend():
		return kit.Badge{Kind: kit.KindInfo, Text: "To be sent"}
	case o.ToDecide():
		return kit.Badge{Kind: kit.KindWarning, Text: o.Bill.State().Label()}
	case o.Bill.Paid > 0:
		return kit.Badge{Kind: kit.KindWarning, Text: "Part paid"}
	}
	return kit.Badge{Kind: kit.KindWarning, Text: "To be paid"}
}

// whatOf is an order in a few words.
func whatOf(o bookshop.Order) string {
	var all []string
	for _, l := range o.Lines {
		all = append(all, kit.IDText(l.Quantity)+" × "+l.Title)
	}
	return strings.Join(all, ", ")
}

func orderRow(o bookshop.Order, at string) OrderRow {
	when := o.At.Date()
	if !o.PlacedAt.IsZero() {
		when = o.PlacedAt.Date()
	}
	return OrderRow{
		Title: o.Number(), URL: at, Who: nameOf(o), When: when.Long(), What: whatOf(o), Total: o.Total().String(), State: orderState(o),
	}
}

// nameOf is who ordered; of one whose name is no longer kept, whom the invoice names.
func nameOf(o bookshop.Order) string {
	if name := o.Name.String(); name != "" {
		return name
	}
	return o.Bill.Name
}

// orderPage is an order as everyone who may see it does.
func (s *Desk) orderPage(c echo.Context, o bookshop.Order, crumbs ...kit.Crumb) (page OrderViewPage, err error) {
	kit.NoStore(c)
	state := orderState(o)
	page = OrderViewPage{Page: s.Page(c, o.Number(), crumbs...), Total: o.Total().String()}
	page.Lines = linesOf(o.Lines, bookshop.Rate{Place: o.Place, Price: o.Postage}, o.Grams)
	page.Facts = []kit.Fact{{Label: "State", Badge: &state}, {Label: "Ordered", Value: o.At.Date().Long()}}
	price := "For everyone"
	if o.Member {
		price = "For members"
	}
	page.Price = kit.RuleTrace(price, o.Trace)
	page.Facts = append(page.Facts, kit.Fact{Label: "Price", Trace: &page.Price})
	if o.Invoice != 0 {
		page.Facts = append(page.Facts, kit.Fact{Label: "Invoice", Value: o.Bill.Number.String() + ", " + strings.ToLower(o.Bill.State().Label())})
	}
	if !o.SentOn.IsZero() {
		page.Facts = append(page.Facts, kit.Fact{Label: "Sent", Value: o.SentOn.Long() + ": " + o.SentBy})
	}
	if back, of := o.Returned(); back > 0 {
		page.Facts = append(page.Facts, kit.Fact{Label: "Sent back", Value: kit.IDText(back) + " of " + kit.IDText(of)})
	}
	for _, less := range []struct {
		label  string
		amount money.Cents
	}{{"Credited", o.Bill.Credited}, {"Written off", o.Bill.WrittenOff}} {
		if less.amount > 0 {
			page.Facts = append(page.Facts, kit.Fact{Label: less.label, Value: less.amount.String()})
		}
	}
	if o.Reason != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "Why it was cancelled", Value: o.Reason})
	}
	if !o.AskedOn.IsZero() {
		page.Facts = append(page.Facts, kit.Fact{Label: "Asked whether it is still wanted", Value: o.AskedOn.Long()})
	}
	if o.Invoice != 0 && o.Bill.Open() > 0 { // also of one that was sent, whose payment was undone
		account, err := s.shop.PayInto(c.Request().Context())
		if err != nil {
			return page, err
		}
		page.Facts = append(page.Facts, kit.Fact{Label: "Still to pay", Value: o.Bill.Open().String() + " by " + o.Bill.Due.Long()},
			kit.Fact{Label: "Payment reference", Value: o.Bill.Number.Reference()})
		if account != "" {
			page.Facts = append(page.Facts, kit.Fact{Label: "Pay into", Value: account})
		}
	}
	if o.Address != "" {
		page.Address = append([]string{nameOf(o)}, strings.Split(o.Address, "\n")...)
	}
	return page, nil
}

// textOf says to who ordered how far it is.
func textOf(o bookshop.Order) string {
	switch {
	case o.State == bookshop.Unconfirmed:
		return "Nothing is ordered yet: press the button to order it. Until then nothing is held for you."
	case o.State == bookshop.Ended && o.Bill.Open() > 0: // what was credited is asked for again
		return "This order is cancelled."
	case o.State == bookshop.Ended:
		return "This order is cancelled. Nothing of it is to pay."
	case o.State == bookshop.Sent:
		return "Your order was sent."
	case o.ToSend() && o.GivenUp() > 0:
		return "Nothing of it is to pay any more, and it is sent next."
	case o.ToSend():
		return "It is paid, and is sent next."
	case o.ToDecide():
		return "The society no longer asks for the money, and has not decided yet whether it is sent."
	}
	return "It is held for you, and is sent once it is paid. Write the reference with the payment: it tells the treasurer what is paid."
}

// ownOrders lists the orders of whoever is signed in.
func (s *Desk) ownOrders(c echo.Context) error {
	all, err := s.shop.OwnOrders(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := OrdersPage{Page: s.Page(c, "My orders", shopCrumb), Empty: "You have ordered nothing yet."}
	for _, o := range all {
		row := orderRow(o, orderURL(o.ID))
		row.Who = ""
		page.Rows = append(page.Rows, row)
	}
	return ordersView.Render(c, http.StatusOK, page)
}

// ownOrder shows an order to who ordered it, and leads who keeps the bookshop on.
func (s *Desk) ownOrder(c echo.Context) error {
	o, err := kit.ByID(s.Site, s.shop.OrderFor)(c)
	if err != nil {
		return err
	}
	page, err := s.orderPage(c, o, shopCrumb, kit.Crumb{Label: "My orders", URL: ordersPath})
	if err != nil {
		return err
	}
	if page.Text = textOf(o); o.Person != s.Actor(c).Person {
		page.Text = ""
	}
	if o.Invoice != 0 {
		page.Actions = append(page.Actions, kit.Link{Label: "The invoice", URL: kit.Below(kit.BooksPath+"/invoices", o.Invoice), Kind: "secondary"})
	}
	if o.MayCancelOwn() && o.Person == s.Actor(c).Person {
		b := page.Button("cancel", orderURL(o.ID, "cancel"), "Cancel the order", kit.VersionField(o.Version))
		b.Kind = "danger"
		page.Buttons = append(page.Buttons, b)
	}
	if s.keeps(c) {
		page.Actions = append(page.Actions, kit.Link{Label: "At the bookshop desk", URL: keepURL(o.ID), Kind: "secondary"})
	}
	return orderPageView.Render(c, http.StatusOK, page)
}

// linked shows an order to whoever has the link of its letter.
func (s *Desk) linked(c echo.Context) error {
	token := c.Param("token")
	o, err := s.shop.ByLink(c.Request().Context(), token)
	if err != nil {
		return err
	}
	page, err := s.orderPage(c, o, shopCrumb)
	if err != nil {
		return err
	}
	page.Text = textOf(o)
	at := bookshop.LinkPath(token)
	if o.State == bookshop.Unconfirmed {
		page.Title = "Confirm your order"
		page.Buttons = append(page.Buttons, page.Button("confirm", at+"/confirm", "Order for "+o.Total().String()))
	}
	if o.State == bookshop.Unconfirmed || o.MayCancelOwn() {
		b := page.Button("cancel", at+"/cancel", "Cancel the order")
		b.Kind = "danger"
		page.Buttons = append(page.Buttons, b)
	}
	return orderPageView.Render(c, http.StatusOK, page)
}

// pressed answers a button of the page of a letter's link.
func (s *Desk) pressed(do func(context.Context, string) error, to func(token string) string, says string) echo.HandlerFunc {
	return func(c echo.Context) error {
		token := c.Param("token")
		if err := do(c.Request().Context(), token); err != nil {
			return s.RefusedAt(c, err, bookshop.LinkPath(token))
		}
		s.Flash(c, kit.KindSuccess, says)
		return kit.SeeOther(c, to(token))
	}
}

// Own are the orders of whoever is signed in that wait to be paid, for their page.
func (s *Desk) Own(c echo.Context) ([]kit.Task, error) {
	all, err := s.shop.OwnOrders(c.Request().Context(), s.Actor(c))
	var out []kit.Task
	for _, o := range all {
		if o.ToPay() {
			out = append(out, kit.Task{
				Title: o.Number() + " at the bookshop: " + o.Bill.Open().String() + " to pay", Text: whatOf(o), URL: orderURL(o.ID),
				Action: "Open the order", Due: "by " + o.Bill.Due.Long(),
			})
		}
	}
	return out, err
}

// Waiting is what who keeps the bookshop is told of orders.
func (s *Desk) Waiting(c echo.Context) ([]kit.Task, error) {
	if !s.keeps(c) {
		return nil, nil
	}
	all, err := s.shop.Waiting(c.Request().Context(), s.Actor(c))
	send, decide, ask := 0, 0, 0
	for _, o := range all {
		switch {
		case o.ToSend():
			send++
		case o.ToDecide():
			decide++
		case o.ToAsk(s.Today()):
			ask++
		}
	}
	var out []kit.Task
	if send > 0 {
		out = append(out, kit.Task{
			Title: kit.Plural(send, "order waits", "orders wait") + " to be sent", Text: "What is paid is packed and sent.", URL: deskPath,
			Action: "Send",
		})
	}
	if decide > 0 {
		out = append(out, kit.Task{
			Title: kit.Plural(decide, "order was", "orders were") + " written off or credited, not paid",
			Text:  "Cancel it, so that others can buy what it holds, or say that it was sent anyway.", URL: deskPath, Action: "Decide",
		})
	}
	if ask > 0 {
		out = append(out, kit.Task{
			Title: kit.Plural(ask, "order is", "orders are") + " not paid after " + kit.IDText(bookshop.UnpaidDays) + " days",
			Text:  "Ask who ordered whether it is still wanted.", URL: deskPath, Action: "Ask",
		})
	}
	return out, err
}

func sum(list []bookshop.Order, of func(bookshop.Order) money.Cents) (out money.Cents) {
	for _, o := range list {
		out += of(o)
	}
	return out
}
