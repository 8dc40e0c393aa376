package auth

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// SeatsBetween lists the seats of the society's committee (president,
// secretary, treasurer, committee member; the acting ones among them) that are
// held on at least one of the days, both included, by seniority. Who holds an
// office is public.
func SeatsBetween(ctx context.Context, q store.Queryer, from, until civil.Date) ([]Appointment, error) {
	return seatsBetween(ctx, q, from, until)
}

// SeatsOn lists the seats of the society's committee that are held on a day,
// by seniority.
func SeatsOn(ctx context.Context, q store.Queryer, day civil.Date) ([]Appointment, error) {
	return seatsBetween(ctx, q, day, day)
}

// Appointments gives the offices with these ids, for a service that has made
// them. One that was cancelled is missing.
func Appointments(ctx context.Context, q store.Queryer, ids []OfficeID) (map[OfficeID]Appointment, error) {
	return appointmentsByID(ctx, q, ids)
}
