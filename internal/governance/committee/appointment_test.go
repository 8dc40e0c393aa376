package committee

import (
	"strings"
	"sync"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

func TestBusiest(t *testing.T) {
	office := func(from, until string) auth.Office { return auth.Office{From: day(from), Until: day(until)} }
	for _, tt := range []struct {
		name    string
		offices []auth.Office
		want    int
	}{
		{"nobody", nil, 0},
		{"before and after", []auth.Office{office("2026-01-01", "2026-02-28"), office("2026-07-01", "2026-12-31")}, 0},
		{"one after the other", []auth.Office{office("2026-03-01", "2026-04-30"), office("2026-05-01", "2026-06-30")}, 1},
		{"two on one day", []auth.Office{office("2026-01-01", "2026-04-30"), office("2026-04-30", "2026-06-30")}, 2},
		{
			"two on a day before it begins",
			[]auth.Office{office("2026-01-01", "2026-02-28"), office("2026-01-01", "2026-12-31")}, 1,
		},
		{"an open end", []auth.Office{{From: day("2020-01-01")}}, 1},
	} {
		if got := busiest(tt.offices, day("2026-03-01"), day("2026-06-30")); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestCoopting(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		r, lost := w.resolution("2026-06-01", unanimous), w.resolution("2026-06-01", constitution.Votes{No: 2})
		from, until := day("2026-07-01"), day("2027-03-14")
		coopt := func(in AppointmentInput) error {
			_, err := w.Coopt(ctx, w.as(w.secretary), in)
			return err
		}
		w.must(coopt(AppointmentInput{Person: w.ari, From: from, Until: until, Resolution: r.ID}))
		for _, tt := range []struct {
			name string
			in   AppointmentInput
			want string
		}{
			{
				"everything at once", AppointmentInput{},
				"person: Choose the member.; from: Enter a date like 1 July 2026.; until: Enter the last day: as a rule that of " +
					"the next AGM.; resolution: Choose",
			},
			{
				"not carried", AppointmentInput{Person: w.bea, From: from, Until: until, Resolution: lost.ID},
				"resolution: Resolution 2026/2 was not carried",
			},
			{
				"decided later", AppointmentInput{Person: w.bea, From: day("2026-05-31"), Until: until, Resolution: r.ID},
				"resolution: Resolution 2026/1 is of 1 June 2026, which is later",
			},
			{
				"no such resolution", AppointmentInput{Person: w.bea, From: from, Until: until, Resolution: 99},
				"resolution: Resolution not found",
			},
			{
				"no such person", AppointmentInput{Person: 99999, From: from, Until: until, Resolution: r.ID},
				"person: This person is not in the register",
			},
			{
				"no member", AppointmentInput{Person: w.outsider, From: from, Until: until, Resolution: r.ID},
				"person: Zoe Testcase is not a member (rule 6.5)",
			},
			{
				"turned round", AppointmentInput{Person: w.bea, From: until, Until: from, Resolution: r.ID},
				"until: The last day is before the first",
			},
			{
				"an officer", AppointmentInput{Person: w.treasurer, From: from, Until: until, Resolution: r.ID},
				"person: Tama Testcase is on the committee already (treasurer)",
			},
			{
				"an ordinary member of it", AppointmentInput{Person: w.ordinary, From: from, Until: until, Resolution: r.ID},
				"on the committee already (committee member)",
			},
			{"twice", AppointmentInput{Person: w.ari, From: until, Until: until, Resolution: r.ID}, "on the committee already"},
		} {
			w.refused(coopt(tt.in), apperr.Invalid, tt.want)
		}
		w.must(coopt(AppointmentInput{Person: w.bea, From: day("2026-09-01"), Until: day("2026-09-30"), Resolution: r.ID}))
		// Two are seated in September only.
		third := AppointmentInput{Person: w.cleo, From: day("2026-09-30"), Until: day("2026-12-31"), Resolution: r.ID}
		w.refused(coopt(third), apperr.Invalid, "person: 2 + 1 co-opted > 2 (rule 6.5)")
		third.From = day("2026-10-01")
		w.must(coopt(third))

		// Permissions follow the days.
		ari := w.as(w.ari)
		for on, want := range map[string]bool{
			"2026-06-30": false, "2026-07-01": true, "2027-03-14": true, "2027-03-15": false,
		} {
			if got := auth.Can(ari, auth.TakePartInCommittee, auth.Object{}, day(on)); got != want {
				t.Errorf("on %s: %v", on, got)
			}
		}
		if auth.Can(
			ari, auth.KeepCommittee, auth.Object{}, from,
		) || auth.Can(ari, auth.ApprovePayments, auth.Object{}, from) {
			t.Error("a co-opted member is no officer")
		}
		seats, err := w.Seats(ctx, ari, day("2026-09-15"))
		w.must(err)
		if len(seats.Coopted) != 2 || len(seats.Ordinary) != 1 || len(seats.People()) != 6 || !strings.Contains(
			seats.Trace.String(), "2 co-opted ≤ 2 (6.5)",
		) {
			t.Errorf("seats %+v", seats)
		}
		if _, err := w.Seats(ctx, w.as(w.dan), from); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a member looks: %v", err)
		}
		if _, err := w.Coopt(ctx, ari, third); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a co-opted member co-opts: %v", err)
		}
	})
}

