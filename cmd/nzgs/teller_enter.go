package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"nzgs/internal/governance/ballot"
)

const tellerEnterLong = `Enter voting papers, one after the other: the serial, then a letter for each
motion. What you typed is read back; press Enter to accept it. It is saved,
encrypted to all tellers of the vote, before the next paper is asked for.
Nothing is lost if the machine goes off: start the command again and continue.

  y Yes   n No   a Abstain   - nothing written   ! none of the three words
  r1, r2, … a rejected paper, with its reason (help lists them)

Instead of a serial:
  undo             remove the last paper entered
  correct SERIAL   enter a paper again (what you entered before is not shown)
  remove SERIAL    remove a paper
  list             the serials entered so far, without votes
  help, quit

VOTE-FILE is the vote package from the society's page. It can be opened once the
closing day is over. Your entries are kept in VOTE-teller-N.json in this folder,
or where --entries says; give that file to the other teller when you have
entered all papers, not before.

--csv takes a table with the columns serial, each motion's number, and perhaps
rejected (unsigned, no_name, not_on_roll, second_paper, late, unreadable, other);
cells are Yes, No, Abstain, blank or spoiled. Either all of it is entered or
nothing. Anyone can read the votes in such a table: pipe it in with --csv - or
destroy it.`

func tellerEnterCommand(t *tellerFlags) *cobra.Command {
	var entries, table string
	cmd := &cobra.Command{
		Use:     "enter VOTE-FILE",
		Short:   "Enter voting papers into an encrypted file",
		Long:    tellerEnterLong,
		Example: "  nzgs teller enter vote.json\n  nzgs teller enter vote.json --csv - < papers.csv",
		Args:    exactly(1, "name the vote file: nzgs teller enter vote.json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			vote, err := t.readPackage(cmd, args[0])
			if err != nil {
				return err
			}
			id, err := t.openKey(cmd)
			if err != nil {
				return err
			}
			defer id.Close()
			if vote.TellerOf(id.Card()) != 0 {
				if err := t.checkKeys(cmd, args[0], vote, id); err != nil {
					return err
				}
			}
			book, err := openBook(cmd, entries, vote, id)
			if err != nil {
				return err
			}
			if table != "" {
				err = book.importTable(cmd, table)
			} else {
				err = book.enter(cmd)
			}
			if err = errors.Join(err, book.close()); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s of %d made are in %s.\n", papers(len(book.records)), len(vote.Serials), book.path)
			fmt.Fprintf(
				cmd.ErrOrStderr(),
				"When all papers are entered, exchange this file for the other teller's, and compare:\n  nzgs teller compare %s "+
					"THEIRS\n",
				book.path,
			)
			return nil
		},
	}
	cmd.Flags().StringVar(&entries, "entries", "", "the file of your entries (default VOTE-teller-N.json)")
	cmd.Flags().StringVar(&table, "csv", "", "enter the papers from a table, or - for standard input, instead of asking")
	return cmd
}

func papers(n int) string {
	if n == 1 {
		return "1 paper"
	}
	return fmt.Sprintf("%d papers", n)
}

// importTable enters all papers of a table, or none.
func (b *entryBook) importTable(cmd *cobra.Command, name string) error {
	data, err := readFile(cmd, name, maxTellerFile)
	if err != nil {
		return err
	}
	list, err := b.vote.ReadCSV(data)
	if err != nil {
		return tellerRefusal(name, err)
	}
	var again []string
	for _, p := range list {
		if b.has(p.Serial) {
			again = append(again, "\n  "+p.Serial.String())
		}
	}
	if len(again) > 0 {
		return refused{
			fmt.Errorf("%s: these papers were already entered, so nothing was entered:%s", name, strings.Join(again, "")),
		}
	}
	if err := b.put(list...); err != nil {
		return err
	}
	if name != "-" {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s has votes that anyone can read: destroy it now.\n", name)
	}
	return nil
}

// enter is the dialogue. Leaving it, in whatever way, loses nothing that was
// saved.
func (b *entryBook) enter(cmd *cobra.Command) error {
	d := newDesk(cmd)
	defer d.leave()
	b.greet(d)
	var last ballot.Serial
	for {
		typed, err := d.ask("\n%s. Serial: ", papers(len(b.records)))
		if errors.Is(err, errLeft) {
			return nil
		}
		word, rest, _ := strings.Cut(strings.ToLower(typed), " ")
		switch word {
		case "":
			continue
		case "quit", "exit":
			return nil
		case "help", "?":
			b.help(d)
			continue
		case "list":
			d.say("%s\n", strings.Join(b.serials(), "\n"))
			continue
		case "undo":
			err = b.undo(d, &last)
		case "remove":
			err = b.takeOut(d, rest)
		case "correct":
			err = b.read(d, rest, entered, &last)
		default:
			err = b.read(d, typed, fresh, &last)
		}
		switch {
		case errors.Is(err, errLeft):
			return nil
		case err != nil:
			return err
		}
	}
}

