package takeover

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/members/leaving"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Summary says how much was taken over.
type Summary struct {
	Files    []string `json:"files"`
	People   int      `json:"people"`
	Changed  int      `json:"changed"`
	Terms    int      `json:"terms"`
	Ended    int      `json:"ended"`
	Earlier  int      `json:"earlier"`
	Clubs    int      `json:"clubs"`
	Named    int      `json:"secretaries"`
	Rated    int      `json:"ratings"`
	WithMail int      `json:"with_mail"`
}

// Taken is a take-over.
type Taken struct {
	ID        ID
	At        civil.Instant
	By        string
	Summary   Summary
	UndoneAt  civil.Instant // zero: it stands
	UndoneBy  string
	UndoneWhy string
}

// Stands reports whether it was not undone.
func (t Taken) Stands() bool { return t.UndoneAt.IsZero() }

var errNotFound = apperr.New(apperr.NotFound, "Nothing was taken over under this number.")

// Take takes over what waits for an officer, all or nothing: digest is that of the plan that was seen. It needs the
// permission to take a society over and a recent sign-in, because it names secretaries of clubs.
//
// Errors: Invalid while something stands in the way; Conflict when the plan is another one by now.
func (s *Service) Take(ctx context.Context, actor auth.Actor, digest string) (id ID, out Summary, err error) {
	permit, err := s.cases.MayAgain(actor, auth.TakeOver, auth.Object{})
	if err != nil {
		return 0, out, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lockFiles(ctx, tx, actor.Account); err != nil {
			return nil, err
		}
		if err := usecase.Alone(ctx, tx); err != nil { // another officer may be taking the same people over
			return nil, err
		}
		m, err := s.material(ctx, tx, actor)
		if err != nil {
			return nil, err
		}
		if len(m.files) == 0 {
			return nil, apperr.New(apperr.Conflict, "No file waits: they were taken over or removed already.")
		}
		p, err := plan(m)
		switch {
		case err != nil:
			return nil, err
		case p.Digest != digest:
			return nil, apperr.New(apperr.Conflict, "Something has changed since you looked: look at what would be done again. Nothing was taken over.")
		case len(p.Obstacles) > 0:
			return nil, apperr.New(apperr.Invalid, "%s", strings.Join(p.Obstacles, " "))
		case p.Nothing():
			return nil, apperr.New(apperr.Invalid, "Nothing would change: the register has all of it already. Remove the files.")
		}
		out = p.summary(m.files)
		t := taking{service: s, tx: tx, permit: permit, actor: actor, material: m, plan: p, by: permit.Name(), now: permit.Now()}
		if t.id, err = insertTakeover(ctx, tx, t.now, t.by, out); err != nil {
			return nil, err
		}
		id = t.id
		return t.carryOut(ctx)
	})
	return id, out, err
}

func (p Plan) summary(files []waiting) Summary {
	out := Summary{
		People: p.New, Changed: p.Changed, Terms: p.Terms, Ended: p.Ended, Earlier: p.Earlier, Clubs: p.AddClubs, Named: p.Named,
		Rated: p.Rated, WithMail: p.WithMail,
	}
	for _, f := range files {
		out.Files = append(out.Files, f.Name)
	}
	return out
}

// taking is a plan on its way into the register.
type taking struct {
	service *Service
	tx      *store.Tx
	permit  usecase.Permit
	actor   auth.Actor
	material
	plan Plan
	id   ID
	now  civil.Instant
	by   string
	made []made
	done *usecase.Entry
}

func (t *taking) note(table string, ids ...int64) {
	for _, id := range ids {
		t.made = append(t.made, made{in: table, id: id})
	}
}

// carryOut does all that the plan says.
func (t *taking) carryOut(ctx context.Context) (*usecase.Entry, error) {
	for _, do := range []func(context.Context) error{
		t.addClubs, t.addPeople, t.changePeople, t.addTerms, t.endTerms, t.addEarlier, t.addConsents, t.nameSecretaries, t.rate, t.keepRows,
	} {
		if err := do(ctx); err != nil {
			return nil, err
		}
	}
	if err := insertMade(ctx, t.tx, t.id, t.made); err != nil {
		return nil, err
	}
	hashes := map[string]string{}
	for _, f := range t.files {
		hashes[f.Name] = f.Hash
	}
	return t.done.Then(t.permit.Did("take.over", "takeover", int64(t.id), nil, map[string]any{
		"did": t.plan.summary(t.files), "sha256": hashes,
	})), nil
}

func (t *taking) addClubs(ctx context.Context) error {
	for _, c := range t.plan.found {
		switch {
		case c.id == 0:
			id, err := clubs.FoundWithin(ctx, t.tx, t.now, c.in)
			if err != nil {
				return err
			}
			c.id = id
			t.note("club", int64(id))
		case c.filled:
			was := registered(t.clubs, c.id)
			if err := clubs.SaveWithin(ctx, t.tx, c.id, c.in); err != nil {
				return err
			}
			if err := t.changed("club", int64(c.id), was, c.in); err != nil {
				return err
			}
		}
	}
	return nil
}

