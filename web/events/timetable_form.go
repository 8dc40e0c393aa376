package events

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// TimetablePage is the director's page of when a section's rounds are played.
type TimetablePage struct {
	kit.FormPage
	Head  DeskHead
	Table *Timetable // as it is saved
	Links []kit.Link
}

var timetableView = kit.NewView[TimetablePage](templates, "director/timetable.html")

func timetableURL(id tournaments.SectionID) string { return sectionDeskURL(id, "timetable") }

// setTimetable sets when the rounds of a section are played; one is proposed first.
func (s *Desk) setTimetable() kit.Form[*tournaments.Wallchart] {
	return kit.Form[*tournaments.Wallchart]{
		Site: s.Site,
		Load: func(c echo.Context) (*tournaments.Wallchart, error) { return s.deskChart(c, auth.DirectEvent) },
		Fill: func(_ echo.Context, in *kit.Filling, w *tournaments.Wallchart) {
			if t := w.Timetable; t.Set() {
				fillTimetable(in, t)
				return
			}
			fillTimetable(in, tournaments.ProposeTimetable(w.Event, w.Section.Rounds, w.Section.BoardTime))
		},
		Saved:   func(_ echo.Context, in *kit.Filling, w *tournaments.Wallchart) { fillTimetable(in, w.Timetable) },
		Version: func(w *tournaments.Wallchart) int64 { return w.Timetable.Version },
		Show: func(c echo.Context, page *kit.FormPage, w *tournaments.Wallchart) error {
			page.Page = s.deskPage(c, w, w.Section.Name+": timetable")
			page.Action, page.Submit, page.Back = timetableURL(w.Section.ID), "Save the timetable", kit.EventDeskURL(w.Event.ID)
			if !w.Timetable.Set() {
				page.Say("This section has no timetable yet. One is proposed from the days of the event and its clock settings: " +
					"change what is otherwise, then save it.")
			}
			if !w.Event.TakesChanges() {
				return nil
			}
			timetableFields(page, w)
			if w.Timetable.Set() {
				remove := page.Button("remove", timetableURL(w.Section.ID)+"/remove", "Remove the timetable", kit.VersionField(w.Timetable.Version))
				remove.Kind = "danger"
				page.Others = append(page.Others, remove)
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, w *tournaments.Wallchart) (kit.Done, error) {
			err := s.tournaments.SetTimetable(c.Request().Context(), s.Actor(c), w.Section.ID, readTimetable(in, w.Section.Rounds))
			return kit.Done{To: timetableURL(w.Section.ID), Message: seenBy(w, "The timetable is saved.", "Everyone sees it now.")}, err
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, w *tournaments.Wallchart) error {
			out := TimetablePage{FormPage: *page, Head: s.deskHead(c, w, "Timetable"), Table: s.timetableOf(w)}
			out.Head.Next = kit.NextStep{}
			if w.Timetable.Set() && w.Event.TakesChanges() {
				out.Links = append(out.Links, kit.Link{Label: "A round is late: move it", URL: timetableURL(w.Section.ID) + "/delay"})
			}
			out.Links = append(out.Links, timetableLinks(w.Event, []*tournaments.Wallchart{w})...)
			return timetableView.Render(c, status, out)
		},
	}
}

func fillTimetable(in *kit.Filling, t tournaments.Timetable) {
	in.Set("zone", t.Zone)
	for _, slot := range t.Slots {
		name := func(field string) string { return tournaments.SlotField(field, slot.Round) }
		in.SetDay(name("day"), slot.Day)
		in.Set(name("starts"), slot.Starts.String())
		in.Set(name("minutes"), strconv.Itoa(slot.Minutes))
		in.Set(name("pause"), slot.Pause)
		in.Set(name("clocks"), slot.Clocks)
	}
}

// readTimetable reads the rounds of which something was typed; a line that is empty is a round without a time.
func readTimetable(in *kit.Filling, rounds int) tournaments.Timetable {
	t := tournaments.Timetable{Zone: in.Text("zone"), Version: in.Version()}
	for n := 1; n <= rounds; n++ {
		name := func(field string) string { return tournaments.SlotField(field, n) }
		if in.Text(name("day")) == "" && in.Text(name("starts")) == "" {
			continue
		}
		slot := tournaments.Slot{
			Round: n, Day: in.Day(name("day")), Minutes: in.Number(name("minutes")), Pause: in.Text(name("pause")),
			Clocks: in.Text(name("clocks")),
		}
		var err error
		if slot.Starts, err = tournaments.ReadHourOfDay(in.Text(name("starts"))); err != nil {
			in.Problem(name("starts"), "Enter when round %d begins, like 9:30 am.", n)
		}
		t.Slots = append(t.Slots, slot)
	}
	return t
}

func timetableFields(page *kit.FormPage, w *tournaments.Wallchart) {
	for n := 1; n <= w.Section.Rounds; n++ {
		name := func(field string) string { return tournaments.SlotField(field, n) }
		page.Group("Round "+strconv.Itoa(n)).Row(
			kit.DayField(name("day"), "Day", ""),
			kit.Field{Name: name("starts"), Label: "Starts", Placeholder: "9:30 am", Width: "short", MaxLength: 12},
			kit.Field{
				Name: name("minutes"), Label: "Takes", Type: "number", Min: strconv.Itoa(tournaments.MinMinutes),
				Max: strconv.Itoa(tournaments.MaxMinutes), Suffix: "minutes", Width: "medium",
			},
			kit.Field{Name: name("pause"), Label: "Then", Placeholder: "Lunch", Width: "medium", MaxLength: 60},
			kit.Field{Name: name("clocks"), Label: "Clocks", Placeholder: w.Section.BoardTime, Width: "medium", MaxLength: 100},
		)
		if n == 1 {
			page.Text("A round without a day and a time is left open. Clocks are filled in only where a round has other settings than the section.")
		}
	}
	var zones []kit.Option
	for _, z := range tournaments.Zones() {
		zones = append(zones, kit.Option{Value: z.Name, Label: z.Label})
	}
	page.Group("Where", kit.Field{
		Name: "zone", Label: "By the clocks of", Type: "select", Options: zones, Width: "medium",
		Hint: "Times are those of the place where the event is held.",
	})
}

func (s *Desk) timetableRemove(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	here := timetableURL(w.Section.ID)
	if err := s.tournaments.RemoveTimetable(c.Request().Context(), s.Actor(c), w.Section.ID, in.Version()); err != nil {
		return s.RefusedAt(c, err, here)
	}
	s.Flash(c, kit.KindSuccess, w.Section.Name+" has no timetable now.")
	return kit.SeeOther(c, here)
}

// delayRound moves a round, and the later ones with it.
func (s *Desk) delayRound() kit.Form[*tournaments.Wallchart] {
	return kit.Form[*tournaments.Wallchart]{
		Site: s.Site,
		Load: func(c echo.Context) (*tournaments.Wallchart, error) { return s.deskChart(c, auth.DirectEvent) },
		Fill: func(_ echo.Context, in *kit.Filling, w *tournaments.Wallchart) {
			_, next := w.Timetable.At(s.Clock())
			if next.Round > 0 {
				in.Set("round", strconv.Itoa(next.Round))
			}
			in.Set("minutes", "15")
			in.Set("moves", string(tournaments.MovesDay))
		},
		Version: func(w *tournaments.Wallchart) int64 { return w.Timetable.Version },
		Show: func(c echo.Context, page *kit.FormPage, w *tournaments.Wallchart) error {
			page.Page = s.deskPage(c, w, w.Section.Name+": move a round")
			page.Action, page.Submit, page.Back = timetableURL(w.Section.ID)+"/delay", "Move it", timetableURL(w.Section.ID)
			var rounds []kit.Option
			for _, slot := range w.Timetable.Slots {
				rounds = append(rounds, kit.Option{
					Value: strconv.Itoa(slot.Round), Label: fmt.Sprintf("Round %d: %s, %s", slot.Round, slot.Day.Short(), slot.Starts),
				})
			}
			page.Group("",
				kit.Field{Name: "round", Label: "Round", Type: "select", Options: rounds},
				kit.Field{
					Name: "minutes", Label: "Later by", InputMode: "numeric", Suffix: "minutes", Width: "medium",
					Hint: "−15 moves it 15 minutes earlier.",
				},
				kit.Field{Name: "moves", Label: "The rounds after it", Type: "radios", Options: options(
					string(tournaments.MovesDay), "Of the same day move too", "",
					string(tournaments.MovesAll), "All move too", "",
					string(tournaments.MovesNone), "Stay where they are", "",
				)},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, w *tournaments.Wallchart) (kit.Done, error) {
			err := s.tournaments.DelayRound(c.Request().Context(), s.Actor(c), w.Section.ID, tournaments.DelayInput{
				Round: in.NumberOr("round", 0), Minutes: minutesIn(in), Moves: tournaments.Moves(in.Text("moves")), Version: in.Version(),
			})
			return kit.Done{To: timetableURL(w.Section.ID), Message: seenBy(w, "The timetable is changed.", "Everyone sees the new times.")}, err
		},
	}
}

// minutesIn reads minutes that may be below 0, with either minus.
func minutesIn(in *kit.Filling) int {
	if rest, ok := strings.CutPrefix(in.Text("minutes"), "−"); ok {
		in.Set("minutes", "-"+rest)
	}
	return in.Number("minutes")
}
