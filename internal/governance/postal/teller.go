package postal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// Appointed is a teller of a vote.
type Appointed struct {
	Person    auth.PersonID
	Name      string
	Recipient string // public keys, as the teller registered them: the card; "" before
	Proven    civil.Instant
	Signed    bool          // the keys of all tellers as they are
	Entered   int           // web: papers entered so far
	Finished  civil.Instant // web: all are entered
	Approved  civil.Instant // web: the totals
}

// Ready reports whether the teller has proven a key.
func (a Appointed) Ready() bool { return !a.Proven.IsZero() }

// teller is a teller as the service works with one.
type teller struct {
	Appointed
	position int
	begun    int               // how often the entry was begun again
	test     string            // that waits for an answer, JSON
	signed   ballot.SignedKeys // the keys of all tellers that this one signed last
}

// Key is a teller's key file with its passphrase, or what the browser kept of a
// [Sitting]. It is used for one request and never stored.
type Key struct {
	Identity   []byte
	Passphrase string
	Kept       string
}

// Format keeps a key out of everything that is printed.
func (Key) Format(w fmt.State, _ rune) { fmt.Fprint(w, "a teller's key") }

// open opens the key file. The caller closes the identity.
func (k Key) open() (*ballot.Identity, error) {
	var f apperr.Fields
	if len(k.Identity) == 0 {
		f.Add("key", "Choose your key file.")
	}
	if k.Passphrase == "" {
		f.Add("passphrase", "Enter the passphrase of your key file.")
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	identity, err := ballot.OpenIdentity(k.Identity, k.Passphrase)
	if errors.Is(err, ballot.ErrPassphrase) {
		return nil, onField("passphrase", err)
	}
	return identity, onField("key", err)
}

// maxTellers is what a package of the tellers takes.
const maxTellers = 5

// checkTellers is rule 4.4 for the tellers of a postal vote: distinct members
// on the day, as many as the rule asks for.
func (s *Service) checkTellers(ctx context.Context, tx *store.Tx, f *facts, people []auth.PersonID) error {
	var fields apperr.Fields
	if len(people) > maxTellers {
		fields.Add("tellers", "There are at most %d tellers.", maxTellers)
		return fields.Err()
	}
	found, err := members.People(ctx, tx, people)
	if err != nil {
		return err
	}
	are, err := members.MembersOn(ctx, tx, people, f.today)
	if err != nil {
		return err
	}
	offices, err := auth.OfficesOn(ctx, tx, f.today, people)
	if err != nil {
		return err
	}
	var named []constitution.Person
	for i, p := range people {
		person, known := found[p]
		switch {
		case runsVotes(auth.Actor{Person: p, Offices: offices[p]}, f.today):
			fields.Add("tellers", "%s holds an office that runs postal votes or accounts: papers are secret from those who do "+
				"only where the tellers are others (rule 5.11).", person.Name)
		case !known || !are[p]:
			fields.Add("tellers", "%s is not a member on %s.", nameOr(person, known), f.today.Long())
		case slices.Contains(people[:i], p):
			fields.Add("tellers", "%s is named twice.", person.Name)
		}
		named = append(named, constitution.Person{ID: int64(p), Name: person.Name.String()})
	}
	if err := fields.Err(); err != nil {
		return err
	}
	if findings, _ := f.dates.CheckTellers(named, nil); findings.Blocked() {
		return apperr.UnderRule(findings[0].Rule, "%s.", findings[0].Text)
	}
	return nil
}

// runsVotes reports whether somebody runs postal votes, or the accounts by which
// tellers sign in.
func runsVotes(who auth.Actor, day civil.Date) bool {
	return auth.Can(who, auth.ManagePostalVotes, auth.Object{}, day) || auth.Can(who, auth.ManageAccounts, auth.Object{}, day)
}

func nameOr(p members.Person, known bool) string {
	if !known {
		return "Someone who is not in the register"
	}
	return p.Name.String()
}

// RegisterKey keeps a teller's card (the line that nzgs teller key prints) and
// returns a test message that only its secret opens. Field: recipient.
func (s *Service) RegisterKey(
	ctx context.Context, actor auth.Actor, id VoteID, card string,
) (test string, err error) {
	err = s.take(ctx, request{
		actor: actor, id: id, action: ActKey,
	}, func(tx *store.Tx, f *facts) (any, error) {
		if err := s.refuseOpened(ctx, tx, actor); err != nil {
			return nil, err
		}
		c, kept, _, err := s.tested(*f, actor, card)
		if err != nil {
			return nil, err
		}
		own := f.teller(actor)
		own.Recipient, own.test, own.Proven = c.String(), kept, civil.Instant{}
		if err := f.beginSigning(ctx, tx); err != nil {
			return nil, err
		}
		message, _, err := f.testFor(*own)
		if err != nil {
			return nil, err
		}
		text, err := message.Message()
		if err != nil {
			return nil, err
		}
		test = string(text)
		if err := updateKey(ctx, tx, id, *own); err != nil {
			return nil, err
		}
		return map[string]any{"teller": actor.Person, "name": own.Name, "card": own.Recipient}, s.tellTellers(ctx, tx, f, told{
			What: "key registered", Text: own.Name + " registered a key. Its number is " + c.Fingerprint() + ".",
		})
	})
	if err != nil {
		return "", err
	}
	return test, nil
}

// refuseOpened refuses a teller's key for seven days after somebody else than the
// teller may have come into the account: a link, an address, a day without the second
// factor, whoever gave it.
func (s *Service) refuseOpened(ctx context.Context, tx *store.Tx, actor auth.Actor) error {
	return auth.RefuseLatelyOpened(
		ctx, tx, actor.Person, s.cases.Now(), "you can register and prove your key. If the vote cannot wait for that, ask for "+
			"another teller in your place",
	)
}

// tested reads the card that somebody pasted who is a teller or is to be one, and
// draws a test for it: as it is kept, and as the message that is sealed to it. Field:
// recipient.
func (s *Service) tested(f facts, actor auth.Actor, pasted string) (c ballot.Card, kept, text string, err error) {
	if c, err = readCard(pasted); err != nil {
		return c, "", "", onField("recipient", err)
	}
	for _, t := range f.tellers {
		if t.Person != actor.Person && t.Recipient != "" && sharesKey(t.Recipient, c) {
			return c, "", "", onField(
				"recipient", apperr.New(apperr.Invalid, "%s has registered this key. Every teller needs their own.", t.Name),
			)
		}
	}
	test, err := ballot.NewTest(f.packageID(), c, s.random)
	if err != nil {
		return c, "", "", err
	}
	message, err := test.Message()
	if err != nil { // a point to which nothing can be sealed
		return c, "", "", onField(
			"recipient", apperr.New(apperr.Invalid, "Nothing can be sealed to this key. Make one with nzgs teller key."),
		)
	}
	raw, err := json.Marshal(test)
	if err != nil {
		return c, "", "", fmt.Errorf("keep a teller's test: %w", err)
	}
	return c, string(raw), string(message), nil
}

// readCard reads a card as it is pasted: a terminal or a mail may have broken
// the line, and the sentence before it may have come along.
func readCard(pasted string) (ballot.Card, error) {
	line := unbroken(pasted)
	if i := strings.Index(line, "age1"); i > 0 {
		line = line[i:]
	}
	return ballot.ParseCard(line)
}

// unbroken is a pasted line without its white space.
func unbroken(s string) string { return strings.Join(strings.Fields(s), "") }

// KeyTest is the test message that waits for the teller's answer, sealed anew
// to the teller's key; "" when none does.
func (s *Service) KeyTest(ctx context.Context, actor auth.Actor, id VoteID) (string, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return "", err
	}
	if err := s.mayTake(actor, ruleOf(ActProve), f); err != nil {
		return "", err
	}
	if err := ruleOf(ActProve).stands(f); err != nil {
		return "", nil //nolint:nilerr // the vote is past it: nothing waits
	}
	test, waits, err := f.testFor(*f.teller(actor))
	if err != nil || !waits {
		return "", err
	}
	text, err := test.Message()
	return string(text), err
}

