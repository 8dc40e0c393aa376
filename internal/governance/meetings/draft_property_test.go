package meetings

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store/storetest"
)

// change is a record of a meeting that is made otherwise.
type changedEntry struct {
	entry Entry
	what  string
	alter func(r *Record)
}

// changes are every record that minutes must tell, each made otherwise in every
// way that they tell of.
func changesOf(r Record) []changedEntry {
	var out []changedEntry
	add := func(e Entry, what string, alter func(r *Record)) { out = append(out, changedEntry{e, what, alter}) }
	add(ofMeeting, "place", func(r *Record) { r.Meeting.Place += "x" })
	if r.Chair.Person != 0 {
		add(ofChair, "gone", func(r *Record) { r.Meeting.Chair = 0 })
	}
	if !r.Meeting.OpenedAt.IsZero() && len(r.Sittings) == 0 {
		add(ofOpening, "later", func(r *Record) { r.Meeting.OpenedAt = r.Meeting.OpenedAt.Add(60_000_000_000) })
	}
	if !r.Meeting.ClosedAt.IsZero() {
		add(ofClose, "later", func(r *Record) { r.Meeting.ClosedAt = r.Meeting.ClosedAt.Add(60_000_000_000) })
	}
	if _, kept := r.Meeting.keptQuorum(); kept {
		add(ofQuorum, "more", func(r *Record) { r.Quorum.Present++; r.Meeting.keepQuorum(r.Quorum) })
	}
	if r.Request != nil {
		add(ofRequest, "day", func(r *Record) { q := *r.Request; q.Received = q.Received.AddDays(1); r.Request = &q })
	}
	if len(r.Tellers) > 0 {
		add(ofTellers, "one fewer", func(r *Record) { r.Tellers = r.Tellers[1:] })
	}
	for i, a := range r.Days.Before() {
		add(ofDay(a), "gone", func(r *Record) { r.Days = slices.Delete(slices.Clone(r.Days), i, i+1) })
	}
	if n, sent := r.notice(); sent {
		add(ofNotice(n), "gone", func(r *Record) { r.Notices[0].Gone.Mail++ })
		add(ofNotice(n), "late", func(r *Record) { r.Notices[0].LateReason += "x" })
	}
	for i, p := range r.Attendance {
		add(ofPerson(p), "gone", func(r *Record) { r.Attendance = slices.Delete(r.Attendance, i, i+1) })
		if !p.Here() {
			add(ofPerson(p), "left", func(r *Record) { r.Attendance[i].LeftAt = p.LeftAt.Add(60_000_000_000) })
		}
	}
	for i, it := range r.Agenda {
		add(ofItem(it), "title", func(r *Record) { r.Agenda[i].Title += "x" })
	}
	for i, a := range r.Approves {
		add(ofMinutes(a), "corrections", func(r *Record) {
			r.Approves = slices.Clone(r.Approves)
			r.Approves[i].Corrections += "x"
		})
	}
	for _, who := range r.Absent() {
		add(about("apology", who.Person), "gone", func(r *Record) {
			r.Apologies = slices.DeleteFunc(slices.Clone(r.Apologies), func(a Apology) bool { return a.Person == who.Person })
		})
	}
	for i, n := range r.Notes {
		add(about("note", n.ID), "text", func(r *Record) { r.Notes[i].Text += "x" })
	}
	for i, one := range r.Sittings {
		entry := about("sitting", one.Number)
		add(entry, "reason", func(r *Record) { r.Sittings[i].Reason += "x" })
		add(entry, "quorum", func(r *Record) { r.Sittings[i].Quorum.Present++ })
		add(entry, "chair", func(r *Record) { r.Sittings[i].Chair.Person = 0 })
		if !one.ResumedAt.IsZero() && i == len(r.Sittings)-1 { // of one before, the next tells when it began
			add(entry, "resumed", func(r *Record) { r.Sittings[i].ResumedAt = one.ResumedAt.Add(60_000_000_000) })
		}
		add(entry, "day", func(r *Record) { r.Sittings[i].BeganAt = one.BeganAt.Add(-24 * 3600 * 1e9) })
		for j, p := range one.Attendance {
			if !p.Here() && p.LeftAt.Before(one.AdjournedAt) {
				add(entry+", "+ofPerson(p), "left", func(r *Record) {
					r.Sittings[i].Attendance = slices.Clone(r.Sittings[i].Attendance)
					r.Sittings[i].Attendance[j].LeftAt = p.LeftAt.Add(-60_000_000_000)
				})
			}
			add(entry+", "+ofPerson(p), "gone", func(r *Record) {
				r.Sittings[i].Attendance = slices.Delete(slices.Clone(r.Sittings[i].Attendance), j, j+1)
			})
		}
	}
	for i, a := range r.Actions {
		add(ofAction(a), "task", func(r *Record) { r.Actions[i].Task += "x" })
	}
	for i, m := range r.Motions {
		out = append(out, changesOfMotion(r, i, m)...)
	}
	return out
}

