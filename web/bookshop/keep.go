package bookshop

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/bookshop"
	"nzgs/internal/money"
	"nzgs/reports"
	"nzgs/web/kit"
)

// DeskPage is the orders by what is to be done next.
type DeskPage struct {
	kit.Page
	Tabs    kit.Tabs
	Parts   []DeskPart
	Prints  []kit.Link // of those to be sent
	Sales   []kit.Link // by year
	Pager   *kit.Pager
	Nothing bool
}

// DeskPart is orders that wait for the same.
type DeskPart struct {
	Title, Text string
	ToSend      bool       // the prints are of these
	Count       int        // all of them
	Rows        []OrderRow // those on this page
}

var deskView = kit.NewView[DeskPage](templates, "desk.html")

const (
	keptPath    = deskPath + "/orders"
	pastPath    = deskPath + "/past"
	packingPath = deskPath + "/packing.pdf"
	labelsPath  = deskPath + "/labels.pdf"
	salesPath   = deskPath + "/sales.xlsx"
	pastPerPage = 50
	openPerPage = 100
)

var deskCrumb = kit.Crumb{Label: "Bookshop desk", URL: deskPath}

func keepURL(id bookshop.OrderID, part ...string) string { return kit.Below(keptPath, id, part...) }

func (s *Desk) desk(c echo.Context) error {
	all, err := s.shop.Waiting(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	parts := []DeskPart{
		{Title: "To be sent", Text: "These are paid.", ToSend: true},
		{Title: "Not paid, and no longer asked for", Text: "The treasurer wrote the invoice off or credited it. Cancel the order, or say that it was sent anyway."},
		{Title: "Not paid after " + kit.IDText(bookshop.UnpaidDays) + " days", Text: "Ask who ordered whether it is still wanted; after that it may be cancelled."},
		{Title: "Asked about, and not paid", Text: "Wait, or cancel the order: what it holds is sold to others then."},
		{Title: "To be paid", Text: "The bank’s lines are proposed by the payment reference, on the treasurer’s page of the bank."},
	}
	send := 0
	for _, o := range all {
		at := 4
		switch {
		case o.ToSend():
			at = 0
			send++
		case o.ToDecide():
			at = 1
		case !o.AskedOn.IsZero():
			at = 3
		case o.ToAsk(s.Today()):
			at = 2
		}
		parts[at].Rows = append(parts[at].Rows, orderRow(o, keepURL(o.ID)))
	}
	number := kit.PageNumber(c)
	pager := kit.PagerOf(number, openPerPage, len(all), &url.URL{Path: deskPath})
	from := (min(number, max(1, (len(all)+openPerPage-1)/openPerPage)) - 1) * openPerPage
	page := DeskPage{Page: s.Page(c, "Bookshop desk", shopCrumb), Tabs: tabs(deskPath), Nothing: len(all) == 0}
	if len(all) > openPerPage {
		page.Pager = &pager
	}
	before := 0
	for _, p := range parts {
		p.Count = len(p.Rows)
		here := func(n int) int { return min(max(n-before, 0), p.Count) }
		p.Rows, before = p.Rows[here(from):here(from+openPerPage)], before+p.Count
		if len(p.Rows) > 0 {
			page.Parts = append(page.Parts, p)
		}
	}
	if send > 0 {
		page.Prints = []kit.Link{
			{Label: "Print the packing list", URL: packingPath, Kind: "secondary"}, {Label: "Labels: choose the sheet", URL: kit.LabelsURL(labelsPath), Kind: "secondary"},
		}
	}
	year := s.Today().Year()
	for y := year; y > year-3; y-- {
		page.Sales = append(page.Sales, kit.Link{Label: "Sales of " + strconv.Itoa(y), URL: salesPath + "?year=" + strconv.Itoa(y)})
	}
	return deskView.Render(c, http.StatusOK, page)
}

// past lists the orders that were sent or cancelled.
func (s *Desk) past(c echo.Context) error {
	number := kit.PageNumber(c)
	list, n, err := s.shop.Past(c.Request().Context(), s.Actor(c), number, pastPerPage)
	if err != nil {
		return err
	}
	t, pager := tabs(pastPath), kit.PagerOf(number, pastPerPage, n, &url.URL{Path: pastPath})
	page := OrdersPage{Page: s.Page(c, "Sent and cancelled", shopCrumb, deskCrumb), Tabs: &t, Pager: &pager, Empty: "No order was sent or cancelled yet."}
	for _, o := range list {
		page.Rows = append(page.Rows, orderRow(o, keepURL(o.ID)))
	}
	return ordersView.Render(c, http.StatusOK, page)
}

// keepOrder shows an order with what can be done next.
func (s *Desk) keepOrder(c echo.Context) error {
	o, err := kit.ByID(s.Site, s.shop.OrderFor)(c)
	if err != nil {
		return err
	}
	page, err := s.orderPage(c, o, shopCrumb, deskCrumb)
	if err != nil {
		return err
	}
	if o.Person != 0 {
		page.Facts = append(page.Facts, kit.Fact{Label: "Who ordered", Value: nameOf(o), URL: kit.PersonURL(o.Person)})
	}
	if o.Email != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "E-mail", Value: o.Email})
	}
	link := func(label, part, kind string) {
		page.Actions = append(page.Actions, kit.Link{Label: label, URL: keepURL(o.ID, part), Kind: kind})
	}
	switch {
	case o.ToSend():
		link("It was sent", "send", "")
	case o.ToDecide():
		link("It was sent anyway", "send", "secondary")
	case o.ToAsk(s.Today()) && o.Email == "":
		page.Text = "No e-mail address is known for this order. Write to the postal address whether it is still wanted."
	case o.ToAsk(s.Today()):
		page.Buttons = append(page.Buttons, page.Button("ask", keepURL(o.ID, "ask"), "Ask whether it is still wanted", kit.VersionField(o.Version)))
	case o.State == bookshop.Sent:
		if back, of := o.Returned(); back < of {
			link("Something was sent back", "return", "secondary")
		}
	}
	if o.Invoice != 0 {
		page.Actions = append(page.Actions, kit.Link{Label: "The invoice", URL: kit.Below(kit.BooksPath+"/invoices", o.Invoice), Kind: "secondary"})
	}
	if o.State == bookshop.Placed {
		link("Cancel the order", "cancel", "secondary")
	}
	return orderPageView.Render(c, http.StatusOK, page)
}

