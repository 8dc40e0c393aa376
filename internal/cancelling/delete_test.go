package cancelling

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/entering"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// fills gives a draft event a row of every table that goes with it.
func (w *world) fills(e tournaments.Event) {
	w.t.Helper()
	section := w.sectionsOf(e.ID)[0].ID
	rating := scale.Rating(0)
	guest := func(name string) tournaments.Entry {
		n, err := w.events.EnterGuest(ctx, w.director, tournaments.GuestInput{
			FamilyName: name, GivenNames: e.Name, EntryInput: tournaments.EntryInput{Section: section, Rating: &rating, Visitor: true},
		})
		w.must(err)
		return n
	}
	a, b, c := guest("Ash"), guest("Birch"), guest("Cedar")
	_, err := w.events.Draw(ctx, w.director, section, 1)
	w.must(err)
	_, err = w.events.Redraw(ctx, w.director, section, 1, "A chair was broken.")
	w.must(err)
	partner := w.person("Partner", e.Name, "")
	const at = `'2026-11-21T01:00:00.000Z'`
	id := func(query string, args ...any) (id int64) {
		w.t.Helper()
		id, err := store.One(ctx, w.db, store.Value[int64], fmt.Sprintf(query, args...))
		w.must(err)
		return id
	}
	round := id(`SELECT id FROM round WHERE section_id = %d`, section)
	run := func(query string, args ...any) {
		w.t.Helper()
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, fmt.Sprintf(query, args...))
			return err
		}))
	}
	game := id(`SELECT id FROM game WHERE round_id = %d`, round)
	run(`INSERT INTO referee_call (game_id, side, by_name, at) VALUES (%d, 'black', 'Card', %s)`, game, at)
	run(`INSERT INTO dispute (game_id, black_says, white_says, opened_at) VALUES (%d, 'B', 'W', %s)`, game, at)
	run(`INSERT INTO fixed_pair (section_id, round, white_id, black_id) VALUES (%d, 2, %d, %d)`, section, a.ID, b.ID)
	run(`INSERT INTO forbidden_pair (section_id, a_id, b_id) VALUES (%d, %d, %d)`, section, a.ID, c.ID)
	run(`INSERT INTO fixed_table (entry_id, section_id, table_no) VALUES (%d, %d, 7)`, a.ID, section)
	run(`INSERT INTO pair_partner (entry_id, section_id, person_id, rating, rating_source, membership, own_rating, own_source)
		VALUES (%d, %d, %d, 10, 'director', 'visitor', 10, 'director')`, b.ID, section, partner)
	run(`INSERT INTO entry_prize_group (entry_id, prize_group) VALUES (%d, 'junior')`, a.ID)
	run(`INSERT INTO entry_round (entry_id, round, kind) VALUES (%d, 2, 'absent')`, a.ID)
	run(`INSERT INTO team (section_id, number, name, version) VALUES (%d, 1, 'Team', 1)`, section)
	team := id(`SELECT id FROM team WHERE section_id = %d`, section)
	run(`INSERT INTO team_player (entry_id, team_id, seq) VALUES (%d, %d, 1)`, a.ID, team)
	run(`INSERT INTO team_lineup (team_id, round, board, entry_id, decided) VALUES (%d, 1, 1, %d, TRUE)`, team, a.ID)
	run(`INSERT INTO team_match (round_id, table_no, white_id, black_id) VALUES (%d, 1, %d, %d)`, round, team, team)
	run(`INSERT INTO team_pair (section_id, round, white_id, forbidden) VALUES (%d, 0, %d, FALSE)`, section, team)
	run(`INSERT INTO timetable (section_id, zone, changed_at, version) VALUES (%d, 'Pacific/Auckland', %s, 1)`, section, at)
	run(`INSERT INTO timetable_round (section_id, round, day, starts, minutes) VALUES (%d, 1, '2027-01-02', 600, 90)`, section)
	run(`INSERT INTO weekly_section (section_id, remind_days, late, late_days, version)
		VALUES (%d, 2, 'director', 3, 1)`, section)
	run(`INSERT INTO weekly_deadline (section_id, round, day) VALUES (%d, 1, '2027-01-09')`, section)
	run(`INSERT INTO prize_list (section_id, rules, changes, version) VALUES (%d, '[]', '[]', 1)`, section)
	run(`INSERT INTO projector (event_id, seconds, views, sections, version) VALUES (%d, 10, '[]', '[]', 1)`, e.ID)
	run(`INSERT INTO referee_letters (event_id, person_id) VALUES (%d, %d)`, e.ID, w.director.Person)
	run(`INSERT INTO round_letters (entry_id, address, token, asked_at) VALUES (%d, 'fan@example.org', 'token %d', %s)`, a.ID, e.ID, at)
	letters := id(`SELECT id FROM round_letters WHERE entry_id = %d`, a.ID)
	run(`INSERT INTO round_letter_said (letters_id, round, said, times) VALUES (%d, 1, 'table 1', 1)`, letters)
	run(`INSERT INTO entry_terms (event_id, taken, closes_at) VALUES (%d, TRUE, %s)`, e.ID, at)
	run(`INSERT INTO section_places (section_id, places) VALUES (%d, 20)`, section)
	run(`INSERT INTO application (event_id, section_id, kind, fee, state, asked_at, expires_at, family_name, email)
		VALUES (%d, %d, 'visitor', 0, 'unconfirmed', %s, %s, 'Unsure', 'unsure@example.org')`, e.ID, section, at, at)
	run(`INSERT INTO application_link (token_hash, application_id, made_at)
		VALUES ('hash %d', (SELECT id FROM application WHERE event_id = %d), %s)`, e.ID, e.ID, at)
	run(`INSERT INTO entry_import (event_id, file_name, content, created_at) VALUES (%d, 'list.csv', '[]', %s)`, e.ID, at)
	run(`INSERT INTO office (person_id, role, event_id, from_day, created_at) VALUES (%d, 'referee', %d, '2026-11-21', %s)`,
		partner, e.ID, at)
	run(`INSERT INTO title_section (title_id, section_id, declared_at, declared_by)
		VALUES ((SELECT MIN(id) FROM title), %d, %s, 'Director')`, section, at)
	run(`INSERT INTO points_event (section_id, kind, club_id, declared_at, declared_by)
		VALUES (%d, 'regional', (SELECT MIN(id) FROM club), %s, 'Director')`, section, at)
	run(`INSERT INTO round_bye (round_id, entry_id) SELECT %d, %d WHERE NOT EXISTS (SELECT 1 FROM round_bye WHERE round_id = %d)`,
		round, c.ID, round)
	run(`INSERT INTO event_loan (event_id, number, state, new_from, new_until, hash, lent_at, lent_by, lender_id, ended_at)
		VALUES (%d, 1, 'returned', %d, %d, '%064d', %s, 'Director', %d, %s)`, e.ID, 1, 2, e.ID, at, w.director.Person, at)
	loan := id(`SELECT id FROM event_loan WHERE event_id = %d`, e.ID)
	run(`INSERT INTO event_loan_key (key_hash, loan_id, made_at) VALUES ('%064d', %d, %s)`, e.ID, loan, at)
	run(`INSERT INTO event_loan_person (loan_id, away_id, person_id) VALUES (%d, 1, %d)`, loan, partner)
	run(`INSERT INTO event_loan_version (loan_id, hash, came_at) VALUES (%d, '%064d', %s)`, loan, e.ID, at)
}

