package members

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Whoever a directory of everyone finds, the one that is made for a single search finds, with the same evidence.
func TestASearchFindsTheSameAloneAndAmongAll(t *testing.T) {
	families := []string{"Tūhoro", "Tuhoro", "Tuhorro", "Smith", "Smyth", "Ōtāne", "", "Van der Lo"}
	given := []string{"Jonathan", "Jonathon", "Jontahan", "Mere", "Ann", "", "Smith"}
	emails, phones := []string{"", "a@example.nz", "b@example.nz"}, []string{"", "021555001", "021555002"}
	rapid.Check(t, func(t *rapid.T) {
		pick := func(from []string, what string) string { return rapid.SampledFrom(from).Draw(t, what) }
		people := make([]Known, rapid.IntRange(0, 90).Draw(t, "people"))
		for i := range people {
			people[i] = Known{
				ID: PersonID(i + 1), Family: pick(families, "family"), Given: pick(given, "given"), EmailKey: pick(emails, "e-mail"),
				PhoneKey: pick(phones, "phone"),
			}
			if rapid.IntRange(0, 9).Draw(t, "former") == 0 {
				people[i].Former = []Name{{Family: pick(families, "former family"), Given: pick(given, "former given")}}
			}
			if rapid.IntRange(0, 9).Draw(t, "led") == 0 {
				people[i].Numbers = []PersonID{PersonID(1000 + i)}
			}
		}
		p := Probe{
			Family: pick(families, "the family"), Given: pick(given, "the given"), Email: pick(emails, "the e-mail"),
			Phone: pick(phones, "the phone"), Number: pick([]string{"", "3", "1003", "x"}, "the number"),
			Full: pick([]string{"", "Smith Jonathan", "Jonathan Smith"}, "the full name"),
		}
		want, got := newDirectory(people).Candidates(p), directoryFor(people, p).Candidates(p)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(Candidate{})); diff != "" {
			t.Fatalf("%+v: %s", p, diff)
		}
	})
}

// BenchmarkSearch looks for one person among 12,500 in a directory of everyone, and in one that is made for the search.
func BenchmarkSearch(b *testing.B) {
	people := make([]Known, 12_500)
	for i := range people {
		people[i] = Known{
			ID: PersonID(i + 1), Family: fmt.Sprintf("Kererū%d", i%700), Given: fmt.Sprintf("Aroha Māhina %d", i),
			EmailKey: fmt.Sprintf("m%d@example.nz", i), PhoneKey: fmt.Sprintf("0215550%05d", i),
		}
	}
	p := Probe{Family: "Kererū350", Given: "Aroha Māhina 350"}
	b.Run("everyone", func(b *testing.B) {
		for b.Loop() {
			newDirectory(people).Candidates(p)
		}
	})
	b.Run("alone", func(b *testing.B) {
		for b.Loop() {
			directoryFor(people, p).Candidates(p)
		}
	})
}