// testMessage is a test that is kept, sealed anew to the key.
func testMessage(kept string) (string, error) {
	var test ballot.Test
	if err := json.Unmarshal([]byte(kept), &test); err != nil {
		return "", fmt.Errorf("read a teller's test: %w", err)
	}
	text, err := test.Message()
	return string(text), err
}

// checkAnswer compares an answer with the test that waits for it. Field: answer.
func checkAnswer(kept, answer string) error {
	if kept == "" {
		return onField(
			"answer",
			apperr.New(apperr.Invalid, "No test message is waiting for an answer. Register your key, and answer the new test."),
		)
	}
	var test ballot.Test
	if err := json.Unmarshal([]byte(kept), &test); err != nil {
		return fmt.Errorf("read a teller's test: %w", err)
	}
	_, err := test.Check(unbroken(answer))
	return onField("answer", err)
}

func sharesKey(card string, c ballot.Card) bool {
	other, err := ballot.ParseCard(card)
	return err == nil && (other.Recipient == c.Recipient || other.Approval == c.Approval)
}

// ProveKey takes the answer to the test message: that the teller has the key, and
// once every teller has one the signature under all of them. Field: answer.
func (s *Service) ProveKey(ctx context.Context, actor auth.Actor, id VoteID, answer string) error {
	return s.take(ctx, request{actor: actor, id: id, action: ActProve}, func(tx *store.Tx, f *facts) (any, error) {
		if err := s.refuseOpened(ctx, tx, actor); err != nil {
			return nil, err
		}
		own := f.teller(actor)
		test, waits, err := f.testFor(*own)
		if err != nil {
			return nil, err
		}
		if !waits {
			return nil, onField(
				"answer",
				apperr.New(apperr.Invalid, "No test message is waiting for an answer. Register your key, and answer the new test."),
			)
		}
		signature, err := test.Check(unbroken(answer))
		if err != nil {
			return nil, onField("answer", err)
		}
		after := map[string]any{"teller": actor.Person, "name": own.Name}
		if own.test != "" {
			own.test, own.Proven = "", s.cases.Now()
			after["proven"] = true
		}
		if keys, sign := test.Keys(); sign {
			own.signed = ballot.SignedKeys{On: f.today, Keys: keys, Signature: signature}
			after["signed"] = keys.Number()
		}
		if err := updateKey(ctx, tx, id, *own); err != nil {
			return nil, err
		}
		return after, s.refreshPackage(ctx, tx, f)
	})
}