// rows counts the rows of every table that goes with events.
func (w *world) rows() map[string]int {
	w.t.Helper()
	out := make(map[string]int)
	for _, p := range parts {
		n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM `+p.table)
		w.must(err)
		out[p.table] = n
	}
	return out
}

// Of two events that are alike one is deleted whole, and nothing of the other.
func TestAnEventGoesWhole(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO club (name, name_key, sort_key, created_at) VALUES ('Club', 'club', 'club', '2026-11-21T01:00:00.000Z')`)
			return err
		}))
		before := w.rows()
		one := w.drafts("One")
		w.fills(one)
		after := w.rows()
		for _, p := range parts {
			if after[p.table] == before[p.table] {
				t.Errorf("the event has no row of %s: the test does not see whether it goes", p.table)
			}
		}
		two := w.drafts("Two")
		w.fills(two)
		gone, err := w.s.Deleting(ctx, w.director, two.ID)
		w.must(err)
		if gone.Refused != "" || len(gone.Sections) != 1 || gone.Sections[0].Players != 3 || !gone.Sections[0].Seen {
			t.Errorf("what goes: %+v", gone)
		}
		people, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM person`)
		w.must(err)
		w.refused(w.s.Delete(ctx, w.director, two.ID, false, gone.Event.Revision), apperr.Invalid, "sure: Tick this")
		w.refused(w.s.Delete(ctx, w.director, two.ID, true, gone.Event.Revision-1), apperr.Conflict, "")
		w.must(w.s.Delete(ctx, w.director, two.ID, true, gone.Event.Revision))
		for table, n := range w.rows() {
			if n != after[table] {
				t.Errorf("%d rows of %s, want %d", n, table, after[table])
			}
		}
		if n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM person`); err != nil || n != people {
			t.Errorf("%d people, want %d: %v", n, people, err)
		}
		w.refused(w.s.Delete(ctx, w.director, two.ID, true, gone.Event.Revision), apperr.NotFound, "")
		log, err := store.One(ctx, w.db, store.Value[string], `
			SELECT detail FROM audit_entry WHERE action = 'delete.event'`)
		if err != nil || !strings.Contains(log, gone.Sections[0].Commitment) || !strings.Contains(log, `"lot_drawn":true`) {
			t.Errorf("the log keeps %s, %v", log, err)
		}
		_, err = audit.Verify(ctx, w.db)
		w.must(err)
	})
}

