package tournaments

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
)

// name is the player's name as it would stand in the register.
func (l listLine) name() members.Name {
	return members.Name{Family: oneLine(l.Family), Given: oneLine(l.Given), Order: members.GuessOrder(l.Family, l.Given)}
}

// row checks a line against the sections of the event.
func (l listLine) row(sections []Section) EntryRow {
	row := EntryRow{
		Number: l.Number, Name: l.name().String(), Grade: l.Grade, Club: l.Club, Written: l.asWritten(), Now: l.now(), line: l,
	}
	if row.Name == "" {
		row.Problems = append(row.Problems, "The name is missing.")
	}
	if utf8.RuneCountInString(l.Club) > maxNameRunes {
		row.Problems = append(row.Problems, "The club's name is too long.")
	}
	row.readStrength()
	section, found := sectionCalled(l.Section, sections)
	row.Section = section.ID
	if !found && l.Section != "" {
		row.Warnings = append(row.Warnings, fmt.Sprintf("There is no section “%s”. Choose one.", l.Section))
	}
	row.Absent = row.readRounds(l.Absent, section, found)
	row.HalfByes = row.readRounds(l.HalfByes, section, found)
	row.readElsewhere()
	row.readTeam(section, found)
	return row
}

func (row *EntryRow) readStrength() {
	r, said, err := readStrength(row.Grade)
	switch {
	case err == nil:
		row.strength = &r
	case !errors.Is(err, scale.ErrEmpty):
		row.Problems = append(row.Problems, fmt.Sprintf("“%s” is not a grade or rating: write 3d, 12k or 3.4.", row.Grade))
	}
	if said != "" {
		row.Warnings = append(row.Warnings, said)
	}
}

func (row *EntryRow) readRounds(text string, section Section, found bool) []int {
	rounds, err := ParseRounds(text)
	if err != nil {
		row.Problems = append(row.Problems, fmt.Sprintf("“%s” is not a list of rounds: write 2, 4-5.", text))
	}
	if n := len(rounds); found && n > 0 && rounds[n-1] > section.Rounds {
		row.Problems = append(row.Problems, fmt.Sprintf("There is no round %d in %s.", rounds[n-1], section.Name))
	}
	return rounds
}

// readElsewhere reads what a row says of a player from elsewhere. It is not worth refusing anyone for: what cannot be
// read is left out, and said.
func (row *EntryRow) readElsewhere() {
	l := row.line
	leave := func(what, text string) {
		row.Warnings = append(row.Warnings, fmt.Sprintf("“%s” is not %s: it is left out.", text, what))
	}
	country, ok := countryOf(l.Country)
	if !ok {
		leave("a country of two letters, such as AU", l.Country)
	}
	row.elsewhere = Elsewhere{Country: country}
	for _, number := range []struct {
		text string
		into *string
		what string
	}{{l.PIN, &row.elsewhere.PIN, "an EGF PIN"}, {l.AGA, &row.elsewhere.AGA, "an AGA number"}} {
		switch text := strings.TrimSpace(number.text); {
		case text == "" || digits.MatchString(text):
			*number.into = text
		default:
			leave(number.what, text)
		}
	}
	if text := strings.TrimSpace(l.EnteredIn); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > maxRounds {
			leave("a round", text)
			return
		}
		row.enteredIn = n
	}
}

// countries are the countries that lists here write out.
var countries = map[string]string{
	"new zealand": "NZ", "nzl": "NZ", "aotearoa": "NZ", "australia": "AU", "aus": "AU", "japan": "JP", "jpn": "JP",
	"china": "CN", "chn": "CN", "korea": "KR", "south korea": "KR", "kor": "KR", "taiwan": "TW", "chinese taipei": "TW",
	"tpe": "TW", "usa": "US", "united states": "US", "america": "US", "uk": "GB", "united kingdom": "GB", "england": "GB",
	"gbr": "GB", "germany": "DE", "ger": "DE", "france": "FR", "fra": "FR", "singapore": "SG", "sgp": "SG", "canada": "CA",
	"can": "CA", "hong kong": "HK", "hkg": "HK", "malaysia": "MY", "mas": "MY",
}

func countryOf(text string) (string, bool) {
	if text == "" {
		return "", true
	}
	if code, ok := countries[members.Fold(text)]; ok {
		return code, true
	}
	code := strings.ToUpper(text)
	if !twoLetters.MatchString(code) {
		return "", false
	}
	return code, true
}

