package postal

import (
	"errors"
	"strings"
	"testing"

	"nzgs/internal/governance/ballot"
	"nzgs/internal/store"
)

// Motions, roll and tellers' keys are those that were frozen and proven:
// nothing goes on after somebody changed them in the database.
func TestAVoteThatWasChangedInTheDatabaseDoesNotGoOn(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		for name, change := range map[string]string{
			"a motion's wording": `UPDATE postal_motion SET wording = 'That everything be sold.' WHERE vote_id = $1 AND number = 1`,
			"a motion's kind":    `UPDATE postal_motion SET kind = 'ordinary' WHERE vote_id = $1 AND number = 2`,
			"a voter less":       `DELETE FROM postal_voter WHERE vote_id = $1 AND person_id = (SELECT MAX(person_id) FROM postal_voter WHERE vote_id = $1)`,
			"a voter's name":     `UPDATE postal_voter SET name = 'Somebody Else' WHERE vote_id = $1 AND person_id = (SELECT MAX(person_id) FROM postal_voter WHERE vote_id = $1)`,
		} {
			w.on("2026-03-15")
			w.reach(StateReported, draft, "yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn")
			w.must(w.db.InTx(ctx, func(tx *store.Tx) error { _, err := tx.Exec(ctx, change, w.vote); return err }))
			if err := w.Declare(ctx, w.actors["secretary"], w.vote, w.version()); err == nil {
				t.Errorf("%s: declared all the same", name)
			}
			w.on("2026-03-15")
			w.reach(StateTellers, draft)
			w.must(w.db.InTx(ctx, func(tx *store.Tx) error { _, err := tx.Exec(ctx, change, w.vote); return err }))
			if _, err := w.MakePapers(ctx, w.actors["secretary"], w.vote, w.version()); err == nil {
				t.Errorf("%s: papers are made all the same", name)
			}
		}
		w.on("2026-03-15")
		w.reach(StateClosed, draft, "yn")
		f, err := w.facts(ctx, w.db, w.vote)
		w.must(err)
		p, err := ballot.ParsePackage([]byte(f.pack))
		w.must(err)
		spy := ballot.Teller{Name: "Nobody At All", Card: keyring()[2].identity.Card()}
		p.Tellers = append(p.Tellers, spy)
		p.Signatures = append(p.Signatures, keyring()[2].identity.SignKeys(p.Keys()))
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error { return setPackage(ctx, tx, w.vote, p) }))
		if err := w.Enter(ctx, w.actors["ana"], w.vote, w.entries("yn")); err == nil {
			t.Error("papers are sealed to a key that no teller has proven")
		}
	})
}

