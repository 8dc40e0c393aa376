package pairing

import "slices"

// Otherwise is a player who stands elsewhere by another definition.
type Otherwise struct {
	ID          ID
	Here, There Place
}

// DirectOtherwise says who would stand elsewhere by the other definition of direct comparison, best first: by points
// ([DCPoints]) where the event goes by who beat whom ([DC]), or the other way round. Without direct comparison, or with
// both, there is no other definition.
func DirectOtherwise(ev *Event, through int) (other TieBreak, moved []Otherwise) {
	var own TieBreak
	switch dc, points := slices.Index(ev.TieBreaks, DC), slices.Index(ev.TieBreaks, DCPoints); {
	case dc >= 0 && points < 0:
		own, other = DC, DCPoints
	case points >= 0 && dc < 0:
		own, other = DCPoints, DC
	default:
		return "", nil
	}
	changed := *ev
	changed.TieBreaks = slices.Clone(ev.TieBreaks)
	changed.TieBreaks[slices.Index(changed.TieBreaks, own)] = other
	there := Standings(&changed, through)
	for _, row := range Standings(ev, through).Rows {
		if now, ok := there.Row(row.ID); ok && now.Place != row.Place {
			moved = append(moved, Otherwise{row.ID, row.Place, now.Place})
		}
	}
	return other, moved
}
