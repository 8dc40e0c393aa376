package bookshop

import (
	"context"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

const orderQuery = `
		SELECT o.id, o.state, o.visitor, o.person_id, o.family_name, o.given_names, o.address, o.email, o.place, o.grams, o.postage,
		       o.postage_back, o.member, o.trace, o.ordered_at, o.expires_at, o.placed_at, o.invoice_id, o.asked_on, o.sent_on, o.sent_by,
		       o.ended_at, o.reason, o.version
		FROM shop_order o`

func scanOrder(s store.Scanner) (o Order, err error) {
	var trace string
	if err = s.Scan(&o.ID, &o.State, &o.Visitor, store.ZeroNull(&o.Person), &o.Name.Family, &o.Name.Given, &o.Address, &o.Email, &o.Place,
		&o.Grams, &o.Postage, &o.PostageBack, &o.Member, &trace, &o.At, &o.Expires, &o.PlacedAt, store.ZeroNull(&o.Invoice), &o.AskedOn,
		&o.SentOn, &o.SentBy, &o.EndedAt, &o.Reason, &o.Version); err != nil {
		return o, err
	}
	o.Name.Order = members.GuessOrder(o.Name.Family, o.Name.Given)
	o.Trace, err = constitution.DecodeTrace(trace)
	return o, err
}

// orders reads orders with their lines and what the books have of them.
func orders(ctx context.Context, q store.Queryer, end string, args ...any) ([]Order, error) {
	all, err := store.All(ctx, q, scanOrder, orderQuery+end, args...)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	at, bills, ids := map[OrderID]int{}, []treasury.InvoiceID{}, []OrderID{}
	for i, o := range all {
		at[o.ID], ids = i, append(ids, o.ID)
		if o.Invoice != 0 {
			bills = append(bills, o.Invoice)
		}
	}
	if len(bills) > 0 {
		known, err := treasury.InvoicesIn(ctx, q, bills)
		if err != nil {
			return nil, err
		}
		for i, o := range all {
			all[i].Bill = known[o.Invoice]
		}
	}
	type row struct {
		order OrderID
		line  OrderLine
	}
	for from := 0; from < len(ids); from += store.MaxIn {
		list, args := store.In(nil, ids[from:min(len(ids), from+store.MaxIn)])
		rows, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
			err = s.Scan(&r.order, &r.line.Article, &r.line.Title, &r.line.Price, &r.line.Quantity, &r.line.Grams, &r.line.Returned)
			return r, err
		}, `
			SELECT order_id, article_id, title, cents, quantity, grams, returned
			FROM shop_order_line
			WHERE order_id IN `+list+`
			ORDER BY order_id, no`, args...)
		if err != nil {
			return nil, fmt.Errorf("read what was ordered: %w", err)
		}
		for _, r := range rows {
			all[at[r.order]].Lines = append(all[at[r.order]].Lines, r.line)
		}
	}
	return all, nil
}

func oneOrder(ctx context.Context, q store.Queryer, end string, arg any) (Order, error) {
	all, err := orders(ctx, q, end, arg)
	if err != nil {
		return Order{}, fmt.Errorf("read an order: %w", err)
	}
	if len(all) == 0 {
		return Order{}, errNoOrder()
	}
	return all[0], nil
}

func orderByID(ctx context.Context, q store.Queryer, id OrderID) (Order, error) {
	return oneOrder(ctx, q, ` WHERE o.id = $1`, id)
}

func orderByLink(ctx context.Context, q store.Queryer, hash string) (Order, error) {
	return oneOrder(ctx, q, ` JOIN shop_order_link l ON l.order_id = o.id WHERE l.hash = $1`, hash)
}

func ordersOf(ctx context.Context, q store.Queryer, person members.PersonID) ([]Order, error) {
	return orders(ctx, q, ` WHERE o.person_id = $1 ORDER BY o.id DESC LIMIT 200`, person)
}

// waiting are all orders that are placed and not sent, read in parts.
func waiting(ctx context.Context, q store.Queryer) (all []Order, err error) {
	const part = 500
	last := OrderID(0)
	for {
		next, err := orders(ctx, q, ` WHERE o.state = 'placed' AND o.id > $1 ORDER BY o.id LIMIT $2`, last, part)
		if err != nil {
			return nil, err
		}
		if all = append(all, next...); len(next) < part {
			return all, nil
		}
		last = next[part-1].ID
	}
}