func (s *Desk) orderForm(
	title, part, submit string, show func(*kit.FormPage, bookshop.Order), take func(echo.Context, *kit.Filling, bookshop.Order) error, says string,
) kit.Form[bookshop.Order] {
	return kit.Form[bookshop.Order]{
		Site: s.Site, Load: kit.ByID(s.Site, s.shop.OrderFor),
		Version: func(o bookshop.Order) int64 { return o.Version },
		Fill: func(_ echo.Context, in *kit.Filling, o bookshop.Order) {
			if in.SetDay("day", s.Today()); part == "return" {
				in.Tick("stock", true)
			}
		},
		Show: func(c echo.Context, page *kit.FormPage, o bookshop.Order) error {
			page.Page = s.Page(c, title, shopCrumb, deskCrumb, kit.Crumb{Label: o.Number(), URL: keepURL(o.ID)})
			page.Action, page.Submit, page.Back = keepURL(o.ID, part), submit, keepURL(o.ID)
			page.Facts = []kit.Fact{{Label: "Order", Value: whatOf(o)}, {Label: "For", Value: nameOf(o)}, {Label: "Total", Value: o.Total().String()}}
			show(page, o)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, o bookshop.Order) (kit.Done, error) {
			return kit.Done{To: keepURL(o.ID), Message: says}, take(c, in, o)
		},
	}
}

