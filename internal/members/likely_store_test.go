package members

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// addKnown writes people, with the names that they had before.
func addKnown(t *testing.T, db *store.DB, people []Known) {
	t.Helper()
	ctx := context.Background()
	if err := db.InTx(ctx, func(tx *store.Tx) error {
		for _, k := range people {
			if _, err := tx.Exec(ctx, `
				INSERT INTO person (id, family_name, given_names, name_key, sort_key, email, email_key, phone, phone_key, created_at)
				VALUES ($1, $2, $3, $4, '', $5, $5, $6, $6, '2026-01-01T00:00:00.000Z')`,
				k.ID, k.Family, k.Given, NameKey(k.Family, k.Given), k.EmailKey, k.PhoneKey); err != nil {
				return err
			}
			for _, n := range k.Former {
				if _, err := tx.Exec(ctx, `
					INSERT INTO person_former_name (person_id, family_name, given_names, name_key, recorded_at, recorded_by)
					VALUES ($1, $2, $3, $4, '2026-01-01T00:00:00.000Z', 'a test')`,
					k.ID, n.Family, n.Given, NameKey(n.Family, n.Given)); err != nil {
					return err
				}
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// misspelt is a name with up to two letters left out, put in or changed.
func misspelt(r *rand.Rand, name string) string {
	letters := []rune(name)
	for range r.IntN(3) {
		at := r.IntN(len(letters) + 1)
		switch {
		case r.IntN(2) == 0 && at < len(letters) && len(letters) > 1:
			letters = append(letters[:at:at], letters[at+1:]...)
		default:
			letters = append(letters[:at:at], append([]rune{[]rune("aāeioué王 ")[r.IntN(9)]}, letters[at:]...)...)
		}
	}
	if out := strings.TrimSpace(string(letters)); out != "" {
		return out
	}
	return name
}

// Whom a directory of everyone finds, the database finds too, with the same evidence, and so it is with pairs.
func TestTheDatabaseFindsWhomADirectoryFinds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx, r := context.Background(), rand.New(rand.NewPCG(7, 11))
		families := []string{"Tūhoro", "Smith", "Van der Lo", "Ng", "王", "O’Brien"}
		given := []string{"Jonathan", "Mere Ann", "Ann", "", "小明", "Bo"}
		pick := func(from []string) string { return from[r.IntN(len(from))] }
		reach := func() (string, string) {
			return pick([]string{"", "", "a@example.nz", "b@example.nz"}), pick([]string{"", "", "021555001", "021555002"})
		}
		people := make([]Known, 150)
		for i := range people {
			people[i] = Known{ID: PersonID(i + 1), Family: misspelt(r, pick(families)), Given: misspelt(r, pick(given)+" ")}
			people[i].EmailKey, people[i].PhoneKey = reach()
			if r.IntN(8) == 0 {
				people[i].Former = []Name{{Family: misspelt(r, pick(families)), Given: pick(given)}}
			}
		}
		addKnown(t, db, people)
		whole, err := LoadDirectory(ctx, db)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for range 300 {
			p := Probe{Family: misspelt(r, pick(families)), Given: misspelt(r, pick(given)+" "), Number: pick([]string{"", "", "7", "x"})}
			p.Email, p.Phone = reach()
			if r.IntN(4) == 0 {
				p.Full = p.Given + " " + p.Family
			}
			got, err := Likely(ctx, db, p)
			if err != nil {
				t.Fatal(err)
			}
			want := whole.Candidates(p)
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(Candidate{})); diff != "" {
				t.Fatalf("%+v: %s", p, diff)
			}
			found += len(got)
		}
		if found < 100 {
			t.Errorf("only %d were found: the names are too far apart to say anything", found)
		}
		pairs, err := LikelyPairs(ctx, db)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(whole.Pairs(), pairs, cmp.AllowUnexported(Candidate{})); diff != "" || len(pairs) == 0 {
			t.Errorf("%d pairs: %s", len(pairs), diff)
		}
	})
}

// Of a register of many people only those are read who are like who is looked for, and only those who share something.
func TestFewAreReadOfALongRegister(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := context.Background()
		people := make([]Known, 400)
		for i := range people {
			people[i] = Known{
				ID: PersonID(i + 1), Family: "Family" + strings.Repeat("x", i%20), Given: fmt.Sprintf("Given%03dname", i),
				EmailKey: fmt.Sprintf("m%d@example.nz", i), PhoneKey: fmt.Sprintf("0215550%05d", i),
			}
		}
		people[399] = Known{ID: 400, Family: people[9].Family, Given: people[9].Given}
		addKnown(t, db, people)
		p := Probe{Family: people[9].Family, Given: people[9].Given, Phone: people[100].PhoneKey, Number: "200"}
		d, err := DirectoryFor(ctx, db, p)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(d.people); n < 4 || n > 100 {
			t.Errorf("%d people were read to find one", n)
		}
		var pairs []Pair
		plans := storetest.Plans(t, db, func(q store.Queryer) {
			if pairs, err = LikelyPairs(ctx, q); err != nil {
				t.Fatal(err)
			}
		})
		if len(pairs) != 1 {
			t.Errorf("pairs: %v", pairs)
		}
		for _, index := range []string{"person_name", "person_email", "person_phone"} {
			if !strings.Contains(plans[0], index) {
				t.Errorf("pairs are not found by %s:\n%s", index, plans[0])
			}
		}
	})
}
