package joining

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// Service takes in who joins and who renews.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	society string
	site    string // address of the site
	offices *auth.Service
	outbox  *mail.Service
}

// New gives the service, and has it asked for the links of its letters.
func New(db *store.DB, clock civil.Clock, society, site string, offices *auth.Service, outbox *mail.Service) *Service {
	s := &Service{db: db, cases: usecase.New(db, clock), society: society, site: site, offices: offices, outbox: outbox}
	outbox.FillLinks(mail.ToJoining, s.addressOfLink)
	return s
}

// How often, in a day, a network may send the form, and an address is written to; and how many requests may be open at once.
const (
	formsOfNetwork   = 20
	lettersToAddress = 3
	mostOpen         = 500
	confirmWithin    = 48 * time.Hour
	keptFor          = 30 // days, of what was decided
)

// Terms are what someone reads before asking to join.
type Terms struct {
	Mails  bool
	Clubs  []clubs.Club
	Kinds  []kinds.Kind // with a rate of their own; none: each member pays the same
	Rates  map[kinds.Kind]treasury.Rate
	Year   members.Year
	Priced bool
}

// Terms reads what the form says and offers.
func (s *Service) Terms(ctx context.Context) (Terms, error) { return s.terms(ctx, s.db) }

func (s *Service) terms(ctx context.Context, q store.Queryer) (t Terms, err error) {
	c, err := governance.On(ctx, q, s.cases.Today())
	if err != nil {
		return t, err
	}
	t.Mails, t.Year = s.Open(), c.YearOf(s.cases.Today())
	if t.Clubs, err = clubs.All(ctx, q); err != nil {
		return t, err
	}
	if t.Rates, err = treasury.KindRates(ctx, q, t.Year); err != nil {
		return t, err
	}
	for _, k := range kinds.Rated[1:] {
		if _, own := t.Rates[k]; own {
			t.Kinds = append(t.Kinds, k)
		}
	}
	var full treasury.Rate
	if full, t.Priced, err = treasury.FindRate(ctx, q, t.Year); t.Priced {
		t.Rates[kinds.Full] = full
	}
	return t, err
}

// Open reports whether anyone can ask to join here: a letter confirms their address.
func (s *Service) Open() bool { return s.outbox.Sends() }

// Ask takes the form of someone who wants to join. A letter goes to the address; the answer is the same whatever is known of
// it. Errors: Invalid with the fields; TooMany for a network that sends many, or while very many wait.
func (s *Service) Ask(ctx context.Context, in Input, network string) error {
	if !s.Open() {
		return apperr.New(apperr.Invalid, "This site sends no letters, so no one can join here. Ask the secretary.")
	}
	t, err := s.Terms(ctx)
	if err != nil {
		return err
	}
	ids := make([]members.ClubID, len(t.Clubs))
	for i, c := range t.Clubs {
		ids[i] = c.ID
	}
	r, problems := in.request(t.Kinds, ids)
	if err := problems.Err(); err != nil {
		return err
	}
	permit, err := s.visitor()
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) { return s.ask(ctx, tx, permit, r, network) })
}

