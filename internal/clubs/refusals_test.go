package clubs_test

import (
	"errors"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
)

// problems are the names of the fields that a refusal names, in order.
func problems(err error) string {
	var names []string
	if refused := (*apperr.Error)(nil); errors.As(err, &refused) {
		for _, f := range refused.Fields {
			names = append(names, f.Name)
		}
	}
	return strings.Join(names, " ")
}

// refused checks that err is a refusal of the kind that says want.
func (s *society) refused(what string, err error, kind apperr.Kind, want string) {
	s.t.Helper()
	if apperr.KindOf(err) != kind || !strings.Contains(err.Error(), want) {
		s.t.Errorf("%s: %v, want %s with %q", what, err, kind, want)
	}
}

// The society's secretary sees returns, and leaves them to the clubs and the
// treasurer.
func TestTheSecretaryLooksAtReturnsAndChangesNone(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		_, err := s.View(ctx, auth.Actor{}, 999)
		s.refused("nobody asks for no return", err, apperr.SignIn, "")
		_, err = s.View(ctx, s.secretary, 999)
		s.refused("no return", err, apperr.NotFound, "")
		id := s.upload(s.capitalSecretary, s.capital, "", eight...).Return
		row := s.line(s.view(s.secretary, id), "Aroha").Row.ID
		s.refused("a choice", s.Decide(ctx, s.secretary, s.ref(id), []clubs.Choice{{Row: row, Decision: clubs.LeaveOut}}), apperr.Forbidden, "")
		s.refused("a cell", s.CorrectRow(ctx, s.secretary, s.ref(id), row, clubs.ListRow{Family: "A"}), apperr.Forbidden, "")
		s.refused("giving up", s.Withdraw(ctx, s.secretary, s.ref(id)), apperr.Forbidden, "")
		s.refused("handing in", s.Submit(ctx, s.secretary, s.ref(id), consented), apperr.Forbidden, "")
		s.must(s.Submit(ctx, s.capitalSecretary, s.ref(id), consented))
		s.refused("handing in again", s.Submit(ctx, s.treasurer, s.ref(id), consented), apperr.Conflict, "already with the treasurer")
		s.refused("taking back", s.MakeDraft(ctx, s.secretary, s.ref(id)), apperr.Forbidden, "")
		// What is with the treasurer is not replaced under their hands.
		_, err = s.Upload(ctx, s.capitalSecretary, clubs.UploadInput{Club: s.capital, Year: 2026, List: s.csv(eight[:6]...)})
		s.refused("another list", err, apperr.Conflict, "with the treasurer")
		s.must(s.MakeDraft(ctx, s.capitalSecretary, s.ref(id)))
		if up := s.upload(s.capitalSecretary, s.capital, "", eight[:6]...); up.Outcome != clubs.Replaced {
			t.Errorf("another list for a draft: %+v", up)
		}
	})
}

