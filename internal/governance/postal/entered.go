package postal

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/store"
)

// Entered is the serials of the papers that a teller has entered here, as far as the
// teller's browser knows them. The browser keeps the list and nothing here does: a row
// of an entry says nothing, and a list of serials beside it, even of hashes, would tell
// whoever has the database and the printed papers whose paper was entered when. It is
// sorted, so that it does not say in which order papers were entered either.
type Entered struct {
	mark    string // of the entries that it is of: another package or a new beginning ends it
	serials []string
	Of      int  // papers entered in all
	Full    bool // it holds no more
}

// mostKept is how many serials the list holds: a browser keeps 4,096 bytes.
const mostKept = 250

// Entered reads the list that the actor's browser kept; "" and one of other entries are
// an empty list.
func (s *Service) Entered(ctx context.Context, actor auth.Actor, id VoteID, kept string) (Entered, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return Entered{}, err
	}
	if err := s.mayTake(actor, ruleOf(ActEnter), f); err != nil {
		return Entered{}, err
	}
	own := f.teller(actor)
	out := Entered{mark: f.markOf(*own), Of: own.Entered}
	mark, list, _ := strings.Cut(kept, ".")
	if mark != out.mark {
		return out, nil
	}
	for part := range slices.Chunk([]byte(list), serialLength) {
		if serial, err := ballot.ParseSerial(string(part)); err == nil {
			out = out.With(serial.String())
		}
	}
	if len(out.serials) > own.Entered { // of entries that are gone
		out.serials = nil
	}
	return out, nil
}

const serialLength = 12

// markOf tells the entries of a teller from those of another one, of another package and
// of before a new beginning.
func (f facts) markOf(t teller) string {
	return digest(
		"nzgs-entered/1", f.packageID(), f.pack, strconv.FormatInt(int64(t.Person), 10), strconv.Itoa(t.begun),
	)[:16]
}

// Serials are the serials as they are written, sorted.
func (e Entered) Serials() []string { return slices.Clone(e.serials) }

// Has reports whether a paper is in the list, as its serial is typed.
func (e Entered) Has(typed string) bool {
	serial, err := ballot.ParseSerial(typed)
	return err == nil && slices.Contains(e.serials, serial.String())
}

// With is the list with one more paper.
func (e Entered) With(typed string) Entered {
	serial, err := ballot.ParseSerial(typed)
	if err != nil || e.Has(typed) {
		return e
	}
	if len(e.serials) >= mostKept {
		e.Full = true
		return e
	}
	e.serials = append(slices.Clone(e.serials), serial.String())
	slices.Sort(e.serials)
	return e
}

// Without is the list without a paper.
func (e Entered) Without(typed string) Entered {
	if serial, err := ballot.ParseSerial(typed); err == nil {
		e.serials = slices.DeleteFunc(slices.Clone(e.serials), func(s string) bool { return s == serial.String() })
	}
	return e
}

// Kept is the list as a browser keeps it.
func (e Entered) Kept() string {
	return e.mark + "." + strings.ReplaceAll(strings.Join(e.serials, ""), "-", "")
}

// OpenEntered opens the actor's own entries with the actor's key, and lists the papers
// by their serials, never what they say; twice are those that were entered twice.
// Fields: key, passphrase.
func (s *Service) OpenEntered(
	ctx context.Context, actor auth.Actor, id VoteID, key Key,
) (list Entered, twice []string, err error) {
	err = s.withKey(ctx, request{
		actor: actor, id: id, action: ActCorrect, logged: "list_own_entries",
	}, key, func(tx *store.Tx, d desk, identity *ballot.Identity) (any, error) {
		there, err := records(ctx, tx, id, d.number)
		if err != nil {
			return nil, err
		}
		batch, err := d.pack.Open(identity, d.number, there)
		if err != nil {
			return nil, err
		}
		list = Entered{mark: d.markOf(*d.teller), Of: len(batch.Papers)}
		for _, opened := range batch.Papers {
			serial := opened.Paper.Serial.String()
			if list.Has(serial) {
				twice = append(twice, serial)
			}
			list = list.With(serial)
		}
		slices.Sort(twice)
		return nil, nil
	})
	return list, twice, err
}
