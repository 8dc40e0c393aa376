package governance

import (
	"context"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/usecase"
)

var ctx = context.Background()

// society is one with a secretary and a member.
type society struct {
	t                          *testing.T
	db                         *store.DB
	s                          *Service
	now                        civil.Instant
	secretary, ordinary, chair auth.Actor
}

func onBoth(t *testing.T, test func(t *testing.T, w *society)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := &society{t: t, db: db, now: civil.MustParseInstant("2026-03-20T01:00:00.000Z")}
		w.s = New(db, func() civil.Instant { return w.now })
		held := []auth.Office{{Role: auth.Secretary, From: civil.MustParseDate("2020-01-01")}}
		w.secretary = auth.Actor{Person: w.person("Ngaio"), Name: "Ngaio Testcase", Offices: held}
		w.ordinary = auth.Actor{Person: w.person("Rangi"), Name: "Rangi Testcase"}
		w.chair = auth.Actor{Person: w.person("Hemi"), Name: "Hemi Testcase"}
		test(t, w)
	})
}

func (w *society) person(given string) (id auth.PersonID) {
	w.t.Helper()
	w.tx(func(tx *store.Tx) (err error) {
		id, err = store.One(ctx, tx, store.Value[auth.PersonID], `
			INSERT INTO person (family_name, given_names, name_key, sort_key, created_at)
			VALUES ('Testcase', $1, $2, $2, $3)
			RETURNING id`, given, strings.ToLower(given), w.now)
		return err
	})
	return id
}

func (w *society) tx(f func(tx *store.Tx) error) {
	w.t.Helper()
	if err := w.db.InTx(ctx, f); err != nil {
		w.t.Fatal(err)
	}
}

// permit is the secretary's.
func (w *society) permit() usecase.Permit {
	w.t.Helper()
	permit, err := w.s.cases.May(w.secretary, auth.ManageConstitution, auth.Object{})
	if err != nil {
		w.t.Fatal(err)
	}
	return permit
}

func day(s string) civil.Date { return civil.MustParseDate(s) }

func quorumOf(n int, from string) constitution.Constitution {
	c := constitution.Shipped()
	c.From, c.AdoptedBy, c.Figures.Quorum = day(from), "That the quorum be changed.", n
	return c
}

func TestAVersionHoldsFromTheEndOfItsMeeting(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.tx(func(tx *store.Tx) error {
			return w.s.Adopt(ctx, tx, w.permit(), "motion:1", quorumOf(12, "2026-03-14"))
		})
		for _, c := range []struct {
			name string
			of   func(context.Context, store.Queryer, civil.Date) (constitution.Constitution, error)
			day  string
			want int
		}{
			{"the day before", w.s.On, "2026-03-13", 10},
			{"its day", w.s.On, "2026-03-14", 12},
			{"years later", w.s.On, "2030-01-01", 12},
			{"the meeting that adopts it is held by the old one", w.s.Governing, "2026-03-14", 10},
			{"a meeting on the day after", w.s.Governing, "2026-03-15", 12},
		} {
			got, err := c.of(ctx, w.db, day(c.day))
			if err != nil || got.Figures.Quorum != c.want {
				t.Errorf("%s: quorum %d, %v; want %d", c.name, got.Figures.Quorum, err, c.want)
			}
		}
		if all, err := w.s.Versions(ctx); err != nil || len(all) != 2 || !all[0].From.IsZero() {
			t.Errorf("versions: %v, %v", all, err)
		}
	})
}

func TestVersionsThatAreRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		adopt := func(c constitution.Constitution) error {
			return w.db.InTx(ctx, func(tx *store.Tx) error { return w.s.Adopt(ctx, tx, w.permit(), "motion:1", c) })
		}
		if err := adopt(quorumOf(12, "2026-03-14")); err != nil {
			t.Fatal(err)
		}
		if err := adopt(quorumOf(15, "2026-03-14")); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("a second one of the same day: %v", err)
		}
		if err := adopt(quorumOf(0, "2026-04-14")); apperr.KindOf(err) != apperr.Invalid ||
			!strings.Contains(err.Error(), "quorum") {
			t.Errorf("a quorum of nobody: %v", err)
		}
		if err := adopt(constitution.Shipped()); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("one without a day: %v", err)
		}
		if all, _ := w.s.Versions(ctx); len(all) != 2 {
			t.Errorf("%d versions", len(all))
		}
	})
}

func TestRulingsHoldFromTheirMeeting(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		ruling := constitution.Ruling{
			Question: constitution.TwoWeeks, Reading: "clear", Meeting: day("2026-02-05"), Words: "Fourteen days are too few.",
		}
		if err := w.s.RecordRuling(ctx, w.secretary, ruling); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			day  string
			want constitution.Timeliness
		}{{"2026-02-04", constitution.Exactly}, {"2026-02-05", constitution.TooLate}} {
			con, err := w.s.On(ctx, w.db, day(c.day))
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := con.NoticeOfMeeting("4.1", day("2026-03-14"), day("2026-02-28")); got != c.want {
				t.Errorf("exactly fourteen days, as read on %s: %s, want %s", c.day, got, c.want)
			}
		}
		questions, err := w.s.Questions(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range questions {
			applied, ruled := q.Applied()
			if want := q.ID == constitution.TwoWeeks; ruled != want || want && applied.ID != "clear" {
				t.Errorf("%s: %s, ruled %t", q.ID, applied.ID, ruled)
			}
		}
	})
}

