package clubs_test

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// take uploads a list as it is written, headings and all.
func (s *society) take(actor auth.Actor, text string) clubs.ReturnID {
	s.t.Helper()
	l, err := clubs.ReadList("list.csv", strings.NewReader(text))
	s.must(err)
	up, err := s.Upload(ctx, actor, clubs.UploadInput{Club: s.capital, Year: 2026, List: l})
	s.must(err)
	return up.Return
}

// Bug: a society that began to use the program between February and June gave each of its old members the following year
// for nothing, because the register knew of no term of theirs.
func TestGoingLiveGivesOldMembersNoFreeYear(t *testing.T) {
	for heading, said := range map[string]string{
		"Member since": "1998", "Joined": "12/3/1998", "Date joined": "1998-03-12", "Join date": "Mar 1998", "Year joined": "1998",
		"JOINED NZGS:": "1998/99", "Membership start date": "12 March 1998", "since": "'98",
	} {
		t.Run(heading, func(t *testing.T) {
			each(t, func(t *testing.T, s *society) {
				s.on("2027-03-10")
				rows := []string{"Name," + heading}
				for _, name := range []string{"Aroha Tūī", "Mere Kererū", "Ann Smith", "Bob Brown"} {
					rows = append(rows, name+","+said)
				}
				rows = append(rows, "Fay Newton,2/2027", "Guy Newton,")
				id := s.take(s.treasurer, strings.Join(rows, "\n"))
				s.confirm(id)
				s.pay(id, "120", "2027-03-10")
				for given, want := range map[string]string{
					"Aroha": "2027-06-30", "Bob": "2027-06-30", "Fay": "2028-06-30", "Guy": "2028-06-30",
				} {
					if got := s.member(given).Summary.Until; got != day(want) {
						t.Errorf("%s, %s %s: registered until %s, want %s", given, heading, said, got, want)
					}
				}
				v := s.view(s.treasurer, id)
				if l := s.line(v, "Aroha"); l.Registration.Kind != members.KindRenewal ||
					!strings.Contains(traceText(l), "a member already, since "+said) {
					t.Errorf("Aroha’s term is told as %s: %s", l.Registration.Kind, traceText(l))
				}
			})
		})
	}
}

func traceText(l clubs.Line) string {
	return strings.Join(l.Registration.Trace.Lines(), "; ")
}

// Who was a member before the last day on which a new one is registered for the year alone has no year to carry over to,
// and whose list says nothing is asked about.
func TestWhoCarriesOverIsAskedAbout(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.on("2027-03-10")
		id := s.take(s.treasurer, "Name,Member since\nAroha Tūī,2026\nMere Kererū,31/1/2027\nAnn Smith,1/2/2027\nBob Brown,\n"+
			"Cat Black,11/3/2027\nDan White,yes\nEve Gray,2028\nFay Lake,2027\n")
		v := s.view(s.treasurer, id)
		asked := func(given string) (out []string) {
			for _, f := range s.line(v, given).Findings {
				if f.Field == "since" {
					out = append(out, f.Text)
				}
			}
			return out
		}
		for given, want := range map[string]string{
			"Aroha": "2027-06-30", "Mere": "2027-06-30", "Ann": "2028-06-30", "Bob": "2028-06-30", "Cat": "2028-06-30",
		} {
			if got := s.line(v, given).Registration.To; got != day(want) {
				t.Errorf("%s: until %s, want %s", given, got, want)
			}
		}
		if got := asked("Bob"); len(got) != 1 || !strings.Contains(got[0], "30 June 2028") {
			t.Errorf("of Bob is asked %q", got)
		}
		if got := asked("Dan"); len(got) != 1 || !strings.Contains(got[0], "“yes”") {
			t.Errorf("of Dan is asked %q", got)
		}
		if got := asked("Aroha"); len(got) != 0 {
			t.Errorf("of Aroha is asked %q", got)
		}
		// Bug: a day to come, or a text that says none, gave the year beyond and did not say so.
		for given, want := range map[string]string{"Cat": "is after the day", "Eve": "is after the day", "Dan": "the register alone says"} {
			if got := asked(given); len(got) != 1 || !strings.Contains(got[0], want) {
				t.Errorf("of %s is asked %q", given, got)
			}
		}
		if got := asked("Fay"); len(got) != 0 {
			t.Errorf("of Fay, a member since this year, is asked %q", got)
		}
		row := s.line(v, "Bob").Row
		row.Since = "soon"
		if err := s.CorrectRow(ctx, s.treasurer, s.ref(id), row.ID, row.ListRow); problems(err) != "since" {
			t.Errorf("a row corrected to “soon”: %v", err)
		}
		row.Since = "2001"
		s.must(s.CorrectRow(ctx, s.treasurer, s.ref(id), row.ID, row.ListRow))
		if got := s.line(s.view(s.treasurer, id), "Bob").Registration.To; got != day("2027-06-30") {
			t.Errorf("Bob, a member since 2001: until %s", got)
		}
	})
}

