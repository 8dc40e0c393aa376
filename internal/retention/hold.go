package retention

import (
	"context"
	"fmt"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// A hold is something under way for which a person's data is needed: as an SQL condition on the person $person and the day $day.
type hold struct{ says, where string }

// inEvent is the condition that an event e is not over on the day, nor cancelled: one that is still played has overrun its days.
const inEvent = `(e.to_day >= $day OR e.status = 'running') AND e.cancelled = FALSE`

var holds = []hold{
	{"holds an office", `EXISTS (
		SELECT 1 FROM office h WHERE h.person_id = $person AND (h.until_day IS NULL OR h.until_day >= $day))`},
	{"has an open invoice or a credit", `COALESCE((
		SELECT SUM(h.cents) FROM journal_line h WHERE h.person_id = $person AND h.account = '1100'), 0) <> 0`},
	{"is named in a payment that waits for approval", `EXISTS (
		SELECT 1 FROM payment_request h
		WHERE h.state = 'open' AND (h.payee_id = $person OR h.refund_person_id = $person OR h.asked_by = $person))`},
	{"is named in an exclusion that is not decided", `EXISTS (
		SELECT 1 FROM exclusion h WHERE h.person_id = $person AND h.state = 'open')`},
	{"plays in an event that is not over", `(EXISTS (
		SELECT 1 FROM entry h JOIN section s ON s.id = h.section_id JOIN event e ON e.id = s.event_id
		WHERE h.person_id = $person AND ` + inEvent + `)
		OR EXISTS (
		SELECT 1 FROM pair_partner h JOIN section s ON s.id = h.section_id JOIN event e ON e.id = s.event_id
		WHERE h.person_id = $person AND ` + inEvent + `)
		OR EXISTS (
		SELECT 1 FROM application h JOIN event e ON e.id = h.event_id
		WHERE h.person_id = $person AND h.state IN ('preliminary', 'waiting', 'confirmed') AND ` + inEvent + `))`},
	{"played in an event that is away on a laptop", `EXISTS (
		SELECT 1 FROM entry h JOIN section s ON s.id = h.section_id JOIN event_loan l ON l.event_id = s.event_id
		WHERE h.person_id = $person AND l.state = 'out')`},
	{"is in a dispute about a result", `EXISTS (
		SELECT 1 FROM dispute h JOIN game g ON g.id = h.game_id JOIN entry x ON x.id IN (g.black_id, g.white_id)
		WHERE h.state = 'open' AND x.person_id = $person)`},
	{"plays a game by turns", `EXISTS (
		SELECT 1 FROM play_game h WHERE h.stage IN ('offered', 'playing', 'stopped', 'disputed')
		  AND $person IN (h.challenger_id, h.opponent_id, h.black_id, h.white_id))`},
	{"is put down for a club match that has not begun", `EXISTS (
		SELECT 1 FROM play_club_player h JOIN play_club_match m ON m.id = h.match_id
		WHERE h.person_id = $person AND m.stage IN ('offered', 'open'))`},
	{"votes, or is a teller, in a postal vote that is not declared", `(EXISTS (
		SELECT 1 FROM postal_voter h JOIN postal_vote v ON v.id = h.vote_id
		WHERE h.person_id = $person AND v.state NOT IN ('declared', 'destroyed'))
		OR EXISTS (
		SELECT 1 FROM postal_teller h JOIN postal_vote v ON v.id = h.vote_id
		WHERE h.person_id = $person AND v.state <> 'destroyed'))`},
	{"has a part in a meeting that is not closed", `(EXISTS (
		SELECT 1 FROM meeting_teller h JOIN meeting m ON m.id = h.meeting_id
		WHERE h.person_id = $person AND ` + meetingOpen + `)
		OR EXISTS (
		SELECT 1 FROM meeting_presence h JOIN meeting m ON m.id = h.meeting_id
		WHERE h.person_id = $person AND m.state IN ('open', 'adjourned'))
		OR EXISTS (
		SELECT 1 FROM motion h JOIN meeting m ON m.id = h.meeting_id
		WHERE $person IN (h.mover_id, h.seconder_id) AND ` + meetingOpen + `)
		OR EXISTS (
		SELECT 1 FROM election_candidate h JOIN election x ON x.id = h.election_id JOIN meeting m ON m.id = x.meeting_id
		WHERE $person IN (h.person_id, h.proposer_id, h.seconder_id) AND h.withdrawn_at IS NULL AND ` + meetingOpen + `))`},
	{"is on a club’s list that is not accepted", `EXISTS (
		SELECT 1 FROM club_return_row h JOIN club_return r ON r.id = h.return_id
		WHERE h.person_id = $person AND r.state IN ('draft', 'submitted'))`},
	{"is sent a letter at this minute, or one of which it is not known whether it went", `EXISTS (
		SELECT 1 FROM mail_letter h WHERE h.person_id = $person AND h.state = 'sending')`},
}

const meetingOpen = `m.state IN ('planned', 'notice_sent', 'open', 'adjourned')`

// of is the condition on a person, which is an SQL expression, with the day as a parameter.
func (h hold) of(person, day string) string {
	return strings.NewReplacer("$person", person, "$day", day).Replace(h.where)
}

// notHeld is the condition that nothing is under way in which a person takes part.
func notHeld(person, day string) string {
	var b strings.Builder
	for i, h := range holds {
		if i > 0 {
			b.WriteString("\n\tAND ")
		}
		b.WriteString("NOT " + h.of(person, day))
	}
	return b.String()
}

// Holds says for what that is under way a person's data is needed: "holds an office".
func Holds(ctx context.Context, q store.Queryer, person auth.PersonID, day civil.Date) ([]string, error) {
	var out []string
	for _, h := range holds { // a dozen
		held, err := store.One(ctx, q, store.Value[bool], `SELECT `+h.of("$1", "$2")+` OR CAST($2 AS TEXT) IS NULL`, person, day)
		if err != nil {
			return nil, fmt.Errorf("look whether someone %s: %w", h.says, err)
		}
		if held {
			out = append(out, h.says)
		}
	}
	return out, nil
}
