package reports

import (
	"fmt"
	"io"
	"time"

	"nzgs/internal/civil"
)

// many is how many rows the largest prints have: a society far larger than ours.
const many = 5000

func manyListed() Listing {
	l := Listing{Over: "Rating list", Title: "Ratings", Columns: []ListingColumn{
		{Title: "No.", Width: 12, Figure: true}, {Title: "Name", Lines: 2}, {Title: "Club", Width: 40},
		{Title: "Grade", Width: 16}, {Title: "Rating", Width: 18, Figure: true},
	}}
	for i := range many {
		p := samplePlayer(i)
		l.Rows = append(l.Rows, []string{fmt.Sprint(i + 1), p.Name, p.Club, p.Grade, fmt.Sprintf("%d.%d", i%9, i%10)})
	}
	return l
}

func manyLetters() Letters {
	out, base := sampleLetters(), sampleLetters().To
	for len(out.To) < many {
		out.To = append(out.To, base...)
	}
	out.To = out.To[:many]
	for i := range out.To {
		out.To[i].Subject = fmt.Sprintf("Your membership %d ends on 30 June 2026", i)
	}
	return out
}

func manyLabels() (out []AddressLabel) {
	for i := range many {
		lines := []string{samplePlayer(i).Name, fmt.Sprintf("%d Kōwhai Terrace", i), "Ōtautahi 8011"}
		out = append(out, AddressLabel{Lines: lines})
	}
	return out
}

func manyMembers() Table {
	r := sampleRegister()
	for len(r.Rows) < many {
		r.Rows = append(r.Rows, r.Rows...)
	}
	r.Rows = r.Rows[:many]
	return r.table()
}

// manyRated is the rating list with the columns that the site gives it.
func manyRated() Listing {
	l := Listing{Over: "Ratings", Title: "Rating list", Five: true, Columns: []ListingColumn{
		{Title: "Place", Width: 10, Figure: true}, {Title: "Player", Lines: Whole}, {Title: "Club", Width: 36, Lines: Whole},
		{Title: "Rating", Width: 13, Figure: true}, {Title: "Grade", Width: 13}, {Title: "Games", Width: 11, Figure: true},
		{Title: "Last rated", Width: 21},
	}}
	for i := range many {
		p := samplePlayer(i)
		l.Rows = append(l.Rows, []string{fmt.Sprint(i + 1), p.Name, p.Club, fmt.Sprintf("%d.%d", i%9, i%10), p.Grade, "25", "12 Oct 2026"})
	}
	return l
}

// manyRegistered is the register as the Act asks for it, with how to reach each.
func manyRegistered() RegisterPrint {
	s := RegisterSection{Title: "Members", Contacts: WithContacts}
	for i := range many {
		r := sampleRegister().Rows[0]
		r.Number, r.Listed = fmt.Sprint(i+1), samplePlayer(i).Name
		s.Rows = append(s.Rows, r)
	}
	return RegisterPrint{Title: "Register of members", AsAt: "9 July 2026", Sections: []RegisterSection{s}}
}

// manyCertificates is a page for each of a championship.
func manyCertificates() (out Certificates) {
	for i := range many {
		out.Certificates = append(out.Certificates, sampleCertificate(samplePlayer(i).Name))
	}
	return out
}

// manyBoxes is the check-in sheet of an event.
func manyBoxes() Listing {
	l := Listing{Over: "Congress", Title: "Check-in", Columns: []ListingColumn{
		{Title: "Here", Width: 11}, {Title: "Player", Lines: Whole}, {Title: "Club", Width: 44, Lines: Whole},
		{Title: "Grade", Width: 16}, {Title: "Note", Width: 40},
	}}
	for i := range many {
		p := samplePlayer(i)
		l.Rows = append(l.Rows, []string{"", p.Name, p.Club, p.Grade, ""})
	}
	return l
}

// manyPrint is a print of five thousand rows.
type manyPrint struct {
	name  string
	write func(io.Writer) error
}

