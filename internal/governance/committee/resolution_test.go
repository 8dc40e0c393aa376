package committee

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

func TestDecide(t *testing.T) {
	shipped := constitution.Shipped()
	ruled, err := constitution.NewHistory(nil, []constitution.Ruling{
		{Question: constitution.CommitteeTie, Reading: "casting", Meeting: day("2026-01-01"), Words: "The chair casts."},
	})
	if err != nil {
		t.Fatal(err)
	}
	casting := ruled.On(day("2026-07-01"))
	for _, tt := range []struct {
		name    string
		c       constitution.Constitution
		present int
		votes   constitution.Votes
		chair   constitution.ChairVote
		want    Outcome
		trace   string // a part of it
		err     string // "": decided
	}{
		{"three of three", shipped, 3, constitution.Votes{Yes: 3}, "", Carried, "3 present ≥ 3 (6.2)", ""},
		{
			"two present are no quorum", shipped, 2, constitution.Votes{Yes: 2}, "", NoQuorum, "2 present < 3 (6.2): no quorum",
			"",
		},
		{"nobody present", shipped, 0, constitution.Votes{}, "", NoQuorum, "0 present < 3", ""},
		{"two to one", shipped, 3, constitution.Votes{Yes: 2, No: 1}, "", Carried, "(6.3)", ""},
		{"a tie fails", shipped, 4, constitution.Votes{Yes: 2, No: 2}, "", Lost, "6.3-tie", ""},
		{
			"one yes and two abstain: the majority of those voting", shipped, 3, constitution.Votes{Yes: 1, Abstain: 2}, "",
			Carried, "(6.3)", "",
		},
		{"nobody votes yes", shipped, 3, constitution.Votes{Abstain: 3}, "", Lost, "(6.3)", ""},
		{"not all who are present vote", shipped, 5, constitution.Votes{Yes: 2, No: 1}, "", Carried, "5 present", ""},
		{
			"more votes than people", shipped, 3, constitution.Votes{Yes: 3, No: 1}, "", "", "",
			"yes: 4 votes are more than the 3 present",
		},
		{"negative", shipped, 3, constitution.Votes{Yes: -1}, "", "", "", "yes: "},
		{
			"the chair has no casting vote", shipped, 4, constitution.Votes{Yes: 2, No: 2}, constitution.ChairYes, "", "",
			"chair: The chair of the committee has no casting vote",
		},
		{
			"a ruling gives one", casting, 4, constitution.Votes{Yes: 2, No: 2}, constitution.ChairYes, Carried,
			"ruled on 1 January 2026", "",
		},
		{"and it may be no", casting, 4, constitution.Votes{Yes: 2, No: 2}, constitution.ChairNo, Lost, "", ""},
	} {
		got, trace, err := decide(tt.c, tt.present, tt.votes, tt.chair)
		switch {
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.err)
		case tt.err == "" && (err != nil || got != tt.want || !strings.Contains(trace.String(), tt.trace)):
			t.Errorf("%s: %s by %q, %v; want %s by %q", tt.name, got, trace, err, tt.want, tt.trace)
		}
	}
}

// Oracle: all votes of a committee of up to seven.
func TestDecideAgreesWithTheRuleWordByWord(t *testing.T) {
	c := constitution.Shipped()
	for present := range 8 {
		for yes := range present + 1 {
			for no := range present - yes + 1 {
				for abstain := range present - yes - no + 1 {
					want := Lost
					if present < 3 {
						want = NoQuorum
					} else if yes > no {
						want = Carried
					}
					if got, _, err := decide(
						c, present, constitution.Votes{Yes: yes, No: no, Abstain: abstain}, "",
					); err != nil || got != want {
						t.Errorf("%d present, %d-%d-%d: %s, %v; want %s", present, yes, no, abstain, got, err, want)
					}
				}
			}
		}
	}
}

func TestOneMoreYesNeverLosesAResolution(t *testing.T) {
	c := constitution.Shipped()
	rapid.Check(t, func(t *rapid.T) {
		n := func(name string) int { return rapid.IntRange(0, 20).Draw(t, name) }
		v := constitution.Votes{Yes: n("yes"), No: n("no"), Abstain: n("abstain")}
		present := v.Recorded() + 1 + n("silent")
		before, _, err := decide(c, present, v, "")
		if err != nil {
			t.Fatal(err)
		}
		v.Yes++
		after, _, err := decide(c, present, v, "")
		if err != nil || before == Carried && after != Carried {
			t.Fatalf("%v of %d: %s became %s, %v", v, present, before, after, err)
		}
	})
}