func (w *world) deletes(id EventID) error {
	return w.s.Delete(ctx, w.director, id, true, w.read(id).Revision)
}

// An announced event in which no one is entered goes too; with anyone on its list it is cancelled instead.
func TestAnAnnouncedEvent(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		empty, _ := w.opens("Empty")
		w.must(w.deletes(empty.ID))

		called, _ := w.opens("Called off")
		w.must(w.s.Cancel(ctx, w.director, called.ID, "No one came.", called.Version))
		w.must(w.deletes(called.ID))

		early, token := w.visits("Early")
		w.refused(w.deletes(w.event.ID), apperr.Conflict, "Cancel it instead")
		w.must(w.s.Cancel(ctx, w.director, w.event.ID, "Flood.", w.read(w.event.ID).Version))
		w.refused(w.deletes(w.event.ID), apperr.Conflict, "Its page stays")
		w.must(w.s.Undo(ctx, w.director, w.event.ID, w.read(w.event.ID).Version))
		w.must(w.entries.Pay(ctx, w.director, early.ID, entering.Beforehand, w.version(early.ID)))
		w.must(w.entries.WithdrawByLink(ctx, token, w.version(early.ID)))
		w.refused(w.deletes(w.event.ID), apperr.Conflict, "fees were paid")
		w.must(w.entries.Pay(ctx, w.director, early.ID, "", w.version(early.ID)))
		w.must(w.deletes(w.event.ID))
	})
}

// What was played stays, and what is elsewhere.
func TestWhatIsNotDeleted(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		draft := w.drafts("Draft")
		w.must(w.events.Announce(ctx, w.director, draft.ID, draft.Version))
		_, err := w.venue.Lend(ctx, w.director, draft.ID)
		w.must(err)
		w.refused(w.deletes(draft.ID), apperr.Conflict, "at its venue")
		w.must(w.venue.Reclaim(ctx, w.director, draft.ID))
		w.refused(w.deletes(draft.ID), apperr.Conflict, "begin again with other lots") // whoever had its file could read them

		r := w.plays()
		w.must(w.wins(r))
		w.refused(w.deletes(w.event.ID), apperr.Conflict, "has results")

		quiet := w.drafts("Quiet")
		for _, role := range []auth.Role{auth.Referee, auth.President, auth.Secretary, auth.Administrator, auth.Committee} {
			actor := w.actor(w.person("No", string(role), ""), role)
			_, err := w.s.Deleting(ctx, actor, quiet.ID)
			w.refused(err, apperr.Forbidden, "")
			w.refused(w.s.Delete(ctx, actor, quiet.ID, true, quiet.Revision), apperr.Forbidden, "")
		}
		w.refused(w.s.Delete(ctx, auth.Actor{}, quiet.ID, true, quiet.Revision), apperr.SignIn, "")
	})
}

// Attack: a director looks at a lot, clears the list, and wants to begin again with other lots. Of an announced event
// neither the event nor the section goes, nor does the announcement.
func TestNoOneChoosesALotByDeleting(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		a := w.enters(w.person("Black", "Ada", ""))
		b := w.enters(w.person("White", "Bob", ""))
		r, err := w.events.Draw(ctx, w.director, w.section, 1)
		w.must(err)
		w.must(w.events.DiscardPreview(ctx, w.director, r.ID, r.Version))
		w.must(w.events.RemoveEntry(ctx, w.director, a.ID, a.Version))
		w.must(w.events.RemoveEntry(ctx, w.director, b.ID, b.Version))
		id := w.event.ID
		const says = "begin again with other lots"
		w.refused(w.deletes(id), apperr.Conflict, says)
		w.refused(w.events.Unannounce(ctx, w.director, id, w.read(id).Version), apperr.Conflict, says)
		w.refused(w.events.RemoveSection(ctx, w.director, w.section, w.sectionsOf(id)[0].Version), apperr.Conflict, says)
		w.must(w.s.Cancel(ctx, w.director, id, "No one came.", w.read(id).Version))
		w.refused(w.deletes(id), apperr.Conflict, says)
		if lots, err := tournaments.CommitmentIn(ctx, w.db, w.section); err != nil || lots == nil || !lots.Seen {
			t.Errorf("the commitment: %+v, %v", lots, err)
		}
	})
}
