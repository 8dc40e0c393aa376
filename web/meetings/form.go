package meetings

import (
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// meant are those of a list whom a form can name.
func meant(list []meetings.Someone) kit.People {
	named := make([]kit.Named, len(list))
	for i, one := range list {
		named[i] = kit.Named(one)
	}
	return kit.PeopleOf(members.Fold, named)
}

// entitledAt are those who may take part in a meeting.
func (s *Desk) entitledAt(c echo.Context, id meetings.ID) (kit.People, error) {
	door, err := s.meetings.Door(c.Request().Context(), s.Actor(c), id)
	list := make([]meetings.Someone, len(door))
	for i, e := range door {
		list[i] = e.Someone
	}
	return meant(list), err
}

// presentField asks for one of those who are at the meeting.
func presentField(v meetings.View, name, label string) kit.Field {
	here := slices.Clone(v.Attendance)
	here = slices.DeleteFunc(here, func(p meetings.Presence) bool { return !p.Here() || !p.Entitled })
	return peopleField(here, name, label)
}

// cameField asks for one of those who are or were at the meeting, on any of its days.
func cameField(v meetings.View, name, label string) kit.Field {
	return peopleField(v.CameByRight(), name, label)
}

func peopleField(people []meetings.Presence, name, label string) kit.Field {
	f := kit.Field{Name: name, Label: label, Type: "select", Options: []kit.Option{{Label: "Choose"}}}
	for _, one := range people {
		f.Options = append(f.Options, kit.Option{Value: kit.IDText(one.Person), Label: one.Name})
	}
	return f
}

// namesURL proposes those who may take part in a meeting.
func namesURL(id meetings.ID) string { return kit.MeetingURL(id, "names") }

// names proposes those who may take part in a meeting to whoever records for it.
func (s *Desk) names(c echo.Context) error {
	id, err := kit.PathID[meetings.ID](c, "id")
	if err != nil {
		return err
	}
	among, err := s.entitledAt(c, id)
	if err != nil {
		return err
	}
	return kit.SendNames(c, among.Proposed(c.QueryParam("q")))
}
