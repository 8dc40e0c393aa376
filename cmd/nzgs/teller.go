package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/machine"
)

const tellerLong = `What a teller of a postal vote does on their own machine, without any network
and without the society's server seeing a voting paper:

  1  nzgs teller key                    make a key; register the line it prints
  2  nzgs teller open test.age          answer the test message; paste the answer.
                                        Once all have a key, it signs all keys
  3  nzgs teller enter vote.json        enter the papers, after the closing date
  4  nzgs teller compare MINE THEIRS    where the two tellers' entries differ
  5  nzgs teller total MINE THEIRS      totals and approval in a result file

Afterwards anyone can check the declared result with the two files beside it:
nzgs teller verify VOTE RESULT.

Both tellers do all five steps, and exchange their entries files of step 3 (by
e-mail or on a USB stick: they are encrypted). Where the entries differ, both
look at those papers again, correct what they misread and compare again. When
nothing differs, one teller makes the result file, the other approves it with
the same command, and one of them uploads it. It has the totals, two approvals
and the roots of the encrypted records, but no vote of any paper.

Steps 3 to 5 stop where the keys are not those that you signed in step 2.

Two secrets stay with the teller: the key file and its passphrase. Votes are
only ever written encrypted, and never appear in an argument, log or message.
What you type is on the screen while you type it. nzgs uses the terminal's
second screen, which leaves nothing to scroll back to, but it cannot protect
against a terminal that records everything or someone looking over your
shoulder. docs/ballots.md has the details.

Exit status: 0 done; 1 something failed, or compare found differences; 2 the
command was used wrongly, or its input was refused.`

// tellerFlags are what every command of a teller is told.
type tellerFlags struct {
	key            string // the teller's key file
	passphraseFile string // "" asks on the terminal
}

// tellerCommand is the family of commands for a teller's own machine. None of
// them opens the society's data.
func tellerCommand() *cobra.Command {
	t := &tellerFlags{}
	cmd := &cobra.Command{
		Use:   "teller",
		Short: "Count a postal vote on a teller's own machine",
		Long:  tellerLong,
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("%w: there is no command %q; nzgs teller --help lists them", errUsage, args[0])
			}
			return cmd.Help()
		},
		PersistentPreRun: func(*cobra.Command, []string) { leaveNoCore() },
	}
	cmd.PersistentFlags().StringVar(&t.key, "key", "teller-key.age", "the teller's key file")
	cmd.PersistentFlags().StringVar(
		&t.passphraseFile, "passphrase-file", "",
		"read the passphrase from this file or descriptor (/dev/fd/3) instead of the terminal",
	)
	cmd.AddCommand(
		tellerKeyCommand(t), tellerOpenCommand(t), tellerEnterCommand(t), tellerCompareCommand(t), tellerTotalCommand(t),
		tellerVerifyCommand(),
	)
	return cmd
}

// leaveNoCore keeps the system from writing this process's memory to a file
// when it crashes.
func leaveNoCore() {
	hideMemory()
	machine.LeaveNoCore()
}

// today is the day in New Zealand: the teller's own, in notes.
func today() civil.Date { return civil.SystemClock().Date() }

const (
	maxTellerFile     = 32<<20 + 1
	maxPassphraseFile = 2 << 10
)

// readFile reads a file of at most limit bytes, or standard input for "-".
func readFile(cmd *cobra.Command, name string, limit int64) ([]byte, error) {
	in := cmd.InOrStdin()
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, refused{plainPath(err)}
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	switch {
	case err != nil:
		return nil, plainPath(err)
	case int64(len(data)) > limit:
		return nil, refused{fmt.Errorf("%s is larger than %d KiB", name, limit>>10)}
	}
	return data, nil
}

// plainPath leaves the system call out of what a person reads.
func plainPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}

// tellerRefusal puts what is wrong below the name of what it is wrong with, a
// line for each problem.
func tellerRefusal(name string, err error) error {
	var e *apperr.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("%s: %w", name, err)
	}
	around := strings.TrimSuffix(err.Error(), e.Error())
	text := name + ": " + around + e.Message
	for _, f := range e.Fields {
		text += "\n  " + f.Name + ": " + f.Message
	}
	return refused{errors.New(text)}
}

// readPackage reads the vote file that the tellers were given.
func (t *tellerFlags) readPackage(cmd *cobra.Command, name string) (*ballot.Package, error) {
	data, err := readFile(cmd, name, maxTellerFile)
	if err != nil {
		return nil, err
	}
	p, err := ballot.ParsePackage(data)
	if err != nil {
		return nil, tellerRefusal(name, t.sinceSigned(cmd, data, err))
	}
	if err := p.CheckOpen(p.Today(civil.SystemClock())); err != nil {
		return nil, tellerRefusal(name, err)
	}
	return p, nil
}

// openKey opens the teller's key file.
func (t *tellerFlags) openKey(cmd *cobra.Command) (*ballot.Identity, error) {
	if _, err := os.Stat(t.key); errors.Is(err, fs.ErrNotExist) {
		return nil, refused{
			fmt.Errorf(
				"%s: key file not found. Go to the folder that has it, or name it with --key; nzgs teller key makes a new one",
				t.key,
			),
		}
	}
	file, err := readFile(cmd, t.key, 64<<10)
	if err != nil {
		return nil, err
	}
	passphrase, err := t.passphrase(cmd, "Passphrase of "+t.key)
	if err != nil {
		return nil, err
	}
	id, err := ballot.OpenIdentity(file, passphrase)
	if err != nil {
		return nil, tellerRefusal(t.key, err)
	}
	return id, nil
}