func changesOfMotion(r Record, i int, m Motion) []changedEntry {
	var out []changedEntry
	add := func(e Entry, what string, alter func(m *Motion)) {
		out = append(out, changedEntry{e, what, func(r *Record) { alter(&r.Motions[i]) }})
	}
	add(ofMotion(m), "title", func(m *Motion) { m.Title += "x" })
	add(ofMotion(m), "text", func(m *Motion) { m.Moved += " x" })
	add(ofMotion(m), "mover", func(m *Motion) { m.Mover = Someone{Person: m.Mover.Person + 1} })
	if m.MovedChange != nil {
		add(ofMotion(m), "change", func(m *Motion) { m.MovedChange = []FigureChange{{"quorum", "19"}, {"4.2", "Else."}} })
	}
	if !m.Accepted.IsZero() {
		add(ofLateness(m), "reason", func(m *Motion) { m.LateReason += "x" })
	}
	add(ofFate(m), "what became of it", func(m *Motion) {
		m.State, m.Trace = map[bool]MotionState{true: Withdrawn, false: NotReached}[m.State == NotReached], constitution.Trace{}
	})
	out = append(out, changesOfBallot(ofMotion(m), m.Ballot, func(r *Record) *Ballot { return &r.Motions[i].Ballot })...)
	for j, a := range m.Amendments {
		of := func(r *Record) *Amendment { return &r.Motions[i].Amendments[j] }
		out = append(out,
			changedEntry{ofAmendment(a), "text", func(r *Record) { of(r).Text += " x" }},
			changedEntry{ofAmendment(a), "mover", func(r *Record) { of(r).Mover = Someone{Person: a.Mover.Person + 1} }},
			changedEntry{ofFateOf(a), "what became of it", func(r *Record) {
				of(r).Fate = map[bool]constitution.Fate{true: constitution.Rejected, false: constitution.Adopted}[a.Fate == constitution.Adopted]
			}})
		if a.Change != nil {
			out = append(out, changedEntry{ofAmendment(a), "change", func(r *Record) { of(r).Change = []FigureChange{{"quorum", "19"}} }})
		}
		out = append(out, changesOfBallot(ofAmendment(a), a.Ballot, func(r *Record) *Ballot { return &of(r).Ballot })...)
	}
	return out
}

func changesOfBallot(of Entry, b Ballot, get func(r *Record) *Ballot) []changedEntry {
	var out []changedEntry
	for i, c := range b.Counts {
		out = append(out, changedEntry{ofCount(of, c), "figures", func(r *Record) {
			other := map[constitution.Call]constitution.Call{
				constitution.Ayes: constitution.Noes, constitution.Noes: constitution.Ayes,
			}
			count := &get(r).Counts[i]
			count.Votes.Yes++
			count.Call = other[count.Call]
		}})
	}
	for i := range b.Undone {
		out = append(out, changedEntry{about(string(of)+", set aside", i+1), "reason", func(r *Record) {
			undone := slices.Clone(get(r).Undone)
			undone[i].Reason += "x"
			get(r).Undone = undone
		}})
	}
	if b.ChairVote != constitution.ChairSilent {
		out = append(out, changedEntry{ofChairVote(of), "silent", func(r *Record) { get(r).ChairVote = constitution.ChairSilent }})
	}
	return out
}