// sectionCalled finds the section that a list means: by its name, or by how it
// begins when only one does; the only section when the list says nothing.
func sectionCalled(text string, sections []Section) (Section, bool) {
	wanted := members.Fold(text)
	if wanted == "" {
		if len(sections) == 1 {
			return sections[0], true
		}
		return Section{}, false
	}
	var begin []Section
	for _, s := range sections {
		name := members.Fold(s.Name)
		if name == wanted {
			return s, true
		}
		if strings.HasPrefix(name, wanted) || strings.HasPrefix(wanted, name) {
			begin = append(begin, s)
		}
	}
	if len(begin) == 1 {
		return begin[0], true
	}
	return Section{}, false
}

// Likeness that is enough to propose a person: the very same name, or a name
// nearly the same with a number or an address; never these alone, and never a
// name nearly the same in the same club: Wei and Wen may be brothers. The lead over the next is what the very same name has over one that differs by a
// letter; two people of the same name are for the director to tell apart.
const (
	likeness     = 60
	likenessLead = 15
)

// proposal is the person that a row is proposed to be; ok is false where
// someone must decide.
func proposal(candidates []members.Candidate) (PersonID, bool) {
	if len(candidates) == 0 || candidates[0].Score < likeness || !members.BestNamed(candidates) {
		return 0, false
	}
	if best := candidates[0]; !best.SameName() && !best.Supported() {
		return 0, false
	}
	if len(candidates) > 1 && candidates[0].Score-candidates[1].Score < likenessLead {
		return 0, false
	}
	return candidates[0].Person, true
}

// namesakeGrades is how far apart the strengths of one person are not: where only the name agrees, the director says who
// is meant.
const namesakeGrades = 10

// namesake reports whether somebody of the row's name, and with nothing else that agrees, is of quite another strength.
func (row *EntryRow) namesake(c members.Candidate, p player) bool {
	if row.Seated || row.strength == nil || p.source == "" || c.Supported() {
		return false
	}
	apart := row.strength.Grade() - p.rating.Grade()
	return max(apart, -apart) >= namesakeGrades
}

// contradicts says what of country and numbers is another than someone was entered with before; "" when nothing is.
func (row *EntryRow) contradicts(p player) string {
	if row.Seated {
		return ""
	}
	var said []string
	for _, one := range []struct{ what, here, there string }{
		{"country", row.elsewhere.Country, p.from.Country}, {"EGF PIN", row.elsewhere.PIN, p.from.PIN},
		{"AGA number", row.elsewhere.AGA, p.from.AGA},
	} {
		if one.here != "" && one.there != "" && one.here != one.there {
			said = append(said, fmt.Sprintf("%s %s here, %s at earlier entries of %s", one.what, one.here, one.there, p.person.Name))
		}
	}
	if len(said) == 0 {
		return ""
	}
	text := strings.Join(said, "; ")
	return strings.ToUpper(text[:1]) + text[1:]
}

// propose adds the candidates to a row and says what to do with it: what the director has decided, or what the names
// say.
func (row *EntryRow) propose(found []members.Candidate, known map[PersonID]player, decided Choice) {
	for _, c := range found {
		p, ok := known[c.Person]
		if !ok {
			continue
		}
		f := p.found()
		row.Candidates = append(row.Candidates, Candidate{
			Person: c.Person, Name: f.Name, Club: f.Club, Rating: f.Rating, Why: strings.Join(c.Why, ", "),
			Warning: f.Warning, Section: f.Section,
		})
	}
	row.Choice = Choice{Row: row.Number, Section: row.Section, Visitor: decided.Visitor}
	person, certain := proposal(found)
	switch {
	case decided.Kind == Match && slices.ContainsFunc(row.Candidates, func(c Candidate) bool { return c.Person == decided.Person }):
		row.decided, row.Choice.Kind, row.Choice.Person = true, Match, decided.Person
		row.compare(known[decided.Person])
	case decided.Kind == Guest, decided.Kind == LeaveIt:
		row.decided, row.Choice.Kind = true, decided.Kind
	case certain && row.namesake(found[0], known[person]):
		row.Warnings = append(row.Warnings, fmt.Sprintf(
			"%s of the register is %s: choose whether this is the same player or someone new.", known[person].person.Name,
			known[person].rating.Grade(),
		))
	case certain && row.contradicts(known[person]) != "":
		row.Warnings = append(row.Warnings, row.contradicts(known[person])+
			": choose whether this is the same player or someone new.")
	case certain:
		row.Choice.Kind, row.Choice.Person = Match, person
		row.compare(known[person])
	case len(found) == 0:
		row.Choice.Kind = Guest
		row.Warnings = append(row.Warnings, "Not in the register: would be added as a guest.")
	}
	if row.Choice.Kind == Guest && row.strength == nil && len(row.Problems) == 0 {
		row.Problems = append(row.Problems, "This player has no rating or grade yet. Add a grade.")
	}
}

