package formats

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

// PlayersList is a rating list for other Go programs, which look players up in it while they are entered.
//
// The layout is that of the European Go Database's list of all players ("allworld"), because it is the one that go
// programs have in common: OpenGotha reads it by its columns, in ISO-8859-15, and Pairgoth by its words, in the
// encoding that the answer names; both can be given another address than the European one. An .h9 is a list of
// results and has no ratings; the AGA's list is on the AGA's scale. What both readers need:
//   - a line "(01 Jul 2026)" for the day, by itself, with the month in English;
//   - a number of eight digits for each player. Ours is the player's number on the site with zeros in front; each is
//     there once, or programs would mix players up;
//   - family name and given name in one word each, and neither empty: programs divide at the first blank;
//   - a country of two letters and a club of up to four characters, never empty;
//   - the rating in European points, −900 to 2949, in four characters;
//   - plain ASCII, which is the same in both encodings, and no parenthesis in a name, where a reader sees a date.
type PlayersList struct {
	Title   string // one line on top
	Day     civil.Date
	Players []ListedPlayer
}

// ListedPlayer is a player of a rating list.
type ListedPlayer struct {
	Number        int64  // on the site, 1 to maxListed
	Family, Given string // as public pages show the player; an alias is all in Family
	Club          string // "": none
	Country       string // two capital letters; "": not known
	Rating        scale.Rating
	Games         int // rated in all
	Last          civil.Date
}

func (p ListedPlayer) name() string { return strings.TrimSpace(p.Given + " " + p.Family) }

// Rewritten is what stands in a file in place of something it cannot hold.
type Rewritten struct{ From, To string }

// PlayersFile is a rating list as written, and what it could not hold.
type PlayersFile struct {
	Data   []byte
	Clubs  []Rewritten // clubs that stand as a code of four characters
	Names  []Rewritten // names with letters the file does not have, or too long for their column
	Points []Rewritten // ratings outside the range of programs, by player
	Same   []string    // names as written that two players or more have
}

// The fields of a line, and what may stand in them.
const (
	maxListed  = 9_999_999 // a larger number would have no zero in front, and look like a European one
	listedName = 37        // characters
)

// Write writes the list. The error is a [*Problems]: a number that does not fit, or is there twice.
func (l PlayersList) Write() (PlayersFile, error) {
	var out PlayersFile
	var b strings.Builder
	var problems Problems
	title, _ := asciiText(l.Title)
	title = strings.NewReplacer("(", " ", ")", " ").Replace(title) // a reader sees a date in them
	fmt.Fprintf(&b, "%s\n(%02d %.3s %d)\n\n", title, l.Day.Day(), l.Day.Month(), l.Day.Year())
	fmt.Fprintf(
		&b, " %-8s  %-*s %2s  %-4s   %-5s -- %6s %5s  %s\n", "Number", listedName, "Name", "Co", "Club", "Grade", "Points",
		"Games", "Last",
	)
	codes := l.clubs(&out)
	numbers, written := map[int64]bool{}, map[string]int{}
	for i, p := range l.Players {
		path := fmt.Sprintf("players[%d]", i)
		switch {
		case p.Number < 1 || p.Number > maxListed:
			problems.at(path, "the number %d does not fit: 1 to %d", p.Number, maxListed)
		case numbers[p.Number]:
			problems.at(path, "%d is the number of two players", p.Number)
		}
		numbers[p.Number] = true
		name, changed := listedAs(p)
		if changed {
			out.Names = append(out.Names, Rewritten{p.name(), name})
		}
		if written[name]++; written[name] == 2 {
			out.Same = append(out.Same, name)
		}
		points := Person{}.European(p.Rating)
		if within := min(max(points, gothaMinEuropean), gothaMaxEuropean); within != points {
			out.Points = append(out.Points, Rewritten{p.name(), strconv.Itoa(within)})
			points = within
		}
		club, country := codes[p.Club], p.Country
		if country == "" {
			country = noCountry
		}
		fmt.Fprintf(
			&b, " %08d  %-*s %2s  %-4s   %3s   --  %5d %5d  %s\n", p.Number, listedName, name, country, club,
			p.Rating.Grade().Short(), points, p.Games, strings.ReplaceAll(p.Last.String(), "-", ""),
		)
	}
	if err := problems.err(); err != nil {
		return PlayersFile{}, err
	}
	out.Data = []byte(b.String())
	return out, nil
}

// clubs gives each club its code, and notes those that are not the club's own name.
func (l PlayersList) clubs(out *PlayersFile) map[string]string {
	names := make([]string, len(l.Players))
	for i, p := range l.Players {
		names[i] = p.Club
	}
	codes, long := codesOf(names, func(s string) string { plain, _ := asciiText(s); return plain })
	for _, club := range long {
		out.Clubs = append(out.Clubs, Rewritten{club, codes[club]})
	}
	codes[""] = noClub
	return codes
}

// listedAs is a player's name in its column: family name, a blank, given name; the number where no letter of the
// name can be written. changed reports that letters are
// written otherwise or left out.
func listedAs(p ListedPlayer) (name string, changed bool) {
	family, given := strings.Fields(p.Family), strings.Fields(p.Given)
	if len(given) == 0 && len(family) > 1 { // an alias of several words
		family, given = family[:1], family[1:]
	}
	f, changedFamily := listedWord(family)
	g, changedGiven := listedWord(given)
	if f == "" {
		f, g = g, ""
	}
	if f == "" {
		f = "?"
	}
	if strings.Trim(f+g, "?_") == "" { // nothing is left that says who it is
		g = strconv.FormatInt(p.Number, 10)
	}
	if g == "" {
		g = noGiven
	}
	room := listedName - 1 - min(len(g), 2) // at least as much of the given name as tells that there is one
	cut := len(f) > room || len(f)+1+len(g) > listedName
	f = f[:min(len(f), room)]
	g = g[:min(len(g), listedName-1-len(f))]
	return f + " " + g, changedFamily || changedGiven || cut
}

// listedWord makes words one, of letters, digits and what names have besides.
func listedWord(words []string) (word string, changed bool) {
	plain, changed := asciiText(strings.Join(words, "_"))
	word = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', strings.ContainsRune("-._'?", r):
			return r
		}
		return '_'
	}, plain)
	return word, changed || word != plain
}

// asciiLetters are the letters of ISO-8859-15 that no diacritic explains.
var asciiLetters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'Æ': "Ae", 'œ': "oe", 'Œ': "Oe", 'ø': "o", 'Ø': "O", 'ð': "d", 'Ð': "D", 'þ': "th", 'Þ': "Th",
}

// asciiText gives a text in ASCII: letters without their diacritics, what is left as question marks.
func asciiText(s string) (text string, changed bool) {
	if strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) < 0 {
		return s, false
	}
	latin, _ := transliterate(s)
	var b strings.Builder
	for _, r := range latin {
		switch plain, known := asciiLetters[r]; {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case known:
			b.WriteString(plain)
		default:
			kept := '?'
			if d := decomposed(r); d[0] < utf8.RuneSelf {
				kept = d[0]
			}
			b.WriteRune(kept)
		}
	}
	return b.String(), b.String() != s
}
