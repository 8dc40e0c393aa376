package postal

import (
	"fmt"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/ballot"
)

// Once the papers are out, whoever chooses a teller or a key chooses who reads
// votes. So nobody does alone: the tellers who stay, the president and the
// secretary confirm it, three different people at least, and each of them what was
// shown, by its digest.

// ReplacementID names a proposal to replace a teller, or a teller's key.
type ReplacementID int64

// Person is somebody whom a proposal names.
type Person struct {
	Person auth.PersonID
	Name   string
}

// Replacement is a proposal to replace a teller by somebody else, or by the same
// with another key.
type Replacement struct {
	ID         ReplacementID
	Out, In    Person // the same person: another key
	Reason     string
	Resolution string // by which somebody else is teller; "" of another key
	Recipient  string // public key that In registered for it; "" before
	Number     string // of that key
	Proven     civil.Instant
	By         string
	At         civil.Instant
	Lapses     civil.Date // first day on which it is no more
	Digest     string     // of all that is confirmed
	Confirmed  []Confirmation
	Missing    []string // who is still to confirm: "Ben Kea, teller", "the president"
	Obstacle   string   // why it cannot be confirmed by all of them; "" where it can
	Office     Office   // in which the actor may confirm it now; "" not theirs
}

// OwnKey reports whether the teller stays, with another key.
func (r Replacement) OwnKey() bool { return r.Out.Person == r.In.Person }

// Ready reports whether there is a proven key to confirm.
func (r Replacement) Ready() bool { return !r.Proven.IsZero() }

// Office is what somebody confirms a proposal as.
type Office string

const (
	AsTeller    Office = "teller"
	AsPresident Office = "president"
	AsSecretary Office = "secretary"
)

// Confirmation is somebody's, of a proposal as they saw it.
type Confirmation struct {
	Person  auth.PersonID
	Office  Office
	Name    string
	At      civil.Instant
	Holds   bool // it is of the proposal as it is now
	ofState string
}

// replacement is a proposal as the service works with one.
type replacement struct {
	Replacement
	vote       VoteID
	card, test string
	by         auth.PersonID
	confirmed  []Confirmation
}

// lasts is for how many days a proposal waits.
const lasts = 14

// lapsed reports whether a proposal is no more on a day: it waited too long, or the
// vote has moved on to where nobody enters papers.
func (r replacement) lapsed(state State, today civil.Date) bool {
	return !slices.Contains(counting, state) || !today.Before(r.lapses())
}

func (r replacement) lapses() civil.Date { return r.At.Date().AddDays(lasts) }

// digest is what a confirmation is of: the proposal with its key, and the tellers
// and keys as they are.
func (r replacement) digest(now []teller) string {
	fields := []string{
		"nzgs-replacement/1", fmt.Sprint(r.vote), fmt.Sprint(r.ID), fmt.Sprint(r.Out.Person), fmt.Sprint(r.In.Person),
		r.Reason, r.Resolution, r.card, r.Proven.String(), fmt.Sprint(r.by), r.At.String(),
	}
	for _, t := range now {
		fields = append(fields, fmt.Sprint(t.position), fmt.Sprint(t.Person), t.Recipient)
	}
	return digest(fields...)
}

// officer is who holds one of the two offices that confirm a proposal.
type officer struct {
	Person
	id      auth.OfficeID
	office  Office
	entered civil.Instant // when the office was entered here, or its days were last changed
}

// settles is for how many days an office is entered here before its holder confirms:
// whoever enters offices cannot make somebody president for the purpose unseen.
const settles = 7

func (o officer) settled(today civil.Date) bool {
	return !today.Before(o.entered.Date().AddDays(settles))
}

// staying are the tellers who stay, and whose keys do.
func (f facts) staying() []teller {
	return slices.DeleteFunc(slices.Clone(f.tellers), func(t teller) bool {
		return t.Person == f.proposal.Out.Person || t.Person == f.proposal.In.Person
	})
}

// holders are who can confirm in an office: neither a teller nor to become one.
func (f facts) holders(office Office) (out []officer) {
	for _, o := range f.officers {
		counts := slices.ContainsFunc(f.tellers, func(t teller) bool { return t.Person == o.Person.Person })
		if o.office == office && !counts && o.Person.Person != f.proposal.In.Person {
			out = append(out, o)
		}
	}
	return out
}

// vacant says why nobody can confirm in an office, "" where somebody can. Rule 6.6:
// the senior officer still functioning answers for the other's duties until somebody
// acts; of president and secretary that is the other one, who confirms already.
func (f facts) vacant(office, other Office) string {
	if len(f.holders(office)) > 0 {
		return ""
	}
	return fmt.Sprintf("No one can confirm as %s: the office is vacant, or its holder counts this vote. Until the "+
		"committee appoints someone to act, the %s answers for it (rule 6.6), and confirms already: three different people "+
		"confirm. Have an acting %s appointed first.", office, other, office)
}

