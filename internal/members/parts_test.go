package members_test

import (
	"fmt"
	"testing"

	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// Bugs: a file of the register stopped after 10,000 people without saying so; and one that was read page by page had
// someone twice, or not at all, when others changed the register in between.
func TestAFileHasEveryoneOnceWhateverChangesMeanwhile(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSociety(t, db)
		before, err := s.All(ctx, s.treasurer, members.RegisterFilter{})
		if err != nil {
			t.Fatal(err)
		}
		more := make([]members.PersonInput, 1500)
		for i := range more {
			more[i] = members.PersonInput{FamilyName: fmt.Sprintf("Tester%04d", i), GivenNames: "Ata"}
		}
		if _, err := s.RegisterAll(ctx, s.treasurer, more); err != nil {
			t.Fatal(err)
		}
		parts, err := s.ExportParts(s.treasurer, members.RegisterFilter{Page: 3, Size: 5})
		if err != nil {
			t.Fatal(err)
		}
		seen, last, reads := map[members.PersonID]bool{}, "", 0
		if err := parts.Each(ctx, func(_ store.Queryer, part []members.Entry) error {
			if reads++; reads == 1 { // comes first in the order, so that a page more would move everyone
				if _, err := s.RegisterAll(ctx, s.treasurer, []members.PersonInput{{FamilyName: "Aaa", GivenNames: "Ata"}}); err != nil {
					return err
				}
			}
			for _, e := range part {
				if seen[e.Person.ID] || e.Person.Name.Family == "Aaa" {
					t.Errorf("%s is there once more", e.Person.Name.Family)
				}
				if e.Person.Name.Given == "Ata" && e.Person.Name.Family < last {
					t.Errorf("%s comes after %s", e.Person.Name.Family, last)
				}
				if e.Person.Name.Given == "Ata" {
					last = e.Person.Name.Family
				}
				seen[e.Person.ID] = true
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if want := len(before.Entries) + len(more); len(seen) != want || reads < 2 {
			t.Errorf("%d people in %d parts, want %d", len(seen), reads, want)
		}
		all, err := s.All(ctx, s.treasurer, members.RegisterFilter{})
		if err != nil || len(all.Entries) != len(seen)+1 || all.Matches != len(all.Entries) || all.Total != all.Matches {
			t.Errorf("all: %d entries, %d of %d, %v", len(all.Entries), all.Matches, all.Total, err)
		}
	})
}
