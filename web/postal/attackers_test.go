package postal_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nzgs/internal/backup"
	"nzgs/internal/governance/ballot/ballottest"
	"nzgs/internal/store"
	"nzgs/web/kit"
)

// held is what somebody may get hold of, by what it is.
type held map[string][]byte

// attackers are who could want to know a vote, with what each gets hold of: the
// pages of those whose sessions they have, and what else is marked.
var attackers = []struct {
	name    string
	pages   []string // signed in as
	files   bool     // the database's files at every moment, its log of changes too
	backups bool     // and backups of every moment
	logs    bool     // what the program logs
	printed bool     // the printed papers: names and serials
}{
	{"secretary with the database", []string{"secretary"}, true, true, false, true},
	{"administrator", []string{"administrator"}, true, true, true, false},
	{"whoever can write to the database", []string{"nobody"}, true, false, false, false},
	{"one teller, about the other", []string{"ana"}, false, false, false, false},
	{"reader of backups, logs and the printed list", []string{"nobody"}, false, true, true, true},
	{"all of them but the tellers", []string{"secretary", "president", "administrator", "treasurer", "committee", "member"}, true, true, true, true},
}

// plantedVote is a vote on so many motions that each member's marks come nowhere else.
type plantedVote struct {
	*world
	marks   []string // of each paper, in the order of names
	misread string   // what Ben typed first for the first paper
	keys    []string // the tellers' secrets, and what a browser keeps of one
	logs    *bytes.Buffer
	had     []held // by attacker
	sizes   map[int]bool
}

// TestNoAttackerFindsAVote: everything that each attacker can get hold of, at every
// moment of a vote, is searched for what each member's paper says, for the serials on the
// papers, by which two finds could be joined, and for the tellers' keys, of which one is
// open for a sitting.
func TestNoAttackerFindsAVote(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test without FAST runs it")
	}
	logs := &bytes.Buffer{}
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(logs, &slog.HandlerOptions{Level: slog.LevelDebug})))
	t.Cleanup(func() { slog.SetDefault(before) })
	v := &plantedVote{world: newPostalWorld(t, 14), logs: logs, had: make([]held, len(attackers)), sizes: map[int]bool{}}
	for i := range v.had {
		v.had[i] = held{}
	}
	v.hold()
	if len(v.sizes) != 1 {
		t.Errorf("sealed papers of the sizes %v: a size tells them apart", v.sizes)
	}
	whole := ballottest.Secrets{Marks: append(slices.Clone(v.marks), v.misread), Serials: v.serials}.Search()
	votes := ballottest.Secrets{Marks: append(slices.Clone(v.marks), v.misread)}.Search()
	others := ballottest.Secrets{Marks: []string{v.misread}}.Search()
	secrets := ballottest.Secrets{Serials: v.keys}.Search()
	for i, a := range attackers {
		if len(v.had[i]) < 20 {
			t.Errorf("%s holds only %d things", a.name, len(v.had[i]))
		}
		for what, content := range v.had[i] {
			look := whole
			switch {
			case strings.HasPrefix(what, "printed"):
				look = votes // the serials stand on it
			case slices.Contains(a.pages, "ana"):
				look = others // what a teller typed is read back to that teller
			}
			if found, bad := look.In(content); bad {
				t.Errorf("%s finds %q in %s", a.name, found, what)
			}
			if _, bad := secrets.In(content); bad {
				t.Errorf("%s finds a teller’s key in %s", a.name, what)
			}
		}
	}
	if _, found := votes.In([]byte("the paper says " + v.marks[3])); !found {
		t.Error("the search finds nothing where a vote is")
	}
	if _, found := secrets.In([]byte(strings.ToLower(v.keys[1]))); !found || len(v.keys) != 3 {
		t.Error("the search finds nothing where a key is")
	}
}

