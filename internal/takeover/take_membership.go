package takeover

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/members"
)

func (t *taking) addTerms(ctx context.Context) error {
	var all []members.Term
	var people []PersonID
	p := t.planner()
	for _, d := range t.plan.folk {
		for _, x := range d.terms {
			x.Person, x.Club, x.RecordedAt, x.RecordedBy = d.id, t.clubOf(p, d.years[x.Year].club), t.now, t.actor.Person
			all = append(all, x)
		}
		if len(d.terms) > 0 {
			people = append(people, d.id)
		}
	}
	return t.making(ctx, "membership_term", people, func() error { return members.InsertTerms(ctx, t.tx, all) })
}

// making writes down the rows of people that do adds to a table.
func (t *taking) making(ctx context.Context, table string, people []PersonID, do func() error) error {
	if len(people) == 0 {
		return nil
	}
	last, err := highest(ctx, t.tx, table)
	if err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	ids, err := above(ctx, t.tx, table, last, people)
	t.note(table, ids...)
	return err
}

func (t *taking) endTerms(ctx context.Context) error {
	for _, d := range t.plan.folk {
		if len(d.ended) == 0 {
			continue
		}
		why := corrected + t.source(d.rows[0])
		if err := t.making(ctx, "membership_term", []PersonID{d.id}, func() error {
			return members.Correct(ctx, t.tx, t.now, t.actor, d.ended, civil.Date{}, why)
		}); err != nil {
			return err
		}
	}
	return nil
}

func (t *taking) addEarlier(ctx context.Context) error {
	var all []members.Earlier
	for _, d := range t.plan.folk {
		for _, e := range d.earlier {
			e.Person, e.RecordedAt, e.RecordedBy = d.id, t.now, t.by
			all = append(all, e)
		}
		if !d.drop {
			continue
		}
		for _, was := range t.earlier[d.id] {
			if !t.told[was.ID] {
				continue // of another source, which stays
			}
			if err := t.changed("earlier_membership", was.ID, was, nil); err != nil {
				return err
			}
			if _, err := t.tx.Exec(ctx, `DELETE FROM earlier_membership WHERE id = $1`, was.ID); err != nil {
				return fmt.Errorf("correct since when someone was a member: %w", err)
			}
		}
	}
	ids, err := members.InsertEarlier(ctx, t.tx, all)
	t.note("earlier_membership", ids...)
	return err
}

// addConsents records of those who are taken over as members that they were taken over, from which file.
func (t *taking) addConsents(ctx context.Context) error {
	var all []members.Consent
	var people []PersonID
	for _, d := range t.plan.folk {
		_, was := t.people[d.id]
		if was && len(members.InForce(t.terms[d.id]))+len(t.material.earlier[d.id]) > 0 || len(d.terms)+len(d.earlier) == 0 {
			continue
		}
		c := members.StateConsent(t.actor, t.today, members.ConsentTakenOver(t.source(d.rows[0])))
		c.Person = d.id
		all, people = append(all, c), append(people, d.id)
	}
	return t.making(ctx, "membership_consent", people, func() error { return members.InsertConsents(ctx, t.tx, t.now, all) })
}
