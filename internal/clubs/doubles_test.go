package clubs_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// onBoth confirms the list of the Harbour club with the first n of the eight on it, who are the Capital club's too.
func (s *society) onBoth(n int) (harbour clubs.ReturnID) {
	s.t.Helper()
	harbour = s.shared(n)
	s.confirm(harbour)
	return harbour
}

// shared uploads such a list, with each of them taken for whom they are.
func (s *society) shared(n int) clubs.ReturnID {
	s.t.Helper()
	lines := append([]string{
		"Heke,One,one@example.nz,,", "Heke,Two,two@example.nz,,", "Heke,Three,three@example.nz,,", "Heke,Four,four@example.nz,,",
		"Heke,Five,five@example.nz,,",
	}, eight[:n]...)
	id := s.upload(s.treasurer, s.harbour, "", lines...).Return
	var choices []clubs.Choice
	for _, l := range s.view(s.treasurer, id).Lines {
		c := clubs.Choice{Row: l.Row.ID, Decision: clubs.NewPerson}
		if l.Row.Family != "Heke" {
			c.Decision, c.Person = clubs.SamePerson, s.member(l.Row.Given).Person.ID
		}
		choices = append(choices, c)
	}
	s.must(s.Decide(ctx, s.treasurer, s.ref(id), choices))
	return id
}

func (s *society) doubles() clubs.Doubles {
	s.t.Helper()
	d, err := s.Doubles(ctx, s.treasurer, 2026)
	s.must(err)
	return d
}

// all are the fees of a page that are proposed to be waived.
func all(d clubs.Doubles) clubs.WaiveDoublesInput {
	in := clubs.WaiveDoublesInput{Year: d.Year, Lists: d.Lists, Reason: "Pays through the other club."}
	for _, p := range d.People {
		for _, f := range p.Fees[1:] {
			in.Rows = append(in.Rows, f.Row)
		}
	}
	return in
}

func TestFeesOfPeopleOnTwoListsAreWaivedAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		harbour := s.onBoth(3)
		s.on("2026-08-20")
		d := s.doubles()
		if len(d.People) != 3 || len(d.Lists) != 1 || d.Lists[0].Return != harbour {
			t.Fatalf("on two lists: %+v", d)
		}
		for _, p := range d.People {
			if len(p.Fees) != 2 || p.Fees[0].Club != s.capital || p.Fees[0].Open || p.Fees[1].Club != s.harbour || !p.Fees[1].Open ||
				p.Fees[1].Name != "Harbour Go Club" || p.Fees[1].Amount != money.MustParse("20.00") {
				t.Errorf("%s: %+v", p.Person.Name, p.Fees)
			}
		}
		s.pay(harbour, "100.00", "2026-08-18")
		stale := all(d)
		stale.Lists = []clubs.Ref{{Return: harbour, Version: d.Lists[0].Version - 1}}
		if err := s.WaiveDoubles(ctx, s.treasurer, stale); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("from a page that is no longer so: %v", err)
		}
		in := all(s.doubles())
		s.must(s.WaiveDoubles(ctx, s.treasurer, in))
		a := s.view(s.treasurer, harbour).Affiliation
		if a.Standing != clubs.Effective || a.From != day("2026-08-20") || a.Waived != money.MustParse("60.00") || a.Over != 0 {
			t.Errorf("after the waivers: %+v", a)
		}
		if l := s.line(s.view(s.treasurer, harbour), "Mere"); l.Row.Waiver.Reason != "Pays through the other club." {
			t.Errorf("the row: %+v", l.Row)
		}
		if d := s.doubles(); len(d.People) != 0 {
			t.Errorf("still charged twice: %+v", d.People)
		}
		if err := s.WaiveDoubles(ctx, s.treasurer, in); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("a second time: %v", err)
		}
		if problem, err := treasury.CompareWithLog(ctx, s.db); err != nil || problem != "" {
			t.Errorf("the books: %s, %v", problem, err)
		}
	})
}

// A waiver of many is what the same waivers one by one come to.
func TestWaivingAtOnceIsWaivingOneByOne(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		harbour := s.onBoth(2)
		s.on("2026-08-20")
		in := all(s.doubles())
		s.must(s.Waive(ctx, s.treasurer, s.ref(harbour), in.Rows[0], in.Reason))
		one := all(s.doubles())
		if len(one.Rows) != 1 || one.Rows[0] != in.Rows[1] {
			t.Fatalf("left: %+v", one)
		}
		s.must(s.WaiveDoubles(ctx, s.treasurer, one))
		lines := s.view(s.treasurer, harbour).Lines
		var first, second clubs.Waiver
		for _, l := range lines {
			switch l.Row.ID {
			case in.Rows[0]:
				first = l.Row.Waiver
			case in.Rows[1]:
				second = l.Row.Waiver
			}
		}
		if first != second || first.On != day("2026-08-20") {
			t.Errorf("one by one %+v, at once %+v", first, second)
		}
		list, err := s.money.InvoiceList(ctx, s.treasurer, treasury.InvoiceFilter{Party: ledger.Party{Club: int64(s.harbour)}})
		i := list.Invoices
		if err != nil || len(i) != 1 || i[0].Credited != money.MustParse("40.00") {
			t.Errorf("the invoice: %+v, %v", i, err)
		}
	})
}

