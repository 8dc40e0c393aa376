package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// requestLasts is how long a second officer has to agree.
const requestLasts = 3 * 24 * time.Hour

// RequestID is the number of a request in the database.
type RequestID int64

// RequestKind is what is asked for the account of someone who is trusted. The
// database has the same list.
type RequestKind string

const (
	AskLink    RequestKind = "link"
	AskLetIn   RequestKind = "let_in"
	AskAddress RequestKind = "address"
)

// Text is what the request is for.
func (k RequestKind) Text() string {
	return map[RequestKind]string{
		AskLink: "a link for a new password", AskLetIn: "a day without the second factor", AskAddress: "another e-mail address",
	}[k]
}

// RequestReason is why it is asked. The database has the same list.
type RequestReason string

// RequestReasons are the reasons to choose from.
var RequestReasons = []RequestReason{"password", "factor", "mailbox", "stolen"}

// Text is the reason in words; "" for none.
func (r RequestReason) Text() string {
	return map[RequestReason]string{
		"password": "The password is forgotten", "factor": "The phone or key for the second factor is lost",
		"mailbox": "The mailbox can no longer be read", "stolen": "Someone else may know the password",
	}[r]
}

// RequestInput is what an officer asks for somebody else's account.
type RequestInput struct {
	Account AccountID
	Kind    RequestKind
	Reason  RequestReason
	Email   string // of AskAddress
}

// Request waits for a second officer, or did.
type Request struct {
	ID       RequestID
	Account  AccountID
	Person   PersonID
	Name     Name
	Kind     RequestKind
	Reason   RequestReason
	NewEmail string
	Asker    PersonID
	AskedBy  Name
	AskedAt  civil.Instant
	Until    civil.Instant
	Mark     string // of all of it: who agrees, agrees to this
	salt     string
	ended    bool
}

// mark stands for a request in the audit log and in the form that agrees to it. The
// salt keeps the address from being guessed from the log.
func (r Request) mark() string {
	sum := sha256.Sum256([]byte(strings.Join([]string{
		r.salt, idText(r.Account), string(r.Kind), string(r.Reason), r.NewEmail, idText(AccountID(r.Asker)),
		r.AskedAt.String(), r.Until.String(),
	}, "\n")))
	return hex.EncodeToString(sum[:])
}

// requestFacts are what the audit log keeps of a request: not the address, which can
// be erased from the register but not from the log.
type requestFacts struct {
	Account AccountID     `json:"account"`
	Kind    RequestKind   `json:"kind"`
	Reason  RequestReason `json:"reason"`
	Until   civil.Instant `json:"until"`
	Mark    string        `json:"mark"`
}

func (r Request) facts() requestFacts {
	return requestFacts{r.Account, r.Kind, r.Reason, r.Until, r.mark()}
}

func (s *Service) writeRequest(ctx context.Context, tx *store.Tx, by Actor, action string, r Request) error {
	return s.write(ctx, tx, by, action, "account_request", int64(r.ID), nil, r.facts())
}

// NeedsSecond reports whether a second officer has to agree to what opens an
// account: its owner is trusted, and has used it.
func (s *Service) NeedsSecond(ctx context.Context, actor Actor, id AccountID) (bool, error) {
	if err := s.require(actor, ManageAccounts, Object{}); err != nil {
		return false, err
	}
	file, err := accountByID(ctx, s.db, id)
	if err != nil {
		return false, notFound(err, "Account not found.")
	}
	return s.needsSecond(ctx, s.db, actor, file)
}

func (s *Service) needsSecond(ctx context.Context, q store.Queryer, actor Actor, file accountFile) (bool, error) {
	if actor.system || file.Person == actor.Person {
		return false, nil // the console; nobody takes over their own account
	}
	trusted, err := s.isTrusted(ctx, q, file.Person)
	if err != nil || !trusted {
		return false, err
	}
	never, err := s.neverUsed(ctx, q, file)
	return !never, err
}

// refuseAlone refuses an officer alone what opens the account of someone who is trusted.
func (s *Service) refuseAlone(ctx context.Context, q store.Queryer, actor Actor, file accountFile) error {
	needs, err := s.needsSecond(ctx, q, actor, file)
	if err != nil || !needs {
		return err
	}
	return apperr.New(
		apperr.Conflict, "%s holds an office or is a teller, so a second officer has to agree. Ask for it on the page of the "+
			"account.", file.Name,
	)
}

