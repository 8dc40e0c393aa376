package clubs

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
)

// View is all there is to see of a return.
type View struct {
	Return      Return
	Rules       constitution.Constitution // of the day on which the list was received, or today
	Club        Club
	Affiliation Affiliation // of a confirmed return; else what was paid so far
	Rate        treasury.Rate
	Payments    []treasury.Payment // in the order they were recorded, reversals too
	Preview     *Preview           // of an open return with a list
	Lines       []Line             // the rows, of an open return as the preview has them
	Names       map[PersonID]string
	Excluded    *Excluded // the club, where it bears on this return
	MayConfirm  bool
	MayChange   bool
	MayPay      bool
}

// View returns a return to the officers and to its club's secretary.
func (s *Service) View(ctx context.Context, actor auth.Actor, id ReturnID) (View, error) {
	r, err := s.visible(ctx, s.db, actor, id)
	if err != nil {
		return View{}, err
	}
	v := View{
		Return: r, MayConfirm: s.mayConfirm(actor) && r.State.Open(),
		MayPay: auth.Can(actor, auth.RecordPayment, auth.Object{}, s.cases.Today()) && r.State != Withdrawn,
	}
	v.MayChange = r.State.Open() && s.may(actor, auth.SubmitReturn, r.Club) && (r.State == Draft || s.mayConfirm(actor))
	if v.Club, err = ByID(ctx, s.db, r.Club); err != nil {
		return v, err
	}
	day := r.ListReceived
	if day.IsZero() {
		day = s.cases.Today()
	}
	h, err := governance.Load(ctx, s.db)
	if err != nil {
		return v, err
	}
	v.Rules = h.On(day)
	if v.Affiliation, err = standing(ctx, s.db, h, r); err != nil {
		return v, err
	}
	if err := s.readExclusion(ctx, &v); err != nil {
		return v, err
	}
	payments, err := treasury.PaymentsOn(ctx, s.db, []ReturnID{id})
	if err != nil {
		return v, err
	}
	v.Payments = payments[id]
	if err := s.readLines(ctx, actor, h, &v); err != nil {
		return v, err
	}
	v.Names, err = s.namesIn(ctx, v)
	return v, err
}

func (s *Service) readLines(ctx context.Context, actor auth.Actor, h constitution.History, v *View) error {
	r := v.Return
	if r.State == Confirmed {
		var err error
		if v.Rate, err = treasury.RateByID(ctx, s.db, r.Rate); err != nil {
			return err
		}
		v.Affiliation.FeeTrace.Step(rule22, "%s", v.Rate.Source())
	}
	if !r.HasList() {
		return nil
	}
	rows, err := rowsOf(ctx, s.db, r.ID)
	if err != nil {
		return err
	}
	if r.State.Open() {
		m, err := s.gather(ctx, s.db, h, r, rows)
		if err != nil {
			return err
		}
		p := assess(m)
		p.hideFrom(actor, m, s.cases.Today())
		v.Preview, v.Lines = &p, p.Lines
		return nil
	}
	for _, row := range rows {
		v.Lines = append(v.Lines, confirmedLine(row))
	}
	return nil
}

// confirmedLine is a row as the confirmation left it.
func confirmedLine(row Row) Line {
	l := Line{Row: row, Charge: row.Charge}
	switch {
	case row.Decision == LeaveOut, row.Person == 0:
		l.State = RowLeftOut
	case row.TermKind == "":
		l.State = RowUnchanged
	case row.Decision == NewPerson:
		l.State = RowNew
	default:
		l.State = RowMatch
	}
	if row.TermKind != "" {
		l.Registration = &members.Registration{Kind: row.TermKind, To: row.TermTo, Trace: row.Trace}
	}
	return l
}

// namesIn reads the names of those who worked on a return.
func (s *Service) namesIn(ctx context.Context, v View) (map[PersonID]string, error) {
	ids := []PersonID{}
	for _, id := range []PersonID{v.Return.CreatedBy, v.Return.SubmittedBy, v.Return.ConfirmedBy} {
		if id != 0 {
			ids = append(ids, id)
		}
	}
	for _, p := range v.Payments {
		if p.RecordedBy != 0 {
			ids = append(ids, p.RecordedBy)
		}
	}
	people, err := members.People(ctx, s.db, ids)
	if err != nil {
		return nil, err
	}
	names := make(map[PersonID]string, len(people))
	for id, p := range people {
		names[id] = p.Name.String()
	}
	return names, nil
}

// Status is a return with where it stands, as lists show it.
type Status struct {
	Return      Return
	Affiliation Affiliation
	Excluded    *Excluded // the club, where it bears on this return; without the resolution. Of a desk's alone
}

// Desk is a club as its secretary and the officers see it.
type Desk struct {
	Club        Club
	Rules       constitution.Constitution // of today
	Year        members.Year              // the current one
	Members     int                       // today
	Affiliated  bool                      // today
	SizeWarning string
	Secretaries []Secretary
	Returns     []Status // the newest first
	LastList    civil.Date
	ReportDue   civil.Date // Rule 2.4; zero: none is due, because there was no list yet or the affiliation has lapsed
	DueTrace    constitution.Trace
	Lapsed      civil.Date // on which the affiliation ended; zero: there was none, or it has not
	MayManage   bool
	MayReturn   bool
	MayPay      bool
}

