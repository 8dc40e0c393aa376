package takeover

import (
	"fmt"
	"regexp"
	"strings"

	"nzgs/internal/sheet"
)

// What a file is a list of.
type What string

// The two.
const (
	OfPeople What = "people"
	OfClubs  What = "clubs"
)

// Keys of columns that only files which are taken over have; the others are those of package sheet.
const (
	yearPaid       sheet.Key = "year_paid" // the heading names the year, a cell says who has paid
	rowYear        sheet.Key = "row_year"  // a row for each person and year
	kind           sheet.Key = "kind"
	born           sheet.Key = "born"
	status         sheet.Key = "status"
	leftOn         sheet.Key = "left"
	diedOn         sheet.Key = "died"
	alias          sheet.Key = "alias"
	secretary      sheet.Key = "secretary"
	secretaryEmail sheet.Key = "secretary_email"
	secretaryPhone sheet.Key = "secretary_phone"
	clubCity       sheet.Key = "club_city"
	clubMeets      sheet.Key = "club_meets"
	clubEmail      sheet.Key = "club_email"
	clubSite       sheet.Key = "club_website"
)

var peopleColumns = func() []sheet.Column {
	own := []sheet.Column{
		{Key: yearPaid, Title: "Who was a member in a year"},
		{Key: rowYear, Title: "The year of the row", Synonyms: []string{
			"Year", "Season", "Subscription year", "Membership year", "Sub year", "Financial year", "Year paid", "Paid for year",
		}},
		{Key: kind, Title: "Kind of membership", Synonyms: []string{
			"Kind", "Type", "Membership type", "Member type", "Category", "Membership category", "Class", "Membership", "Sub type",
			"Subscription type", "Membership class",
		}},
		{Key: born, Title: "Born", Synonyms: []string{
			"Birth year", "Year of birth", "Date of birth", "DOB", "Birthday", "Birthdate", "Birth date", "YOB", "Junior", "Age group",
		}},
		{Key: status, Title: "Status", Synonyms: []string{"Member status", "Membership status", "State", "Current", "Active"}},
		{Key: leftOn, Title: "Left on", Synonyms: []string{
			"Left", "Resigned", "Resigned on", "Date resigned", "Resignation date", "Date left", "End date", "Ended", "Membership end",
			"Lapsed", "Leaving date", "Member until", "Until", "Expiry", "Expires", "Expiry date", "Membership expires",
		}},
		{Key: diedOn, Title: "Died on", Synonyms: []string{"Died", "Deceased", "Date of death", "Death", "Passed away"}},
		{Key: sheet.Grade, Title: "Grade", Synonyms: []string{"Playing strength", "Rank", "Strength", "Level", "Dan/kyu", "Kyu/dan", "Go rank", "Playing grade"}},
		{Key: sheet.Rating, Title: "Rating", Synonyms: []string{"Current rating", "New rating", "NZGS rating", "Rating points", "Rtg"}},
		{Key: sheet.Games, Title: "Rated games", Synonyms: []string{"Games", "Games rated", "Number of games", "Games played"}},
		{Key: sheet.Club, Title: "Club", Synonyms: []string{"Go club", "Club name", "Affiliation", "Karapu", "Branch", "Local club", "Home club"}},
	}
	for _, c := range sheet.ClubReturnColumns() {
		if c.Key != sheet.Grade {
			own = append(own, c)
		}
	}
	return own
}()

var clubColumns = []sheet.Column{
	{Key: sheet.Club, Title: "Club", Synonyms: []string{"Go club", "Club name", "Name", "Name of club", "Karapu", "Branch"}},
	{Key: secretary, Title: "Secretary", Synonyms: []string{
		"Club secretary", "Contact", "Contact person", "Secretary name", "Secretary’s name", "Organiser", "Convenor", "Contact name",
		"Hēkeretari",
	}},
	{Key: secretaryEmail, Title: "Secretary’s e-mail", Synonyms: []string{
		"Secretary email", "Secretary e-mail", "Contact email", "Email", "E-mail address", "Email of secretary",
	}},
	{Key: secretaryPhone, Title: "Secretary’s phone", Synonyms: []string{"Secretary phone", "Contact phone", "Phone", "Mobile", "Telephone", "Cell"}},
	{Key: clubCity, Title: "Town or city", Synonyms: []string{"City", "Town", "Town/City", "Place", "Location", "Region", "Tāone"}},
	{Key: clubMeets, Title: "Meets", Synonyms: []string{"Meeting", "Meeting place", "When and where", "Meets at", "Venue", "Meeting time", "Club nights", "Club night"}},
	{Key: clubEmail, Title: "Club’s e-mail", Synonyms: []string{"Club email", "Public email"}},
	{Key: clubSite, Title: "Website", Synonyms: []string{"Web", "Web site", "Web address", "URL", "Homepage", "Site"}},
}

