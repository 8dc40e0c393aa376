package clubs

import (
	"context"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// UploadInput is a list that came in.
type UploadInput struct {
	Club     ClubID
	Year     members.Year
	Received civil.Date // day the treasurer received it; zero: today
	List     List
}

// Outcome says what an upload came to.
type Outcome string

const (
	Started   Outcome = "started"    // a return was started with this list
	Replaced  Outcome = "replaced"   // the list takes the place of the one before
	Same      Outcome = "same"       // this very list is being looked at already
	Known     Outcome = "known"      // this very list was confirmed before: nothing to do
	NothingIn Outcome = "nothing_in" // everybody on it is registered and nothing changes: nothing to do
)

// Upload is the result of an upload.
type Upload struct {
	Outcome Outcome
	Return  ReturnID // the return to look at; of NothingIn the last one of the year
}

// Upload takes in a club's list: it reads nothing into the register, but keeps
// the rows for the preview, each with the people it may be. The same list
// again changes nothing.
func (s *Service) Upload(ctx context.Context, actor auth.Actor, in UploadInput) (Upload, error) {
	permit, err := s.cases.May(actor, auth.SubmitReturn, auth.Object{Club: in.Club})
	if err != nil {
		return Upload{}, err
	}
	if in.Received.IsZero() {
		in.Received = s.cases.Today()
	}
	if err := treasury.CheckReceived("received", in.Received, s.cases.Today()).Err(); err != nil {
		return Upload{}, err
	}
	var out Upload
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		rules, err := governance.Load(ctx, tx)
		if err != nil {
			return nil, err
		}
		if err := (members.Joining{Received: in.Received, Year: in.Year}).Check(rules); err != nil {
			return nil, err
		}
		var entry *usecase.Entry
		out, entry, err = s.upload(ctx, tx, actor, permit, rules, in)
		return entry, err
	})
	return out, err
}

func (s *Service) upload(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, h constitution.History, in UploadInput,
) (Upload, *usecase.Entry, error) {
	club, err := ByID(ctx, tx, in.Club)
	if err != nil {
		return Upload{}, nil, err
	}
	if out, known, err := knownList(ctx, tx, in); err != nil {
		return out, nil, err
	} else if known {
		return out, nil, usecase.ErrSame
	}
	ret, before, err := s.begin(ctx, tx, actor, in.Club, in.Year)
	if err != nil {
		return Upload{}, nil, err
	}
	rows, candidates, err := propose(ctx, tx, in, before)
	if err != nil {
		return Upload{}, nil, err
	}
	if last, nothing, err := s.changesNothing(ctx, tx, h, in, rows); err != nil {
		return Upload{}, nil, err
	} else if nothing {
		return Upload{Outcome: NothingIn, Return: last}, nil, usecase.ErrSame
	}
	out := Upload{Outcome: Replaced}
	if !ret.HasList() {
		out.Outcome = Started
	}
	if ret.ID == 0 {
		if ret.ID, err = insertReturn(ctx, tx, ret); err != nil {
			return Upload{}, nil, err
		}
	}
	out.Return = ret.ID
	if err := takeList(ctx, tx, &ret, in, rows, candidates); err != nil {
		return Upload{}, nil, err
	}
	return out, permit.Did("upload.return", "club_return", int64(ret.ID), nil, map[string]any{
		"club": club.Name, "year": in.Year, "file": in.List.FileName, "sha256": in.List.ContentHash, "rows": len(rows),
	}), nil
}

// begin finds the open return of club and year with its rows, or begins one
// that is not stored yet.
func (s *Service) begin(
	ctx context.Context, q store.Queryer, actor auth.Actor, club ClubID, year members.Year,
) (Return, []Row, error) {
	ret, found, err := openReturn(ctx, q, club, year)
	if err != nil {
		return ret, nil, err
	}
	if !found {
		return Return{
			Club: club, Year: year, State: Draft, CreatedAt: s.cases.Now(), CreatedBy: actor.Person, Version: 1,
		}, nil, nil
	}
	if ret.State == Submitted && !s.mayConfirm(actor) {
		return ret, nil, errSubmitted()
	}
	rows, err := rowsOf(ctx, q, ret.ID)
	return ret, rows, err
}

