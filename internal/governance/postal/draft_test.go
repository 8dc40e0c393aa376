package postal

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// fields are the names of the fields that a refusal complains about.
func fields(err error) string {
	e, ok := err.(*apperr.Error)
	if !ok {
		return fmt.Sprintf("no refusal: %v", err)
	}
	var names []string
	for _, f := range e.Fields {
		names = append(names, f.Name)
	}
	return strings.Join(names, " ")
}

func TestDraftsThatAreRefused(t *testing.T) {
	each(t, 6, func(t *testing.T, w *society) {
		for _, c := range []struct {
			name   string
			spoil  func(*Draft)
			fields string
		}{
			{"nothing", func(d *Draft) { *d = Draft{} }, "title egm held typed way"},
			{"everything wrong at once", func(d *Draft) {
				d.Title, d.Closing, d.Way = strings.Repeat("x", 201), d.EGM, "by pigeon"
				d.Motions = []Motion{{}, {Text: "That it be.", Kind: "urgent"}}
			}, "title closing way motion_1 kind_1 kind_2"},
			{"typed by hand, and no meeting named", func(d *Draft) { d.Held = " " }, "held"},
			{"typed by hand, and no reason", func(d *Draft) { d.Typed = "" }, "typed"},
			{
				"typed by hand, and too much said",
				func(d *Draft) { d.Held, d.Typed = strings.Repeat("x", 201), strings.Repeat("x", 201) }, "held typed",
			},
			{"a closing before the EGM", func(d *Draft) { d.Closing = day("2026-03-13") }, "closing"},
			{"a closing in another age", func(d *Draft) { d.Closing = day("9000-01-01") }, "closing"},
			{"a motion with control characters", func(d *Draft) { d.Motions[0].Text = "That\x1b[2J it be" }, "motion_1"},
			{"a motion that turns the writing over", func(d *Draft) { d.Motions[1].Text = "That \u202eti be" }, "motion_2"},
			{"a motion of five thousand bytes", func(d *Draft) { d.Motions[0].Text = strings.Repeat("ā", 2500) }, "motion_1"},
			{"an address that is no text", func(d *Draft) { d.Address = "a\xff" }, "address"},
			{"forty-one motions", func(d *Draft) { d.Motions = make([]Motion, 41) }, "motions"},
			{"a proposer whom nobody knows", func(d *Draft) { d.Proposer = 999 }, "proposer"},
			{"a meeting that is not there", func(d *Draft) { d.Meeting = 999 }, "meeting"},
		} {
			d := draft
			d.Motions = append([]Motion{}, draft.Motions...)
			c.spoil(&d)
			if _, err := w.Draft(ctx, w.actors["secretary"], d); fields(err) != c.fields {
				t.Errorf("%s: fields %q, want %q", c.name, fields(err), c.fields)
			}
		}
		if n := w.rows("postal_vote"); n != 0 {
			t.Errorf("%d votes were begun", n)
		}
	})
}

func TestADraftIsChangedByOneAtATime(t *testing.T) {
	each(t, 6, func(t *testing.T, w *society) {
		d := draft
		d.Proposer = w.people[3]
		w.reach(StateDraft, d)
		old := w.version()
		d.Motions = []Motion{{Number: 9, Text: " That\r\nit be. ", Kind: constitution.Ordinary}}
		w.must(w.Edit(ctx, w.actors["secretary"], w.vote, old, d))
		if err := w.Edit(ctx, w.actors["secretary"], w.vote, old, draft); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("an old version was saved: %v", err)
		}
		f, err := w.Vote(ctx, w.actors["secretary"], w.vote)
		w.must(err)
		if want := (Motion{
			1, "That\nit be.", constitution.Ordinary,
		}); len(f.Motions) != 1 || f.Motions[0] != want || f.ProposerName != "Member Testcase003" {
			t.Errorf("%+v", f.Vote)
		}
		if err := w.Edit(ctx, w.actors["secretary"], 999, 1, draft); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("a vote that is not there: %v", err)
		}
	})
}

