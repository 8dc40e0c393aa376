package clubs_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/money"
)

func TestAReturnFromListToReceipt(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		before := s.inRegister()
		up := s.upload(s.treasurer, s.capital, "", eight...)
		v := s.view(s.treasurer, up.Return)
		if up.Outcome != clubs.Started || v.Preview == nil || v.Preview.Counts[clubs.RowNew] != 8 ||
			len(v.Preview.Obstacles) != 0 {
			t.Fatalf("after the upload: %s, %+v", up.Outcome, v.Preview)
		}
		if v.Preview.Fee != money.MustParse("160.00") || v.Lines[0].Registration.To != day("2027-06-30") ||
			s.inRegister() != before {
			t.Fatalf(
				"preview: fee %s, first term to %s, %d people", v.Preview.Fee, v.Lines[0].Registration.To, s.inRegister()-before,
			)
		}
		a := s.confirm(up.Return)
		if a.Standing != clubs.AwaitingFee || a.Missing != money.MustParse("160.00") || s.inRegister() != before+8 {
			t.Fatalf("after the confirmation: %+v, %d people more", a, s.inRegister()-before)
		}
		if e := s.member("aroha"); e.Summary.Status != members.Unenrolled || e.Person.Grade != "3d" {
			t.Errorf("before the fee: %+v", e)
		}
		part := s.pay(up.Return, "100.00", "2026-08-01")
		if part.Affiliation.Standing != clubs.AwaitingFee || part.Payment.Receipt.String() != "R-2026-0001" {
			t.Errorf("after a part: %+v", part)
		}
		s.on("2026-08-12")
		rest := s.pay(up.Return, "60.00", "2026-08-10")
		if rest.Affiliation.Standing != clubs.Effective || rest.Affiliation.From != day("2026-08-10") {
			t.Errorf("after the rest: %+v", rest.Affiliation)
		}
		e := s.member("aroha")
		if e.Summary.Status != members.Member || e.Summary.Joined != day("2026-08-10") ||
			e.Summary.Until != day("2027-06-30") || e.Summary.Clubs[0] != s.capital {
			t.Errorf("after the fee: %+v", e.Summary)
		}
		f, err := s.people.File(ctx, s.treasurer, e.Person.ID)
		s.must(err)
		lines := f.Terms[0].Trace.Lines()
		if got := lines[len(lines)-1]; got != "Begins 10 August 2026: the club’s registration is effective from 10 August "+
			"2026 (Rule 2.3)" {
			t.Errorf("the term's trace ends with %q", got)
		}
		desk, err := s.Desk(ctx, s.capitalSecretary, s.capital)
		s.must(err)
		if !desk.Affiliated || desk.Members != 8 || desk.ReportDue != day("2027-06-30") {
			t.Errorf("desk: %+v", desk)
		}
		if _, err := audit.Verify(ctx, s.db); err != nil {
			t.Error(err)
		}
	})
}

// A column that the society does not keep is shown as one that is not read.
func TestAColumnThatIsNotKept(t *testing.T) {
	l, err := clubs.ReadList("list.csv", strings.NewReader("Family name,Given names,Born\nTūī,Aroha,2011\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []clubs.Column{{"Family name", "A", "Family name"}, {"Given names", "B", "Given names"}, {"Born", "C", ""}}
	if !slices.Equal(l.Columns, want) {
		t.Errorf("columns %q, want %q", l.Columns, want)
	}
}

func TestFourAreRefusedFiveAccepted(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		up := s.upload(s.treasurer, s.capital, "", eight[:4]...)
		v := s.view(s.treasurer, up.Return)
		if len(v.Preview.Obstacles) != 1 || v.Preview.Obstacles[0].Rule != "2.3" {
			t.Errorf("obstacles of four rows: %+v", v.Preview.Obstacles)
		}
		before := s.inRegister()
		_, err := s.Confirm(ctx, s.treasurer, s.ref(up.Return), consented)
		var e *apperr.Error
		if !errors.As(err, &e) || e.Rule != "2.3" || !strings.Contains(e.Message, "4 < 5") || s.inRegister() != before {
			t.Fatalf("confirming four: %v", err)
		}
		again := s.upload(s.treasurer, s.capital, "", eight[:5]...)
		if again.Outcome != clubs.Replaced || again.Return != up.Return {
			t.Errorf("five rows: %+v", again)
		}
		if a := s.confirm(up.Return); a.Fee != money.MustParse("100.00") {
			t.Errorf("fee of five: %s", a.Fee)
		}
	})
}

