package clubs

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// BeginAfterAll begins within tx the terms that the lists of clubs would have given a person, had it not been recorded
// by mistake that the person had died: those that never began, and those that were cut to that day. It gives how many
// those are. The caller writes the audit entry.
func BeginAfterAll(
	ctx context.Context, tx *store.Tx, actor auth.Actor, now civil.Instant, person PersonID, died civil.Date, why string,
) (int, error) {
	h, err := governance.Load(ctx, tx)
	if err != nil {
		return 0, err
	}
	returns, err := effectiveReturnsWith(ctx, tx, person)
	if err != nil {
		return 0, err
	}
	begun := 0
	for _, r := range returns { // few: one for each year and club since the mistake
		rows, err := rowsOf(ctx, tx, r.ID)
		if err != nil {
			return 0, err
		}
		last, err := members.LastFromRows(ctx, tx, rowIDs(rows))
		if err != nil {
			return 0, err
		}
		held, err := inForceOf(ctx, tx, []PersonID{person})
		if err != nil {
			return 0, err
		}
		for _, row := range rows {
			if row.Person != person || row.TermKind == "" {
				continue
			}
			was, had := last[int64(row.ID)]
			cut := had && was.Kind != members.KindVoid && was.Corrects == 0 && was.To == died && was.To.Before(row.TermTo)
			if had && !cut {
				continue
			}
			g := members.Joining{
				Received: r.ListReceived, Effective: r.From, Year: r.Year, Terms: without(held[person], was.ID),
				Since: row.since(r.ListReceived),
			}.Under(h)
			terms := termsOf(r, row, g, nil)
			for n := range terms {
				terms[n].RecordedAt, terms[n].RecordedBy = now, actor.Person
				if cut {
					terms[n].Corrects, terms[n].Reason = was.ID, why
				}
			}
			if err := members.InsertTerms(ctx, tx, terms); err != nil {
				return 0, err
			}
			begun += len(terms)
		}
	}
	return begun, nil
}

func without(terms []members.Term, id members.TermID) (out []members.Term) {
	for _, t := range terms {
		if t.ID != id {
			out = append(out, t)
		}
	}
	return out
}