func (s *Service) ask(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Request, network string,
) (*usecase.Entry, error) {
	toAddress, ofNetwork := "join-address:"+digest(members.EmailKey(r.Email)), "join-network:"+digest(network)
	over, err := s.offices.Spare(ctx, tx, map[string]int{toAddress: lettersToAddress, ofNetwork: formsOfNetwork})
	if err != nil {
		return nil, err
	}
	if over[ofNetwork] {
		return nil, apperr.New(apperr.TooMany, "Your network sent this form often today. Try again tomorrow, or ask the secretary.")
	}
	if over[toAddress] { // who asks is not told
		return permit.Did("ask.join_request", "join_request", 0, nil, map[string]string{"kept": "nothing, the address had enough letters"}), nil
	}
	if n, err := countOpen(ctx, tx); err != nil || n >= mostOpen {
		if err == nil {
			err = apperr.New(apperr.TooMany, "Very many requests wait here just now. Try again tomorrow, or ask the secretary.")
		}
		return nil, err
	}
	now := permit.Now()
	r.State, r.Asked, r.Expires = Unconfirmed, now, now.Add(confirmWithin)
	earlier, found, err := standing(ctx, tx, r.Email)
	if err != nil {
		return nil, err
	}
	if found && earlier.State == Waiting {
		return permit.Did("ask.join_request", "join_request", int64(earlier.ID), nil, nil), s.tell(ctx, tx, earlier, alreadyIn, nil)
	}
	if found {
		r.ID, r.Version = earlier.ID, earlier.Version
		err = save(ctx, tx, r)
	} else {
		r.ID, err = insert(ctx, tx, r)
	}
	if err != nil {
		return nil, err
	}
	return permit.Did("ask.join_request", "join_request", int64(r.ID), nil, nil), s.tell(ctx, tx, r, confirmIt, nil)
}

// visitor is whoever sends the form, or presses a letter's link.
func (s *Service) visitor() (usecase.Permit, error) {
	return s.cases.Allow(audit.By{Name: "the form for joining"}, nil)
}

// ByLink is the request of a letter's link.
func (s *Service) ByLink(ctx context.Context, token string) (Request, error) {
	hash, ok := hashOf(token)
	if !ok {
		return Request{}, errNone()
	}
	r, err := byToken(ctx, s.db, hash)
	if err == nil && r.State == Unconfirmed && !s.cases.Now().Before(r.Expires) {
		err = errNone()
	}
	return r, err
}

// Confirm confirms the address of a request: from now on an officer sees it. Pressed again it changes nothing.
func (s *Service) Confirm(ctx context.Context, token string) error {
	r, err := s.ByLink(ctx, token)
	if err != nil {
		return err
	}
	permit, err := s.visitor()
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		r, err := byID(ctx, tx, r.ID)
		if err != nil {
			return nil, err
		}
		if r.State != Unconfirmed {
			return nil, usecase.ErrSame
		}
		if !permit.Now().Before(r.Expires) {
			return nil, errNone()
		}
		r.State, r.Confirmed, r.Expires = Waiting, permit.Now(), civil.Instant{}
		return permit.Did("confirm.join_request", "join_request", int64(r.ID), nil, nil), save(ctx, tx, r)
	})
}

// Forget removes what no one needs any more. The program runs it every hour.
func (s *Service) Forget(ctx context.Context) (removed int64, err error) {
	permit, err := s.cases.Allow(auth.System("the program").By(), nil)
	if err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		gone, err := forget(ctx, tx, permit.Now(), s.cases.Today().AddDays(-keptFor).Midnight())
		removed = gone.Unconfirmed + gone.Refused + gone.Addresses
		if err == nil && gone == (Forgotten{}) {
			err = usecase.ErrSame
		}
		return permit.Did("forget.join_request", "join_request", 0, nil, gone), err
	})
	return removed, err
}

const tokenLength = 26

func hashOf(token string) (string, bool) {
	if len(token) != tokenLength {
		return "", false
	}
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:]), true
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

// LinkPath is the page of a request, for whoever has the link of its letter.
func LinkPath(token string) string { return "/join/" + token }

// addressOfLink makes the address of the link in a letter that is about to leave.
func (s *Service) addressOfLink(ctx context.Context, link int64, to string) (string, error) {
	token := rand.Text()
	hash, _ := hashOf(token)
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		r, err := byID(ctx, tx, ID(link))
		if err != nil {
			return err
		}
		if r.Email != to || r.State != Unconfirmed || !s.cases.Now().Before(r.Expires) {
			return errNone()
		}
		return insertLink(ctx, tx, hash, r.ID, s.cases.Now())
	})
	return s.site + LinkPath(token), err
}