// findTwice looks for rows that mean someone whom an earlier row means: the
// same player of a section is left out, a newcomer of the same name is for the
// director to tell apart, and one in two sections is one person. What the director has decided stays, and where it is
// undecided who is meant the same name is said as well.
func findTwice(rows []EntryRow) {
	type place struct {
		person  PersonID
		section SectionID
	}
	type named struct {
		name    string
		section SectionID
	}
	players, newcomers, names := make(map[place]int), make(map[string]int), make(map[named]int)
	for i := range rows {
		row := &rows[i]
		name := members.Fold(row.line.Given) + "," + members.Fold(row.line.Family)
		first, said := names[named{name, row.Section}]
		if !said {
			names[named{name, row.Section}] = row.Number
		}
		switch row.Choice.Kind {
		case Match:
			at := place{row.Choice.Person, row.Section}
			if first, twice := players[at]; twice {
				if row.Choice.Kind = LeaveIt; row.Seated {
					row.Choice.Kind = ""
				}
				row.Warnings = append(row.Warnings, fmt.Sprintf("The same player as in row %d.", first))
				continue
			}
			players[at] = row.Number
		case Guest:
			k, twice := newcomers[name]
			switch {
			case !twice:
				newcomers[name] = i
			case rows[k].Section == row.Section:
				if !row.decided {
					row.Choice.Kind = ""
				}
				row.sameName(rows[k].Number)
			default:
				row.SameAs = rows[k].Number
				row.Warnings = []string{fmt.Sprintf("The same new player as in row %d.", row.SameAs)}
			}
			continue
		}
		if said && row.Name != "" && !row.Already && row.Choice.Kind != LeaveIt {
			row.sameName(first)
		}
	}
}

func (row *EntryRow) sameName(first int) {
	row.Warnings = append(
		row.Warnings,
		fmt.Sprintf("The same name as in row %d: leave one of them out, unless they are two people.", first),
	)
}

// compare says what the director should know about the proposed person.
func (row *EntryRow) compare(p player) {
	if p.warning != "" {
		row.Warnings = append(row.Warnings, p.warning)
	}
	row.Already = row.Section != 0 && slices.ContainsFunc(p.entered, func(s Section) bool { return s.ID == row.Section })
	if row.Already {
		row.Choice.Kind = LeaveIt
		return
	}
	if n, err := strconv.ParseInt(strings.TrimSpace(row.line.MemberNo), 10, 64); err == nil && PersonID(n) != row.Choice.Person {
		row.Warnings = append(row.Warnings, fmt.Sprintf(
			"The list says member number %d, but %s has number %d.", n, p.person.Name, row.Choice.Person,
		))
	}
	given, says := scale.Rating(0), row.strength != nil
	if says {
		given = *row.strength
	}
	switch {
	case p.source == "" && !says && len(row.Problems) == 0:
		row.Problems = append(row.Problems, "This player has no rating or grade yet. Add one.")
	case p.source == FromList && says && given.Grade() != p.rating.Grade() && row.Seated:
		row.Warnings = append(
			row.Warnings,
			fmt.Sprintf(
				"The rating list says %s (%s); the rounds were drawn with %s, and that is kept.", p.rating, p.rating.Grade(),
				row.Grade,
			),
		)
	case p.source == FromList && says && given.Grade() != p.rating.Grade():
		row.Warnings = append(
			row.Warnings,
			fmt.Sprintf(
				"The rating list says %s (%s), and that counts; this list says %s.", p.rating, p.rating.Grade(), row.Grade,
			),
		)
	}
}
