package clubs

import (
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/members"
)

// A club's secretary knows whom the club registered lately, unless another club
// has them now.
func TestOwnMember(t *testing.T) {
	term := func(club ClubID, year members.Year, from, to string) members.Term {
		return members.Term{Club: club, Year: year, From: day(from), To: day(to)}
	}
	thisYear, lastYear := term(1, 2026, "2026-07-10", "2027-06-30"), term(1, 2025, "2025-07-10", "2026-06-30")
	for name, tt := range map[string]struct {
		terms []members.Term
		want  bool
	}{
		"nobody's":                       {nil, false},
		"registered for the year":        {[]members.Term{thisYear}, true},
		"registered the year before":     {[]members.Term{lastYear}, true},
		"registered two years before":    {[]members.Term{term(1, 2024, "2024-07-10", "2025-06-30")}, false},
		"with another club now":          {[]members.Term{lastYear, term(2, 2026, "2026-07-10", "2027-06-30")}, false},
		"with another club in the past":  {[]members.Term{lastYear, term(2, 2025, "2025-07-10", "2026-06-30")}, true},
		"an individual member besides":   {[]members.Term{lastYear, term(0, 2026, "2026-07-10", "2027-06-30")}, true},
		"of this club and of another":    {[]members.Term{thisYear, term(2, 2026, "2026-07-10", "2027-06-30")}, false},
		"of another club, two years ago": {[]members.Term{term(2, 2024, "2024-07-10", "2025-06-30")}, false},
	} {
		if got := ownMember(tt.terms, 1, 2026, day("2026-08-03")); got != tt.want {
			t.Errorf("%s: %t, want %t", name, got, tt.want)
		}
	}
}