// What a view and a desk offer is what the services allow.
func TestWhatAReturnOffersToWhom(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		offers := func(id clubs.ReturnID) string {
			t.Helper()
			var out []string
			for _, a := range []auth.Actor{s.treasurer, s.secretary, s.capitalSecretary} {
				v, mark := s.view(a, id), ""
				for letter, may := range map[string]bool{"c": v.MayConfirm} {
					if may {
						mark += letter
					}
				}
				if v.MayChange {
					mark += "x"
				}
				if v.MayPay {
					mark += "p"
				}
				out = append(out, mark)
			}
			return strings.Join(out, "/")
		}
		wants := func(what, got, want string) {
			t.Helper()
			if got != want {
				t.Errorf("%s: treasurer/secretary/club's secretary may %s, want %s", what, got, want)
			}
		}
		id := s.upload(s.capitalSecretary, s.capital, "", eight...).Return
		wants("a draft", offers(id), "cxp//x")
		s.must(s.Withdraw(ctx, s.capitalSecretary, s.ref(id)))
		wants("withdrawn", offers(id), "//")
		if a := s.view(s.treasurer, id).Affiliation; a.Paid != 0 {
			t.Errorf("withdrawn: %+v", a)
		}
		_, err := s.ReceiveFee(ctx, s.treasurer, clubs.FeeInput{
			Return: id, Amount: money.MustParse("160"), ReceivedOn: day("2026-08-03"), Method: treasury.Bank,
		})
		s.refused("paying for what was withdrawn", err, apperr.Invalid, "was withdrawn")
		s.refused("waiving there", s.Waive(ctx, s.treasurer, s.ref(id), 1, "why"), apperr.Conflict, "")
		id = s.upload(s.capitalSecretary, s.capital, "", eight...).Return
		s.must(s.Submit(ctx, s.capitalSecretary, s.ref(id), consented))
		wants("handed in", offers(id), "cxp//")
		s.confirm(id)
		wants("confirmed", offers(id), "p//")
		v := s.view(s.treasurer, id)
		if v.Rate.Amount != money.MustParse("20") || v.Names[s.treasurer.Person] != "Tere Moana" ||
			v.Names[s.capitalSecretary.Person] != "Hemi Rātā" {
			t.Errorf("a confirmed return: %+v, %v", v.Rate, v.Names)
		}
	})
}

// Whom a row is, is chosen among those who are shown for it; what was chosen
// already by others stays when the page comes back.
func TestWhatAChoiceIsRefusedFor(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2026-09-01")
		id := s.upload(
			s.harbourSecretary, s.harbour, "", "Peters,James,,,", "Tūī,Aroha,,,", "Heke,One,,,", "Heke,Two,,,", "Heke,Three,,,",
		).Return
		v := s.view(s.treasurer, id)
		aroha, james, one := s.line(v, "Aroha").Row.ID, s.line(v, "James").Row.ID, s.line(v, "One").Row.ID
		capitals, peters := s.member("aroha").Person.ID, s.harbourSecretary.Person
		decide := func(actor auth.Actor, choices ...clubs.Choice) error { return s.Decide(ctx, actor, s.ref(id), choices) }
		s.refused("a row of another list", decide(s.treasurer, clubs.Choice{Row: 99999, Decision: clubs.NewPerson}), apperr.NotFound, "")
		s.refused("no decision", decide(s.treasurer, clubs.Choice{Row: one, Decision: "perhaps"}), apperr.Invalid, "")
		s.refused("no person", decide(s.treasurer, clubs.Choice{Row: one, Decision: clubs.SamePerson, Person: 99999}), apperr.NotFound, "")
		s.must(decide(s.treasurer, clubs.Choice{Row: aroha, Decision: clubs.SamePerson, Person: capitals}))
		s.must(decide(
			s.harbourSecretary, clubs.Choice{Row: aroha, Decision: clubs.SamePerson, Person: capitals},
			clubs.Choice{Row: one, Decision: clubs.LeaveOut},
		))
		s.refused("another person", decide(
			s.harbourSecretary, clubs.Choice{Row: aroha, Decision: clubs.SamePerson, Person: s.member("carol").Person.ID},
		), apperr.Forbidden, "")
		s.must(decide(s.treasurer, clubs.Choice{Row: aroha, Decision: clubs.SamePerson, Person: peters}))
		if l := s.line(s.view(s.treasurer, id), "Aroha"); l.Row.Person != peters {
			t.Errorf("chosen anew: %+v", l.Row)
		}
		s.must(decide(s.treasurer, clubs.Choice{Row: james, Decision: clubs.NewPerson}))

		// The club's own member, but not one who is shown for the row.
		s.on("2027-07-10")
		s.rate(2027, "20")
		out, err := s.Upload(ctx, s.capitalSecretary, clubs.UploadInput{
			Club: s.capital, Year: 2027, List: s.csv(append([]string{"Fisher,New,,,"}, eight...)...),
		})
		s.must(err)
		fresh := s.line(s.view(s.treasurer, out.Return), "New").Row.ID
		s.refused("who is not shown", s.Decide(ctx, s.capitalSecretary, s.ref(out.Return), []clubs.Choice{
			{Row: fresh, Decision: clubs.SamePerson, Person: s.member("carol").Person.ID},
		}), apperr.Forbidden, "shown for the row")
	})
}