// AskAccess asks for what opens the account of someone who is trusted. Nothing
// happens until a second officer agrees. Fields: kind, reason, email.
func (s *Service) AskAccess(ctx context.Context, actor Actor, in RequestInput) error {
	if err := s.require(actor, ManageAccounts, Object{}); err != nil {
		return err
	}
	if err := s.requireProof(actor); err != nil {
		return err
	}
	if !actor.SignedIn() {
		return errNoSession
	}
	in.Email = strings.TrimSpace(in.Email)
	if err := checkRequest(in).Err(); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		file, err := accountByID(ctx, tx, in.Account)
		if err != nil {
			return notFound(err, "Account not found.")
		}
		if err := s.mayBeAsked(ctx, tx, actor, file, in); err != nil {
			return err
		}
		now := s.clock()
		r := Request{
			Account: file.ID, Person: file.Person, Name: file.Name, Kind: in.Kind, Reason: in.Reason, NewEmail: in.Email,
			Asker: actor.Person, AskedAt: now, Until: now.Add(requestLasts), salt: rand.Text(),
		}
		if r.ID, err = insertRequest(ctx, tx, r); store.IsUnique(err) {
			return apperr.New(apperr.Conflict, "This was asked for already, and waits for a second officer.")
		} else if err != nil {
			return err
		}
		if err := s.tellAsked(ctx, tx, actor, file.Account, r); err != nil {
			return err
		}
		return s.writeRequest(ctx, tx, actor, "ask.account_request", r)
	})
}

func checkRequest(in RequestInput) (f apperr.Fields) {
	if in.Kind.Text() == "" {
		f.Add("kind", "Choose what is asked for.")
	}
	if in.Reason.Text() == "" {
		f.Add("reason", "Choose why.")
	}
	if in.Kind == AskAddress {
		checkEmail(&f, in.Email)
	} else if in.Email != "" {
		f.Add("email", "Leave this empty, or ask for another e-mail address.")
	}
	return f
}

// mayBeAsked refuses a request that no second officer could answer.
func (s *Service) mayBeAsked(ctx context.Context, tx *store.Tx, actor Actor, file accountFile, in RequestInput) error {
	needs, err := s.needsSecond(ctx, tx, actor, file)
	switch {
	case err != nil:
		return err
	case file.Person == actor.Person:
		return apperr.New(apperr.Invalid, "This is your own account. Ask another officer to ask for it.")
	case !needs:
		return apperr.New(apperr.Invalid, "No second officer has to agree for this account.")
	case file.Disabled:
		return apperr.New(apperr.Invalid, "This account is closed. Reopen it first.")
	case in.Kind == AskLetIn && !file.Enrolled:
		return apperr.New(apperr.Invalid, "%s has no second factor, and needs no letting in.", file.Name)
	}
	seconds, err := s.seconds(ctx, tx, actor.Person, file.Person)
	if err == nil && len(seconds) == 0 {
		err = apperr.New(
			apperr.Conflict, "There is no second officer who could agree. Make a link on the society’s own machine with nzgs "+
				"link, or let the owner in with nzgs let-in.",
		)
	}
	return err
}

// seconds are the open accounts of those who could agree to a request: neither who
// asked nor who is concerned.
func (s *Service) seconds(ctx context.Context, q store.Queryer, asker, concerned PersonID) ([]Account, error) {
	held, err := currentOffices(ctx, q, s.today())
	if err != nil {
		return nil, err
	}
	var people []PersonID
	for _, o := range held {
		if has(permissions[AgreeToAccess].society, o.Role) && o.HeldOn(s.today()) && o.Person != asker &&
			o.Person != concerned && !slices.Contains(people, o.Person) {
			people = append(people, o.Person)
		}
	}
	return openAccountsOf(ctx, q, people)
}

