package postal

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

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
			name, content, _, err := kit.ChosenContent(c, "document", governance.MaxDocument+1)
			if err != nil {
				return kit.Done{}, err
			}
			_, err = s.postal.AddDocument(c.Request().Context(), s.Actor(c), f.ID, postal.Document{
				Name: name, MediaType: governance.MediaTypeOf(name), Minutes: in.Ticked("minutes"), Content: content,
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
	return kit.SendDocument(c, d.Name, d.MediaType, d.Content)
}
