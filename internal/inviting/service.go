package inviting

import (
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
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// RoundID names what one press sends.
type RoundID int64

// Plan is whom a press would invite, and who is left out and why. People with an account that is in use are in neither.
type Plan struct {
	Club    members.ClubID // whose members; 0: all
	Members int            // how many there are
	InUse   int            // of them, with an account in use
	To      []auth.ToInvite
	Without []auth.ToInvite // with what is missing
	Seen    string          // stands for To: who presses has seen it
}

// Plan lists which current members, of a club or of all, can be invited by letter.
func (s *Service) Plan(ctx context.Context, actor auth.Actor, club members.ClubID) (Plan, error) {
	if err := s.cases.Require(actor, auth.ManageAccounts, auth.Object{}); err != nil {
		return Plan{}, err
	}
	return s.plan(ctx, s.db, club)
}

func (s *Service) plan(ctx context.Context, q store.Queryer, club members.ClubID) (Plan, error) {
	today := s.cases.Today()
	ids, err := members.AllOn(ctx, q, today)
	if club != 0 {
		ids, err = members.OfClub(ctx, q, club, today)
	}
	if err != nil {
		return Plan{}, err
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	all, err := s.accounts.ToInviteByLetter(ctx, q, ids)
	if err != nil {
		return Plan{}, err
	}
	waiting, err := waitingPeople(ctx, q)
	if err != nil {
		return Plan{}, err
	}
	out := Plan{Club: club, Members: len(all)}
	for _, one := range all {
		if one.Missing == "" && waiting[one.Person] {
			one.Missing = auth.MissingLately
		}
		switch one.Missing {
		case "":
			out.To = append(out.To, one)
		case auth.MissingAccount:
			out.InUse++
		default:
			out.Without = append(out.Without, one)
		}
	}
	byName(out.To)
	byName(out.Without)
	out.Seen = seen(out.To)
	return out, nil
}

// byName sorts people as lists of names do. The key of each is made once: comparing makes several of each of a long list.
func byName(list []auth.ToInvite) {
	keys := make(map[auth.PersonID]string, len(list))
	for _, one := range list {
		keys[one.Person] = members.SortKey(one.Name.Family, one.Name.Given)
	}
	slices.SortStableFunc(list, func(a, b auth.ToInvite) int { return strings.Compare(keys[a.Person], keys[b.Person]) })
}

// seen stands for the people of a list and their addresses.
func seen(list []auth.ToInvite) string {
	h := sha256.New()
	for _, one := range list {
		fmt.Fprintf(h, "%d %q\n", one.Person, one.Email)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Choice is what is pressed: the members of a club or all, but those who are left out, as they were seen.
type Choice struct {
	Club    members.ClubID
	LeftOut []auth.PersonID
	Seen    string
}

// Send has everyone of a plan invited who is not left out. The letters are written by Step.
func (s *Service) Send(ctx context.Context, actor auth.Actor, in Choice) (RoundID, error) {
	permit, err := s.cases.MayAgain(actor, auth.ManageAccounts, auth.Object{})
	if err != nil {
		return 0, err
	}
	return s.begin(ctx, permit, round{club: in.Club}, func(tx *store.Tx) ([]auth.PersonID, error) {
		plan, err := s.plan(ctx, tx, in.Club)
		if err != nil {
			return nil, err
		}
		if plan.Seen != in.Seen {
			return nil, apperr.New(
				apperr.Conflict, "The list changed after you opened it: someone was invited, or an address changed. Check it and "+
					"send again.",
			)
		}
		var people []auth.PersonID
		for _, one := range plan.To {
			if !slices.Contains(in.LeftOut, one.Person) {
				people = append(people, one.Person)
			}
		}
		if len(people) == 0 {
			return nil, apperr.New(apperr.Invalid, "There is no one to invite. Leave out fewer people.")
		}
		return people, nil
	})
}

// SendAgain invites those of a round again who have not come: their earlier links are void.
func (s *Service) SendAgain(ctx context.Context, actor auth.Actor, id RoundID) (RoundID, error) {
	permit, err := s.cases.MayAgain(actor, auth.ManageAccounts, auth.Object{})
	if err != nil {
		return 0, err
	}
	return s.begin(ctx, permit, round{again: id}, func(tx *store.Tx) ([]auth.PersonID, error) {
		r, err := roundByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if !r.Undone.IsZero() {
			return nil, errUndone(r)
		}
		people, err := notCome(ctx, tx, id)
		if err == nil && len(people) == 0 {
			err = apperr.New(
				apperr.Conflict, "There is no one to write to again: all have come, or a newer invitation is on its way to them.",
			)
		}
		return people, err
	})
}

func errUndone(r Round) error {
	return apperr.New(apperr.Conflict, "These invitations were undone on %s.", r.Undone.Long())
}

// round is what is kept of a press.
type round struct {
	club  members.ClubID
	again RoundID
}

// begin keeps whom a press invites. Others who press have to wait, and see it.
func (s *Service) begin(
	ctx context.Context, permit usecase.Permit, in round, choose func(*store.Tx) ([]auth.PersonID, error),
) (id RoundID, err error) {
	if !s.outbox.Sends() {
		return 0, apperr.New(apperr.Invalid, "This site sends no mail. Make a link for each person on the page “Accounts”.")
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		people, err := choose(tx)
		if err != nil {
			return nil, err
		}
		if id, err = insertRound(ctx, tx, permit, in); err != nil {
			return nil, err
		}
		facts := roundFacts{Club: in.club, People: len(people), Again: in.again}
		return permit.Did("send.invitations", "invitation_round", int64(id), nil, facts), insertWaiting(ctx, tx, id, people)
	})
	return id, err
}

// roundFacts are what the log keeps of a press.
type roundFacts struct {
	Club   members.ClubID `json:"club,omitempty"`
	People int            `json:"people"`
	Again  RoundID        `json:"again_of,omitempty"`
}

// stepSize is how many letters are written in one transaction: other changes wait for it.
const stepSize = 25

// Step writes the letters of the presses that wait, some in each transaction, until none waits, about as many have been
// looked at as most says (0: all), or ctx ends, and says how many it wrote. Another copy of the program may do it at the
// same time.
func (s *Service) Step(ctx context.Context, most int) (written int, err error) {
	ctx = mail.ByItself(ctx)
	for looked := 0; most == 0 || looked < most; {
		if any, err := anyWaiting(ctx, s.db); err != nil || !any || ctx.Err() != nil {
			return written, err
		}
		n, left := 0, 0
		err := s.db.InTx(ctx, func(tx *store.Tx) error {
			n, left = 0, 0
			if err := usecase.Alone(ctx, tx); err != nil {
				return err
			}
			list, err := nextWaiting(ctx, tx, stepSize)
			if err != nil {
				return err
			}
			for _, one := range list {
				invited, err := s.write(ctx, tx, one)
				if err != nil {
					return err
				}
				if invited {
					n++
				} else {
					left++
				}
			}
			return nil
		})
		if err != nil {
			return written, fmt.Errorf("write invitations: %w", err)
		}
		if written, looked = written+n, looked+n+left; n+left == 0 {
			break
		}
	}
	return written, nil
}

// write invites one person within tx, or notes why not.
func (s *Service) write(ctx context.Context, tx *store.Tx, one waiting) (bool, error) {
	out, err := s.accounts.InviteWithin(ctx, tx, one.by, one.person, auth.ByLetter{
		Again: one.again, Mailing: Batch(one.round),
	})
	if err != nil {
		return false, err
	}
	if out.Link == 0 {
		return false, leaveOut(ctx, tx, one.id, out.Missing)
	}
	return true, setInvited(ctx, tx, one.id, out, s.cases.Now())
}

// Batch is what the letters of a round have in common in the outbox.
func Batch(id RoundID) string { return "invitations:" + strconv.FormatInt(int64(id), 10) }

// Round is what one press sent.
type Round struct {
	ID      RoundID
	Made    civil.Instant
	By      string
	Club    string // "": all
	Again   RoundID
	Undone  civil.Instant
	Waiting int // letters that are still to be written
	Invited int // letters that were written
	Come    int // of them, those whose account is in use
	LeftOut int
	Voided  int // invitations that were undone
}

// Rounds lists what was sent, the newest first.
func (s *Service) Rounds(ctx context.Context, actor auth.Actor, page, size int) ([]Round, int, error) {
	if err := s.cases.Require(actor, auth.ManageAccounts, auth.Object{}); err != nil {
		return nil, 0, err
	}
	n, err := countRounds(ctx, s.db)
	if err != nil {
		return nil, 0, err
	}
	list, err := rounds(ctx, s.db, (store.PageIn(page, size, n)-1)*size, size)
	return list, n, err
}

// Round is one press.
func (s *Service) Round(ctx context.Context, actor auth.Actor, id RoundID) (Round, error) {
	if err := s.cases.Require(actor, auth.ManageAccounts, auth.Object{}); err != nil {
		return Round{}, err
	}
	return roundByID(ctx, s.db, id)
}

// Person is someone of a round.
type Person struct {
	Person  auth.PersonID
	Name    auth.Name
	Account auth.AccountID // 0: none, or no longer
	State   State
	Missing auth.Missing // of LeftOut
}

// State is what became of an invitation.
type State string

// The states.
const (
	Waiting State = "waiting"  // the letter is still to be written
	Sent    State = "invited"  // the letter was written
	Come    State = "come"     // and the account is in use
	LeftOut State = "left_out" // no letter: see Missing
	Undone  State = "undone"
)

// People lists a part of a round by name, and says how many there are.
func (s *Service) People(ctx context.Context, actor auth.Actor, id RoundID, page, size int) ([]Person, int, error) {
	if err := s.cases.Require(actor, auth.ManageAccounts, auth.Object{}); err != nil {
		return nil, 0, err
	}
	n, err := countPeople(ctx, s.db, id)
	if err != nil {
		return nil, 0, err
	}
	list, err := people(ctx, s.db, id, (store.PageIn(page, size, n)-1)*size, size)
	return list, n, err
}
