package committee

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
)

// club is one that is affiliated from 2 July 2026 with a list of five.
func (w *society) club(name string) (id clubs.ClubID, people []auth.PersonID) {
	w.t.Helper()
	clock := func() civil.Instant { return w.now }
	treasurer := w.as(w.treasurer)
	_, err := treasury.New(w.db, clock).SetRate(ctx, treasurer, treasury.RateInput{
		Year: 2026, Amount: money.MustParse("20.00"), Meeting: treasury.AGM, MeetingDay: day("2024-03-14"),
		Resolution: "That it be $20.",
	})
	w.must(err)
	s := clubs.New(w.db, clock, w.offices)
	id, err = s.Found(ctx, treasurer, clubs.ClubInput{Name: name})
	w.must(err)
	list := clubs.PastList{Club: id, Year: 2026, Received: day("2026-07-02"), Source: "the test"}
	for _, given := range []string{"Fa", "Gus", "Hine", "Isa", "Jo"} {
		people = append(people, w.person(given))
		list.Rows = append(list.Rows, clubs.PastRow{Person: people[len(people)-1], ListRow: clubs.ListRow{Given: given}})
	}
	ret, _, err := s.TakeOver(ctx, treasurer, list)
	w.must(err)
	_, err = s.ReceiveFee(ctx, treasurer, clubs.FeeInput{
		Return: ret, ReceivedOn: day("2026-07-02"), Amount: money.MustParse("100.00"), Method: treasury.Bank,
	})
	w.must(err)
	return id, people
}

func (w *society) affiliated(id clubs.ClubID, on string) bool {
	w.t.Helper()
	is, err := clubs.AffiliatedOn(ctx, w.db, id, day(on))
	w.must(err)
	return is
}

// excluded opens a case against a club on 3 July and excludes it on 1 August.
func (w *society) excluded(id clubs.ClubID) (ExclusionID, Ended) {
	w.t.Helper()
	secretary := w.as(w.secretary)
	in := ExclusionInput{Of: constitution.AccusedClub, Club: id, Rules: "2.3", Reasons: "Left members off its list."}
	made, err := w.OpenExclusion(ctx, secretary, in)
	w.must(err)
	early := w.resolution("2026-07-03", unanimous)
	_, err = w.DecideExclusion(ctx, secretary, DecisionInput{
		ID: made, Version: 1, State: Excluded, Resolution: early.ID, Decision: "It is so.",
	})
	w.refused(err, apperr.Invalid, "What was sent to the club, and when, is not recorded")
	in.SentOn, in.Sent, in.HearingOn = day("2026-07-03"), "Letter to the club’s secretary.", day("2026-07-20")
	w.must(w.SaveExclusion(ctx, secretary, made, 1, in))
	w.now = civil.MustParseInstant("2026-08-05T00:00:00.000Z")
	in.Heard = "Nothing came."
	w.must(w.SaveExclusion(ctx, secretary, made, 2, in))
	r := w.resolution("2026-08-01", unanimous)
	ended, err := w.DecideExclusion(ctx, secretary, DecisionInput{
		ID: made, Version: 3, State: Excluded, Resolution: r.ID, Decision: "It is so.",
	})
	w.must(err)
	return made, ended
}

// Rule 2.5 excludes clubs too: its affiliation ends on the day of the decision,
// and its members stay members.
func TestExcludingAClub(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.now = civil.MustParseInstant("2026-07-03T00:00:00.000Z")
		club, people := w.club("Harbour Go Club")
		other, _ := clubs.New(
			w.db, func() civil.Instant { return w.now }, w.offices,
		).Found(ctx, w.as(w.treasurer), clubs.ClubInput{Name: "Lapsed Go Club"})
		for _, tt := range []struct {
			name string
			in   ExclusionInput
			want string
		}{
			{
				"a club that is not affiliated",
				ExclusionInput{Of: constitution.AccusedClub, Club: other, Rules: "2.3", Reasons: "So."}, "club",
			},
			{"no such club", ExclusionInput{Of: constitution.AccusedClub, Club: 999, Rules: "2.3", Reasons: "So."}, "club"},
			{"no club", ExclusionInput{Of: constitution.AccusedClub, Person: w.ari, Rules: "2.3", Reasons: "So."}, "club"},
			{"a club as a member", ExclusionInput{Club: club, Rules: "2.3", Reasons: "So."}, "person"},
			{"nothing said", ExclusionInput{Of: constitution.AccusedClub, Club: club}, "rules reasons"},
		} {
			if _, err := w.OpenExclusion(ctx, w.as(w.secretary), tt.in); fields(err) != tt.want {
				t.Errorf("%s: %v, want fields %s", tt.name, err, tt.want)
			}
		}
		id, ended := w.excluded(club)
		if !ended.Club || len(ended.Terms) != 0 {
			t.Errorf("ended %+v", ended)
		}
		if !w.affiliated(club, "2026-07-31") || w.affiliated(club, "2026-08-01") || w.affiliated(club, "2026-09-01") {
			t.Error("the affiliation does not end on the day of the decision")
		}
		on, err := members.MembersOn(ctx, w.db, people, day("2026-08-02"))
		w.must(err)
		for _, p := range people {
			if !on[p] {
				t.Errorf("%d is no member any more", p)
			}
		}
		x, err := w.Exclusion(ctx, w.as(w.ordinary), id)
		w.must(err)
		if x.Name() != "Harbour Go Club" || x.State != Excluded || !strings.Contains(
			x.Trace.String(), "may be excluded [reading 2.5-club]",
		) {
			t.Errorf("%+v", x)
		}
		if _, err := w.OpenExclusion(ctx, w.as(w.secretary), ExclusionInput{
			Of: constitution.AccusedClub, Club: club, Rules: "2.3", Reasons: "So.",
		}); fields(err) != "club" {
			t.Errorf("excluded twice: %v", err)
		}
		overviews, err := clubs.New(
			w.db, func() civil.Instant { return w.now }, w.offices,
		).Overviews(ctx, w.as(w.treasurer), 2026)
		w.must(err)
		for _, o := range overviews {
			if o.Club.ID == club && (o.Affiliated || !strings.Contains(
				strings.Join(o.Warnings, " "), "excluded this club on 1 August 2026",
			)) {
				t.Errorf("%+v", o)
			}
		}
		if n := w.count(`SELECT COUNT(*) FROM audit_entry WHERE detail LIKE '%Left members off%'`); n != 0 {
			t.Error("the log holds what was held against the club")
		}
	})
}

// Ruling 2.5-club: the members leave with the club.
func TestMembersLeaveWithAnExcludedClub(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.now = civil.MustParseInstant("2026-07-03T00:00:00.000Z")
		club, people := w.club("Harbour Go Club")
		w.must(w.rules.RecordRuling(ctx, w.as(w.secretary), constitution.Ruling{
			Question: constitution.ExcludedClub, Reading: "end", Meeting: day("2026-07-03"), Words: "They leave with it.",
		}))
		if _, ended := w.excluded(club); len(ended.Terms) != len(people) {
			t.Errorf("ended %+v", ended)
		}
		on, err := members.MembersOn(ctx, w.db, append(people, w.ari), day("2026-08-02"))
		w.must(err)
		if len(people) != 5 || on[people[0]] || on[people[4]] || !on[w.ari] {
			t.Errorf("members on the day after: %v", on)
		}
	})
}
