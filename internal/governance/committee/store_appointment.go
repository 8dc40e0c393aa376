package committee

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

const appointmentColumns = `
		SELECT a.id, a.kind, a.person_id, a.role, a.office_id, a.from_day, a.absence_id, a.trace, a.end_reason,
		       a.recorded_at, a.recorded_by, a.version,
		       r.id, r.year, r.number, r.day, COALESCE(e.id, 0), COALESCE(e.year, 0), COALESCE(e.number, 0), e.day
		FROM committee_appointment a
		JOIN committee_resolution r ON r.id = a.resolution_id
		LEFT JOIN committee_resolution e ON e.id = a.ended_by_id`

func scanAppointment(s store.Scanner) (Appointment, error) {
	var a Appointment
	var trace string
	r, e := &a.Resolution, &a.EndedBy
	if err := s.Scan(&a.ID, &a.Kind, &a.Who.Person, &a.Role, &a.Office, &a.From, store.ZeroNull(&a.Absence), &trace, &a.EndReason,
		&a.RecordedAt, &a.RecordedBy, &a.Version,
		&r.ID, &r.Number.Year, &r.Number.No, &r.Day, &e.ID, &e.Number.Year, &e.Number.No, &e.Day); err != nil {
		return a, err
	}
	var err error
	a.Trace, err = constitution.DecodeTrace(trace)
	return a, err
}

// appointments reads all appointments, the latest first.
func appointments(ctx context.Context, q store.Queryer) ([]Appointment, error) {
	all, err := store.All(ctx, q, scanAppointment, appointmentColumns+`
		ORDER BY a.from_day DESC, a.id DESC`)
	if err != nil {
		return nil, fmt.Errorf("read whom the committee appointed: %w", err)
	}
	return all, addOffices(ctx, q, all)
}

