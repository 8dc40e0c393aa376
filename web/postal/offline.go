package postal

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// OfflinePage is the way on the tellers' own machines: the vote's file to
// take, the result to hand in.
type OfflinePage struct {
	kit.Page
	Head      Head
	Obstacles []kit.RuleText
	Package   string // where the vote's file is taken; "" when it is not there
	File      string // its name, where it is saved
	Action    string
	Upload    kit.Upload
	CanHandIn bool
	Back      string
}

var offlineView = kit.NewView[OfflinePage](templates, "offline.html")

const protectsOffline = "The papers are typed on the tellers’ own machines and never reach this program in any " +
	"form. Only totals, both tellers’ approvals and a hash come back. This protects even from someone who runs or " +
	"changes this server. It does not protect from someone who controls a teller’s machine while the papers are entered."

// resultLimit is more than a result file may have.
const resultLimit = 256 << 10

// handIn hands the result in, below the way to it.
func (s *Desk) handIn() kit.Form[turn] {
	return kit.Form[turn]{
		Site: s.Site,
		Load: func(c echo.Context) (turn, error) {
			if c.Request().Method == http.MethodGet {
				if t, err := s.turnOf(postal.ActPackage)(c); err == nil {
					return t, nil
				}
			}
			return s.turnOf(postal.ActResult)(c)
		},
		Show: func(c echo.Context, p *kit.FormPage, t turn) error {
			p.Page = s.votePage(c, t.File, "On your own machine")
			p.Action, p.Back = kit.PostalURL(t.ID, "offline"), kit.PostalURL(t.ID)
			p.Uploads = []kit.Upload{{
				ID: "result", Name: "result", Label: "Result file",
				Hint: "The file that nzgs teller total made, approved by both tellers.", Accept: ".json", Required: true,
			}}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t turn) (kit.Done, error) {
			_, content, _, err := kit.ChosenContent(c, "result", resultLimit)
			switch {
			case err != nil:
				return kit.Done{}, err
			case len(content) == 0:
				in.Problem("result", "Choose the result file.")
				return kit.Done{}, nil
			}
			_, err = s.postal.TakeResult(c.Request().Context(), s.Actor(c), t.ID, content)
			return t.done("The result was handed in. Both tellers approved it, and its figures match the register."), err
		},
		Render: s.renderOffline,
	}
}

func (s *Desk) renderOffline(c echo.Context, status int, p *kit.FormPage, t turn) error {
	page := OfflinePage{
		Page: p.Page, Head: headOf(t.File, protectsOffline), File: s.voteFile(t.ID, voteFileName).Saved(kit.FormatJSON),
		Action: p.Action, Back: p.Back, Upload: p.Uploads[0],
	}
	if step, ok := stepOf(t.File, postal.ActPackage); ok && step.Ready() {
		page.Package = kit.PostalURL(t.ID, "package.json")
	}
	if step, ok := stepOf(t.File, postal.ActResult); ok {
		page.CanHandIn, page.Obstacles = step.Ready(), inTheWay(step)
	}
	return offlineView.Render(c, status, page)
}

// What the files are called with which a vote is counted and checked apart from the site.
const (
	voteFileName   = "vote file"
	resultFileName = "signed result"
)

// voteFile names a file of a postal vote.
func (s *Desk) voteFile(id postal.VoteID, what string) kit.FileName {
	return s.TodaysFile(what, "postal vote "+kit.IDText(id))
}

// downloadPackage is the file that the tellers work on.
func (s *Desk) downloadPackage(c echo.Context) error {
	id, err := kit.PathID[postal.VoteID](c, "id")
	if err != nil {
		return err
	}
	content, err := s.postal.Package(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	return kit.SendFile(c, kit.FormatJSON, s.voteFile(id, voteFileName), content)
}

// ProtectionPage says in plain words what a postal vote protects from whom. It
// says what docs/ballots.md says.
type ProtectionPage struct {
	kit.Page
	Short []kit.RuleText
	Ways  []ProtectionWay
	Key   ProtectionWay
}

// ProtectionWay is one of the two ways to enter papers, or to make a key (partial
// "postal-protection").
type ProtectionWay struct {
	Title, Text string
	Protects    []string
	Leaves      []string
}

var protectionView = kit.NewView[ProtectionPage](templates, "protection.html")

func (s *Desk) protection(c echo.Context) error {
	page := ProtectionPage{Page: s.Page(c, "What a postal vote protects from whom", crumb), Ways: protectionWays, Key: protectionKey}
	for _, text := range protectionShort {
		page.Short = append(page.Short, kit.CiteRules(text))
	}
	return protectionView.Render(c, http.StatusOK, page)
}
