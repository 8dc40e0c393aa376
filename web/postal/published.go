package postal

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// checkable says what was checked of a declared result, and gives the files with
// which anybody checks it again.
func (s *Desk) checkable(p *ResultPage, id postal.VoteID, d postal.Declaration) {
	if !d.Proven {
		p.Check = "The vote file was deleted with the papers, so the tellers’ signatures can no longer be checked."
		return
	}
	p.Check = "For this page the program checked both tellers’ signatures over these totals. Where its log says what the " +
		"last step of the vote left, it compared that too. You need not take its word for it."
	vote, result := s.voteFile(id, voteFileName).Saved(kit.FormatJSON), s.voteFile(id, resultFileName).Saved(kit.FormatJSON)
	p.CheckBy = "nzgs teller verify " + vote + " " + result
	p.Files = []kit.Link{
		{Label: "Vote file", URL: kit.PostalURL(id, "declaration/vote.json")},
		{Label: "Signed result", URL: kit.PostalURL(id, "declaration/result.json")},
	}
}

// publishedPackage is the vote file of a declared vote, for everybody.
func (s *Desk) publishedPackage(c echo.Context) error {
	return s.published(c, voteFileName, func(pack, _ []byte) []byte { return pack })
}

// publishedResult is the tellers' signed result of a declared vote, for everybody.
func (s *Desk) publishedResult(c echo.Context) error {
	return s.published(c, resultFileName, func(_, result []byte) []byte { return result })
}

func (s *Desk) published(c echo.Context, what string, which func(pack, result []byte) []byte) error {
	id, err := kit.PathID[postal.VoteID](c, "id")
	if err != nil {
		return err
	}
	pack, result, err := s.postal.Published(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return kit.SendFile(c, kit.FormatJSON, s.voteFile(id, what), which(pack, result))
}