func TestThreeAtOnceAreNotCoopted(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		r := w.resolution("2026-06-01", unanimous)
		secretary := w.as(w.secretary)
		errs := make([]error, 4)
		var wg sync.WaitGroup
		for i, p := range []auth.PersonID{w.ari, w.bea, w.cleo, w.dan} {
			wg.Go(func() {
				_, errs[i] = w.Coopt(ctx, secretary, AppointmentInput{
					Person: p, From: day("2026-07-01"), Until: day("2026-12-31"), Resolution: r.ID,
				})
			})
		}
		wg.Wait()
		good := 0
		for _, err := range errs {
			if err == nil {
				good++
			} else {
				w.refused(err, apperr.Invalid, "2 + 1 co-opted > 2")
			}
		}
		if n := w.count(`SELECT COUNT(*) FROM committee_appointment`); good != 2 || n != 2 {
			t.Errorf("%d succeeded, %d kept: %v", good, n, errs)
		}
	})
}

func TestEndingAnAppointment(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		r := w.resolution("2026-06-01", unanimous)
		coopt := func(p auth.PersonID, from string) AppointmentID {
			id, err := w.Coopt(ctx, w.as(w.secretary), AppointmentInput{
				Person: p, From: day(from), Until: day("2027-03-14"), Resolution: r.ID,
			})
			w.must(err)
			return id
		}
		ari, bea := coopt(w.ari, "2026-06-01"), coopt(w.bea, "2026-08-01")
		end := func(in EndInput) error { return w.End(ctx, w.as(w.president), in) }
		for _, tt := range []struct {
			name string
			in   EndInput
			kind apperr.Kind
			want string
		}{
			{"nothing said", EndInput{ID: ari, Version: 1}, apperr.Invalid, "until: Enter the last day.; reason: Say why"},
			{
				"long past", EndInput{ID: ari, Version: 1, Last: day("2026-06-29"), Reason: "x"}, apperr.Invalid,
				"until: What was done until now stays as it was. Enter 30 June 2026",
			},
			{
				"longer", EndInput{ID: ari, Version: 1, Last: day("2027-03-14"), Reason: "x"}, apperr.Invalid,
				"until: It ends on 14 March 2027 already",
			},
			{
				"no such resolution", EndInput{ID: ari, Version: 1, Last: day("2026-07-31"), Reason: "x", Resolution: 99},
				apperr.Invalid, "resolution: Resolution not found",
			},
			{
				"an old version", EndInput{ID: ari, Version: 7, Last: day("2026-07-31"), Reason: "x"}, apperr.Conflict,
				"Someone else",
			},
			{"no such appointment", EndInput{ID: 99}, apperr.NotFound, "Appointment not found"},
		} {
			if err := end(tt.in); apperr.KindOf(err) != tt.kind || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
		w.must(end(EndInput{ID: ari, Version: 1, Last: day("2026-06-30"), Reason: "Resigned.", Resolution: r.ID}))
		if len(w.as(w.ari).Offices) != 0 {
			t.Error("the office goes on")
		}
		a, err := w.Appointment(ctx, w.as(w.ordinary), ari)
		w.must(err)
		if a.Until != day("2026-06-30") || a.EndReason != "Resigned." || a.EndedBy.Number.String() != "2026/1" ||
			a.Title() != "Co-opted member" || !a.Over(day("2026-07-01")) {
			t.Errorf("%+v", a)
		}
		w.refused(end(EndInput{ID: ari, Version: 2, Last: day("2026-07-31"), Reason: "x"}), apperr.Invalid, "has ended")

		w.must(end(EndInput{ID: bea, Version: 1, Last: day("2026-07-15"), Reason: "Cannot after all."}))
		if b, _ := w.Appointment(ctx, w.as(w.ordinary), bea); !b.Withdrawn || b.From != day("2026-08-01") {
			t.Errorf("not withdrawn: %+v", b)
		}
		if list, err := w.Appointments(ctx, w.as(w.ordinary)); err != nil || len(list) != 2 || list[0].ID != bea {
			t.Errorf("list %+v, %v", list, err)
		}
	})
}