func TestTheRegisterNumbersWithinAYear(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		if got := w.resolution("2026-03-01", unanimous).Number.String(); got != "2026/1" {
			t.Errorf("first %s", got)
		}
		if got := w.resolution("2025-11-30", unanimous).Number.String(); got != "2025/1" {
			t.Errorf("of another year %s", got)
		}
		_, err := w.Record(ctx, w.as(w.secretary), ResolutionInput{
			Day: day("2026-03-02"), Present: []auth.PersonID{w.president},
		})
		w.refused(err, apperr.Invalid, "text: Enter the resolution")
		r := w.resolution("2026-02-01", constitution.Votes{Yes: 1, No: 2})
		if r.Number.String() != "2026/2" || r.Outcome != Lost {
			t.Errorf("a refusal took a number, or it was not lost: %s %s", r.Number, r.Outcome)
		}
		got, err := w.Resolution(ctx, w.as(w.ordinary), r.ID)
		w.must(err)
		if got.Text != r.Text || len(got.Present) != 3 || got.Present[0].Name != "Pita Testcase" ||
			got.Trace.String() != r.Trace.String() || got.RecordedBy != "Sina Testcase" {
			t.Errorf("read back %+v", got)
		}
	})
}

func TestResolutionsThatAreRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		p, s, tr := w.president, w.secretary, w.treasurer
		three := []auth.PersonID{p, s, tr}
		for _, tt := range []struct {
			name  string
			in    ResolutionInput
			wants string // fields
		}{
			{"empty", ResolutionInput{}, "day text"},
			{"to come", ResolutionInput{Day: day("2026-07-02"), Text: "x", Present: three}, "day"},
			{
				"everything at once", ResolutionInput{Day: day("2026-07-01"), Votes: constitution.Votes{Yes: -1, No: 2_000_000}},
				"text present yes no",
			},
			{
				"somebody else present", ResolutionInput{Day: day("2026-07-01"), Text: "x", Present: []auth.PersonID{p, s, w.ari}},
				"present",
			},
			{"before they were on it", ResolutionInput{Day: day("2024-12-31"), Text: "x", Present: three}, "present"},
			{
				"a mover who was away",
				ResolutionInput{Day: day("2026-07-01"), Text: "x", Present: three, Mover: w.ordinary, Seconder: s}, "mover",
			},
			{
				"seconding oneself", ResolutionInput{Day: day("2026-07-01"), Text: "x", Present: three, Mover: p, Seconder: p},
				"seconder",
			},
			{"a seconder alone", ResolutionInput{Day: day("2026-07-01"), Text: "x", Present: three, Seconder: p}, "mover"},
			{
				"somebody counted twice",
				ResolutionInput{
					Day: day("2026-07-01"), Text: "x", Present: []auth.PersonID{p, p, s}, Votes: constitution.Votes{Yes: 3},
				},
				"yes",
			},
			{"no such meeting", ResolutionInput{Day: day("2026-07-01"), Text: "x", Present: three, Meeting: 99}, "day"},
			{"too long", ResolutionInput{Day: day("2026-07-01"), Text: strings.Repeat("ō", maxText+1), Present: three}, "text"},
		} {
			if _, err := w.Record(ctx, w.as(w.secretary), tt.in); fields(err) != tt.wants {
				t.Errorf("%s: %v, want fields %s", tt.name, err, tt.wants)
			}
		}
		for name, actor := range map[string]auth.Actor{
			"an ordinary member of it": w.as(w.ordinary), "a member": w.as(w.ari),
		} {
			if _, err := w.Record(ctx, actor, ResolutionInput{}); apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, _, err := w.Resolutions(ctx, auth.Actor{}, ResolutionFilter{}); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("nobody: %v", err)
		}
		if n := w.count(`SELECT COUNT(*) FROM committee_resolution`); n != 0 {
			t.Errorf("%d kept", n)
		}
	})
}

func TestCorrectingAResolution(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		r := w.resolution("2026-03-01", unanimous)
		in := CorrectionInput{ID: r.ID, Version: 1, Reason: "One was against.", ResolutionInput: ResolutionInput{
			Day: day("2026-03-01"), Text: "That it be so after all.",
			Present: []auth.PersonID{w.president, w.secretary, w.treasurer}, Votes: constitution.Votes{Yes: 2, No: 1},
		}}
		other := in
		other.Day, other.Reason = day("2025-12-31"), ""
		if err := w.Correct(ctx, w.as(w.secretary), other); fields(err) != "reason day" {
			t.Errorf("another year, no reason: %v", err)
		}
		w.must(w.Correct(ctx, w.as(w.secretary), in))
		w.refused(w.Correct(ctx, w.as(w.secretary), in), apperr.Conflict, "Someone else changed this resolution")

		// Once something rests on it, it stays carried and of its day.
		_, err := w.Coopt(ctx, w.as(w.secretary), AppointmentInput{
			Person: w.ari, From: day("2026-07-01"), Until: day("2026-12-31"), Resolution: r.ID,
		})
		w.must(err)
		in.Version = 2
		lost := in
		lost.Votes = constitution.Votes{No: 3}
		w.refused(w.Correct(ctx, w.as(w.secretary), lost), apperr.Invalid, "rests on resolution 2026/1")
		moved := in
		moved.Day = day("2026-03-02")
		w.refused(w.Correct(ctx, w.as(w.secretary), moved), apperr.Invalid, "rests on resolution 2026/1")
		in.Text = "That it be so, with better words."
		w.must(w.Correct(ctx, w.as(w.secretary), in))
		got, err := w.Resolution(ctx, w.as(w.secretary), r.ID)
		w.must(err)
		if got.Text != in.Text || got.Outcome != Carried || got.Version != 3 || len(got.Present) != 3 {
			t.Errorf("left %+v", got)
		}
	})
}

