package members_test

import (
	"testing"

	"nzgs/internal/members"
)

// A former name is kept when the officer says so, found in searches, and public only when the person wants, by name.
func TestFormerNamesAreKeptFoundAndShownAsThePersonWants(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		id := s.ids[1]
		edit := func(family string, keep bool) {
			t.Helper()
			f, err := s.File(ctx, s.treasurer, id)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Edit(ctx, s.treasurer, members.EditInput{
				ID: id, Version: f.Person.Version, KeepName: keep,
				PersonInput: members.PersonInput{FamilyName: family, GivenNames: "Aroha", Email: f.Person.Contact.Email},
			}); err != nil {
				t.Fatal(err)
			}
		}
		edit("Tui-Moana", true)
		edit("Tūī-Moana", true)   // the same letters: a spelling
		edit("Tūī-Moaana", false) // a mistake
		edit("Tūī-Moana", false)
		f, err := s.File(ctx, s.treasurer, id)
		if err != nil || len(f.Former) != 1 || f.Former[0].String() != "Aroha Tūī" {
			t.Fatalf("former names %v, %v", f.Former, err)
		}
		found, err := s.List(ctx, s.treasurer, members.RegisterFilter{Query: "aroha tui"})
		if err != nil || len(found.Entries) != 1 || found.Entries[0].Person.ID != id {
			t.Errorf("by the former name %d are found, %v", len(found.Entries), err)
		}
		public := func() int {
			t.Helper()
			names, err := members.PublicFormerNames(ctx, s.db, id)
			if err != nil {
				t.Fatal(err)
			}
			return len(names)
		}
		if public() != 0 {
			t.Error("a former name is public unasked")
		}
		own := func(as members.PublicAs, show bool) {
			t.Helper()
			f, err := s.File(ctx, s.treasurer, id)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.EditOwn(ctx, actor(id, "", 0), members.OwnInput{
				ID: id, Version: f.Person.Version, Alias: "Ruru", PublicAs: as, ShowFormer: show,
			}); err != nil {
				t.Fatal(err)
			}
		}
		if own(members.ByName, true); public() != 1 {
			t.Error("a former name is not public though she wants it")
		}
		if own(members.ByAlias, true); public() != 0 {
			t.Error("a former name is public beside an alias")
		}
		edit("Tūī-Moana", false) // an officer's change leaves her wish
		if own(members.ByName, false); public() != 0 {
			t.Error("a former name is public against her wish")
		}
	})
}
