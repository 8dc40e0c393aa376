package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"nzgs/internal/treasury/bank"
)

func booksCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "books",
		Short: "The treasurer’s files and books",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(booksBankCommand(), booksExportCommand())
	return cmd
}

// errUnsettled is the error of a bank's file in which something has to be settled first.
var errUnsettled = errors.New("something in the file has to be settled before it is booked")

func booksBankCommand() *cobra.Command {
	var asJSON bool
	var days, account string
	var columns []string
	cmd := &cobra.Command{
		Use:   "bank FILE",
		Short: "What a bank's file of payments holds",
		Long: `Read a bank's file of payments and show its lines and everything that has to be settled before they are booked
(docs/bank-files.md). FILE may be - for standard input. The CSV files of ANZ, ASB, BNZ, Westpac and Kiwibank are known by
their headings; OFX and QIF are read too. For another CSV file say which column is what.

JSON:
  {"bank":"ANZ","lines":[{"date":"2026-11-21","amount":"25.00","payee":"…","reference":"…","particulars":"…",
                          "code":"…","id":"…"}],
   "problems":[{"line":7,"column":"Amount","message":"…"}]}
  amount: below zero where the account pays. id: the bank's, else made of what the line says, the same each time
  date: "" while it reads two ways

Exit status 0: everything is read. 1: there are problems. 2: the command has errors.`,
		Args: exactly(1, "name the bank's file: nzgs books bank november.csv"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o := bank.Options{Days: bank.Days(days), Account: account}
			if days != "" && !o.Days.Known() {
				return fmt.Errorf("%w: --days is dmy, mdy or ymd", errUsage)
			}
			var err error
			if o.Columns, err = namedColumns(columns); err != nil {
				return err
			}
			data, err := readInput(cmd, args[0])
			if err != nil {
				return err
			}
			s := bank.Read(data, o)
			if asJSON {
				err = encodeJSON(cmd.OutOrStdout(), bankJSONOf(s))
			} else {
				err = writeBank(cmd.OutOrStdout(), s)
			}
			if err == nil && len(s.Problems) > 0 {
				return errUnsettled
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	cmd.Flags().StringVar(&days, "days", "", "how the days are written: dmy, mdy or ymd")
	cmd.Flags().StringVar(&account, "account", "", "the account the file should be of")
	cmd.Flags().StringSliceVar(
		&columns, "columns", nil, "what the columns are called: date=Day,amount=Sum,payee=Name; also credit, debit, reference, "+
			"particulars, code, id, balance, account",
	)
	return cmd
}

// namedColumns reads date=Day,amount=Sum.
func namedColumns(texts []string) (map[bank.Field]string, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	out := map[bank.Field]string{}
	for _, text := range texts {
		field, heading, _ := strings.Cut(text, "=")
		f := bank.Field(strings.TrimSpace(field))
		if !slices.Contains(bank.Fields(), f) || strings.TrimSpace(heading) == "" || out[f] != "" {
			return nil, fmt.Errorf("%w: --columns %q: write it as date=Day,amount=Sum, each once", errUsage, text)
		}
		out[f] = strings.TrimSpace(heading)
	}
	return out, nil
}

// bankJSON is a statement, as docs/bank-files.md describes it.
type bankJSON struct {
	Bank     string            `json:"bank"`
	Lines    []bankLineJSON    `json:"lines"`
	Problems []bankProblemJSON `json:"problems"`
}

type bankLineJSON struct {
	Date        string `json:"date"`
	Amount      string `json:"amount"`
	Payee       string `json:"payee"`
	Reference   string `json:"reference"`
	Particulars string `json:"particulars"`
	Code        string `json:"code"`
	ID          string `json:"id"`
}

type bankProblemJSON struct {
	Line    int    `json:"line,omitempty"`
	Column  string `json:"column,omitempty"`
	Message string `json:"message"`
}

func bankJSONOf(s bank.Statement) bankJSON {
	out := bankJSON{Bank: s.Bank, Lines: []bankLineJSON{}, Problems: []bankProblemJSON{}}
	for _, l := range s.Lines {
		out.Lines = append(out.Lines, bankLineJSON{
			Date: l.Date.String(), Amount: l.Amount.Plain(), Payee: l.Payee, Reference: l.Reference, Particulars: l.Particulars,
			Code: l.Code, ID: l.ID,
		})
	}
	for _, p := range s.Problems {
		out.Problems = append(out.Problems, bankProblemJSON{p.Row, p.Column, p.Message})
	}
	return out
}

func writeBank(w io.Writer, s bank.Statement) error {
	head := s.Bank
	if head == "" {
		head = "Another bank"
	}
	if s.Account != "" {
		head += ", account " + s.Account
	}
	fmt.Fprintf(w, "%s: %d %s\n", head, len(s.Lines), plural(len(s.Lines), "line", "lines"))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, l := range s.Lines {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", l.Date, l.Amount.Plain(), l.Payee, l.Reference, l.Particulars, l.Code)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, p := range s.Problems {
		if _, err := fmt.Fprintln(w, p); err != nil {
			return err
		}
	}
	return nil
}