func (b *entryBook) greet(d *desk) {
	v := b.vote
	d.say("%s, closed on %s.\n", v.Title, v.Closing.Long())
	d.say(
		"You are teller %d, %s. Vote file %s: the other teller's must say the same.\n", b.teller, v.Tellers[b.teller-1].Name,
		v.Hash().Short(),
	)
	var names []string
	for _, t := range v.Tellers {
		names = append(names, t.Name)
	}
	d.say("Only %s can open what you enter. Number of the keys: %s.\n\n", strings.Join(names, " and "), v.Keys().Number())
	b.motions(d)
}

func (b *entryBook) motions(d *desk) {
	for _, m := range b.vote.Motions {
		first, more, _ := strings.Cut(strings.TrimSpace(m.Text), "\n")
		if r := []rune(first); len(r) > 68 {
			first = string(r[:68]) + "…"
		} else if more != "" {
			first += " …"
		}
		d.say("%4d  %s\n", m.Number, first)
	}
	d.say("\ny Yes   n No   a Abstain   - blank   ! spoiled   r1… rejected   (help, undo, quit)\n")
}

func (b *entryBook) help(d *desk) {
	b.motions(d)
	for i, r := range ballot.Rejections() {
		d.say("r%d %s\n", i+1, r.Words())
	}
	d.say("undo, correct SERIAL, remove SERIAL, list, quit\n")
}

// before says whether a paper is expected to have been entered already.
type before string

const (
	fresh   before = "fresh"
	entered before = "entered"
)

// known reads a serial; a zero one, after saying why, when it is none that can
// be gone on with.
func (b *entryBook) known(d *desk, typed string, state before) ballot.Serial {
	s, err := ballot.ParseSerial(typed)
	switch {
	case err != nil:
		d.say("Serials look like 7K3M-9QTR-5XHM; one symbol of this is wrong, or two are swapped.\n")
	case !b.vote.Knows(s):
		d.say("No paper of this vote has this serial: put it aside and tell the other teller.\n")
	case state == fresh && b.has(s):
		d.say(
			"This paper is already entered. If this is a second one with the same serial, put it aside and tell the\nother "+
				"teller. To enter it again: correct %s\n",
			s,
		)
	case state == entered && !b.has(s):
		d.say("This paper has not been entered.\n")
	default:
		return s
	}
	return ballot.Serial{}
}

// read enters one paper: its votes, read back, saved.
func (b *entryBook) read(d *desk, typed string, state before, last *ballot.Serial) error {
	s := b.known(d, typed, state)
	if s.IsZero() {
		return nil
	}
	typed, err := d.ask("Votes on %s: ", b.numbers())
	for err == nil {
		var paper ballot.Paper
		if paper, err = b.understood(d, s, typed); err != nil {
			break
		}
		if typed, err = d.ask(
			"%s\nPress Enter if that is what the paper says, x to leave this paper, or type the votes again: ",
			b.readBack(paper),
		); err != nil {
			break
		}
		switch strings.ToLower(typed) {
		case "":
			if err := b.put(paper); err != nil {
				return err
			}
			*last = s
			d.wipe()
			d.say("Saved: %s\n", s)
			return nil
		case "x":
			d.wipe()
			d.say("Left as it was: %s\n", s)
			return nil
		}
	}
	return err
}

// understood asks until what was typed can be votes.
func (b *entryBook) understood(d *desk, s ballot.Serial, typed string) (ballot.Paper, error) {
	for {
		why, choices, err := b.vote.ParseVotes(typed)
		if err == nil {
			return ballot.Paper{Serial: s, Rejected: why, Choices: choices}, nil
		}
		if typed, err = d.ask(
			"A letter for each of %s (y n a - !), or r1 to r%d: ", b.numbers(), len(ballot.Rejections()),
		); err != nil {
			return ballot.Paper{}, err
		}
	}
}

// numbers are the motions' numbers in order.
func (b *entryBook) numbers() string {
	var out []string
	for _, m := range b.vote.Motions {
		out = append(out, fmt.Sprint(m.Number))
	}
	return strings.Join(out, " ")
}

// readBack is the paper in words, for the teller who has it in hand.
func (b *entryBook) readBack(p ballot.Paper) string {
	if p.Rejected != ballot.Valid {
		return "  Rejected: " + p.Rejected.Words()
	}
	var out []string
	for i, c := range p.Choices {
		out = append(out, fmt.Sprintf("%d %s", b.vote.Motions[i].Number, c.Words()))
	}
	return "  " + strings.Join(out, ", ")
}

// undo removes the last paper entered in this sitting.
func (b *entryBook) undo(d *desk, last *ballot.Serial) error {
	if last.IsZero() || !b.has(*last) {
		d.say("You have not entered a paper in this sitting: use correct SERIAL or remove SERIAL.\n")
		return nil
	}
	if err := b.remove(*last); err != nil {
		return err
	}
	d.say("Removed: %s\n", *last)
	*last = ballot.Serial{}
	return nil
}

func (b *entryBook) takeOut(d *desk, typed string) error {
	s := b.known(d, typed, entered)
	if s.IsZero() {
		return nil
	}
	if err := b.remove(s); err != nil {
		return err
	}
	d.say("Removed: %s\n", s)
	return nil
}
