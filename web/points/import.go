package points

import (
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/formats"
	"nzgs/internal/representative"
	"nzgs/web/kit"
)

// ImportView is a file that was entered.
type ImportView struct {
	File, Text string
	Undo       *kit.PostButton
}

func importView(page kit.Page, i representative.Import) ImportView {
	out := ImportView{File: i.File, Text: fmt.Sprintf("%s and %s, entered on %s by %s",
		kit.Plural(i.Events, "event", "events"), kit.Plural(i.Openings, "balance", "balances"), i.At.Date().Long(), i.By)}
	if i.Undone {
		out.Text += "; withdrawn"
		return out
	}
	out.Undo = page.Button(
		"undo-"+kit.IDText(i.ID), kit.Below(kit.PointsDeskPath+"/imports", i.ID, "undo"), "Withdraw",
	)
	out.Undo.Kind, out.Undo.Small, out.Undo.For = "secondary", "small", i.File
	return out
}

// upload enters earlier balances and events from a file.
func (s *Desk) upload() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Earlier points from a file", pointsCrumb, deskCrumb)
			page.Action, page.Submit, page.Back = kit.PointsDeskPath+"/import", "Enter", kit.PointsDeskPath
			page.Say("Balances and events from before this site, with the years that they ended and who represented.",
				"Players are people of the register, written as they stand there. Of two with one name the member number decides: "+
					"Mei Lin (12). Visitors need not be in the register.",
				"A file with mistakes posts nothing: each is listed with its place.",
				"Everyone can read the name of the file: it stands with its lines in the public accounts of the players.")
			page.Uploads = []kit.Upload{{
				ID: "file", Name: "file", Label: "File of points (JSON)", Accept: ".json",
				Hint: "The format of the command nzgs points; nzgs points FILE shows first what it comes to.",
			}}
			page.Group("", kit.Field{
				Name: "different", Label: "Events that look alike are different events", Type: "checkbox",
				Hint: "Leave this empty at first: you are told which events of the file look like ones that give points already.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			name, content, given, err := kit.ChosenContent(c, "file", formats.MaxBytes+1)
			if err != nil {
				return kit.Done{}, err
			}
			if !given {
				in.Problem("file", "Choose a file.")
				return kit.Done{}, nil
			}
			entered, err := s.points.Enter(c.Request().Context(), s.Actor(c), representative.File{
				Name: name, Data: content, Different: in.Ticked("different"),
			})
			return kit.Done{To: kit.PointsDeskPath, Message: strings.Join([]string{
				kit.Plural(entered.Events, "event", "events"), "and", kit.Plural(entered.Openings, "balance", "balances"), "were entered.",
			}, " ")}, err
		},
	}
}

func (s *Desk) undoImport(c echo.Context) error {
	id, err := kit.PathID[representative.ImportID](c, "id")
	if err != nil {
		return err
	}
	if err := s.points.UndoImport(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, kit.PointsDeskPath)
	}
	s.Flash(c, kit.KindSuccess, "The file is withdrawn; lines of their own undo what it posted.")
	return kit.SeeOther(c, kit.PointsDeskPath)
}