func TestTheSameListAgainChangesNothing(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		first := s.upload(s.treasurer, s.capital, "", eight...)
		version := s.ref(first.Return).Version
		if again := s.upload(
			s.treasurer, s.capital, "", eight...,
		); again.Outcome != clubs.Same || again.Return != first.Return {
			t.Errorf("the same list while it is looked at: %+v", again)
		}
		if v := s.ref(first.Return).Version; v != version {
			t.Errorf("the version went from %d to %d", version, v)
		}
		s.confirm(first.Return)
		s.pay(first.Return, "160.00", "2026-08-03")
		people := s.inRegister()

		turned := append([]string{}, eight[4:]...)
		turned = append(turned, eight[:4]...)
		turned[0] = strings.Replace(turned[0], "021 555 005", "+64 21 555-005", 1)
		for name, lines := range map[string][]string{"the same": eight, "another order and phone format": turned} {
			if again := s.upload(
				s.treasurer, s.capital, "", lines...,
			); again.Outcome != clubs.Known || again.Return != first.Return {
				t.Errorf("%s, after the confirmation: %+v", name, again)
			}
		}

		tmpl, err := s.Template(ctx, s.capitalSecretary, s.capital, 2026)
		s.must(err)
		if len(tmpl.Rows) != 8 || tmpl.From != 2026 || tmpl.Rows[0].Family != "Jones" {
			t.Fatalf("template: %+v", tmpl)
		}
		out, err := s.Upload(ctx, s.capitalSecretary, clubs.UploadInput{
			Club: s.capital, Year: 2026, List: clubs.ListOf("own.xlsx", numbered(tmpl.Rows)),
		})
		if err != nil || out.Outcome != clubs.NothingIn || out.Return != first.Return {
			t.Errorf("the club's own list: %+v, %v", out, err)
		}
		if s.inRegister() != people {
			t.Errorf("%d people were added", s.inRegister()-people)
		}
	})
}

func numbered(rows []clubs.ListRow) []clubs.ListRow {
	for i := range rows {
		rows[i].Number = i + 2
	}
	return rows
}

func TestLateListEndsTermsPerRow(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2028-02-10")
		s.rate(2027, "20.00")
		list := append([]string{}, eight...)
		list = append(list, "Fisher,New,fisher@example.nz,,")
		out, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{
			Club: s.capital, Year: 2027, List: s.csv(list...), Received: day("2028-02-01"),
		})
		s.must(err)
		v := s.view(s.treasurer, out.Return)
		if old := s.line(v, "Aroha"); old.State != clubs.RowMatch || old.Registration.To != day("2028-06-30") ||
			old.Registration.Kind != members.KindRenewal {
			t.Errorf("a member of last year: %s %+v", old.State, old.Registration)
		}
		if fresh := s.line(v, "New"); fresh.Registration.To != day("2029-06-30") ||
			fresh.Registration.Kind != members.KindCarriedOver {
			t.Errorf("a new member on a list of 1 February: %+v", fresh.Registration)
		}
		// A day earlier changes nothing while the fee is not in: a new member
		// joins when both are.
		s.must(s.SetReceived(ctx, s.treasurer, s.ref(out.Return), day("2028-01-31")))
		v = s.view(s.treasurer, out.Return)
		if fresh := s.line(v, "New"); fresh.Registration.To != day("2029-06-30") || v.Preview.Carried != 1 {
			t.Errorf("a new member on a list of 31 January without its fee: %+v", fresh.Registration)
		}
		s.confirm(out.Return)
		// The fee comes when the year is over: no term of that year begins.
		s.on("2028-07-05")
		settled := s.pay(out.Return, "180.00", "2028-07-01")
		if settled.Affiliation.Standing != clubs.TooLate {
			t.Errorf("fee after the year: %+v", settled.Affiliation)
		}
		if e := s.member("aroha"); e.Summary.Status != members.Lapsed || e.Summary.Until != day("2027-06-30") {
			t.Errorf("member of a club that paid too late: %+v", e.Summary)
		}
		if e := s.member("fisher"); e.Summary.Status != members.Unenrolled {
			t.Errorf("new with a club that paid too late: %+v", e.Summary)
		}
	})
}

