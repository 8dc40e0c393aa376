package members

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// However much a register shares, finding out whom each row of a list means takes a bounded time for each.
func TestACrowdIsSearchedInBoundedTime(t *testing.T) {
	const n = 5000
	for name, of := range map[string]func(i int) Known{
		"one e-mail and phone": func(i int) Known {
			return Known{Family: fmt.Sprint("Family", i), Given: fmt.Sprint("Given", i), EmailKey: "office@example.nz", PhoneKey: "021555001"}
		},
		"one name": func(int) Known { return Known{Family: "Smith", Given: "Jonathan"} },
		"one name, e-mail and phone": func(int) Known {
			return Known{Family: "Smith", Given: "Jonathan", EmailKey: "office@example.nz", PhoneKey: "021555001"}
		},
		"names that differ by a letter": func(i int) Known { return Known{Family: "Smith", Given: "Jonatha" + string(rune('一'+i))} },
	} {
		t.Run(name, func(t *testing.T) {
			d, began := newDirectory(nil), time.Now()
			for i := range n {
				k := of(i)
				k.ID = PersonID(i + 1)
				d.Add(k)
				found := d.Candidates(Probe{Family: k.Family, Given: k.Given, Email: k.EmailKey, Phone: k.PhoneKey})
				if len(found) == 0 || len(found) > maxCandidates {
					t.Fatalf("person %d: %+v", i, found)
				}
				if c, ok := Certain(found); ok && i > 0 && c.Person != k.ID {
					t.Fatalf("person %d is taken for %+v", i, c)
				}
			}
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// In a crowd of one name it is still found who has the number, or an address of one’s own.
func TestOneOfACrowdIsFound(t *testing.T) {
	d := newDirectory(nil)
	for i := range 500 {
		k := Known{ID: PersonID(i + 1), Family: "Smith", Given: "Jonathan", EmailKey: "office@example.nz"}
		if i >= 300 {
			k.PhoneKey = fmt.Sprintf("021555%03d", i)
		}
		d.Add(k)
	}
	for _, tt := range []struct {
		name  string
		probe Probe
		want  PersonID // 0: it is asked
	}{
		{"by the number", Probe{Family: "Smith", Given: "Jonathan", Number: "444"}, 444},
		{"by the own phone", Probe{Family: "Smith", Given: "Jonathan", Phone: "021 555 400"}, 401},
		{"by nothing of one’s own", Probe{Family: "Smith", Given: "Jonathan", Email: "office@example.nz"}, 0},
		{"by the name alone", Probe{Family: "Smith", Given: "Jonathan"}, 0},
	} {
		found := d.Candidates(tt.probe)
		if c, ok := Certain(found); ok != (tt.want != 0) || ok && c.Person != tt.want || len(found) == 0 {
			t.Errorf("%s: certain %v, %+v", tt.name, ok, found)
		}
	}
	if crowds := d.Crowds(Probe{Email: "Office@example.nz", Phone: "021 555 400"}); len(crowds) != 1 || crowds[0] != "e-mail" {
		t.Errorf("shared by a crowd: %q", crowds)
	}
}

// Whoever is proposed as certain, no one else of the same name has as much that agrees, however much is shared.
func TestCertainIsNeverOneOfSeveral(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := []string{"Jonathan", "Jonathon", "Joan", "Ann"}
		emails, phones := []string{"", "a@example.nz", "b@example.nz", "c@example.nz"}, []string{"", "021555001", "021555002"}
		size := rapid.IntRange(1, 160).Draw(t, "people")
		seed := rapid.SliceOfN(rapid.IntRange(0, 47), size, size).Draw(t, "who")
		d := newDirectory(nil)
		var all []Known
		for i, n := range seed {
			k := Known{ID: PersonID(i + 1), Family: "Smith", Given: names[n%4], EmailKey: emails[n/4%4], PhoneKey: phones[n/16]}
			d.Add(k)
			all = append(all, k)
		}
		p := Probe{
			Family: "Smith", Given: rapid.SampledFrom(names).Draw(t, "given"), Email: rapid.SampledFrom(emails).Draw(t, "e-mail"),
			Phone: rapid.SampledFrom(phones).Draw(t, "phone"),
		}
		best, ok := Certain(d.Candidates(p))
		if !ok {
			return
		}
		agrees := func(k Known) (n int) {
			if p.Email != "" && k.EmailKey == p.Email {
				n += scoreEmail
			}
			if p.Phone != "" && k.PhoneKey == p.Phone {
				n += scorePhone
			}
			return n
		}
		for _, k := range all {
			if k.ID != best.Person && k.Given == p.Given && agrees(k) >= agrees(all[best.Person-1]) {
				t.Fatalf("%+v is taken for %+v, but %+v agrees as well", p, best, k)
			}
		}
	})
}
