package demo

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/internal/members/leaving"
	"nzgs/internal/members/merging"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// lists are clubs in such years: their lists of a year, with two people on both, and what came of them.
type lists struct {
	*years
	clubs   [2]clubs.ClubID
	returns []clubs.ReturnID
	touched map[int64]bool        // rows of lists of which an officer corrected a term
	locked  map[civil.Date]string // the books up to each day that was locked, as they were then
	last    string                // step
}

func newLists(t testing.TB, db *store.DB) *lists {
	l := &lists{years: newYears(t, db), touched: map[int64]bool{}, locked: map[civil.Date]string{}}
	for n, of := range []struct {
		name  string
		given string
	}{{"Capital Go Club", "Mei Bo Ken Ana Rua Ihi"}, {"Harbour Go Club", "Rua Ihi Mia Noa Tui"}} {
		id, err := l.years.clubs.Found(always, l.treasurer, clubs.ClubInput{Name: of.name})
		l.must(err)
		l.clubs[n] = id
		text := "Member number,Family name,Given names\n"
		for given := range strings.FieldsSeq(of.given) {
			id := l.people[slices.Index(givenOfYears, given)]
			text += members.Number(id) + ",Testcase," + given + "\n"
		}
		list, err := clubs.ReadList("list.csv", strings.NewReader(text))
		l.must(err)
		up, err := l.years.clubs.Upload(always, l.treasurer, clubs.UploadInput{Club: id, Year: 2026, List: list})
		l.must(err)
		_, err = l.years.clubs.Confirm(always, l.treasurer, l.ref(up.Return), clubs.Last{Consented: true})
		l.must(err)
		l.returns = append(l.returns, up.Return)
	}
	return l
}

func (l *lists) ref(id clubs.ReturnID) clubs.Ref {
	v, err := l.years.clubs.View(always, l.treasurer, id)
	l.must(err)
	return clubs.Ref{Return: id, Version: v.Return.Version}
}

func (l *lists) step(t *rapid.T) {
	l.now = l.now.Add(60 * 60 * 1e9)
	steps := []struct {
		name string
		do   func(*rapid.T)
	}{
		{"fee", l.feeIn}, {"fee", l.feeIn}, {"fee back", l.feeBack}, {"waiver", l.waives}, {"move", l.moves}, {"move", l.moves},
		{"correction", l.corrects}, {"asks", l.asksFor}, {"lock", l.locks}, {"further list", l.furtherList},
		{"kind", l.setsKind}, {"doubles", l.doubles},
		{"departure", func(t *rapid.T) { l.leaves(t, 0) }}, {"departure", func(t *rapid.T) { l.leaves(t, 0) }},
		{"records", func(t *rapid.T) { l.joinsRecords(t, 0) }}, {"years", l.years.step}, {"years", l.years.step}, {"years", l.years.step},
	}
	s := steps[rapid.IntRange(0, len(steps)-1).Draw(t, "what")]
	l.last = s.name
	s.do(t)
}

func (l *lists) feeIn(t *rapid.T) {
	id := rapid.SampledFrom(l.returns).Draw(t, "list")
	v, err := l.years.clubs.View(always, l.treasurer, id)
	l.must(err)
	amount := v.Affiliation.Missing
	if amount <= 0 || rapid.IntRange(0, 3).Draw(t, "part") == 0 {
		amount = money.Cents(rapid.Int64Range(1, 20000).Draw(t, "amount"))
	}
	on := l.now.Date().AddDays(-rapid.IntRange(0, 25).Draw(t, "days ago"))
	_, err = l.years.clubs.ReceiveFee(always, l.treasurer, clubs.FeeInput{
		Return: id, Amount: amount, ReceivedOn: on, Method: treasury.Bank, Reference: l.now.String(), PaidBy: l.payer(t),
	})
	l.did(t, "club fee", err)
}

func (l *lists) feeBack(t *rapid.T) {
	id := rapid.SampledFrom(l.returns).Draw(t, "list")
	v, err := l.years.clubs.View(always, l.treasurer, id)
	l.must(err)
	standing := slices.DeleteFunc(v.Payments, func(p treasury.Payment) bool { return p.ReversedBy != 0 || p.Reverses != 0 })
	if p, ok := drawn(t, standing, "fee"); ok {
		_, err := l.years.clubs.ReverseFee(always, l.treasurer, p.ID, "It bounced")
		l.did(t, "club fee back", err)
	}
}

func (l *lists) waives(t *rapid.T) {
	if rapid.IntRange(0, 9).Draw(t, "seldom") > 0 {
		return
	}
	id := rapid.SampledFrom(l.returns).Draw(t, "list")
	v, err := l.years.clubs.View(always, l.treasurer, id)
	l.must(err)
	if line, ok := drawn(t, v.Lines, "row"); ok {
		l.did(t, "waiver of a row", l.years.clubs.Waive(always, l.treasurer, l.ref(id), line.Row.ID, "Hardship"))
	}
}

