package elections

import (
	"context"
	"maps"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Succession is what the results of a meeting change: whose offices begin, and
// whose end.
type Succession struct {
	Meeting  meetings.Meeting
	Results  []Result
	Last     civil.Date // last day of the offices before: the meeting's
	First    civil.Date // first day of the new ones
	Begins   []Beginner
	Ends     []Ending
	Findings constitution.Findings // about the committee that comes of it
	permit   usecase.Permit        // of whoever may confirm it
}

// Beginner is somebody whose office begins.
type Beginner struct {
	Person Person
	Role   auth.Role
	Again  bool // held it before
}

// Ending is an office that ends.
type Ending struct {
	Office  auth.Office
	Name    string
	MayStay bool // nobody was elected in its place, or it is a seat of the committee: who stays is ticked
	Stays   bool
}

// ConfirmInput confirms the results of a meeting. Its field is stay.
type ConfirmInput struct {
	Meeting meetings.ID
	Seen    map[ID]int64    // versions of the elections as they were shown
	Stay    []auth.OfficeID // offices that go on though nobody was elected to them: of co-opted members (6.5), of an officer without a successor
}

// Succession says what confirming the results would change. Nothing is saved.
func (s *Service) Succession(
	ctx context.Context, actor auth.Actor, meeting meetings.ID, stay []auth.OfficeID,
) (Succession, error) {
	out, _, err := s.succession(ctx, s.db, actor, meeting, stay)
	return out, err
}

// Confirm confirms the results of a meeting that is closed, once: the elected
// are appointed from the day after the meeting, and the offices before end on
// its day, in one transaction. Who confirms has signed in lately: it gives offices.
func (s *Service) Confirm(ctx context.Context, actor auth.Actor, in ConfirmInput) error {
	if _, err := s.cases.MayAgain(actor, auth.HoldMeetings, auth.Object{}); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		next, f, err := s.succession(ctx, tx, actor, in.Meeting, in.Stay)
		if err != nil {
			return nil, err
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		for _, r := range next.Results {
			kept, err := confirmElection(ctx, tx, seen(r.Election, in.Seen), Confirmation{
				At: s.cases.Now(), By: actor.Name, Outcome: r.Outcome,
			})
			if err != nil {
				return nil, err
			}
			if !kept {
				return nil, refuseTaken(ctx, tx, r.ID, nil)
			}
		}
		done := next.permit.Did("confirm.elections", "meeting", int64(in.Meeting), nil, confirmFacts(next))
		if err := done.Write(ctx, tx); err != nil { // before the offices that follow
			return nil, err
		}
		return done, s.carryOut(ctx, tx, actor, next)
	})
}

// seen is the election at the version that was shown to whoever confirms.
func seen(e Election, versions map[ID]int64) Election {
	e.Version = versions[e.ID]
	return e
}

// carryOut ends the offices that end and appoints the elected.
func (s *Service) carryOut(ctx context.Context, tx *store.Tx, actor auth.Actor, next Succession) error {
	for _, e := range next.Ends {
		if e.Stays {
			continue
		}
		if err := s.offices.EndWithin(ctx, tx, actor, e.Office.ID, next.Last); err != nil {
			return err
		}
	}
	for _, b := range next.Begins {
		if _, err := s.offices.AppointWithin(ctx, tx, actor, auth.Office{
			Person: b.Person.ID, Role: b.Role, From: next.First,
		}); err != nil {
			return err
		}
	}
	return nil
}

func confirmFacts(next Succession) map[string]any {
	type elected struct {
		Person auth.PersonID `json:"person"`
		Role   auth.Role     `json:"role"`
	}
	var list []elected
	for _, b := range next.Begins {
		list = append(list, elected{b.Person.ID, b.Role})
	}
	var stay []auth.OfficeID
	for _, e := range next.Ends {
		if e.Stays {
			stay = append(stay, e.Office.ID)
		}
	}
	traces := map[Post]string{}
	for _, r := range next.Results {
		traces[r.Post] = r.Outcome.Trace.String()
	}
	return map[string]any{"elected": list, "stay": stay, "from": next.First, "outcomes": traces}
}