// takeList puts an uploaded list into a stored return.
func takeList(
	ctx context.Context, tx *store.Tx, ret *Return, in UploadInput, rows []Row, candidates map[int][]RowCandidate,
) error {
	l := in.List
	ret.FileName, ret.ContentHash, ret.RowsHash, ret.Columns = l.FileName, l.ContentHash, l.RowsHash, l.Columns
	ret.ListReceived, ret.Consent = in.Received, members.Consent{}
	if err := saveReturn(ctx, tx, ret); err != nil {
		return err
	}
	if err := replaceRows(ctx, tx, ret.ID, rows); err != nil {
		return err
	}
	return insertCandidates(ctx, tx, ret.ID, candidates)
}

// mayConfirm reports whether the actor is the one whom returns are handed in to.
func (s *Service) mayConfirm(actor auth.Actor) bool { return s.may(actor, auth.ConfirmReturn, 0) }

// may reports whether an actor may do something about a club, or (0) about any.
func (s *Service) may(actor auth.Actor, action auth.Action, club ClubID) bool {
	return auth.Can(actor, action, auth.Object{Club: club}, s.cases.Today())
}

// knownList finds the return that holds this very list already.
func knownList(ctx context.Context, q store.Queryer, in UploadInput) (Upload, bool, error) {
	returns, err := returnsOfClub(ctx, q, in.Club)
	if err != nil {
		return Upload{}, false, err
	}
	for _, r := range returns {
		if r.Year != in.Year || r.ContentHash != in.List.ContentHash && r.RowsHash != in.List.RowsHash {
			continue
		}
		if r.State == Confirmed {
			return Upload{Outcome: Known, Return: r.ID}, true, nil
		}
		return Upload{Outcome: Same, Return: r.ID}, true, nil
	}
	return Upload{}, false, nil
}

