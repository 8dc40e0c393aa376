package postal

import (
	"fmt"
	"mime"
	"net/http"
	"path/filepath"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// documentLimit is the most bytes a document that goes out with the papers may
// have.
const documentLimit = 10 << 20

// mediaTypes are the documents that may go out, by the end of their names.
var mediaTypes = map[string]string{
	".pdf": "application/pdf", ".txt": "text/plain", ".md": "text/markdown", ".png": "image/png", ".jpg": "image/jpeg",
	".jpeg": "image/jpeg",
}

func queryDate(c echo.Context, name string) civil.Date {
	day, err := civil.ParseDate(c.QueryParam(name))
	if err != nil {
		return civil.Date{}
	}
	return day
}

// addDocument adds a document below the form of the draft.
func (s *Desk) addDocument() kit.Form[postal.File] {
	return kit.Form[postal.File]{
		Site: s.Site, Load: s.savedDraft, Render: s.renderDraft,
		Show: func(c echo.Context, p *kit.FormPage, f postal.File) error {
			fillDraft(c, p.In(), f)
			p.Hide("version", kit.IDText(f.Version))
			return s.showDraft(c, p, f)
		},
		Take: func(c echo.Context, in *kit.Filling, f postal.File) (kit.Done, error) {
			name, content, _, err := kit.ChosenContent(c, "document", documentLimit+1)
			if err != nil {
				return kit.Done{}, err
			}
			_, err = s.postal.AddDocument(c.Request().Context(), s.Actor(c), f.ID, postal.Document{
				Name:      filepath.Base(strings.ReplaceAll(name, "\\", "/")),
				MediaType: mediaTypes[strings.ToLower(filepath.Ext(name))], Size: len(content),
				Minutes: in.Ticked("minutes"), Content: content,
			})
			return kit.Done{
				To: kit.PostalURL(f.ID, "edit"), Message: "The document will go out with the papers.",
			}, err
		},
	}
}

func (s *Desk) documentRemove(c echo.Context) error {
	id, err := kit.PathID[postal.VoteID](c, "id")
	if err != nil {
		return err
	}
	doc, err := kit.PathID[postal.DocumentID](c, "document")
	if err != nil {
		return err
	}
	if err := s.postal.RemoveDocument(c.Request().Context(), s.Actor(c), id, doc); err != nil {
		return s.RefusedAt(c, err, kit.PostalURL(id))
	}
	s.Flash(c, kit.KindSuccess, "The document was removed and will not go out.")
	return kit.SeeOther(c, kit.PostalURL(id, "edit"))
}

// document sends a document as a file to be saved: what was uploaded is
// never shown as a page of this site.
func (s *Desk) document(c echo.Context) error {
	id, err := kit.PathID[postal.VoteID](c, "id")
	if err != nil {
		return err
	}
	doc, err := kit.PathID[postal.DocumentID](c, "document")
	if err != nil {
		return err
	}
	d, err := s.postal.Document(c.Request().Context(), s.Actor(c), id, doc)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": d.Name}))
	if h.Get(echo.HeaderContentDisposition) == "" {
		h.Set(echo.HeaderContentDisposition, fmt.Sprintf(`attachment; filename="document-%d"`, doc))
	}
	kit.NoStore(c)
	return c.Blob(http.StatusOK, d.MediaType, d.Content)
}