func TestDocuments(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateDraft, draft)
		secretary := w.actors["secretary"]
		for _, c := range []struct {
			name string
			d    Document
		}{
			{"empty", Document{Name: "a.pdf", MediaType: "application/pdf"}},
			{"no name", Document{MediaType: "application/pdf", Content: []byte("x")}},
			{"a program", Document{Name: "a.html", MediaType: "text/html", Content: []byte("x")}},
			{
				"too large",
				Document{Name: "a.pdf", MediaType: "application/pdf", Content: bytes.Repeat([]byte("x"), governance.MaxDocument+1)},
			},
			{"a program named as a PDF", Document{Name: "a.pdf", MediaType: "application/pdf", Content: []byte("MZ\x90\x00")}},
			{"a page named as a picture", Document{Name: "a.png", MediaType: "image/png", Content: []byte("<html>")}},
			{"a PDF named as a photograph", Document{Name: "a.jpg", MediaType: "image/jpeg", Content: []byte("%PDF")}},
			{"a program named as a text", Document{Name: "a.txt", MediaType: "text/plain", Content: []byte("MZ\x90\x00")}},
			{"a long name", Document{Name: strings.Repeat("a", 121), MediaType: "text/plain", Content: []byte("x")}},
		} {
			if _, err := w.AddDocument(ctx, secretary, w.vote, c.d); fields(err) != "document" {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		minutes := Document{
			Name: `C:\minutes\egm.pdf`, MediaType: "application/pdf", Minutes: true, Content: []byte("%PDF minutes"),
		}
		f, err := w.Vote(ctx, secretary, w.vote)
		w.must(err)
		if len(f.Findings) != 1 || f.Findings[0].Rule != "5.9" {
			t.Errorf("nobody says that the minutes are missing: %v", f.Findings)
		}
		id, err := w.AddDocument(ctx, secretary, w.vote, minutes)
		w.must(err)
		for range governance.MaxDocuments - 1 {
			_, err := w.AddDocument(ctx, secretary, w.vote, Document{
				Name: "a.txt", MediaType: "text/plain", Content: []byte("x"),
			})
			w.must(err)
		}
		if _, err := w.AddDocument(ctx, secretary, w.vote, minutes); fields(err) != "document" {
			t.Errorf("an eleventh document: %v", err)
		}
		got, err := w.Document(ctx, secretary, w.vote, id)
		if err != nil || got.Name != "egm.pdf" || string(got.Content) != "%PDF minutes" || !got.Minutes {
			t.Errorf("%+v, %v", got, err)
		}
		if f, err = w.Vote(ctx, secretary, w.vote); err != nil || len(f.Findings) != 0 || len(f.Documents) != governance.MaxDocuments {
			t.Errorf("%v, %d documents, %v", f.Findings, len(f.Documents), err)
		}
		// Members see it once the papers are out.
		if _, err := w.Document(ctx, w.actors["member"], w.vote, id); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("before: %v", err)
		}
		w.advance(StateDespatched)
		if _, err := w.Document(ctx, w.actors["member"], w.vote, id); err != nil {
			t.Errorf("after: %v", err)
		}
		if _, err := w.Document(ctx, auth.Actor{}, w.vote, id); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("nobody: %v", err)
		}
		w.refused(w.RemoveDocument(ctx, secretary, w.vote, id), "5.9", "the vote is not at that step")
	})
}