func TestACorrectedRow(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		id := s.upload(s.treasurer, s.harbour, "", "Peters,James,,,", "Heke,Ana,,,").Return
		james := s.line(s.view(s.treasurer, id), "James").Row.ID
		s.must(s.Decide(ctx, s.treasurer, s.ref(id), []clubs.Choice{
			{Row: james, Decision: clubs.SamePerson, Person: s.harbourSecretary.Person},
		}))
		ana := s.line(s.view(s.treasurer, id), "Ana").Row.ID
		if err := s.CorrectRow(ctx, s.treasurer, s.ref(id), ana, clubs.ListRow{Given: "Ana", Email: "ana"}); problems(err) != "family_name email" {
			t.Errorf("no family name, no address: %v", err)
		}
		s.must(s.CorrectRow(ctx, s.treasurer, s.ref(id), ana, clubs.ListRow{Family: "Heke", Given: "Ana", Grade: "99z"}))
		s.must(s.CorrectRow(ctx, s.treasurer, s.ref(id), james, clubs.ListRow{Family: "Peters", Given: "James", Phone: "021 555 009"}))
		if l := s.line(s.view(s.treasurer, id), "James"); l.Row.Decision != clubs.SamePerson || l.Row.Person != s.harbourSecretary.Person {
			t.Errorf("another phone takes the choice back: %+v", l.Row)
		}
		s.must(s.CorrectRow(ctx, s.treasurer, s.ref(id), ana, clubs.ListRow{Family: "Tūī", Given: "Aroha"}))
		if l := s.line(s.view(s.treasurer, id), "Aroha"); l.Row.Decision != clubs.Undecided || len(l.Candidates) == 0 {
			t.Errorf("with another's name it stays a new person: %+v", l.Row)
		}
		s.must(s.CorrectRow(ctx, s.treasurer, s.ref(id), james, clubs.ListRow{Family: "Quite", Given: "Another"}))
		if l := s.line(s.view(s.treasurer, id), "Another"); l.Row.Decision != clubs.NewPerson {
			t.Errorf("with another name he stays who he was: %+v", l.Row)
		}
	})
}

// A list goes to the treasurer with what is theirs to settle, and with nothing
// that the club can put right.
func TestWhichListsAreHandedIn(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		submit := func(year members.Year, lines ...string) error {
			t.Helper()
			out, err := s.Upload(ctx, s.capitalSecretary, clubs.UploadInput{Club: s.capital, Year: year, List: s.csv(lines...)})
			s.must(err)
			return s.Submit(ctx, s.capitalSecretary, s.ref(out.Return), consented)
		}
		s.refused("four", submit(2026, eight[:4]...), apperr.Invalid, "at least 5")
		s.refused("an error", submit(2026, append([]string{"Heke,Ana,bad-address,,"}, eight...)...), apperr.Invalid, "to be fixed")
		id := s.upload(s.capitalSecretary, s.capital, "", eight...).Return
		if err := s.SetReceived(ctx, s.treasurer, s.ref(id), day("2025-01-10")); problems(err) != "received" {
			t.Errorf("a day on which the year could not be paid: %v", err)
		}
		s.on("2027-07-10")
		s.must(submit(2027, eight...)) // without a rate
	})
}