func appointmentByID(ctx context.Context, q store.Queryer, id AppointmentID) (Appointment, error) {
	a, err := store.One(ctx, q, scanAppointment, appointmentColumns+`
		WHERE a.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return a, apperr.New(apperr.NotFound, "Appointment not found.")
	}
	if err != nil {
		return a, fmt.Errorf("read an appointment: %w", err)
	}
	one := []Appointment{a}
	err = addOffices(ctx, q, one)
	return one[0], err
}

// addOffices reads the days of the offices, and the names.
func addOffices(ctx context.Context, q store.Queryer, all []Appointment) error {
	var ids []auth.OfficeID
	var people []auth.PersonID
	for _, a := range all {
		ids, people = append(ids, a.Office), append(people, a.Who.Person)
	}
	held, err := auth.Appointments(ctx, q, ids)
	if err != nil {
		return fmt.Errorf("read the offices of appointments: %w", err)
	}
	who, err := names(ctx, q, distinct(people))
	if err != nil {
		return err
	}
	for i := range all {
		a := &all[i]
		a.Who = who[a.Who.Person]
		if o, there := held[a.Office]; there {
			a.From, a.Until = o.From, o.Until
		} else {
			a.Withdrawn = true
		}
	}
	return nil
}

// appointmentsOfOffices says which offices the committee gave.
func appointmentsOfOffices(ctx context.Context, q store.Queryer) (map[auth.OfficeID]AppointmentID, error) {
	out := map[auth.OfficeID]AppointmentID{}
	_, err := store.All(ctx, q, func(s store.Scanner) (office auth.OfficeID, err error) {
		var id AppointmentID
		err = s.Scan(&office, &id)
		out[office] = id
		return office, err
	}, `
		SELECT office_id, id
		FROM committee_appointment`)
	if err != nil {
		return nil, fmt.Errorf("read which offices the committee gave: %w", err)
	}
	return out, nil
}

func insertAppointment(ctx context.Context, tx *store.Tx, a Appointment) (AppointmentID, error) {
	trace, err := constitution.EncodeTrace(a.Trace)
	if err != nil {
		return 0, err
	}
	id, err := store.One(ctx, tx, store.Value[AppointmentID], `
		INSERT INTO committee_appointment (kind, person_id, role, office_id, from_day, resolution_id, absence_id, trace, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		RETURNING id`, string(a.Kind), a.Who.Person, string(a.Role), a.Office, a.From, a.Resolution.ID,
		store.NullZero(a.Absence), trace, a.RecordedAt, a.RecordedBy)
	if err != nil {
		return 0, fmt.Errorf("keep an appointment: %w", err)
	}
	return id, nil
}

// endAppointment keeps why an appointment ends, under the version that was read.
func endAppointment(ctx context.Context, tx *store.Tx, a Appointment) error {
	n, err := tx.Exec(ctx, `
		UPDATE committee_appointment
		SET ended_by_id = $3, end_reason = $4, version = version + 1
		WHERE id = $1 AND version = $2`, a.ID, a.Version, store.NullZero(a.EndedBy.ID), a.EndReason)
	switch {
	case err != nil:
		return fmt.Errorf("end an appointment: %w", err)
	case n == 0:
		return usecase.Stale("this appointment", "committee_appointment", int64(a.ID))
	}
	return nil
}

const absenceColumns = `
		SELECT a.id, a.role, a.person_id, a.from_day, a.until_day, a.reason, a.recorded_at, a.recorded_by, a.version
		FROM officer_absence a`

func scanAbsence(s store.Scanner) (Absence, error) {
	var a Absence
	err := s.Scan(&a.ID, &a.Role, &a.Person, &a.From, &a.Until, &a.Reason, &a.RecordedAt, &a.RecordedBy, &a.Version)
	return a, err
}

// absences reads all absences, the latest first.
func absences(ctx context.Context, q store.Queryer) ([]Absence, error) {
	return readAbsences(ctx, q, absenceColumns+`
		ORDER BY a.from_day DESC, a.id DESC`)
}

// absencesOn reads the absences of a day.
func absencesOn(ctx context.Context, q store.Queryer, day civil.Date) ([]Absence, error) {
	return readAbsences(ctx, q, absenceColumns+`
		WHERE a.from_day <= $1 AND (a.until_day IS NULL OR a.until_day >= $1)
		ORDER BY a.from_day, a.id`, day)
}

func absenceByID(ctx context.Context, q store.Queryer, id AbsenceID) (Absence, error) {
	all, err := readAbsences(ctx, q, absenceColumns+`
		WHERE a.id = $1`, id)
	if err == nil && len(all) == 0 {
		err = apperr.New(apperr.NotFound, "Absence not found.")
	}
	if err != nil {
		return Absence{}, err
	}
	return all[0], nil
}

func readAbsences(ctx context.Context, q store.Queryer, query string, args ...any) ([]Absence, error) {
	all, err := store.All(ctx, q, scanAbsence, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read when officers could not act: %w", err)
	}
	var ids []auth.PersonID
	for _, a := range all {
		ids = append(ids, a.Person)
	}
	who, err := names(ctx, q, distinct(ids))
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Who = who[all[i].Person]
	}
	return all, nil
}

func insertAbsence(ctx context.Context, tx *store.Tx, a Absence) (AbsenceID, error) {
	id, err := store.One(ctx, tx, store.Value[AbsenceID], `
		INSERT INTO officer_absence (role, person_id, from_day, until_day, reason, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		RETURNING id`, string(a.Role), a.Person, a.From, a.Until, a.Reason, a.RecordedAt, a.RecordedBy)
	if err != nil {
		return 0, fmt.Errorf("keep an officer's absence: %w", err)
	}
	return id, nil
}

// updateAbsence writes the last day under the version that was read.
func updateAbsence(ctx context.Context, tx *store.Tx, a Absence) error {
	n, err := tx.Exec(ctx, `
		UPDATE officer_absence
		SET until_day = $3, version = version + 1
		WHERE id = $1 AND version = $2`, a.ID, a.Version, a.Until)
	switch {
	case err != nil:
		return fmt.Errorf("end an officer's absence: %w", err)
	case n == 0:
		return usecase.Stale("this absence", "officer_absence", int64(a.ID))
	}
	return nil
}

// distinct are the ids, each once, without 0.
func distinct(ids []auth.PersonID) []auth.PersonID {
	out := slices.Compact(slices.Sorted(slices.Values(ids)))
	return slices.DeleteFunc(out, func(id auth.PersonID) bool { return id == 0 })
}

func byName(list []Who) {
	slices.SortFunc(list, func(a, b Who) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Person, b.Person))
	})
}
