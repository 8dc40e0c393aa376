package postal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
)

// AgreedTotals are the agreed totals, for the vote's tellers from their
// agreement on, for managers from the report on.
func (s *Service) AgreedTotals(ctx context.Context, actor auth.Actor, id VoteID) (Totals, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return Totals{}, err
	}
	switch tells, manages := f.isTeller(actor), s.manages(actor); {
	case !tells && !manages:
		return Totals{}, s.hidden(actor, f)
	case tells && f.State.before(StateAgreed), !tells && f.State.before(StateReported):
		return Totals{}, apperr.UnderRule(
			"5.11", "There are no totals yet: they are shown once both tellers agree, and to the secretary once they report.",
		)
	}
	return s.proven(ctx, s.db, f)
}

// Report hands the totals to the secretary (rule 5.11). The note says nothing of
// how anyone voted: it is declared with the result. Field: note.
func (s *Service) Report(ctx context.Context, actor auth.Actor, id VoteID, version int64, note string) error {
	return s.take(ctx, request{
		actor: actor, id: id, action: ActReport, version: version,
	}, func(tx *store.Tx, f *facts) (any, error) {
		var fields apperr.Fields
		checkText(&fields, "note", note, maxRemark, "")
		if err := fields.Err(); err != nil {
			return nil, err
		}
		totals, err := s.proven(ctx, tx, *f)
		if err != nil {
			return nil, err
		}
		if err := s.gov.FinishDuty(ctx, tx, source(id), string(constitution.DutyReport)); err != nil {
			return nil, err
		}
		return map[string]any{"on": f.today, "totals": totals}, reportVote(ctx, tx, id, f.today, note)
	})
}

// Outcomes are the outcomes that a declaration now would have, for managers and
// tellers once the tellers have reported.
func (s *Service) Outcomes(ctx context.Context, actor auth.Actor, id VoteID) ([]Outcome, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	switch {
	case !s.manages(actor) && !f.isTeller(actor):
		return nil, s.hidden(actor, f)
	case f.State.before(StateReported):
		return nil, apperr.UnderRule("5.11", "The tellers have not reported yet.")
	}
	totals, err := s.proven(ctx, s.db, f)
	if err != nil {
		return nil, err
	}
	return decide(f.decision, f.Motions, totals)
}

// decide applies rule 5.12 to each motion. The order of the totals does not
// matter.
func decide(c constitution.Constitution, motions []Motion, totals Totals) ([]Outcome, error) {
	counted := make(map[int]MotionTotal, len(totals.Motions))
	for _, t := range totals.Motions {
		counted[t.Number] = t
	}
	out := make([]Outcome, len(motions))
	for i, m := range motions {
		t, found := counted[m.Number]
		if !found {
			return nil, fmt.Errorf("motion %d has no totals", m.Number)
		}
		decided, err := c.Decide(constitution.Poll{By: constitution.ByPost, Kind: m.Kind,
			Votes: constitution.Votes{Yes: t.Yes, No: t.No, Abstain: t.Abstain}})
		if err != nil {
			return nil, fmt.Errorf("decide motion %d: %w", m.Number, err)
		}
		out[i] = Outcome{
			Motion: m, MotionTotal: t, Carried: decided.Carried, Referred: decided.Referred, Trace: decided.Trace,
		}
	}
	return out, nil
}

// Declare declares the result (rules 5.12, 5.13).
func (s *Service) Declare(ctx context.Context, actor auth.Actor, id VoteID, version int64) error {
	return s.take(ctx, request{
		actor: actor, id: id, action: ActDeclare, version: version,
	}, func(tx *store.Tx, f *facts) (any, error) {
		d, err := s.declaration(ctx, tx, actor, f)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(d)
		if err != nil {
			return nil, fmt.Errorf("keep a declaration: %w", err)
		}
		type line struct {
			Motion  int    `json:"motion"`
			Votes   string `json:"votes"`
			Outcome string `json:"outcome"`
		}
		var lines []line
		for _, o := range d.Outcomes {
			lines = append(lines, line{o.Number, o.votes().String(), o.Trace.Outcome})
		}
		if err := s.amend(ctx, tx, f, d); err != nil {
			return nil, err
		}
		return map[string]any{"on": d.On, "outcomes": lines}, declareVote(ctx, tx, id, d.On, string(text))
	})
}