func TestActingOfficers(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		r := w.resolution("2026-06-01", unanimous)
		from, until := day("2026-07-01"), day("2027-03-14")
		act := func(in AppointmentInput) (AppointmentID, error) {
			in.Resolution = r.ID
			return w.AppointActing(ctx, w.as(w.secretary), in)
		}
		_, err := act(AppointmentInput{Role: auth.Treasurer, Person: w.ari, From: from, Until: until})
		w.refused(err, apperr.Invalid, "role: Tama Testcase is the treasurer on 1 July 2026, and can act. Record first")

		absence, err := w.RecordAbsence(ctx, w.as(w.president), AbsenceInput{
			Role: auth.Treasurer, From: day("2026-06-20"), Reason: "Abroad.",
		})
		w.must(err)
		seats, err := w.Seats(ctx, w.as(w.ordinary), from)
		w.must(err)
		o := seats.Offices[2]
		if o.Functioning() || o.Absent.ID != absence || o.Answers.Person != w.president || !strings.Contains(
			o.Trace.String(), "Pita Testcase answers for the duties of the treasurer",
		) {
			t.Errorf("nobody acts yet: %+v", o)
		}
		if before, _ := w.Seats(ctx, w.as(w.ordinary), day("2026-06-19")); !before.Offices[2].Functioning() {
			t.Error("absent before the day")
		}

		for _, tt := range []struct {
			name string
			in   AppointmentInput
			want string
		}{
			{
				"everything at once", AppointmentInput{},
				"role: Choose the office.; person: Choose the member.; from: Enter a date",
			},
			{
				"a seat that is no office", AppointmentInput{Role: auth.Committee, Person: w.ari, From: from, Until: until},
				"role: Choose the office",
			},
			{
				"no member", AppointmentInput{Role: auth.Treasurer, Person: w.outsider, From: from, Until: until},
				"person: Zoe Testcase is not a member (rule 6.6)",
			},
			{
				"in their own place", AppointmentInput{Role: auth.Treasurer, Person: w.treasurer, From: from, Until: until},
				"person: Tama Testcase holds this office",
			},
			{
				"before the absence", AppointmentInput{Role: auth.Treasurer, Person: w.ari, From: day("2026-06-10"), Until: until},
				"can act",
			},
		} {
			_, err := act(tt.in)
			w.refused(err, apperr.Invalid, tt.want)
		}
		id, err := act(AppointmentInput{Role: auth.Treasurer, Person: w.ari, From: from, Until: until})
		w.must(err)
		_, err = act(AppointmentInput{Role: auth.Treasurer, Person: w.bea, From: from, Until: until})
		w.refused(err, apperr.Invalid, "Ari Testcase is the acting treasurer")
		ari := w.as(w.ari)
		if !auth.Can(
			ari, auth.RecordPayment, auth.Object{}, from,
		) || !auth.Can(
			ari, auth.ApprovePayments, auth.Object{}, until,
		) || auth.Can(ari, auth.ApprovePayments, auth.Object{}, until.AddDays(1)) {
			t.Error("permissions do not follow")
		}
		if seats, _ := w.Seats(ctx, ari, from); !seats.Offices[2].Functioning() ||
			seats.Offices[2].Acting.Appointment != id || seats.Offices[2].Answers.Person != 0 || !seats.Holds(w.ari) {
			t.Errorf("acting: %+v", seats.Offices[2])
		}

		// The officer is back: the acting one's permissions end the day before.
		end := func(version int64, back string) error {
			on := civil.Date{}
			if back != "" {
				on = day(back)
			}
			return w.EndAbsence(ctx, w.as(w.president), absence, version, on)
		}
		w.refused(end(1, ""), apperr.Invalid, "back: Enter the first day")
		w.refused(end(1, "2026-06-20"), apperr.Invalid, "back: Tama Testcase cannot act since")
		w.refused(end(1, "2026-06-30"), apperr.Invalid, "back: What was done until now")
		w.refused(end(7, "2026-09-01"), apperr.Conflict, "Someone else")
		w.must(end(1, "2026-09-01"))
		a, err := w.Appointment(ctx, ari, id)
		w.must(err)
		if a.Until != day("2026-08-31") || a.EndReason != "Tama Testcase can act again." || a.Title() != "Acting treasurer" {
			t.Errorf("%+v", a)
		}
		if seats, _ := w.Seats(ctx, ari, day("2026-09-01")); !seats.Offices[2].Functioning() || seats.Holds(w.ari) {
			t.Error("not back")
		}
		// Moving the return later does not bring the acting officer back; moving it earlier ends it earlier.
		w.must(end(2, "2026-08-01"))
		if a, _ := w.Appointment(ctx, ari, id); a.Until != day("2026-07-31") {
			t.Errorf("until %s", a.Until)
		}
	})
}

