package reports

import (
	"fmt"
	"io"
	"testing"
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

// Prints of 5,000 rows: the aim is a second and 100 MB.
func BenchmarkFiveThousand(b *testing.B) {
	list, letters, labels, members := manyListed(), manyLetters(), manyLabels(), manyMembers()
	roll, door, clubs := sampleRoll(many), sampleAttendance(many), sampleClubList(many)
	rated, register, cards := manyRated(), manyRegistered(), sampleMembershipCards(many)
	badges, certificates, boxes := sampleBadges(many), manyCertificates(), manyBoxes()
	tables, round := sampleCards(many), samplePairings(2*many)
	vote, papers := samplePostalVote(), samplePapers(many)
	for _, p := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"list", func(w io.Writer) error { return press.ListingPDF(w, list) }},
		{"ratings", func(w io.Writer) error { return press.ListingPDF(w, rated) }},
		{"register", func(w io.Writer) error { return press.RegisterPDF(w, register) }},
		{"cards", func(w io.Writer) error { return press.MembershipCardsPDF(w, cards) }},
		{"roll", func(w io.Writer) error { return press.MeetingRollPDF(w, roll) }},
		{"attendance", func(w io.Writer) error { return press.AttendanceSheetPDF(w, door) }},
		{"clublist", func(w io.Writer) error { return press.ClubListPDF(w, clubs) }},
		{"letters", func(w io.Writer) error { return press.LettersPDF(w, letters) }},
		{"labels", func(w io.Writer) error { return press.AddressLabelsPDF(w, Labels{Title: "Labels", List: labels}) }},
		{"badges", func(w io.Writer) error { return press.BadgesPDF(w, badges) }},
		{"certificates", func(w io.Writer) error { return press.CertificatesPDF(w, certificates) }},
		{"checkin", func(w io.Writer) error { return press.ListingPDF(w, boxes) }},
		{"tablecards", func(w io.Writer) error { return press.TableCardsPDF(w, tables) }},
		{"slips", func(w io.Writer) error { return press.ResultSlips(w, round) }},
		{"pairings", func(w io.Writer) error { return press.PairingsByTable(w, round) }},
		{"byname", func(w io.Writer) error { return press.PairingsByName(w, round) }},
		{"votingpapers", func(w io.Writer) error { return press.VotingPapersPDF(w, vote, papers) }},
		{"workbook", func(w io.Writer) error { return press.TableXLSX(w, members) }},
		{"csv", func(w io.Writer) error { return TableCSV(w, members) }},
	} {
		b.Run(p.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := p.write(io.Discard); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
