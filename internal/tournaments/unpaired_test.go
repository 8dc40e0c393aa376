package tournaments

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
)

// What a bye scores, halves that are rounded down and a seeding from a later round are settings of any section, not only
// of one from a file. Three players, one round: one has the bye, the absent one half a point.
func TestWhatRoundsWithoutAGameScoreBySetting(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		in := open5()
		in.AbsenceHalf = true
		in.Unpaired = Unpaired{Bye: pairing.ByeHalf, Reseed: pairing.Reseed{From: 3, Seeding: pairing.SeedFold}}
		_, section := w.event(in)
		entries := w.enter(section, w.members(4)...)
		absent := entries[3].Input()
		absent.Absent = []int{1}
		w.must(w.s.EditEntry(ctx, w.director, entries[3].ID, absent))
		r := w.publish(section)
		scores := func() (bye, away pairing.Score) {
			table := pairing.Standings(w.chart(section).field.event(0), 1)
			one, _ := table.Row(pairingID(r.Byes[0]))
			other, _ := table.Row(pairingID(entries[3].ID))
			return one.Score, other.Score
		}
		if bye, away := scores(); bye != 1 || away != 1 {
			t.Errorf("a bye scores %s, an absence %s; want ½ and ½", bye, away)
		}
		for _, tt := range []struct {
			change    Unpaired
			bye, away pairing.Score
		}{
			{Unpaired{Bye: pairing.ByeNothing}, 0, 1}, {Unpaired{}, 2, 1}, {Unpaired{Bye: pairing.ByeHalf, HalvesDown: true}, 0, 0},
		} {
			s, err := w.s.Section(ctx, w.director, section)
			w.must(err)
			in := s.input()
			in.Unpaired = tt.change
			w.must(w.s.EditSection(ctx, w.director, section, in))
			if bye, away := scores(); bye != tt.bye || away != tt.away {
				t.Errorf("%+v: a bye scores %s, an absence %s; want %s and %s", tt.change, bye, away, tt.bye, tt.away)
			}
		}
		s, err := w.s.Section(ctx, w.director, section)
		w.must(err)
		for says, wrong := range map[string]Unpaired{
			"bye: Choose": {Bye: "double"}, "reseed_from: Enter a round from 2 to 5": {Reseed: pairing.Reseed{Seeding: pairing.SeedFold, From: 6}},
			"reseed: Choose": {Reseed: pairing.Reseed{Seeding: "best", From: 3}},
		} {
			in := s.input()
			in.Unpaired = wrong
			w.refused(w.s.EditSection(ctx, w.director, section, in), apperr.Invalid, says)
		}
		w.audited()
	})
}
