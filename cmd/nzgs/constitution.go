package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"nzgs/internal/governance/constitution"
)

// constitutionCommand is the family of questions to the constitution. They
// need no society: without one the answers follow from the version that the
// program ships and from what is asked. Only import works on one.
func constitutionCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "constitution",
		Short: "What the constitution says: terms, dates, votes, elections; its wording",
		Long: "Ask the constitution. Each answer gives its rule and its arithmetic, and names the open\n" +
			"questions that it depends on. With --data or --database the answer follows that\n" +
			"society’s own constitution, as in force on the day the question is about, with the\n" +
			"committee’s rulings; without them it follows the constitution that comes with the program. The\n" +
			"last line of the answer says which.\n\n" +
			"Exit status 0: the question was answered, whatever the answer. 2: it could not be answered, and every\n" +
			"problem with it is listed.",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("%w: there is no command %q; nzgs constitution --help lists them", errUsage, args[0])
			}
			return cmd.Help()
		},
	}
	cmd.AddCommand(constitutionTerm(), constitutionAffiliate(), constitutionAGM(), constitutionEGM(),
		constitutionDecide(), constitutionElect(), constitutionDissolve(), constitutionImport())
	return cmd
}

// constitutionQuestion is a command that asks the constitution.
type constitutionQuestion struct {
	use, short, long, example string
	days                      []string // the flags that say which day it is about: the latest given counts; none: today
	meeting                   func(*constitutionFlags) bool
	flags                     func(*cobra.Command)
	ask                       func(constitution.Constitution, *constitutionFlags) (constitutionAnswer, error)
}

// constitutionAnswer is an answer in both forms.
type constitutionAnswer struct {
	json  any // its fields are the command's interface
	print func(io.Writer)
}

func (q constitutionQuestion) command() *cobra.Command {
	cmd := &cobra.Command{
		Use: q.use, Short: q.short, Long: q.long, Example: q.example,
		Args: exactly(0, "use flags only"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			flags := &constitutionFlags{set: cmd.Flags()}
			c, by, err := q.constitution(cmd.Context(), flags)
			if err != nil {
				return err
			}
			answer, err := q.ask(c, flags)
			if err := flags.refusal(err); err != nil {
				return err
			}
			asJSON, err := cmd.Flags().GetBool("json")
			if err != nil {
				return err
			}
			if asJSON {
				return answer.writeJSON(cmd.OutOrStdout(), by)
			}
			answer.print(cmd.OutOrStdout())
			fmt.Fprintf(cmd.OutOrStdout(), "\n%s\n", by)
			return nil
		},
	}
	cmd.Flags().SortFlags = false
	q.flags(cmd)
	addSocietyFlags(cmd)
	cmd.Flags().Bool("json", false, "write JSON")
	return cmd
}

// writeJSON writes the answer with the constitution that it is by as its last
// field.
func (a constitutionAnswer) writeJSON(out io.Writer, by basis) error {
	var answer, last bytes.Buffer
	for to, value := range map[*bytes.Buffer]any{&answer: a.json, &last: map[string]basis{"constitution": by}} {
		e := json.NewEncoder(to)
		e.SetEscapeHTML(false) // the arithmetic has < and > in it
		if err := e.Encode(value); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "%s,%s", strings.TrimSuffix(answer.String(), "}\n"), strings.TrimPrefix(last.String(), "{"))
	return err
}

// printTrace writes an outcome with its arithmetic and the readings it rests on.
func printTrace(out io.Writer, headline string, t constitution.Trace) {
	fmt.Fprintf(out, "%s (rule %s)\n\n", headline, t.Rule)
	for _, s := range t.Steps {
		fmt.Fprintf(out, "  %s\n", s)
	}
	printReadings(out, t.Readings)
}

func printReadings(out io.Writer, readings []constitution.Used) {
	for _, u := range readings {
		q, _ := constitution.QuestionByID(u.Question)
		fmt.Fprintf(out, "\nOpen question %s: %s\n  %s\n", u.Question, q.Title, u.Text())
	}
}