// succession works out what follows from the results of a meeting. The fields
// are what keeps them from being confirmed as asked.
func (s *Service) succession(
	ctx context.Context, q store.Queryer, actor auth.Actor, id meetings.ID, stay []auth.OfficeID,
) (Succession, apperr.Fields, error) {
	m, c, err := s.held(ctx, q, id)
	if err != nil {
		return Succession{}, nil, err
	}
	permit, err := s.ask(actor, confirming, m)
	if err != nil {
		return Succession{}, nil, err
	}
	if err := refuseState(confirming, m); err != nil {
		return Succession{}, nil, err
	}
	list, err := electionsOf(ctx, q, id)
	if err != nil {
		return Succession{}, nil, err
	}
	results, err := decided(m, c, list)
	if err != nil {
		return Succession{}, nil, err
	}
	last, err := meetings.LastDay(ctx, q, m)
	if err != nil {
		return Succession{}, nil, err
	}
	first := last.AddDays(1)
	held, err := auth.SeatsOn(ctx, q, first)
	if err != nil {
		return Succession{}, nil, err
	}
	out := Succession{Meeting: m, Results: results, Last: last, First: first, permit: permit}
	out.Begins, out.Ends = exchange(results, held, stay)
	if err := s.warn(ctx, q, &out); err != nil {
		return out, nil, err
	}
	f := out.check(c, stay)
	return out, f, nil
}

// decided are the results of elections that have all come to their end and are
// not confirmed.
func decided(m meetings.Meeting, c constitution.Constitution, list []Election) ([]Result, error) {
	if len(list) == 0 {
		return nil, apperr.New(apperr.NotFound, "No elections were prepared for the %s.", m.Title())
	}
	var out []Result
	for _, e := range list {
		if e.Confirmed != nil {
			return nil, apperr.New(
				apperr.Conflict, "The results were confirmed on %s by %s; nothing was done twice.", e.Confirmed.At.Date().Long(),
				e.Confirmed.By,
			)
		}
		e = e.seated(c)
		o, err := Decide(c, e)
		if err != nil {
			return nil, err
		}
		switch o.State {
		case AwaitsBallot:
			return nil, apperr.UnderRule(e.Post.Rule(), "%s: the ballot is still to be entered.", e.Post.Title())
		case Tied:
			return nil, apperr.UnderRule(e.Post.Rule(), "%s: the tie is still to be broken.", e.Post.Title())
		}
		out = append(out, Result{e, o})
	}
	return out, nil
}

// exchange says whose offices begin and, of those that are held, whose end: the
// ones that somebody is elected to, and every seat of the committee, unless
// they are to stay.
func exchange(results []Result, held []auth.Appointment, stay []auth.OfficeID) ([]Beginner, []Ending) {
	var begins []Beginner
	filled := map[auth.Role]bool{}
	for _, r := range results {
		role := r.Post.Role()
		for _, w := range r.Outcome.Elected {
			filled[role] = true
			again := slices.ContainsFunc(held, func(a auth.Appointment) bool {
				return a.Person == w.Person.ID && a.Role == role && !a.Acting
			})
			begins = append(begins, Beginner{w.Person, role, again})
		}
	}
	elected := func(a auth.Appointment) bool {
		return slices.ContainsFunc(begins, func(b Beginner) bool { return b.Person.ID == a.Person && b.Role == a.Role })
	}
	var ends []Ending
	for _, a := range held {
		e := Ending{Office: a.Office, Name: a.Name.String()}
		e.MayStay = !elected(a) && (a.Role == auth.Committee || !filled[a.Role])
		e.Stays = e.MayStay && slices.Contains(stay, a.ID)
		ends = append(ends, e)
	}
	return begins, ends
}

// warn adds what a person should know before the results are confirmed.
func (s *Service) warn(ctx context.Context, q store.Queryer, next *Succession) error {
	on, err := next.electedOn(ctx, q)
	if err != nil {
		return err
	}
	entitled := map[auth.PersonID]bool{}
	for day, elected := range on {
		members, err := members.MembersOn(ctx, q, elected, day)
		if err != nil {
			return err
		}
		maps.Copy(entitled, members)
	}
	if err := next.warnUnnominated(ctx, q); err != nil {
		return err
	}
	posts := map[auth.PersonID]int{}
	for _, b := range next.Begins {
		if posts[b.Person.ID]++; posts[b.Person.ID] == 1 && !entitled[b.Person.ID] {
			next.find(constitution.Warning, "4.13", b.Person.Name+" was not registered as a member on the day of the meeting")
		}
		if posts[b.Person.ID] == 2 {
			next.find(constitution.Warning, "3.2", b.Person.Name+" is elected more than once")
		}
	}
	return nil
}