// tellAsked tells the owner of an account, and those who can agree, what was asked.
func (s *Service) tellAsked(ctx context.Context, tx *store.Tx, actor Actor, a Account, r Request) error {
	why := "The reason given: " + r.Reason.Text() + "."
	if err := s.tellEverywhere(ctx, tx, a, r.NewEmail, telling{
		purpose: "About an account", subject: "Something was asked for your account", paragraphs: []string{
			actor.Name + " asked for " + r.Kind.Text() + " for your account at " + s.page("/") + ". " + why,
			"It happens only if a second officer agrees, until " + r.Until.Long() + ".",
			"If you did not ask for it, tell the society’s president or secretary at once, not " + actor.Name + " alone.",
		},
	}); err != nil {
		return err
	}
	seconds, err := s.seconds(ctx, tx, actor.Person, a.Person)
	if err != nil {
		return err
	}
	for _, second := range seconds {
		if err := s.letter(ctx, tx, second, telling{
			purpose: "About an account", subject: "A second officer has to agree: " + a.Name.String(), paragraphs: []string{
				actor.Name + " asked for " + r.Kind.Text() + " for the account of " + a.Name.String() + ". " + why,
				"Speak with " + a.Name.String() + " yourself, in person or by a phone number that you know, before you agree. Do " +
					"nothing on the strength of this letter alone.",
				s.page("/admin/requests"), "It lapses on " + r.Until.Long() + ".",
			},
		}); err != nil {
			return err
		}
	}
	return nil
}

// Requests lists what waits for a second officer.
func (s *Service) Requests(ctx context.Context, actor Actor) ([]Request, error) {
	if err := s.require(actor, AgreeToAccess, Object{}); err != nil {
		return nil, err
	}
	return waitingRequests(ctx, s.db, s.clock())
}

// RefuseAccess ends a request: by a second officer, or by who asked.
func (s *Service) RefuseAccess(ctx context.Context, actor Actor, id RequestID) error {
	if err := s.require(actor, AgreeToAccess, Object{}); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		r, err := s.waiting(ctx, tx, id)
		if err != nil {
			return err
		}
		if r.Person == actor.Person {
			return apperr.New(apperr.Forbidden, "This is about your own account. Tell another officer what you want.")
		}
		if err := s.endRequest(ctx, tx, r, "refused", actor.Person); err != nil {
			return err
		}
		return s.writeRequest(ctx, tx, actor, "refuse.account_request", r)
	})
}

func (s *Service) waiting(ctx context.Context, tx *store.Tx, id RequestID) (Request, error) {
	r, err := requestByID(ctx, tx, id)
	switch {
	case err != nil:
		return r, notFound(err, "Request not found.")
	case r.ended:
		return r, apperr.New(apperr.Conflict, "This request has been answered already.")
	case !s.clock().Before(r.Until):
		return r, apperr.New(apperr.Conflict, "This request lapsed on %s. Ask again.", r.Until.Long())
	}
	return r, nil
}

func (s *Service) endRequest(ctx context.Context, tx *store.Tx, r Request, outcome string, by PersonID) error {
	return notFound(
		endRequest(ctx, tx, r.ID, outcome, by, s.clock()), "This request has been answered already.",
	)
}

// lapseRequests ends within tx what nobody answered in time.
func (s *Service) lapseRequests(ctx context.Context, tx *store.Tx) error {
	late, err := lateRequests(ctx, tx, s.clock())
	if err != nil {
		return err
	}
	for _, r := range late {
		if err := s.endRequest(ctx, tx, r, "lapsed", 0); err != nil {
			return err
		}
		if err := s.writeRequest(ctx, tx, System("the program"), "lapse.account_request", r); err != nil {
			return err
		}
	}
	return nil
}

// inLog refuses a request that is not as the audit log has it: someone wrote it, or
// changed it, in the database.
func (r Request) inLog(ctx context.Context, q store.Queryer) error {
	records, err := audit.Of(ctx, q, "account_request", int64(r.ID), 10)
	if err != nil {
		return err
	}
	for _, record := range records {
		var detail struct {
			After requestFacts `json:"after"`
		}
		if record.Action != "ask.account_request" || record.By.PersonID != int64(r.Asker) {
			continue
		}
		if err := json.Unmarshal([]byte(record.Detail), &detail); err != nil {
			return err
		}
		if detail.After == r.facts() {
			return nil
		}
	}
	return apperr.New(
		apperr.Conflict, "The society’s log does not have this request as it stands here. Someone may have changed the "+
			"database: do not agree, and look at the log with nzgs audit verify.",
	)
}