// columnsOf are what the columns of a list can be.
func columnsOf(what What) []sheet.Column {
	if what == OfClubs {
		return clubColumns
	}
	return peopleColumns
}

// Meaning is something that a column can be read as.
type Meaning struct{ Key, Title string }

// Meanings are all that a column of such a list can be read as.
func Meanings(what What) []Meaning {
	var out []Meaning
	for _, c := range columnsOf(what) {
		out = append(out, Meaning{string(c.Key), c.Title})
	}
	return out
}

func titleOf(what What, key sheet.Key) string {
	for _, c := range columnsOf(what) {
		if c.Key == key {
			return c.Title
		}
	}
	return ""
}

// guess is what a column is taken for, and why.
type guess struct {
	key sheet.Key
	why string
}

// byHeading is what a heading says: as people write it, or with words around it.
func byHeading(what What, heading string) guess {
	if strings.TrimSpace(heading) == "" {
		return guess{}
	}
	if what == OfPeople {
		if _, _, ok := yearOfHeading(heading); ok {
			return guess{yearPaid, "the heading names a year"}
		}
	}
	for _, c := range columnsOf(what) {
		if c.IsHeading(heading) {
			return guess{c.Key, "the heading says so"}
		}
	}
	// “E-mail (home)”, “Member’s surname”, “Ph. no.”: a heading with a known one among its words. The longest is meant.
	words, best, longest := " "+plainWords(heading)+" ", guess{}, 3
	for _, c := range columnsOf(what) {
		for _, name := range append([]string{c.Title}, c.Synonyms...) {
			if known := plainWords(name); len(known) > longest && strings.Contains(words, " "+known+" ") {
				best, longest = guess{c.Key, fmt.Sprintf("the heading has “%s” in it", name)}, len(known)
			}
		}
	}
	return best
}

var notWord = regexp.MustCompile(`[^\p{L}\p{N}]+`)

func plainWords(s string) string {
	return strings.TrimSpace(notWord.ReplaceAllString(strings.ToLower(strings.NewReplacer("e-mail", "email", "E-mail", "email", "’s", "", "'s", "").Replace(s)), " "))
}

var (
	likeEmail = regexp.MustCompile(`^[^@\s]+@[^@\s]+\.[^@\s]+$`)
	likePhone = regexp.MustCompile(`^\+?[0-9()][0-9 ()/.-]{6,}$`)
	likeGrade = regexp.MustCompile(`(?i)^[0-9]{1,2} ?(?:k|d|kyu|dan)$`)
)

// byContent is what the cells of a column look like, where its heading says nothing.
func byContent(rows []sheet.Row, column int) guess {
	filled, emails, phones, grades := 0, 0, 0, 0
	for _, row := range rows {
		cell := row.Cell(column)
		if cell == "" {
			continue
		}
		filled++
		switch {
		case likeEmail.MatchString(cell):
			emails++
		case likeGrade.MatchString(cell):
			grades++
		case likePhone.MatchString(cell) && strings.Count(cell, "/") < 2 && strings.Count(cell, "-") != 2:
			phones++
		}
	}
	most := filled - filled/5
	switch {
	case filled == 0:
	case emails >= most:
		return guess{sheet.Email, "its cells are e-mail addresses"}
	case grades >= most:
		return guess{sheet.Grade, "its cells are grades"}
	case phones >= most:
		return guess{sheet.Phone, "its cells look like telephone numbers"}
	}
	return guess{}
}
