package takeover

import (
	"errors"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/takeover"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// send takes files, which wait until they are taken over.
func (s *Desk) send(c echo.Context) error {
	chosen, err := kit.ChosenFiles(c, "file")
	if err != nil {
		return err
	}
	var lists []takeover.Upload
	var events []tournaments.NamedFile
	for _, f := range chosen {
		defer f.Close()
		if isEvent(f.Name) {
			events = append(events, tournaments.NamedFile{Name: f.Name, Reader: f})
			continue
		}
		lists = append(lists, takeover.Upload{Name: f.Name, Reader: f})
	}
	var beside *takeover.Beside
	if len(events) > 0 {
		if beside, err = s.beside(c, events); err != nil {
			return err
		}
	}
	if err := s.takeover.Send(c.Request().Context(), s.Actor(c), lists, beside); err != nil {
		return s.show(c, kit.NewFilling(), err)
	}
	s.Flash(c, kit.KindSuccess, "The files are read. Nothing of them is in the register yet.")
	return kit.SeeOther(c, kit.TakeOverPath+"#files")
}

// isEvent tells the file of a finished event by the end of its name; what is in it decides whether it is read.
func isEvent(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json", ".xml", ".h9", ".tou", ".aga":
		return true
	}
	return false
}

// beside are files of finished events, which wait in their own room. Who may take people over and no events is told so at the
// field.
func (s *Desk) beside(c echo.Context, events []tournaments.NamedFile) (*takeover.Beside, error) {
	keep, err := s.events.PastFiles(s.Actor(c), events)
	out := &takeover.Beside{Keep: keep}
	refused, ok := errors.AsType[*apperr.Error](err)
	switch {
	case err == nil:
	case apperr.KindOf(err) == apperr.Forbidden:
		out.Wrong.Add("file", "Files of finished events are sent by the secretary, the president or the ratings officer.")
	case ok && len(refused.Fields) > 0:
		out.Wrong = refused.Fields
	default:
		return nil, err
	}
	return out, nil
}

// readAs changes how a file is read.
func (s *Desk) readAs(c echo.Context) error {
	id, err := kit.PathID[takeover.FileID](c, "id")
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	as := takeover.ReadAs{
		File: id, Version: in.Version(), What: takeover.What(in.Text("what")), Headless: in.Ticked("headless"), Columns: map[int]string{},
		Settings: readSettings(in),
	}
	if as.Settings.Order == "" {
		as.Settings.Order = takeover.DayFirst
	}
	for _, end := range in.Named("column-") {
		if n, err := strconv.Atoi(end); err == nil {
			as.Columns[n] = in.Text("column-" + end)
		}
	}
	if err := in.Refusal(s.takeover.ReadAs(c.Request().Context(), s.Actor(c), as)); err != nil {
		in.Set("of_file", kit.IDText(id))
		return s.show(c, in, err)
	}
	s.Flash(c, kit.KindSuccess, "Saved. The rows are read again.")
	return kit.SeeOther(c, kit.TakeOverPath+"#file-"+kit.IDText(id))
}

func (s *Desk) remove(c echo.Context) error {
	id, err := kit.PathID[takeover.FileID](c, "id")
	if err != nil {
		return err
	}
	if err := s.takeover.Remove(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, kit.TakeOverPath)
	}
	s.Flash(c, kit.KindSuccess, "The file is removed.")
	return kit.SeeOther(c, kit.TakeOverPath)
}

// choose saves what was chosen for the rows that were shown, and for the names of clubs.
func (s *Desk) choose(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	out := takeover.Chosen{Rows: map[takeover.Ref]takeover.Choice{}, Clubs: map[string]string{}}
	for _, end := range in.Named("row-") {
		file, row, _ := strings.Cut(end, "-")
		n, err := strconv.Atoi(row)
		if was := in.Text("was-" + end); err != nil || in.Text("row-"+end) == was {
			continue // as it was shown: a proposal stays one
		}
		out.Rows[takeover.Ref{File: kit.ParseID[takeover.FileID](file), Row: n}] = readChoice(in.Text("row-" + end))
	}
	for _, key := range in.Named("club-") {
		if means := in.Text("club-" + key); means != "" && means != in.Text("was-club-"+key) {
			out.Clubs[key] = means
		}
	}
	if err := in.Refusal(s.takeover.Choose(c.Request().Context(), s.Actor(c), out)); err != nil {
		return s.show(c, in, err)
	}
	s.Flash(c, kit.KindSuccess, "The choices are saved.")
	back := kit.TakeOverPath + "?rows=" + in.Text("rows")
	if n := in.Text("page"); n != "" && n != "1" {
		back += "&page=" + n
	}
	return kit.SeeOther(c, kit.LocalPath(back, kit.TakeOverPath)+"#rows")
}

// take carries the plan out that was seen.
func (s *Desk) take(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	_, done, err := s.takeover.Take(c.Request().Context(), s.Actor(c), in.Text("digest"))
	if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
		return s.show(c, kit.NewFilling(), err)
	}
	if err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, "Taken over: "+kit.Plural(done.People, "person", "people")+" added, "+kit.Plural(done.Terms, "term", "terms")+
		". No one was written to.")
	return kit.SeeOther(c, kit.TakeOverPath+"#taken")
}

// undo undoes a take-over, while nothing is built on it.
func (s *Desk) undo() kit.Form[takeover.Undoing] {
	return kit.Form[takeover.Undoing]{
		Site: s.Site, Load: kit.ByID(s.Site, s.takeover.Undoing),
		Show: func(c echo.Context, p *kit.FormPage, u takeover.Undoing) error {
			p.Page = s.Page(c, "Undo a take-over", kit.Crumb{Label: "Take over a society", URL: kit.TakeOverPath})
			p.Action, p.Submit, p.Kind = kit.Below(kit.TakeOverPath, u.ID, "undo"), "Undo all of it", "danger"
			p.Back = kit.TakeOverPath
			line := takenLine(u.Taken)
			p.Facts = []kit.Fact{{Label: "Taken over", Value: line.When + ", by " + line.By}, {Label: "What", Value: line.What}}
			for _, text := range u.InTheWay {
				p.Barred = append(p.Barred, kit.CiteRules(text))
			}
			p.Say("Everything that came by it is removed: people, terms, clubs, secretaries and ratings. What it changed of others becomes " +
				"what it was, unless someone changed it since.")
			p.Group("", kit.Field{Name: "reason", Label: "Why is it undone?", Hint: "The log keeps it.", Required: true, MaxLength: 500})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, u takeover.Undoing) (kit.Done, error) {
			err := s.takeover.Undo(c.Request().Context(), s.Actor(c), u.ID, in.Text("reason"))
			return kit.Done{To: kit.TakeOverPath, Message: "The take-over is undone."}, err
		},
	}
}
