package postal

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// Voter is an entry of the frozen roll.
type Voter struct {
	Person auth.PersonID
	Name   string // as it was on the day
	Hash   string // hex SHA-256 of the entry, see voterHash

	sortKey string
}

// voterHash is the hash of an entry of the roll: SHA-256 over the fields
// "nzgs-roll-entry/1", number of the vote, day, member number and name, each
// written as its length in bytes, a colon and its bytes.
func voterHash(vote VoteID, day civil.Date, person auth.PersonID, name string) string {
	return digest(
		"nzgs-roll-entry/1", strconv.FormatInt(int64(vote), 10), day.String(), strconv.FormatInt(int64(person), 10), name,
	)
}

// rollHash is the root over a roll: SHA-256, written as in voterHash, over
// "nzgs-roll/1", the number of entries and their hashes in ascending order. It
// does not depend on the order of the roll.
func rollHash(voters []Voter) string {
	hashes := make([]string, len(voters))
	for i, v := range voters {
		hashes[i] = v.Hash
	}
	slices.Sort(hashes)
	return digest(append([]string{"nzgs-roll/1", strconv.Itoa(len(voters))}, hashes...)...)
}

// motionsHash is the hash over what is voted on: "nzgs-motions/1", title, day of
// the EGM, closing day, address, way of entry, and for each motion number, kind
// and wording; written as in voterHash.
func motionsHash(d Draft) string {
	fields := []string{"nzgs-motions/1", d.Title, d.EGM.String(), d.Closing.String(), d.Address, string(d.Way)}
	for _, m := range d.Motions {
		fields = append(fields, strconv.Itoa(m.Number), string(m.Kind), m.Text)
	}
	return digest(fields...)
}

func digest(fields ...string) string {
	h := sha256.New()
	for _, f := range fields {
		fmt.Fprintf(h, "%d:%s", len(f), f)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Freeze fixes the members of this day and the motions, and hashes both. What
// rule 5.9 forbids is refused under it.
func (s *Service) Freeze(ctx context.Context, actor auth.Actor, id VoteID, version int64) error {
	return s.take(ctx, request{
		actor: actor, id: id, action: ActFreeze, version: version,
	}, func(tx *store.Tx, f *facts) (any, error) {
		if err := checkReferences(ctx, tx, id, f.Draft); err != nil {
			return nil, err
		}
		voters, err := membersOn(ctx, tx, id, f.today)
		if err != nil {
			return nil, err
		}
		if len(voters) == 0 {
			return nil, apperr.UnderRule("5.9", "No one is a member on %s, so there is no one to vote.", f.today.Long())
		}
		f.RollDay, f.RollCount, f.RollHash, f.MotionsHash = f.today, len(voters), rollHash(voters), motionsHash(f.Draft)
		if err := insertVoters(ctx, tx, id, voters); err != nil {
			return nil, err
		}
		return map[string]any{"day": f.RollDay, "members": f.RollCount, "roll": f.RollHash, "motions": f.MotionsHash},
			freezeVote(ctx, tx, f.Vote, s.cases.Now())
	})
}

// membersOn is the roll of a day by name: everybody who is a member on it.
func membersOn(ctx context.Context, q store.Queryer, vote VoteID, day civil.Date) ([]Voter, error) {
	ids, err := memberIDs(ctx, q, day)
	if err != nil {
		return nil, err
	}
	var out []Voter
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		people, err := members.People(ctx, q, chunk)
		if err != nil {
			return nil, err
		}
		for _, id := range chunk {
			p := people[id]
			name := p.Name.String()
			out = append(out, Voter{
				Person: id, Name: name, Hash: voterHash(vote, day, id, name), sortKey: members.SortKey(p.Name.Family, p.Name.Given),
			})
		}
	}
	slices.SortFunc(out, func(a, b Voter) int {
		return cmp.Or(cmp.Compare(a.sortKey, b.sortKey), cmp.Compare(a.Person, b.Person))
	})
	return out, nil
}

// Reopen takes a vote whose papers are not out back to the draft: roll, tellers
// and papers are void. Field: reason.
func (s *Service) Reopen(ctx context.Context, actor auth.Actor, id VoteID, version int64, reason string) error {
	reason = oneLine(reason)
	return s.take(ctx, request{
		actor: actor, id: id, action: ActReopen, version: version,
	}, func(tx *store.Tx, f *facts) (any, error) {
		var fields apperr.Fields
		checkText(&fields, "reason", reason, maxRemark, "Say why the vote goes back to the draft.")
		if err := fields.Err(); err != nil {
			return nil, err
		}
		if err := reopenVote(ctx, tx, id); err != nil {
			return nil, err
		}
		after := map[string]any{"reason": reason, "void_roll": f.RollHash}
		if len(f.tellers) == 0 {
			return after, nil
		}
		return after, s.tellTellers(ctx, tx, f, told{
			What: "back to the draft",
			Text: actor.Name + " took the vote back to the draft: there are no tellers until they are appointed again.",
		})
	})
}

// Roll is the frozen roll by name, for managers and the vote's tellers.
func (s *Service) Roll(ctx context.Context, actor auth.Actor, id VoteID) ([]Voter, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	if !s.manages(actor) && !f.isTeller(actor) {
		return nil, s.hidden(actor, f)
	}
	return voters(ctx, s.db, id)
}

// Addressee is a member of the roll with the address that the register has today.
type Addressee struct{ Name, Address string }

// Addressees are those whom papers are sent to, for letters and labels, without who has died since the roll was frozen: for
// whoever manages the vote, may see contact data, and has signed in lately.
func (s *Service) Addressees(ctx context.Context, actor auth.Actor, id VoteID) ([]Addressee, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return nil, notFound(err)
	}
	if !s.manages(actor) {
		return nil, s.hidden(actor, f)
	}
	if _, err := s.cases.MayAgain(actor, auth.ViewContact, auth.Object{}); err != nil {
		return nil, err
	}
	roll, err := voters(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	people, err := members.People(ctx, s.db, idsOf(roll))
	if err != nil {
		return nil, err
	}
	out := make([]Addressee, 0, len(roll))
	for _, v := range roll {
		if p := people[v.Person]; p.Died.IsZero() {
			out = append(out, Addressee{v.Name, p.Contact.Address})
		}
	}
	return out, nil
}

// WithoutAddress are those of the roll of whom the register has no postal address
// now, by name, so that no paper can be posted to them: for managers. Before the roll is
// frozen they are those of the members of today.
func (s *Service) WithoutAddress(ctx context.Context, actor auth.Actor, id VoteID) ([]Voter, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return nil, notFound(err)
	}
	if !s.manages(actor) {
		return nil, s.hidden(actor, f)
	}
	return withoutAddress(ctx, s.db, f)
}

func withoutAddress(ctx context.Context, q store.Queryer, f facts) ([]Voter, error) {
	read := func() ([]Voter, error) { return voters(ctx, q, f.ID) }
	if f.RollDay.IsZero() {
		read = func() ([]Voter, error) { return membersOn(ctx, q, f.ID, f.today) }
	}
	roll, err := read()
	if err != nil {
		return nil, err
	}
	people, err := members.People(ctx, q, idsOf(roll))
	return slices.DeleteFunc(roll, func(v Voter) bool {
		return strings.TrimSpace(people[v.Person].Contact.Address) != ""
	}), err
}

func idsOf(roll []Voter) []auth.PersonID {
	ids := make([]auth.PersonID, len(roll))
	for i, v := range roll {
		ids[i] = v.Person
	}
	return ids
}
