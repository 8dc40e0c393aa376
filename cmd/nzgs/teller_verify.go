package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"nzgs/internal/governance/ballot"
)

func tellerVerifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify VOTE RESULT",
		Short: "Check a declared result with the files beside the declaration",
		Long: `Check a declared result on your own machine, without the society's server: that
the totals belong to this vote file, that they add up, and that two of the tellers in it
signed every figure, and that every teller signed the keys of all of them. Anyone can do this; no key is needed. Both files can be
downloaded beside the declaration.

It shows which keys signed. Whether they are the tellers' own keys only the
tellers can say: ask them for the key numbers that nzgs teller key printed.`,
		Example: "  nzgs teller verify vote.json result.json",
		Args:    exactly(2, "name the vote file and the result file: nzgs teller verify VOTE RESULT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			data, err := readFile(cmd, args[0], maxTellerFile)
			if err != nil {
				return err
			}
			vote, err := ballot.ParsePackage(data)
			if err != nil {
				return tellerRefusal(args[0], err)
			}
			if data, err = readFile(cmd, args[1], maxTellerFile); err != nil {
				return err
			}
			result, err := ballot.ParseResult(data)
			if err == nil {
				err = result.Verify(vote)
			}
			if err != nil {
				return tellerRefusal(args[1], err)
			}
			return sayVerified(cmd, vote, result)
		},
	}
}

// sayVerified says what was checked, and what was not.
func sayVerified(cmd *cobra.Command, vote *ballot.Package, r *ballot.Result) error {
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%s\nVote file %s, closed on %s\n\n", vote.Title, vote.Hash().Short(), vote.Closing.Long())
	for _, m := range vote.Motions {
		fmt.Fprintf(out, "Motion %d: %s\n", m.Number, m.Text)
	}
	fmt.Fprintln(out)
	if err := printTotals(out, r); err != nil {
		return err
	}
	fmt.Fprintln(out, "\nThese totals belong to this vote file, add up, and were signed by:")
	for _, a := range r.Approvals {
		t := vote.Tellers[a.Teller-1]
		fmt.Fprintf(out, "  %s, key %s\n", t.Name, t.Card.Fingerprint())
	}
	fmt.Fprintf(out, "\nPapers were sealed to these keys, and to no others:\n")
	sayKeys(out, vote.Keys())
	if vote.KeysSigned() {
		fmt.Fprintln(out, "Each of these tellers signed all of them.")
	} else {
		fmt.Fprintln(out, "The tellers did not sign them: the papers went out before tellers signed their keys.")
	}
	fmt.Fprintln(out, "Not checked here: whether these keys are the tellers’ own. Ask them.")
	return nil
}
