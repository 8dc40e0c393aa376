package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/web/kit/kittest"
)

// The file that the site gives to anyone draws every round of a section whose lots are committed to again,
// also a round that was drawn with another lot; with another pair it does not.
func TestTheSitesFileDrawsTheSamePairs(t *testing.T) {
	s := kittest.EmptySite(t)
	ctx, program := t.Context(), kittest.Program
	e, err := s.Tournaments.CreateEvent(ctx, program, tournaments.EventInput{Name: "Lot Cup", From: civil.MustParseDate("2026-07-04")})
	s.Must(err)
	in := tournaments.SectionInput{Name: "Open", Settings: tournaments.DefaultSettings(), Lot: tournaments.LotCommitted}
	in.Rounds, in.Seeding = 3, pairing.SeedRandom
	section, err := s.Tournaments.AddSection(ctx, program, e.ID, in)
	s.Must(err)
	for i := range 10 {
		person := s.Register("Given", fmt.Sprintf("Family%c", 'A'+i))
		strength := scale.MustParse(fmt.Sprintf("%dk", 1+i))
		rating := tournaments.EntryInput{Section: section, Rating: &strength}
		_, err := s.Tournaments.Enter(ctx, program, person, rating)
		s.Must(err)
	}
	s.Must(s.Tournaments.Announce(ctx, program, e.ID, e.Version))
	for round := 1; round <= 2; round++ {
		r, err := s.Tournaments.Draw(ctx, program, section, round)
		s.Must(err)
		if round == 2 {
			r, err = s.Tournaments.Redraw(ctx, program, section, round, "Two friends met.")
			s.Must(err)
		}
		s.Must(s.Tournaments.Publish(ctx, program, r.ID, r.Version, ""))
		w, err := s.Tournaments.Wallchart(ctx, auth.Actor{}, section)
		s.Must(err)
		s.Must(s.DB.InTx(ctx, func(tx *store.Tx) error {
			if err := s.Tournaments.Touch(ctx, tx, e.ID); err != nil {
				return err
			}
			for _, g := range w.Rounds[round-1].Games {
				if _, err := tournaments.SaveResult(ctx, tx, g, pairing.BlackWins, "", "Referee", s.Now); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	file := s.Browser("").Get("/events/" + e.Slug + ".json")
	file.Wants(t, http.StatusOK)
	o := nzgs(t, file.Body, "draw", "check", "-")
	if o.status != 0 || !strings.Contains(o.stdout, "Round 2: as drawn") || !strings.Contains(o.stdout, "Nothing differs.") {
		t.Errorf("status %d\n%s%s", o.status, o.stdout, o.stderr)
	}
}
