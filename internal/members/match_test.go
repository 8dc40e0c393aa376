package members

import (
	"testing"
)

func directory() *Directory {
	return newDirectory([]Known{
		{ID: 1, Family: "Tūī", Given: "Aroha", EmailKey: "aroha@example.nz", PhoneKey: "021555001", Clubs: []ClubID{7}},
		{ID: 2, Family: "Tūī", Given: "Tama", EmailKey: "aroha@example.nz", PhoneKey: "021555001", Clubs: []ClubID{7}},
		{ID: 3, Family: "Wang", Given: "Xiaoming", EmailKey: "wx@example.nz", PhoneKey: "021555003", Clubs: []ClubID{7}},
		{ID: 4, Family: "Peters", Given: "James", Clubs: []ClubID{8}},
		{ID: 5, Family: "Peters", Given: "James", Clubs: []ClubID{9}},
		{ID: 6, Family: "田中", Given: "太郎"},
		{ID: 7, Family: "Katherine", Given: "Rose"},
	})
}

func TestCandidates(t *testing.T) {
	for _, tt := range []struct {
		name    string
		probe   Probe
		best    PersonID // 0: nobody is shown
		certain bool
	}{
		{"same name on the same club's list", Probe{Family: "Tui", Given: "Aroha", Club: 7}, 1, true},
		{
			"same name, e-mail and phone shared in the family",
			Probe{Family: "Tūī", Given: "Tama", Email: "Aroha@example.nz", Phone: "+64 21 555 001"}, 2, true,
		},
		{"same name alone", Probe{Family: "Tui", Given: "Aroha", Club: 9}, 1, false},
		{
			"a new child of the family",
			Probe{Family: "Tūī", Given: "Mere", Email: "aroha@example.nz", Phone: "021 555 001", Club: 7}, 1, false,
		},
		{"names the other way round", Probe{Family: "Xiaoming", Given: "Wang", Email: "wx@example.nz"}, 3, true},
		{"two people of the same name", Probe{Family: "Peters", Given: "James"}, 4, false},
		{
			"two of the same name, one in this club: still to be looked at", Probe{Family: "Peters", Given: "James", Club: 9}, 5,
			false,
		},
		{
			"two of the same name, the club and the number agree", Probe{Family: "Peters", Given: "James", Club: 9, Number: "5"},
			5, true,
		},
		{"initial only, this club", Probe{Family: "Peters", Given: "J.", Club: 8}, 4, false},
		{"a letter wrong", Probe{Family: "Katherina", Given: "Rose"}, 7, false},
		{"two letters changed places, same number", Probe{Family: "Kahterine", Given: "Rose", Number: "7"}, 7, true},
		{"a sister whose name differs by a letter", Probe{
			Family: "Tūī", Given: "Ahoha", Email: "aroha@example.nz", Phone: "021 555 001", Club: 7,
		}, 1, false},
		{"Chinese characters", Probe{Family: "田中", Given: "太郎", Number: "6"}, 6, true},
		{"number of somebody else", Probe{Family: "Smith", Given: "Ann", Number: "3"}, 3, false},
		{"contact data of somebody else", Probe{Family: "Smith", Given: "Ann", Email: "wx@example.nz"}, 0, false},
		{"number, e-mail and phone of somebody else on the list", Probe{
			Family: "Smith", Given: "Ann", Number: "3", Email: "wx@example.nz", Phone: "021 555 003", Club: 7,
		}, 3, false},
		{"only the initial agrees, all the rest too", Probe{
			Family: "Wang", Given: "X.", Number: "3", Email: "wx@example.nz", Phone: "021 555 003", Club: 7,
		}, 3, false},
		{"nobody like that", Probe{Family: "Hēnare", Given: "Mere", Club: 7}, 0, false},
		{"number of nobody", Probe{Family: "Hēnare", Given: "Mere", Number: "99"}, 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := directory().Candidates(tt.probe)
			var best PersonID
			if len(got) > 0 {
				best = got[0].Person
			}
			if best != tt.best {
				t.Errorf("best candidate %d, want %d: %+v", best, tt.best, got)
			}
			if c, ok := Certain(got); ok != tt.certain || ok && c.Person != tt.best {
				t.Errorf("certain: %v %d, want %v: %+v", ok, c.Person, tt.certain, got)
			}
		})
	}
}

// What is blank, short or said twice is no evidence.
func TestWhatIsNoEvidence(t *testing.T) {
	d := newDirectory([]Known{
		{ID: 1, Family: "Moana", Clubs: []ClubID{7}}, {ID: 2, Family: "Li", Given: "An", Clubs: []ClubID{7}},
		{ID: 3, Family: "Katherine", Given: "Rose", PhoneKey: "021555003"},
	})
	for _, tt := range []struct {
		name  string
		probe Probe
		score int // 0: nobody is shown
	}{
		{"two people with one name each", Probe{Family: "Rangi", Club: 7}, 0},
		{"short names that differ by a letter", Probe{Family: "Lu", Given: "An"}, 0},
		{"nothing at all", Probe{Club: 7}, 0},
		{"two letters changed places", Probe{Family: "Kahterine", Given: "Rose"}, scoreTypo},
		{"the telephone counts", Probe{Family: "Katherine", Given: "Rose", Phone: "+64 21 555 003"}, scoreName + scorePhone},
	} {
		score := 0
		if got := d.Candidates(tt.probe); len(got) > 0 {
			score = got[0].Score
		}
		if score != tt.score {
			t.Errorf("%s: score %d, want %d", tt.name, score, tt.score)
		}
	}
}
