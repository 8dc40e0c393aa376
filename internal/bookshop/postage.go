package bookshop

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Rate is what sending costs to a place, up to a weight.
type Rate struct {
	Place     string
	MostGrams int
	Price     money.Cents // 0: nothing
}

// Table is all of them, in the order in which they were written.
type Table []Rate

// maxRates is how many rows the table has at most, maxPlace how long the name of a place is.
const (
	maxRates = 40
	maxPlace = 60
)

// Places are to where things are sent.
func (t Table) Places() (out []string) {
	for _, r := range t {
		if !slices.Contains(out, r.Place) {
			out = append(out, r.Place)
		}
	}
	return out
}

// For is what so many grams cost to a place; found is false where nothing so heavy is sent there.
func (t Table) For(place string, grams int) (rate Rate, found bool) {
	for _, r := range t {
		if r.Place == place && grams <= r.MostGrams && (!found || r.MostGrams < rate.MostGrams) {
			rate, found = r, true
		}
	}
	return rate, found
}

// Most is the heaviest that is sent to a place, in grams; 0: nothing is.
func (t Table) Most(place string) (grams int) {
	for _, r := range t {
		if r.Place == place {
			grams = max(grams, r.MostGrams)
		}
	}
	return grams
}

// Version names what the table says: another table has another one.
func (t Table) Version() int64 {
	h := fnv.New64a()
	for _, r := range t {
		fmt.Fprintf(h, "%s\x00%d\x00%d\x00", r.Place, r.MostGrams, r.Price)
	}
	return int64(h.Sum64()>>2) + 1
}

// Weight writes grams: "350 g", "1.2 kg".
func Weight(grams int) string {
	if grams < 1000 {
		return fmt.Sprintf("%d g", grams)
	}
	kilo := fmt.Sprintf("%d.%03d", grams/1000, grams%1000)
	for kilo[len(kilo)-1] == '0' {
		kilo = kilo[:len(kilo)-1]
	}
	if kilo[len(kilo)-1] == '.' {
		kilo = kilo[:len(kilo)-1]
	}
	return kilo + " kg"
}

// check gives the problems of each row under place_1, grams_1, price_1 and so on.
func (t Table) check() (f apperr.Fields) {
	if len(t) > maxRates {
		f.Add("place_1", "The table has at most %d rows.", maxRates)
		return f
	}
	for i, r := range t {
		at := func(name string) string { return fmt.Sprintf("%s_%d", name, i+1) }
		if !isLine(r.Place, maxPlace) {
			f.Add(at("place"), "Say to where, in at most %d letters.", maxPlace)
		}
		if r.MostGrams <= 0 || r.MostGrams > maxGrams {
			f.Add(at("grams"), "Enter grams from 1 to %d.", maxGrams)
		}
		switch {
		case r.Price < 0:
			f.Add(at("price"), "Enter %s. 0.00 is nothing.", money.InUse().Units)
		case r.Price > maxPrice:
			f.Add(at("price"), "It costs at most %s.", maxPrice)
		}
		for _, o := range t[:i] {
			if o.Place == r.Place && o.MostGrams == r.MostGrams && !f.Has(at("grams")) {
				f.Add(at("grams"), "This place has a row for this weight already.")
			}
		}
	}
	return f
}

// tidied is the table with the rows of a place beside each other, the lightest first.
func (t Table) tidied() Table {
	out := slices.Clone(t)
	for i := range out {
		out[i].Place = oneLine(out[i].Place)
	}
	return out
}

func (t Table) sorted() Table {
	places, out := t.Places(), slices.Clone(t)
	slices.SortStableFunc(out, func(a, b Rate) int {
		return cmp.Or(slices.Index(places, a.Place)-slices.Index(places, b.Place), a.MostGrams-b.MostGrams)
	})
	return out
}

// Postage is the table of what sending costs: for anyone.
func (s *Service) Postage(ctx context.Context) (Table, error) { return postage(ctx, s.db) }

// SetPostage replaces the table, whose version is the one that was shown. What was ordered keeps its postage.
func (s *Service) SetPostage(ctx context.Context, actor auth.Actor, version int64, t Table) error {
	permit, err := s.cases.May(actor, auth.KeepBookshop, auth.Object{})
	if err != nil {
		return err
	}
	t = t.tidied()
	if err := t.check().Err(); err != nil {
		return err
	}
	t = t.sorted()
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		was, err := postage(ctx, tx)
		if err != nil {
			return nil, err
		}
		if was.Version() != version {
			return nil, usecase.Stale("the table of postage", postageObject, 0)
		}
		if slices.Equal(was, t) {
			return nil, usecase.ErrSame
		}
		return permit.Did("set.shop_postage", postageObject, 0, was, t), savePostage(ctx, tx, t)
	})
}