func past(ctx context.Context, q store.Queryer, page, size int) ([]Order, int, error) {
	n, err := store.One(ctx, q, store.Value[int], `SELECT count(*) FROM shop_order WHERE state IN ('sent', 'cancelled')`)
	if err != nil {
		return nil, 0, err
	}
	list, err := orders(ctx, q, ` WHERE o.state IN ('sent', 'cancelled') ORDER BY o.id DESC LIMIT $1 OFFSET $2`, size,
		(store.PageIn(page, size, n)-1)*size)
	return list, n, err
}

func ofYear(ctx context.Context, q store.Queryer, year int) ([]Order, error) {
	from, until := civil.On(year, 1, 1).Midnight(), civil.On(year+1, 1, 1).Midnight()
	return orders(ctx, q, ` WHERE o.placed_at >= $1 AND o.placed_at < $2 ORDER BY o.id`, from, until)
}

// countUnconfirmed counts the orders that wait to be confirmed, and those of an address among them that still can be.
func countUnconfirmed(ctx context.Context, q store.Queryer, emailKey string, now civil.Instant) (all, ofAddress int, err error) {
	if all, err = store.One(ctx, q, store.Value[int], `SELECT count(*) FROM shop_order WHERE state = 'unconfirmed'`); err != nil {
		return 0, 0, err
	}
	ofAddress, err = store.One(ctx, q, store.Value[int], `
		SELECT count(*)
		FROM shop_order
		WHERE email_key = $1 AND state = 'unconfirmed' AND expires_at > $2`, emailKey, now)
	return all, ofAddress, err
}

// countUnpaid counts the placed orders of someone, or by an address, of which something is to pay.
func countUnpaid(ctx context.Context, q store.Queryer, person members.PersonID, emailKey string) (int, error) {
	return store.One(ctx, q, store.Value[int], `
		SELECT count(*)
		FROM shop_order o
		JOIN invoice i ON i.id = o.invoice_id
		WHERE o.state = 'placed' AND i.open_cents > 0
		  AND ($1 <> 0 AND o.person_id = $1 OR o.visitor = TRUE AND o.email_key <> '' AND o.email_key = $2)`, int64(person), emailKey)
}

// countHeldByNetwork counts the placed orders of visitors from the network of an order, of which something is to pay.
func countHeldByNetwork(ctx context.Context, q store.Queryer, id OrderID) (int, error) {
	return store.One(ctx, q, store.Value[int], `
		SELECT count(*)
		FROM shop_order m
		JOIN shop_order o ON o.network_key = m.network_key
		JOIN invoice i ON i.id = o.invoice_id
		WHERE m.id = $1 AND m.network_key <> '' AND o.state = 'placed' AND i.open_cents > 0`, id)
}

// noteNetwork keeps from which network an order came, as long as it can hold what others would buy.
func noteNetwork(ctx context.Context, tx *store.Tx, id OrderID, key string) error {
	if _, err := tx.Exec(ctx, `UPDATE shop_order SET network_key = $2 WHERE id = $1`, id, key); err != nil {
		return fmt.Errorf("keep where an order came from: %w", err)
	}
	return nil
}

// buyersBefore are the placed orders of visitors by the address of an order, the newest first.
func buyersBefore(ctx context.Context, q store.Queryer, o Order) ([]Order, error) {
	return orders(ctx, q, `
		WHERE o.visitor = TRUE AND o.email_key <> '' AND o.email_key = $1 AND o.person_id IS NOT NULL
		ORDER BY o.id DESC
		LIMIT 50`, auth.EmailKey(o.Email))
}

func insertOrder(ctx context.Context, tx *store.Tx, o Order) (OrderID, error) {
	trace, err := constitution.EncodeTrace(o.Trace)
	if err != nil {
		return 0, err
	}
	if o.State == "" { // it is placed next, within tx
		o.State, o.Expires = Unconfirmed, o.At
	}
	id, err := store.One(ctx, tx, store.Value[OrderID], `
		INSERT INTO shop_order (state, visitor, person_id, family_name, given_names, address, email, email_key, place, grams, postage,
		                        member, trace, ordered_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
		RETURNING id`, string(o.State), o.Visitor, store.NullZero(o.Person), o.Name.Family, o.Name.Given, o.Address, o.Email,
		auth.EmailKey(o.Email), o.Place, o.Grams, int64(o.Postage), o.Member, trace, o.At, o.Expires)
	if err != nil {
		return 0, fmt.Errorf("keep an order: %w", err)
	}
	for n, l := range o.Lines {
		if _, err := tx.Exec(ctx, `
			INSERT INTO shop_order_line (order_id, no, article_id, title, cents, quantity, grams)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`, id, n+1, l.Article, l.Title, int64(l.Price), l.Quantity, l.Grams); err != nil {
			return 0, fmt.Errorf("keep what was ordered: %w", err)
		}
	}
	return id, nil
}