// Bug: a total below the list and “Tom & Jane” in one row became members unless somebody saw them.
func TestTotalsAndCouplesAreAskedAbout(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.take(s.treasurer, "Family name,Given names,E-mail,Phone,Grade\n"+strings.Join(eight, "\n")+
			"\nSmith,Tom & Jane,,,\nBrown,Hemi and Mere,,,\nTotal,8,,,\n,Total: 10,,,\nFamily name,Given names,E-mail,Phone,Grade\n"+
			"Anders,Ted,,,\nSum,Lee,,,\n")
		v := s.view(s.treasurer, id)
		var open []string
		for _, l := range v.Lines {
			if l.State == clubs.RowOpen || l.State == clubs.RowError {
				open = append(open, l.Row.Given+"|"+l.Row.Family)
			}
		}
		want := "Tom & Jane|Smith, Hemi and Mere|Brown, 8|Total, Total: 10|, Given names|Family name"
		if got := strings.Join(open, ", "); got != want {
			t.Errorf("asked about %s; want %s", got, want)
		}
		if _, err := s.Confirm(ctx, s.treasurer, s.ref(id), consented); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("confirmed with them: %v", err)
		}
		if n := s.inRegister(); n != 3 {
			t.Errorf("%d people in the register", n)
		}
	})
}

// Bug: a club could hand in a list on which it had not chosen who somebody is.
func TestAListWithAnOpenRowIsNotHandedIn(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.take(s.capitalSecretary, "Family name,Given names,E-mail,Phone,Grade\n"+strings.Join(eight, "\n")+
			"\nSmith,Tom & Jane,,,\n")
		err := s.Submit(ctx, s.capitalSecretary, s.ref(id), consented)
		if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "row 10 (Tom & Jane Smith)") {
			t.Fatalf("handed in with an open row: %v", err)
		}
		row := s.line(s.view(s.capitalSecretary, id), "Tom & Jane").Row.ID
		s.must(s.Submit(ctx, s.capitalSecretary, s.ref(id), clubs.Last{
			Consented: true, Choices: []clubs.Choice{{Row: row, Decision: clubs.LeaveOut}},
		}))
	})
}

// Bug: street, suburb, town and postcode in columns of their own were not read.
func TestAnAddressInSeveralColumns(t *testing.T) {
	l, err := clubs.ReadList("list.csv", strings.NewReader("Name,Street,Suburb,Town/City,Post Code,Date Joined\n"+
		"Aroha Tūī,12 Hill Street,Karori,Wellington,6012,1/7/1998\nBob Brown,,,Ōamaru,9400,\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range l.Columns {
		if c.Means == "" {
			t.Errorf("%s is not read", c.Heading)
		}
	}
	if got := l.Rows[0]; got.Address != "12 Hill Street\nKarori\nWellington 6012" || got.Since != "1/7/1998" {
		t.Errorf("Aroha: %+v", got)
	}
	if got := l.Rows[1].Address; got != "Ōamaru 9400" {
		t.Errorf("Bob: %q", got)
	}
}

// A list that has no more than the town takes nobody's street away.
func TestATownAloneTakesNoStreetAway(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		head, names := "Name,E-mail,Address,City\n", []string{"Aroha Tūī,aroha@example.nz", "Mere Kererū,mere@example.nz",
			"Ann Smith,ann@example.nz", "Bob Brown,bob@example.nz", "Cat Black,cat@example.nz"}
		id := s.take(s.treasurer, head+strings.Join(names, ",12 Hill Street,Wellington\n")+",12 Hill Street,Wellington\n")
		s.confirm(id)
		s.pay(id, "100", "2026-08-03")
		id = s.take(s.treasurer, head+names[0]+",,Wellington\n"+names[1]+",,Auckland\n"+names[2]+",2 Hill Street,Wellington\n"+
			"Dan White,dan@example.nz,,Nelson\n")
		v := s.view(s.treasurer, id)
		for given, want := range map[string]int{"Aroha": 0, "Mere": 1, "Ann": 1} {
			if got := s.line(v, given).Changes; len(got) != want {
				t.Errorf("%s: %+v, want %d changes", given, got, want)
			}
		}
	})
}

// Before February a list for the coming year is refused, and the day from which it is taken is known beforehand.
func TestFromWhenAYearCanBePaid(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		opens := civil.MustParseDate("2027-02-01")
		for _, d := range []civil.Date{opens.AddDays(-1), opens} {
			s.on(d.String())
			_, err := s.Upload(ctx, s.capitalSecretary, clubs.UploadInput{Club: s.capital, Year: 2027, List: s.csv(eight...)})
			if refused := err != nil; refused != d.Before(opens) {
				t.Errorf("on %s: %v", d, err)
			}
		}
	})
}

// Bug: somebody who had died became a member again by a list of which nobody had crossed the name out.
func TestAListDoesNotRegisterWhoDied(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.on("2026-08-10")
		id := s.take(s.treasurer, "Family name,Given names\nTūī,Aroha\nKererū,Mere\nSmith,Ann\nBrown,Bob\nNewton,Fay")
		s.confirm(id)
		s.pay(id, "100", "2026-08-10")
		s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
				SELECT id, 'died', '2026-09-01', 'A letter', created_at, 'x' FROM person WHERE given_names = 'Aroha'`)
			return err
		}))
		s.on("2027-05-10")
		form, err := s.Template(ctx, s.treasurer, s.capital, 2027)
		s.must(err)
		for _, row := range form.Rows {
			if row.Given == "Aroha" {
				t.Error("the next year's list names who died")
			}
		}
		l, err := clubs.ReadList("list.csv", strings.NewReader("Member number,Family name,Given names\n"+members.Number(s.member("Aroha").Person.ID)+",Tūī,Aroha"))
		s.must(err)
		up, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{Club: s.capital, Year: 2027, List: l})
		s.must(err)
		if row := s.line(s.view(s.treasurer, up.Return), "Aroha"); row.State != clubs.RowError {
			t.Errorf("a row that names who died is %s", row.State)
		}
	})
}
