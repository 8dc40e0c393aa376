package governance_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"nzgs/internal/auth"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/governance/ballot/ballottest"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/postal"
	"nzgs/internal/store"
)

// The days of the postal votes that plays hold.
const (
	egmDay      = "2020-08-01"
	postedDay   = "2020-08-03"
	closingDay  = "2020-09-05"
	declaredDay = "2020-09-12"

	passphrase, password = "wharf ladders creak", "kōkako sings at dawn"
)

// postalVote is a vote on two motions, the second on the constitution, with the
// eleventh and the twelfth member as tellers.
type postalVote struct {
	*society
	id      postal.VoteID
	tellers [2]auth.Actor
	serials map[auth.PersonID]string
}

func (s *society) vote() *postalVote {
	s.t.Helper()
	s.on(postedDay)
	v := &postalVote{society: s, serials: map[auth.PersonID]string{}}
	var err error
	v.id, err = s.postal.Draft(ctx, s.secretary, postal.Draft{
		Title: "Motions of the EGM", EGM: day(egmDay), Closing: day(closingDay), Way: postal.Web, Address: "PO Box 12",
		Held: "EGM in Wellington", Typed: "Its record is on paper.",
		Motions: []postal.Motion{
			{Text: "That sets be bought.", Kind: constitution.Ordinary},
			{Text: "That the quorum be eight.", Kind: constitution.Constitutional},
		},
	})
	s.must(err)
	return v
}

// join gives an account to somebody who takes part in the vote.
func (v *postalVote) join(of auth.Actor) {
	v.t.Helper()
	invitation, err := v.offices.Invite(ctx, v.program, of.Person, fmt.Sprintf("p%d@mail.example", of.Person))
	v.must(err)
	in, err := v.offices.SetPasswordByLink(ctx, auth.Arrival{Token: invitation.Link.Token}, password)
	v.must(err)
	*v.actor(of.Person), err = v.offices.ActorBySession(ctx, in.Token)
	v.must(err)
	v.must(v.db.InTx(ctx, func(tx *store.Tx) error { // long enough for a teller's key
		_, err := tx.Exec(ctx, `DELETE FROM account_opening`)
		return err
	}))
	v.actor(of.Person).Session = 0 // the clock goes on by days: no browser, which would be asked to sign in again
}

// actor is where somebody who takes part is kept: with an account once there is
// one.
func (v *postalVote) actor(person auth.PersonID) *auth.Actor {
	for i := range v.tellers {
		if v.tellers[i].Person == person {
			return &v.tellers[i]
		}
	}
	return &v.secretary
}

func (v *postalVote) version() int64 {
	v.t.Helper()
	f, err := v.postal.Vote(ctx, v.secretary, v.id)
	v.must(err)
	return f.Version
}

// despatch takes the vote from the draft to papers that are out.
func (v *postalVote) despatch() {
	v.t.Helper()
	v.join(v.secretary)
	v.must(v.postal.Freeze(ctx, v.secretary, v.id, v.version()))
	v.must(v.postal.Appoint(ctx, v.secretary, v.id, v.version(), postal.Appointment{
		Tellers: v.people[10:12], Resolution: "Minutes of the EGM, item 1",
	}))
	for i, p := range v.people[10:12] {
		v.tellers[i] = v.as(p)
		v.join(v.tellers[i])
		identity := tellerKeys()[i].identity
		test, err := v.postal.RegisterKey(ctx, v.tellers[i], v.id, identity.Card().String())
		v.must(err)
		answer, err := identity.Answer([]byte(test))
		v.must(err)
		v.must(v.postal.ProveKey(ctx, v.tellers[i], v.id, answer))
	}
	keys, err := v.postal.KeyTest(ctx, v.tellers[0], v.id)
	v.must(err)
	signed, err := tellerKeys()[0].identity.Answer([]byte(keys))
	v.must(err)
	v.must(v.postal.ProveKey(ctx, v.tellers[0], v.id, signed))
	code, err := v.postal.MakePapers(ctx, v.secretary, v.id, v.version())
	v.must(err)
	sheets, err := v.postal.Sheets(ctx, v.secretary, v.id, code)
	v.must(err)
	for _, sheet := range sheets {
		v.serials[sheet.Person] = sheet.Serial
	}
	v.must(v.postal.Despatch(ctx, v.secretary, v.id, v.version(), postal.Despatch{
		On: v.now.Date(), How: "By post", By: "A Helper",
	}))
}

// receive records a paper that came back.
func (v *postalVote) receive(person auth.PersonID, form postal.Form) error {
	_, err := v.postal.Receive(ctx, v.tellers[0], v.id, postal.Receipt{
		Person: person, Received: v.now.Date(), Form: form, Route: postal.Direct, Standing: postal.Valid,
	})
	return err
}

func (v *postalVote) standings() string {
	v.t.Helper()
	r, err := v.postal.Register(ctx, v.tellers[0], v.id)
	v.must(err)
	var out []string
	for _, e := range r.Envelopes {
		out = append(out, string(e.Standing))
	}
	return strings.Join(out, " ")
}

// declare takes the vote from the draft to its result, with one paper for each
// of the marks: y, n or a for each motion.
func (v *postalVote) declare(marks ...string) postal.Declaration {
	v.t.Helper()
	v.despatch()
	var entries []postal.Entry
	for i, m := range marks {
		v.must(v.receive(v.people[i], postal.OnPaper))
		e := postal.Entry{Serial: v.serials[v.people[i]]}
		for _, letter := range m {
			e.Marks = append(
				e.Marks, map[rune]postal.Mark{'y': postal.MarkYes, 'n': postal.MarkNo, 'a': postal.MarkAbstain}[letter],
			)
		}
		entries = append(entries, e)
	}
	v.on(declaredDay)
	v.must(v.postal.Close(ctx, v.secretary, v.id, v.version()))
	f, err := v.postal.Vote(ctx, v.tellers[0], v.id)
	v.must(err)
	for i := range v.tellers {
		v.must(v.postal.Enter(ctx, v.tellers[i], v.id, f.Keys.Number, slices.Clone(entries)))
		v.must(v.postal.Finish(ctx, v.tellers[i], v.id))
	}
	for i := range v.tellers {
		_, err := v.postal.Approve(ctx, v.tellers[i], v.id, postal.Key{
			Identity: tellerKeys()[i].file, Passphrase: passphrase,
		})
		v.must(err)
	}
	v.must(v.postal.Report(ctx, v.tellers[0], v.id, v.version(), ""))
	v.must(v.postal.Declare(ctx, v.secretary, v.id, v.version()))
	d, err := v.postal.Declaration(ctx, v.id)
	v.must(err)
	return d
}

type tellerKey struct {
	identity *ballot.Identity
	file     []byte
}

// tellerKeys are the tellers' keys, made once, in files that open quickly.
var tellerKeys = sync.OnceValue(func() (out [2]tellerKey) {
	for i := range out {
		out[i].identity, out[i].file = ballottest.Key(passphrase)
	}
	return out
})