func TestAnOfficeThatIsVacant(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		r := w.resolution("2026-06-01", unanimous)
		for _, role := range []auth.Role{auth.President, auth.Secretary} {
			for _, o := range w.as(
				map[auth.Role]auth.PersonID{auth.President: w.president, auth.Secretary: w.secretary}[role],
			).Offices {
				w.must(w.offices.EndOffice(ctx, program, o.ID, o.Version, day("2026-06-30")))
			}
		}
		w.now = civil.MustParseInstant("2026-07-02T00:00:00.000Z")
		seats, err := w.Seats(ctx, w.as(w.treasurer), day("2026-07-01"))
		w.must(err)
		for _, i := range []int{0, 1} {
			if seats.Offices[i].Answers.Person != w.treasurer {
				t.Errorf("%s: %+v", seats.Offices[i].Office, seats.Offices[i])
			}
		}
		if !strings.Contains(seats.Trace.String(), "There is no president (3.2)") {
			t.Error(seats.Trace)
		}
		_, err = w.RecordAbsence(ctx, w.as(w.treasurer), AbsenceInput{Role: auth.President, From: day("2026-07-01")})
		w.refused(err, apperr.Invalid, "role: No one is the president on 1 July 2026: the office is vacant")
		id, err := w.AppointActing(ctx, w.as(w.treasurer), AppointmentInput{
			Role: auth.President, Person: w.dan, From: day("2026-07-01"), Until: day("2027-03-14"), Resolution: r.ID,
		})
		w.must(err)
		if a, _ := w.Appointment(ctx, w.as(w.dan), id); a.Absence != 0 || a.Role != auth.President {
			t.Errorf("%+v", a)
		}
		// The acting president is senior to the treasurer: 6.6 asks them first.
		if seats, _ := w.Seats(ctx, w.as(w.treasurer), day("2026-07-01")); seats.Offices[1].Answers.Person != w.dan {
			t.Errorf("secretary: %+v", seats.Offices[1])
		}
	})
}

func TestAbsencesThatAreRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		record := func(in AbsenceInput) error {
			_, err := w.RecordAbsence(ctx, w.as(w.secretary), in)
			return err
		}
		w.must(record(AbsenceInput{Role: auth.Treasurer, From: day("2026-07-01"), Until: day("2026-08-31")}))
		for _, tt := range []struct {
			name string
			in   AbsenceInput
			want string
		}{
			{"nothing", AbsenceInput{}, "role: Choose the office.; from: Enter a date"},
			{"a seat", AbsenceInput{Role: auth.Committee, From: day("2026-07-01")}, "role: Choose the office"},
			{
				"turned round", AbsenceInput{Role: auth.President, From: day("2026-07-02"), Until: day("2026-07-01")},
				"until: The last day is before",
			},
			{
				"twice", AbsenceInput{Role: auth.Treasurer, From: day("2026-08-31")},
				"from: It is recorded already that Tama Testcase cannot act from 1 July 2026 until 31 August 2026",
			},
		} {
			w.refused(record(tt.in), apperr.Invalid, tt.want)
		}
		w.must(record(AbsenceInput{Role: auth.Treasurer, From: day("2026-09-01")}))
		if list, err := absences(ctx, w.db); err != nil || len(list) != 2 || list[0].From != day("2026-09-01") {
			t.Errorf("%+v, %v", list, err)
		}
		if n := w.count(`SELECT COUNT(*) FROM audit_entry WHERE detail LIKE '%reason%'`); n != 0 {
			t.Error("the log says why an officer cannot act")
		}
		// An acting officer does not outstay the absence.
		r := w.resolution("2026-06-01", unanimous)
		_, err := w.AppointActing(ctx, w.as(w.secretary), AppointmentInput{
			Role: auth.Treasurer, Person: w.ari, From: day("2026-07-01"), Until: day("2026-09-30"), Resolution: r.ID,
		})
		w.refused(err, apperr.Invalid, "until: Tama Testcase can act again after 31 August 2026")
	})
}

