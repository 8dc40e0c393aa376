package demo

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// list is how a return stands.
type list struct {
	id        int64
	effective civil.Date
	rows      map[int64]members.PersonID
	until     map[int64]civil.Date
}

func (l *lists) standing() (out []list) {
	for _, id := range l.returns {
		v, err := l.years.clubs.View(always, l.treasurer, id)
		l.must(err)
		one := list{id: int64(id), effective: v.Return.From, rows: map[int64]members.PersonID{}, until: map[int64]civil.Date{}}
		for _, line := range v.Lines {
			one.rows[int64(line.Row.ID)], one.until[int64(line.Row.ID)] = line.Row.Person, line.Row.TermTo
		}
		out = append(out, one)
	}
	return out
}

// follow checks that every term follows from money that is there: a list's from its fee since the day that the last of it was
// there, an asked subscription's from its invoice, one that was paid at once from its payment; and that a list whose fee is in
// gives everyone on it the whole term, whatever moves, deaths that were undone and bounces there were.
func (l *lists) follow(t *rapid.T) {
	terms, all := l.terms(), l.standing()
	invoices, err := treasury.ReadInvoices(always, l.db, treasury.InvoiceFilter{})
	l.must(err)
	open := map[int64]bool{}
	for _, i := range invoices {
		if i.Source == treasury.FromReturn {
			open[i.SourceID] = i.Open() > 0
		}
	}
	dead, err := store.All(always, l.db, store.Value[members.PersonID], `SELECT person_id FROM departure WHERE undone_at IS NULL`)
	l.must(err)
	ended, err := store.All(always, l.db, store.Value[int64], `
		SELECT COALESCE(t.return_row_id, t.moved_row_id, 0)
		FROM departure d
		JOIN departure_term x ON x.departure_id = d.id
		JOIN membership_term t ON t.id = x.term_id
		WHERE d.undone_at IS NULL`)
	l.must(err)
	reversed, err := store.All(always, l.db, store.Value[int64], `SELECT reverses_id FROM payment WHERE reverses_id IS NOT NULL`)
	l.must(err)
	rows := map[int64]list{}
	for _, r := range all {
		if open[r.id] == !r.effective.IsZero() {
			t.Fatalf("after %s: list %d is effective from %q, its fee open: %v", l.last, r.id, r.effective, open[r.id])
		}
		for row := range r.rows {
			rows[row] = r
		}
	}
	given := map[int64][]members.Term{}
	for person, held := range terms {
		for _, x := range held {
			row := max(x.ReturnRow, x.MovedRow)
			switch r := rows[row]; {
			case row != 0 && (r.effective.IsZero() || x.From.Before(r.effective)):
				t.Fatalf("after %s: person %d has a term from %s by list %d, which is effective from %q", l.last, person, x.From, r.id, r.effective)
			case x.Payment != 0 && slices.Contains(reversed, x.Payment):
				t.Fatalf("after %s: person %d has a term by the payment %d, which was reversed", l.last, person, x.Payment)
			}
			given[row] = append(given[row], x)
		}
	}
	for row, r := range rows {
		who := r.rows[row]
		decided := l.touched[row] || slices.Contains(dead, who) || slices.Contains(ended, row)
		if r.effective.IsZero() || decided || r.until[row].IsZero() {
			continue
		}
		pieces := given[row]
		slices.SortFunc(pieces, func(a, b members.Term) int { return cmp.Compare(a.From.String(), b.From.String()) })
		whole := len(pieces) > 0 && pieces[0].From == civil.Later(r.effective, pieces[0].From) && pieces[len(pieces)-1].To == r.until[row]
		for n := 1; n < len(pieces); n++ {
			whole = whole && pieces[n].From == pieces[n-1].To.AddDays(1)
		}
		if !whole {
			t.Fatalf("after %s: person %d, list %d effective from %s to %s: %s\n%s", l.last, who, r.id, r.effective, r.until[row],
				show(pieces), l.history(who, row))
		}
	}
}

// history is all that is recorded of somebody's terms by a row of a list.
func (l *lists) history(who members.PersonID, row int64) (out string) {
	all, err := members.TermsOf(always, l.db, []members.PersonID{who})
	l.must(err)
	for _, t := range all[who] {
		if max(t.ReturnRow, t.MovedRow) != row {
			continue
		}
		out += fmt.Sprintf("%d corrects %d: %s to %s, club %d, %s, row %d or %d, by standing %v: %s\n", t.ID, t.Corrects, t.From, t.To,
			t.Club, t.Kind, t.ReturnRow, t.MovedRow, t.ByStanding, t.Reason)
	}
	departures, err := store.All(always, l.db, store.Value[string], `
		SELECT 'departure ' || CAST(d.id AS TEXT) || ' of ' || CAST(d.person_id AS TEXT) || ': ' || d.kind || ' ' || d.day || ' undone '
		  || COALESCE(CAST(d.undone_at AS TEXT), 'no') || COALESCE(' term ' || CAST(x.term_id AS TEXT), '')
		FROM departure d
		LEFT JOIN departure_term x ON x.departure_id = d.id
		WHERE d.person_id = $1
		ORDER BY d.id, x.term_id`, who)
	l.must(err)
	return out + strings.Join(departures, "\n")
}

func show(terms []members.Term) (out string) {
	for _, t := range terms {
		out += fmt.Sprintf("[%s %s club %d]", t.From, t.To, t.Club)
	}
	return out
}

// keep checks that what was locked is as it was, that no payment settles more than it is, and that clubs owe what their
// documents say.
func (l *lists) keep(t *rapid.T) {
	l.settled(t)
	for until, was := range l.locked {
		if l.upTo(until) != was {
			t.Fatalf("after %s: the journal up to %s changed since it was locked", l.last, until)
		}
	}
	paid, err := l.books.Payments(always, l.treasurer, treasury.PaymentFilter{})
	l.must(err)
	for _, p := range paid.Payments {
		if p.ReversedBy == 0 && p.Reverses == 0 && (p.Left < 0 || p.Left > p.Amount) {
			t.Fatalf("after %s: %s of the payment %s of %s is left", l.last, p.Left, p.Receipt, p.Amount)
		}
	}
	for _, id := range l.clubs {
		inJournal, err := store.One(always, l.db, store.Value[money.Cents], `
			SELECT CAST(COALESCE(SUM(cents), 0) AS BIGINT) FROM journal_line WHERE account = $1 AND club_id = $2`,
			string(ledger.ClubsOwe), id)
		l.must(err)
		list, credit, err := l.books.InvoicesOf(always, l.treasurer, ledger.Party{Club: int64(id)})
		l.must(err)
		owes := -credit.OnAccount()
		for _, i := range list {
			owes += i.Open()
		}
		if owes != inJournal {
			t.Fatalf("after %s: club %d owes %s by the documents, %s by the journal", l.last, id, owes, inJournal)
		}
	}
}