// refreshPackage puts the tellers as they are now into a package that is made
// already, once all have proven and signed their keys.
func (s *Service) refreshPackage(ctx context.Context, tx *store.Tx, f *facts) error {
	if _, ok := keysProven.check(*f); f.pack == "" || !ok || f.unsigned() != "" {
		return nil
	}
	p, err := ballot.ParsePackage([]byte(f.pack))
	if err != nil {
		return fmt.Errorf("read the package: %w", err)
	}
	set, _ := f.keySet()
	if set.Same(p.Keys()) && p.KeysSigned() {
		return nil
	}
	if p, err = p.WithTellers(set.Tellers, f.signatures()); err != nil {
		return err
	}
	return setPackage(ctx, tx, f.ID, p)
}

// cards are the tellers as the package has them.
func (f facts) cards() ([]ballot.Teller, error) {
	out := make([]ballot.Teller, len(f.tellers))
	for i, t := range f.tellers {
		card, err := ballot.ParseCard(t.Recipient)
		if err != nil {
			return nil, fmt.Errorf("read a teller's card: %w", err)
		}
		out[i] = ballot.Teller{Name: t.Name, Card: card}
	}
	return out, nil
}

// packageID is the vote as tellers' files name it.
func (v Vote) packageID() string { return fmt.Sprintf("postal-%d", v.ID) }

// onField shows a refusal beside a form's field.
func onField(name string, err error) error {
	var refusal *apperr.Error
	if !errors.As(err, &refusal) || refusal.Kind != apperr.Invalid {
		return err
	}
	var f apperr.Fields
	f.Add(name, "%s", refusal.Message)
	if refusal.Message == "" && len(refusal.Fields) > 0 {
		f = apperr.Fields{{Name: name, Message: refusal.Fields[0].Message}}
	}
	return f.Err()
}