func TestSearchingTheRegister(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		record := func(on, text string, v constitution.Votes) {
			_, err := w.Record(ctx, w.as(w.secretary), ResolutionInput{
				Day: day(on), Text: text, Mover: w.president, Seconder: w.treasurer,
				Present: []auth.PersonID{w.president, w.secretary, w.treasurer}, Votes: v,
			})
			w.must(err)
		}
		record("2025-03-01", "That boards for Ōtautahi be bought.", unanimous)
		record("2026-03-01", "That clocks be bought.", unanimous)
		record("2026-03-01", "That the newsletter end in 2025.", constitution.Votes{No: 3})
		for _, tt := range []struct {
			f    ResolutionFilter
			want string
		}{
			{ResolutionFilter{}, "2026/2 2026/1 2025/1"},
			{ResolutionFilter{Words: "bought"}, "2026/1 2025/1"},
			{ResolutionFilter{Words: "OTAUTAHI boards"}, "2025/1"},
			{ResolutionFilter{Words: "2026/1"}, "2026/1"},
			{ResolutionFilter{Words: "2025"}, "2026/2 2025/1"},
			{ResolutionFilter{Words: "pita"}, "2026/2 2026/1 2025/1"},
			{ResolutionFilter{Words: "pita sina"}, ""},
			{ResolutionFilter{Year: 2026, Outcome: Carried}, "2026/1"},
			{ResolutionFilter{Meeting: 7}, ""},
		} {
			list, total, err := w.Resolutions(ctx, w.as(w.ordinary), tt.f)
			w.must(err)
			var got []string
			for _, r := range list {
				got = append(got, r.Number.String())
			}
			if strings.Join(got, " ") != tt.want || total != 3 {
				t.Errorf("%+v: %v of %d, want %s", tt.f, got, total, tt.want)
			}
		}
	})
}

func (w *society) meeting(kind, on, state string, present ...auth.PersonID) (id MeetingID) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) (err error) {
		id, err = store.One(ctx, tx, store.Value[MeetingID], `
			INSERT INTO meeting (kind, date, time, place, state, called_by, created_at, created_by)
			VALUES ($1, $2, '19:30', 'Online', $3, 'committee', $4, 'the test')
			RETURNING id`, kind, on, state, w.now)
		for _, p := range present {
			if err == nil {
				_, err = tx.Exec(
					ctx,
					`INSERT INTO meeting_presence (meeting_id, person_id, came, place, came_at) VALUES ($1, $2, 'beginning', 'room', $3)`,
					id, p, w.now,
				)
			}
		}
		return err
	}))
	return id
}

func TestAResolutionOfARecordedMeeting(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.meeting("committee", "2026-05-01", "closed", w.president, w.secretary, w.treasurer)
		planned, agm := w.meeting("committee", "2026-06-01", "planned"), w.meeting("agm", "2026-05-01", "closed")
		m, err := w.MeetingByID(ctx, w.as(w.ordinary), id)
		w.must(err)
		if m.Day != day("2026-05-01") || len(m.Present) != 3 {
			t.Errorf("meeting %+v", m)
		}
		in := ResolutionInput{Day: m.Day, Meeting: id, Text: "x", Present: m.Present, Votes: unanimous}
		r, err := w.Record(ctx, w.as(w.secretary), in)
		w.must(err)
		if list, _, _ := w.Resolutions(
			ctx, w.as(w.secretary), ResolutionFilter{Meeting: id},
		); len(list) != 1 || list[0].ID != r.ID {
			t.Errorf("of the meeting: %v", list)
		}
		in.Day = day("2026-05-02")
		_, err = w.Record(ctx, w.as(w.secretary), in)
		w.refused(err, apperr.Invalid, "day: The meeting was held on 1 May 2026")
		for _, no := range []MeetingID{planned, agm} {
			in.Day, in.Meeting = m.Day, no
			_, err = w.Record(ctx, w.as(w.secretary), in)
			w.refused(err, apperr.Invalid, "day: Committee meeting not found")
		}
	})
}

