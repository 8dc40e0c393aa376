package postal

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/governance/ballot/ballottest"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/usecase"
)

var ctx = context.Background()

func day(s string) civil.Date { return civil.MustParseDate(s) }

const passphrase, password = "wharf ladders creak", "kōkako sings at dawn"

type ring [3]struct {
	identity *ballot.Identity
	file     []byte
}

// keyring are tellers' keys, made once. Their files are quicker to open than
// those that nzgs teller key makes.
var keyring = sync.OnceValue(func() (out ring) {
	for i := range out {
		out[i].identity, out[i].file = ballottest.Key(passphrase)
	}
	return out
})

// society is one with members, a secretary, and two who may become tellers.
type society struct {
	*Service
	t       *testing.T
	db      *store.DB
	auth    *auth.Service
	gov     *governance.Service
	now     civil.Instant
	people  []auth.PersonID // members on 14 March 2026
	actors  map[string]auth.Actor
	vote    VoteID
	serials map[auth.PersonID]string
	other   map[auth.PersonID]string // of the vote that differing left
	spare   []string
	noted   map[VoteID]string // the number of the keys that were signed last, as tellers note it
}

// The days of the vote that tests hold: rule 5.9 counts from the EGM.
const (
	egm     = "2026-03-14"
	closing = "2026-04-20"
)

var draft = Draft{
	Title: "Motions of the EGM of 14 March 2026", EGM: day(egm), Closing: day(closing), Way: Web,
	Held: "EGM of 14 March 2026 in Wellington", Typed: "Its record is on paper.",
	Address: "The tellers\nPO Box 12\nTe Whanganui-a-Tara",
	Motions: []Motion{
		{Text: "That the society buy twenty sets.", Kind: constitution.Ordinary},
		{Text: "That the quorum be eight members.", Kind: constitution.Constitutional},
	},
}

// each runs the test on both databases, in a society of so many members. It is
// noon in Auckland on the day after the EGM.
func each(t *testing.T, members int, test func(t *testing.T, w *society)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newSociety(t, db, members)) })
}

func newSociety(t *testing.T, db *store.DB, count int) *society {
	t.Helper()
	w := &society{
		t: t, db: db, now: civil.MustParseInstant("2026-03-15T00:00:00.000Z"), actors: map[string]auth.Actor{},
		noted: map[VoteID]string{},
	}
	clock := func() civil.Instant { return w.now }
	w.auth, w.gov = auth.New(db, clock, auth.Settings{Society: "New Zealand Go Society"}), governance.New(db, clock)
	w.Service = New(db, clock, "Go Society of Nowhere", w.gov, mail.New(db, clock, nil))
	w.must(db.InTx(ctx, func(tx *store.Tx) error {
		var terms []members.Term
		for i := range count {
			id, err := members.InsertPerson(ctx, tx, w.now, members.PersonInput{
				FamilyName: fmt.Sprintf("Testcase%03d", i), GivenNames: "Member", Address: "1 Invented Street\nWellington",
			})
			if err != nil {
				return err
			}
			w.people = append(w.people, id)
			terms = append(terms, members.Term{
				Person: id, Year: constitution.Shipped().YearOf(day("2026-01-01")), From: day("2025-07-01"), To: day("2026-06-30"),
				Kind: members.KindNew, RecordedAt: w.now,
			})
		}
		return members.InsertTerms(ctx, tx, terms)
	}))
	w.actors["secretary"] = w.actor("secretary", w.people[0], auth.Secretary)
	w.actors["ana"] = w.actor("ana", w.people[1], "")
	w.actors["ben"] = w.actor("ben", w.people[2], "")
	w.actors["member"] = auth.Actor{Person: w.people[3], Name: "A Member"}
	w.actors["administrator"] = auth.Actor{
		Person: w.people[4], Name: "An Administrator",
		Offices: []auth.Office{{Role: auth.Administrator, From: day("2020-01-01")}},
	}
	w.actors["treasurer"] = auth.Actor{
		Person: w.people[5], Name: "A Treasurer", Offices: []auth.Office{{Role: auth.Treasurer, From: day("2020-01-01")}},
	}
	w.actors["nobody"] = auth.Actor{}
	t.Cleanup(func() {
		if _, err := audit.Verify(ctx, db); err != nil {
			t.Errorf("the audit log: %v", err)
		}
	})
	return w
}

