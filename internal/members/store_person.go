package members

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

const personColumns = `p.id, p.family_name, p.given_names, p.family_first, p.alias, p.public_as,
	p.email, p.phone, p.address, p.grade, p.note, p.created_at, p.version, p.show_former,
	COALESCE((SELECT a.email FROM account a WHERE a.person_id = p.id AND a.disabled = FALSE), ''),
	COALESCE((SELECT x.day FROM departure x WHERE x.person_id = p.id AND x.kind = 'died' AND x.undone_at IS NULL), '')`

func scanPerson(s store.Scanner) (Person, error) {
	var p Person
	var familyFirst bool
	err := s.Scan(&p.ID, &p.Name.Family, &p.Name.Given, &familyFirst, &p.Alias, &p.PublicAs,
		&p.Contact.Email, &p.Contact.Phone, &p.Contact.Address, &p.Grade, &p.Note, &p.Since, &p.Version, &p.ShowFormer,
		&p.SignsInWith, &p.Died)
	p.Name.Order = orderOf(familyFirst)
	return p, err
}

func orderOf(familyFirst bool) NameOrder {
	if familyFirst {
		return FamilyFirst
	}
	return GivenFirst
}

// PersonByID reads one person. The error is a *Moved of a record that was joined with
// another.
func PersonByID(ctx context.Context, q store.Queryer, id PersonID) (Person, error) {
	p, err := store.One(ctx, q, scanPerson, `
		SELECT `+personColumns+`
		FROM person p
		WHERE p.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return p, apperr.New(apperr.NotFound, "No one in the register has the number %d.", id)
	}
	if err != nil {
		return p, err
	}
	now, err := Current(ctx, q, id)
	if err == nil && now != id {
		err = &Moved{From: id, To: now}
	}
	return p, err
}

// People reads the persons with the given ids.
func People(ctx context.Context, q store.Queryer, ids []PersonID) (map[PersonID]Person, error) {
	out := make(map[PersonID]Person, len(ids))
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In(nil, chunk)
		people, err := store.All(ctx, q, scanPerson, `
			SELECT `+personColumns+`
			FROM person p
			WHERE p.id IN `+list, args...)
		if err != nil {
			return nil, fmt.Errorf("read people: %w", err)
		}
		for _, p := range people {
			out[p.ID] = p
		}
	}
	return out, nil
}

// InsertPerson adds a person within tx; the caller has checked the input and
// writes the audit entry.
func InsertPerson(ctx context.Context, tx *store.Tx, at civil.Instant, in PersonInput) (PersonID, error) {
	in = in.tidied()
	id, err := store.One(ctx, tx, store.Value[PersonID], `
		INSERT INTO person (family_name, given_names, family_first, alias, public_as, name_key, sort_key,
		                    email, email_key, phone, phone_key, address, grade, note, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
		RETURNING id`,
		in.FamilyName, in.GivenNames, in.Order == FamilyFirst, in.Alias, string(in.PublicAs),
		NameKey(in.FamilyName, in.GivenNames), SortKey(in.FamilyName, in.GivenNames),
		in.Email, EmailKey(in.Email), in.Phone, PhoneKey(in.Phone), in.Address, in.Grade, in.Note, at)
	if err != nil {
		return 0, fmt.Errorf("add a person: %w", err)
	}
	return id, nil
}

// InsertNumbered is InsertPerson with a member number that the person has already; no one has it in the register. Who adds
// people so has the next ones numbered above, by [store.Tx.NumberAbove].
func InsertNumbered(ctx context.Context, tx *store.Tx, at civil.Instant, id PersonID, in PersonInput) error {
	in = in.tidied()
	_, err := tx.Exec(ctx, `
		INSERT INTO person (id, family_name, given_names, family_first, alias, public_as, name_key, sort_key,
		                    email, email_key, phone, phone_key, address, grade, note, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		id, in.FamilyName, in.GivenNames, in.Order == FamilyFirst, in.Alias, string(in.PublicAs),
		NameKey(in.FamilyName, in.GivenNames), SortKey(in.FamilyName, in.GivenNames),
		in.Email, EmailKey(in.Email), in.Phone, PhoneKey(in.Phone), in.Address, in.Grade, in.Note, at)
	if err != nil {
		return fmt.Errorf("add a person with a number: %w", err)
	}
	return nil
}

// updatePerson saves everything of a person if nobody else did since version.
func updatePerson(ctx context.Context, tx *store.Tx, id PersonID, version int64, in PersonInput) error {
	n, err := tx.Exec(ctx, `
		UPDATE person
		SET family_name = $3, given_names = $4, family_first = $5, alias = $6, public_as = $7,
		    name_key = $8, sort_key = $9, email = $10, email_key = $11, phone = $12, phone_key = $13,
		    address = $14, grade = $15, note = $16, version = version + 1
		WHERE id = $1 AND version = $2`,
		id, version, in.FamilyName, in.GivenNames, in.Order == FamilyFirst, in.Alias, string(in.PublicAs),
		NameKey(in.FamilyName, in.GivenNames), SortKey(in.FamilyName, in.GivenNames),
		in.Email, EmailKey(in.Email), in.Phone, PhoneKey(in.Phone), in.Address, in.Grade, in.Note)
	if err != nil {
		return fmt.Errorf("save a person: %w", err)
	}
	if n == 0 {
		return usecase.Stale("this person", "person", int64(id))
	}
	return nil
}

// ContactChange is what a club's list says of a person; blank fields change
// nothing.
type ContactChange struct {
	Email, Phone, Address, Grade string
}

// Against returns what the change would alter in p, as field, old, new.
func (c ContactChange) Against(p Person) []Change {
	c = c.tidied()
	var out []Change
	add := func(field, label, was, now string) {
		if now != "" && now != was {
			out = append(out, Change{Field: field, Label: label, Was: was, Now: now})
		}
	}
	if p.SignsInWith == "" && EmailKey(c.Email) != EmailKey(p.Contact.Email) {
		add("email", "E-mail", p.Contact.Email, c.Email)
	}
	if PhoneKey(c.Phone) != PhoneKey(p.Contact.Phone) {
		add("phone", "Phone", p.Contact.Phone, c.Phone)
	}
	add("address", "Address", p.Contact.Address, c.Address)
	add("grade", "Playing strength", p.Grade, c.Grade)
	return out
}

func (c ContactChange) tidied() ContactChange {
	in := PersonInput{Email: c.Email, Phone: c.Phone, Address: c.Address, Grade: c.Grade}.tidied()
	return ContactChange{in.Email, in.Phone, in.Address, in.Grade}
}

// Change is one field that changes.
type Change struct{ Field, Label, Was, Now string }

// ApplyContact saves the fields of c that are not blank within tx. The address of
// somebody with an account is not a club's to change.
func ApplyContact(ctx context.Context, tx *store.Tx, id PersonID, c ContactChange) error {
	c = c.tidied()
	was, err := PersonByID(ctx, tx, id)
	if err != nil {
		return err
	}
	if was.SignsInWith != "" {
		c.Email = ""
	}
	_, err = tx.Exec(ctx, `
		UPDATE person
		SET email     = CASE WHEN CAST($2 AS TEXT) = '' THEN email ELSE CAST($2 AS TEXT) END,
		    email_key = CASE WHEN CAST($2 AS TEXT) = '' THEN email_key ELSE CAST($3 AS TEXT) END,
		    phone     = CASE WHEN CAST($4 AS TEXT) = '' THEN phone ELSE CAST($4 AS TEXT) END,
		    phone_key = CASE WHEN CAST($4 AS TEXT) = '' THEN phone_key ELSE CAST($5 AS TEXT) END,
		    address   = CASE WHEN CAST($6 AS TEXT) = '' THEN address ELSE CAST($6 AS TEXT) END,
		    grade     = CASE WHEN CAST($7 AS TEXT) = '' THEN grade ELSE CAST($7 AS TEXT) END,
		    version   = version + 1
		WHERE id = $1`,
		id, c.Email, EmailKey(c.Email), c.Phone, PhoneKey(c.Phone), c.Address, c.Grade)
	if err != nil {
		return fmt.Errorf("save contact data: %w", err)
	}
	return nil
}

// LoadDirectory reads what is needed to find duplicates in the whole register.
func LoadDirectory(ctx context.Context, q store.Queryer) (*Directory, error) {
	people, err := allKnown(ctx, q)
	if err != nil {
		return nil, err
	}
	clubs, err := clubsOfAll(ctx, q)
	if err != nil {
		return nil, err
	}
	for i, k := range people {
		people[i].Clubs = clubs[k.ID]
	}
	return newDirectory(people), nil
}

const knownSQL = `
		SELECT p.id, p.family_name, p.given_names, p.email_key, p.phone_key
		FROM person p
		WHERE ` + notGoneSQL

func scanKnown(s store.Scanner) (k Known, err error) {
	err = s.Scan(&k.ID, &k.Family, &k.Given, &k.EmailKey, &k.PhoneKey)
	return k, err
}

// allKnown reads how everyone is called and reached.
func allKnown(ctx context.Context, q store.Queryer) ([]Known, error) {
	people, err := store.All(ctx, q, scanKnown, knownSQL+`
		ORDER BY p.id`)
	if err != nil {
		return nil, fmt.Errorf("read the register: %w", err)
	}
	former, err := allFormerNames(ctx, q)
	if err != nil {
		return nil, err
	}
	numbers, err := allAliases(ctx, q)
	if err != nil {
		return nil, err
	}
	for i, k := range people {
		people[i].Former, people[i].Numbers = former[k.ID], numbers[k.ID]
	}
	return people, nil
}

// clubsOfAll reads on which clubs' lists everyone was.
func clubsOfAll(ctx context.Context, q store.Queryer) (map[PersonID][]ClubID, error) {
	type membership struct {
		person PersonID
		club   ClubID
	}
	pairs, err := store.All(ctx, q, func(s store.Scanner) (membership, error) {
		var m membership
		err := s.Scan(&m.person, &m.club)
		return m, err
	}, `
		SELECT DISTINCT t.person_id, t.club_id
		FROM membership_term t
		WHERE t.club_id IS NOT NULL AND `+inForceSQL)
	if err != nil {
		return nil, fmt.Errorf("read who was in which club: %w", err)
	}
	clubs := make(map[PersonID][]ClubID, len(pairs))
	for _, m := range pairs {
		clubs[m.person] = append(clubs[m.person], m.club)
	}
	return clubs, nil
}