func TestMoreOrdinaryMembersNeedADecision(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		for _, p := range []auth.PersonID{w.ari, w.bea} {
			_, err := w.offices.Appoint(ctx, program, auth.Office{Person: p, Role: auth.Committee, From: day("2026-03-15")})
			w.must(err)
		}
		inOrder := func() string {
			seats, err := w.Seats(ctx, w.as(w.president), day("2026-07-01"))
			w.must(err)
			return seats.Trace.String()
		}
		if got := inOrder(); !strings.Contains(got, "3 ordinary > 2, and no decision is recorded") {
			t.Error(got)
		}
		agm := w.meeting("agm", "2026-03-14", "closed")
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO election (meeting_id, post, position, seats, decision, outcome, confirmed_at, confirmed_by)
				VALUES ($1, 'ordinary', 4, 3, 'That three be elected.', '{}', $2, 'the test')`, agm, w.now)
			return err
		}))
		if got := inOrder(); !strings.Contains(got, "3 ordinary > 2, by a recorded decision: That three be elected.") {
			t.Error(got)
		}
	})
}

func TestUntilTheNextAGM(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		until := func() civil.Date {
			d, err := w.UntilAGM(ctx, day("2026-07-01"))
			w.must(err)
			return d
		}
		if got := until(); !got.IsZero() {
			t.Errorf("without any: %s", got)
		}
		w.meeting("agm", "2026-03-14", "closed")
		if got := until(); got != day("2027-09-14") {
			t.Errorf("eighteen months after the last (4.1): %s", got)
		}
		w.meeting("agm", "2027-02-20", "cancelled")
		w.meeting("agm", "2027-03-13", "planned")
		if got := until(); got != day("2027-03-13") {
			t.Errorf("as it is planned: %s", got)
		}
	})
}

func (w *society) memberUntil(id auth.PersonID) civil.Date {
	w.t.Helper()
	all, err := members.TermsOf(ctx, w.db, []auth.PersonID{id})
	w.must(err)
	var last civil.Date
	for _, t := range members.InForce(all[id]) {
		last = civil.Later(last, t.To)
	}
	return last
}

// Rule 6.6: nobody acts in the place of an officer who takes office meanwhile.
func TestActingUntilAnOfficerBegins(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		r := w.resolution("2026-06-01", unanimous)
		for _, o := range w.as(w.treasurer).Offices {
			w.must(w.offices.EndOffice(ctx, program, o.ID, o.Version, day("2026-06-30")))
		}
		_, err := w.offices.Appoint(ctx, program, auth.Office{Person: w.bea, Role: auth.Treasurer, From: day("2026-09-01")})
		w.must(err)
		in := AppointmentInput{
			Role: auth.Treasurer, Person: w.ari, From: day("2026-07-01"), Until: day("2026-09-01"), Resolution: r.ID,
		}
		_, err = w.AppointActing(ctx, w.as(w.secretary), in)
		w.refused(err, apperr.Invalid, "until: Bea Testcase is the treasurer from 1 September 2026")
		in.Until = day("2026-08-31")
		_, err = w.AppointActing(ctx, w.as(w.secretary), in)
		w.must(err)
	})
}

// The last day of a seat is not before its first.
func TestAnAppointmentEndsAfterItBegins(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		r := w.resolution("2026-06-01", unanimous)
		in := AppointmentInput{Person: w.ari, From: day("2026-07-10"), Until: day("2026-07-09"), Resolution: r.ID}
		w.refused(
			errOf(w.Coopt(ctx, w.as(w.secretary), in)), apperr.Invalid,
			"until: The last day is before the first. Enter 10 July 2026 or later.",
		)
		in.Until = in.From
		w.must(errOf(w.Coopt(ctx, w.as(w.secretary), in)))
	})
}
