package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"nzgs/internal/civil"
	"nzgs/internal/governance/ballot"
)

func tellerCompareCommand(t *tellerFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "compare MINE THEIRS",
		Short: "Show where two tellers' entries differ, by serial and field",
		Long: `Show where your entries and the other teller's differ: the paper's serial and
which part of it, never what either of you read. Both of you look at those
papers again (nzgs teller enter, then correct SERIAL), exchange the files and
compare again.

Nothing is counted until nothing differs.`,
		Example: "  nzgs teller compare egm-2026-teller-1.json egm-2026-teller-2.json",
		Args:    exactly(2, "name your entries and the other teller's: nzgs teller compare MINE THEIRS"),
		RunE: func(cmd *cobra.Command, args []string) error {
			pair, err := t.openPair(cmd, args[0], args[1])
			if err != nil {
				return err
			}
			defer pair.id.Close()
			differences, err := pair.vote.Compare(pair.mine, pair.theirs)
			if err != nil {
				return tellerRefusal(args[1], err)
			}
			out := cmd.OutOrStdout()
			for _, d := range differences {
				fmt.Fprintln(out, d)
			}
			if len(differences) > 0 {
				what := "differences"
				if len(differences) == 1 {
					what = "difference"
				}
				return fmt.Errorf(
					"%d %s: look at these papers again, each of you alone; correct what you misread (nzgs teller enter, then "+
						"correct SERIAL), exchange the files and compare again",
					len(differences), what,
				)
			}
			fmt.Fprintf(out, "Nothing differs in %s. To make the result: nzgs teller total\n", papers(len(pair.mine.Papers)))
			return nil
		},
	}
}

// entriesPair are the two tellers' entries of one vote, opened.
type entriesPair struct {
	vote         *ballot.Package
	id           *ballot.Identity
	teller       ballot.TellerNumber // whose key is used
	mine, theirs ballot.Batch
}

// openPair opens two tellers' entries with the key of one of them.
func (t *tellerFlags) openPair(cmd *cobra.Command, mine, theirs string) (*entriesPair, error) {
	files := [2]*ballot.Entries{}
	for i, name := range []string{mine, theirs} {
		data, err := readFile(cmd, name, maxTellerFile)
		if err != nil {
			return nil, err
		}
		if files[i], err = ballot.ParseEntries(data); err != nil {
			return nil, tellerRefusal(name, err)
		}
	}
	vote := files[0].Package
	if h, other := vote.Hash(), files[1].Package.Hash(); h != other {
		return nil, refused{
			fmt.Errorf("the two files were made from different vote files (%s and %s)", h.Short(), other.Short()),
		}
	}
	if err := vote.CheckOpen(vote.Today(civil.SystemClock())); err != nil {
		return nil, tellerRefusal(mine, err)
	}
	id, err := t.openKey(cmd)
	if err != nil {
		return nil, err
	}
	if vote.TellerOf(id.Card()) != 0 {
		if err := t.checkKeys(cmd, mine, vote, id); err != nil {
			return nil, err
		}
	}
	p := &entriesPair{vote: vote, id: id, teller: vote.TellerOf(id.Card())}
	if files[0].Teller != p.teller {
		return nil, refused{
			fmt.Errorf("%s was not entered with this key: name your own entries first, then the other teller's", mine),
		}
	}
	if files[1].Teller == p.teller {
		return nil, refused{fmt.Errorf("%s is also yours: name the other teller's entries second", theirs)}
	}
	for i, into := range []*ballot.Batch{&p.mine, &p.theirs} {
		if *into, err = files[i].Open(id); err != nil {
			return nil, tellerRefusal([]string{mine, theirs}[i], err)
		}
	}
	return p, nil
}

func tellerTotalCommand(t *tellerFlags) *cobra.Command {
	var result string
	cmd := &cobra.Command{
		Use:   "total MINE THEIRS",
		Short: "Count entries that agree, approve the totals and make the result file",
		Long: `Count two tellers' entries that agree, show the totals, and approve them with
your key in a result file. If the result file already exists, with the other
teller's approval, yours is added to it, provided that you count the same from
the same entries. With both approvals the file is ready to upload.

The file has the totals of each motion, the number of papers, the roots of the
two tellers' encrypted records, and the approvals: signatures that only the
tellers' keys can make and that cover every figure. It has no votes of single papers.`,
		Example: "  nzgs teller total egm-2026-teller-1.json egm-2026-teller-2.json",
		Args:    exactly(2, "name your entries and the other teller's: nzgs teller total MINE THEIRS"),
		RunE: func(cmd *cobra.Command, args []string) error {
			pair, err := t.openPair(cmd, args[0], args[1])
			if err != nil {
				return err
			}
			defer pair.id.Close()
			return pair.total(cmd, result)
		},
	}
	cmd.Flags().StringVar(&result, "result", "", "the result file (default VOTE-result.json)")
	return cmd
}

func (p *entriesPair) total(cmd *cobra.Command, name string) error {
	if name == "" {
		name = p.vote.Vote + "-result.json"
	}
	r, err := p.vote.Count(p.mine, p.theirs)
	if err != nil {
		return tellerRefusal("total", err)
	}
	there, err := p.earlier(cmd, name, r)
	if err != nil {
		return err
	}
	if there != nil {
		r = there
	}
	if err := r.Approve(p.vote, p.id); err != nil {
		return tellerRefusal(name, err)
	}
	if err := replaceFile(name, r.Encode()); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if err := printTotals(out, r); err != nil {
		return err
	}
	if r.Verify(p.vote) != nil {
		fmt.Fprintf(
			out, "\n%s has your approval. The other teller approves it with\n  nzgs teller total MINE THEIRS --result %s\n",
			name, name,
		)
		return nil
	}
	fmt.Fprintf(out, "\n%s has both approvals: it is ready to upload.\n", name)
	return nil
}

// earlier is the result file that is there, if it says what was counted now.
func (p *entriesPair) earlier(cmd *cobra.Command, name string, now *ballot.Result) (*ballot.Result, error) {
	if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	data, err := readFile(cmd, name, maxTellerFile)
	if err != nil {
		return nil, err
	}
	r, err := ballot.ParseResult(data)
	if err == nil {
		err = r.CheckApprovals(p.vote)
	}
	if err != nil {
		return nil, tellerRefusal(name, err)
	}
	if !r.Same(now) {
		return nil, refused{
			fmt.Errorf("%s was made from different entries: exchange your entries again and remove that file", name),
		}
	}
	return r, nil
}

// printTotals shows what is approved, with the roots to read to each other.
func printTotals(out io.Writer, r *ballot.Result) error {
	fmt.Fprintf(out, "%s, %d of them rejected.\n\n", papers(r.Papers), r.Rejected)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "motion\tYes\tNo\tAbstain\tinformal\t")
	for _, m := range r.Motions {
		fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%d\t\n", m.Motion, m.Yes, m.No, m.Abstain, m.Informal)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(out)
	for _, b := range r.Batches {
		fmt.Fprintf(out, "Root of teller %d's records: %s\n", b.Teller, b.Root.Short())
	}
	return nil
}