// Desk returns a club's desk.
func (s *Service) Desk(ctx context.Context, actor auth.Actor, id ClubID) (Desk, error) {
	if err := s.cases.Require(actor, auth.ViewClubDesk, auth.Object{Club: id}); err != nil {
		return Desk{}, err
	}
	today := s.cases.Today()
	d := Desk{
		MayManage: s.may(actor, auth.ManageClubs, 0),
		MayReturn: s.may(actor, auth.SubmitReturn, id), MayPay: s.may(actor, auth.RecordPayment, 0),
	}
	h, err := governance.Load(ctx, s.db)
	if err != nil {
		return d, err
	}
	d.Rules = h.On(today)
	d.Year = d.Rules.YearOf(today)
	if d.Club, err = ByID(ctx, s.db, id); err != nil {
		return d, err
	}
	now, err := members.OfClub(ctx, s.db, id, today)
	if err != nil {
		return d, err
	}
	d.Members = len(now)
	if d.Secretaries, err = s.secretaries(ctx, d.Rules, id); err != nil {
		return d, err
	}
	returns, err := returnsOfClub(ctx, s.db, id)
	if err != nil {
		return d, err
	}
	if d.Returns, err = statuses(ctx, s.db, h, returns); err != nil {
		return d, err
	}
	var last lastList
	for i, st := range d.Returns {
		r := st.Return
		d.Returns[i].Excluded = d.Club.excludedFor(r, returns, h.On(r.ListReceived))
		if r.State == Confirmed {
			last = lastList{civil.Later(last.day, r.ListReceived), max(last.year, r.Year)}
		}
	}
	d.LastList = last.day
	d.ReportDue, d.DueTrace, d.Lapsed = reportDue(d.Rules, d.Club, last, today)
	first := firstOf(d.Returns, d.Year)
	if first == nil || !affiliatedOn(*first, d.Rules, today) || d.Club.excluded(*first, today) {
		return d, nil
	}
	d.Affiliated, d.SizeWarning, err = standsAffiliated(ctx, s.db, d.Rules, id, d.Year, d.Members, today)
	return d, err
}

// standsAffiliated is keptUp of a club. Its members' terms are read only if it
// has too few.
func standsAffiliated(
	ctx context.Context, q store.Queryer, c constitution.Constitution, club ClubID, year members.Year, membersNow int,
	day civil.Date,
) (bool, string, error) {
	held := func() ([]members.Term, error) { return members.TermsOfClub(ctx, q, club, c.Days(year)) }
	return keptUp(c, year, membersNow, held, day)
}

// reportDue is when a club's next report of its members is due (Rule 2.4), as on a day; or when the affiliation ended that its
// last list gave it (Rule 2.3), or the committee excluded it (Rule 2.5), after which nothing is next.
func reportDue(
	c constitution.Constitution, club Club, last lastList, day civil.Date,
) (due civil.Date, t constitution.Trace, lapsed civil.Date) {
	if last.day.IsZero() {
		return due, t, lapsed
	}
	end := c.Last(last.year)
	if club.shutOut(last.day, civil.Earlier(end, day)) {
		return due, t, club.ExcludedOn
	}
	if end.Before(day) {
		return due, t, end
	}
	due, t = c.ClubReportDue(last.day, last.year)
	return due, c.Told(t), lapsed
}

// secretaries are the secretaries in office today of a club, or (club 0) of
// all, and whether rule 2.4 lets them be.
func (s *Service) secretaries(ctx context.Context, c constitution.Constitution, club ClubID) ([]Secretary, error) {
	list, err := secretariesOn(ctx, s.db, club, s.cases.Today())
	if err != nil {
		return nil, err
	}
	ids := make([]PersonID, len(list))
	for i, x := range list {
		ids[i] = x.Person
	}
	today := s.cases.Today() // rule 2.4 asks for terms of this year or the one before it
	terms, err := members.InForceSince(ctx, s.db, ids, c.First(c.YearOf(today)-1))
	for i, x := range list {
		list[i].IsMember = mayBeSecretary(c, terms[x.Person], x.Club, today)
	}
	return list, err
}

// firstOf is the first confirmed return of the year, or nil: the list that a
// club is affiliated by (Rule 2.3). Further lists add members to it.
func firstOf(returns []Status, year members.Year) *Status {
	var first *Status
	for i, st := range returns {
		if st.Return.Year == year && st.Return.State == Confirmed && (first == nil || st.Return.ID < first.Return.ID) {
			first = &returns[i]
		}
	}
	return first
}

// affiliatedOn reports whether a return makes its club affiliated on the day.
func affiliatedOn(st Status, c constitution.Constitution, day civil.Date) bool {
	from := civil.Later(st.Affiliation.From, c.First(st.Return.Year))
	return st.Affiliation.Standing == Effective && !day.Before(from) && !day.After(c.Last(st.Return.Year))
}

func statuses(ctx context.Context, q store.Queryer, h constitution.History, returns []Return) ([]Status, error) {
	all, err := standings(ctx, q, h, returns)
	if err != nil {
		return nil, err
	}
	out := make([]Status, len(returns))
	for i, r := range returns {
		out[i] = Status{Return: r, Affiliation: all[r.ID]}
	}
	return out, nil
}
