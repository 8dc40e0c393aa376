package takeover_test

import (
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// Bug: of a corrected file that takes a year away and is undone, the year still counted as corrected, in every list.
func TestAnUndoneCorrectionGivesTheTermBack(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		const heads = "No.,Surname,Given,Email,2024/25,2025/26\n"
		s.send("one.csv", heads+"17,Smith,John,john@example.nz,x,x\n")
		s.say(nil)
		s.take()
		before := s.member("John")
		s.send("two.csv", heads+"17,Smith,John,john@example.nz,x,\n")
		s.say(nil)
		two := s.take()
		s.must(s.Undo(ctx, s.secretary, two, "The wrong file."))
		after := s.member("John")
		wrong, err := store.One(ctx, s.db, store.Value[int], `SELECT count(*) FROM membership_term t
			WHERE t.corrected AND NOT EXISTS (SELECT 1 FROM membership_term x WHERE x.corrects_id = t.id)`)
		s.must(err)
		on, err := members.MembersOn(ctx, s.db, []members.PersonID{after.Person.ID}, civil.MustParseDate("2026-01-15"))
		s.must(err)
		if !on[after.Person.ID] {
			t.Error("lists of members leave out whose year was given back")
		}
		if wrong > 0 || after.Summary.Until != before.Summary.Until {
			t.Errorf("%d terms are kept as corrected by nothing; the membership was %+v and is %+v", wrong, before.Summary, after.Summary)
		}
	})
}