// gap says why president and secretary cannot both confirm, "" where they can.
func (f facts) gap() string {
	for _, pair := range [][2]Office{{AsPresident, AsSecretary}, {AsSecretary, AsPresident}} {
		if text := f.vacant(pair[0], pair[1]); text != "" {
			return text
		}
	}
	presidents, secretaries := f.holders(AsPresident), f.holders(AsSecretary)
	if len(presidents) == 1 && len(secretaries) == 1 && presidents[0].Person == secretaries[0].Person {
		return fmt.Sprintf("%s is president and secretary, and three different people confirm: have an acting officer "+
			"appointed for one of the offices first (rule 6.6).", presidents[0].Name)
	}
	return ""
}

// confirmsAs is what somebody confirms the open proposal as now, or why they do not.
func (f facts) confirmsAs(who auth.Actor) (Office, string) {
	r := f.proposal
	if !r.Ready() {
		return "", fmt.Sprintf("%s has not proved a key for this yet. What is confirmed includes the key.", r.In.Name)
	}
	if r.Out.Person == who.Person || r.In.Person == who.Person {
		return "", "This is about your own place among the tellers: others confirm it."
	}
	for _, c := range f.standing() {
		if c.Holds && c.Person == who.Person {
			return "", "You have confirmed it. Each person confirms once, whatever offices they hold."
		}
	}
	if f.isTeller(who) {
		return AsTeller, ""
	}
	if gap := f.gap(); gap != "" {
		return "", gap
	}
	return f.confirmsFor(who)
}

// confirmsFor is in which office somebody who counts nothing confirms.
func (f facts) confirmsFor(who auth.Actor) (Office, string) {
	says := "Only the tellers who stay, the president and the secretary confirm this."
	for _, pair := range [][2]Office{{AsPresident, AsSecretary}, {AsSecretary, AsPresident}} {
		own := f.holders(pair[0])
		at := slices.IndexFunc(own, func(o officer) bool { return o.Person.Person == who.Person })
		onlyOther := slices.IndexFunc(f.holders(pair[1]), func(o officer) bool { return o.Person.Person != who.Person }) < 0
		switch {
		case at < 0 || onlyOther: // leaves the other office to who alone holds it
		case !own[at].settled(f.today):
			says = fmt.Sprintf("You were entered as %s here on %s. An office confirms this %d days after it was entered, from %s.",
				pair[0], own[at].entered.Date().Long(), settles, own[at].entered.Date().AddDays(settles).Long())
		case f.has(pair[0]):
			says = fmt.Sprintf("Someone else has confirmed as %s.", pair[0])
		default:
			return pair[0], ""
		}
	}
	return "", says
}

// standing are the confirmations, and whether each is of the proposal as it is now.
func (f facts) standing() []Confirmation {
	now := f.proposal.digest(f.tellers)
	out := slices.Clone(f.proposal.confirmed)
	for i := range out {
		out[i].Holds = out[i].ofState == now && f.stillMay(out[i])
	}
	return out
}

// stillMay reports whether who confirmed in an office has it still.
func (f facts) stillMay(c Confirmation) bool {
	if c.Office == AsTeller {
		return slices.ContainsFunc(f.staying(), func(t teller) bool { return t.Person == c.Person })
	}
	return slices.ContainsFunc(f.holders(c.Office), func(o officer) bool { return o.Person.Person == c.Person })
}

func (f facts) has(office Office) bool {
	return slices.ContainsFunc(f.standing(), func(c Confirmation) bool { return c.Holds && c.Office == office })
}

// missing are who is still to confirm the open proposal.
func (f facts) missing() []string {
	var out []string
	for _, t := range f.staying() {
		if !slices.ContainsFunc(f.standing(), func(c Confirmation) bool { return c.Holds && c.Person == t.Person }) {
			out = append(out, t.Name+", teller")
		}
	}
	for _, office := range []Office{AsPresident, AsSecretary} {
		if !f.has(office) {
			out = append(out, "the "+string(office))
		}
	}
	return out
}

// shown is the open proposal for somebody; nil without one.
func (f facts) shown(actor auth.Actor) *Replacement {
	if f.proposal == nil {
		return nil
	}
	out := f.proposal.Replacement
	out.Confirmed, out.Missing, out.Lapses, out.Obstacle = f.standing(), f.missing(), f.proposal.lapses(), f.gap()
	out.Digest = f.proposal.digest(f.tellers)
	if card, err := ballot.ParseCard(f.proposal.card); err == nil {
		out.Recipient, out.Number = card.String(), card.Fingerprint()
	}
	if actor.SignedIn() {
		out.Office, _ = f.confirmsAs(actor)
	}
	return &out
}