// Rule 5.9 and 5.8 as guards of the freezing: each refusal names its rule.
func TestFreezingIsRefusedUnderTheRule(t *testing.T) {
	each(t, 6, func(t *testing.T, w *society) {
		for _, c := range []struct {
			name, today string
			spoil       func(*Draft)
			rule, want  string
		}{
			{"before the EGM", "2026-03-13", func(*Draft) {}, "5.8", "frames the motions"},
			{"no motion", "2026-03-15", func(d *Draft) { d.Motions = nil }, "5.9", "no motion to vote on"},
			{"no address", "2026-03-15", func(d *Draft) { d.Address = "" }, "5.9", "address to which papers are sent"},
			{
				"no closing", "2026-03-15",
				func(d *Draft) { d.Closing = day("2026-04-25").AddDays(-9999); d.Closing = Draft{}.Closing }, "5.9",
				"Choose the last day",
			},
			{
				"43 days after the EGM", "2026-03-15", func(d *Draft) { d.Closing = day("2026-04-26") }, "5.9",
				"26 April 2026 is later than 25 April 2026, 42 days after the EGM",
			},
			{"42 days after the EGM", "2026-03-15", func(d *Draft) { d.Closing = day("2026-04-25") }, "", ""},
			{
				"13 days before the closing", "2026-04-07", func(*Draft) {}, "5.9",
				"13 days from 7 April 2026 to 20 April 2026 < 14",
			},
			{"14 days before the closing", "2026-04-06", func(*Draft) {}, "", ""},
			{"on the day of the EGM", "2026-03-14", func(*Draft) {}, "", ""},
			{
				"before anybody joined", "2024-03-15", func(d *Draft) { d.EGM, d.Closing = day("2024-03-14"), day("2024-04-20") },
				"5.9", "No one is a member on 15 March 2024",
			},
		} {
			d := draft
			c.spoil(&d)
			w.on(c.today)
			w.reach(StateDraft, d)
			err := w.Freeze(ctx, w.actors["secretary"], w.vote, w.version())
			if c.rule == "" {
				if err != nil || w.state() != StateFrozen {
					t.Errorf("%s: %v", c.name, err)
				}
				continue
			}
			if e, ok := err.(*apperr.Error); !ok || e.Rule != c.rule || !strings.Contains(e.Message, c.want) ||
				w.state() != StateDraft {
				t.Errorf("%s: %v, want %s: %s", c.name, err, c.rule, c.want)
			}
		}
	})
}

// Every date of the spec's example.
func TestTheDatesOfAVote(t *testing.T) {
	each(t, 6, func(t *testing.T, w *society) {
		d := draft
		d.Closing = day("2026-04-25")
		k, err := w.Calendar(ctx, w.actors["secretary"], d)
		w.must(err)
		var got []string
		for _, one := range k.Deadlines {
			got = append(got, fmt.Sprintf("%s %s %s", one.What, one.By, one.Rule))
		}
		want := "motions_to_secretary 2026-03-21 5.8, minutes 2026-03-28 4.5, despatch 2026-04-10 5.9, closing 2026-04-25 " +
			"5.9, report 2026-05-02 5.11, destroy_not_before 2026-11-02 5.11"
		if strings.Join(got, ", ") != want {
			t.Errorf("%s; want %s", strings.Join(got, ", "), want)
		}
		d.Closing = day("2026-04-26")
		if k, err = w.Calendar(
			ctx, w.actors["secretary"], d,
		); err != nil || len(k.Warnings) != 1 || k.Warnings[0].Rule != "5.9" {
			t.Errorf("a day too late: %v, %v", k.Warnings, err)
		}
		if _, err := w.Calendar(ctx, w.actors["secretary"], Draft{}); fields(err) != "egm" {
			t.Errorf("no day: %v", err)
		}
		if _, err := w.Calendar(ctx, w.actors["member"], d); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a member: %v", err)
		}
	})
}