// amend makes the version of the constitution that the declared result adopts,
// where rules 5.12 and 7.1 are read as letting a postal vote amend it: with the
// figures that the EGM's motions set, from the day of the declaration (5.13).
func (s *Service) amend(ctx context.Context, tx *store.Tx, f *facts, d Declaration) error {
	var from meetings.ForVote
	if f.Meeting != 0 {
		var err error
		if from, err = meetings.VoteOf(ctx, tx, meetings.ID(f.Meeting)); err != nil {
			return err
		}
	}
	var change []meetings.FigureChange
	var carried []string
	for _, o := range d.Outcomes {
		if o.Kind != constitution.Constitutional || !o.Carried || o.Referred {
			continue
		}
		carried = append(carried, fmt.Sprintf("motion %d", o.Number))
		if i := o.Number - 1; i < len(from.Motions) {
			change = append(change, from.Motions[i].Change...)
		}
	}
	if carried == nil {
		return nil
	}
	c, err := s.gov.On(ctx, tx, d.On)
	if err != nil {
		return err
	}
	if c, err = meetings.Amend(c, change); err != nil {
		return err
	}
	c.From, _ = f.decision.PostalEffect(d.On)
	c.AdoptedBy = "Postal vote “" + d.Title + "”: " + strings.Join(carried, ", ")
	return s.gov.Adopt(ctx, tx, f.permit, source(f.ID), c)
}

func (o Outcome) votes() constitution.Votes {
	return constitution.Votes{Yes: o.MotionTotal.Yes, No: o.MotionTotal.No, Abstain: o.MotionTotal.Abstain}
}

// officeOf is the office as which somebody runs postal votes on a day: "secretary".
func officeOf(actor auth.Actor, day civil.Date) string {
	for _, role := range []auth.Role{auth.Secretary, auth.President} {
		for _, o := range actor.Offices {
			if o.Role == role && o.HeldOn(day) {
				return strings.ToLower(o.Title())
			}
		}
	}
	return ""
}

// SignedAs is how the actor signs what is printed of a postal vote: name and office.
func (s *Service) SignedAs(actor auth.Actor) string {
	return withOffice(actor.Name, officeOf(actor, s.cases.Today()))
}

// Signed is who declared the result, with the office.
func (d Declaration) Signed() string { return withOffice(d.By, d.Office) }

func withOffice(name, office string) string {
	if office == "" {
		return name
	}
	return name + ", " + office
}

func (s *Service) declaration(ctx context.Context, tx *store.Tx, actor auth.Actor, f *facts) (Declaration, error) {
	totals, err := s.proven(ctx, tx, *f)
	if err != nil {
		return Declaration{}, err
	}
	back := f.counts.with(totals)
	d := Declaration{Vote: f.ID, Title: f.Title, EGM: f.EGM, Held: f.Held, Typed: f.Typed, Closing: f.Closing, On: f.today, By: actor.Name, Office: officeOf(actor, f.today), RollCount: f.RollCount,
		Papers: back.Papers(), Valid: totals.Papers, Rejected: back.Rejected, RollHash: f.RollHash,
		MotionsHash: f.MotionsHash,
		RootHash:    totals.RootHash, ReportNote: f.ReportNote}
	if d.Outcomes, err = decide(f.decision, f.Motions, totals); err != nil {
		return d, err
	}
	for _, t := range f.tellers {
		d.Tellers = append(d.Tellers, t.Name)
	}
	if d.Flow, err = declaredFlow(ctx, tx, *f, back.Rejected); err != nil {
		return d, err
	}
	history, err := tellerHistory(ctx, tx, f.ID)
	if err != nil {
		return d, err
	}
	history = history.forEverybody()
	d.History = &history
	_, d.Effect = f.decision.PostalEffect(f.today)
	d.KeptUntil, d.KeptTrace = f.decision.DestroyNotBefore(f.Closing, f.today)
	d.AuditSeq, d.AuditHead, err = audit.BoundHead(ctx, tx, s.cases.Now())
	return d, err
}