// actor is a person with an account, so that the password can be asked again.
func (w *society) actor(name string, person auth.PersonID, role auth.Role) auth.Actor {
	w.t.Helper()
	defer func(now civil.Instant) { w.now = now }(w.now)
	w.now = w.now.Add(-30 * 24 * time.Hour) // long enough for a teller's key
	invitation, err := w.auth.Invite(ctx, auth.System("test"), person, name+"@example.nz")
	w.must(err)
	in, err := w.auth.SetPasswordByLink(ctx, auth.Arrival{Token: invitation.Link.Token}, password)
	w.must(err)
	a, err := w.auth.ActorBySession(ctx, in.Token)
	w.must(err)
	a.Session = 0 // the clock goes on by days: no browser, which would be asked to sign in again
	if role != "" {
		a.Offices = []auth.Office{{Role: role, From: day("2020-01-01")}}
	}
	return a
}

func (w *society) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// refused checks that err is a refusal that names the rule and says want.
func (w *society) refused(err error, rule, want string) {
	w.t.Helper()
	e, ok := err.(*apperr.Error)
	if !ok || e.Rule != rule || !strings.Contains(err.Error(), want) {
		w.t.Errorf("got %v, want a refusal under %q that says %q", err, rule, want)
	}
}

// on sets the day; it is noon in Auckland.
func (w *society) on(date string) { w.now = day(date).Midnight().Add(12 * time.Hour) }

func (w *society) version() int64 {
	w.t.Helper()
	v, err := voteByID(ctx, w.db, w.vote)
	w.must(err)
	return v.Version
}

func (w *society) state() State {
	w.t.Helper()
	v, err := voteByID(ctx, w.db, w.vote)
	w.must(err)
	return v.State
}

func (w *society) key(name string) Key {
	i := map[string]int{"ana": 0, "ben": 1, "third": 2}[name]
	return Key{Identity: keyring()[i].file, Passphrase: passphrase}
}

// proveKey registers a teller's key and answers the test.
func (w *society) proveKey(name string, key int) {
	w.t.Helper()
	identity := keyring()[key].identity
	test, err := w.RegisterKey(ctx, w.actors[name], w.vote, identity.Card().String())
	w.must(err)
	answer, err := identity.Answer([]byte(test))
	w.must(err)
	w.must(w.ProveKey(ctx, w.actors[name], w.vote, answer))
}

// signKeys answers the message that waits once every teller has a key.
func (w *society) signKeys(name string, key int) {
	w.t.Helper()
	test, err := w.KeyTest(ctx, w.actors[name], w.vote)
	w.must(err)
	answer, err := keyring()[key].identity.Answer([]byte(test))
	w.must(err)
	w.must(w.ProveKey(ctx, w.actors[name], w.vote, answer))
	asked, err := keyring()[key].identity.OpenTest([]byte(test))
	w.must(err)
	keys, _ := asked.Keys()
	w.noted[w.vote] = keys.Number()
}

// Enter is a teller's who has the note of the keys at hand.
func (w *society) Enter(ctx context.Context, actor auth.Actor, id VoteID, papers []Entry) error {
	return w.Service.Enter(ctx, actor, id, w.noted[id], papers)
}

// Correct is a teller's who has the note of the keys at hand.
func (w *society) Correct(
	ctx context.Context, actor auth.Actor, id VoteID, key Key, papers []Entry,
) error {
	return w.Service.Correct(ctx, actor, id, w.noted[id], key, papers)
}

// Rule is a ruling in the teller's own words.
func (w *society) Rule(
	ctx context.Context, actor auth.Actor, id VoteID, envelope EnvelopeID, version int64, to Standing, reason string,
) error {
	return w.Service.Rule(ctx, actor, id, envelope, version, to, "", reason)
}

// reach takes a fresh vote as far as the state. Papers of the roll's members from
// the first are entered as their marks say, by both tellers.
func (w *society) reach(to State, d Draft, marks ...string) {
	w.t.Helper()
	var err error
	w.vote, err = w.Draft(ctx, w.actors["secretary"], d)
	w.must(err)
	w.advance(to, marks...)
}

