package act

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// RecordID names a record.
type RecordID int64

// Kind is what a record is of.
type Kind string

// The kinds.
const (
	Contact  Kind = "contact"  // a contact person, whom the registrar writes to
	Consent  Kind = "consent"  // an officer's consent, and certificate that nothing disqualifies them
	Interest Kind = "interest" // that an officer has an interest in a matter of the society
)

// Record is a contact person, a consent or an interest, from a day on.
type Record struct {
	ID          RecordID
	Kind        Kind
	Person      Someone
	From, Until civil.Date // Until: the last day; zero: none
	Text        string     // of an interest: what it is; of a consent: where the paper is found
}

// On reports whether it holds on a day.
func (r Record) On(day civil.Date) bool {
	return !r.From.After(day) && (r.Until.IsZero() || !r.Until.Before(day))
}

// View is how the society stands with what the Act asks.
type View struct {
	Steps     []Step // not done, the next first
	Done      []Step // the latest first
	Years     []civil.Date
	Records   []Record
	Missing   []Someone // officers of today whose consent is not recorded here
	Contacts  int       // of today
	Few, Many bool      // too few or too many contact persons
}

// Service keeps the Act's year.
type Service struct {
	db    *store.DB
	cases usecase.Cases
	rules *governance.Service
}

// New returns the service on an open database.
func New(db *store.DB, clock civil.Clock, rules *governance.Service) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), rules: rules}
}

var officers = []auth.Role{auth.President, auth.Secretary, auth.Treasurer, auth.Committee}

func (s *Service) facts(ctx context.Context, q store.Queryer) (f facts, err error) {
	f.today = s.cases.Today()
	if f.balances, err = balances(ctx, q); err != nil {
		return f, err
	}
	if f.offices, err = auth.HoldersOf(ctx, q, officers); err != nil {
		return f, err
	}
	if f.rules, err = amendedOn(ctx, q); err != nil {
		return f, err
	}
	f.records, err = records(ctx, q)
	return f, err
}

// View reads how the society stands, for the committee.
func (s *Service) View(ctx context.Context, actor auth.Actor) (v View, err error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return v, err
	}
	f, err := s.facts(ctx, s.db)
	if err != nil {
		return v, err
	}
	done, err := proofs(ctx, s.db)
	if err != nil {
		return v, err
	}
	undone, err := undones(ctx, s.db)
	if err != nil {
		return v, err
	}
	v.Years, v.Records = f.years(), f.records
	for _, step := range f.steps() {
		step.Undone = undone[step.Key]
		if p, found := done[step.Key]; found {
			step.Done = &p
			v.Done = append(v.Done, step)
		} else {
			v.Steps = append(v.Steps, step)
		}
	}
	slices.Reverse(v.Done)
	for _, r := range f.records {
		if r.Kind == Contact && r.On(f.today) {
			v.Contacts++
		}
	}
	v.Few, v.Many = v.Contacts < fewestContacts, v.Contacts > mostContacts
	seen := map[auth.PersonID]bool{}
	for _, o := range f.offices {
		consented := slices.ContainsFunc(f.records, func(r Record) bool {
			return r.Kind == Consent && r.Person.ID == o.Person && r.On(f.today)
		})
		if o.HeldOn(f.today) && !seen[o.Person] && !consented {
			v.Missing = append(v.Missing, Someone{ID: o.Person, Name: o.Name.String()})
		}
		seen[o.Person] = seen[o.Person] || o.HeldOn(f.today)
	}
	return v, nil
}

// BeginYear names a balance date; the years after it follow by themselves. Its field is balance.
func (s *Service) BeginYear(ctx context.Context, actor auth.Actor, balance civil.Date) error {
	permit, err := s.cases.May(actor, auth.ManageConstitution, auth.Object{})
	if err != nil {
		return err
	}
	var f apperr.Fields
	today := s.cases.Today()
	switch {
	case balance.IsZero():
		f.Add("balance", "Enter the last day of a year of the society’s accounts.")
	case balance.After(today.AddMonths(12)), balance.Before(today.AddMonths(-24)):
		f.Add("balance", "Enter a balance date of the last two years or the next one.")
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		known, err := s.facts(ctx, tx)
		if err != nil {
			return nil, err
		}
		years := slices.DeleteFunc(known.years(), func(d civil.Date) bool { return d.After(today) })
		if len(years) > 0 && !balance.After(years[len(years)-1]) {
			f.Add("balance", "The year to %s is over. Enter a later balance date.", years[len(years)-1].Long())
			return nil, f.Err()
		}
		if err := keepYears(ctx, tx, permit, known.balances, years); err != nil {
			return nil, err
		}
		return permit.Did("begin.act_year", "act", 0, nil, map[string]any{"balance": balance}), insertYear(ctx, tx, permit, balance)
	})
}