func TestNumbersInWords(t *testing.T) {
	for n, want := range map[int]string{0: "0 rows have", 1: "1 row has", 2: "2 rows have"} {
		if got := verb(n, "row", "has", "have"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What a club's secretary does not know of the register is taken out of a
// preview; what is of the club's own members stays.
func TestWhatIsHiddenFromAClub(t *testing.T) {
	const own, other = PersonID(1), PersonID(2)
	m := material{ret: Return{Club: 1, Year: 2026}, terms: map[PersonID][]members.Term{
		own:   {{Club: 1, Year: 2025, From: day("2025-07-10"), To: day("2026-06-30")}},
		other: {{Club: 2, Year: 2026, From: day("2026-07-10"), To: day("2027-06-30")}},
	}}
	person := func(id PersonID) *members.Person {
		return &members.Person{ID: id, Contact: members.Contact{Phone: "021 555 001"}}
	}
	preview := func() Preview {
		changes := []members.Change{{Field: "phone"}}
		findings := []Finding{{Text: "of the row"}, {Text: "of one's own", about: own}, {Text: "of another", about: other}}
		return Preview{Lines: []Line{
			{Candidates: []RowCandidate{{Person: own}, {Person: other}}, Findings: findings, Person: person(own), Changes: changes},
			{Candidates: []RowCandidate{{Person: own}}, Person: person(other), Changes: changes},
			{},
		}}
	}
	office := func(role auth.Role, club ClubID) auth.Actor {
		return auth.Actor{Person: 9, Offices: []auth.Office{{Role: role, Club: club, From: day("2020-01-01")}}}
	}
	p := preview()
	p.hideFrom(office(auth.ClubSecretary, 1), m, day("2026-08-03"))
	first, second, third := p.Lines[0], p.Lines[1], p.Lines[2]
	if len(first.Candidates) != 2 || first.Candidates[0].Person != own || first.Candidates[1] != (RowCandidate{Hidden: true}) {
		t.Errorf("candidates: %+v, want one's own, and that there is another", first.Candidates)
	}
	if len(first.Findings) != 2 || first.Findings[1].about != own {
		t.Errorf("findings: %+v, want those of the row and of one's own", first.Findings)
	}
	if first.Person.Contact.Phone == "" || len(first.Changes) != 1 {
		t.Errorf("one's own member: %+v, %v", first.Person, first.Changes)
	}
	if len(second.Candidates) != 1 || second.Person.Contact.Phone != "" || len(second.Changes) != 0 {
		t.Errorf("another club's: %+v", second)
	}
	if len(third.Candidates) != 0 {
		t.Errorf("a row that may be nobody: %+v", third.Candidates)
	}
	p = preview()
	p.hideFrom(office(auth.Treasurer, 0), m, day("2026-08-03"))
	if l := p.Lines[0]; len(l.Findings) != 3 || l.Candidates[1].Person != other || p.Lines[1].Person.Contact.Phone == "" {
		t.Errorf("the treasurer sees %+v", p.Lines)
	}
}

// The clubs that somebody is shown with are those of the last year.
func TestClubsOfACandidate(t *testing.T) {
	m := material{clubNames: map[ClubID]string{1: "Capital", 2: "Harbour"}, terms: map[PersonID][]members.Term{
		1: {{Club: 1, Year: 2025}, {Club: 2, Year: 2026}, {Club: 1, Year: 2024}, {Year: 2026}},
		2: {{Club: 1, Year: 2026}, {Club: 2, Year: 2026}}, 3: {{Year: 2026}},
	}}
	for id, want := range map[PersonID]string{1: "Harbour", 2: "Capital, Harbour", 3: "", 4: ""} {
		if got := m.clubsOf(id); got != want {
			t.Errorf("person %d: %q, want %q", id, got, want)
		}
	}
}

func TestARowAsTheConfirmationLeftIt(t *testing.T) {
	for _, tt := range []struct {
		row  Row
		want RowState
	}{
		{Row{Decision: LeaveOut, Person: 3, TermKind: members.KindNew}, RowLeftOut},
		{Row{Decision: NewPerson, TermKind: members.KindNew}, RowLeftOut},
		{Row{Decision: SamePerson, Person: 3}, RowUnchanged},
		{Row{Decision: NewPerson, Person: 3, TermKind: members.KindNew}, RowNew},
		{Row{Decision: SamePerson, Person: 3, TermKind: members.KindRenewal}, RowMatch},
	} {
		l := confirmedLine(tt.row)
		if l.State != tt.want || (l.Registration != nil) != (tt.row.TermKind != "") {
			t.Errorf("%+v is %s with %+v, want %s", tt.row, l.State, l.Registration, tt.want)
		}
	}
}

// Rule 2.3: a club is affiliated by its first confirmed list of the year, from
// its effective day, and not before the year or after it.
func TestWhichListAffiliates(t *testing.T) {
	st := func(id ReturnID, year members.Year, state State) Status {
		return Status{Return: Return{ID: id, Year: year, State: state}}
	}
	all := []Status{st(5, 2026, Confirmed), st(4, 2026, Draft), st(3, 2026, Confirmed), st(2, 2025, Confirmed), st(1, 2026, Submitted)}
	if first := firstOf(all, 2026); first == nil || first.Return.ID != 3 {
		t.Errorf("the first of 2026: %+v", first)
	}
	if first := firstOf(all, 2027); first != nil {
		t.Errorf("the first of 2027: %+v", first)
	}
	for _, tt := range []struct {
		standing Standing
		from, on string
		want     bool
	}{
		{Effective, "2026-08-03", "2026-08-02", false}, {Effective, "2026-08-03", "2026-08-03", true},
		{Effective, "2026-06-10", "2026-06-30", false}, {Effective, "2026-06-10", "2026-07-01", true},
		{Effective, "2026-08-03", "2027-06-30", true}, {Effective, "2026-08-03", "2027-07-01", false},
		{AwaitingFee, "2026-08-03", "2026-09-01", false},
	} {
		one := Status{Return: Return{Year: 2026}, Affiliation: Affiliation{Standing: tt.standing, From: day(tt.from)}}
		if got := affiliatedOn(one, shipped, day(tt.on)); got != tt.want {
			t.Errorf("%s from %s, on %s: %t", tt.standing, tt.from, tt.on, got)
		}
	}
}

func TestNamesOfFiles(t *testing.T) {
	for in, want := range map[string]string{
		"list.xlsx": "list.xlsx", `C:\clubs\list.xlsx`: "list.xlsx", "/home/list.xlsx": "list.xlsx", "": "list", "a/": "list",
		"my\tlist\x7f.csv": "my list .csv", "li\xffst.csv": "list.csv",
		strings.Repeat("ā", maxFileName+1): strings.Repeat("ā", maxFileName),
	} {
		if got := cleanFileName(in); got != want {
			t.Errorf("%q is kept as %q, want %q", in, got, want)
		}
	}
}
