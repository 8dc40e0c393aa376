package record

import (
	"bytes"
	"encoding/json"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// A Row is a report as a line of JSON: its names, their order and what is null
// are the format.
type Row struct {
	File     string      `json:"file"`
	Game     int         `json:"game"`    // from 1; 0 if no game was reached
	GameOf   string      `json:"game_of"` // "go", "amazons", "hex" or "tanbo"; "" if it is none or not known
	Size     [2]int      `json:"size"`    // width and height
	Handicap int         `json:"handicap"`
	Komi     json.Number `json:"komi"`
	Moves    int         `json:"moves"`
	Played   int         `json:"played"`
	// Violation is the first of Violations, or null.
	Violation  *RowViolation  `json:"violation"`
	Violations []RowViolation `json:"violations"`
	Score      RowScore       `json:"score"`
	Result     RowResult      `json:"result"`
	// ByRecordRules is the count by the rules that the record names, null where they are
	// not known or nothing was counted.
	ByRecordRules *RowOwnCount `json:"by_record_rules"`
	SetUpStones   int          `json:"setup_stones"`
	Players       RowPlayers   `json:"players"`
	Warnings      []string     `json:"warnings"`
	// Error says why there is no count; null if there is one. With it every
	// other value may be 0, empty or null.
	Error *string `json:"error"`
}

// A RowViolation is a [Violation] as JSON.
type RowViolation struct {
	Move   int    `json:"move"`
	Colour string `json:"colour"` // "B" or "W"
	Point  string `json:"point"`
	Kind   string `json:"kind"`
	// Repeats is 0 for the starting position, and for kinds other than superko.
	Repeats int `json:"repeats"`
}

// A RowScore is a count as JSON, before komi.
type RowScore struct {
	Black  int `json:"black"`
	White  int `json:"white"`
	Shared int `json:"shared"`
	Margin int `json:"margin"`
}

// A RowResult is a [Verdict] as JSON.
type RowResult struct {
	Claimed  string `json:"claimed"`
	Winner   string `json:"winner"`
	By       string `json:"by"`
	Computed string `json:"computed"` // "" if there is no count
	// Agrees is null where no count can contradict the claim.
	Agrees *bool `json:"agrees"`
	// Consistent says how the claim can be right: see [Consistency]. It is null where
	// Agrees is.
	Consistent *Consistency `json:"consistent"`
}

// A RowOwnCount is an [OwnCount] as JSON. Komi is that of the count, Given what White
// is given for the handicap, Dead how the dead stones were told: "" where none were
// taken off.
type RowOwnCount struct {
	Rules    RuleSet     `json:"rules"`
	Named    string      `json:"named"` // as the record writes them
	Komi     json.Number `json:"komi"`
	Given    int         `json:"given"`
	Dead     Consistency `json:"dead"`
	Score    RowScore    `json:"score"`
	Computed string      `json:"computed"`
	Agrees   *bool       `json:"agrees"`
}

// RowPlayers are both names as JSON.
type RowPlayers struct {
	Black string `json:"black"`
	White string `json:"white"`
}

// RowOf turns a report into a line of JSON. Failure is the error that came with
// the report; a nil report is of a file in which no game was reached.
func RowOf(file string, game int, r *Report, failure error) Row {
	row := Row{File: file, Game: game, Komi: "0", Violations: []RowViolation{}, Warnings: []string{}}
	row.Result.Winner = string(sgf.Unknown)
	if failure != nil {
		text := failure.Error()
		row.Error = &text
	}
	if r == nil {
		return row
	}
	if !r.OtherGame {
		row.GameOf = "go"
	}
	row.Size = [2]int{r.Width, r.Height}
	row.Handicap, row.Moves, row.Played = r.Handicap, r.Moves, r.Played
	row.Komi = json.Number(r.Komi.String())
	row.SetUpStones = r.SetUpStones
	row.Players = RowPlayers{r.Black, r.White}
	row.Warnings = append(row.Warnings, r.Warnings...)
	for _, v := range r.Violations {
		row.Violations = append(row.Violations, rowViolation(v))
	}
	if len(row.Violations) > 0 {
		row.Violation = &row.Violations[0]
	}
	row.Result.Claimed = r.Verdict.Claimed
	row.Result.By = r.Verdict.Claim.By
	if r.Verdict.Claim.Winner != "" {
		row.Result.Winner = string(r.Verdict.Claim.Winner)
	}
	if failure == nil {
		row.Score = rowScore(r.Score)
		row.Result.Computed = r.Verdict.Counted.String()
		row.Result.Agrees = r.Verdict.Agreement.agrees()
		if how := r.Answer.How; how != NoClaim {
			row.Result.Consistent = &how
		}
		row.ByRecordRules = rowOwnCount(r)
	}
	return row
}

func rowScore(s gorules.Score) RowScore { return RowScore{s.Black, s.White, s.Shared, s.Margin} }

func rowOwnCount(r *Report) *RowOwnCount {
	own := r.ByOwn
	if own == nil {
		return nil
	}
	dead := own.How
	if dead == FromCount {
		dead = ""
	}
	return &RowOwnCount{
		Rules: own.Set, Named: r.RulesNamed, Komi: json.Number(own.Komi.String()), Given: own.Given, Dead: dead,
		Score: rowScore(own.Score), Computed: own.Counted.String(), Agrees: own.Agreement.agrees(),
	}
}

func rowViolation(v Violation) RowViolation {
	row := RowViolation{Move: v.Number, Colour: v.Colour.String(), Point: v.Point, Kind: v.Kind.String()}
	if v.Kind == gorules.Superko {
		row.Repeats = v.Repeats
	}
	if v.AfterEnd {
		row.Kind = "after_end"
	}
	return row
}

func (a Agreement) agrees() *bool {
	if a == NothingToCompare {
		return nil
	}
	yes := a == Agrees
	return &yes
}

// AppendLine appends the row as one line, its end included.
func (row *Row) AppendLine(to []byte) []byte {
	b := bytes.NewBuffer(to)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	// Numbers, texts and lists of them can always be written.
	_ = e.Encode(row)
	return b.Bytes()
}