// Declaration is the declared result; NotFound before the declaration. It is
// for everybody.
func (s *Service) Declaration(ctx context.Context, id VoteID) (Declaration, error) {
	text, err := declarationText(ctx, s.db, id)
	if errors.Is(err, store.ErrNoRows) {
		return Declaration{}, apperr.New(apperr.NotFound, "There is no result of this postal vote yet.")
	}
	if err != nil {
		return Declaration{}, err
	}
	var d Declaration
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		return d, fmt.Errorf("read a declaration: %w", err)
	}
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return d, err
	}
	if d.Proven = f.pack != ""; d.Proven {
		totals, err := s.proven(ctx, s.db, f)
		if err != nil {
			return Declaration{}, err
		}
		if !d.says(totals) {
			return Declaration{}, changedBehind("declaration")
		}
		p, err := ballot.ParsePackage([]byte(f.pack))
		if err != nil {
			return Declaration{}, changedBehind("vote package")
		}
		d.Keys = keysOf(p.Keys())
		d.Keys.Signed, d.Keys.Before = p.KeysSigned(), !p.KeysSigned()
	}
	history, err := declaredHistory(ctx, s.db, d)
	if err != nil {
		return Declaration{}, err
	}
	d.History, d.Destroyed, d.ClearedAt = &history, f.Destroyed, f.ClearedAt
	return d, nil
}

// HeadsOut are the heads of the log that stand on declarations, the oldest first.
func (s *Service) HeadsOut(ctx context.Context) ([]audit.Given, error) {
	texts, err := declarations(ctx, s.db)
	if err != nil {
		return nil, err
	}
	out := make([]audit.Given, len(texts))
	for i, text := range texts {
		var d Declaration
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			return nil, fmt.Errorf("read a declaration: %w", err)
		}
		out[i] = audit.Given{
			Mark: d.logHead(), At: d.On.Midnight(), With: "declaration of the postal vote “" + d.Title + "”",
		}
	}
	return out, nil
}

func (d Declaration) logHead() audit.Mark { return audit.MarkOf(d.AuditSeq, d.AuditHead) }

// LogHead is the head of the log at the declaration, as somebody types it to
// compare the log with it.
func (d Declaration) LogHead() string { return d.logHead().String() }

// Published are the vote package and the tellers' signed result of a declared vote,
// with which anybody checks the declaration (nzgs teller verify). NotFound before the
// declaration, and of votes that were destroyed before the package was kept.
func (s *Service) Published(ctx context.Context, id VoteID) (pack, result []byte, err error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return nil, nil, err
	}
	if f.State.before(StateDeclared) || f.pack == "" {
		return nil, nil, apperr.New(apperr.NotFound, "There are no files to check this postal vote with.")
	}
	if _, err := s.proven(ctx, s.db, f); err != nil {
		return nil, nil, err
	}
	return []byte(f.pack), []byte(f.result), nil
}

// says reports whether a declaration has the totals.
func (d Declaration) says(t Totals) bool {
	return d.RootHash == t.RootHash && slices.EqualFunc(d.Outcomes, t.Motions, func(o Outcome, m MotionTotal) bool {
		return o.Number == m.Number && o.MotionTotal == m
	})
}

// Destruction says how the tellers destroyed what they kept.
type Destruction struct {
	Keys   string // their key files: these first
	Papers string // the voting papers
}

// problems are what is missing in it. Fields: keys, papers.
func (d Destruction) problems() apperr.Fields {
	var fields apperr.Fields
	checkText(
		&fields, "keys", oneLine(d.Keys), maxTitle,
		"Say how the tellers deleted their key files and what they kept on their machines.",
	)
	checkText(&fields, "papers", oneLine(d.Papers), maxTitle, "Say how and by whom the voting papers were destroyed.")
	return fields
}

// Destroy records that the tellers destroyed keys and papers, and deletes
// everything but totals and outcome: keys first, then entries, serials, the
// envelope register and the roll. Fields: keys, papers.
func (s *Service) Destroy(
	ctx context.Context, actor auth.Actor, id VoteID, version int64, d Destruction,
) error {
	d.Keys, d.Papers = oneLine(d.Keys), oneLine(d.Papers)
	return s.take(ctx, request{
		actor: actor, id: id, action: ActDestroy, version: version,
	}, func(tx *store.Tx, f *facts) (any, error) {
		if err := d.problems().Err(); err != nil {
			return nil, err
		}
		how := "Keys: " + d.Keys + ". Papers: " + d.Papers + "."
		if err := s.gov.FinishDuty(ctx, tx, source(id), string(constitution.DutyDestroy)); err != nil {
			return nil, err
		}
		return map[string]any{
			"on": f.today, "keys": d.Keys, "papers": d.Papers,
		}, destroyVote(ctx, tx, id, f.today, actor.Name, how)
	})
}
