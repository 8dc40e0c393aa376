package postal

import (
	"mime"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// PostalOfflinePage is the way on the tellers' own machines: the vote's file to
// take, the result to hand in.
type PostalOfflinePage struct {
	kit.Page
	Head      PostalHead
	Obstacles []kit.RuleText
	Package   string // where the vote's file is taken; "" when it is not there
	File      string // its name, where it is saved
	Action    string
	Upload    kit.Upload
	CanHandIn bool
	Back      string
}

var postalOfflineView = kit.NewView[PostalOfflinePage](templates, "offline.html")

const protectsOffline = "The papers are typed on the tellers’ own machines and never reach this program in any " +
	"form. Only totals, both tellers’ approvals and a hash come back. This protects even from someone who runs or " +
	"changes this server. It does not protect from someone who controls a teller’s machine while the papers are entered."

// resultLimit is more than a result file may have.
const resultLimit = 256 << 10

func (s *Desk) postalOffline(c echo.Context) error {
	f, _, err := s.postalStep(c, postal.ActPackage)
	if err != nil {
		if f, _, err = s.postalStep(c, postal.ActResult); err != nil {
			return err
		}
	}
	return s.showOffline(c, http.StatusOK, f, nil)
}

func (s *Desk) showOffline(c echo.Context, status int, f postal.File, refused error) error {
	page := PostalOfflinePage{
		Page: s.postalPage(c, f, "On your own machine"), Head: postalHead(f, protectsOffline), File: packageFile(f.ID),
		Action: kit.PostalURL(f.ID, "offline"), Back: kit.PostalURL(f.ID),
	}
	if refused != nil && !page.Invalid(refused) && !page.Conflicting(refused) {
		return refused
	}
	if step, ok := stepOf(f, postal.ActPackage); ok && step.Ready() {
		page.Package = kit.PostalURL(f.ID, "package.json")
	}
	if step, ok := stepOf(f, postal.ActResult); ok {
		page.CanHandIn = step.Ready()
		for _, o := range step.Obstacles {
			page.Obstacles = append(page.Obstacles, kit.Ruled(o.Text, o.Rule))
		}
	}
	page.Upload = kit.Upload{
		ID: "result", Name: "result", Label: "Result file",
		Hint: "The file that nzgs teller total made, approved by both tellers.", Accept: ".json",
		Error: page.ErrorOn("result"), Required: true,
	}
	return postalOfflineView.Render(c, status, page)
}

// packageFile is what the vote's file is called.
func packageFile(id postal.VoteID) string { return "postal-vote-" + kit.IDText(id) + ".json" }

// postalPackage is the file that the tellers work on.
func (s *Desk) postalPackage(c echo.Context) error {
	id, err := kit.PathID[postal.VoteID](c, "id")
	if err != nil {
		return err
	}
	content, err := s.postal.Package(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	c.Response().Header().Set(
		echo.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": packageFile(id)}),
	)
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, content)
}

func (s *Desk) postalResult(c echo.Context) error {
	f, _, err := s.postalStep(c, postal.ActResult)
	if err != nil {
		return err
	}
	_, content, _, err := kit.ChosenContent(c, "result", resultLimit)
	if err != nil {
		return err
	}
	if len(content) == 0 {
		var problem apperr.Fields
		problem.Add("result", "Choose the result file.")
		return s.showOffline(c, http.StatusUnprocessableEntity, f, problem.Err())
	}
	if _, err := s.postal.TakeResult(c.Request().Context(), s.Actor(c), f.ID, content); err != nil {
		if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
			return s.showOffline(c, kit.StatusOf[kind], f, err)
		}
		return err
	}
	s.Flash(c, kit.KindSuccess, "The result was handed in. Both tellers approved it, and its figures match the register.")
	return kit.SeeOther(c, kit.PostalURL(f.ID))
}

// ProtectionPage says in plain words what a postal vote protects from whom. It
// says what docs/ballots.md says.
type ProtectionPage struct {
	kit.Page
	Short []kit.RuleText
	Ways  []ProtectionWay
}

// ProtectionWay is one of the two ways to enter papers.
type ProtectionWay struct {
	Title, Text string
	Protects    []string
	Leaves      []string
}

var protectionView = kit.NewView[ProtectionPage](templates, "protection.html")

func (s *Desk) postalProtection(c echo.Context) error {
	page := ProtectionPage{Page: s.Page(c, "What a postal vote protects from whom", postalCrumb), Ways: protectionWays}
	for _, text := range protectionShort {
		page.Short = append(page.Short, kit.CiteRules(text))
	}
	return protectionView.Render(c, http.StatusOK, page)
}
