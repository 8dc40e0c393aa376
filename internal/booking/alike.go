package booking

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/bank"
)

// alike counts the lines of a file that are new by what the file says, but have the day and the amount of a line that is
// kept and is not in the file: the same month in another of the bank's formats would be booked twice.
func alike(ctx context.Context, q store.Queryer, id treasury.BankID, lines []bank.Line) (n int, err error) {
	kept, err := allLines(ctx, q, id)
	if err != nil {
		return 0, err
	}
	type payment struct {
		day    civil.Date
		amount money.Cents
	}
	here := map[string]bool{}
	for _, l := range lines {
		here[l.ID] = true
	}
	known, others := map[string]bool{}, map[payment]int{}
	for _, l := range kept {
		known[l.Key] = true
		if !here[l.Key] {
			others[payment{l.Day, l.Amount}]++
		}
	}
	for _, l := range lines {
		if p := (payment{l.Date, l.Amount}); !known[l.ID] && others[p] > 0 {
			others[p]--
			n++
		}
	}
	return n, nil
}

func alikeProblem(n int) bank.Problem {
	what := "One line has the day and the amount of a line that is here from another file, and other texts."
	if n > 1 {
		what = fmt.Sprintf("%d lines have the day and the amount of lines that are here from another file, and other texts.", n)
	}
	return bank.Problem{Message: what + " If this is the same month in another format, there is nothing to do. If they are other " +
		"payments, tick “Take lines that look like ones that are here” and send the file again."}
}