// advance takes the vote on to the state.
func (w *society) advance(to State, marks ...string) {
	w.t.Helper()
	steps := []struct {
		makes State
		do    func()
	}{
		{StateFrozen, func() { w.must(w.Freeze(ctx, w.actors["secretary"], w.vote, w.version())) }},
		{StateTellers, func() {
			w.must(w.Appoint(ctx, w.actors["secretary"], w.vote, w.version(), minuted(w.people[1:3]...)))
			w.proveKey("ana", 0)
			w.proveKey("ben", 1)
			w.signKeys("ana", 0)
		}},
		{StatePapers, w.makePapers},
		{StateDespatched, func() {
			w.must(w.Service.Despatch(
				ctx, w.actors["secretary"], w.vote, w.version(), Despatch{On: w.now.Date(), How: "By post", By: "A Helper"},
			))
		}},
		{StateClosed, func() {
			for i := range marks {
				w.receive(w.people[i], Valid)
			}
			w.on("2026-04-21")
			w.must(w.Close(ctx, w.actors["secretary"], w.vote, w.version()))
		}},
		{StateAgreed, func() {
			for _, name := range []string{"ana", "ben"} {
				w.must(w.Enter(ctx, w.actors[name], w.vote, w.entries(marks...)))
				w.must(w.Finish(ctx, w.actors[name], w.vote))
			}
			for _, name := range []string{"ana", "ben"} {
				_, err := w.Approve(ctx, w.actors[name], w.vote, w.key(name))
				w.must(err)
			}
		}},
		{StateReported, func() { w.must(w.Report(ctx, w.actors["ana"], w.vote, w.version(), "All went well.")) }},
		{StateDeclared, func() {
			w.must(w.Declare(ctx, w.actors["secretary"], w.vote, w.version()))
		}},
		{StateDestroyed, func() {
			w.on("2026-10-21")
			w.must(w.Destroy(
				ctx, w.actors["ana"], w.vote, w.version(), Destruction{"Files deleted", "Shredded by both"},
			))
		}},
	}
	for _, step := range steps {
		if w.state() == to {
			return
		}
		if !w.state().before(step.makes) {
			continue
		}
		step.do()
		if got := w.state(); got != step.makes {
			w.t.Fatalf("the vote stands at %s, want %s", got, step.makes)
		}
	}
}

func (w *society) makePapers() {
	w.t.Helper()
	code, err := w.MakePapers(ctx, w.actors["secretary"], w.vote, w.version())
	w.must(err)
	sheets, err := w.Sheets(ctx, w.actors["secretary"], w.vote, code)
	w.must(err)
	w.serials = map[auth.PersonID]string{}
	for _, s := range sheets {
		w.serials[s.Person] = s.Serial
	}
	spares, err := w.Spares(ctx, w.actors["secretary"], w.vote, code)
	w.must(err)
	w.spare = nil
	for _, s := range spares {
		w.spare = append(w.spare, s.Serial)
	}
}

func (w *society) receive(person auth.PersonID, standing Standing) Envelope {
	w.t.Helper()
	r := Receipt{Person: person, Received: w.now.Date(), Route: Direct, Standing: standing}
	if standing == Rejected {
		r.Reason = "Not signed."
	}
	e, err := w.Receive(ctx, w.actors["ana"], w.vote, r)
	w.must(err)
	return e
}

// letters are how tests write marks: "yn" is Yes on the first motion and No on
// the second.
var letters = map[rune]Mark{'y': MarkYes, 'n': MarkNo, 'a': MarkAbstain, '-': MarkBlank, '!': MarkSpoiled}

// entry is the paper of the nth member.
func (w *society) entry(n int, marks string) Entry {
	e := Entry{Serial: w.serials[w.people[n]]}
	for _, m := range marks {
		e.Marks = append(e.Marks, letters[m])
	}
	return e
}

func (w *society) entries(marks ...string) []Entry {
	var out []Entry
	for i, m := range marks {
		out = append(out, w.entry(i, m))
	}
	return out
}

func (w *society) count(query string, args ...any) int {
	w.t.Helper()
	n, err := store.One(ctx, w.db, store.Value[int], query, args...)
	w.must(err)
	return n
}

func (w *society) rows(table string) int {
	w.t.Helper()
	n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM `+table)
	w.must(err)
	return n
}

// permit is the program's.
func (w *society) permit() usecase.Permit {
	w.t.Helper()
	permit, err := usecase.New(w.db, func() civil.Instant { return w.now }).Allow(auth.System("test").By(), nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return permit
}

// minuted is an appointment of these by a minute, with a reason if it is a change.
func minuted(people ...auth.PersonID) Appointment {
	return Appointment{Tellers: people, Resolution: "Minutes of the EGM, item 1", Reason: "One of them is ill."}
}

// hold enters somebody in an office.
func (w *society) hold(person auth.PersonID, role auth.Role) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := w.auth.AppointWithin(ctx, tx, auth.System("test"), auth.Office{Person: person, Role: role, From: day("2020-01-01")})
		return err
	}))
}