// electedOn are the elected by the day of the meeting on which they were: that of the
// last count, or its last day where there was none.
func (next *Succession) electedOn(ctx context.Context, q store.Queryer) (map[civil.Date][]auth.PersonID, error) {
	out := map[civil.Date][]auth.PersonID{}
	for _, r := range next.Results {
		day := next.Last
		if valid := r.Valid(); len(valid) > 0 {
			var err error
			if day, err = meetings.DayOf(ctx, q, next.Meeting, valid[len(valid)-1].At); err != nil {
				return nil, err
			}
		}
		for _, w := range r.Outcome.Elected {
			out[day] = append(out[day], w.Person.ID)
		}
	}
	return out, nil
}

// warnUnnominated tells of the elected who stood without a nomination, as
// officers (4.14), and were none on the day of the meeting: it has moved, or the
// office has ended.
func (next *Succession) warnUnnominated(ctx context.Context, q store.Queryer) error {
	held, err := auth.SeatsOn(ctx, q, next.Meeting.Date)
	if err != nil {
		return err
	}
	for _, r := range next.Results {
		for _, c := range r.Candidates {
			elected := slices.ContainsFunc(r.Outcome.Elected, func(w Winner) bool { return w.Candidate == c.ID })
			sits := slices.ContainsFunc(held, func(a auth.Appointment) bool {
				return a.Person == c.Person.ID && !a.Acting && a.Role != auth.Committee
			})
			if elected && !c.Nominated() && !sits {
				next.find(
					constitution.Warning, "4.14",
					c.Person.Name+" stood as an officer, without a nomination, and was none on the day of the meeting",
				)
			}
		}
	}
	return nil
}

func (next *Succession) find(g constitution.Gravity, rule, text string) {
	next.Findings = append(next.Findings, constitution.Finding{Gravity: g, Rule: rule, Text: text})
}

// check asks rules 3.2 and 6.5 about the committee that comes of the results:
// who stays without being elected is a co-opted member.
func (next *Succession) check(c constitution.Constitution, stay []auth.OfficeID) apperr.Fields {
	var f apperr.Fields
	for _, id := range stay {
		if !slices.ContainsFunc(next.Ends, func(e Ending) bool { return e.Office.ID == id && e.MayStay }) {
			f.Add("stay", "One of the offices that were to stay has a successor, or has changed. Check the list again.")
			break
		}
	}
	var m constitution.Composition
	for _, b := range next.Begins {
		if b.Role == auth.Committee {
			m.Ordinary++
		} else {
			m.Officers = append(m.Officers, constitution.Office(b.Role))
		}
	}
	for _, e := range next.Ends {
		switch {
		case !e.Stays:
		case e.Office.Role == auth.Committee:
			m.Coopted++
		case !e.Office.Acting:
			m.Officers = append(m.Officers, constitution.Office(e.Office.Role))
		}
	}
	for _, r := range next.Results {
		if r.Post == Ordinary {
			m.Override = r.override()
		}
	}
	findings, _ := c.Committee(m)
	for _, x := range findings {
		if x.Gravity == constitution.Obstacle {
			f.Add("stay", "%s.", x)
		}
	}
	next.Findings = append(next.Findings, findings...)
	return f
}

// override is by what more ordinary members are elected than rule 3.2 has: the
// meeting's decision on the seats, or the ruling on a tie for the last of them.
func (r Result) override() string {
	if r.Decision == "" && len(r.Outcome.Elected) > r.Seats {
		return constitution.ReadingSentences(r.Outcome.Trace.Readings)
	}
	return r.Decision
}

// Blocks are the elections of a meeting as its minutes tell them; none where
// there were none.
func (s *Service) Blocks(ctx context.Context, actor auth.Actor, meeting meetings.ID) ([]meetings.Block, error) {
	v, err := s.OfMeeting(ctx, actor, meeting)
	if err != nil {
		return nil, err
	}
	results := make([]Result, len(v.Elections))
	for i, e := range v.Elections {
		results[i] = e.Result
	}
	return minutesBlocks(results), nil
}
