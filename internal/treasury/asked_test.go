package treasury_test

import (
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

func (d *desk) asksFor(id members.PersonID, year members.Year) (i treasury.Invoice, err error) {
	cases := usecase.New(d.db, func() civil.Instant { return d.now })
	permit, err := cases.May(d.treasurer, auth.RecordPayment, auth.Object{})
	if err != nil {
		return i, err
	}
	return i, cases.Change(ctx, func(tx *store.Tx) (entry *usecase.Entry, err error) {
		i, _, entry, err = treasury.Ask(ctx, tx, permit, treasury.AskInput{Person: id, Year: year})
		return entry, err
	})
}

func (d *desk) pays(t *testing.T, id members.PersonID, amount, on, reference string) treasury.Payment {
	t.Helper()
	var p treasury.Payment
	err := d.receive(func(tx *store.Tx, permit usecase.Permit) (entry *usecase.Entry, err error) {
		p, entry, err = treasury.TakeIn(ctx, tx, permit, treasury.ReceiveInput{
			Party: ledger.Party{Person: int64(id)}, Amount: money.MustParse(amount), ReceivedOn: day(on), Method: treasury.Bank,
			Reference: reference,
		})
		return entry, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (d *desk) stands(t *testing.T, id members.PersonID, want members.Status, from, until string) {
	t.Helper()
	f, err := d.people.File(ctx, d.treasurer, id)
	if err != nil || f.Summary.Status != want {
		t.Errorf("%s, %v; want %s", f.Summary.Status, err, want)
	}
	if in := members.InForce(f.Terms); from != "" && (len(in) != 1 || in[0].From != day(from) || in[0].To != day(until)) {
		t.Errorf("the terms are %+v, want %s to %s", in, from, until)
	}
}

// Nothing becomes a term before its money is there; the day of the last cent begins it, and reversing that ends it.
func TestATermBeginsWithItsMoney(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d, ids, _ := kindly(t, db)
		i, err := d.asksFor(ids[0], 2026)
		if err != nil || i.Open() != money.MustParse("20.00") {
			t.Fatalf("asked for %s, %v", i.Open(), err)
		}
		if _, err := d.asksFor(ids[0], 2026); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("asked twice: %v", err)
		}
		d.stands(t, ids[0], members.Unenrolled, "", "")
		d.now = day("2026-08-20").Midnight()
		d.pays(t, ids[0], "19.99", "2026-08-15", "part")
		d.stands(t, ids[0], members.Unenrolled, "", "")
		last := d.pays(t, ids[0], "0.01", "2026-08-18", "rest")
		d.stands(t, ids[0], members.Member, "2026-08-18", "2027-06-30")
		if err := d.ReverseTaken(ctx, d.treasurer, last.ID, "It bounced."); err != nil {
			t.Fatal(err)
		}
		d.stands(t, ids[0], members.Unenrolled, "", "")
		d.pays(t, ids[0], "1.00", "2026-08-20", "again")
		d.stands(t, ids[0], members.Member, "2026-08-20", "2027-06-30")
		if _, err := d.asksFor(ids[0], 2026); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("asked though registered: %v", err)
		}
	})
}

