package clubs

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
)

// View is all there is to see of a return.
type View struct {
	Return      Return
	Club        Club
	Affiliation Affiliation // of a confirmed return; else what was paid so far
	Rate        treasury.Rate
	Payments    []treasury.Payment // in the order they were recorded, reversals too
	Preview     *Preview           // of an open return with a list
	Lines       []Line             // the rows, of an open return as the preview has them
	Names       map[PersonID]string
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
		MayPay: auth.Can(actor, auth.RecordPayment, auth.Object{}, s.today()) && r.State != Withdrawn,
	}
	v.MayChange = r.State.Open() && s.require(actor, auth.SubmitReturn, r.Club) == nil && (r.State == Draft || s.mayConfirm(actor))
	if v.Club, err = ByID(ctx, s.db, r.Club); err != nil {
		return v, err
	}
	if v.Affiliation, err = standing(ctx, s.db, r); err != nil {
		return v, err
	}
	payments, err := treasury.PaymentsOn(ctx, s.db, []ReturnID{id})
	if err != nil {
		return v, err
	}
	v.Payments = payments[id]
	if err := s.readLines(ctx, actor, &v); err != nil {
		return v, err
	}
	v.Names, err = s.namesIn(ctx, v)
	return v, err
}

func (s *Service) readLines(ctx context.Context, actor auth.Actor, v *View) error {
	r := v.Return
	if r.State == Confirmed {
		var err error
		if v.Rate, err = treasury.RateByID(ctx, s.db, r.Rate); err != nil {
			return err
		}
		v.Affiliation.FeeTrace.Step("%s", v.Rate.Source())
	}
	if !r.HasList() {
		return nil
	}
	rows, err := rowsOf(ctx, s.db, r.ID)
	if err != nil {
		return err
	}
	if r.State.Open() {
		m, err := gather(ctx, s.db, r, rows)
		if err != nil {
			return err
		}
		p := assess(m)
		p.hideFrom(actor, m, s.today())
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
}

// Desk is a club as its secretary and the officers see it.
type Desk struct {
	Club        Club
	Year        members.Year // the current one
	Members     int          // today
	Affiliated  bool         // today
	SizeWarning string
	Secretaries []Secretary
	Returns     []Status // the newest first
	LastList    civil.Date
	ReportDue   civil.Date // Rule 2.4; zero: no list yet
	DueTrace    members.Trace
	MayManage   bool
	MayReturn   bool
	MayPay      bool
}

// Desk returns a club's desk.
func (s *Service) Desk(ctx context.Context, actor auth.Actor, id ClubID) (Desk, error) {
	if err := s.require(actor, auth.ViewClubDesk, id); err != nil {
		return Desk{}, err
	}
	today := s.today()
	d := Desk{
		Year: members.YearOf(today), MayManage: s.require(actor, auth.ManageClubs, 0) == nil,
		MayReturn: s.require(actor, auth.SubmitReturn, id) == nil, MayPay: s.require(actor, auth.RecordPayment, 0) == nil,
	}
	var err error
	if d.Club, err = ByID(ctx, s.db, id); err != nil {
		return d, err
	}
	now, err := members.OfClub(ctx, s.db, id, today)
	if err != nil {
		return d, err
	}
	d.Members = len(now)
	if d.Secretaries, err = secretariesOn(ctx, s.db, id, today); err != nil {
		return d, err
	}
	returns, err := returnsOfClub(ctx, s.db, id)
	if err != nil {
		return d, err
	}
	if d.Returns, err = statuses(ctx, s.db, returns); err != nil {
		return d, err
	}
	for _, st := range d.Returns {
		if st.Return.State == Confirmed {
			d.LastList = civil.Later(d.LastList, st.Return.ListReceived)
		}
	}
	first := firstOf(d.Returns, d.Year)
	d.Affiliated = first != nil && affiliatedOn(*first, today) && !d.Club.excluded(*first, today)
	if !d.LastList.IsZero() {
		d.ReportDue, d.DueTrace = Affiliations.ReportDue(d.LastList)
	}
	if d.Affiliated {
		d.SizeWarning = Affiliations.WarnSize(d.Members, d.Year)
	}
	return d, nil
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
func affiliatedOn(st Status, day civil.Date) bool {
	from := civil.Later(st.Affiliation.From, st.Return.Year.First())
	return st.Affiliation.Standing == Effective && !day.Before(from) && !day.After(st.Return.Year.Last())
}

func statuses(ctx context.Context, q store.Queryer, returns []Return) ([]Status, error) {
	all, err := standings(ctx, q, returns)
	if err != nil {
		return nil, err
	}
	out := make([]Status, len(returns))
	for i, r := range returns {
		out[i] = Status{Return: r, Affiliation: all[r.ID]}
	}
	return out, nil
}

// Overview is a club in the list of clubs.
type Overview struct {
	Club      Club
	Members   int // today
	Secretary string
	Latest    *Status // newest return of the year, or nil
	// Of the affiliation in the year, by its first list.
	Affiliated bool
	From       civil.Date
	LastList   civil.Date
	ReportDue  civil.Date
	DueTrace   members.Trace
	Warnings   []string
}

// Overviews lists every club as it stands in a year, for the officers.
func (s *Service) Overviews(ctx context.Context, actor auth.Actor, year members.Year) ([]Overview, error) {
	if err := s.require(actor, auth.ViewClubDesk, 0); err != nil {
		return nil, err
	}
	return s.overviews(ctx, year)
}

func (s *Service) overviews(ctx context.Context, year members.Year) ([]Overview, error) {
	today := s.today()
	clubs, err := All(ctx, s.db)
	if err != nil {
		return nil, err
	}
	counts, err := members.CountsOn(ctx, s.db, today)
	if err != nil {
		return nil, err
	}
	returns, err := returnsOfYears(ctx, s.db, year, year)
	if err != nil {
		return nil, err
	}
	list, err := statuses(ctx, s.db, returns)
	if err != nil {
		return nil, err
	}
	last, err := lastListDays(ctx, s.db)
	if err != nil {
		return nil, err
	}
	secretaries, err := secretariesOn(ctx, s.db, 0, today)
	if err != nil {
		return nil, err
	}
	byClub := map[ClubID][]Status{}
	for _, st := range list {
		byClub[st.Return.Club] = append(byClub[st.Return.Club], st)
	}
	out := make([]Overview, len(clubs))
	for i, c := range clubs {
		out[i] = overview(c, year, counts[c.ID], byClub[c.ID], last[c.ID], secretariesOf(secretaries, c.ID))
	}
	return out, nil
}

func secretariesOf(all []Secretary, club ClubID) []Secretary {
	var out []Secretary
	for _, x := range all {
		if x.Club == club {
			out = append(out, x)
		}
	}
	return out
}

func overview(c Club, year members.Year, membersNow int, returns []Status, last civil.Date, secretaries []Secretary) Overview {
	o := Overview{Club: c, Members: membersNow, LastList: last}
	if len(returns) > 0 {
		o.Latest = &returns[len(returns)-1]
	}
	if first := firstOf(returns, year); first != nil && first.Affiliation.Standing == Effective && !c.excluded(*first, year.Last()) {
		o.Affiliated, o.From = true, first.Affiliation.From
	}
	if !last.IsZero() {
		o.ReportDue, o.DueTrace = Affiliations.ReportDue(last)
	}
	if o.Affiliated {
		if w := Affiliations.WarnSize(membersNow, year); w != "" {
			o.Warnings = append(o.Warnings, w)
		}
	}
	if !c.ExcludedOn.IsZero() {
		o.Warnings = append(o.Warnings, "The committee excluded this club on "+c.ExcludedOn.Long()+" (Rule 2.5).")
	}
	switch {
	case len(secretaries) == 0 && (o.Affiliated || !last.IsZero()):
		o.Warnings = append(o.Warnings, "No club secretary is recorded (Rule 2.4).")
	case len(secretaries) > 0:
		o.Secretary = secretaries[0].Name.String()
		if !secretaries[0].IsMember && !last.IsZero() {
			o.Warnings = append(o.Warnings, o.Secretary+" is not a member of the club (Rule 2.4).")
		}
	}
	return o
}
