package retention

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// A hold is something under way for which a person's data is needed: who takes part on the day $day, as SQL. What is under way
// is little, and read once, not asked of each person of the register.
type hold struct {
	says string
	who  []string // "SELECT h.person_id AS id FROM …"; NULL is no one
}

// inEvent is the condition that an event e is not over on the day, nor cancelled: one that is still played has overrun its days.
const inEvent = `(e.to_day >= $day OR e.status = 'running') AND e.cancelled = FALSE`

// eventsUnderWay and sectionsUnderWay are lists within a list, so that both databases begin with the events, which are few.
const (
	eventsUnderWay   = `SELECT e.id FROM event e WHERE ` + inEvent
	sectionsUnderWay = `SELECT s.id FROM section s WHERE s.event_id IN (` + eventsUnderWay + `)`
)

// those asks for the people in several columns of one table.
func those(rest string, columns ...string) (out []string) {
	for _, c := range columns {
		out = append(out, `SELECT h.`+c+` AS id FROM `+rest)
	}
	return out
}

var holds = []hold{
	{"holds an office", those(`office h WHERE h.until_day IS NULL OR h.until_day >= $day`, "person_id")},
	{"has an open invoice or a credit", those(
		`journal_line h WHERE h.account = '1100' AND h.person_id IS NOT NULL GROUP BY h.person_id HAVING SUM(h.cents) <> 0`, "person_id")},
	{"has an order from the bookshop that is not sent or cancelled", those(`shop_order h WHERE h.state = 'placed'`, "person_id")},
	{"is named in a payment that waits for approval", those(
		`payment_request h WHERE h.state = 'open'`, "payee_id", "refund_person_id", "asked_by")},
	{"is named in an exclusion that is not decided", those(`exclusion h WHERE h.state = 'open'`, "person_id")},
	{"plays in an event that is not over", slices.Concat(
		those(`entry h WHERE h.section_id IN (`+sectionsUnderWay+`)`, "person_id"),
		those(`pair_partner h WHERE h.section_id IN (`+sectionsUnderWay+`)`, "person_id"),
		those(`application h
			WHERE h.state IN ('preliminary', 'waiting', 'confirmed') AND h.event_id IN (`+eventsUnderWay+`)`, "person_id"))},
	{"played in an event that is away on a laptop", those(
		`entry h WHERE h.section_id IN (
			SELECT s.id FROM section s WHERE s.event_id IN (SELECT l.event_id FROM event_loan l WHERE l.state = 'out'))`, "person_id")},
	{"is in a dispute about a result", those(
		`dispute d JOIN game g ON g.id = d.game_id JOIN entry h ON h.id IN (g.black_id, g.white_id) WHERE d.state = 'open'`, "person_id")},
	{"plays a game by turns", those(
		`play_game h WHERE h.stage IN ('offered', 'playing', 'stopped', 'disputed')`,
		"challenger_id", "opponent_id", "black_id", "white_id")},
	{"is put down for a club match that has not begun", those(
		`play_club_match m JOIN play_club_player h ON h.match_id = m.id WHERE m.stage IN ('offered', 'open')`, "person_id")},
	{"votes, or is a teller, in a postal vote that is not declared", slices.Concat(
		those(`postal_voter h WHERE h.vote_id IN (
			SELECT v.id FROM postal_vote v WHERE v.state NOT IN ('declared', 'destroyed'))`, "person_id"),
		those(`postal_teller h WHERE h.vote_id IN (SELECT v.id FROM postal_vote v WHERE v.state <> 'destroyed')`, "person_id"))},
	{"has a part in a meeting that is not closed", slices.Concat(
		those(`meeting m JOIN meeting_teller h ON h.meeting_id = m.id WHERE `+meetingOpen, "person_id"),
		those(`meeting_presence h WHERE h.meeting_id IN (
			SELECT m.id FROM meeting m WHERE m.state IN ('open', 'adjourned'))`, "person_id"),
		those(`meeting m JOIN motion h ON h.meeting_id = m.id WHERE `+meetingOpen, "mover_id", "seconder_id"),
		those(`meeting m JOIN election x ON x.meeting_id = m.id JOIN election_candidate h ON h.election_id = x.id
			WHERE h.withdrawn_at IS NULL AND `+meetingOpen, "person_id", "proposer_id", "seconder_id"))},
	{"is on a club’s list that is not accepted", those(
		`club_return_row h WHERE h.return_id IN (
			SELECT r.id FROM club_return r WHERE r.state IN ('draft', 'submitted'))`, "person_id")},
	{"is sent a letter at this minute, or one of which it is not known whether it went", those(
		`mail_letter h WHERE h.state = 'sending'`, "person_id")},
}

const meetingOpen = `m.state IN ('planned', 'notice_sent', 'open', 'adjourned')`

// people is the query for who is held, with the day as a parameter.
func people(who []string, day string) string {
	all := strings.ReplaceAll(strings.Join(who, "\n\t\tUNION ALL "), "$day", day)
	return `SELECT u.id FROM (` + all + `) u WHERE u.id IS NOT NULL`
}

// needed is the query for everyone whose data is needed on a day: who can sign in, and who takes part in what is under way.
func needed(day string) string {
	who := those(`account h WHERE h.disabled = FALSE`, "person_id")
	for _, h := range holds {
		who = append(who, h.who...)
	}
	return people(who, day)
}

// Holds says for what that is under way a person's data is needed: "holds an office".
func Holds(ctx context.Context, q store.Queryer, person auth.PersonID, day civil.Date) ([]string, error) {
	var out []string
	for _, h := range holds { // a dozen
		held, err := store.One(ctx, q, store.Value[bool], `SELECT $1 IN (`+people(h.who, "$2")+`) OR CAST($2 AS TEXT) IS NULL`, person, day)
		if err != nil {
			return nil, fmt.Errorf("look whether someone %s: %w", h.says, err)
		}
		if held {
			out = append(out, h.says)
		}
	}
	return out, nil
}