// attacks are single changes to the database by somebody who can write to it, and
// the part of the vote that the refusal names.
var attacks = []struct{ name, change, named string }{
	{"totals", `UPDATE postal_vote SET result = REPLACE(result, '"yes": 10', '"yes": 9') WHERE id = $1`, "result"},
	{"no result", `UPDATE postal_vote SET result = '' WHERE id = $1`, "result"},
	{"a state", `UPDATE postal_vote SET state = 'reported', reported = '2026-04-22' WHERE id = $1`, "dates, address or state"},
	{"a closing day", `UPDATE postal_vote SET closing = '2026-04-21' WHERE id = $1`, "dates, address or state"},
	{"the tellers' remarks", `UPDATE postal_vote SET report_note = 'Carried.' WHERE id = $1`, "dates, address or state"},
	{"a roll of fewer", `UPDATE postal_vote SET roll_count = roll_count - 1 WHERE id = $1`, "dates, address or state"},
	{"a wording", `UPDATE postal_motion SET wording = 'That everything be sold.' WHERE vote_id = $1 AND number = 1`, "motions"},
	{"a kind", `UPDATE postal_motion SET kind = 'ordinary' WHERE vote_id = $1`, "motions"},
	{"a motion less", `DELETE FROM postal_motion WHERE vote_id = $1 AND number = 2`, "motions"},
	{"a voter's name", `UPDATE postal_voter SET name = 'Somebody Else' WHERE vote_id = $1`, "roll"},
	{"a teller", `UPDATE postal_teller SET person_id = 1 WHERE vote_id = $1 AND position = 1`, "tellers or their keys"},
	{"a teller's key", `UPDATE postal_teller SET card = (SELECT card FROM postal_teller t WHERE t.vote_id = $1 AND t.position = 2)
		WHERE vote_id = $1 AND position = 1`, "tellers or their keys"},
	{"an approval", `UPDATE postal_teller SET approved_at = '2026-04-20T00:00:00.000Z' WHERE vote_id = $1`, "tellers or their keys"},
	{"a third teller", `INSERT INTO postal_teller (vote_id, person_id, position) VALUES ($1, 1, 3)`, "tellers or their keys"},
	{"whose paper it is", `UPDATE postal_envelope SET person_id = 14
		WHERE vote_id = $1 AND id = (SELECT MAX(id) FROM postal_envelope WHERE vote_id = $1)`, "envelope register"},
	{"a paper rejected", `UPDATE postal_envelope SET standing = 'rejected', reason = 'x' WHERE vote_id = $1`, "envelope register"},
	{"a paper less", `DELETE FROM postal_envelope
		WHERE vote_id = $1 AND id = (SELECT MAX(id) FROM postal_envelope WHERE vote_id = $1)`, "envelope register"},
	{"the package", `UPDATE postal_vote SET package = REPLACE(package, 'twenty sets', 'thirty sets') WHERE id = $1`, "vote package"},
	{"where the closing day ends", `UPDATE postal_vote
		SET package = REPLACE(package, '"motions":', '"zone":"Pacific/Kiritimati","motions":') WHERE id = $1`, "vote package"},
	{"a planted proposal", `INSERT INTO postal_replacement (vote_id, outgoing_id, incoming_id, reason, proposed_by, proposed_name,
		proposed_at, state) VALUES ($1, 2, 9, 'x', 1, 'x', '2026-04-01T00:00:00.000Z', 'made')`, "proposals to replace a teller"},
	{"a proposal to another", `UPDATE postal_replacement SET incoming_id = 9 WHERE vote_id = $1`, "proposals to replace a teller"},
	{"a key that is proposed", `UPDATE postal_replacement SET card = 'x' WHERE vote_id = $1`, "proposals to replace a teller"},
	{"a planted confirmation", `INSERT INTO postal_confirmation (replacement_id, person_id, office, name, digest, confirmed_at)
		SELECT id, 10, 'president', 'x', '` + strings.Repeat("0", 64) + `', '2026-04-01T00:00:00.000Z' FROM postal_replacement WHERE vote_id = $1`,
		"confirmations of a proposal"},
	{"a confirmation less", `DELETE FROM postal_confirmation WHERE replacement_id IN (SELECT id FROM postal_replacement WHERE vote_id = $1)`,
		"confirmations of a proposal"},
	{"the declaration", `UPDATE postal_vote SET declaration = REPLACE(declaration, '"Yes":10', '"Yes":9') WHERE id = $1`, "declaration"},
}

