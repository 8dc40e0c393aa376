package bookshop

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/bookshop"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/web/kit"
)

// Basket is what someone is about to order: the form carries it, and no cookie does.
type Basket struct {
	items   []bookshop.Item
	place   string
	asked   bool // something was chosen
	offer   bookshop.Offer
	problem error // with what is asked for
	shown   []bookshop.Article
	table   bookshop.Table
	address string // of whoever is signed in
}

// complete reports whether it can be ordered as it is.
func (b Basket) complete() bool { return b.asked && b.problem == nil && b.offer.Place != "" }

// OrderPage is the form of an order: first what and to where, then, with what it comes to, for whom.
type OrderPage struct {
	kit.FormPage
	Choose []kit.Field
	Place  kit.Field
	Lines  []LineRow // what it comes to; none: not worked out yet
	Total  string
	Price  kit.Trace // at which price
	SignIn string    // for who has not signed in
	Empty  string    // that nothing can be ordered
}

// LineRow is a line of what is to pay.
type LineRow struct{ Text, Sum string }

var orderView = kit.NewView[OrderPage](templates, "order.html")

const (
	orderPath  = kit.BookshopPath + "/order"
	thanksPath = kit.BookshopPath + "/thanks"
	itemBegins = "n_"
	// trapField is what only programs fill in.
	trapField = "website"
	// mostAsked is how many articles of a form are read.
	mostAsked = 250
)

// basket reads what is asked for: by the address, or by the form that was sent.
func (s *Desk) basket(c echo.Context) (b Basket, err error) {
	in := kit.Asked(c)
	if c.Request().Method == http.MethodPost {
		if in, err = kit.Sent(c); err != nil {
			return b, err
		}
	}
	names := in.Named(itemBegins)
	for _, name := range names[:min(len(names), mostAsked)] {
		text, id := in.Text(itemBegins+name), kit.ParseID[bookshop.ArticleID](name)
		if text == "" || text == "0" || id == 0 {
			continue
		}
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			n = -1 // what is wrong with it the bookshop says
		}
		b.items = append(b.items, bookshop.Item{Article: id, Quantity: int(n)})
	}
	slices.SortFunc(b.items, func(x, y bookshop.Item) int { return int(x.Article - y.Article) })
	b.place = in.Text("place")
	ctx := c.Request().Context()
	if b.shown, err = s.shop.Shown(ctx); err != nil {
		return b, err
	}
	if b.table, err = s.shop.Postage(ctx); err != nil {
		return b, err
	}
	if places := b.table.Places(); b.place == "" && len(places) == 1 {
		b.place = places[0]
	}
	b.asked = len(b.items) > 0
	if b.asked {
		b.offer, b.problem = s.shop.Offer(ctx, s.Actor(c), b.items, b.place)
	}
	b.address, err = s.shop.OwnAddress(ctx, s.Actor(c))
	return b, err
}

// order is the form of an order.
func (s *Desk) order() kit.Form[Basket] {
	return kit.Form[Basket]{
		Site: s.Site, Load: s.basket, Render: s.renderOrder,
		Fill: func(_ echo.Context, in *kit.Filling, b Basket) { in.Set("address", b.address) },
		Show: func(c echo.Context, page *kit.FormPage, b Basket) error {
			kit.NoStore(c)
			page.Page = s.Page(c, "Order from the bookshop", shopCrumb)
			page.Action, page.Submit, page.Back = orderPath, "Order for "+b.offer.Total().String(), kit.BookshopPath
			for _, l := range b.offer.Lines {
				page.Hide(bookshop.ItemField(l.Article), kit.IDText(l.Quantity))
			}
			page.Hide("place", b.place)
			page.Hide("shown", b.offer.Total().Plain())
			signedIn := s.Actor(c).SignedIn()
			if !signedIn {
				if !s.shop.Sends() {
					page.Barred = append(page.Barred, kit.CiteRules("This site sends no letters, so only who signs in can order here."))
				}
				page.Group("For whom",
					kit.Field{Name: "given_names", Label: "Given names", Autocomplete: "given-name", MaxLength: 100},
					kit.Field{Name: "family_name", Label: "Family name", Required: true, Autocomplete: "family-name", MaxLength: 100},
					kit.Field{
						Name: "email", Label: "E-mail address", Type: "email", Required: true, Autocomplete: "email", MaxLength: 200,
						Hint: "A letter asks you to confirm it. Until then nothing is ordered, and nothing is held for you.",
					})
			} else {
				page.Group("For whom")
			}
			last := &page.Groups[len(page.Groups)-1]
			last.Fields = append(last.Fields, page.In().Field(&page.Page, kit.Field{
				Name: "address", Label: "Postal address", Type: "textarea", Rows: 4, Required: true, Autocomplete: "street-address", MaxLength: 400,
				Hint: "Street, suburb, town with its postcode, and the country where it is another one. It is deleted a year after the order was sent.",
			}))
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, b Basket) (kit.Done, error) {
			shown, err := money.Parse(in.Text("shown"))
			if err != nil {
				shown = -1
			}
			order := bookshop.OrderInput{
				Items: b.items, Place: b.place, Shown: shown, Email: in.Text("email"), Address: in.Lines("address"),
				Name: members.Name{Given: in.Text("given_names"), Family: in.Text("family_name")},
			}
			ctx, actor := c.Request().Context(), s.Actor(c)
			if actor.SignedIn() {
				id, err := s.shop.Order(ctx, actor, order)
				return kit.Done{To: orderURL(id), Message: "Ordered. It is held for you; this is how to pay."}, err
			}
			if in.Text(trapField) != "" {
				return kit.Done{To: thanksPath}, nil
			}
			return kit.Done{To: thanksPath}, s.shop.Ask(ctx, order, kit.Network(c))
		},
	}
}