func TestTwoMeetingsAYearAreAStandingDuty(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		duty := func(last string) (title string, done bool) {
			list, err := w.rules.DutiesOf(ctx, "committee:"+last)
			w.must(err)
			if len(list) != 1 || list[0].Due != day(last) || list[0].Rule != "6.1" {
				t.Fatalf("duties of %s: %+v", last, list)
			}
			return list[0].Title, list[0].Done()
		}
		w.must(w.Refresh(ctx))
		if title, done := duty("2026-12-31"); !strings.Contains(title, "0 of at least 2 held") || done {
			t.Errorf("%s, %v", title, done)
		}
		entries := w.count(`SELECT COUNT(*) FROM audit_entry`)
		w.must(w.Refresh(ctx))
		if n := w.count(`SELECT COUNT(*) FROM audit_entry`); n != entries {
			t.Error("looking again is a change")
		}

		w.resolution("2026-02-05", unanimous)
		w.resolution("2026-02-05", unanimous) // the same meeting
		w.meeting("committee", "2026-03-05", "cancelled")
		if title, done := duty("2026-12-31"); !strings.Contains(title, "1 of at least 2 held") || done {
			t.Errorf("%s, %v", title, done)
		}
		w.meeting("committee", "2026-05-07", "closed")
		w.must(w.Refresh(ctx))
		if title, done := duty("2026-12-31"); !strings.Contains(title, "2 of at least 2 held") || !done {
			t.Errorf("%s, %v", title, done)
		}
		y, err := w.MeetingYear(ctx, w.as(w.ordinary))
		w.must(err)
		if y.Missing != 0 || len(y.Held) != 2 || !strings.Contains(
			y.Trace.String(), "2 meetings from 1 January 2026 to 31 December 2026 ≥ 2 (6.1)",
		) {
			t.Errorf("%+v", y)
		}
		w.now = civil.MustParseInstant("2027-01-01T00:00:00.000Z")
		w.must(w.Refresh(ctx))
		if title, done := duty("2027-12-31"); !strings.Contains(title, "0 of at least 2 held") || done {
			t.Errorf("%s, %v", title, done)
		}
		duty("2026-12-31") // stays

		w.must(w.rules.RecordRuling(ctx, w.as(w.secretary), constitution.Ruling{
			Question: constitution.CommitteeYear, Reading: "subscription", Meeting: day("2026-12-31"), Words: "July to June.",
		})) // the duty follows at once
		if title, _ := duty("2027-06-30"); !strings.Contains(title, "0 of at least 2 held") {
			t.Error(title)
		}
	})
}

// Bug: after a ruling on which year rule 6.1 counts, the duty of the old year
// stayed open beside the new one.
func TestARulingOnTheYearCallsOffTheDutyOfTheOldOne(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		open := func() (out []string) {
			t.Helper()
			all, err := w.rules.Duties(ctx, w.as(w.ordinary))
			w.must(err)
			for _, d := range all {
				if !d.Done() {
					out = append(out, d.Source)
				}
			}
			return out
		}
		rule := func(reading constitution.ReadingID, on string) {
			t.Helper()
			w.must(w.rules.RecordRuling(ctx, w.as(w.secretary), constitution.Ruling{
				Question: constitution.CommitteeYear, Reading: reading, Meeting: day(on), Words: "So it is.",
			}))
		}
		want := func(when string, sources ...string) {
			t.Helper()
			if got := open(); !slices.Equal(got, sources) {
				t.Errorf("%s: %v, want %v", when, got, sources)
			}
		}
		w.must(w.Refresh(ctx))
		want("by default", "committee:2026-12-31")
		w.now = civil.MustParseInstant("2027-02-01T00:00:00.000Z")
		w.must(w.Refresh(ctx))
		want("a year that is over stays owed", "committee:2026-12-31", "committee:2027-12-31")
		rule("subscription", "2027-01-15")
		want("the year that had begun is called off, the one before is not", "committee:2026-12-31", "committee:2027-06-30")
		rule("calendar", "2027-01-20")
		want("and back", "committee:2026-12-31", "committee:2027-12-31")
		w.resolution("2027-01-10", unanimous)
		w.resolution("2027-01-25", unanimous)
		want("done", "committee:2026-12-31")
		rule("subscription", "2027-01-31")
		want("what is done stays done", "committee:2026-12-31")

		// Of a society whose program left the duty open.
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			return w.rules.SetDuties(ctx, tx, "committee:2028-12-31", []governance.Duty{{
				What: "meetings", Title: "Hold", Owner: constitution.OwnerCommittee, Due: day("2028-12-31"), Rule: "6.1",
				Link: Path,
			}})
		}))
		w.must(w.Refresh(ctx))
		want("when the program starts", "committee:2026-12-31")
	})
}