func (l *lists) doubles(t *rapid.T) {
	all, err := l.years.clubs.Doubles(always, l.treasurer, 2026)
	l.must(err)
	d, ok := drawn(t, all.People, "double")
	if !ok || rapid.IntRange(0, 3).Draw(t, "seldom") > 0 {
		return
	}
	if fee, ok := drawn(t, d.Fees, "fee"); ok {
		l.did(t, "waiver for two lists", l.years.clubs.WaiveDoubles(always, l.treasurer, clubs.WaiveDoublesInput{
			Year: 2026, Rows: []clubs.RowID{fee.Row}, Lists: all.Lists, Reason: "On two lists",
		}))
	}
}

func (l *lists) moves(t *rapid.T) {
	person := rapid.SampledFrom(l.people[3:]).Draw(t, "mover")
	m, err := l.leave.Moving(always, l.secretary, person)
	if err != nil {
		return // the record was joined with another
	}
	from := append(l.clubs[:], 0)
	to := slices.Clone(from)
	err = l.leave.Move(always, l.secretary, leaving.MoveInput{
		Person: person, Version: m.Version, From: rapid.SampledFrom(from).Draw(t, "from"), To: rapid.SampledFrom(to).Draw(t, "to"),
		Day: l.now.Date().AddDays(rapid.IntRange(-30, 60).Draw(t, "on")), Reason: "She asked.",
	})
	left, none := store.All(always, l.db, store.Value[int64], `
		SELECT d.id
		FROM departure d
		WHERE d.undone_at IS NULL AND (d.person_id = $1 OR EXISTS ( -- or of a record that was parted from this one since
			SELECT 1
			FROM departure_term x
			JOIN membership_term t ON t.id = x.term_id
			WHERE x.departure_id = d.id AND t.person_id = $1))`, person)
	l.must(none)
	if l.did(t, "move", err) && len(left) > 0 { // what someone corrected since stays as it is when that is undone: the page says so
		for _, x := range l.terms()[person] {
			l.touched[max(x.ReturnRow, x.MovedRow)] = true
		}
	}
}

func (l *lists) terms() map[members.PersonID][]members.Term {
	all, err := members.TermsOf(always, l.db, l.people)
	l.must(err)
	for id, terms := range all {
		all[id] = members.InForce(terms)
	}
	return all
}

func (l *lists) corrects(t *rapid.T) {
	if rapid.IntRange(0, 5).Draw(t, "seldom") > 0 {
		return
	}
	person := rapid.SampledFrom(l.people[3:]).Draw(t, "corrected")
	term, ok := drawn(t, l.terms()[person], "term")
	if !ok {
		return
	}
	to := civil.Date{}
	if rapid.Bool().Draw(t, "shorter") {
		to = term.To.AddDays(-rapid.IntRange(1, 200).Draw(t, "by"))
	}
	err := members.New(l.db, func() civil.Instant { return l.now }).CorrectTerm(always, l.treasurer, members.CorrectInput{
		Term: term.ID, To: to, Reason: "So",
	})
	if l.did(t, "correction", err) {
		l.touched[max(term.ReturnRow, term.MovedRow)] = true
	}
}

func (l *lists) asksFor(t *rapid.T) {
	cases := usecase.New(l.db, func() civil.Instant { return l.now })
	permit, err := cases.May(l.treasurer, auth.RecordPayment, auth.Object{})
	l.must(err)
	l.did(t, "subscription asked", cases.Change(always, func(tx *store.Tx) (*usecase.Entry, error) {
		_, _, entry, err := treasury.Ask(always, tx, permit, treasury.AskInput{
			Person: rapid.SampledFrom(l.people).Draw(t, "asked"), Year: 2026,
		})
		return entry, err
	}))
}

func (l *lists) setsKind(t *rapid.T) {
	person := rapid.SampledFrom(l.people).Draw(t, "whose")
	service := kinds.New(l.db, func() civil.Instant { return l.now })
	own, err := service.Of(always, l.treasurer, person)
	if err != nil {
		return
	}
	in := kinds.Input{
		Person: person, Kind: rapid.SampledFrom([]kinds.Kind{kinds.Full, kinds.Family, kinds.Junior}).Draw(t, "kind"), From: 2026,
		Reason: "As they said",
	}
	for _, s := range own {
		in.Seen = max(in.Seen, s.ID)
	}
	if in.Kind == kinds.Family && rapid.Bool().Draw(t, "paid for") {
		in.Payer = rapid.SampledFrom(l.people).Draw(t, "by whom")
	}
	l.did(t, "kind", service.Set(always, l.treasurer, in))
}

