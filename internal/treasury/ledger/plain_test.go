package ledger

import "io"

// writeJournal writes a whole journal; names are those of the members and clubs whose balances lines change.
func writeJournal(w io.Writer, accounts []Account, entries []Entry, names map[Party]string) error {
	out := NewPlain(w, accounts)
	for _, e := range entries {
		of := make([]string, len(e.Lines))
		for i, l := range e.Lines {
			of[i] = names[l.Party]
		}
		if err := out.Write(e, of); err != nil {
			return err
		}
	}
	return out.Flush()
}