// ProofInput is that a step was done. Its fields are on, reference, document, signer and second.
type ProofInput struct {
	Key                 string
	On                  civil.Date
	Reference, Document string
	Signer, Second      auth.PersonID
}

const maxText = 300

// TickOff records that a step was done, with its proof. Statements bear the signatures of two officers.
func (s *Service) TickOff(ctx context.Context, actor auth.Actor, in ProofInput) error {
	permit, err := s.cases.May(actor, auth.ManageConstitution, auth.Object{})
	if err != nil {
		return err
	}
	in.Reference, in.Document = tidy(in.Reference), tidy(in.Document)
	return s.change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		f, err := s.facts(ctx, tx)
		if err != nil {
			return nil, err
		}
		steps := f.steps()
		at := slices.IndexFunc(steps, func(x Step) bool { return x.Key == in.Key })
		if at < 0 {
			return nil, apperr.New(apperr.NotFound, "The Act asks for no such step now.")
		}
		if err := in.check(steps[at], f).Err(); err != nil {
			return nil, err
		}
		err = insertProof(ctx, tx, permit, in)
		if store.IsUnique(err) {
			return nil, apperr.New(apperr.Conflict, "This has been ticked off already.")
		}
		return permit.Did("tick.act", "act", 0, nil, in), err
	})
}

func (in ProofInput) check(step Step, known facts) apperr.Fields {
	var f apperr.Fields
	switch {
	case in.On.IsZero():
		f.Add("on", "Enter the day on which it was done.")
	case in.On.After(known.today):
		f.Add("on", "This day is in the future. Enter the day on which it was done.")
	case in.On.Before(step.Ended):
		f.Add("on", "The year ended on %s. Enter that day or a later one.", step.Ended.Long())
	}
	for _, t := range []struct{ field, text string }{{"reference", in.Reference}, {"document", in.Document}} {
		if utf8.RuneCountInString(t.text) > maxText {
			f.Add(t.field, "Shorten this to %d characters.", maxText)
		}
	}
	if in.Reference == "" && in.Document == "" {
		f.Add("reference", "Enter the registrar’s reference, or below where the paper is found: it is the proof.")
	}
	if !step.Signs {
		return f
	}
	held := func(p auth.PersonID) bool { // who signed may have left the office before the statements were sent
		return slices.ContainsFunc(known.offices, func(o auth.Appointment) bool {
			return o.Person == p && !o.From.After(in.On) && (o.Until.IsZero() || !o.Until.Before(step.Ended))
		})
	}
	for _, who := range []struct {
		field  string
		person auth.PersonID
	}{{"signer", in.Signer}, {"second", in.Second}} {
		switch {
		case who.person == 0:
			f.Add(who.field, "Two officers sign the statements. Choose who did.")
		case !held(who.person) && !in.On.IsZero():
			f.Add(who.field, "This person held no office between the balance date and that day. Choose an officer who signed.")
		}
	}
	if in.Signer != 0 && in.Signer == in.Second {
		f.Add("second", "Two different officers sign the statements.")
	}
	return f
}

// RecordInput is a record to be kept. Its fields are person, from and text.
type RecordInput struct {
	Kind   Kind
	Person auth.PersonID
	From   civil.Date
	Text   string
}

