package treasury

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// noLongerPaid is why the terms of an subscription are cancelled.
const noLongerPaid = "The subscription is no longer paid"

// asBefore are the terms that the subscription gives, as they were when it was no longer paid: what an officer cancelled is
// left out, and they are with the club that their member had moved to, since the day of the move, and no longer than until the
// day that they were cut to, unless all of them begin after it.
func (a Asked) asBefore(ctx context.Context, q store.Queryer, terms []members.Term) (out []members.Term, err error) {
	records, err := a.records(ctx, q)
	if err != nil {
		return nil, err
	}
	for _, t := range terms {
		all := records[t.Person]
		for n := range all { // some are older than that mark
			all[n].ByStanding = all[n].ByStanding || all[n].Reason == noLongerPaid
		}
		pieces := members.Pieces(all)
		laid := t.Over(pieces, fullTerm(all), func(*members.Term) {})
		if n := len(pieces) - 1; n >= 0 && len(laid) == 0 && pieces[n].ByStanding {
			t.Club = pieces[n].Club
			laid = []members.Term{t}
		}
		out = append(out, laid...)
	}
	return out, nil
}

// fullTerm is the last day that the records have.
func fullTerm(records []members.Record) (last civil.Date) {
	for _, t := range records {
		if t.Kind != members.KindVoid {
			last = civil.Later(last, t.To)
		}
	}
	return last
}
