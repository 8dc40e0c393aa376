package tournaments

import (
	"errors"
	"fmt"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/formats"
	"nzgs/internal/pairing"
)

// eventFormat is the format of an event file that was sent as a list of entries; ""
// where it is a spreadsheet. A CSV file is always one.
func eventFormat(fileName string, data []byte) formats.Format {
	switch format, err := formats.FormatOf(fileName); {
	case err == nil && (format == formats.H9 || format == formats.TOU || format == formats.AGA):
		return format
	default:
		return formats.Detect(data)
	}
}

// readPlayers reads the players of an event file as a list of entries: rounds that
// were played and settings are not taken.
func readPlayers(format formats.Format, data []byte) (listContent, error) {
	file, _, err := formats.Read(format, data)
	if err != nil {
		return listContent{}, refusePlayers(err)
	}
	if len(file.Event.Players) == 0 {
		return listContent{}, refusePlayers(errors.New("it has no players"))
	}
	out := listContent{Ignored: notTaken(file)}
	for i, p := range file.Event.Players {
		person := file.Person(i)
		family, given := person.Family, person.Given
		if family == "" {
			family, given = formats.SplitName(p.Name)
		}
		line := listLine{
			Number: i + 1, Family: family, Given: given, Club: p.Club, Grade: p.Rating.String(),
			Absent: FormatRounds(sorted(p.Absent)), HalfByes: FormatRounds(sorted(p.HalfPointByes)),
			Country: person.Country, PIN: person.PIN, AGA: person.AGA,
		}
		line.tidy()
		out.Lines = append(out.Lines, line)
	}
	return out, nil
}

// notTaken names what an event file says and a list of entries does not.
func notTaken(file *formats.File) []string {
	out := []string{"the settings of the event"}
	if n := len(file.Event.Played); n > 0 {
		out = append(out, roundsDrawn(n))
	}
	says := func(what string, is func(i int, p pairing.Player) bool) {
		for i, p := range file.Event.Players {
			if is(i, p) {
				out = append(out, what)
				return
			}
		}
	}
	says("licences", func(i int, _ pairing.Player) bool { return file.Person(i).Licence != "" })
	says("who comes late or has left", func(_ int, p pairing.Player) bool { return p.EnteredIn > 1 || p.WithdrawnAfter > 0 })
	return out
}

func roundsDrawn(n int) string {
	if n == 1 {
		return "the round that was drawn"
	}
	return fmt.Sprintf("the %d rounds that were drawn", n)
}

func refusePlayers(err error) error {
	var f apperr.Fields
	var all *formats.Problems
	if !errors.As(err, &all) {
		f.Add("file", "The file cannot be read: %s.", err)
		return f.Err()
	}
	lines := strings.Split(all.Error(), "\n")
	const shown = 5
	if more := len(lines) - shown; more > 0 {
		lines = append(lines[:shown], fmt.Sprintf("and %d more", more))
	}
	f.Add("file", "The file cannot be read: %s.", strings.Join(lines, "; "))
	return f.Err()
}