// with is a copy of a record in which something is otherwise.
func (r Record) with(alter func(r *Record)) Record {
	r.Agenda, r.Notices, r.Attendance = slices.Clone(r.Agenda), slices.Clone(r.Notices), slices.Clone(r.Attendance)
	r.Tellers, r.Motions, r.Actions = slices.Clone(r.Tellers), slices.Clone(r.Motions), slices.Clone(r.Actions)
	r.Notes, r.Sittings = slices.Clone(r.Notes), slices.Clone(r.Sittings)
	for i := range r.Motions {
		m := &r.Motions[i]
		m.Counts, m.Amendments = slices.Clone(m.Counts), slices.Clone(m.Amendments)
		for j := range m.Amendments {
			m.Amendments[j].Counts = slices.Clone(m.Amendments[j].Counts)
		}
	}
	alter(&r)
	r.derive()
	return r
}

// said are the sentences and headings of a draft with their notes.
func (d Draft) said() []Sentence {
	var out []Sentence
	for _, s := range d.Sections {
		if s.From != nil {
			out = append(out, Sentence{From: s.From, Text: s.Title})
		}
		out = append(out, s.Sentences...)
	}
	return out
}

// whole is a sentence with its note.
func (s Sentence) whole() string { return s.Text + " // " + s.Note.text() }

// besides are what the sentences say that do not follow from an entry.
func besides(e Entry, said []Sentence) []string {
	var out []string
	for _, s := range said {
		if !slices.Contains(s.From, e) {
			out = append(out, s.whole())
		}
	}
	return out
}

// followsFromRecords checks a draft against every record of the meeting, made
// otherwise one after the other.
func followsFromRecords(t interface{ Fatalf(string, ...any) }, r Record) {
	said := draftOf(r, nil).said()
	all := changesOf(r)
	changed := map[int]bool{} // of said, by some change
	for _, c := range all {
		altered := draftOf(r.with(c.alter), nil).said()
		was, is := besides(c.entry, said), besides(c.entry, altered)
		if new, kept := added(was, is); !kept || new > len(said)-len(was) {
			t.Fatalf("%s, %s: other sentences changed:\n%s", c.entry, c.what, differing(was, is))
		}
		left := map[string]int{}
		for _, s := range said {
			left[s.whole()]++
		}
		for _, s := range altered {
			left[s.whole()]--
		}
		n := 0
		for i, s := range said {
			if slices.Contains(s.From, c.entry) && left[s.whole()] > 0 {
				changed[i], n = true, n+1
			}
		}
		if n == 0 && len(altered) == len(said) {
			t.Fatalf("%s, %s: no sentence tells it", c.entry, c.what)
		}
	}
	for i, s := range said {
		for _, e := range s.From {
			if !slices.ContainsFunc(all, func(c changedEntry) bool { return c.entry == e }) {
				t.Fatalf("%q follows from %q, which is not recorded", s.Text, e)
			}
		}
		if !changed[i] {
			t.Fatalf("%q of %v stays whatever is recorded", s.Text, s.From)
		}
	}
}

// added is how many sentences come to those that were, in whose order they stay.
func added(was, is []string) (n int, kept bool) {
	for _, s := range is {
		if len(was) > 0 && was[0] == s {
			was = was[1:]
		} else {
			n++
		}
	}
	return n, len(was) == 0
}

func differing(a, b []string) string {
	out := ""
	for _, s := range a {
		if !slices.Contains(b, s) {
			out += "- " + s + "\n"
		}
	}
	for _, s := range b {
		if !slices.Contains(a, s) {
			out += "+ " + s + "\n"
		}
	}
	return out
}