// saveOrder keeps an order; one that was just inserted has version 0 and is kept whatever it is.
func saveOrder(ctx context.Context, tx *store.Tx, o Order) error {
	n, err := tx.Exec(ctx, `
		UPDATE shop_order
		SET state = $2, person_id = $3, expires_at = $4, placed_at = $5, invoice_id = $6, asked_on = $7, sent_on = $8, sent_by = $9,
		    ended_at = $10, reason = $11, postage_back = $12, version = version + 1,
		    network_key = CASE WHEN $2 IN ('unconfirmed', 'placed') THEN network_key ELSE '' END
		WHERE id = $1 AND ($13 = 0 OR version = $13)`, o.ID, string(o.State), store.NullZero(o.Person), o.Expires, o.PlacedAt,
		store.NullZero(o.Invoice), o.AskedOn, o.SentOn, o.SentBy, o.EndedAt, o.Reason, o.PostageBack, o.Version)
	if err != nil {
		return fmt.Errorf("keep an order: %w", err)
	}
	if n == 0 {
		return usecase.Stale("this order", orderObject, int64(o.ID))
	}
	return nil
}

func saveReturned(ctx context.Context, tx *store.Tx, o Order) error {
	for n, l := range o.Lines {
		if _, err := tx.Exec(ctx, `
			UPDATE shop_order_line SET returned = $3 WHERE order_id = $1 AND no = $2`, o.ID, n+1, l.Returned); err != nil {
			return fmt.Errorf("keep what was sent back: %w", err)
		}
	}
	return nil
}

func insertLink(ctx context.Context, tx *store.Tx, hash string, id OrderID) error {
	if _, err := tx.Exec(ctx, `INSERT INTO shop_order_link (hash, order_id) VALUES ($1, $2)`, hash, id); err != nil {
		return fmt.Errorf("keep a link: %w", err)
	}
	return nil
}

// deleteOrder removes an order that was not confirmed.
func deleteOrder(ctx context.Context, tx *store.Tx, id OrderID) error {
	for _, query := range []string{
		`DELETE FROM shop_order_link WHERE order_id = $1`, `DELETE FROM shop_order_line WHERE order_id = $1`,
		`DELETE FROM shop_order WHERE id = $1 AND state = 'unconfirmed'`,
	} {
		if _, err := tx.Exec(ctx, query, id); err != nil {
			return fmt.Errorf("remove an order: %w", err)
		}
	}
	return nil
}

// forget removes what is over: orders that were not confirmed in time, and the names and addresses of those sent or cancelled
// before a day.
func forget(ctx context.Context, tx *store.Tx, now civil.Instant, before civil.Date) (removed int64, err error) {
	const unconfirmed = `state = 'unconfirmed' AND expires_at <= $1`
	const old = `(family_name <> '' OR given_names <> '' OR address <> '' OR email <> '') AND
		(state = 'sent' AND sent_on < $1 OR state = 'cancelled' AND ended_at < $2)`
	for _, step := range []struct {
		query string
		args  []any
	}{
		{`DELETE FROM shop_order_link WHERE order_id IN (SELECT id FROM shop_order WHERE ` + unconfirmed + `)`, []any{now}},
		{`DELETE FROM shop_order_line WHERE order_id IN (SELECT id FROM shop_order WHERE ` + unconfirmed + `)`, []any{now}},
		{`DELETE FROM shop_order WHERE ` + unconfirmed, []any{now}},
		{`DELETE FROM shop_order_link WHERE order_id IN (SELECT id FROM shop_order WHERE ` + old + `)`, []any{before, before.Midnight()}},
		{`UPDATE shop_order SET family_name = '', given_names = '', address = '', email = '', email_key = '', version = version + 1
			WHERE ` + old, []any{before, before.Midnight()}},
	} {
		n, err := tx.Exec(ctx, step.query, step.args...)
		if err != nil {
			return 0, fmt.Errorf("forget orders: %w", err)
		}
		removed += n
	}
	return removed, nil
}