// Bug: who moved to another club was with the old one again when a subscription that bounced was paid once more.
func TestAMoveStaysWhenASubscriptionIsPaidAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d, ids, _ := kindly(t, db)
		var to [2]members.ClubID
		for n, name := range []string{"Harbour Go Club", "Capital Go Club"} {
			id, err := d.clubs().Found(ctx, d.treasurer, clubs.ClubInput{Name: name})
			d.must(t, err)
			to[n] = id
		}
		_, err := d.asksFor(ids[0], 2026)
		d.must(t, err)
		d.now = day("2026-08-20").Midnight()
		last := d.pays(t, ids[0], "20.00", "2026-08-18", "all")
		inForce := func() []members.Term {
			t.Helper()
			f, err := d.people.File(ctx, d.treasurer, ids[0])
			d.must(t, err)
			return members.InForce(f.Terms)
		}
		move := func(club members.ClubID, on string) {
			t.Helper()
			terms := inForce()
			d.must(t, db.InTx(ctx, func(tx *store.Tx) error {
				return members.MoveClub(ctx, tx, d.now, d.treasurer, terms[len(terms)-1:], club, day(on), "Moved")
			}))
		}
		move(to[1], "2026-08-18") // with its first day
		move(to[0], "2026-10-01")
		move(to[1], "2026-12-01") // and back
		for n, on := range []string{"2026-08-15", "2026-08-20", "2026-08-21"} {
			d.must(t, d.ReverseTaken(ctx, d.treasurer, last.ID, "It bounced."))
			if got := inForce(); len(got) != 0 {
				t.Errorf("bounced: %+v", got)
			}
			d.now = day("2026-08-21").Midnight()
			last = d.pays(t, ids[0], "20.00", on, "again")
			got := inForce()
			if len(got) != 3 || got[0].Club != to[1] || got[1].Club != to[0] || got[2].Club != to[1] || got[0].From != day(on) ||
				got[1].From != day("2026-10-01") || got[2].From != day("2026-12-01") || got[2].To != day("2027-06-30") {
				t.Errorf("paid again, %d: %+v", n, got)
			}
		}
	})
}

// Bug: who had resigned was a member to the end of the year again when the subscription was booked anew.
func TestATermThatWasCutStaysSoWhenItIsPaidAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d, ids, _ := kindly(t, db)
		_, err := d.asksFor(ids[0], 2026)
		d.must(t, err)
		d.now = day("2026-08-20").Midnight()
		last := d.pays(t, ids[0], "20.00", "2026-08-18", "all")
		f, err := d.people.File(ctx, d.treasurer, ids[0])
		d.must(t, err)
		d.must(t, d.people.CorrectTerm(ctx, d.treasurer, members.CorrectInput{
			Term: members.InForce(f.Terms)[0].ID, To: day("2026-10-01"), Reason: "Resigned",
		}))
		for n, tt := range []struct{ on, until string }{{"2026-08-19", "2026-10-01"}, {"2026-08-20", "2026-10-01"}, {"2026-10-05", "2027-06-30"}} {
			d.must(t, d.ReverseTaken(ctx, d.treasurer, last.ID, "It bounced."))
			d.stands(t, ids[0], members.Unenrolled, "", "")
			d.now = day("2026-10-06").Midnight().Add(time.Duration(n) * time.Hour)
			last = d.pays(t, ids[0], "20.00", tt.on, "again")
			f, err := d.people.File(ctx, d.treasurer, ids[0])
			d.must(t, err)
			if got := members.InForce(f.Terms); len(got) != 1 || got[0].From != day(tt.on) || got[0].To != day(tt.until) {
				t.Errorf("paid on %s: %+v", tt.on, got)
			}
		}
	})
}

// Bug: a subscription whose term an officer had cancelled gave the whole year again when it bounced and was paid once more.
func TestATermThatWasCancelledStaysSoWhenItIsPaidAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d, ids, _ := kindly(t, db)
		_, err := d.asksFor(ids[0], 2026)
		d.must(t, err)
		d.now = day("2026-08-20").Midnight()
		last := d.pays(t, ids[0], "20.00", "2026-08-18", "all")
		f, err := d.people.File(ctx, d.treasurer, ids[0])
		d.must(t, err)
		d.must(t, d.people.CorrectTerm(ctx, d.treasurer, members.CorrectInput{
			Term: members.InForce(f.Terms)[0].ID, Reason: "Excluded",
		}))
		for range 2 {
			d.must(t, d.ReverseTaken(ctx, d.treasurer, last.ID, "It bounced."))
			last = d.pays(t, ids[0], "20.00", "2026-08-19", "again")
			d.stands(t, ids[0], members.Unenrolled, "", "")
			if waiting, err := d.AskedFor(ctx, d.treasurer); err != nil || len(waiting) != 1 || waiting[0].Stuck == "" {
				t.Errorf("the treasurer is not told that it is paid without a term: %+v %v", waiting, err)
			}
		}
	})
}

