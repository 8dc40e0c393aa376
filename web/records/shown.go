package records

import (
	"regexp"
	"sync"

	"github.com/labstack/echo/v4"

	"nzgs/internal/results"
	"nzgs/internal/sgf"
	"nzgs/web/kit"
)

// contactText is an e-mail address, or a telephone number as people here write one. It is
// large: it is made when it is first wanted, and not whenever the program starts.
var contactText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.[\p{L}\p{N}.-]+|\+[0-9][0-9 ()-]{7,}[0-9]|\b0[2-9][0-9]?[ -]?[0-9]{3}[ -]?[0-9]{3,5}\b`)
})

// shortestContact is the shortest text that has contact data: moves are passed over.
const shortestContact = len("a@b.c")

func hasContact(raw []byte) bool { return len(raw) >= shortestContact && contactText().Match(raw) }

// forEveryone is a kept record as everybody may have it: as it was handed in, or
// without its texts and with the players' names as public pages show them, where
// one of the players goes by an alias or a text has contact data. Anything written
// in a record may say who the players are. nil: it cannot be given so.
func forEveryone(r results.SeenRecord) []byte {
	file := sgf.Parse(r.Content)
	if !r.Played.ByAlias && !file.HasText(hasContact) {
		return r.Content
	}
	if len(file.Games) == 0 {
		return nil
	}
	var rec sgf.Record
	if err := file.Games[0].MainLine(&rec); err != nil {
		return nil
	}
	return rec.Bare(r.Played.BlackName, r.Played.WhiteName)
}

// withNames are the facts of a report with the players' names as public pages show
// them, where one of them goes by an alias or a name has contact data in it.
func withNames(facts []kit.Fact, r results.SeenRecord) []kit.Fact {
	out := append([]kit.Fact(nil), facts...)
	for i, f := range out {
		public := map[string]string{factBlack: r.Played.BlackName, factWhite: r.Played.WhiteName}[f.Label]
		if public != "" && (r.Played.ByAlias || contactText().MatchString(f.Value)) {
			out[i].Value = public
		}
	}
	return out
}

// recordFile sends a record: as it was handed in to who directs or referees, and as
// everybody may have it to others.
func (s *Desk) recordFile(c echo.Context) error {
	r, err := s.keptRecord(c)
	if err != nil {
		return err
	}
	content := r.Content
	if !r.Viewer.Runs {
		content = forEveryone(r)
	}
	if content == nil {
		return errNoFile
	}
	return kit.SendFile(c, kit.FormatSGF, s.recordFileName(r), content)
}
