package record

import (
	gorecord "nzgs/internal/gorules/record"
)

// RowOf turns a report into a line of JSON, in the format of records of Go; what these games do not have is 0, empty or
// null. Computed is "B+" or "W+" from the move that decides, "" before. Consistent is "proof" where the rules confirm
// the claim, "none" where they refute it. Failure is the error that came with the report.
func RowOf(file string, game int, r *Report, failure error) gorecord.Row {
	row := gorecord.RowOf(file, game, nil, failure)
	row.GameOf = string(r.Game)
	row.Size = [2]int{r.Size, r.Size}
	row.Moves, row.Played, row.SetUpStones = r.Moves, r.Played, r.SetUp
	row.Players = gorecord.RowPlayers{Black: r.Black, White: r.White}
	row.Warnings = append(row.Warnings, r.Warnings...)
	for _, v := range r.Violations {
		row.Violations = append(row.Violations, gorecord.RowViolation{
			Move: v.Number, Colour: v.Colour.String(), Point: v.Point, Kind: v.Kind.String(),
		})
	}
	if len(row.Violations) > 0 {
		row.Violation = &row.Violations[0]
	}
	row.Result.Claimed, row.Result.By = r.Claimed, r.Claim.By
	if r.Claim.Winner != "" {
		row.Result.Winner = string(r.Claim.Winner)
	}
	if failure == nil {
		row.Result.Computed = r.Computed()
		agree(&row.Result, r.Agreement)
	}
	return row
}

// Computed is the result by the rules as records write it, without a figure: "B+", "W+", or "" while nothing is
// decided.
func (r *Report) Computed() string {
	if c := r.Winner.String(); c != "" {
		return c + "+"
	}
	return ""
}

// how says how a claimed result can be right: by proof, or not at all.
func (a Agreement) how() gorecord.Consistency {
	switch a {
	case Confirmed:
		return gorecord.FromProof
	case Refuted:
		return gorecord.FromNone
	}
	return gorecord.NoClaim
}

func agree(row *gorecord.RowResult, a Agreement) {
	if a == Unsaid {
		return
	}
	yes, how := a == Confirmed, a.how()
	row.Agrees, row.Consistent = &yes, &how
}
