package venue

import (
	"slices"
	"strings"
)

// kind is what a column holds.
type kind string

const (
	whole   kind = "int"
	text    kind = "text"
	short   kind = "name" // of somebody, of a club
	written kind = "long" // by the program, for itself
	instant kind = "at"
	dated   kind = "day"
	truth   kind = "bool"
	blob    kind = "blob" // base64 in a document
)

// column is a column of a table that travels.
type column struct {
	name string
	kind kind
	ref  string // the table whose number it holds; "": none
	free bool   // the row can do without it: what it names may be unknown elsewhere
}

// table is a table that travels.
type table struct {
	name     string
	numbered bool // its first column is its number; others are known by what they refer to
	columns  []column
	of       string // condition for the rows of event $1
}

func (t *table) index(name string) int {
	return slices.IndexFunc(t.columns, func(c column) bool { return c.name == name })
}

func (t *table) names() []string {
	out := make([]string, len(t.columns))
	for i, c := range t.columns {
		out[i] = c.name
	}
	return out
}

// person is the table that columns of people refer to. People do not travel as rows.
const person = "person"

const (
	ofSections = `section_id IN (SELECT s.id FROM section s WHERE s.event_id = $1)`
	ofEntries  = `entry_id IN (SELECT e.id FROM entry e JOIN section s ON s.id = e.section_id WHERE s.event_id = $1)`
	ofRounds   = `round_id IN (SELECT r.id FROM round r JOIN section s ON s.id = r.section_id WHERE s.event_id = $1)`
	ofGames    = `game_id IN (SELECT g.id FROM game g JOIN round r ON r.id = g.round_id
		JOIN section s ON s.id = r.section_id WHERE s.event_id = $1)`
)

// tables are the whole of an event, each after those that it refers to. What belongs to the society stays at home:
// points, titles, ratings, last days of online rounds, devices of players, whom letters go to, reports of records, which are made again.
var tables = []*table{
	travels("section", `event_id = $1`, `id seq slug:name name:name system:text rounds komi board_time:text first_table
		handicap:text handicap_ceiling handicap_reduction handicap_top even_under_half:bool seeding:text seed
		criteria:text apart_firm apart_weak accelerated_rounds accelerated_points bar floor bands:text tie_breaks:text
		unplayed:text absence_half:bool handicap_in_sosm:bool rated:bool weight card_secret:text file_rules:long third_place:bool
		jigo:text play_out:bool pairs:bool boards board_size version`),
	travels("entry", ofSections, `id section_id>section person_id>person number rating rating_source:text grade club:name
		city:name country:name egf_pin:name ffg_licence:name aga_number:name entered_in start_score withdrawn_after
		membership:text warning:text here_at:at here_by:name created_at:at seed version`),
	travels("entry_round", ofEntries, `entry_id>entry round kind:text`),
	travels("entry_prize_group", ofEntries, `entry_id>entry prize_group:text`),
	travels("pair_partner", ofEntries, `entry_id>entry section_id>section person_id>person rating rating_source:text club:name
		city:name country:name membership:text own_rating own_source:text`),
	travels("team", ofSections, `id section_id>section number name:name club:name captain:name withdrawal:long version`),
	travels("team_player", ofEntries, `entry_id>entry team_id>team seq`),
	travels("team_lineup", `team_id IN (SELECT t.id FROM team t JOIN section s ON s.id = t.section_id WHERE s.event_id = $1)`,
		`team_id>team round board entry_id>entry decided:bool`),
	travels("timetable", ofSections, `section_id>section zone:name changed_at:at version`),
	travels("timetable_round", ofSections, `section_id>section round day:day starts minutes pause:text clocks:text`),
	travels("prize_list", ofSections, `section_id>section rules:long changes:long published:long published_at:at
		published_by:name version`),
	travels("section_lot", ofSections, `section_id>section chain_end:text committed_at:at`),
	travels("lot_drawing", ofSections, `section_id>section round number reason:text by_name:name at:at`),
	travels("fixed_table", ofSections, `entry_id>entry section_id>section table_no`),
	travels("round", ofSections, `id section_id>section number state:text starts:text seed drawn_from:text
		explanation:long drawn_at:at published_at:at version`),
	travels("round_bye", ofRounds, `round_id>round entry_id>entry`),
	travels("game", ofRounds, `id round_id>round table_no black_id>entry white_id>entry handicap komi handicap_reason:text
		handicap_by:name fixed:bool why:long result:text margin:name result_by:name result_at:at counts_as:text
		handicap_from:text third_place:bool version`),
	travels("team_match", ofRounds, `round_id>round table_no white_id>team black_id>team`),
	travels("team_pair", ofSections, `id section_id>section round white_id>team black_id>team forbidden:bool reason:text`),
	travels("fixed_pair", ofSections, `id section_id>section round white_id>entry black_id>entry colours:text handicap
		handicap_by:name reason:text`),
	travels("forbidden_pair", ofSections, `id section_id>section round a_id>entry b_id>entry reason:text`),
	travels("result_change", ofGames, `id game_id>game at:at by_id>person? by_name:name source:text before_result:text
		before_margin:name result:text margin:name reason:text undoes_id>result_change`),
	travels("player_report", ofGames, `id game_id>game side:text result:text margin:name person_id>person? at:at
		one_device:bool`),
	travels("dispute", ofGames, `id game_id>game state:text black_says:text white_says:text opened_at:at settled_at:at
		settled_by:name ruling:text version`),
	travels("referee_call", ofGames, `id game_id>game side:text person_id>person? by_name:name at:at answered_at:at
		answered_by:name`),
	travels("game_record", ofGames, `id game_id>game file_name:name content:blob hash:text attached_at:at
		attached_by:name standing:text standing_why:text standing_by:name standing_at:at black_accepts:bool
		white_accepts:bool`),
	travels("game_ruling", ofGames, `id game_id>game record_id>game_record move kind:text rule:text facts:text reason:text
		result:text margin:name ruled_at:at ruled_by:name person_id>person? position_line position_after
		position_next:text position_moves:long position_disputed:long position_says:text`),
}

// travels reads the columns of a table: a name, what it holds or refers to, "?" where the row can do without.
func travels(name, of, columns string) *table {
	t := &table{name: name, of: of}
	for _, c := range strings.Fields(columns) {
		col := column{kind: whole}
		c, col.free = strings.CutSuffix(c, "?")
		if before, ref, ok := strings.Cut(c, ">"); ok {
			c, col.ref = before, ref
		}
		if before, k, ok := strings.Cut(c, ":"); ok {
			c, col.kind = before, kind(k)
		}
		col.name = c
		t.columns = append(t.columns, col)
	}
	t.numbered = t.columns[0].name == "id"
	return t
}

func tableNamed(name string) *table {
	i := slices.IndexFunc(tables, func(t *table) bool { return t.name == name })
	if i < 0 {
		return nil
	}
	return tables[i]
}
