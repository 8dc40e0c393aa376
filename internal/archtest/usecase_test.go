package archtest

import (
	"path/filepath"
	"strings"
	"testing"
)

// ownTransactions may open a transaction or write an audit entry by themselves,
// and why.
var ownTransactions = map[string]string{
	"internal/store":                          "it is what a transaction is",
	"internal/usecase":                        "it does it for the others",
	"internal/auth":                           "it stands below internal/usecase",
	"internal/joining/service.go":             "the link of a letter is made by the program as the letter leaves",
	"internal/newsletter/readers.go":          "the link of a letter is made by the program as the letter leaves",
	"internal/bookshop/link.go":               "the link of a letter is made by the program as the letter leaves",
	"internal/hosting/link.go":                "the link of a letter is made by the program as the letter leaves",
	"internal/entering/link.go":               "the link of a letter is made by the program as the letter leaves",
	"internal/inviting/service.go":            "the letters of a press are written by the program in steps, each with an entry by package auth",
	"internal/mail/service.go":                "a letter is claimed and sent by the program",
	"internal/governance/meetings/leaving.go": "a duty that follows from letters that have left",
	"internal/venue/heard.go":                 "that a laptop was heard of changes nothing of the event",
	"internal/venue/laptop.go":                "what a laptop notes of its way to the site; and it is filled before anyone can sign in",
	"internal/moving":                         "it fills a database, with the log of the one it comes from; the move itself is written into the log",
	"internal/mail/restored.go":               "that the database was just restored is the program's own; the letters held are in the log",
	"internal/upkeep/figures.go":              "that a backup was tried is the program's own; who took one is in the log by itself",
	"internal/upkeep/asked/service.go":        "that a backup is under way is the program's own; who asked for one is in the log",
	"internal/settings/begun.go":              "where the clocks are is said by whoever begins the society, before anyone is in it",
	"internal/results/record.go":              "a report of a record is kept so that it is not made again: it follows from the record",
}

// A service changes nothing but through internal/usecase, which asks who may and
// writes the entry.
func TestChangesGoThroughTheKernel(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || !strings.HasPrefix(s.pkg, "internal/") || strings.HasSuffix(s.pkg, "test") ||
			ownTransactions[s.pkg] != "" || ownTransactions[filepath.ToSlash(s.file)] != "" {
			continue
		}
		for _, call := range []string{".InTx(", "audit.Write("} {
			if strings.Contains(s.text, call) {
				t.Errorf("%s calls %s: a change goes through usecase.Cases", s.file, strings.TrimSuffix(call, "("))
			}
		}
	}
}