// Bug: of a subscription that was paid after its member had moved the day of the move was forgotten, and what an officer had
// cancelled of it came back with the other club.
func TestThePartsOfASubscriptionComeBackAsTheyWere(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d, ids, _ := kindly(t, db)
		to, err := d.clubs().Found(ctx, d.treasurer, clubs.ClubInput{Name: "Harbour Go Club"})
		d.must(t, err)
		_, err = d.asksFor(ids[0], 2026)
		d.must(t, err)
		d.now = day("2026-08-20").Midnight()
		last := d.pays(t, ids[0], "20.00", "2026-08-01", "all")
		inForce := func() []members.Term {
			t.Helper()
			f, err := d.people.File(ctx, d.treasurer, ids[0])
			d.must(t, err)
			return members.InForce(f.Terms)
		}
		d.must(t, db.InTx(ctx, func(tx *store.Tx) error {
			return members.MoveClub(ctx, tx, d.now, d.treasurer, inForce(), to, day("2026-08-10"), "Moved")
		}))
		again := func(on string) []members.Term {
			t.Helper()
			d.must(t, d.ReverseTaken(ctx, d.treasurer, last.ID, "It bounced."))
			last = d.pays(t, ids[0], "20.00", on, "again")
			return inForce()
		}
		if got := again("2026-08-15"); len(got) != 1 || got[0].Club != to || got[0].From != day("2026-08-15") {
			t.Errorf("paid after the move: %+v", got)
		}
		got := again("2026-08-05")
		if len(got) != 2 || got[0].Club != 0 || got[0].To != day("2026-08-09") || got[1].Club != to ||
			got[1].From != day("2026-08-10") || got[1].To != day("2027-06-30") {
			t.Errorf("paid before the move: %+v", got)
		}
		d.must(t, d.people.CorrectTerm(ctx, d.treasurer, members.CorrectInput{Term: got[0].ID, Reason: "Never there"}))
		if got := again("2026-08-05"); len(got) != 1 || got[0].Club != to || got[0].From != day("2026-08-10") {
			t.Errorf("what was cancelled of it: %+v", got)
		}
	})
}

// A waiver with its reason begins the term, a credit or a debt written off does not.
func TestWhatBeginsATermBesideMoney(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d, ids, _ := kindly(t, db)
		for n, tt := range []struct {
			kind treasury.CreditKind
			want members.Status
		}{{treasury.Waived, members.Member}, {treasury.Credited, members.Unenrolled}, {treasury.WriteOff, members.Unenrolled}} {
			i, err := d.asksFor(ids[n], 2026)
			if err != nil {
				t.Fatal(err)
			}
			if err := d.CreditInvoice(ctx, d.treasurer, treasury.CreditInput{
				Invoice: i.ID, Kind: tt.kind, Amount: i.Total, Reason: "Hardship.",
			}); err != nil {
				t.Fatal(err)
			}
			d.stands(t, ids[n], tt.want, "", "")
		}
	})
}

// Money that comes when its year is over gives no term, and waits for the treasurer; a family begins with its payer's.
func TestMoneyThatComesLateAndFamilies(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d, ids, set := kindly(t, db)
		if _, err := d.asksFor(ids[2], 2026); err != nil {
			t.Fatal(err)
		}
		set(0, kinds.Family, 0)
		set(1, kinds.Family, ids[0])
		if _, err := d.asksFor(ids[1], 2026); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("someone whom another pays for is asked: %v", err)
		}
		if i, err := d.asksFor(ids[0], 2026); err != nil || i.Total != money.MustParse("30.00") {
			t.Fatalf("the family is asked for %s, %v", i.Total, err)
		}
		d.pays(t, ids[0], "30.00", "2026-08-01", "family")
		d.stands(t, ids[1], members.Member, "2026-08-01", "2027-06-30")
		d.now = day("2027-07-03").Midnight()
		d.pays(t, ids[2], "20.00", "2027-07-02", "late")
		d.stands(t, ids[2], members.Unenrolled, "", "")
		all, err := d.AskedFor(ctx, d.treasurer)
		if err != nil || len(all) != 1 || all[0].Stuck == "" || all[0].Person != ids[2] {
			t.Errorf("the treasurer is told of %+v, %v", all, err)
		}
		if _, err := d.AskedFor(ctx, auth.Actor{Person: ids[2], Name: "Tom"}); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("who may see who was asked: %v", err)
		}
	})
}
