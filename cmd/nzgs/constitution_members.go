package main

import (
	"io"

	"github.com/spf13/cobra"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/money"
)

func constitutionTerm() *cobra.Command {
	return constitutionQuestion{
		use:     "term --joined DATE [--renewal]",
		short:   "When the membership of someone who joins on a day ends (rule 2.2)",
		example: "  nzgs constitution term --joined 2026-02-01\n  nzgs constitution term --joined 2026-02-01 --renewal --json",
		flags: func(cmd *cobra.Command) {
			cmd.Flags().String("joined", "", "day of joining or renewing")
			cmd.Flags().Bool("renewal", false, "the member is not new")
		},
		days: []string{"joined"},
		ask:  askTerm,
	}.command()
}

// termAnswer is the JSON form of rule 2.2.
type termAnswer struct {
	Until civil.Date `json:"until"`
	Rule  string     `json:"rule"`
	Trace string     `json:"trace"`
}

func askTerm(c constitution.Constitution, f *constitutionFlags) (constitutionAnswer, error) {
	joined := f.day("joined")
	var problems apperr.Fields
	constitution.CheckDay(&problems, "joined", joined)
	if err := problems.Err(); err != nil {
		return constitutionAnswer{}, err
	}
	renewal, err := f.set.GetBool("renewal")
	if err != nil {
		return constitutionAnswer{}, err
	}
	standing := constitution.Newcomer
	if renewal {
		standing = constitution.Returning
	}
	term, trace := c.Term(joined, standing)
	return constitutionAnswer{
		json:  termAnswer{term.Until, trace.Rule, trace.String()},
		print: func(out io.Writer) { printTrace(out, "Registered until "+term.Until.Long(), trace) },
	}, nil
}

func constitutionAffiliate() *cobra.Command {
	return constitutionQuestion{
		use:   "affiliate --members N --rate AMOUNT --list-received DATE --fee-received DATE [--paid AMOUNT]",
		short: "From when a club is affiliated, and for what fee (rule 2.3)",
		long: "From when a club is affiliated, and for what fee (rule 2.3). Leave a date out while the list or the\n" +
			"fee has not come in. The fee received is the full one unless --paid says how much it was.",
		example: "  nzgs constitution affiliate --members 5 --rate 20.00 --list-received 2026-07-10 --fee-received 2026-08-02",
		flags: func(cmd *cobra.Command) {
			cmd.Flags().String("members", "", "members on the club's list")
			cmd.Flags().String("rate", "", "annual subscription for each of them")
			cmd.Flags().String("list-received", "", "day the treasurer received the list")
			cmd.Flags().String("fee-received", "", "day the treasurer received the fee")
			cmd.Flags().String("paid", "", "what was received on that day (default: the full fee)")
		},
		days: []string{"list_received", "fee_received"},
		ask:  askAffiliation,
	}.command()
}

// affiliationAnswer is the JSON form of rule 2.3.
type affiliationAnswer struct {
	Effective *civil.Date `json:"effective"` // null: refused, or not yet
	Fee       string      `json:"fee"`
	Accepted  bool        `json:"accepted"`
	Rule      string      `json:"rule"`
	Trace     string      `json:"trace"`
}

func askAffiliation(c constitution.Constitution, f *constitutionFlags) (constitutionAnswer, error) {
	in := constitution.Application{
		Members: f.count("members"), Rate: f.amount("rate"),
		ListReceived: f.day("list_received"), FeeReceived: f.day("fee_received"), Paid: constitution.FullFee,
	}
	if _, given := f.text("paid"); given {
		in.Paid = f.amount("paid")
	}
	got, err := c.Affiliate(in)
	if err != nil {
		return constitutionAnswer{}, err
	}
	answer := affiliationAnswer{
		Fee: got.Fee.Plain(), Accepted: got.Accepted, Rule: got.Trace.Rule, Trace: got.Trace.String(),
	}
	headline := "Not affiliated yet"
	switch {
	case !got.Accepted:
		headline = "The list is refused"
	case !got.Effective.IsZero():
		answer.Effective = &got.Effective
		headline = "Affiliated from " + got.Effective.Long()
	}
	return constitutionAnswer{
		json:  answer,
		print: func(out io.Writer) { printTrace(out, headline+", fee "+got.Fee.String(), got.Trace) },
	}, nil
}

func constitutionDissolve() *cobra.Command {
	return constitutionQuestion{
		use:   "dissolve --assets AMOUNT --clubs NAME=MEMBERS,…",
		short: "What each club would get of the society's assets (rule 4.20)",
		long: "What each affiliated club would get of the society's assets in a dissolution (rule 4.20), to the cent.\n" +
			"The calculation is advisory.",
		example: "  nzgs constitution dissolve --assets 1000.01 --clubs Harbour=7,Plains=5,Valley=5",
		flags: func(cmd *cobra.Command) {
			cmd.Flags().String("assets", "", "assets to share")
			cmd.Flags().StringArray("clubs", nil, "clubs with their members, NAME=MEMBERS,…")
		},
		ask: askShares,
	}.command()
}

// sharesAnswer is the JSON form of rule 4.20: dollars and cents by club.
type sharesAnswer struct {
	Shares map[string]string `json:"shares"`
}

func askShares(c constitution.Constitution, f *constitutionFlags) (constitutionAnswer, error) {
	assets := f.amount("assets")
	var clubs []constitution.ClubSize
	for _, t := range f.tallies("clubs") {
		clubs = append(clubs, constitution.ClubSize{Name: t.name, Members: t.n})
	}
	shares, trace, err := c.Shares(assets, clubs)
	if err != nil {
		return constitutionAnswer{}, err
	}
	answer := sharesAnswer{Shares: make(map[string]string, len(shares))}
	var sum money.Cents
	for _, s := range shares {
		answer.Shares[s.Name] = s.Amount.Plain()
		sum += s.Amount
	}
	return constitutionAnswer{
		json:  answer,
		print: func(out io.Writer) { printTrace(out, "Shares of "+sum.String()+", advisory only", trace) },
	}, nil
}