// propose finds for each row whom it may be and proposes a decision; somebody
// new whose name stands further up is for a person to decide. A row
// that says the same as one of the list before keeps what was decided.
func propose(
	ctx context.Context, q store.Queryer, in UploadInput, before []Row,
) ([]Row, map[int][]RowCandidate, error) {
	directory, err := members.LoadDirectory(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	decided := make(map[string]Row, len(before))
	for _, r := range before {
		decided[r.key()] = r
	}
	rows := make([]Row, 0, len(in.List.Rows))
	candidates := make(map[int][]RowCandidate, len(in.List.Rows))
	names := newSeen()
	for _, lr := range in.List.Rows {
		row := Row{ListRow: lr}
		row.Decision, row.Person, candidates[lr.Number] = proposeRow(directory, in.Club, lr)
		if _, twice := names.name(row); twice && row.Decision == NewPerson {
			row.Decision = Undecided // who is on a list twice would count twice
		}
		if old, ok := decided[lr.key()]; ok && old.Decision != Undecided {
			row.Decision, row.Person, row.Waiver = old.Decision, old.Person, old.Waiver
			delete(decided, lr.key())
		}
		rows = append(rows, row)
	}
	return rows, candidates, nil
}

func proposeRow(directory *members.Directory, club ClubID, r ListRow) (Decision, PersonID, []RowCandidate) {
	found := directory.Candidates(members.Probe{
		Number: r.MemberNo, Family: r.Family, Given: r.Given, Email: r.Email, Phone: r.Phone, Club: club,
	})
	var shown []RowCandidate
	for _, c := range found {
		shown = append(shown, RowCandidate{Person: c.Person, Score: c.Score, Why: strings.Join(c.Why, ", ")})
	}
	if r.doubt() != "" {
		return Undecided, 0, shown // for a person to decide
	}
	if c, ok := members.Certain(found); ok {
		return SamePerson, c.Person, shown
	}
	if len(found) > 0 {
		return Undecided, 0, shown
	}
	return NewPerson, 0, nil
}

// changesNothing reports whether everybody on the list is registered by the
// club for the year and the list says nothing new of anybody.
func (s *Service) changesNothing(
	ctx context.Context, q store.Queryer, h constitution.History, in UploadInput, rows []Row,
) (ReturnID, bool, error) {
	m, err := s.gather(ctx, q, h, Return{Club: in.Club, Year: in.Year, ListReceived: in.Received}, rows)
	if err != nil || len(m.registered) == 0 {
		return 0, false, err
	}
	p := assess(m)
	if p.Counts[RowUnchanged] < len(rows) || p.Changes > 0 {
		return 0, false, nil
	}
	returns, err := returnsOfClub(ctx, q, in.Club)
	if err != nil {
		return 0, false, err
	}
	for _, r := range returns {
		if r.Year == in.Year && r.State == Confirmed {
			return r.ID, true, nil
		}
	}
	return 0, false, nil
}

// gather reads what the assessment of a return looks at.
func (s *Service) gather(
	ctx context.Context, q store.Queryer, h constitution.History, ret Return, rows []Row,
) (material, error) {
	m := material{
		ret: ret, rows: rows, registered: map[PersonID]bool{}, clubNames: map[ClubID]string{}, today: s.cases.Today(),
	}
	m.history, m.rules = h, h.On(ret.ListReceived)
	var err error
	if ret.ID != 0 {
		if m.candidates, err = candidatesOf(ctx, q, ret.ID); err != nil {
			return m, err
		}
		paid, err := treasury.CreditsOn(ctx, q, []ReturnID{ret.ID})
		if err != nil {
			return m, err
		}
		m.paid = credits(paid[ret.ID])
	}
	ids := map[PersonID]bool{}
	for _, r := range rows {
		if r.Person != 0 {
			ids[r.Person] = true
		}
	}
	for _, list := range m.candidates {
		for _, c := range list {
			ids[c.Person] = true
		}
	}
	list := make([]PersonID, 0, len(ids))
	for id := range ids {
		list = append(list, id)
	}
	if m.people, err = members.People(ctx, q, list); err != nil {
		return m, err
	}
	if m.terms, err = inForceOf(ctx, q, list); err != nil {
		return m, err
	}
	if m.earlier, err = members.EarlierOf(ctx, q, list); err != nil {
		return m, err
	}
	if m.moved, err = movedSince(ctx, q, ret.Club, list, ret.sent()); err != nil {
		return m, err
	}
	registered, err := members.OfClubInYear(ctx, q, ret.Club, ret.Year)
	if err != nil {
		return m, err
	}
	for _, id := range registered {
		m.registered[id] = true
	}
	if m.unpaid, err = unpaidReturn(ctx, q, ret.Club, ret.Year); err != nil {
		return m, err
	}
	return m, m.lookUp(ctx, q)
}

// unpaidReturn finds a confirmed list of club and year that awaits its fee:
// its members are not registered yet, but they are charged already.
func unpaidReturn(ctx context.Context, q store.Queryer, club ClubID, year members.Year) (*Return, error) {
	returns, err := returnsOfClub(ctx, q, club)
	if err != nil {
		return nil, err
	}
	for i, r := range returns {
		if r.Year == year && r.State == Confirmed && r.FeeComplete.IsZero() {
			return &returns[i], nil
		}
	}
	return nil, nil
}

// lookUp reads the rate and names the clubs and candidates.
func (m *material) lookUp(ctx context.Context, q store.Queryer) error {
	rate, found, err := treasury.FindRate(ctx, q, m.ret.Year)
	if err != nil {
		return err
	}
	if found {
		m.rate = &rate
	}
	if err := m.lookUpKinds(ctx, q); err != nil {
		return err
	}
	clubs, err := All(ctx, q)
	if err != nil {
		return err
	}
	for _, c := range clubs {
		m.clubNames[c.ID] = c.Name
	}
	for _, list := range m.candidates {
		for i := range list {
			list[i].Name = m.people[list[i].Person].Name.String()
			list[i].Clubs = m.clubsOf(list[i].Person)
		}
	}
	return nil
}

// clubsOf names the clubs of a person's last subscription year.
func (m *material) clubsOf(id PersonID) string {
	var names []string
	var last members.Year
	for _, t := range m.terms[id] {
		if t.Year > last {
			last, names = t.Year, nil
		}
		if t.Year == last && t.Club != 0 {
			names = append(names, m.clubNames[t.Club])
		}
	}
	return strings.Join(names, ", ")
}