// Record keeps a contact person, a consent or an interest.
func (s *Service) Record(ctx context.Context, actor auth.Actor, in RecordInput) error {
	permit, err := s.cases.May(actor, auth.ManageConstitution, auth.Object{})
	if err != nil {
		return err
	}
	in.Text = tidy(in.Text)
	return s.change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		known, err := s.facts(ctx, tx)
		if err != nil {
			return nil, err
		}
		var f apperr.Fields
		contacts := 0
		for _, r := range known.records {
			if r.Kind != in.Kind || !r.On(known.today) {
				continue
			}
			contacts++
			if r.Person.ID == in.Person && in.Kind != Interest {
				f.Add("person", "This is recorded of them since %s.", r.From.Long())
			}
		}
		switch {
		case in.Kind != Contact && in.Kind != Consent && in.Kind != Interest:
			f.Add("kind", "Choose what is recorded.")
		case in.Person == 0:
			f.Add("person", "Enter someone of the register.")
		case in.Kind == Contact && contacts >= mostContacts && len(f) == 0:
			f.Add("person", "There are %d contact persons, the most that a society has. End one first.", contacts)
		}
		if in.From.IsZero() || in.From.After(known.today) {
			f.Add("from", "Enter a day that is not in the future.")
		}
		switch n := utf8.RuneCountInString(in.Text); {
		case n > maxText:
			f.Add("text", "Shorten this to %d characters.", maxText)
		case n == 0 && in.Kind == Interest:
			f.Add("text", "Say what the interest is, and in which matter.")
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		id, err := insertRecord(ctx, tx, permit, in)
		return permit.Did("keep.act_record", "act", int64(id), nil, in), err
	})
}

// End ends a record with a last day. Its field is until.
func (s *Service) End(ctx context.Context, actor auth.Actor, id RecordID, last civil.Date) error {
	permit, err := s.cases.May(actor, auth.ManageConstitution, auth.Object{})
	if err != nil {
		return err
	}
	return s.change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		known, err := s.facts(ctx, tx)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(known.records, func(r Record) bool { return r.ID == id })
		if at < 0 {
			return nil, apperr.New(apperr.NotFound, "Record not found.")
		}
		r := known.records[at]
		var f apperr.Fields
		if last.IsZero() || last.Before(r.From) || last.After(known.today) {
			f.Add("until", "Enter a day from %s until today.", r.From.Long())
			return nil, f.Err()
		}
		ended, err := endRecord(ctx, tx, id, last)
		if err == nil && !ended {
			err = apperr.New(apperr.Conflict, "This has ended already.")
		}
		return permit.Did("end.act_record", "act", int64(id), r, map[string]any{"until": last}), err
	})
}

func tidy(s string) string { return strings.Join(strings.Fields(s), " ") }

// change is a change with the duties that follow from it.
func (s *Service) change(ctx context.Context, do func(tx *store.Tx) (*usecase.Entry, error)) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		entry, err := do(tx)
		if err != nil {
			return nil, err
		}
		return entry, s.keepDuties(ctx, tx)
	})
}

const dutySource = "act:year"

func (s *Service) keepDuties(ctx context.Context, tx *store.Tx) error {
	f, err := s.facts(ctx, tx)
	if err != nil {
		return err
	}
	done, err := proofs(ctx, tx)
	if err != nil {
		return err
	}
	var duties []governance.Duty
	for _, step := range f.steps() {
		duties = append(duties, step.duty())
	}
	if err := s.rules.SetDuties(ctx, tx, dutySource, duties); err != nil {
		return err
	}
	for key := range done {
		if err := s.rules.FinishDuty(ctx, tx, dutySource, key); err != nil {
			return err
		}
	}
	return nil
}

// Refresh makes the duties that a new year, a change of officers or an amendment asks for.
func (s *Service) Refresh(ctx context.Context) error {
	f, err := s.facts(ctx, s.db)
	if err != nil {
		return err
	}
	kept, err := s.rules.DutiesOf(ctx, dutySource)
	if err != nil {
		return err
	}
	steps := f.steps()
	same := len(kept) == len(steps)
	for _, step := range steps {
		same = same && slices.ContainsFunc(kept, func(d governance.Duty) bool { return d.What == step.Key && d.Due == step.Due })
	}
	if same {
		return nil
	}
	permit, err := s.cases.Allow(auth.System("the calendar").By(), nil)
	if err != nil {
		return err
	}
	return s.change(ctx, func(*store.Tx) (*usecase.Entry, error) {
		return permit.Did("keep.duty", "act", 0, nil, map[string]any{"steps": len(steps)}), nil
	})
}
