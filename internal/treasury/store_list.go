package treasury

import (
	"context"
	"fmt"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// partyName is what the columns of nameColumns say: the name of a member pe or of a club cl.
type partyName struct {
	family, given, club string
	familyFirst         bool
}

const nameColumns = `COALESCE(pe.family_name, ''), COALESCE(pe.given_names, ''), COALESCE(pe.family_first, FALSE),
		       COALESCE(cl.name, '')`

func (n *partyName) columns() []any { return []any{&n.family, &n.given, &n.familyFirst, &n.club} }

// String is the name as PartyNames has it.
func (n *partyName) String() string {
	if n.family == "" && n.given == "" {
		return n.club
	}
	name := auth.Name{Family: n.family, Given: n.given, Order: auth.GivenFirst}
	if n.familyFirst {
		name.Order = auth.FamilyFirst
	}
	return name.String()
}

// conditions are what a query asks for, with their parameters.
type conditions struct {
	all  []string
	args []any
}

// add adds a condition; format has the number of its parameter.
func (c *conditions) add(format string, value any) {
	c.args = append(c.args, value)
	c.all = append(c.all, fmt.Sprintf(format, len(c.args)))
}

func (c *conditions) must(condition string) { c.all = append(c.all, condition) }

func (c *conditions) where() string {
	if len(c.all) == 0 {
		return ""
	}
	return "\n\t\tWHERE " + strings.Join(c.all, "\n\t\t  AND ")
}

// reversed is the condition that a payment p was reversed.
const reversed = `EXISTS (SELECT 1 FROM payment b WHERE b.reverses_id = p.id)`

// clubOf is the club that a payment p is of, also by its list.
const clubOf = `COALESCE(p.club_id, (SELECT r.club_id FROM club_return r WHERE r.id = p.return_id), 0)`

// asked is what the database can decide of a filter: all but words.
func (f PaymentFilter) asked() conditions {
	var c conditions
	c.must("COALESCE(p.reverses_id, 0) = 0") // as stands has it: by the index of reversals all would be sorted
	if !f.From.IsZero() {
		c.add("p.received_on >= $%d", f.From)
	}
	if !f.Until.IsZero() {
		c.add("p.received_on <= $%d", f.Until)
	}
	if f.Method != "" {
		c.add("p.method = $%d", string(f.Method))
	}
	switch f.Standing {
	case "standing":
		c.must("NOT " + reversed)
	case "reversed":
		c.must(reversed)
	case "credit":
		c.must("p.left_cents <> 0 AND NOT " + reversed)
	}
	if len(f.ids) > 0 {
		in, args := store.In(c.args, f.ids)
		c.args = args
		c.must("p.id IN " + in)
	}
	if f.ByOthers { // of two records that were joined, one pays for itself
		c.must(`(p.paid_by <> '' OR p.payer_person_id IS NOT NULL OR p.payer_club_id IS NOT NULL)
		  AND NOT ((p.payer_person_id IS NOT NULL OR p.payer_club_id IS NOT NULL)
		           AND COALESCE(p.payer_person_id, 0) = COALESCE(p.person_id, 0)
		           AND COALESCE(p.payer_club_id, 0) = ` + clubOf + `)`)
	}
	return c
}

const listedColumns = `
		SELECT ` + paymentColumns + `,
		       p.left_cents, ` + nameColumns + `
		FROM payment p
		LEFT JOIN person pe ON pe.id = p.person_id
		LEFT JOIN club cl ON cl.id = ` + clubOf

func scanListed(s store.Scanner) (l ListedPayment, err error) {
	var name partyName
	l.Payment, err = scanPayment(trailing{s, append([]any{&l.Left}, name.columns()...)})
	l.named(name)
	return l, err
}

func (p *ListedPayment) named(name partyName) {
	if p.Name = name.String(); p.ReversedBy != 0 {
		p.Left = 0
	}
}

// eachListed gives each payment received that a filter asks for to take, the latest first; end ends the query.
func eachListed(
	ctx context.Context, q store.Queryer, f PaymentFilter, end string, take func(ListedPayment) error,
) error {
	c, text, payer := f.asked(), members.Fold(f.Text), members.Fold(f.Payer)
	err := store.Each(ctx, q, scanListed, func(p ListedPayment) error {
		if !p.says(text, payer) {
			return nil
		}
		return take(p)
	}, listedColumns+c.where()+`
		ORDER BY p.received_on DESC, p.id DESC`+end, c.args...)
	if err != nil {
		return fmt.Errorf("read the payments: %w", err)
	}
	return nil
}

// eachWorded gives of each payment received that a filter finds by its words, the latest first, what it is found by and summed,
// and its number: a search looks at all payments, and shows a page.
func eachWorded(ctx context.Context, q store.Queryer, f PaymentFilter, take func(ListedPayment)) error {
	c, text, payer := f.asked(), members.Fold(f.Text), members.Fold(f.Payer)
	err := store.Each(ctx, q, func(s store.Scanner) (l ListedPayment, err error) {
		var name partyName
		p := &l.Payment
		err = s.Scan(append([]any{
			&p.ID, store.ZeroNull(&p.Person), &p.Club, &p.Payer.Name, store.ZeroNull(&p.Payer.Party.Person),
			store.ZeroNull(&p.Payer.Party.Club), &p.Amount, &p.Reference, &p.Receipt.Year, &p.Receipt.No, store.ZeroNull(&p.ReversedBy),
			&l.Left,
		}, name.columns()...)...)
		l.named(name)
		p.Payer = p.otherPayer()
		return l, err
	}, func(p ListedPayment) error {
		if p.says(text, payer) {
			take(p)
		}
		return nil
	}, `
		SELECT p.id, p.person_id, `+clubOf+`, p.paid_by, p.payer_person_id, p.payer_club_id, p.amount, p.reference,
		       coalesce(p.receipt_year, 0), coalesce(p.receipt_no, 0), (SELECT b.id FROM payment b WHERE b.reverses_id = p.id),
		       p.left_cents, `+nameColumns+`
		FROM payment p
		LEFT JOIN person pe ON pe.id = p.person_id
		LEFT JOIN club cl ON cl.id = `+clubOf+c.where()+`
		ORDER BY p.received_on DESC, p.id DESC`, c.args...)
	if err != nil {
		return fmt.Errorf("search the payments: %w", err)
	}
	return nil
}

// paymentSums adds up the payments that a filter without words asks for.
func paymentSums(ctx context.Context, q store.Queryer, f PaymentFilter) (out PaymentList, err error) {
	if out.All, err = countPayments(ctx, q); err != nil {
		return out, err
	}
	scan := func(s store.Scanner) (l PaymentList, err error) {
		err = s.Scan(&l.Count, &l.Received, &l.Left)
		return l, err
	}
	const sums = `
		SELECT COUNT(*), CAST(COALESCE(SUM(p.amount), 0) AS BIGINT), CAST(COALESCE(SUM(p.left_cents), 0) AS BIGINT)`
	c := f.asked()
	whole, err := store.One(ctx, q, scan, sums+`
		FROM payment p`+c.where(), c.args...)
	if err != nil {
		return out, fmt.Errorf("add up the payments: %w", err)
	}
	// Few were reversed: looking at each payment whether it was would take longer.
	c.must("p.id IN (SELECT reverses_id FROM payment WHERE reverses_id IS NOT NULL)")
	undone, err := store.One(ctx, q, scan, sums+`
		FROM payment p`+c.where(), c.args...)
	if err != nil {
		return out, fmt.Errorf("add up the payments that were reversed: %w", err)
	}
	out.Count, out.Received, out.Left = whole.Count, whole.Received-undone.Received, whole.Left-undone.Left
	return out, nil
}

func countPayments(ctx context.Context, q store.Queryer) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM payment
		WHERE reverses_id IS NULL`)
	if err != nil {
		return 0, fmt.Errorf("count the payments: %w", err)
	}
	return n, nil
}