// A ruling on a question, or for a reading, that the register has dropped is
// kept in the record and changes nothing: the society goes on by the one before.
func TestARulingThatIsNoLongerOfferedChangesNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.tx(func(tx *store.Tx) error {
			for _, r := range []constitution.Ruling{
				{Question: constitution.TwoWeeks, Reading: "clear", Meeting: day("2026-02-01"), Words: "Too few."},
				{Question: constitution.TwoWeeks, Reading: "dropped", Meeting: day("2026-02-05"), Words: "As it was."},
				{Question: "7.2-counted", Reading: "voice", Meeting: day("2026-02-05"), Words: "By voice."},
			} {
				if _, err := insertRuling(ctx, tx, r, w.now, "Ngaio Testcase"); err != nil {
					return err
				}
			}
			return nil
		})
		c, err := w.s.On(ctx, w.db, day("2026-03-01"))
		if err != nil {
			t.Fatal(err)
		}
		if held := c.Rulings(); len(held) != 1 || held[constitution.TwoWeeks].Reading != "clear" {
			t.Errorf("in force: %v", held)
		}
		questions, err := w.s.Questions(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range questions {
			if q.ID != constitution.TwoWeeks {
				continue
			}
			if applied, ruled := q.Applied(); applied.ID != "clear" || !ruled || len(q.Rulings) != 2 {
				t.Errorf("applied %s, ruled %t, of %d rulings", applied.ID, ruled, len(q.Rulings))
			}
		}
	})
}

func TestRulingsThatAreRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		good := constitution.Ruling{
			Question: constitution.TwoWeeks, Reading: "clear", Meeting: day("2026-02-05"), Words: "Too few.",
		}
		for _, c := range []struct {
			name  string
			actor auth.Actor
			spoil func(*constitution.Ruling)
			kind  apperr.Kind
			field string
		}{
			{"a member", w.ordinary, func(*constitution.Ruling) {}, apperr.Forbidden, ""},
			{"nobody", auth.Actor{}, func(*constitution.Ruling) {}, apperr.SignIn, ""},
			{"no such question", w.secretary, func(r *constitution.Ruling) { r.Question = "9.9" }, apperr.Invalid, "question"},
			{"no such reading", w.secretary, func(r *constitution.Ruling) { r.Reading = "maybe" }, apperr.Invalid, "reading"},
			{
				"a meeting to come", w.secretary, func(r *constitution.Ruling) { r.Meeting = day("2026-03-21") }, apperr.Invalid,
				"meeting",
			},
			{"no words", w.secretary, func(r *constitution.Ruling) { r.Words = " " }, apperr.Invalid, "words"},
		} {
			r := good
			c.spoil(&r)
			err := w.s.RecordRuling(ctx, c.actor, r)
			if apperr.KindOf(err) != c.kind || c.field != "" && !strings.Contains(err.Error(), c.field+":") {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		for i, want := range []apperr.Kind{"", apperr.Invalid} {
			if err := w.s.RecordRuling(ctx, w.secretary, good); apperr.KindOf(err) != want {
				t.Errorf("time %d: %v", i+1, err)
			}
		}
	})
}

func TestWordingOfEachVersion(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		old := []constitution.Paragraph{
			{Number: "4.2", Heading: "Meetings", Text: "Ten shall suffice."},
			{Number: "4.4", Text: "The agenda:", Items: []constitution.Point{{Label: "a", Text: "Tellers."}}},
		}
		importing := func(from civil.Date, p []constitution.Paragraph, want int) {
			t.Helper()
			if n, err := w.s.ImportWording(ctx, w.secretary, WordingImport{From: from, Paragraphs: p}); err != nil || n != want {
				t.Errorf("%d changed, %v; want %d", n, err, want)
			}
		}
		importing(civil.Date{}, old, 2)
		importing(civil.Date{}, old, 0) // the same file again
		unseen := WordingImport{Paragraphs: old[:1], Seen: Fingerprint(nil)}
		if _, err := w.s.ImportWording(ctx, w.secretary, unseen); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("on top of what was not seen: %v", err)
		}
		if _, err := w.s.ImportWording(ctx, w.secretary, WordingImport{
			From: day("2026-03-14"), Paragraphs: old,
		}); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("no such version: %v", err)
		}
		if _, err := w.s.ImportWording(
			ctx, w.ordinary, WordingImport{Paragraphs: old},
		); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a member: %v", err)
		}
		w.tx(func(tx *store.Tx) error {
			return w.s.Adopt(ctx, tx, w.permit(), "motion:1", quorumOf(12, "2026-03-14"))
		})
		importing(day("2026-03-14"), []constitution.Paragraph{{Number: "4.2", Text: "Twelve shall suffice."}}, 1)

		rule, err := w.s.Rule(ctx, "4.2", day("2026-03-13"))
		if err != nil || rule.Wording.Text != "Ten shall suffice." || rule.Figures[0].Value != "10" ||
			!strings.Contains(rule.Summary, "10") {
			t.Errorf("before: %+v, %v", rule, err)
		}
		rule, err = w.s.Rule(ctx, "4.2", day("2026-03-14"))
		if err != nil || rule.Wording.Text != "Twelve shall suffice." || rule.Figures[0].Value != "12" {
			t.Errorf("after: %+v, %v", rule, err)
		}
		if rule, err = w.s.Rule(ctx, "4.4", day("2026-03-13")); err != nil || len(rule.Wording.Items) != 1 {
			t.Errorf("a rule with a list: %+v, %v", rule, err)
		}
		if _, err := w.s.Rule(ctx, "9.9", day("2026-03-13")); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("no such rule: %v", err)
		}
	})
}