func registered(all []clubs.Club, id ClubID) clubs.ClubInput {
	for _, c := range all {
		if c.ID == id {
			return c.Input()
		}
	}
	return clubs.ClubInput{}
}

// changed writes down what a row was and is.
func (t *taking) changed(table string, id int64, before, after any) error {
	text, err := json.Marshal([]any{before, after})
	if err != nil {
		return fmt.Errorf("write down what was: %w", err)
	}
	t.made = append(t.made, made{in: table, id: id, was: string(text)})
	return nil
}

// addPeople adds those with a number first, so that no one else gets it.
func (t *taking) addPeople(ctx context.Context) error {
	var last PersonID
	for _, d := range t.plan.folk {
		if d.id != 0 || d.number == 0 || len(d.rows) == 0 {
			continue
		}
		if err := members.InsertNumbered(ctx, t.tx, t.now, d.number, d.in); err != nil {
			return err
		}
		d.id, last = d.number, max(last, d.number)
		t.note("person", int64(d.id))
	}
	for _, r := range t.plan.Rows { // nor does anyone get the number of somebody who is left out
		last = max(last, r.line.number())
	}
	if last > 0 {
		if err := t.tx.NumberAbove(ctx, int64(last), "person"); err != nil {
			return err
		}
	}
	for _, d := range t.plan.folk {
		if d.id != 0 || len(d.rows) == 0 {
			continue
		}
		id, err := members.InsertPerson(ctx, t.tx, t.now, d.in)
		if err != nil {
			return err
		}
		d.id = id
		t.note("person", int64(id))
	}
	return t.recordDeaths(ctx)
}

// recordDeaths records of those who are added that they died, where the day is known.
func (t *taking) recordDeaths(ctx context.Context) error {
	var died []PersonID
	for _, d := range t.plan.folk {
		if _, was := t.people[d.id]; was || !d.gone.died || d.gone.day.IsZero() {
			continue
		}
		why := "Taken over from " + t.source(d.rows[0])
		if err := leaving.RecordDeath(ctx, t.tx, d.id, d.gone.day, why, t.now, t.by); err != nil {
			return err
		}
		died = append(died, d.id)
	}
	ids, err := above(ctx, t.tx, "departure", 0, died)
	t.note("departure", ids...)
	return err
}

func (t *taking) source(row int) string {
	r := t.plan.Rows[row]
	return fmt.Sprintf("%s, row %d", r.FileName, r.Row)
}

func (t *taking) changePeople(ctx context.Context) error {
	for _, d := range t.plan.folk {
		if len(d.changes) == 0 {
			continue
		}
		if err := members.Refill(ctx, t.tx, d.id, d.in); err != nil {
			return err
		}
		was := t.people[d.id]
		if err := t.changed("person", int64(d.id), d.changes, was.Name); err != nil {
			return err
		}
		var fields []string
		for _, c := range d.changes {
			fields = append(fields, c.Field)
		}
		// Which fields changed, not what they hold: contact data can be erased from the register, but not from the log.
		t.done = t.done.Then(t.permit.Did("take_over.person", "person", int64(d.id), nil, map[string]any{"changed": strings.Join(fields, ", ")}))
	}
	return nil
}

// planner is one that knows the clubs of the plan.
func (t *taking) planner() *planner {
	p := planner{material: t.material, Plan: t.plan, spelled: map[string]int{}}
	for i, s := range t.plan.Spellings {
		p.spelled[s.plain] = i
	}
	return &p
}

func (t *taking) clubOf(p *planner, name string) ClubID {
	id, at := p.clubOf(name)
	if id == 0 && at >= 0 {
		id = t.plan.found[at].id
	}
	return id
}

func (t *taking) nameSecretaries(ctx context.Context) error {
	for _, c := range t.plan.found {
		if c.secretary < 0 {
			continue
		}
		person := t.plan.folk[c.secretary].id
		office, err := t.service.offices.AppointTakenOver(ctx, t.tx, t.actor, auth.Office{
			Person: person, Role: auth.ClubSecretary, Club: c.id, From: t.today,
		})
		if err != nil {
			return err
		}
		t.note("office", int64(office))
	}
	return nil
}

func (t *taking) rate(ctx context.Context) error {
	var lists []ratings.Starting
	var people []PersonID
	for _, l := range t.plan.ratings {
		list := ratings.Starting{Day: l.Day, Reason: l.Source}
		for _, x := range l.players {
			id := t.plan.folk[x.person].id
			list.Players = append(list.Players, ratings.Started{Person: id, Rating: x.rating, Games: x.games})
			people = append(people, id)
		}
		lists = append(lists, list)
	}
	if len(lists) == 0 {
		return nil
	}
	return t.making(ctx, "rating_correction", people, func() error {
		_, err := t.service.ratings.RateTaken(ctx, t.tx, t.permit, t.actor, nil, lists)
		return err
	})
}