// The roll is that of the day it is frozen: who joins or is corrected later does
// not change it.
func TestTheRollStaysFrozen(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		join := func(name, from, to string) (id members.PersonID) {
			w.must(w.db.InTx(ctx, func(tx *store.Tx) (err error) {
				if id, err = members.InsertPerson(
					ctx, tx, w.now, members.PersonInput{FamilyName: name, GivenNames: "Member"},
				); err != nil {
					return err
				}
				return members.InsertTerms(ctx, tx, []members.Term{
					{
						Person: id, Year: constitution.Shipped().YearOf(day(from)), From: day(from), To: day(to), Kind: members.KindNew,
						RecordedAt: w.now,
					},
				})
			}))
			return id
		}
		lapsed := join("Lapsed", "2025-07-01", "2026-03-14")
		lastDay := join("Lastday", "2025-07-01", "2026-03-15")
		firstDay := join("Firstday", "2026-03-15", "2026-06-30")
		tomorrow := join("Tomorrow", "2026-03-16", "2026-06-30")
		w.reach(StateFrozen, draft)
		before, err := w.Roll(ctx, w.actors["secretary"], w.vote)
		w.must(err)
		on := map[auth.PersonID]bool{}
		for _, v := range before {
			on[v.Person] = true
			if v.Hash != voterHash(w.vote, day("2026-03-15"), v.Person, v.Name) {
				t.Errorf("the hash of %s is not over the entry", v.Name)
			}
		}
		if on[lapsed] || !on[lastDay] || !on[firstDay] || on[tomorrow] || len(before) != 16 {
			t.Errorf("the roll of 15 March: %v", before)
		}
		f, err := w.Vote(ctx, w.actors["secretary"], w.vote)
		w.must(err)
		if f.RollHash != rollHash(before) || f.RollCount != 16 || f.MotionsHash != motionsHash(f.Draft) ||
			f.RollDay != day("2026-03-15") {
			t.Errorf("frozen as %+v", f.Vote)
		}
		join("Later", "2026-03-15", "2026-06-30")
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			terms, err := members.TermsOf(ctx, tx, []members.PersonID{firstDay})
			if err != nil {
				return err
			}
			return members.Correct(ctx, tx, w.now, w.actors["secretary"], terms[firstDay], day("2026-03-01"), "a mistake")
		}))
		w.advance(StatePapers)
		after, err := w.Roll(ctx, w.actors["secretary"], w.vote)
		if err != nil || rollHash(after) != f.RollHash || len(w.serials) != 16 {
			t.Errorf("%d on the roll, %d papers, %v", len(after), len(w.serials), err)
		}
		for name, kind := range map[string]apperr.Kind{
			"member": apperr.NotFound, "administrator": apperr.NotFound, "nobody": apperr.SignIn, "ana": "",
		} {
			if _, err := w.Roll(ctx, w.actors[name], w.vote); apperr.KindOf(err) != kind {
				t.Errorf("the roll for %s: %v", name, err)
			}
		}
	})
}

func TestReopeningVoidsWhatCameAfterTheDraft(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StatePapers, draft)
		if err := w.Reopen(ctx, w.actors["secretary"], w.vote, w.version(), " "); fields(err) != "reason" {
			t.Errorf("without a reason: %v", err)
		}
		w.must(w.Reopen(ctx, w.actors["secretary"], w.vote, w.version(), "Motion 2 was misread."))
		for _, table := range []string{"postal_voter", "postal_teller", "postal_print"} {
			if n := w.rows(table); n != 0 {
				t.Errorf("%s has %d rows", table, n)
			}
		}
		f, err := w.facts(ctx, w.db, w.vote)
		if err != nil || f.State != StateDraft || f.pack != "" || f.RollHash != "" || !f.PapersAt.IsZero() {
			t.Errorf("%+v, %v", f.Vote, err)
		}
		w.advance(StateDespatched)
		w.refused(
			w.Reopen(ctx, w.actors["secretary"], w.vote, w.version(), "Too late."), "5.9", "the vote is not at that step",
		)
	})
}