// TestNothingFalseIsShownOrDeclaredAfterAChangeInTheDatabase: whatever is changed
// between two steps, in whichever state, every way to a total refuses and says
// what was changed, and the vote does not go on.
func TestNothingFalseIsShownOrDeclaredAfterAChangeInTheDatabase(t *testing.T) {
	states := []State{StateClosed, StateAgreed, StateReported, StateDeclared}
	each(t, 14, func(t *testing.T, w *society) {
		ten := []string{"yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn"}
		w.offices()
		w.reach(StateDespatched, draft)
		w.on("2026-04-01")
		w.must(w.Propose(ctx, w.actors["ana"], w.vote, w.third()))
		w.must(w.Withdraw(ctx, w.actors["ana"], w.vote))
		w.must(w.Propose(ctx, w.actors["ana"], w.vote, w.third()))
		w.offer("third", 2)
		w.must(w.confirm("secretary"))
		planted := 0
		for _, state := range states {
			w.advance(state, ten...)
			for _, attack := range attacks {
				changed := w.rolledBack(func(tx *store.Tx) {
					n, err := tx.Exec(ctx, attack.change, w.vote)
					w.must(err)
					if n == 0 {
						return // nothing of it is there in this state
					}
					f, err := w.facts(ctx, tx, w.vote)
					if err != nil {
						return // it cannot even be read
					}
					before, err := standingOfVote(ctx, w.db, w.vote)
					w.must(err)
					now, err := standingOfVote(ctx, tx, w.vote)
					w.must(err)
					if now == before {
						return // the change left everything as it was
					}
					if _, err := w.proven(ctx, tx, f); err == nil {
						t.Errorf("%s: %s is changed, and there are totals", state, attack.name)
					}
					w.refused(unchanged(ctx, tx, f), "", "someone changed the "+attack.named+" in the database")
					if strings.Contains(attack.named, "propos") {
						planted++
					}
				})
				w.must(changed)
			}
		}
		if planted == 0 {
			t.Error("no proposal was attacked")
		}
	})
}

// TestAVoteOfBeforeThereWereProposalsGoesOn: its last step left no digest of them, and
// none may have been planted since.
func TestAVoteOfBeforeThereWereProposalsGoesOn(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateClosed, draft, "yn")
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			after, err := leaves(ctx, tx, w.vote, nil)
			if err != nil {
				return err
			}
			was := after.(map[string]any)[standingField].(standing)
			was.Proposals, was.Confirmations = "", ""
			return did(w.permit(), "note", w.vote, map[string]any{standingField: was}).Write(ctx, tx)
		}))
		f, err := w.facts(ctx, w.db, w.vote)
		w.must(err)
		w.must(unchanged(ctx, w.db, f))
		w.must(w.rolledBack(func(tx *store.Tx) {
			_, err := tx.Exec(ctx, `INSERT INTO postal_replacement (vote_id, outgoing_id, incoming_id, reason, proposed_by, proposed_name, proposed_at)
				VALUES ($1, 2, 9, 'x', 1, 'x', '2026-04-01T00:00:00.000Z')`, w.vote)
			w.must(err)
			w.refused(unchanged(ctx, tx, f), "", "proposals to replace a teller")
		}))
		w.advance(StateDeclared, "yn")
	})
}

// TestWhatIsNotRecordedOfTellersIsSaid: of a vote whose log begins after its tellers
// were appointed, or names them by number only.
func TestWhatIsNotRecordedOfTellersIsSaid(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateTellers, draft)
		lines := func(change string) string {
			t.Helper()
			var out string
			w.must(w.rolledBack(func(tx *store.Tx) {
				_, err := tx.Exec(ctx, change)
				w.must(err)
				h, err := tellerHistory(ctx, tx, w.vote)
				w.must(err)
				out = strings.Join(h.Lines(true), "\n")
			}))
			return out
		}
		if got := lines(`UPDATE audit_entry SET detail = '{"after":{"tellers":[2,3]}}' WHERE action = 'appoint.postal_vote'`); !strings.Contains(
			got, "recorded Member Testcase001 and Member Testcase002 as the tellers: by which minute or resolution is not recorded.") {
			t.Errorf("an appointment of before: %s", got)
		}
		if got := lines(`DELETE FROM audit_entry WHERE action = 'appoint.postal_vote'`); !strings.HasPrefix(
			got, "Not recorded before 15 March 2026.\n15 March 2026: ") {
			t.Errorf("no appointment: %s", got)
		}
		if got := lines(`DELETE FROM audit_entry WHERE object = 'postal_vote'`); got != "The society’s log has no record of this vote’s tellers." {
			t.Errorf("nothing: %s", got)
		}
	})
}

