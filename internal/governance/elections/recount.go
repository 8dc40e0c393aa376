package elections

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
)

// RecountInput is a second count of the papers of the last ballot. Its fields are
// those of BallotInput, and of, asked, stands and reason.
type RecountInput struct {
	BallotInput
	Of     int           // number of the ballot
	Asked  auth.PersonID // who asked for it; 0: the tellers or the chair
	Stands meetings.Which
	Reason string // why it was counted again, and why the one that stands does
}

// RecordRecount records that the tellers counted the papers of the last ballot
// again, rule 4.11: both counts are kept, and which of them stands.
func (s *Service) RecordRecount(ctx context.Context, actor auth.Actor, in RecountInput) error {
	in.Reason = tidy(in.Reason)
	return s.change(ctx, actor, counting, in.Election, in.Version, func(tx *store.Tx, b business) (entry, error) {
		valid := b.election.Valid()
		if len(valid) == 0 || valid[len(valid)-1].No != in.Of || valid[len(valid)-1].Way != Ballot {
			return entry{}, apperr.New(
				apperr.Conflict, "Only the papers of the last ballot are counted again. Set what came after it aside first.",
			)
		}
		first := valid[len(valid)-1]
		o := Outcome{State: AwaitsBallot, Seats: first.Seats}
		if len(valid) > 1 {
			o.State = Tied
		}
		for _, v := range first.Votes {
			o.Among = append(o.Among, v.Candidate)
		}
		n, f, err := s.counted(ctx, tx, b, o, in.BallotInput, first.At)
		if err != nil {
			return entry{}, err
		}
		n.By = actor.Name
		n.Recount = &Recount{
			Of: in.Of, Asked: Person{ID: in.Asked}, Reason: in.Reason, Stands: in.Stands == meetings.SecondStands,
		}
		if err := in.check(ctx, tx, &f, b); err != nil {
			return entry{}, err
		}
		if err := f.Err(); err != nil {
			return entry{}, err
		}
		if _, err := insertCount(ctx, tx, in.Election, n); err != nil {
			return entry{}, err
		}
		return entry{action: "record.recount", before: countFacts(first), after: countFacts(n)}, nil
	})
}

// check adds what is wrong with who asked, which stands, and why.
func (in RecountInput) check(ctx context.Context, q store.Queryer, f *apperr.Fields, b business) error {
	if in.Asked != 0 {
		people, err := b.whoCame(ctx, q, in.Asked)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(people, func(p Person) bool { return p.ID == in.Asked }) {
			f.Add("asked", "Choose someone who was at the meeting and entitled to be.")
		}
	}
	if in.Stands != meetings.SecondStands && in.Stands != meetings.FirstStands {
		f.Add("stands", "Say which of the two counts stands.")
	}
	switch {
	case in.Reason == "":
		f.Add("reason", "Enter why it was counted again, and why this count stands.")
	case tooLong(in.Reason, maxReason):
		f.Add("reason", "Shorten this to %d characters.", maxReason)
	}
	return nil
}