// Whatever happened at a meeting: each sentence of its minutes follows from a
// record and changes with it, no other sentence does, and no record is left out.
func TestEverySentenceFollowsFromARecord(t *testing.T) {
	followsFromRecords(t, someMeeting())
	fewer(t, "15")
	w := newSociety(t, storetest.SQLite(t))
	rapid.Check(t, func(t *rapid.T) {
		w.on("2026-01-05")
		var motions []MotionID
		id := w.held(func(id ID) {
			motions = append(motions, w.propose(id, MotionInput{Title: "One"}), w.amending(id, "twelve be a quorum", FigureChange{"quorum", "12"}))
		})
		for range rapid.IntRange(5, 25).Draw(t, "steps") {
			person := w.people[rapid.IntRange(0, memberCount-1).Draw(t, "person")]
			m := w.motion(motions[rapid.IntRange(0, 1).Draw(t, "motion")])
			amendment := AmendmentID(0)
			if n := len(m.Amendments); n > 0 {
				amendment = m.Amendments[rapid.IntRange(0, n-1).Draw(t, "amendment")].ID
			}
			w.now = w.now.Add(60_000_000_000)
			err := w.step(t, id, person, m, amendment)
			if kind := apperr.KindOf(err); err != nil && kind == "" {
				t.Fatalf("not a refusal: %v", err)
			}
			if w.view(id).Meeting.State != Open {
				break
			}
		}
		w.act(t, id)
		followsFromRecords(t, w.view(id).Record)
	})
}

// The same of a meeting with apologies and notes that was adjourned.
func TestSentencesOfAnAdjournedMeeting(t *testing.T) {
	w := newSociety(t, storetest.SQLite(t))
	id := w.held(nil)
	w.must(w.s.Apologise(ctx, w.secretary, id, w.people[20]))
	for i := range 2 {
		_, err := w.s.AddNote(ctx, w.secretary, id, w.view(id).Agenda[2].ID, fmt.Sprintf("Note %d.", i))
		w.must(err)
	}
	in := continues("2026-03-28")
	in.Reason = "The hall closes at four"
	w.adjourn(id, in)
	followsFromRecords(t, w.view(id).Record)
	w.on("2026-03-28")
	w.arrive(id, 11)
	w.open(id)
	followsFromRecords(t, w.view(id).Record)
	w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
	followsFromRecords(t, w.view(id).Record)
}

// act records some of what was asked for.
func (w *society) act(t *rapid.T, id ID) {
	for i := range rapid.IntRange(0, 2).Draw(t, "actions") {
		in := ActionInput{Task: fmt.Sprintf("Task %d", i)}
		if rapid.Bool().Draw(t, "named") {
			in.Person, in.Due = w.people[i], day("2026-06-30")
		}
		_, err := w.s.AddAction(ctx, w.secretary, id, in)
		w.must(err)
	}
}

// The same of a meeting with what a walk does not come to: earlier days, a late
// notice and proposal, a request, and no quorum.
func TestSentencesOfRareRecords(t *testing.T) {
	for name, alter := range map[string]func(r *Record){
		"moved": func(r *Record) {
			r.Days = Days{
				{Meeting: 6, Day: day("2026-02-07"), Until: day("2026-02-07")},
				{Meeting: 7, Day: day("2026-03-07"), Until: day("2026-02-10")}, {Meeting: 7, Day: day("2026-03-14")},
			}
		},
		"late":    func(r *Record) { r.Notices[0].LateReason = "The printer failed." },
		"unsent":  func(r *Record) { r.Notices[0].Leaving = constitution.Leaving{Waiting: 3, Last: day("2026-02-27")} },
		"waiting": func(r *Record) { r.Motions[0].Accepted, r.Motions[0].LateReason = day("2026-02-01"), "It is small." },
		"asked for": func(r *Record) {
			r.Request = &Request{RequestInput: RequestInput{Received: day("2026-01-10")}}
		},
		"approving": func(r *Record) {
			r.Approves = []ApprovedHere{{Of: Meeting{ID: 5, Kind: EGM, Date: day("2025-09-13")}},
				{Of: Meeting{ID: 4, Kind: AGM, Date: day("2025-03-08")}, Corrections: "Twelve were there."}}
		},
		"set aside": func(r *Record) {
			r.Motions[0].Undone = []Undone{{Outcome: "Carried", SetAside: SetAside{Reason: "A slip."}}}
		},
		"without a chair": func(r *Record) { r.Meeting.Chair = 0 },
		"kept quorum":     func(r *Record) { r.Meeting.keepQuorum(r.Quorum) },
		"open":            func(r *Record) { r.Meeting.State, r.Meeting.ClosedAt = Open, civil.Instant{} },
		"worded":          func(r *Record) { r.Motions[3].CopiedFrom = 1 },
	} {
		t.Run(name, func(t *testing.T) { followsFromRecords(t, someMeeting().with(alter)) })
	}
}