// hold takes the vote through its states, and gathers at each.
func (v *plantedVote) hold() {
	const motions, papers = 24, 10
	var pairs []string
	for n := 1; n <= motions; n++ {
		pairs = append(pairs, "motion_"+strconv.Itoa(n), fmt.Sprintf("That thing %d be done.", n), "kind_"+strconv.Itoa(n), "ordinary")
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range papers + 1 {
		paper := make([]byte, motions)
		for i := range paper {
			paper[i] = "yna"[random.IntN(3)]
		}
		v.marks = append(v.marks, string(paper))
	}
	v.misread, v.marks = v.marks[papers], v.marks[:papers]
	v.begin(pairs...)
	v.freeze()
	v.appoint()
	v.makePapers()
	v.gather("papers made", false)
	v.despatch()
	v.receive(papers)
	v.gather("papers out", false)
	v.closeVote()
	v.enter("ana", v.marks...)
	v.gather("entered by one", true)
	v.enter("ben", append([]string{v.misread}, v.marks[1:]...)...)
	compared := v.sendKey("ana", v.at("compare"), "keep", "on") // a sitting, which goes on until Ana approves
	compared.Wants(v.T, http.StatusOK, v.serials[0])
	v.keys = append(v.keys, v.sittingCookie(compared).Value)
	for _, key := range tellerKeys() {
		v.keys = append(v.keys, ballottest.SecretOf(key.file, tellerPassphrase))
	}
	for i, a := range attackers {
		if slices.Contains(a.pages, "ana") {
			v.had[i]["what comparing says"] = []byte(compared.Body)
		}
	}
	v.gather("differing, with a sitting open", true)
	v.sendKey("ben", v.at("correct"), "serial_1", v.serials[0], "letters_1", v.marks[0]).LeadsTo(v.T, v.at("compare"))
	for _, who := range []string{"ana", "ben"} {
		v.windows[who].Post(v.at("finish")).LeadsTo(v.T, v.base)
	}
	v.approve()
	v.gather("agreed", false)
	v.report()
	v.declare()
	v.gather("declared", true)
	v.destroy()
	v.gather("destroyed", false)
}

// gather gives each attacker what they get hold of at a moment; of pages that are not
// the vote's only where everywhere is set.
func (v *plantedVote) gather(moment string, everywhere bool) {
	v.T.Helper()
	file := filepath.Join(v.T.TempDir(), "copy.db")
	v.copyAs(file)
	copied := filepath.Join(v.T.TempDir(), "backup.db")
	_, err := backup.Seal{}.Write(v.T.Context(), v.DB, copied)
	v.Must(err)
	sizes, err := store.All(v.T.Context(), v.DB, store.Value[int], `SELECT DISTINCT length(sealed) FROM postal_entry`)
	v.Must(err)
	for _, n := range sizes {
		v.sizes[n] = true
	}
	pages := map[string]held{}
	read := func(file string) []byte {
		raw, err := os.ReadFile(file)
		if err != nil && !os.IsNotExist(err) {
			v.T.Fatal(err)
		}
		return raw
	}
	for i, a := range attackers {
		for _, who := range a.pages {
			if pages[who] == nil {
				pages[who] = v.pagesOf(who, everywhere)
			}
			for path, body := range pages[who] {
				v.had[i][moment+": "+who+" at "+path] = body
			}
		}
		if a.files {
			v.had[i][moment+": database"], v.had[i][moment+": its log of changes"] = read(file), read(file+"-wal")
		}
		if a.backups {
			v.had[i][moment+": backup"] = read(copied)
		}
		if a.logs {
			v.had[i][moment+": log"] = slices.Clone(v.logs.Bytes())
		}
		if a.printed && moment == "papers made" {
			var list strings.Builder
			for n, serial := range v.serials {
				fmt.Fprintln(&list, v.names[n], serial)
			}
			v.had[i]["printed list"] = []byte(list.String())
		}
	}
}

// pagesOf are all pages that somebody is shown.
func (v *plantedVote) pagesOf(who string, everywhere bool) held {
	out := held{}
	for _, r := range v.Routes() {
		below, ofVote := strings.CutPrefix(r.Path, kit.PostalPath+"/:id")
		if r.Method != http.MethodGet || !ofVote && (!everywhere || strings.ContainsAny(r.Path, ":*")) {
			continue
		}
		path := r.Path
		if ofVote {
			path = v.base + strings.NewReplacer(":document", "1", ":envelope", "1").Replace(below)
		}
		if a := v.windows[who].Get(path); a.Status == http.StatusOK {
			out[path] = []byte(a.Body)
		}
	}
	return out
}
