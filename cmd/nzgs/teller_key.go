package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"nzgs/internal/governance/ballot"
)

func tellerKeyCommand(t *tellerFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "key",
		Short: "Make a teller's key and print the line to register",
		Long: `Make a teller's key, protected by a passphrase that is asked for twice, and print
the line to register with the society. The line is public; the key file and the
passphrase are not. If the key file already exists, no new key is made: its line
is printed again.

Choose four or five unrelated words as the passphrase, and write it down at home:
no one can replace it. Use a new key for each vote, and delete it when the papers
are destroyed.

The key file is an age file (age-encryption.org): the age program opens it too.`,
		Example: "  nzgs teller key\n  nzgs teller key --key agm-2026.age",
		Args:    exactly(0, "name the key file with --key"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			id, made, err := t.makeKey(cmd)
			if err != nil {
				return err
			}
			defer id.Close()
			if made {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s is made. Register this line as teller:\n", t.key)
			}
			fmt.Fprintln(cmd.OutOrStdout(), id.Card())
			fmt.Fprintf(cmd.ErrOrStderr(), "Its number, for people to compare: %s\n", id.Card().Fingerprint())
			notes, err := t.notes(cmd, id.Card())
			if err != nil {
				return err
			}
			for _, s := range notes.Signed {
				fmt.Fprintf(cmd.ErrOrStderr(), "On %s you signed the keys of %s:\n", s.On.Long(), s.Keys.Vote)
				sayKeys(cmd.ErrOrStderr(), s.Keys)
			}
			return nil
		},
	}
}

// makeKey makes the key file, or opens the one that is there.
func (t *tellerFlags) makeKey(cmd *cobra.Command) (id *ballot.Identity, made bool, err error) {
	if _, err := os.Lstat(t.key); err == nil {
		id, err := t.openKey(cmd)
		return id, false, err
	}
	passphrase, err := t.newPassphrase(cmd)
	if err != nil {
		return nil, false, err
	}
	id, err = ballot.NewIdentity()
	if err != nil {
		return nil, false, err
	}
	file, err := id.Protect(passphrase)
	if err != nil {
		return nil, false, tellerRefusal("passphrase", err)
	}
	return id, true, writeNew(t.key, file)
}

// newPassphrase asks twice, since no one can tell a passphrase that was
// mistyped once.
func (t *tellerFlags) newPassphrase(cmd *cobra.Command) (string, error) {
	first, err := t.passphrase(cmd, "New passphrase for "+t.key)
	if err != nil {
		return "", err
	}
	if err := ballot.CheckPassphrase(first); err != nil {
		return "", tellerRefusal("passphrase", err)
	}
	if t.passphraseFile != "" {
		return first, nil
	}
	again, err := t.passphrase(cmd, "Repeat the passphrase")
	if err != nil {
		return "", err
	}
	if again != first {
		return "", refused{errors.New("the two passphrases are not the same: no key was made")}
	}
	return first, nil
}

// writeNew writes a file for its owner alone that must not be there yet.
func writeNew(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return refused{fmt.Errorf("%s already exists", name)}
	}
	if err != nil {
		return plainPath(err)
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(plainPath(err), os.Remove(name))
	}
	return syncFolder(name)
}

// syncFolder makes a new name in a folder survive a power cut.
func syncFolder(name string) error {
	d, err := os.Open(filepath.Dir(name))
	if err != nil {
		return plainPath(err)
	}
	return errors.Join(d.Sync(), d.Close())
}

// replaceFile replaces a file in one step and makes it last: who is killed or
// loses power has the old one or the whole new one.
func replaceFile(name string, data []byte) error {
	beside := name + ".part" // one name, so that a killed process leaves one file at most
	if err := os.Remove(beside); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return plainPath(err)
	}
	if err := writeNew(beside, data); err != nil {
		return err
	}
	if err := os.Rename(beside, name); err != nil {
		return fmt.Errorf("save %s: %w", name, err)
	}
	return syncFolder(name)
}

func tellerOpenCommand(t *tellerFlags) *cobra.Command {
	var number string
	cmd := &cobra.Command{
		Use:   "open TEST",
		Short: "Open a test message and print the answer that proves the key",
		Long: `Open the test message that the society's page made for your key, and print the
answer to paste there. Only your key can open it and give the answer, so papers
are never sealed to a key that no one has. TEST is a file, or - for standard
input.

Once every teller has a key, the message has all of them, and your answer signs
them: papers are sealed to these keys and to no others. You are shown names and
numbers, and asked whether you have compared them by telephone. With --compared
and the number of the keys on which you all agreed, you are not asked.`,
		Example: "  nzgs teller open test.age",
		Args:    exactly(1, "name the test message: nzgs teller open test.age"),
		RunE: func(cmd *cobra.Command, args []string) error {
			message, err := readFile(cmd, args[0], 64<<10)
			if err != nil {
				return err
			}
			id, err := t.openKey(cmd)
			if err != nil {
				return err
			}
			defer id.Close()
			asked, err := id.OpenTest(message)
			if err != nil {
				return tellerRefusal(args[0], err)
			}
			keys, sign := asked.Keys()
			if sign {
				if err := compared(cmd, id, keys, number); err != nil {
					return err
				}
			}
			answer, err := id.Answer(message)
			if err != nil {
				return tellerRefusal(args[0], err)
			}
			if sign {
				if err := t.note(cmd, id, keys); err != nil {
					return err
				}
			}
			fmt.Fprintln(cmd.ErrOrStderr(), "Your key opens it. Paste this answer:")
			fmt.Fprintln(cmd.OutOrStdout(), answer)
			return nil
		},
	}
	cmd.Flags().StringVar(&number, "compared", "", "the number of the keys, which the tellers have compared")
	return cmd
}