func (s *Desk) renderOrder(c echo.Context, status int, form *kit.FormPage, b Basket) error {
	if b.problem != nil && len(form.Errors) == 0 && !form.Invalid(b.problem) {
		return b.problem
	}
	page := OrderPage{FormPage: *form}
	for _, a := range b.shown {
		field := kit.Field{
			Name: bookshop.ItemField(a.ID), Label: a.Title, InputMode: "numeric", Width: "short", MaxLength: 10, Hint: priceText(a),
		}
		if at := slices.IndexFunc(b.items, func(i bookshop.Item) bool { return i.Article == a.ID }); at >= 0 {
			field.Value = kit.IDText(b.items[at].Quantity)
		} else if a.Stock == 0 {
			continue
		}
		if state := stateOf(a); state != nil {
			field.Hint += ". " + state.Text
		}
		page.Choose = append(page.Choose, page.Page.Field(field))
	}
	place := kit.Field{Name: "place", Label: "Sent to", Type: "select", Required: true, Options: []kit.Option{{Label: "Choose"}}}
	for _, p := range b.table.Places() {
		place.Options = append(place.Options, kit.Option{Value: p, Label: p, Selected: p == b.place})
	}
	page.Place = page.Page.Field(place)
	switch {
	case len(page.Choose) == 0:
		page.Empty = "Nothing is in stock at present."
	case len(b.table) == 0:
		page.Empty = "The bookshop has not said yet what postage costs, so nothing can be ordered. Write to the society."
	}
	if !s.Actor(c).SignedIn() {
		page.SignIn = kit.SignInURL(c)
	}
	if b.complete() {
		page.Lines, page.Total = linesOf(b.offer.Lines, b.offer.Rate, b.offer.Grams), b.offer.Total().String()
		price := "The price for everyone"
		if b.offer.Member {
			price = "The price for members"
		}
		page.Price = kit.RuleTrace(price, b.offer.Trace)
	}
	return orderView.Render(c, status, page)
}

// linesOf are the lines of what is to pay, with the arithmetic of the postage.
func linesOf(lines []bookshop.OrderLine, rate bookshop.Rate, grams int) (out []LineRow) {
	for _, l := range lines {
		row := LineRow{kit.IDText(l.Quantity) + " × " + l.Title + " at " + l.Price.String(), l.Sum().String()}
		if l.Returned > 0 {
			row.Text += ", " + kit.IDText(l.Returned) + " sent back"
		}
		out = append(out, row)
	}
	text := "Postage to " + rate.Place + ": " + bookshop.Weight(grams)
	if rate.MostGrams > 0 {
		text += ", up to " + bookshop.Weight(rate.MostGrams)
	}
	return append(out, LineRow{text, rate.Price.String()})
}

// ThanksPage says what happens next with the order of a visitor.
type ThanksPage struct{ kit.Page }

var thanksView = kit.NewView[ThanksPage](templates, "thanks.html")

func (s *Desk) thanks(c echo.Context) error {
	page := ThanksPage{s.Page(c, "Confirm your order", shopCrumb)}
	page.Shape = kit.ShapeNarrow
	return thanksView.Render(c, http.StatusOK, page)
}