// furtherList corrects a confirmed list by another document, with someone who was missing.
func (l *lists) furtherList(t *rapid.T) {
	if len(l.returns) > 5 || rapid.IntRange(0, 3).Draw(t, "seldom") > 0 {
		return
	}
	n := rapid.IntRange(0, len(givenOfYears)-1).Draw(t, "missing")
	text := "Member number,Family name,Given names\n" + members.Number(l.people[n]) + ",Testcase," + givenOfYears[n] + "\n"
	list, err := clubs.ReadList("further.csv", strings.NewReader(text))
	l.must(err)
	club := rapid.SampledFrom(l.clubs[:]).Draw(t, "club")
	up, err := l.years.clubs.Upload(always, l.treasurer, clubs.UploadInput{Club: club, Year: 2026, List: list})
	if !l.did(t, "further list", err) || up.Outcome != clubs.Started {
		return
	}
	if _, err = l.years.clubs.Confirm(always, l.treasurer, l.ref(up.Return), clubs.Last{Consented: true}); err == nil {
		l.returns = append(l.returns, up.Return)
		l.done["further list confirmed"]++
		return
	}
	l.must(l.years.clubs.Withdraw(always, l.treasurer, l.ref(up.Return)))
}

func (l *lists) locks(t *rapid.T) {
	if rapid.IntRange(0, 9).Draw(t, "seldom") > 0 {
		return
	}
	until := l.now.Date().AddDays(-rapid.IntRange(1, 20).Draw(t, "until"))
	err := l.books.LockBooks(always, l.treasurer, treasury.LockInput{Until: until, Why: treasury.LockByHand, Note: "So"})
	if l.did(t, "lock", err) {
		l.locked[until] = l.upTo(until)
	}
}

// upTo is the journal up to a day.
func (l *lists) upTo(day civil.Date) string {
	all, err := store.All(always, l.db, func(s store.Scanner) (string, error) {
		var year, number, account, cents string
		err := s.Scan(&year, &number, &account, &cents)
		return strings.Join([]string{year, number, account, cents}, " "), err
	}, `
		SELECT CAST(e.year AS TEXT), CAST(e.number AS TEXT), l.account, CAST(l.cents AS TEXT)
		FROM journal_entry e
		JOIN journal_line l ON l.entry_id = e.id
		WHERE e.day <= $1
		ORDER BY e.id, l.no`, day)
	l.must(err)
	return strings.Join(all, "\n")
}

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
	invoices, err := treasury.AllInvoices(always, l.db)
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

// Bug: who was taken for somebody who had died, by a merge that is undone, stayed without the term when the death was undone.
func TestADeathOfTwoJoinedRecordsIsUndoneForBoth(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		l := newLists(t, db)
		ema, tui := l.people[12], l.people[11] // who is on the second list
		v, err := l.years.clubs.View(always, l.treasurer, l.returns[1])
		l.must(err)
		_, err = l.years.clubs.ReceiveFee(always, l.treasurer, clubs.FeeInput{
			Return: l.returns[1], Amount: v.Affiliation.Missing, ReceivedOn: l.now.Date(), Method: treasury.Bank,
		})
		l.must(err)
		before := l.terms()
		version := func(id members.PersonID) int64 {
			n, err := store.One(always, db, store.Value[int64], `SELECT version FROM person WHERE id = $1`, id)
			l.must(err)
			return n
		}
		merged, err := l.merge.Merge(always, l.secretary, merging.Input{
			Kept: ema, Gone: tui, KeptVersion: version(ema), GoneVersion: version(tui), SignsIn: ema, Reason: "She told me.",
		})
		l.must(err)
		l.must(l.leave.Record(always, l.secretary, leaving.Input{
			Person: ema, Version: version(ema), Kind: leaving.Died, Day: l.now.Date(), Reason: "A letter came.",
		}))
		died, err := l.leave.Of(always, l.secretary, ema)
		l.must(err)
		_, err = l.merge.Undo(always, l.secretary, merged, "They are two people.")
		l.must(err)
		_, err = l.leave.Undo(always, l.secretary, died[0].ID, "It was somebody else.")
		l.must(err)
		for _, id := range []members.PersonID{ema, tui} {
			if got := show(l.terms()[id]); got != show(before[id]) {
				t.Errorf("person %d has %s, had %s", id, got, show(before[id]))
			}
		}
	})
}

// Whatever happens to clubs' lists (fees in parts, of other days, that bounce and come once more, waivers, moves, deaths and
// resignations and their undoing, corrections, kinds, months that are locked, and all that years bring else), the books hold
// what TestRandomYearsOfASociety says, and every term follows from its money.
func TestRandomYearsOfClubs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		l := newLists(t, db)
		rapid.Check(t, func(r *rapid.T) {
			for range rapid.IntRange(1, 6).Draw(r, "steps") {
				l.step(r)
				l.follow(r)
			}
			l.agree(r)
			l.keep(r)
		})
		if problem, err := treasury.CompareWithLog(always, db); err != nil || problem != "" {
			t.Errorf("%q, %v", problem, err)
		}
		othersAgree(t, db)
		t.Log(l.done)
	})
}