func TestListsForTheComingYear(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2027-06-15")
		s.rate(2027, "22.00")
		list := append([]string{"Fisher,New,fisher@example.nz,,"}, eight...)
		out, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{Club: s.capital, Year: 2027, List: s.csv(list...)})
		s.must(err)
		if a := s.confirm(out.Return); a.Fee != money.MustParse("198.00") {
			t.Errorf("fee: %s", a.Fee)
		}
		s.pay(out.Return, "198", "2027-06-15")
		if e := s.member("aroha"); e.Summary.Until != day("2028-06-30") || e.Summary.Joined != day("2026-08-03") {
			t.Errorf("without a gap: %+v", e.Summary)
		}
		if e := s.member("fisher"); e.Summary.Joined != day("2027-06-15") || e.Summary.Until != day("2028-06-30") {
			t.Errorf("new in June: %+v", e.Summary)
		}
		in := clubs.UploadInput{Club: s.capital, Year: 2029, List: s.csv(eight...)}
		if _, err := s.Upload(ctx, s.treasurer, in); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("a list for a year far ahead: %v", err)
		}
	})
}

func TestChoicesAndContactData(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2026-09-01")
		// Aroha is on Harbour's list too, with another phone, without e-mail;
		// James is somebody else than the James Peters of the register.
		up := s.upload(s.treasurer, s.harbour, "",
			"Tui,Aroha,,027 555 999,", "Peters,James,jp@example.nz,,", "Heke,One,,,", "Heke,Two,,,", "Heke,Three,,,",
			"Nobody,No,bad-address,,")
		v := s.view(s.treasurer, up.Return)
		aroha, james, bad := s.line(v, "Aroha"), s.line(v, "James"), s.line(v, "No")
		if aroha.State != clubs.RowOpen || james.State != clubs.RowOpen || bad.State != clubs.RowError {
			t.Fatalf("states: %s, %s, %s", aroha.State, james.State, bad.State)
		}
		if _, err := s.Confirm(ctx, s.treasurer, s.ref(up.Return), consented); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("confirming with open rows: %v", err)
		}
		// Choices that come with a refused confirmation are not kept.
		last := clubs.Choice{Row: aroha.Row.ID, Decision: clubs.LeaveOut}
		if _, err := s.Confirm(ctx, s.treasurer, s.ref(up.Return), clubs.Last{
			Choices: []clubs.Choice{last}, Consented: true,
		}); apperr.KindOf(err) != apperr.Invalid || s.line(s.view(s.treasurer, up.Return), "Aroha").State != clubs.RowOpen {
			t.Errorf("confirming with other open rows: %v", err)
		}
		s.must(s.Decide(ctx, s.treasurer, s.ref(up.Return), []clubs.Choice{
			{Row: aroha.Row.ID, Decision: clubs.SamePerson, Person: aroha.Candidates[0].Person},
			{Row: james.Row.ID, Decision: clubs.NewPerson},
		}))
		s.must(s.CorrectRow(ctx, s.treasurer, s.ref(up.Return), bad.Row.ID, clubs.ListRow{
			Family: "Nobody", Given: "No", Email: "no@example.nz",
		}))

		v = s.view(s.treasurer, up.Return)
		aroha = s.line(v, "Aroha")
		if len(aroha.Changes) != 1 || aroha.Changes[0] != (members.Change{
			Field: "phone", Label: "Phone", Was: "021 555 001", Now: "027 555 999",
		}) {
			t.Errorf("changes shown: %+v", aroha.Changes)
		}
		if !aroha.Double || v.Preview.Doubles != 1 {
			t.Errorf("somebody on two lists is not flagged: %+v", aroha)
		}
		s.must(s.Waive(ctx, s.treasurer, s.ref(up.Return), aroha.Row.ID, "pays through Capital"))
		v = s.view(s.treasurer, up.Return)
		if v.Preview.Fee != money.MustParse("100.00") || v.Preview.Charged != 6 {
			t.Errorf("fee after the waiver: %s for %d rows", v.Preview.Fee, v.Preview.Charged)
		}
		s.confirm(up.Return)
		if settled := s.pay(up.Return, "100", "2026-09-01"); settled.Affiliation.Standing != clubs.Effective {
			t.Errorf("the waived fee is still missed: %+v", settled.Affiliation)
		}
		e := s.member("aroha")
		if e.Person.Contact.Phone != "027 555 999" || e.Person.Contact.Email != "aroha@example.nz" ||
			e.Person.Grade != "3d" || e.Person.Name.Family != "Tūī" {
			t.Errorf("blank cells overwrote, or the name changed: %+v", e.Person)
		}
		if len(e.Summary.Clubs) != 2 {
			t.Errorf("clubs of somebody on two lists: %v", e.Summary.Clubs)
		}
		r, err := s.people.List(ctx, s.treasurer, members.RegisterFilter{Query: "peters james"})
		s.must(err)
		if r.Matches != 2 {
			t.Errorf("%d people are called James Peters, want two", r.Matches)
		}
	})
}

