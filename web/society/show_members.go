package society

import (
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// statusBadgeOf is how a person stands, as a badge.
func memberBadge(s members.Status) kit.Badge {
	kind := kit.KindNeutral
	switch s {
	case members.Member:
		kind = kit.KindSuccess
	case members.Upcoming:
		kind = kit.KindInfo
	case members.Lapsed:
		kind = kit.KindWarning
	}
	return kit.Badge{Kind: kind, Text: s.Label()}
}

// clubNames gives each club its name.
type clubNames map[members.ClubID]string

func clubNamesOf(list []clubs.Club) clubNames {
	names := make(clubNames, len(list))
	for _, c := range list {
		names[c.ID] = c.Name
	}
	return names
}

// join lists the names of some clubs.
func (n clubNames) join(ids []members.ClubID) string {
	text := ""
	for _, id := range ids {
		if text != "" {
			text += ", "
		}
		text += n[id]
	}
	return text
}
