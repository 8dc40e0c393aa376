package cancelling

import (
	"context"
	"fmt"

	"nzgs/internal/store"
)

// part is a table with rows of an event.
type part struct {
	table string
	of    string // the condition for the rows of event $1
}

const (
	ofEvent    = `event_id = $1`
	ofSections = `section_id IN (SELECT s.id FROM section s WHERE s.event_id = $1)`
	ofEntries  = `entry_id IN (SELECT e.id FROM entry e JOIN section s ON s.id = e.section_id WHERE s.event_id = $1)`
	ofRounds   = `round_id IN (SELECT r.id FROM round r JOIN section s ON s.id = r.section_id WHERE s.event_id = $1)`
	ofTables   = ` IN (
		SELECT g.id
		FROM game g
		JOIN round r ON r.id = g.round_id
		JOIN section s ON s.id = r.section_id
		WHERE s.event_id = $1)`
	ofGames  = `game_id` + ofTables
	ofPoints = ` IN (SELECT p.id FROM points_event p WHERE p.` + ofSections + `)`
	ofLoans  = `loan_id IN (SELECT l.id FROM event_loan l WHERE l.event_id = $1)`
)

// parts are all that belongs to an event and goes with it, each before what it refers to. A test compares them with the
// database: a table that a migration adds is here, or in histories.
var parts = []part{
	{"round_letter_said", `letters_id IN (SELECT l.id FROM round_letters l WHERE l.` + ofEntries + `)`},
	{"round_letters", ofEntries},
	{"application_link", `application_id IN (SELECT a.id FROM application a WHERE a.event_id = $1)`},
	{"application", ofEvent},
	{"entry_terms", ofEvent},
	{"section_places", ofSections},
	{"entry_import", ofEvent},
	{"referee_call", ofGames},
	{"dispute", ofGames},
	{"game", ofRounds},
	{"round_bye", ofRounds},
	{"team_match", ofRounds},
	{"round", ofSections},
	{"fixed_pair", ofSections},
	{"forbidden_pair", ofSections},
	{"fixed_table", ofSections},
	{"pair_partner", ofSections},
	{"team_pair", ofSections},
	{"team_lineup", `team_id IN (SELECT t.id FROM team t WHERE t.` + ofSections + `)`},
	{"team_player", ofEntries},
	{"team", ofSections},
	{"entry_prize_group", ofEntries},
	{"entry_round", ofEntries},
	{"entry", ofSections},
	{"weekly_deadline", ofSections},
	{"weekly_section", ofSections},
	{"timetable_round", ofSections},
	{"timetable", ofSections},
	{"prize_list", ofSections},
	{"lot_drawing", ofSections},
	{"section_lot", ofSections},
	{"title_section", ofSections},
	{"points_event", ofSections},
	{"section", ofEvent},
	{"guest", ofEvent},
	{"projector", ofEvent},
	{"referee_letters", ofEvent},
	{"office", ofEvent},
	{"event_loan_key", ofLoans},
	{"event_loan_person", ofLoans},
	{"event_loan_version", ofLoans},
	{"event_loan", ofEvent},
	{"event", `id = $1`},
}

// history is a table whose rows an event is not deleted from under.
type history struct {
	part
	why string
}

var histories = []history{
	{part{"application", ofEvent + ` AND paid_how <> ''`}, "fees were paid for it"},
	{part{"application", ofEvent + ` AND invoice_id IS NOT NULL`}, "the books have invoices for it"},
	{part{"result_change", ofGames}, "results were entered in it"},
	{part{"player_report", ofGames}, "players reported results"},
	{part{"game_record", ofGames}, "it has records of games"},
	{part{"play_sent", `table_id` + ofTables}, "games that were played by turns were sent in for it"},
	{part{"game_ruling", ofGames}, "a referee ruled in it"},
	{part{"rating_event", ofEvent}, "it was sent in for rating"},
	{part{"rating_change", ofEvent}, "it was sent in for rating"},
	{part{"title_award", ofEvent}, "it decided a title"},
	{part{"points_posting", `points_event_id` + ofPoints}, "it gave points"},
	{part{"points_line", `points_event_id` + ofPoints}, "it gave points"},
	{part{"points_year", `points_event_id` + ofPoints}, "a year of points ended with it"},
	{part{"points_apart", `(one_id` + ofPoints + ` OR other_id` + ofPoints + `)`}, "its points were compared with those of another event"},
	{part{"event_aside", ofEvent}, "versions of it were kept aside, with what a laptop sent"},
	{part{"venue_home", ofEvent}, "it is at its venue"},
}

// keptBy says why an event stays; "" when nothing keeps it.
func keptBy(ctx context.Context, q store.Queryer, event EventID) (string, error) {
	for _, h := range histories { // a handful
		there, err := store.One(ctx, q, store.Value[bool], `
			SELECT EXISTS (SELECT 1 FROM `+h.table+` WHERE `+h.of+`)`, event)
		if err != nil {
			return "", fmt.Errorf("look what keeps an event: %w", err)
		}
		if there {
			return h.why, nil
		}
	}
	return "", nil
}

// countOnline counts the applications to an event that stand, and those that are over: the players know of the event.
func countOnline(ctx context.Context, q store.Queryer, event EventID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM application
		WHERE event_id = $1 AND state IN ('preliminary', 'waiting', 'confirmed')`, event)
	if err != nil {
		return 0, fmt.Errorf("count who entered online: %w", err)
	}
	return n, nil
}

func deleteEvent(ctx context.Context, tx *store.Tx, event EventID) error {
	for _, p := range parts {
		if _, err := tx.Exec(ctx, `DELETE FROM `+p.table+` WHERE `+p.of, event); err != nil {
			return fmt.Errorf("delete the %s of an event: %w", p.table, err)
		}
	}
	return nil
}