func TestTwiceOnOneList(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2027-07-10")
		s.rate(2027, "20")
		list := append([]string{"TUI,aroha,aroha@example.nz,,"}, eight...)
		out, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{Club: s.capital, Year: 2027, List: s.csv(list...)})
		s.must(err)
		v := s.view(s.treasurer, out.Return)
		if v.Lines[0].State != clubs.RowMatch || v.Lines[1].State != clubs.RowError ||
			v.Lines[1].Findings[0].Text != "Row 2 is the same person. Leave one of the two out." {
			t.Fatalf("%s, %s %+v", v.Lines[0].State, v.Lines[1].State, v.Lines[1].Findings)
		}
		s.must(s.Decide(ctx, s.treasurer, s.ref(out.Return), []clubs.Choice{
			{Row: v.Lines[0].Row.ID, Decision: clubs.LeaveOut},
		}))
		if a := s.confirm(out.Return); a.Fee != money.MustParse("160.00") {
			t.Errorf("fee: %s", a.Fee)
		}
	})
}

// Bug: four members of whom one stood on the list twice were taken for five
// (rule 2.3) without anybody having said that they are two people.
func TestSomebodyNewWhoStandsOnTheListTwiceIsForAPersonToDecide(t *testing.T) {
	four := []string{"Ash,Ann,,,", "Birch,Ben,,,", "Cedar,Cy,,,", "Durian,Di,,,"}
	for name, again := range map[string]string{
		"the same row": "Ash,Ann,,,", "in capitals": "ASH,ann,,,", "names swapped": "Ann,Ash,,,",
		"with an address": "Ash,Ann,ann@example.nz,,",
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, s *society) {
				up := s.upload(s.treasurer, s.capital, "", append(slices.Clone(four), again)...)
				v := s.view(s.treasurer, up.Return)
				last := v.Lines[4]
				if last.State != clubs.RowOpen || len(v.Preview.Obstacles) == 0 {
					t.Fatalf("the fifth row is %s; in the way: %v; want one to decide", last.State, v.Preview.Obstacles)
				}
				if len(last.Findings) != 1 || last.Findings[0].Text != "Row 2 has the same name. If it is the same person, "+
					"leave one of the two out." {
					t.Errorf("%+v", last.Findings)
				}
				s.must(s.Decide(ctx, s.treasurer, s.ref(up.Return), []clubs.Choice{{Row: last.Row.ID, Decision: clubs.NewPerson}}))
				if a := s.confirm(up.Return); a.Fee != money.MustParse("100.00") {
					t.Errorf("fee of five people, two of one name: %s", a.Fee)
				}
			})
		})
	}
}

