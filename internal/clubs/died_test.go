package clubs_test

import (
	"strings"
	"testing"

	"nzgs/internal/clubs"
	"nzgs/internal/store"
)

// A list that a club has copied for years does not register who died.
func TestWhoDiedIsLeftOutOfAList(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2027-07-10")
		s.rate(2027, "20")
		gone := s.member("aroha").Person.ID
		s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
				VALUES ($1, 'died', '2027-05-02', 'Her family wrote.', $2, 'The secretary')`, gone, s.now)
			return err
		}))
		out, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{Club: s.capital, Year: 2027, List: s.csv(eight...)})
		s.must(err)
		for _, l := range s.view(s.treasurer, out.Return).Lines {
			if l.Person == nil || l.Person.ID != gone {
				continue
			}
			if l.State != clubs.RowError || !strings.Contains(l.Findings[0].Text, "died on 2 May 2027") {
				t.Errorf("her row is %s: %+v", l.State, l.Findings)
			}
			return
		}
		t.Error("her row was not taken for her")
	})
}
