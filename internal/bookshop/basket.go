package bookshop

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
)

// Item is so many of an article, as someone asks for them.
type Item struct {
	Article  ArticleID
	Quantity int
}

// How many of one article an order has at most: of a member, of a visitor; and how many different ones.
const (
	MostOfMember  = 10
	MostOfVisitor = 3
	mostItems     = 20
)

// MostEach is how many of one article whoever asks may order at once.
func MostEach(actor auth.Actor) int {
	if actor.SignedIn() {
		return MostOfMember
	}
	return MostOfVisitor
}

// OrderLine is so many of an article in an order, as it was when it was ordered.
type OrderLine struct {
	Article  ArticleID
	Title    string
	Price    money.Cents // for one
	Quantity int
	Grams    int // of one
	Returned int
}

// Sum is what the line costs.
func (l OrderLine) Sum() money.Cents { return l.Price * money.Cents(l.Quantity) }

// Offer is what an order would cost.
type Offer struct {
	Lines  []OrderLine
	Member bool               // at the price for members
	Trace  constitution.Trace // why, or why not
	Place  string
	Grams  int
	Rate   Rate // of the table of postage; its place is "" while none was chosen
}

// Goods is what the articles cost.
func (o Offer) Goods() (sum money.Cents) {
	for _, l := range o.Lines {
		sum += l.Sum()
	}
	return sum
}

// Total is what all of it costs.
func (o Offer) Total() money.Cents { return o.Goods() + o.Rate.Price }

// ItemField is the name of the field with how many of an article are ordered.
func ItemField(id ArticleID) string { return fmt.Sprintf("n_%d", id) }

// Offer works out what an order costs whoever asks, today. What is wrong with it comes as the fields n_ARTICLE and place, with
// the offer as far as it goes. Without a place there is no postage yet.
func (s *Service) Offer(ctx context.Context, actor auth.Actor, items []Item, place string) (Offer, error) {
	o, f, err := s.offer(ctx, s.db, actor, items, place)
	if err == nil {
		err = f.Err()
	}
	return o, err
}

func (s *Service) offer(
	ctx context.Context, q store.Queryer, actor auth.Actor, items []Item, place string,
) (o Offer, f apperr.Fields, err error) {
	if o.Member, o.Trace, err = memberOn(ctx, q, actor, s.cases.Today()); err != nil {
		return o, nil, err
	}
	if len(items) == 0 {
		f.Add("items", "Choose at least one article.")
	}
	if len(items) > mostItems {
		f.Add("items", "An order has at most %d different articles. Order the others afterwards.", mostItems)
		items = items[:mostItems]
	}
	seen := map[ArticleID]bool{}
	for _, item := range items {
		field := ItemField(item.Article)
		a, err := articleByID(ctx, q, item.Article)
		switch {
		case apperr.KindOf(err) == apperr.NotFound || err == nil && !a.Shown:
			f.Add("items", "One of the articles is no longer sold. It is left out: check the order and send it again.")
			continue
		case err != nil:
			return o, nil, err
		case seen[a.ID]:
			continue
		}
		seen[a.ID] = true
		most := MostEach(actor)
		switch {
		case item.Quantity < 1 || item.Quantity > most:
			f.Add(field, "%s: enter a whole number from 1 to %d.", a.Title, most)
			item.Quantity = min(max(1, item.Quantity), most)
		case a.Stock == 0:
			f.Add(field, "%s is sold out.", a.Title)
		case item.Quantity > a.Stock:
			f.Add(field, "Only %d of %s are left.", a.Stock, a.Title)
		}
		line := OrderLine{Article: a.ID, Title: a.Title, Price: a.Price, Quantity: item.Quantity, Grams: a.Grams}
		if o.Member {
			line.Price = a.MemberPrice
		}
		o.Lines = append(o.Lines, line)
		o.Grams += line.Grams * line.Quantity
	}
	if place == "" {
		return o, f, nil
	}
	table, err := postage(ctx, q)
	if err != nil {
		return o, nil, err
	}
	rate, found := table.For(place, o.Grams)
	switch most := table.Most(place); {
	case found:
		o.Place, o.Rate = place, rate
	case most == 0:
		f.Add("place", "Choose to where it is sent.")
	default:
		f.Add("place", "This weighs %s, and to %s at most %s are sent. Order fewer at a time.", Weight(o.Grams), place, Weight(most))
	}
	return o, f, nil
}

// ruleOfTerms is the rule of the constitution by which a membership runs.
const ruleOfTerms = "2.2"

// memberOn reports whether whoever orders is a member on a day, and tells why.
func memberOn(ctx context.Context, q store.Queryer, actor auth.Actor, day civil.Date) (bool, constitution.Trace, error) {
	t := constitution.Trace{Rule: ruleOfTerms}
	if !actor.SignedIn() || actor.Person == 0 {
		t.Step(ruleOfTerms, "Ordered without signing in: the price for everyone")
		return false, t, nil
	}
	is, err := members.MembersOn(ctx, q, []members.PersonID{actor.Person}, day)
	if err != nil {
		return false, t, err
	}
	terms, err := members.InForceSince(ctx, q, []members.PersonID{actor.Person}, day.AddMonths(-12*100))
	if err != nil {
		return false, t, err
	}
	terms[actor.Person] = slices.DeleteFunc(terms[actor.Person], func(m members.Term) bool { return m.From.After(day) })
	var until civil.Date
	for _, m := range terms[actor.Person] {
		until = civil.Later(until, m.To)
	}
	switch {
	case is[actor.Person]:
		t.Step(ruleOfTerms, "A member on %s, until %s: the price for members", day.Long(), until.Long())
	case until.IsZero():
		t.Step(ruleOfTerms, "Not a member on %s: the price for everyone", day.Long())
	default:
		t.Step(ruleOfTerms, "The membership ended on %s: the price for everyone", until.Long())
	}
	return is[actor.Person], t, nil
}