// manyPrints are one of each that can have so many, of an event or a society far larger than ours.
func manyPrints() []manyPrint {
	list, letters, labels, members := manyListed(), manyLetters(), manyLabels(), manyMembers()
	roll, door, clubs := sampleRoll(many), sampleAttendance(many), sampleClubList(many)
	rated, register, cards := manyRated(), manyRegistered(), sampleMembershipCards(many)
	badges, certificates, boxes := sampleBadges(many), manyCertificates(), manyBoxes()
	tables, round, standings := sampleCards(many), samplePairings(2*many), sampleStandings(many)
	vote, papers, to := samplePostalVote(), samplePapers(many), sampleAddressees(many)
	bundle, crosstable, chart := bundleOf(samplePairings(many)), manyCrossed(), sampleWallChart(many, 7, 7)
	ballots, statement, seal, clubReturn := manyBallots(), manyCharged(), sampleSeal(many), manyReturned()
	return []manyPrint{
		{"list", func(w io.Writer) error { return press.ListingPDF(w, list) }},
		{"ratings", func(w io.Writer) error { return press.ListingPDF(w, rated) }},
		{"register", func(w io.Writer) error { return press.RegisterPDF(w, register) }},
		{"roll", func(w io.Writer) error { return press.MeetingRollPDF(w, roll) }},
		{"attendance", func(w io.Writer) error { return press.AttendanceSheetPDF(w, door) }},
		{"clublist", func(w io.Writer) error { return press.ClubListPDF(w, clubs) }},
		{"letters", func(w io.Writer) error { return press.LettersPDF(w, letters) }},
		{"labels", func(w io.Writer) error { return press.AddressLabelsPDF(w, Labels{Title: "Labels", List: labels}) }},
		{"cards", func(w io.Writer) error { return press.MembershipCardsPDF(w, cards) }},
		{"badges", func(w io.Writer) error { return press.BadgesPDF(w, badges) }},
		{"certificates", func(w io.Writer) error { return press.CertificatesPDF(w, certificates) }},
		{"checkin", func(w io.Writer) error { return press.ListingPDF(w, boxes) }},
		{"tablecards", func(w io.Writer) error { return press.TableCardsPDF(w, tables) }},
		{"slips", func(w io.Writer) error { return press.ResultSlips(w, round) }},
		{"pairings", func(w io.Writer) error { return press.PairingsByTable(w, round) }},
		{"byname", func(w io.Writer) error { return press.PairingsByName(w, round) }},
		{"bundle", func(w io.Writer) error { return press.RoundBundle(w, bundle) }},
		{"roundsheet", func(w io.Writer) error { return press.RoundSheetPDF(w, bundle) }},
		{"standings", func(w io.Writer) error { return press.StandingsPDF(w, standings) }},
		{"wallchart", func(w io.Writer) error { return press.WallChartPDF(w, chart) }},
		{"votingpapers", func(w io.Writer) error { return press.VotingPapersPDF(w, vote, papers) }},
		{"postalletters", func(w io.Writer) error { return press.PostalLettersPDF(w, samplePostalLetter(), to) }},
		{"envelopes", func(w io.Writer) error { return press.EnvelopeRegisterPDF(w, vote, namesOf(to)) }},
		{"ballots", func(w io.Writer) error { return press.BallotPapersPDF(w, ballots) }},
		{"statement", func(w io.Writer) error { return press.StatementPDF(w, statement) }},
		{"seal", func(w io.Writer) error { return press.SealRegisterPDF(w, seal) }},
		{"workbook", func(w io.Writer) error { return press.TableXLSX(w, members) }},
		{"crosstable", func(w io.Writer) error { return press.CrosstableXLSX(w, crosstable) }},
		{"return", func(w io.Writer) error { return press.ClubReturnXLSX(w, clubReturn) }},
		{"csv", func(w io.Writer) error { return TableCSV(w, members) }},
	}
}

func namesOf(to []PostalAddressee) (out []string) {
	for _, a := range to {
		out = append(out, a.Name)
	}
	return out
}

// manyCrossed is the crosstable of a section of seven rounds.
func manyCrossed() Crosstable {
	c := sampleCrosstable()
	c.Sections = c.Sections[:1]
	s := &c.Sections[0]
	s.Rows, s.Rounds = nil, 7
	for i := range many {
		row := CrosstableRow{
			No: i + 1, Place: i/3*3 + 1, PointsPlace: i + 1, Player: samplePlayer(i), Score: float64(i%7) / 2,
			TieBreaks: []float64{float64(i%40) / 2, float64(i%60) / 4},
		}
		for n := range s.Rounds {
			row.Results = append(row.Results, fmt.Sprintf("%d%s", (i+n+1)%many+1, []string{"+w", "-b", "="}[(i+n)%3]))
		}
		s.Rows = append(s.Rows, row)
	}
	return c
}

// manyBallots is a paper for each of a meeting.
func manyBallots() []BallotPaper {
	papers := sampleBallots()[:1]
	papers[0].Copies = many
	return papers
}

// manyCharged is the account of a club with a line for each of its members.
func manyCharged() Statement {
	s := Statement{To: "Ōtautahi Go Club", Until: civil.On(2026, time.November, 21), HowToPay: true}
	for i := range many {
		s.Lines = append(s.Lines, StatementLine{civil.On(2026, time.July, 1+i%28), "Fee of " + samplePlayer(i).Name, 2500})
	}
	return s
}

// manyReturned is the list of a club's members that it sends back.
func manyReturned() ClubReturnTemplate {
	t := sampleTemplate()
	base := t.Rows[0]
	t.Rows = nil
	for i := range many {
		base.Number = fmt.Sprintf("%04d", i+1)
		t.Rows = append(t.Rows, base)
	}
	return t
}
