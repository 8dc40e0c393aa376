package meetings

import (
	"slices"

	"nzgs/internal/civil"
)

// Ids of what is recorded while a meeting runs.
type (
	NoteID    int64
	SpeakerID int64
)

// Note is what was said under an item, for the minutes.
type Note struct {
	ID   NoteID
	Item ItemID
	Text string
	At   civil.Instant
	By   string
}

// Speaker is somebody who asked to speak on an item, in the order of asking.
type Speaker struct {
	Someone
	ID       SpeakerID
	Item     ItemID
	Speaking bool
}

// Apology is somebody who said that they could not come.
type Apology struct {
	Someone
	Entitled bool
	At       civil.Instant
	By       string // who recorded it
}

// OwnApology says whether the actor may send apologies, and did.
type OwnApology struct{ May, Sent bool }

// Floor is the item that the chair took, and when.
type Floor struct {
	Item  ItemID // 0: none was taken
	Since civil.Instant
}

// UnderWay is what the meeting deals with: the item that the chair took, or that
// of the motion on which something was recorded since. item is 0 of an open
// meeting whose chair has said nothing yet, and of one that is not open; motion is
// 0 where the item has none.
func (r Record) UnderWay() (item ItemID, motion MotionID) {
	if r.Meeting.State != Open {
		return 0, 0
	}
	item, since := r.Floor.Item, r.Floor.Since
	for _, m := range r.Motions {
		if at := m.lastRecorded(); at.After(since) && at.After(r.began()) {
			item, motion, since = r.ItemOf(m), m.ID, at
		}
	}
	if motion == 0 {
		motion = r.motionUnder(item)
	}
	return item, motion
}

// motionUnder is the motion of an item that comes now: one that is begun, or else
// the next; 0 once all are decided.
func (r Record) motionUnder(item ItemID) MotionID {
	var next MotionID
	for _, m := range r.Motions {
		if m.State != Pending || r.ItemOf(m) != item {
			continue
		}
		if len(m.Counts)+len(m.Amendments) > 0 || m.Procedural != "" {
			return m.ID
		}
		if next == 0 {
			next = m.ID
		}
	}
	return next
}

// ItemOf is the item that a motion comes under: one without an item, as the
// committee's are, under the last.
func (r Record) ItemOf(m Motion) ItemID {
	if i := slices.IndexFunc(r.Agenda, func(it AgendaItem) bool { return it.Item == m.Item && m.Item != "" }); i >= 0 {
		return r.Agenda[i].ID
	}
	if len(r.Agenda) == 0 {
		return 0
	}
	return r.Agenda[len(r.Agenda)-1].ID
}

// lastRecorded is when the latest count on a motion or its amendments was
// recorded, or what became of it.
func (m Motion) lastRecorded() civil.Instant {
	last := m.DecidedAt
	for _, c := range m.Counts {
		if c.At.After(last) {
			last = c.At
		}
	}
	for _, a := range m.Amendments {
		for _, c := range a.Counts {
			if c.At.After(last) {
				last = c.At
			}
		}
	}
	return last
}

// began is when the sitting began: when the meeting opened, or resumed.
func (r Record) began() civil.Instant {
	if n := len(r.Sittings); n > 0 {
		return r.Sittings[n-1].ResumedAt
	}
	return r.Meeting.OpenedAt
}

// NotesOn are the notes to an item.
func (r Record) NotesOn(item ItemID) []Note {
	return slices.DeleteFunc(slices.Clone(r.Notes), func(n Note) bool { return n.Item != item })
}

// SpeakersOn are those who asked to speak on an item, the one who speaks first.
func (r Record) SpeakersOn(item ItemID) []Speaker {
	return slices.DeleteFunc(slices.Clone(r.Speakers), func(s Speaker) bool { return s.Item != item })
}

// Apologised reports whether somebody sent apologies.
func (r Record) Apologised(person PersonID) bool {
	return slices.ContainsFunc(r.Apologies, func(a Apology) bool { return a.Person == person })
}

// Absent are those entitled to be there who sent apologies and did not come, at no
// sitting.
func (r Record) Absent() []Someone {
	var out []Someone
	for _, a := range r.Apologies {
		if _, came := r.presence(a.Person); a.Entitled && !came && !r.satBefore(a.Person) {
			out = append(out, a.Someone)
		}
	}
	return out
}