// The EGM of a vote is one that was held, on the vote's day, and the vote is on
// exactly the motions that it framed; there is one vote on them.
func TestTheMeetingOfAVote(t *testing.T) {
	each(t, 6, func(t *testing.T, w *society) {
		exec := func(query string, args ...any) {
			t.Helper()
			w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, query, args...)
				return err
			}))
		}
		meeting := func(kind, date, state string) (id MeetingID) {
			w.must(w.db.InTx(ctx, func(tx *store.Tx) (err error) {
				id, err = store.One(ctx, tx, store.Value[MeetingID], `
					INSERT INTO meeting (kind, date, time, place, state, called_by, created_at, created_by)
					VALUES ($1, $2, '19:30', 'Hall', $3, 'committee', $4, 'test')
					RETURNING id`, kind, date, state, w.now)
				return err
			}))
			return id
		}
		motion := func(id MeetingID, number int, paper int64, kind constitution.Kind, text, state string) {
			exec(`INSERT INTO motion (meeting_id, number, paper_number, origin, kind, item, title, wording, state)
				VALUES ($1, $2, $3, 'committee', $4, 'discussion', 'A matter', $5, $6)`, id, number, store.NullZero(paper),
				string(kind), text, state)
		}
		held := meeting("egm", egm, "closed")
		motion(held, 1, 2, constitution.Constitutional, draft.Motions[1].Text, "framed")
		motion(held, 2, 0, constitution.Ordinary, "That nothing be done.", "withdrawn")
		motion(held, 3, 1, constitution.Ordinary, draft.Motions[0].Text, "framed")
		other := meeting("egm", "2026-03-13", "approved")
		motion(other, 1, 1, constitution.Ordinary, "That it be so.", "framed")
		with := func(id MeetingID, change func(*Draft)) Draft {
			d := draft
			d.Meeting, d.Motions = id, slices.Clone(d.Motions)
			if change != nil {
				change(&d)
			}
			return d
		}
		for _, c := range []struct {
			name   string
			draft  Draft
			fields string
		}{
			{"an AGM", with(meeting("agm", egm, "closed"), nil), "meeting"},
			{"a meeting to come", with(meeting("egm", egm, "notice_sent"), nil), "meeting"},
			{"a meeting that is open", with(meeting("egm", egm, "open"), nil), "meeting"},
			{"an inquorate one", with(meeting("egm", egm, "inquorate"), nil), "meeting"},
			{"one without motions", with(meeting("egm", egm, "closed"), nil), "meeting"},
			{"another day", with(other, nil), "egm"},
			{"one motion less", with(held, func(d *Draft) { d.Motions = d.Motions[:1] }), "motions"},
			{
				"one motion more",
				with(held, func(d *Draft) { d.Motions = append(d.Motions, Motion{Text: "That x.", Kind: constitution.Ordinary}) }),
				"motions",
			},
			{"another wording", with(held, func(d *Draft) { d.Motions[0].Text += " Or thirty." }), "motions"},
			{"another majority", with(held, func(d *Draft) { d.Motions[1].Kind = constitution.Ordinary }), "motions"},
			{"another order", with(held, func(d *Draft) { slices.Reverse(d.Motions) }), "motions"},
		} {
			if _, err := w.Draft(ctx, w.actors["secretary"], c.draft); fields(err) != c.fields {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		begun, err := w.OfMeeting(ctx, w.actors["secretary"], held)
		if err != nil || begun.ID != 0 || begun.Title != "Motions of the EGM of 14 March 2026" || begun.EGM != day(egm) ||
			begun.Closing != day("2026-04-25") || !slices.EqualFunc(
			begun.Motions, draft.Motions, func(a, b Motion) bool { return a.Text == b.Text && a.Kind == b.Kind },
		) {
			t.Errorf("%+v, %v", begun, err)
		}
		if _, err := w.OfMeeting(ctx, w.actors["ana"], held); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("for a teller: %v", err)
		}
		d := with(held, nil)
		w.reach(StateDraft, d)
		w.must(w.Edit(ctx, w.actors["secretary"], w.vote, w.version(), d))
		if _, err := w.Draft(ctx, w.actors["secretary"], d); fields(err) != "meeting" {
			t.Errorf("a second vote: %v", err)
		}
		if v, err := w.OfMeeting(ctx, w.actors["secretary"], held); err != nil || v.ID != w.vote {
			t.Errorf("the vote that there is: %+v, %v", v, err)
		}
		exec(`UPDATE meeting SET state = 'inquorate' WHERE id = $1`, held)
		if err := w.Freeze(ctx, w.actors["secretary"], w.vote, w.version()); fields(err) != "meeting" {
			t.Errorf("an inquorate meeting: %v", err)
		}
		exec(`UPDATE meeting SET state = 'closed' WHERE id = $1`, held)
		w.advance(StateFrozen)
	})
}

// Rule 5.8: a draft from before the meeting had to be named is not frozen, and a
// vote on a meeting's own motions says nothing of typing.
func TestAVoteTypedByHandNamesItsMeeting(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateDraft, draft)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE postal_vote SET held = '', typed_why = ''`)
			return err
		}))
		w.refused(
			w.Freeze(ctx, w.actors["secretary"], w.vote, w.version()), "5.8",
			"name the meeting that framed them",
		)
		w.must(w.Edit(ctx, w.actors["secretary"], w.vote, w.version(), draft))
		w.advance(StateDeclared, "yy")
		d, err := w.Service.Declaration(ctx, w.vote)
		w.must(err)
		if d.Held != draft.Held || d.Typed != draft.Typed {
			t.Errorf("declared %q, %q", d.Held, d.Typed)
		}
		if _, body := d.letter("A Go Society"); !strings.Contains(body, draft.Held) || !strings.Contains(body, draft.Typed) {
			t.Errorf("the letter says nothing of it:\n%s", body)
		}
	})
}