func TestAFurtherListChargesOnlyWhomItAdds(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		first := s.capitalList()
		s.on("2026-10-01")
		up := s.upload(s.capitalSecretary, s.capital, "", append([]string{"Fisher,New,fisher@example.nz,,"}, eight...)...)
		if up.Return == first || up.Outcome != clubs.Started {
			t.Fatalf("a further list: %+v", up)
		}
		v := s.view(s.treasurer, up.Return)
		if v.Preview.Counts[clubs.RowUnchanged] != 8 || v.Preview.Charged != 1 || v.Preview.Members != 9 ||
			v.Preview.Fee != money.MustParse("20.00") {
			t.Errorf("preview: %+v", v.Preview)
		}
		s.confirm(up.Return)
		s.pay(up.Return, "20", "2026-10-01")
		if e := s.member("fisher"); e.Summary.Joined != day("2026-10-01") {
			t.Errorf("joined %s", e.Summary.Joined)
		}
		desk, err := s.Desk(ctx, s.treasurer, s.capital)
		s.must(err)
		if desk.Members != 9 {
			t.Errorf("%d members", desk.Members)
		}
	})
}

func TestBrokenFilesChangeNothing(t *testing.T) {
	for name, tt := range map[string]struct{ content, want string }{
		"empty":       {"", "empty"},
		"no headings": {"a,b\nc,d\n", "headings"},
		"no names":    {"Family name,E-mail\nTūī,a@example.nz\n", "Given names"},
		"nobody":      {"Family name,Given names\n", "headings but no names"},
		"picture":     {"\x89PNG\r\n", "picture"},
		"NUL":         {"Family name,Given names\nTu\x00i,Aroha\n", "Row 2"},
	} {
		_, err := clubs.ReadList("x.csv", strings.NewReader(tt.content))
		var e *apperr.Error
		if !errors.As(err, &e) || e.Kind != apperr.Invalid || len(e.Fields) != 1 || e.Fields[0].Name != "file" ||
			!strings.Contains(e.Fields[0].Message, tt.want) {
			t.Errorf("%s: %v, want one message about %q", name, err, tt.want)
		}
	}
}

func TestPastListsAreTakenOver(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.rate(2024, "15")
		s.rate(2025, "15")
		var rows []clubs.PastRow
		for _, name := range []string{"One", "Two", "Three", "Four", "Five"} {
			rows = append(rows, clubs.PastRow{ListRow: clubs.ListRow{Family: "Heke", Given: name, Phone: "021 555 777"}})
		}
		id, a, err := s.TakeOver(ctx, s.treasurer, clubs.PastList{
			Club: s.capital, Year: 2024, Received: day("2024-07-08"), Source: "minute book", Rows: rows,
		})
		s.must(err)
		if a.Standing != clubs.AwaitingFee || a.Due() != money.MustParse("75") {
			t.Errorf("taken over: %+v", a)
		}
		s.pay(id, "75", "2024-07-08")
		one := s.member("heke one")
		rows[0] = clubs.PastRow{Person: one.Person.ID}
		for i := range rows[1:] {
			rows[i+1] = clubs.PastRow{Person: s.member("heke " + []string{"two", "three", "four", "five"}[i]).Person.ID}
		}
		id, _, err = s.TakeOver(ctx, s.treasurer, clubs.PastList{
			Club: s.capital, Year: 2025, Received: day("2025-09-01"), Source: "minute book", Rows: rows,
		})
		s.must(err)
		s.pay(id, "75", "2025-09-01")
		f, err := s.people.File(ctx, s.treasurer, one.Person.ID)
		s.must(err)
		if len(f.Spans) != 3 || !f.Spans[1].Gap || f.Spans[1].To != day("2025-08-31") ||
			f.Person.Contact.Phone != "021 555 777" {
			t.Errorf("spans: %+v, phone %q", f.Spans, f.Person.Contact.Phone)
		}
	})
}
