package clubs_test

import (
	"slices"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/store"
)

// Bug: a club's secretary read that nothing was due while the club's desk had a day, and the treasurer's rates and lists were
// not among the duties.
func TestListsAndRatesAreDuties(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		wants := func(what string, actor auth.Actor, want ...string) {
			t.Helper()
			list, err := s.Duties(ctx, actor)
			s.must(err)
			var got []string
			for _, d := range list {
				got = append(got, d.Due.String()+" "+d.Rule+" "+d.Title)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", what, got, want)
			}
		}
		const list = "2027-06-30 2.4 Send the next list of members of Capital Go Club"
		wants("no list yet", s.capitalSecretary)
		id := s.upload(s.treasurer, s.capital, "", eight...).Return
		s.must(s.Submit(ctx, s.treasurer, s.ref(id), clubs.Last{Consented: true}))
		s.confirm(id)
		wants("of the club", s.capitalSecretary, list)
		wants("of another club", s.harbourSecretary)
		wants("of the society's secretary", s.secretary)
		wants("of nobody", auth.Actor{})
		wants("of the treasurer: it came this year", s.treasurer)
		s.on("2027-04-01")
		wants("of the treasurer, in April", s.treasurer, "2027-07-01 2.2 Record the subscription for 2027/28")
		wants("of the secretary, who may record it too", s.secretary, "2027-07-01 2.2 Record the subscription for 2027/28")
		wants("of the club, in April", s.capitalSecretary, list)
		excluded := func(day any) {
			s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, `UPDATE club SET excluded_on = $1 WHERE id = $2`, day, s.capital)
				return err
			}))
		}
		excluded("2027-03-31")
		wants("of a club that the committee has excluded", s.capitalSecretary)
		excluded(nil)
		s.on("2027-07-02")
		wants("of the club whose affiliation ended", s.capitalSecretary)
	})
}