// rolledBack does something to the database and takes it back.
func (w *society) rolledBack(do func(tx *store.Tx)) error {
	back := errors.New("back")
	err := w.db.InTx(ctx, func(tx *store.Tx) error {
		do(tx)
		return back
	})
	if errors.Is(err, back) {
		return nil
	}
	return err
}

// TestAChangedVoteIsStopped: through the services, as people meet it.
func TestAChangedVoteIsStopped(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		ten := []string{"yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn"}
		secretary, ana := w.actors["secretary"], w.actors["ana"]
		change := func(query string) {
			t.Helper()
			w.must(w.db.InTx(ctx, func(tx *store.Tx) error { _, err := tx.Exec(ctx, query, w.vote); return err }))
		}
		const forged = `UPDATE postal_vote SET result = REPLACE(REPLACE(result, '"no": 10', '"no": 0'), '"yes": 0', '"yes": 10') WHERE id = $1`

		w.reach(StateAgreed, draft, ten...)
		change(forged)
		_, err := w.AgreedTotals(ctx, ana, w.vote)
		w.refused(err, "", "changed the result")
		w.refused(w.Report(ctx, ana, w.vote, w.version(), ""), "", "changed the result")

		w.on("2026-03-15")
		w.reach(StateReported, draft, ten...)
		change(forged)
		_, err = w.Outcomes(ctx, secretary, w.vote)
		w.refused(err, "", "changed the result")
		w.refused(w.Declare(ctx, secretary, w.vote, w.version()), "", "changed the result")
		if w.state() != StateReported {
			t.Errorf("the vote stands at %s", w.state())
		}

		w.on("2026-03-15")
		w.reach(StateDeclared, draft, ten...)
		if d, err := w.Service.Declaration(ctx, w.vote); err != nil || !d.Proven {
			t.Fatalf("before: %+v, %v", d, err)
		}
		change(`UPDATE postal_vote SET declaration = REPLACE(declaration, '"No":10', '"No":0') WHERE id = $1`)
		_, err = w.Service.Declaration(ctx, w.vote)
		w.refused(err, "", "changed the declaration")

		w.on("2026-03-15")
		w.reach(StateDestroyed, draft, ten...)
		change(forged)
		_, err = w.Service.Declaration(ctx, w.vote)
		w.refused(err, "", "changed the result")
	})
}

// TestTheLogAloneDoesNotMakeAForgedResultTrue: whoever also writes a false entry
// into the log, its chain and its head, still has no signatures of the tellers.
func TestTheLogAloneDoesNotMakeAForgedResultTrue(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateReported, draft, "yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn")
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			if _, err := tx.Exec(ctx, `UPDATE postal_vote SET result = REPLACE(REPLACE(result, '"no": 10', '"no": 0'), '"yes": 0', '"yes": 10') WHERE id = $1`, w.vote); err != nil {
				return err
			}
			after, err := leaves(ctx, tx, w.vote, nil)
			if err != nil {
				return err
			}
			return did(w.permit(), "report", w.vote, after).Write(ctx, tx)
		}))
		_, err := w.Outcomes(ctx, w.actors["secretary"], w.vote)
		w.refused(err, "", "changed the result")
		w.refused(
			w.Declare(ctx, w.actors["secretary"], w.vote, w.version()), "", "changed the result",
		)
	})
}

// TestWhatAVoteRestsOnIsNotHiddenBehindOtherEntries of the log.
func TestWhatAVoteRestsOnIsNotHiddenBehindOtherEntries(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateClosed, draft, "yn")
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			for range 2 * entriesLooked {
				if err := did(w.permit(), "note", w.vote, nil).Write(ctx, tx); err != nil {
					return err
				}
			}
			_, err := tx.Exec(ctx, `UPDATE postal_vote SET closing = '2026-04-21' WHERE id = $1`, w.vote)
			return err
		}))
		f, err := w.facts(ctx, w.db, w.vote)
		w.must(err)
		w.refused(unchanged(ctx, w.db, f), "", "changed the dates, address or state")
	})
}