func TestWhatNamingASecretaryIsRefusedFor(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		if err := s.NameSecretary(ctx, s.treasurer, clubs.NameSecretary{Club: s.capital}); problems(err) != "person from" {
			t.Errorf("nobody from no day: %v", err)
		}
		in := clubs.NameSecretary{Club: s.capital, Person: s.member("aroha").Person.ID, From: day("2026-08-03")}
		s.must(s.NameSecretary(ctx, s.treasurer, in))
		in.From = day("2026-08-04")
		s.refused("the same again", s.NameSecretary(ctx, s.treasurer, in), apperr.Invalid, "already the secretary")
		in.Person = s.harbourSecretary.Person
		s.refused("by the treasurer, who knows", s.NameSecretary(ctx, s.treasurer, in), apperr.Invalid, "James Peters is not a member")
		in.Person = 99999
		s.refused("nobody", s.NameSecretary(ctx, s.treasurer, in), apperr.NotFound, "")
		_, err := s.Eligible(ctx, s.harbourSecretary, s.capital)
		s.refused("another club's choice", err, apperr.Forbidden, "")
		if list, err := s.Eligible(ctx, s.capitalSecretary, s.capital); err != nil || len(list) != 8 {
			t.Errorf("who may be: %d, %v", len(list), err)
		}
	})
}

func TestWhatAnEditOfAClubIsRefusedFor(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		was, err := s.Club(ctx, s.capital)
		s.must(err)
		for name, tt := range map[string]struct {
			in   clubs.ClubInput
			want string
		}{"no name": {clubs.ClubInput{}, "name"}, "another club's": {clubs.ClubInput{Name: "Harbour Go Club"}, "name"}} {
			if err := s.Edit(ctx, s.treasurer, clubs.EditClub{
				ClubInput: tt.in, ID: s.capital, Version: was.Version,
			}); problems(err) != tt.want {
				t.Errorf("%s: %v", name, err)
			}
		}
		_, err = s.Club(ctx, 999)
		s.refused("no club", err, apperr.NotFound, "")
	})
}

// Old records begin a return of their own, or go into one that a fee has begun.
func TestWhatOldRecordsAreRefusedFor(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		in := clubs.PastList{Club: s.capital, Year: 2026, Received: day("2026-08-03"), Source: "records"}
		for _, given := range []string{"One", "Two", "Three", "Four", "Five"} {
			in.Rows = append(in.Rows, clubs.PastRow{ListRow: clubs.ListRow{Family: "Heke", Given: given}})
		}
		nobody := in
		nobody.Rows = append(nobody.Rows[:5:5], clubs.PastRow{Person: 99999})
		if _, _, err := s.TakeOver(ctx, s.treasurer, nobody); err == nil || !strings.Contains(err.Error(), "not in the register") {
			t.Errorf("a row of nobody: %v", err)
		}
		draft := s.upload(s.treasurer, s.capital, "", eight...).Return
		_, _, err := s.TakeOver(ctx, s.treasurer, in)
		s.refused("beside an open return", err, apperr.Conflict, "already has an open return")
		s.must(s.Withdraw(ctx, s.treasurer, s.ref(draft)))
		fee, err := s.ReceiveFee(ctx, s.treasurer, clubs.FeeInput{
			Club: s.harbour, Year: 2026, Amount: money.MustParse("100"), ReceivedOn: day("2026-08-03"), Method: treasury.Bank,
		})
		s.must(err)
		in.Club = s.harbour
		if id, a, err := s.TakeOver(ctx, s.treasurer, in); err != nil || id != fee.Return || a.Standing != clubs.Effective {
			t.Errorf("a list whose fee is there: return %d, %+v, %v", id, a, err)
		}
	})
}