// Lists with the treasurer are there too; their waivers count from the day of the list. A draft is its club's.
func TestAListWithTheTreasurerIsWaivedToo(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		id := s.shared(1)
		if d := s.doubles(); len(d.People) != 0 {
			t.Fatalf("of a draft: %+v", d)
		}
		s.must(s.Submit(ctx, s.harbourSecretary, s.ref(id), consented))
		s.on("2026-08-30")
		s.must(s.WaiveDoubles(ctx, s.treasurer, all(s.doubles())))
		if w := s.line(s.view(s.treasurer, id), "Aroha").Row.Waiver; w.On != day("2026-08-03") {
			t.Errorf("waived: %+v", w)
		}
		if a := s.confirm(id); a.Missing != money.MustParse("100.00") {
			t.Errorf("confirmed: %+v", a)
		}
	})
}

// Where neither list is paid either fee can be waived, not both: someone has to be asked for it.
func TestOneFeeOfEachStays(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		capital := s.upload(s.treasurer, s.capital, "", eight...).Return
		s.confirm(capital)
		s.on("2026-08-04")
		harbour := s.onBoth(2)
		d := s.doubles()
		if len(d.People) != 2 || len(d.Lists) != 2 || d.People[0].Fees[0].Return != capital {
			t.Fatalf("%+v", d)
		}
		in := all(d)
		in.Rows = append(in.Rows, d.People[1].Fees[0].Row)
		err := s.WaiveDoubles(ctx, s.treasurer, in)
		if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), d.People[1].Person.Name.String()) {
			t.Errorf("both fees: %v", err)
		}
		if again := s.doubles(); len(again.People) != 2 || again.Lists[0] != d.Lists[0] || again.Lists[1] != d.Lists[1] {
			t.Errorf("a refusal wrote something: %+v", again)
		}
		// One of each list, in one press.
		in.Rows = []clubs.RowID{d.People[0].Fees[0].Row, d.People[1].Fees[1].Row}
		s.must(s.WaiveDoubles(ctx, s.treasurer, in))
		for _, id := range []clubs.ReturnID{capital, harbour} {
			if a := s.view(s.treasurer, id).Affiliation; a.Waived != money.MustParse("20.00") {
				t.Errorf("return %d: %+v", id, a)
			}
		}
	})
}

func TestWhoMayWaiveAtOnceAndWhatIsRefused(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		harbour := s.onBoth(2)
		in := all(s.doubles())
		for _, who := range []auth.Actor{s.secretary, s.capitalSecretary, s.harbourSecretary} {
			if _, err := s.Doubles(ctx, who, 2026); apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("%v reads them: %v", who.Offices, err)
			}
			if err := s.WaiveDoubles(ctx, who, in); apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("%v waives: %v", who.Offices, err)
			}
		}
		if _, err := s.Doubles(ctx, auth.Actor{}, 2026); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("a stranger reads them: %v", err)
		}
		if err := s.WaiveDoubles(ctx, auth.Actor{}, in); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("a stranger waives: %v", err)
		}
		err := s.WaiveDoubles(ctx, s.treasurer, clubs.WaiveDoublesInput{Year: 2026, Lists: in.Lists, Reason: " "})
		var e *apperr.Error
		if !errors.As(err, &e) || len(e.Fields) != 2 {
			t.Errorf("nothing ticked, no reason: %v", err)
		}
		alone := in
		alone.Rows = append([]clubs.RowID{s.line(s.view(s.treasurer, harbour), "One").Row.ID}, in.Rows...)
		unlisted, twice := in, in
		unlisted.Lists = nil
		twice.Rows = append([]clubs.RowID{in.Rows[0]}, in.Rows...)
		otherYear := in
		otherYear.Year = 2027
		for what, bad := range map[string]clubs.WaiveDoublesInput{
			"someone on one list": alone, "a list that is not named": unlisted, "a row twice": twice, "another year": otherYear,
		} {
			if err := s.WaiveDoubles(ctx, s.treasurer, bad); apperr.KindOf(err) != apperr.Conflict {
				t.Errorf("%s: %v", what, err)
			}
		}
		if a := s.view(s.treasurer, harbour).Affiliation; a.Waived != 0 {
			t.Errorf("a refusal waived %s", a.Waived)
		}
	})
}

func TestWaivingAtOnceTwiceAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		harbour := s.onBoth(2)
		in := all(s.doubles())
		var wg sync.WaitGroup
		errs := make([]error, 4)
		for i := range errs {
			wg.Go(func() { errs[i] = s.WaiveDoubles(ctx, s.treasurer, in) })
		}
		wg.Wait()
		done := 0
		for _, err := range errs {
			switch {
			case err == nil:
				done++
			case apperr.KindOf(err) != apperr.Conflict:
				t.Errorf("%v", err)
			}
		}
		if a := s.view(s.treasurer, harbour).Affiliation; done != 1 || a.Waived != money.MustParse("40.00") {
			t.Errorf("%d of four went through: %+v", done, a)
		}
	})
}

// Someone who is on both lists and whom one club is not charged for, because the fee is waived, is not charged twice.
func TestNobodyIsOnThePageWhoIsChargedOnce(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		harbour := s.onBoth(1)
		s.must(s.Waive(ctx, s.treasurer, s.ref(harbour), s.line(s.view(s.treasurer, harbour), "Aroha").Row.ID, "hardship"))
		if d := s.doubles(); len(d.People) != 0 {
			t.Errorf("%+v", d.People)
		}
		if d, err := s.Doubles(ctx, s.treasurer, members.Year(2027)); err != nil || len(d.People) != 0 {
			t.Errorf("next year: %+v, %v", d, err)
		}
	})
}