func (s *Desk) send() kit.Form[bookshop.Order] {
	return s.orderForm("It was sent", "send", "Say that it was sent", func(page *kit.FormPage, o bookshop.Order) {
		page.Say("Who ordered gets a letter with the day and the way, where an e-mail address is known.")
		page.Group("", kit.DayField("day", "Sent on", ""), kit.Field{
			Name: "way", Label: "How", MaxLength: bookshop.MaxNote, Required: true, Hint: "“By post, parcel AB 12”, “Handed over at the club”.",
		})
		if o.ToDecide() {
			page.Row(kit.Field{
				Name: "anyway", Label: "It was sent although it is not paid", Type: "checkbox",
				Hint: o.GivenUp().String() + " of it were written off or credited. The log keeps that you sent it anyway.",
			})
		}
	}, func(c echo.Context, in *kit.Filling, o bookshop.Order) error {
		return s.shop.Send(c.Request().Context(), s.Actor(c), o.ID, in.Version(), bookshop.SendInput{
			Day: in.Day("day"), Way: in.Text("way"), Anyway: in.Ticked("anyway"),
		})
	}, "The order is sent.")
}

func reasonField() kit.Field {
	return kit.Field{Name: "reason", Label: "Why", MaxLength: bookshop.MaxNote, Required: true, Hint: "The books keep it with the credit."}
}

func (s *Desk) cancel() kit.Form[bookshop.Order] {
	return s.orderForm("Cancel the order", "cancel", "Cancel the order", func(page *kit.FormPage, o bookshop.Order) {
		page.Kind, page.Leave = "danger", "Leave it"
		page.Say("What it asks for is credited, and what it holds is back in stock. Who ordered is told, with the reason.")
		if o.Bill.Paid > 0 {
			page.Say(o.Bill.Paid.String() + " of it was paid: that settles what else is owed, and the treasurer pays back what is left.")
		}
		page.Group("", reasonField())
	}, func(c echo.Context, in *kit.Filling, o bookshop.Order) error {
		return s.shop.Cancel(c.Request().Context(), s.Actor(c), o.ID, in.Version(), in.Text("reason"))
	}, "The order is cancelled.")
}

func (s *Desk) giveBack() kit.Form[bookshop.Order] {
	return s.orderForm("Something was sent back", "return", "Credit what was sent back", func(page *kit.FormPage, o bookshop.Order) {
		page.Say("What was sent back is credited at the price of the order. What was paid of it settles what else is owed, and the treasurer pays back what is left.")
		page.Group("")
		for n, l := range o.Lines {
			if left := l.Quantity - l.Returned; left > 0 {
				page.Row(kit.Field{
					Name: bookshop.BackField(n), Label: l.Title, InputMode: "numeric", Width: "short", Hint: "How many, of " + kit.IDText(left) + " at " + l.Price.String() + ".",
				})
			}
		}
		page.Group("", kit.Field{Name: "stock", Label: "They are sold again", Type: "checkbox", Hint: "They are put back in stock."})
		if o.Postage > 0 && !o.PostageBack {
			page.Row(kit.Field{Name: "postage", Label: "The postage of " + o.Postage.String() + " is credited as well", Type: "checkbox"})
		}
		page.Row(reasonField())
	}, func(c echo.Context, in *kit.Filling, o bookshop.Order) error {
		back := make([]int, len(o.Lines))
		for n := range o.Lines {
			back[n] = in.NumberOr(bookshop.BackField(n), 0)
		}
		return s.shop.Return(c.Request().Context(), s.Actor(c), o.ID, in.Version(), bookshop.ReturnInput{
			Back: back, Stock: in.Ticked("stock"), Postage: in.Ticked("postage"), Reason: in.Text("reason"),
		})
	}, "What was sent back is credited.")
}

func (s *Desk) toSend(c echo.Context) (out []bookshop.Order, err error) {
	all, err := s.shop.Waiting(c.Request().Context(), s.Actor(c))
	for _, o := range all {
		if o.ToSend() {
			out = append(out, o)
		}
	}
	return out, err
}

