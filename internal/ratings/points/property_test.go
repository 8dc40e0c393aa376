package points

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/civil"
)

// drawRecord is a record of a few players over some years, with ties, visitors and representatives.
func drawRecord(t *rapid.T) *Record {
	r := &Record{Systems: Shipped()}
	first := civil.On(1987, 1, 1)
	for i := range rapid.IntRange(1, 8).Draw(t, "events") {
		e := Event{
			Name: fmt.Sprintf("Event %d", i), Day: first.AddDays(rapid.IntRange(0, 9_000).Draw(t, "day")),
			Kind: rapid.SampledFrom([]Kind{National, Regional}).Draw(t, "kind"),
		}
		ended := slices.ContainsFunc(r.Events, func(o Event) bool { return o.YearEnd && o.Day == e.Day })
		e.YearEnd = e.Kind == National && !ended && rapid.Bool().Draw(t, "ends the year")
		for _, player := range rapid.SliceOfNDistinct(rapid.IntRange(0, 9), 1, 9, rapid.ID[int]).Draw(t, "players") {
			e.Placings = append(e.Placings, Placing{
				Player: fmt.Sprintf("P%d", player), Score: Score(rapid.IntRange(0, 8).Draw(t, "score")),
				Member: rapid.IntRange(0, 4).Draw(t, "visitor") > 0,
			})
		}
		r.Events = append(r.Events, e)
		if e.YearEnd && rapid.Bool().Draw(t, "chosen") {
			one := rapid.SampledFrom(e.Placings).Draw(t, "representative")
			r.Representatives = append(r.Representatives, Representative{e.Day, one.Player})
		}
	}
	return r
}

func mustCompute(t *rapid.T, r *Record) *Ledger {
	l, err := Compute(r)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestTheLedgerSumsToTheBalances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := mustCompute(t, drawRecord(t))
		sums := map[string]Amount{}
		for i, line := range l.Lines {
			sums[line.Player] += line.Points
			if line.Balance != sums[line.Player] {
				t.Fatalf("line %d tells %s, and its player has %s", i, line.Balance, sums[line.Player])
			}
			if i > 0 && line.Day.Before(l.Lines[i-1].Day) {
				t.Fatalf("line %d is of an earlier day than the one before it", i)
			}
		}
		for _, s := range l.Standing {
			if s.Points != sums[s.Player] {
				t.Fatalf("%s has %s, and lines of %s", s.Player, s.Points, sums[s.Player])
			}
			delete(sums, s.Player)
		}
		if len(sums) != 0 {
			t.Fatalf("not ranked: %v", sums)
		}
	})
}

// What an event gives is what its table has, but for visitors and for rounding.
func TestAnEventGivesNoMoreThanItsTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		given := map[string]Amount{}
		for _, l := range mustCompute(t, r).Lines {
			if l.Points > 0 && l.Rule[:4] != "year" {
				given[l.Event] += l.Points
			}
		}
		for _, e := range r.Events {
			sum, visitors := Amount(0), false
			for i, a := range r.system(e.Day).table(e.Kind) {
				if i < len(e.Placings) {
					sum += a
				}
			}
			for _, p := range e.Placings {
				visitors = visitors || !p.Member
			}
			rounding := Amount(len(e.Placings))
			if given[e.Name] > sum+rounding || !visitors && given[e.Name] < sum-rounding {
				t.Fatalf("%s gives %s of %s", e.Name, given[e.Name], sum)
			}
		}
	})
}

func TestTheOrderOfEntryNeverMatters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		want := fmt.Sprintf("%+v", mustCompute(t, r))
		lot := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "lot"), 0))
		lot.Shuffle(len(r.Events), func(i, j int) { r.Events[i], r.Events[j] = r.Events[j], r.Events[i] })
		lot.Shuffle(len(r.Representatives), func(i, j int) {
			r.Representatives[i], r.Representatives[j] = r.Representatives[j], r.Representatives[i]
		})
		lot.Shuffle(len(r.Systems), func(i, j int) { r.Systems[i], r.Systems[j] = r.Systems[j], r.Systems[i] })
		for _, e := range r.Events {
			lot.Shuffle(len(e.Placings), func(i, j int) { e.Placings[i], e.Placings[j] = e.Placings[j], e.Placings[i] })
		}
		if got := fmt.Sprintf("%+v", mustCompute(t, r)); got != want {
			t.Fatalf("in another order\n%s\nwas\n%s", got, want)
		}
	})
}

func TestRenamingPlayersChangesNamesOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		was := mustCompute(t, r)
		renamed := func(s string) string { return fmt.Sprintf("Q%d", 9-int(s[1]-'0')) } // in the opposite order of names
		for i := range r.Events {
			for j := range r.Events[i].Placings {
				r.Events[i].Placings[j].Player = renamed(r.Events[i].Placings[j].Player)
			}
		}
		for i := range r.Representatives {
			r.Representatives[i].Player = renamed(r.Representatives[i].Player)
		}
		lines := func(l *Ledger, name func(string) string) (out []string) {
			for _, one := range l.Lines {
				one.Player = name(one.Player)
				out = append(out, fmt.Sprintf("%+v", one))
			}
			slices.Sort(out) // on one day those of equal scores stand in the order of their names
			return out
		}
		now := mustCompute(t, r)
		if !slices.Equal(lines(was, renamed), lines(now, func(s string) string { return s })) {
			t.Fatal("the lines differ")
		}
		for i, s := range now.Standing {
			other := was.Standing[i]
			if s.Points != other.Points || s.Player != renamed(other.Player) && !Level(s, other) {
				t.Fatalf("place %d is %+v, was %+v", i+1, s, other)
			}
		}
	})
}
