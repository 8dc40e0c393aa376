package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/store"
)

// whatToDo follows each message about a log that is not what it was.
const whatToDo = "What to do: change nothing, keep a copy of the whole data folder, and tell the officers who hold the " +
	"letters with the heads. Compare the log with each backup, the oldest first (nzgs audit verify --backup FILE): " +
	"that shows the first entry that differs. If the society was restored from an older backup, the entries after " +
	"that backup are gone for that reason: the log and the committee’s records say when that was."

// Compare compares the log, whose chain was verified, with heads that were kept
// elsewhere. The error says what was expected, what is there, and in which
// entries they part.
func Compare(ctx context.Context, q store.Queryer, marks []Mark) error {
	there := make(map[int64]string, len(marks))
	for _, m := range marks {
		hash, err := store.One(ctx, q, store.Value[string], `SELECT hash FROM audit_entry WHERE seq = $1`, m.Seq)
		if err != nil && !errors.Is(err, store.ErrNoRows) {
			return fmt.Errorf("read entry %d of the log: %w", m.Seq, err)
		}
		there[m.Seq] = hash
	}
	last, _, err := Head(ctx, q)
	if err != nil {
		return fmt.Errorf("read the head: %w", err)
	}
	return judge(marks, there, last)
}

// judge says whether marks agree with the hashes of their entries in a log of so
// many entries.
func judge(marks []Mark, there map[int64]string, last int64) error {
	marks = slices.SortedFunc(slices.Values(marks), func(a, b Mark) int { return cmp.Compare(a.Seq, b.Seq) })
	var wrong []Mark
	var agreed, latest int64 // below the first that is wrong; of all
	for _, m := range marks {
		switch {
		case !m.of(there[m.Seq]):
			wrong = append(wrong, m)
			continue
		case len(wrong) == 0:
			agreed = m.Seq
		}
		latest = m.Seq
	}
	if len(wrong) == 0 {
		return nil
	}
	first := wrong[0]
	hash := there[first.Seq]
	var b strings.Builder
	fmt.Fprintf(&b, "the log does not agree with %d of %d heads.\n", len(wrong), len(marks))
	for _, m := range wrong {
		fmt.Fprintf(&b, "  expected: %s\n", m)
		if h := there[m.Seq]; h != "" {
			fmt.Fprintf(&b, "  there:    %s\n", Mark{m.Seq, h[:len(m.Hash)]})
		} else {
			fmt.Fprintf(&b, "  there:    no entry %d; the log ends at entry %d\n", m.Seq, last)
		}
	}
	switch {
	case latest > first.Seq:
		fmt.Fprintf(&b, "The log agrees with the later head of entry %d, so no entry up to that one was changed or removed. "+
			"Head %s was mistyped, or is that of another log.\n", latest, first)
	case hash == "" && agreed == last && last > 0:
		fmt.Fprintf(&b, "All its entries agree up to entry %d. Entries %d to %d, and any after them, were cut off.\n",
			last, last+1, first.Seq)
	case hash == "":
		fmt.Fprintf(&b, "Entries %d to %d are gone: the end was cut off, or the log was deleted and begun again.%s\n",
			last+1, first.Seq, agreedTo(agreed))
	default:
		fmt.Fprintf(&b, "An entry among %d to %d was changed, and those after it were written again to fit.%s\n",
			agreed+1, first.Seq, agreedTo(agreed))
	}
	if hash != "" && first.slips(hash) <= fewSlips {
		b.WriteString("Nearly all digits agree, as they do after a slip of typing: compare the head with the paper once more.\n")
	}
	b.WriteString(whatToDo)
	return errors.New(b.String())
}

func agreedTo(agreed int64) string {
	if agreed == 0 {
		return " No earlier head was given that agrees, so that it cannot be said from which entry on."
	}
	return fmt.Sprintf(" Up to entry %d the log agrees.", agreed)
}

// Prefix compares the log with an older copy of it: each entry of the copy has to
// be in the log as it is. It returns how many the copy has; the error names the
// entry from which they part. Both chains were verified.
func Prefix(ctx context.Context, q, older store.Queryer) (n int64, err error) {
	theirs, ours := layoutOf(ctx, older), layoutOf(ctx, q)
	ends, err := theirs.readEnds(ctx, older)
	if err != nil {
		return 0, fmt.Errorf("the backup: %w", err)
	}
	for _, end := range ends {
		c := beside{ours: ours, q: q, stream: end.Stream, last: end.Seq}
		err := theirs.each(ctx, older, end.Stream, func(r Record) error { return c.has(ctx, r) })
		n += c.n
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// beside reads a stream of the log beside that of an older copy.
type beside struct {
	ours         layout
	q            store.Queryer
	stream, last int64    // the last entry of the copy
	next         []Record // of the log, read and not yet compared
	agreed, n    int64    // the last entry that was compared, and how many were
}

// has compares the next entry of the copy.
func (c *beside) has(ctx context.Context, want Record) (err error) {
	if len(c.next) == 0 {
		if c.next, err = c.ours.batch(ctx, c.q, c.stream, c.agreed); err != nil {
			return fmt.Errorf("read the log: %w", err)
		}
	}
	if len(c.next) == 0 {
		return fmt.Errorf("%s ends at entry %d, and the backup has entries up to %d: entries %d to %d were "+
			"cut off, or the society was restored from an older backup.\n%s", called(c.stream), c.agreed, c.last, want.Seq, c.last,
			whatToDo)
	}
	if got := c.next[0]; got.Hash != want.Hash {
		return fmt.Errorf("the log and the backup part at entry %d; up to entry %d they agree.\n"+
			"  in the backup: %s\n  in the log:    %s\n%s", want.Seq, c.agreed, want.inBrief(), got.inBrief(), whatToDo)
	}
	c.next, c.agreed, c.n = c.next[1:], want.Seq, c.n+1
	return nil
}

// inBrief is an entry in a line, without what it holds.
func (r Record) inBrief() string {
	return fmt.Sprintf("%s, %s, %s by %s, of %s %d", MarkOf(r.Seq, r.Hash), r.At.Long(), r.Action, r.By.Name, r.Object,
		r.ObjectID)
}