// packing prints what is to be packed for whom.
func (s *Desk) packing(c echo.Context) error {
	all, err := s.toSend(c)
	if err != nil {
		return err
	}
	l := reports.Listing{
		Over: "Bookshop", Title: "Packing list", AsAt: s.Clock().Long(),
		Notes: []string{kit.Plural(len(all), "order", "orders") + " to be sent, " + sum(all, bookshop.Order.Total).String() + " in all."},
		Columns: []reports.ListingColumn{
			{Title: "Order", Width: 22, Again: true}, {Title: "Number", Width: 16, Figure: true}, {Title: "Article", Lines: reports.Whole},
			{Title: "For", Width: 62, Lines: reports.Whole, Again: true}, {Title: "Packed", Width: 16},
		},
	}
	for _, o := range all {
		for n, line := range o.Lines {
			row := []string{"", kit.IDText(line.Quantity), line.Title, "", reports.Tick}
			if n == 0 {
				row[0], row[3] = o.Number(), nameOf(o)+", "+strings.ReplaceAll(o.Address, "\n", ", ")
			}
			l.Rows = append(l.Rows, row)
		}
	}
	kit.NamesPeople(c, len(all))
	return kit.SendPrint(c, s.TodaysFile("packing list", ""), s.Press().ListingPDF, l)
}

// labels prints the addresses of what is to be sent.
func (s *Desk) labels(c echo.Context) error {
	all, err := s.toSend(c)
	if err != nil {
		return err
	}
	var list []reports.AddressLabel
	for _, o := range all {
		list = append(list, reports.AddressLabel{Lines: append([]string{nameOf(o)}, strings.Split(o.Address, "\n")...)})
	}
	kit.NamesPeople(c, len(all))
	return s.SendLabels(c, kit.Asked(c), s.TodaysFile("labels bookshop", ""), "Labels, bookshop", list)
}

// sales is what was ordered in a calendar year, line by line.
func (s *Desk) sales(c echo.Context) error {
	year, err := strconv.Atoi(kit.Asked(c).Text("year"))
	if err != nil || year < 2000 || year > 9998 {
		year = s.Today().Year()
	}
	all, err := s.shop.OfYear(c.Request().Context(), s.Actor(c), year)
	if err != nil {
		return err
	}
	t := reports.Table{
		Title: "Sales of " + strconv.Itoa(year), Note: "Orders that were placed in the year, at the prices of then. As at " + s.Today().Long(),
		Columns: kit.Columns("Order", "Invoice", "Placed", "Who ordered", "Article", "Price", "Number", "Sent back", "Left", "State", "Price for"),
	}
	for _, o := range all {
		who := "everyone"
		if o.Member {
			who = "members"
		}
		state := orderState(o).Text
		line := func(what string, price money.Cents, n, back int) {
			left := price * money.Cents(n-back)
			if o.State == bookshop.Ended {
				left = 0
			}
			t.Rows = append(t.Rows, []reports.Cell{
				reports.Int(int(o.ID)), reports.Text(o.Bill.Number.String()), reports.Date(o.PlacedAt.Date()), reports.Text(nameOf(o)),
				reports.Text(what), reports.Money(price), reports.Int(int(n)), reports.Int(int(back)), reports.Money(left),
				reports.Text(state), reports.Text(who),
			})
		}
		for _, l := range o.Lines {
			line(l.Title, l.Price, l.Quantity, l.Returned)
		}
		if o.Postage > 0 {
			back := 0
			if o.PostageBack {
				back = 1
			}
			line("Postage to "+o.Place, o.Postage, 1, back)
		}
	}
	kit.NamesPeople(c, len(all))
	return s.SendTable(c, kit.FormatXLSX, s.TodaysFile("bookshop sales "+strconv.Itoa(year), ""), t)
}
