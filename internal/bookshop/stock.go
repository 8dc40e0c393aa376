package bookshop

import (
	"context"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Why is why there is more or less of an article.
type Why string

// The reasons: the first three are an officer's, the others follow from orders.
const (
	Bought    Why = "bought"
	Counted   Why = "counted"
	Damaged   Why = "damaged"
	Ordered   Why = "ordered"
	Cancelled Why = "cancelled"
	Returned  Why = "returned"
)

// ByHand are the reasons that an officer gives.
var ByHand = []Why{Bought, Counted, Damaged}

// Label is the reason as people read it.
func (w Why) Label() string {
	return map[Why]string{
		Bought: "Bought in", Counted: "Counted", Damaged: "Damaged or lost", Ordered: "Ordered", Cancelled: "Order cancelled",
		Returned: "Sent back",
	}[w]
}

// StockChange is a change of what is there.
type StockChange struct {
	Why    Why
	Change int
	Stock  int // after it
	Note   string
	At     civil.Instant
	By     string // an officer; "" by an order
}

// StockInput changes what is there. Its fields are why, number and note.
type StockInput struct {
	Why    Why
	Number int // bought or damaged: how many; counted: how many there are
	Seen   int // how many there were when it was counted
	Note   string
}

// change is by how many the stock changes, given what is there.
func (in StockInput) change(stock int) (by int, f apperr.Fields) {
	least := 1
	switch in.Why {
	case Bought:
		by = in.Number
	case Counted:
		by, least = in.Number-stock, 0
	case Damaged:
		by = -in.Number
	default:
		f.Add("why", "Choose why.")
	}
	switch {
	case in.Number < least || in.Number > maxStock:
		f.Add("number", "Enter a whole number from %d to %d.", least, maxStock)
	case stock+by < 0:
		f.Add("number", "Only %d are there.", stock)
	case stock+by > maxStock:
		f.Add("number", "At most %d can be there.", maxStock)
	}
	if utf8.RuneCountInString(in.Note) > MaxNote || !utf8.ValidString(in.Note) {
		f.Add("note", "Shorten this to %d characters.", MaxNote)
	}
	return by, f
}

// ChangeStock changes what is there of an article, by an officer. One who counted while more were ordered counts again.
func (s *Service) ChangeStock(ctx context.Context, actor auth.Actor, id ArticleID, in StockInput) error {
	permit, err := s.cases.May(actor, auth.KeepBookshop, auth.Object{})
	if err != nil {
		return err
	}
	in.Note = oneLine(in.Note)
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		a, err := lockArticle(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		by, f := in.change(a.Stock)
		if err := f.Err(); err != nil {
			return nil, err
		}
		if in.Why == Counted && in.Seen != a.Stock {
			return nil, apperr.New(
				apperr.Conflict, "There were %d when you opened this page, and by the records there are %d now. Check it and try again.",
				in.Seen, a.Stock,
			)
		}
		if err := moveStock(ctx, tx, id, by); err != nil {
			return nil, err
		}
		kept := StockChange{Why: in.Why, Change: by, Stock: a.Stock + by, Note: in.Note, At: permit.Now(), By: permit.Name()}
		return permit.Did("change.shop_stock", articleObject, int64(id), map[string]any{"stock": a.Stock}, map[string]any{
			"stock": kept.Stock, "why": in.Why, "note": in.Note,
		}), insertStock(ctx, tx, id, kept)
	})
}

// Stock is an article with the changes of what was there, the newest first.
func (s *Service) Stock(ctx context.Context, actor auth.Actor, id ArticleID, page, size int) (list []StockChange, n int, err error) {
	if err := s.cases.Require(actor, auth.KeepBookshop, auth.Object{}); err != nil {
		return nil, 0, err
	}
	return stockChanges(ctx, s.db, id, page, size)
}
