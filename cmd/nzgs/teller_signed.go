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
	"nzgs/internal/governance/ballot"
)

// notesFile is where the keys that a teller signed are noted, beside the key file.
func (t *tellerFlags) notesFile() string { return strings.TrimSuffix(t.key, ".age") + "-signed.json" }

// notes are what the owner of the key signed on this machine.
func (t *tellerFlags) notes(cmd *cobra.Command, own ballot.Card) (*ballot.Notes, error) {
	if _, err := os.Stat(t.notesFile()); errors.Is(err, fs.ErrNotExist) {
		return ballot.NewNotes(), nil
	}
	data, err := readFile(cmd, t.notesFile(), maxTellerFile)
	if err != nil {
		return nil, err
	}
	n, err := ballot.ParseNotes(data, own)
	if err != nil {
		return nil, tellerRefusal(t.notesFile(), err)
	}
	return n, nil
}

// checkKeys stops unless the keys of a vote file are those that the owner of the key
// signed last, saying what changed since.
func (t *tellerFlags) checkKeys(cmd *cobra.Command, name string, vote *ballot.Package, id *ballot.Identity) error {
	notes, err := t.notes(cmd, id.Card())
	if err != nil {
		return err
	}
	signed, noted := notes.Of(vote.Vote)
	set := vote.Keys()
	switch out := cmd.ErrOrStderr(); {
	case noted && !vote.KeysSigned():
		return refused{fmt.Errorf("%s: the keys in this file are not signed, and you signed the keys of this vote on %s. "+
			"Nothing was sealed or counted. %s", name, signed.On.Long(), whatNow)}
	case noted && !signed.Keys.Same(set):
		return refused{fmt.Errorf("%s: these are not the keys that you signed on %s:\n  %s\nNothing was sealed or counted. %s",
			name, signed.On.Long(), strings.Join(set.Since(signed.Keys), "\n  "), whatNow)}
	case !vote.KeysSigned():
		fmt.Fprintf(out, "The tellers have not signed the keys in %s, because the papers went out before they did that.\n"+
			"Nothing but your telephone shows that they are the tellers’ own:\n", name)
		sayKeys(out, set)
	case !noted:
		fmt.Fprintf(out, "There is no note on this machine of the keys that you signed. Compare the number with your own "+
			"note, and with the other teller by telephone:\n")
		sayKeys(out, set)
	}
	return nil
}

const whatNow = "Ask the other tellers by telephone for the numbers that nzgs teller key prints for them. If the change is " +
	"right, open the new test message on the vote’s page and download the vote file again. If not, someone changed the " +
	"keys: tell the other tellers and the secretary, and enter nothing."

// sayKeys names tellers and keys, for people to compare.
func sayKeys(out io.Writer, set ballot.KeySet) {
	fmt.Fprintf(out, "  number of the keys  %s\n", set.Number())
	for _, t := range set.Tellers {
		fmt.Fprintf(out, "  %s  %s\n", t.Card.Fingerprint(), t.Name)
	}
}

// sinceSigned adds to the refusal of a vote file what changed in its keys since the
// owner of the key signed them, where that can be told.
func (t *tellerFlags) sinceSigned(cmd *cobra.Command, file []byte, refusal error) error {
	var e *apperr.Error
	if !errors.As(refusal, &e) || len(e.Fields) == 0 || e.Fields[0].Name != "signatures" {
		return refusal
	}
	claimed, err := ballot.ClaimedKeys(file)
	if err != nil {
		return refusal
	}
	id, err := t.openKey(cmd)
	if err != nil {
		return refusal
	}
	defer id.Close()
	notes, err := t.notes(cmd, id.Card())
	if err != nil {
		return refusal
	}
	text := whatNow
	if signed, noted := notes.Of(claimed.Vote); noted {
		text = fmt.Sprintf(
			"Since you signed the keys on %s:\n  %s\n%s", signed.On.Long(), strings.Join(claimed.Since(signed.Keys), "\n  "), whatNow,
		)
	}
	f := append(apperr.Fields{}, e.Fields...)
	f.Add("what to do", "%s", text)
	return f.Err()
}

// compared has the teller compare the keys by telephone before signing them.
func compared(cmd *cobra.Command, id *ballot.Identity, set ballot.KeySet, number string) error {
	out := cmd.ErrOrStderr()
	fmt.Fprintf(out, "Your signature says that these are the keys of all tellers of %s, and no others:\n", set.Vote)
	sayKeys(out, set)
	fmt.Fprintf(out, "Yours is %s. Ask each of the others by telephone for the number that nzgs teller key prints for them.\n",
		id.Card().Fingerprint())
	if number != "" {
		if strings.Join(strings.Fields(number), "") != strings.Join(strings.Fields(set.Number()), "") {
			return refused{fmt.Errorf("the number of these keys is %s, not %s: nothing was signed", set.Number(), number)}
		}
		return nil
	}
	fmt.Fprint(out, "Type yes if all of them are right: ")
	var word string
	fmt.Fscan(cmd.InOrStdin(), &word)
	if !strings.EqualFold(word, "yes") {
		return refused{errors.New("nothing was signed. If a number is wrong, tell the other tellers and the secretary")}
	}
	return nil
}

// note keeps what was signed.
func (t *tellerFlags) note(cmd *cobra.Command, id *ballot.Identity, set ballot.KeySet) error {
	notes, err := t.notes(cmd, id.Card())
	if err != nil {
		return err
	}
	notes.Add(ballot.SignedKeys{On: today(), Keys: set, Signature: id.SignKeys(set)})
	if err := replaceFile(t.notesFile(), notes.Encode()); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "Write the number of the keys down: %s. The vote’s page asks for it before papers are entered there.\n",
		set.Number())
	return nil
}
