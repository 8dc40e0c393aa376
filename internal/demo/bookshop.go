package demo

import (
	"fmt"
	"regexp"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/bookshop"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// sold are the articles of the bookshop: how many are bought in, what they are like, and the stones on their picture.
var sold = []struct {
	stock int
	cover cover
	bookshop.ArticleInput
}{
	{24, cover{paper: greenstone, size: 9, stones: "................x...x...o.....x.......xo.o.....o............x....o....x"}, bookshop.ArticleInput{
		Title: "Go for the whole family", Price: 2800, MemberPrice: 2400, Grams: 420, Shown: true,
		Body: "From the first stone to the first finished game, in twelve evenings. Each evening has two pages to read, a small board to " +
			"copy, and three questions whose answers are at the back.\n\n- For readers from eight years on\n- 96 pages, spiral bound, lies flat " +
			"beside the board\n- Written by members who teach in schools",
	}},
	{15, cover{paper: sand, size: 9, stones: "....................x.......xox......xoox......xoox......xo"}, bookshop.ArticleInput{
		Title: "Thirty-six ladders", Price: 2200, MemberPrice: 1800, Grams: 260, Shown: true,
		Body: "Thirty-six positions, and one question each time: *does the ladder work?* They begin with five stones and end with ladders " +
			"that turn three corners.\n\nThe answers show every move. 64 pages, fits a coat pocket.",
	}},
	{3, cover{paper: slate, size: 13, stones: "....................................o.....x...................................................................................x.....o"}, bookshop.ArticleInput{
		Title: "Openings that members played", Price: 3400, MemberPrice: 2900, Grams: 510, Shown: true,
		Body: "Forty openings from games of New Zealand tournaments, told by the two who played them. What did they hope for, what did they " +
			"fear, and what would they play today?\n\n> “I did not see it then, and I do not see it now.”\n\n160 pages, with an index of names.",
	}},
	{8, cover{paper: kauri, size: 9, stones: "........................o...............x...............x"}, bookshop.ArticleInput{
		Title: "First board, 9 × 9, with stones", Price: 4500, MemberPrice: 3800, Grams: 1350, Shown: true,
		Body: "A small board of plantation kauri with 41 black and 40 white stones of glass, in a cotton bag. It is the board that clubs lend to " +
			"newcomers.\n\nThe short rules are printed on a card that lies in the bag.",
	}},
	{1, cover{paper: kauri, size: 19, stones: ""}, bookshop.ArticleInput{
		Title: "Club set, 19 × 19", Price: 9500, MemberPrice: 8500, Grams: 4200, Shown: true,
		Body: "A full-size folding board, 181 black and 180 white stones, and two bowls with lids. For clubs and schools that begin.\n\nWeight and " +
			"postage are those of the whole set.",
	}},
	{40, cover{paper: greenstone, size: 5, stones: "x.o"}, bookshop.ArticleInput{
		Title: "Score pads, five of 50 sheets", Price: 1200, MemberPrice: 1000, Grams: 180, Shown: true,
		Body: "Sheets for game records on one side and for the count on the other, A5. Printed in Ōtautahi on recycled paper.",
	}},
	{0, cover{paper: slate, size: 9, stones: ""}, bookshop.ArticleInput{
		Title: "Yearbook of the year before last", Price: 1500, MemberPrice: 1500, Grams: 300,
		Body: "Results, rating lists and photographs. Sold out, and not printed again.",
	}},
}

// The articles by their place in sold.
const (
	familyBook = iota
	ladders
	openings
	firstBoard
	clubSet
	scorePads
)

// shopOrder is an order of the demonstration, and what became of it.
type shopOrder struct {
	ago     int // days
	buyer   int // among the people; visitor: someone from elsewhere
	items   map[int]int
	place   string
	to      [2]string // a visitor's names
	becomes func(s *shop, id bookshop.OrderID, ago int) error
}

const visitor = -1

// shop is the bookshop of the demonstration at work.
type shop struct {
	*generator
	*bookshop.Service
	outbox *mail.Service
	post   *postbox
	ids    []bookshop.ArticleID
}

var linkOfOrder = regexp.MustCompile(`/bookshop/ordered/([A-Z2-7]{26})`)

// addBookshop opens the bookshop: articles, what postage costs, and orders of which one or two are in every state.
func (g *generator) addBookshop() error {
	if !g.plan.Live {
		return nil
	}
	clock, post := func() civil.Instant { return g.now }, &postbox{}
	s := &shop{generator: g, post: post, outbox: mail.New(g.db, clock, post)}
	s.Service = bookshop.New(g.db, clock, "Demonstration Go Society", "", g.auth, s.outbox)
	if err := s.stockUp(); err != nil {
		return err
	}
	var buyers []int // members of clubs: who has none has invoices of other kinds
	for i, p := range g.people[seats:] {
		if p.club != noClub && p.until == g.rules.YearOf(g.today) {
			buyers = append(buyers, seats+i)
		}
	}
	if len(buyers) < 6 {
		return nil
	}
	const here, overseas = "New Zealand", "Australia"
	for _, o := range []shopOrder{
		{44, buyers[0], map[int]int{clubSet: 1}, here, [2]string{}, (*shop).givenUp},
		{38, memberSeat, map[int]int{familyBook: 1, scorePads: 2}, here, [2]string{}, (*shop).sentThen},
		{33, buyers[1], map[int]int{openings: 2, ladders: 1}, here, [2]string{}, (*shop).sentBack},
		{27, visitor, map[int]int{firstBoard: 1}, here, [2]string{"Wiremu", "Rātā"}, (*shop).sentThen},
		{22, buyers[2], map[int]int{familyBook: 2}, here, [2]string{}, (*shop).askedAbout},
		{17, buyers[3], map[int]int{scorePads: 4, ladders: 1}, here, [2]string{}, nil},
		{12, buyers[4], map[int]int{ladders: 2}, here, [2]string{}, (*shop).cancelled},
		{9, buyers[4], map[int]int{familyBook: 1, ladders: 1}, here, [2]string{}, (*shop).paidFor},
		{6, visitor, map[int]int{familyBook: 3}, overseas, [2]string{"Isla", "Banksia"}, (*shop).paidFor},
		{4, buyers[0], map[int]int{firstBoard: 2, scorePads: 1}, here, [2]string{}, (*shop).paidFor},
		{3, buyers[1], map[int]int{scorePads: 1}, here, [2]string{}, nil}, // the credit of what came back settles it
		{2, buyers[5], map[int]int{openings: 1}, here, [2]string{}, nil},
	} {
		if err := s.take(o); err != nil {
			return fmt.Errorf("order of %d days ago: %w", o.ago, err)
		}
	}
	g.at(g.today, 8) // one waits to be confirmed
	return s.ask(map[int]int{ladders: 1}, here, [2]string{"Nikau", "Moana"})
}

// stockUp writes what postage costs, and buys in the articles.
func (s *shop) stockUp() error {
	s.at(s.today.AddDays(-60), 10)
	if err := s.SetPostage(s.ctx, s.actor, bookshop.Table(nil).Version(), bookshop.Table{
		{Place: "New Zealand", MostGrams: 500, Price: 650}, {Place: "New Zealand", MostGrams: 1000, Price: 890},
		{Place: "New Zealand", MostGrams: 3000, Price: 1250}, {Place: "New Zealand", MostGrams: 10_000, Price: 1900},
		{Place: "Australia", MostGrams: 500, Price: 1600}, {Place: "Australia", MostGrams: 2000, Price: 3200},
		{Place: "Other countries", MostGrams: 500, Price: 2100}, {Place: "Other countries", MostGrams: 2000, Price: 4400},
	}); err != nil {
		return err
	}
	for _, a := range sold {
		id, err := s.Add(s.ctx, s.actor, a.ArticleInput)
		if err != nil {
			return err
		}
		s.ids = append(s.ids, id)
		picture, err := a.cover.draw()
		if err != nil {
			return err
		}
		if err := s.SetPicture(s.ctx, s.actor, id, 1, picture, a.cover.says()); err != nil {
			return err
		}
		if a.stock == 0 {
			continue
		}
		if err := s.ChangeStock(s.ctx, s.actor, id, bookshop.StockInput{Why: bookshop.Bought, Number: a.stock, Note: "From the printer and the maker"}); err != nil {
			return err
		}
	}
	return nil
}

// input is an order as the form sends it.
func (s *shop) input(actor auth.Actor, items map[int]int, place string, name [2]string) (in bookshop.OrderInput, err error) {
	for i, id := range s.ids {
		if n := items[i]; n > 0 {
			in.Items = append(in.Items, bookshop.Item{Article: id, Quantity: n})
		}
	}
	offer, err := s.Offer(s.ctx, actor, in.Items, place)
	if err != nil {
		return in, err
	}
	in.Place, in.Shown, in.Address = place, offer.Total(), "14 Pōhutukawa Road\nTe Whanganui-a-Tara 6011"
	if place != "New Zealand" {
		in.Address = "3 Wattle Street\nMelbourne VIC 3000\nAustralia"
	}
	if !actor.SignedIn() {
		in.Name = members.Name{Given: name[0], Family: name[1]}
		in.Email = strings.ToLower(name[0]) + "@mail.example"
	}
	return in, nil
}

// ask has a visitor send the form, and the letter leave.
func (s *shop) ask(items map[int]int, place string, name [2]string) error {
	in, err := s.input(auth.Actor{}, items, place, name)
	if err == nil {
		err = s.Ask(s.ctx, in, "demonstration")
	}
	if err != nil {
		return err
	}
	_, err = s.outbox.Deliver(s.ctx)
	return err
}

// take takes an order, and does with it what became of it.
func (s *shop) take(o shopOrder) error {
	s.at(s.today.AddDays(-o.ago), 20)
	var id bookshop.OrderID
	if o.buyer == visitor {
		if err := s.ask(o.items, o.place, o.to); err != nil {
			return err
		}
		link := linkOfOrder.FindStringSubmatch(s.post.last.Body)
		if link == nil {
			return fmt.Errorf("the letter about an order has no link: %s", s.post.last.Subject)
		}
		s.now = s.now.Add(hours(1))
		if err := s.Confirm(s.ctx, link[1]); err != nil {
			return err
		}
		linked, err := s.ByLink(s.ctx, link[1])
		if err != nil {
			return err
		}
		id = linked.ID
	} else {
		actor := auth.Actor{Person: s.people[o.buyer].id}
		in, err := s.input(actor, o.items, o.place, o.to)
		if err != nil {
			return err
		}
		if id, err = s.Order(s.ctx, actor, in); err != nil {
			return err
		}
	}
	if _, err := s.outbox.Deliver(s.ctx); err != nil || o.becomes == nil {
		return err
	}
	if err := o.becomes(s, id, o.ago); err != nil {
		return err
	}
	_, err := s.outbox.Deliver(s.ctx)
	return err
}

// order is an order as it stands.
func (s *shop) order(id bookshop.OrderID) (bookshop.Order, error) {
	treasurer, err := s.signedIn(treasurerSeat)
	if err != nil {
		return bookshop.Order{}, err
	}
	return s.OrderFor(s.ctx, treasurer, id)
}

// paidFor has the money come two days later.
func (s *shop) paidFor(id bookshop.OrderID, ago int) error {
	o, err := s.order(id)
	if err != nil {
		return err
	}
	day := s.at(s.today.AddDays(2-ago), 12)
	_, err = s.clubs.Take(s.ctx, s.actor, treasury.ReceiveInput{
		Party: ledger.Party{Person: int64(o.Person)}, Amount: o.Bill.Open(), ReceivedOn: day, Method: treasury.Bank,
		Reference: o.Bill.Number.Reference(),
	})
	return err
}

func (s *shop) sentThen(id bookshop.OrderID, ago int) error {
	if err := s.paidFor(id, ago); err != nil {
		return err
	}
	o, err := s.order(id)
	if err != nil {
		return err
	}
	day := s.at(s.today.AddDays(4-ago), 17)
	return s.Send(s.ctx, s.actor, id, o.Version, bookshop.SendInput{Day: day, Way: fmt.Sprintf("By post, parcel NZ %d", 4700+o.ID)})
}

func (s *shop) sentBack(id bookshop.OrderID, ago int) error {
	if err := s.sentThen(id, ago); err != nil {
		return err
	}
	o, err := s.order(id)
	if err != nil {
		return err
	}
	back := make([]int, len(o.Lines))
	for i, l := range o.Lines {
		if l.Quantity > 1 {
			back[i] = 1
		}
	}
	s.at(s.today.AddDays(15-ago), 17)
	return s.Return(s.ctx, s.actor, id, o.Version, bookshop.ReturnInput{Back: back, Stock: true, Reason: "Given twice for a birthday"})
}

func (s *shop) askedAbout(id bookshop.OrderID, ago int) error {
	o, err := s.order(id)
	if err != nil {
		return err
	}
	s.at(s.today.AddDays(bookshop.UnpaidDays+2-ago), 17)
	return s.AskAbout(s.ctx, s.actor, id, o.Version)
}

func (s *shop) cancelled(id bookshop.OrderID, ago int) error {
	o, err := s.order(id)
	if err != nil {
		return err
	}
	s.at(s.today.AddDays(1-ago), 9)
	return s.CancelOwn(s.ctx, auth.Actor{Person: o.Person}, id, o.Version)
}

// givenUp has the treasurer write off what was never paid.
func (s *shop) givenUp(id bookshop.OrderID, _ int) error {
	o, err := s.order(id)
	if err != nil {
		return err
	}
	s.at(s.today.AddDays(-3), 19)
	return s.clubs.CreditInvoice(s.ctx, s.actor, treasury.CreditInput{
		Invoice: o.Invoice, Kind: treasury.WriteOff, Amount: o.Bill.Open(), Reason: "No answer to two letters",
	})
}
