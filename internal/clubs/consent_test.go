package clubs_test

import (
	"errors"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
)

// refusedConsent reports whether what was refused is that nothing was said of
// the new members' consent.
func refusedConsent(err error) bool {
	var e *apperr.Error
	return errors.As(err, &e) && len(e.Fields) == 1 && e.Fields[0].Name == "consent"
}

// Incorporated Societies Act 2022, s 76: nobody becomes a member without having
// consented, and what was said of it is kept.
func TestTheConsentOfNewMembersIsStatedWithTheList(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.upload(s.capitalSecretary, s.capital, "", eight...).Return
		if err := s.Submit(ctx, s.capitalSecretary, s.ref(id), clubs.Last{}); !refusedConsent(err) {
			t.Fatalf("handing in without it: %v", err)
		}
		if v := s.view(s.treasurer, id); v.Return.State != clubs.Draft || !v.Preview.AskConsent {
			t.Errorf("afterwards: %s, asked %t", v.Return.State, v.Preview.AskConsent)
		}
		s.must(s.Submit(ctx, s.capitalSecretary, s.ref(id), consented))
		if v := s.view(s.treasurer, id); v.Preview.AskConsent {
			t.Error("the treasurer is asked again")
		}
		s.on("2026-08-10")
		_, err := s.Confirm(ctx, s.treasurer, s.ref(id), clubs.Last{})
		s.must(err)
		f, err := s.people.File(ctx, s.treasurer, s.member("aroha").Person.ID)
		s.must(err)
		want := members.Consent{
			Person: f.Person.ID, On: day("2026-08-03"), Wording: members.ConsentOnList, Return: int64(id),
			StatedBy: s.capitalSecretary.Name,
		}
		if len(f.Consents) != 1 || f.Consents[0] != want {
			t.Errorf("kept: %+v, want %+v", f.Consents, want)
		}
		// Who renews has consented before.
		s.pay(id, "160", "2026-08-03")
		s.on("2027-07-10")
		s.rate(2027, "20")
		out, err := s.Upload(ctx, s.capitalSecretary, clubs.UploadInput{Club: s.capital, Year: 2027, List: s.csv(eight...)})
		s.must(err)
		s.must(s.Submit(ctx, s.capitalSecretary, s.ref(out.Return), clubs.Last{}))
		_, err = s.Confirm(ctx, s.treasurer, s.ref(out.Return), clubs.Last{})
		s.must(err)
	})
}

// What was said is of the list that it was said with.
func TestAnotherListNeedsAnotherStatement(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.upload(s.capitalSecretary, s.capital, "", eight...).Return
		s.must(s.Submit(ctx, s.capitalSecretary, s.ref(id), consented))
		s.upload(s.treasurer, s.capital, "", append([]string{"Heke,Ana,,,"}, eight...)...)
		if _, err := s.Confirm(ctx, s.treasurer, s.ref(id), clubs.Last{}); !refusedConsent(err) {
			t.Errorf("confirming another list: %v", err)
		}
		s.must(s.MakeDraft(ctx, s.treasurer, s.ref(id)))
		s.must(s.Submit(ctx, s.treasurer, s.ref(id), consented))
		row := s.line(s.view(s.treasurer, id), "Ana").Row
		s.must(s.CorrectRow(ctx, s.treasurer, s.ref(id), row.ID, clubs.ListRow{
			Family: "Heke", Given: "Ana", Email: "ana@example.nz",
		}))
		if s.view(s.treasurer, id).Preview.AskConsent {
			t.Error("asked again for a corrected e-mail address")
		}
		s.must(s.CorrectRow(ctx, s.treasurer, s.ref(id), row.ID, clubs.ListRow{Family: "Heke", Given: "Moana"}))
		if _, err := s.Confirm(ctx, s.treasurer, s.ref(id), clubs.Last{}); !refusedConsent(err) {
			t.Errorf("confirming with another name on the list: %v", err)
		}
	})
}

// A row that nobody has decided may turn out to be a new member.
func TestOpenRowsAskForConsentToo(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		id := s.upload(s.capitalSecretary, s.capital, "", append([]string{"Peters,James,,,"}, eight...)...).Return
		if err := s.Submit(ctx, s.capitalSecretary, s.ref(id), clubs.Last{}); !refusedConsent(err) {
			t.Errorf("handing in a row to decide: %v", err)
		}
	})
}

// Of a list that is taken over from old records nothing is known.
func TestOldRecordsSayNothingOfConsent(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		in := clubs.PastList{Club: s.capital, Year: 2026, Received: day("2026-08-03"), Source: "records"}
		for _, given := range []string{"One", "Two", "Three", "Four", "Five"} {
			in.Rows = append(in.Rows, clubs.PastRow{ListRow: clubs.ListRow{Family: "Heke", Given: given}})
		}
		_, _, err := s.TakeOver(ctx, s.treasurer, in)
		s.must(err)
		f, err := s.people.File(ctx, s.treasurer, s.member("heke one").Person.ID)
		if err != nil || len(f.Consents) != 0 {
			t.Errorf("kept: %+v, %v", f.Consents, err)
		}
	})
}

// A list with somebody new is a statement about the new members alone.
func TestOnlyTheConsentOfNewMembersIsKept(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2027-07-10")
		s.rate(2027, "20")
		out, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{
			Club: s.capital, Year: 2027, List: s.csv(append(eight[:8:8], "Heke,Ana,,,")...),
		})
		s.must(err)
		s.must(s.Decide(ctx, s.treasurer, s.ref(out.Return), []clubs.Choice{
			{Row: s.line(s.view(s.treasurer, out.Return), "Ana").Row.ID, Decision: clubs.NewPerson},
		}))
		s.confirm(out.Return)
		for name, want := range map[string]clubs.ReturnID{"heke": out.Return, "aroha": out.Return - 1} {
			f, err := s.people.File(ctx, s.treasurer, s.member(name).Person.ID)
			s.must(err)
			if len(f.Consents) != 1 || f.Consents[0].Return != int64(want) {
				t.Errorf("%s: %+v, want the statement of return %d alone", name, f.Consents, want)
			}
		}
	})
}
