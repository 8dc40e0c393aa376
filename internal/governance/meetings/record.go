package meetings

import (
	"encoding/json"
	"fmt"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// derive works out what follows from what was recorded: names, quorum, chair,
// and how each motion stands.
func (r *Record) derive() {
	for i := range r.Attendance {
		p := &r.Attendance[i]
		p.Name, p.Office = r.facts.names[p.Person], r.facts.offices[p.Person]
		p.Entitled = r.facts.entitled(r.Meeting.Kind, p.Person)
	}
	for i := range r.Tellers {
		r.Tellers[i] = r.facts.someone(r.Tellers[i].Person)
	}
	for i := range r.Actions {
		if id := r.Actions[i].Who.Person; id != 0 {
			r.Actions[i].Who = r.facts.someone(id)
		}
	}
	r.nameRunning()
	for i := range r.Notices {
		r.Notices[i].judge(r.Constitution, r.Meeting.Kind, r.facts.today)
	}
	r.Quorum, r.Chair = r.quorum(), r.chairing()
	if kept, ok := r.Meeting.keptQuorum(); ok {
		r.Quorum = kept
	}
	r.applyProcedure()
	for i := range r.Motions {
		r.deriveMotion(&r.Motions[i])
	}
}

// judge says whether a notice was in time, by the last letter that left.
func (n *Notice) judge(c constitution.Constitution, kind Kind, today civil.Date) {
	if kind.General() {
		n.Timeliness, n.Trace = c.NoticeGiven(noticeRule(kind), n.ForDate, n.Leaving, today)
	}
}

// noticeRule is the rule that asks for a notice: 5.3 for an EGM.
func noticeRule(kind Kind) string {
	if kind == EGM {
		return "5.3"
	}
	return "4.1"
}

// notice is the notice that holds: the latest, if it was given for the
// meeting's day as it is. Who was told of another day since is told again.
func (r Record) notice() (Notice, bool) {
	if len(r.Notices) == 0 || r.Notices[0].ForDate != r.Meeting.Date {
		return Notice{}, false
	}
	return r.Notices[0], true
}

// presence finds somebody among those who were recorded.
func (r Record) presence(id PersonID) (Presence, bool) {
	i := slices.IndexFunc(r.Attendance, func(p Presence) bool { return p.Person == id })
	if i < 0 {
		return Presence{}, false
	}
	return r.Attendance[i], true
}

// here reports whether somebody is present at the meeting by right and has not
// left.
func (r Record) here(id PersonID) bool {
	p, found := r.presence(id)
	return found && p.Entitled && p.Here() && r.present(p)
}

func (r Record) present(p Presence) bool { return present(r.Meeting.Kind, r.Constitution, p) }

// present reports whether somebody who came is present as the rules see it:
// online at a general meeting only by a ruling on rule 4.2.
func present(kind Kind, c constitution.Constitution, p Presence) bool {
	if p.Where != Online || !kind.General() {
		return true
	}
	online, _ := c.PresentOnline()
	return online
}

// tellersHere is how many of the tellers have not left.
func (r Record) tellersHere() int {
	n := 0
	for _, t := range r.Tellers {
		if r.here(t.Person) {
			n++
		}
	}
	return n
}

// Voters is how many of those who are there may vote on a motion of a kind,
// rule 4.8: at a general meeting the chair is not among them.
func (r Record) Voters(kind constitution.Kind) (int, constitution.Trace) {
	n, why := r.voters(kind, Presence.Here)
	return n, r.sayBack(why)
}

// sayBack says how many of those who are counted as there went out and came back since
// the count before: whether they were there when people voted is not known.
func (r Record) sayBack(why constitution.Trace) constitution.Trace {
	n, last := 0, r.lastCount()
	for _, p := range r.Attendance {
		if p.Entitled && p.Here() && r.present(p) && p.BackAt.After(last) {
			n++
		}
	}
	if n == 0 || len(why.Steps) == 0 {
		return why
	}
	text := fmt.Sprintf("%d of them went out and came back since the count before, and may vote", n)
	why.Steps = append(slices.Clone(why.Steps), constitution.Step{Rule: why.Rule, Text: text})
	return why
}

// mayHaveVoted is how many may have voted in a count that is recorded now, since
// the count before it: the most who were there together, now or just before
// somebody left.
func (r Record) mayHaveVoted(kind constitution.Kind) (int, constitution.Trace) {
	most, why := r.voters(kind, Presence.Here)
	last := r.lastCount()
	for _, gone := range r.Attendance {
		if gone.Here() || gone.LeftAt.Before(last) {
			continue
		}
		if n, t := r.voters(kind, thereAt(gone.LeftAt)); n > most {
			most, why = n, t
		}
	}
	return most, r.sayBack(why)
}

// thereAt reports of somebody whether they were there just before an instant.
func thereAt(at civil.Instant) func(Presence) bool {
	return func(p Presence) bool { return !p.CameAt.After(at) && (p.Here() || !p.LeftAt.Before(at)) }
}

func (r Record) voters(kind constitution.Kind, there func(Presence) bool) (int, constitution.Trace) {
	n, chair := r.entitledThere(there)
	if r.Meeting.Kind == Committee { // its chair votes with the others
		return n, constitution.Trace{
			Rule: "6.3", Steps: []constitution.Step{{Rule: "6.3", Text: fmt.Sprintf("%d of the committee may vote", n)}},
		}
	}
	return r.Constitution.Voters(n, chair, kind)
}

// entitledThere counts those present by right who are so, and says whether the
// chair is among them.
func (r Record) entitledThere(there func(Presence) bool) (n int, chair constitution.Presentness) {
	chair = constitution.Absent
	presiding := r.chairAmong(there)
	for _, p := range r.Attendance {
		if !p.Entitled || !r.present(p) || !there(p) {
			continue
		}
		n++
		if p.Person == presiding {
			chair = constitution.Present
		}
	}
	return n, chair
}

// chairAmong is who had the chair of those who were there: who has it now, or
// before they came the senior officer (rule 4.3).
func (r Record) chairAmong(there func(Presence) bool) PersonID {
	if p, found := r.presence(r.Chair.Person); !found || there(p) || r.Meeting.State != Open {
		return r.Chair.Person
	}
	for _, o := range r.facts.officers {
		if p, found := r.presence(PersonID(o.Person.ID)); found && r.present(p) && there(p) {
			return p.Person
		}
	}
	return 0
}

// BallotPapers is how many papers an election takes among those who are there.
func (r Record) BallotPapers() int {
	there, chair := r.entitledThere(Presence.Here)
	n, _ := r.Constitution.BallotPapers("4.16", there, chair)
	return n
}

// votersAtBeginning is how many of those present at the beginning may vote on an
// ordinary motion.
func (r Record) votersAtBeginning() (int, constitution.Trace) {
	return r.voters(constitution.Ordinary, func(p Presence) bool { return p.Came == AtBeginning && r.atBeginning(p) })
}

// lastCount is when the latest count of the meeting was recorded, or when it
// opened.
func (r Record) lastCount() civil.Instant {
	last := r.began()
	later := func(b Ballot) {
		for _, c := range b.Counts {
			if c.At.After(last) {
				last = c.At
			}
		}
	}
	for _, m := range r.Motions {
		later(m.Ballot)
		for _, a := range m.Amendments {
			later(a.Ballot)
		}
	}
	return last
}

// quorum applies rule 4.2 to those present at the beginning, or 6.2 to those
// of the committee who are there.
func (r Record) quorum() Quorum {
	c := r.Constitution
	if r.Meeting.Kind == Committee {
		n := 0
		for _, p := range r.Attendance {
			if p.Entitled && (p.Here() || r.stayed(p)) {
				n++
			}
		}
		out := Quorum{Present: n, Needed: c.Figures.CommitteeQuorum}
		out.Reached, out.Trace = c.CommitteeQuorum(n)
		return out
	}
	present := constitution.Presence{}
	for _, p := range r.Attendance {
		switch {
		case !p.Entitled || p.Came != AtBeginning || !r.atBeginning(p):
		case p.Where == Online:
			present.Online++
		default:
			present.Room++
		}
	}
	out := Quorum{Present: present.Room, Needed: c.Figures.Quorum}
	if online, _ := c.PresentOnline(); online {
		out.Present += present.Online
	} else {
		out.Online = present.Online
	}
	if len(r.Sittings) > 0 {
		out.Reached, out.Trace = c.ResumedQuorum(present)
		return out
	}
	out.Reached, out.Trace = c.Quorum(present)
	return out
}

// keepQuorum writes down the quorum that the meeting ends with, so that what
// the register learns later leaves it as it was.
func (m *Meeting) keepQuorum(q Quorum) error {
	b, err := json.Marshal(q)
	if err != nil {
		return fmt.Errorf("keep the quorum of meeting %d: %w", m.ID, err)
	}
	m.quorum = string(b)
	return nil
}

func (m Meeting) keptQuorum() (q Quorum, ok bool) {
	return q, m.quorum != "" && json.Unmarshal([]byte(m.quorum), &q) == nil
}

// atBeginning reports whether somebody who came for the beginning was still
// there when the meeting opened.
func (r Record) atBeginning(p Presence) bool {
	began := r.began()
	return p.Here() || !began.IsZero() && !p.LeftAt.Before(began)
}

// stayed reports whether somebody left only after the meeting had closed.
func (r Record) stayed(p Presence) bool {
	return !r.Meeting.ClosedAt.IsZero() && !p.LeftAt.Before(r.Meeting.ClosedAt)
}

// officersHere are the officers who are present.
func (r Record) officersHere() []constitution.Officer {
	return r.officersWho(func(p Presence) bool { return r.present(p) })
}

// officersWho are the officers who came, have not left, and are so.
func (r Record) officersWho(are func(Presence) bool) []constitution.Officer {
	var out []constitution.Officer
	for _, o := range r.facts.officers {
		if p, found := r.presence(PersonID(o.Person.ID)); found && p.Here() && are(p) {
			out = append(out, o)
		}
	}
	return out
}

// senior applies rule 4.3 or 6.4 to the officers who are there. Of a general
// meeting it names those who are there online and not present.
func (r Record) senior() (chair constitution.Officer, ok bool, t constitution.Trace) {
	if r.Meeting.Kind == Committee {
		return r.Constitution.CommitteeChair(r.officersHere())
	}
	chair, ok, t = r.Constitution.Chair(r.officersHere())
	online := r.officersWho(func(p Presence) bool { return !r.present(p) })
	if len(online) == 0 {
		return chair, ok, t
	}
	_, reading := r.Constitution.PresentOnline()
	t.Readings = slices.Concat(t.Readings, reading.Readings)
	for _, o := range online {
		t.Steps = append(t.Steps, constitution.Step{
			Rule: reading.Rule, Text: "The " + string(o.Office) + " takes part online and is not present",
		})
	}
	return chair, ok, t
}

// chairing is who has the chair; before the opening, who will take it.
func (r Record) chairing() Chairing {
	officer, ok, t := r.senior()
	m := r.Meeting
	switch {
	case m.Chair != 0 && ok && officer.Person.ID == int64(m.Chair):
		return Chairing{Someone: r.facts.someone(m.Chair), How: m.ChairHow, Trace: t}
	case m.Chair != 0:
		t = constitution.Trace{Rule: t.Rule, Outcome: r.facts.names[m.Chair] + " has the chair"}
		return Chairing{Someone: r.facts.someone(m.Chair), How: m.ChairHow, Trace: t}
	case !m.State.Upcoming() || len(r.Attendance) == 0:
		return Chairing{}
	case ok:
		return Chairing{Someone: r.facts.someone(PersonID(officer.Person.ID)), How: SeniorChair, Trace: t}
	}
	return Chairing{ToElect: true, Trace: t}
}

// motion finds a motion, and amendment one of it; both must be there.
func (r *Record) motion(id MotionID) *Motion {
	return &r.Motions[slices.IndexFunc(r.Motions, func(m Motion) bool { return m.ID == id })]
}

func (m *Motion) amendment(id AmendmentID) *Amendment {
	return &m.Amendments[slices.IndexFunc(m.Amendments, func(a Amendment) bool { return a.ID == id })]
}

// ballot is the votes on the motion, or on one of its amendments.
func (m *Motion) ballot(amendment AmendmentID) *Ballot {
	if amendment == 0 {
		return &m.Ballot
	}
	return &m.amendment(amendment).Ballot
}