// A club's list to start from has no contact data of those who have gone to
// another club; the treasurer's has.
func TestTheListToStartFrom(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		if tmpl, err := s.Template(ctx, s.capitalSecretary, s.capital, 2026); err != nil || len(tmpl.Rows) != 0 || tmpl.From != 0 {
			t.Errorf("of a club that has had nobody: %+v, %v", tmpl, err)
		}
		s.capitalList()
		s.on("2027-07-10")
		s.rate(2027, "20")
		out, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{
			Club: s.harbour, Year: 2027, List: s.csv("Tūī,Aroha,aroha@example.nz,,", "Heke,One,,,", "Heke,Two,,,", "Heke,Three,,,", "Heke,Four,,,"),
		})
		s.must(err)
		aroha := s.line(s.view(s.treasurer, out.Return), "Aroha")
		s.must(s.Decide(ctx, s.treasurer, s.ref(out.Return), []clubs.Choice{
			{Row: aroha.Row.ID, Decision: clubs.SamePerson, Person: s.member("aroha").Person.ID},
		}))
		s.confirm(out.Return)
		s.pay(out.Return, "100", "2027-07-10")
		for name, tt := range map[string]struct {
			actor auth.Actor
			want  string
		}{"the club's secretary": {s.capitalSecretary, ""}, "the treasurer": {s.treasurer, "aroha@example.nz"}} {
			tmpl, err := s.Template(ctx, tt.actor, s.capital, 2027)
			s.must(err)
			for _, r := range tmpl.Rows {
				want := tt.want
				if r.Given == "Mere" {
					want = "mere@example.nz"
				} else if r.Given != "Aroha" {
					continue
				}
				if r.Email != want {
					t.Errorf("%s reads %q of %s, want %q", name, r.Email, r.Given, want)
				}
			}
		}
	})
}

// Another list keeps what was decided of the same rows; one that only changes
// how people are reached is a list all the same.
func TestWhatAnotherListKeepsAndChanges(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		first := s.capitalList()
		id := s.upload(s.treasurer, s.harbour, "", "Peters,James,,,", "Heke,One,,,").Return
		james := s.line(s.view(s.treasurer, id), "James").Row.ID
		s.must(s.Decide(ctx, s.treasurer, s.ref(id), []clubs.Choice{{Row: james, Decision: clubs.NewPerson}}))
		s.upload(s.treasurer, s.harbour, "", "Peters,James,,,", "Heke,One,,,", "Heke,Two,,,")
		if l := s.line(s.view(s.treasurer, id), "James"); l.Row.Decision != clubs.NewPerson {
			t.Errorf("decided before, and now %s", l.Row.Decision)
		}
		s.on("2026-09-01")
		moved := append([]string{"Tūī,Aroha,aroha@example.nz,027 555 999,3d"}, eight[1:]...)
		up := s.upload(s.treasurer, s.capital, "", moved...)
		if up.Outcome != clubs.Started {
			t.Fatalf("a list with another phone: %+v, the first is %d", up, first)
		}
		if p := s.view(s.treasurer, up.Return).Preview; p.Changes != 1 || p.Counts[clubs.RowUnchanged] != 8 || p.Members != 8 {
			t.Errorf("%d changes, %v, %d members", p.Changes, p.Counts, p.Members)
		}
	})
}

// A list that brings nothing new leads to the confirmed one of its own year.
func TestAListWithNothingNewLeadsToItsYear(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		first := s.capitalList()
		s.on("2027-03-01")
		s.rate(2027, "20")
		out, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{Club: s.capital, Year: 2027, List: s.csv(eight...)})
		s.must(err)
		s.confirm(out.Return)
		s.pay(out.Return, "160", "2027-03-01")
		s.upload(s.treasurer, s.capital, "", append([]string{"Fisher,New,,,"}, eight...)...) // another one, not confirmed
		tmpl, err := s.Template(ctx, s.treasurer, s.capital, 2026)
		s.must(err)
		again, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{
			Club: s.capital, Year: 2026, List: clubs.ListOf("own.xlsx", numbered(tmpl.Rows)),
		})
		if err != nil || again.Outcome != clubs.NothingIn || again.Return != first {
			t.Errorf("%+v, %v; want the return %d", again, err, first)
		}
		s.refused("a row that is not there", s.CorrectRow(
			ctx, s.treasurer, s.ref(s.upload(s.treasurer, s.harbour, "", "Heke,One,,,").Return), 99999,
			clubs.ListRow{Family: "Heke", Given: "One"},
		), apperr.NotFound, "")
	})
}
