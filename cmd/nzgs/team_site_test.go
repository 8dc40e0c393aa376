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

// The file that the site gives to anyone of a team event draws its rounds again, also the one in which two teams were
// exchanged, and ranks the teams as the site does.
func TestTheSitesFileOfTeamsIsDrawnAgain(t *testing.T) {
	s := kittest.EmptySite(t)
	ctx, program := t.Context(), kittest.Program
	e, err := s.Tournaments.CreateEvent(ctx, program, tournaments.EventInput{
		Name: "Team Cup", From: civil.MustParseDate("2026-07-04"),
	})
	s.Must(err)
	in := tournaments.SectionInput{Name: "Teams", Settings: tournaments.DefaultSettings(), Lot: tournaments.LotCommitted}
	in.Rounds, in.Seeding, in.Boards = 3, pairing.SeedRandom, 2
	section, err := s.Tournaments.AddSection(ctx, program, e.ID, in)
	s.Must(err)
	for i := range 6 {
		name := fmt.Sprintf("Team %c", 'A'+i)
		team, err := s.Tournaments.AddTeam(ctx, program, tournaments.TeamInput{Section: section, Name: name})
		s.Must(err)
		for k := range 2 {
			strength := scale.MustParse(fmt.Sprintf("%dk", 1+i+k))
			person := s.Register("Given", fmt.Sprintf("Family%c%d", 'A'+i, k))
			_, err := s.Tournaments.Enter(ctx, program, person, tournaments.EntryInput{
				Section: section, Rating: &strength, Team: team.ID,
			})
			s.Must(err)
		}
	}
	s.Must(s.Tournaments.Announce(ctx, program, e.ID, e.Version))
	for round := 1; round <= 2; round++ {
		r, err := s.Tournaments.Draw(ctx, program, section, round)
		s.Must(err)
		if round == 1 {
			s.Must(s.Tournaments.ChangeByHand(ctx, program, tournaments.HandInput{
				Round: r.ID, Version: r.Version, Kind: tournaments.Exchange,
				Player: r.Matches[0].White.Side(), Other: r.Matches[1].Black.Side(),
			}))
			w, err := s.Tournaments.Wallchart(ctx, program, section)
			s.Must(err)
			r, _ = w.Round(1)
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
	if o.status != 0 || !strings.Contains(o.stdout, "Round 2: as drawn") ||
		!strings.Contains(o.stdout, "Nothing differs.") {
		t.Errorf("status %d\n%s%s", o.status, o.stdout, o.stderr)
	}
	if o := nzgs(t, file.Body, "standings", "-"); !strings.Contains(o.stdout, "Team A") ||
		!strings.Contains(o.stdout, "board_points") {
		t.Errorf("status %d\n%s%s", o.status, o.stdout, o.stderr)
	}
	if o := nzgs(t, file.Body, "draw", "-"); o.status != 0 || !strings.Contains(o.stdout, "round 3 of 3") {
		t.Errorf("status %d\n%s%s", o.status, o.stdout, o.stderr)
	}
}
