package records_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/gorules/record"
	"nzgs/internal/results"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// A game with variations, remarks, marks and clocks.
const toldRecord = "(;GM[1]SZ[5]KM[0]RE[B+25](;B[bb]C[A good move.]BL[65]LB[cc:A]TR[bb](;W[dd]N[Plan];B[cc]WL[30]OW[3])" +
	"(;W[ee]SQ[aa]AR[aa:ee]))(;B[cc]))"

// keptFor keeps a record of a half's game, as the program.
func keptFor(t *testing.T, s *kittest.Site, half kittest.Half, content string) results.RecordID {
	t.Helper()
	r, err := s.Results.AttachRecord(t.Context(), kittest.Program, results.AttachForm{
		Game: half.Game, FileName: "x.sgf", Content: []byte(content),
	})
	s.Must(err)
	if r.Standing == results.RecordWaiting {
		s.Must(s.Results.Tend(t.Context(), kittest.Program, r.ID, results.AcceptRecord, ""))
	}
	return r.ID
}

// asked is an address with what is asked of the board.
func asked(here string, pairs ...string) string {
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		q.Add(pairs[i], pairs[i+1])
	}
	return here + "?" + q.Encode()
}

// Without scripts every line, step, remark and mark of a record has its address.
func TestARecordsTreeIsWalkedByAddresses(t *testing.T) {
	s := kittest.EmptySite(t)
	here := kit.RecordURL(keptFor(t, s, s.FillSmall().Halves[0], toldRecord))
	b := s.Browser("")
	for _, c := range []struct {
		name    string
		address string
		want    []string
		lacks   []string
	}{
		{"the end of the main line", here, []string{"Move 3: Black C3", "Black 1:05, White 0:30 (3)", "Variations (2)", "After move 1: White E1"}, []string{"Another line", "A good move."}},
		{"a remark and ways on", asked(here, "move", "1"), []string{"A good move.", "Ways on:", "White D2", "White E1", `class="mark on-b"`, ">A</text>"}, nil},
		{"another line", asked(here, "node", "4"), []string{"Move 2: White E1", "Another line of the record is shown", `class="arrow"`, "Show the main line"}, []string{"Plan"}},
		{"another line, one back", asked(here, "line", "4", "move", "1"), []string{"Move 1: Black B4", "A good move."}, nil},
		{"the way on wins over the line", asked(here, "line", "4", "node", "5"), []string{"Move 1: Black C3"}, nil},
		{"a node that there is not", asked(here, "node", "999999"), []string{"Move 3: Black C3"}, []string{"Another line"}},
		{"to a move", asked(here, "to", "2", "jump", "1"), []string{"Move 2: White D2", "Plan"}, nil},
		{"to a move that there is not", asked(here, "to", "200", "jump", "1"), []string{"Move 3: Black C3"}, nil},
		{"the step shown stays", asked(here, "at", "1", "count", "2"), []string{"Move 1: Black B4", "Counted: move 2"}, nil},
		{"moves to try lead to their end", asked(here, "at", "1", "from", "1", "tried", "", "try", "E5 A1"), []string{"Move 3: Black A1"}, nil},
		{"a way on leads there", asked(here, "at", "1", "node", "4"), []string{"Move 2: White E1"}, nil},
		{"numbers stay off", asked(here, "numbered", "1", "numbers", "0"), []string{"Show the numbers"}, []string{`class="number`}},
		{"numbers", asked(here, "numbered", "", "numbers", "1"), []string{`class="number n1 now">3</text>`, `class="number n1">1</text>`, "Hide the numbers"}, nil},
		{"read out", asked(here, "move", "2"), []string{"<dt>2</dt><dd>White D</dd>", "<dt>4</dt><dd>Black B</dd>", "<dt>5</dt><dd>empty</dd>"}, nil},
		{"the count as it stands", asked(here, "move", "1"), []string{"Black wins by 18"}, nil},
		{"the chart", here, []string{"The count along the game", "<polyline points="}, nil},
		{"moves that are tried", asked(here, "from", "1", "try", "E5 pass A1"), []string{"Move 4: White A1", "Back to the record", "Tried from: move 1: Black B4. White moves next."}, nil},
		{"a move on a stone", asked(here, "from", "1", "try", "E5 B4 A1"), []string{"Move 3: Black at B4, against the rules: there is a stone on B4 already. It was not played.", `value="E5"`}, nil},
		{"no point", asked(here, "from", "1", "try", "E5 Z99"), []string{"“Z99” is not a point of this board", "Move 2: White E5"}, nil},
		{"the turn is not settled in the middle", asked(here, "from", "1", "next", "B", "try", "E5"), []string{"Play is going on here", "Move 3: Black C3"}, nil},
		{"at the end it is", asked(here, "from", "3", "next", "B", "try", "E5"), []string{"Move 4: Black E5"}, nil},
		{"back from what was tried", asked(here, "from", "1", "try", "E5", "stop", "1"), []string{"Move 1: Black B4"}, []string{"Back to the record"}},
		{"a count at any move", asked(here, "count", "1"), []string{"Counted: move 1: Black B4", "Count the end instead", "all stones stay and are counted: Black wins by 18"}, nil},
		{"with dead stones", asked(here, "counted", "3", "dead", "D2"), []string{"Taken as dead: White at D2, 1 stone. Without them: Black wins by 18.", "the disputed stones are White’s"}, nil},
		{"a dead point without a stone", asked(here, "counted", "1", "dead", "D2"), []string{"There is no stone at", "Counted: move 1"}, nil},
		{"a count of what is tried", asked(here, "from", "1", "try", "E5 A1", "count", "2"), []string{"Counted: move 2: White E5"}, nil},
		{"playing on from a disputed end", asked(here, "counted", "3", "resume", "W"), []string{"White moves next.", "Tried from: move 3: Black C3"}, nil},
		{"in the middle the turn decides", asked(here, "count", "1"), []string{"White moves next</button>"}, []string{"Black moves next</button>"}},
		{"at the end both may", asked(here, "count", "3"), []string{"White moves next</button>", "Black moves next</button>"}, nil},
		{"what is tried goes on by trying", asked(here, "from", "1", "try", "E5 A1", "count", "2"), nil, []string{"moves next</button>"}},
		{"the steps turn", asked(here, "move", "1", "turning", "1"), []string{`<noscript><meta http-equiv="refresh" content="2; url=?line=0&amp;move=2&amp;turning=1"></noscript>`}, nil},
		{"and stop at the end", asked(here, "move", "3", "turning", "1"), nil, []string{"http-equiv=\"refresh\""}},
		{"nonsense", asked(here, "move", "1e9", "node", "-3", "from", "-1", "count", "x", "next", "Q", "numbers", "7"), []string{"Move 3: Black C3"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := b.Get(c.address)
			a.Wants(t, http.StatusOK, c.want...)
			for _, lack := range c.lacks {
				if strings.Contains(a.Body, lack) && (!strings.Contains(lack, " ") || strings.Contains(lack, "<")) || strings.Contains(a.Words(), lack) {
					t.Errorf("the page has %q", lack)
				}
			}
		})
	}
}

// Nobody reads the words or the other lines of a record whose writer may say in them who
// a player with an alias is, or has put contact data into them; officials do.
func TestWordsOfARecordStayWithOfficials(t *testing.T) {
	s := kittest.EmptySite(t)
	half := s.FillSmall().Halves[0]
	id := keptFor(t, s, half, strings.Replace(toldRecord, "A good move.", "Write to tanaka@example.org", 1))
	here := kit.RecordURL(id)
	account, _ := s.Account("Hēmi", "Silverdale", auth.Office{Role: auth.Referee})
	for _, q := range []string{"?move=1", "?node=4", "?line=4&move=1", "?from=1&try=E5&move=1", "?count=1&move=1", "?node=5"} {
		a := s.Browser("").Get(here + q)
		a.Wants(t, http.StatusOK, "Move ")
		for _, lack := range []string{"tanaka@", "Plan", "Ways on", "Variations", "Another line"} {
			if strings.Contains(a.Body, lack) {
				t.Errorf("%s: everybody reads %q", q, lack)
			}
		}
	}
	s.Browser(s.Session(account)).Get(here+"?move=1").Wants(t, http.StatusOK, "tanaka@example.org", "Ways on")
}

// The check walks the tree too, and gives the board alone to scripts.
func TestTheCheckWalksTheTree(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	kept := inputValue(t, b.SendRecord(t, []string{toldRecord}).Body, "kept")
	b.Post(kit.CheckRecordPath, "kept", kept, "node", "4").Wants(
		t, http.StatusOK, "Move 2: White E1", "Another line of the record is shown", "The record says B",
	)
	b.Post(kit.CheckRecordPath, "kept", kept, "count", "1").Wants(t, http.StatusOK, "Counted: move 1: Black B4", "The record says B")
	board := b.Post(kit.CheckRecordPath, "kept", kept, "line", "0", "from", "1", "try", "E5", "part", "board")
	board.Wants(t, http.StatusOK, "Move 2: White E5")
	if strings.Contains(board.Body, "Can the claim be right?") || strings.Contains(board.Body, `id="ending"`) {
		t.Error("more than the board was made")
	}
}

// Marks, remarks and ways without end make no page without end.
func TestRecordsThatSayTooMuch(t *testing.T) {
	for name, text := range map[string]string{
		"marks":    "(;SZ[52]" + strings.Repeat(";B[aa]TR[aa:ZZ]", 1500) + ")",
		"comments": "(;SZ[9]" + strings.Repeat(";B[aa]C["+strings.Repeat("x", 150)+"]", 1500) + ")",
		"ways":     "(;SZ[9]" + strings.Repeat(";B[aa](;W[bb])(;W[cc])(;W[dd])(;W[ee])(", 1500) + ";B[aa]" + strings.Repeat(")", 1500) + ")",
		"lines":    "(;SZ[9];B[aa]" + strings.Repeat("(;W[bb])", 25_000) + ")",
		"labels":   "(;SZ[9];B[aa]LB[bb:</text><script>alert(1)</script>]C[</script><script>alert(1)</script>]N[<img src=x onerror=alert(1)>])",
	} {
		t.Run(name, func(t *testing.T) {
			a := kittest.EmptySite(t).Browser("").SendRecord(t, []string{text})
			if a.Status != http.StatusOK {
				t.Fatalf("%d: %.500s", a.Status, a.Body)
			}
			if n := len(a.Body); n > 4<<20 {
				t.Errorf("a page of %d bytes", n)
			}
			for _, bad := range []string{"<script>alert", "<img src=x"} {
				if strings.Contains(a.Body, bad) {
					t.Errorf("%s came through", bad)
				}
			}
			readFrames(t, a.Body)
			if name == "comments" && !strings.Contains(a.Body, "says more than is shown here") {
				t.Error("nothing says that more is said")
			}
			if name == "lines" {
				a = kittest.EmptySite(t).Browser("").SendRecord(t, []string{text}, "move", "1")
				a.Wants(t, http.StatusOK, "and "+fmt.Sprint(25_000-50)+" more", "And 24699 more.")
			}
		})
	}
}

// The referee keeps the position on the board with the ruling; the sheet and the game's page
// have it, and a refused form has it still.
func TestARulingKeepsThePositionOnTheBoard(t *testing.T) {
	s := kittest.EmptySite(t)
	half := s.FillSmall().Halves[0]
	id := keptFor(t, s, half, "(;GM[1]SZ[5]KM[0];B[bc];W[cc];B[];W[])")
	account, _ := s.Account("Hēmi", "Silverdale", auth.Office{Role: auth.Referee})
	referee := s.Browser(s.Session(account))
	here := kit.RecordDeskURL(id)
	page := referee.Get(asked(here, "from", "4", "try", "E5 A1", "next", "W"))
	page.Wants(t, http.StatusOK, "Keep the position on the board", `name="kept_after" value="4"`, `name="kept_moves" value="E5 A1"`, `name="kept_next" value="W"`)
	form := []string{
		"kind", "play_on", "rule", "End of the game", "reason", "They do not agree.", "version", kittest.VersionOn(t, page),
		"position", "on", "kept_line", "0", "kept_after", "4", "kept_next", "W", "kept_moves", "E5 A1", "kept_disputed", "C3",
	}
	refused := append(append([]string{}, form...), "move", "twelve")
	referee.Post(here, refused...).Wants(t, http.StatusUnprocessableEntity, "Write the number of the move", `name="kept_moves" value="E5 A1"`,
		`name="kept_disputed" value="C3"`, "Move 6: Black A1", `name="position" value="on" checked`)
	bad := append([]string{}, form...)
	bad[len(bad)-3] = "E5 E5"
	referee.Post(here, bad...).Wants(t, http.StatusUnprocessableEntity, "there is a stone on E5 already", `id="position-error"`)
	referee.Post(here, form...).LeadsTo(t, kit.GameDeskURL(half.Game))
	referee.Get(kit.GameDeskURL(half.Game)).Wants(t, http.StatusOK, "Kept with it: the position after move 4: White passes, with the stones at C3 disputed", "Played on: E5, A1")
	page = referee.Get(here)
	page.Wants(t, http.StatusOK, "Kept with a ruling", "with the stones at C3 disputed", "Played on", "disputed: not agreed whether it is dead")
	if n := strings.Count(page.Body, `class="disputed"`); n != 2 { // on the stone and in the legend
		t.Errorf("%d marks of disputed stones", n)
	}
	if strings.Contains(s.Browser("").Get(kit.RecordURL(id)).Body, "disputed") {
		t.Error("everyone sees the ruling's position")
	}
	rulings, err := s.Results.Rulings(t.Context(), half.Game)
	s.Must(err)
	sheet := referee.Get(kit.RulingSheetURL(rulings[0].ID))
	if sheet.Status != http.StatusOK || !strings.HasPrefix(sheet.Body, "%PDF") {
		t.Errorf("the sheet: %d", sheet.Status)
	}
}

// A line that is longer than what is played is refused in words, and the main line is there.
func TestALineThatIsTooLongIsRefusedInWords(t *testing.T) {
	for line, why := range map[string]string{
		strings.Repeat(";B[];W[]", 2500):       "the record has 5002 moves, and at most 4000 can be checked here",
		strings.Repeat(";AB[dd];AE[dd]", 1001): "stones are set up at more than 2000 places between moves",
	} {
		s := kittest.EmptySite(t)
		id := keptFor(t, s, s.FillSmall().Halves[0], "(;SZ[9];B[aa](;W[bb])(;W[cc]"+line+"))")
		here := kit.RecordURL(id)
		account, _ := s.Account("Hēmi", "Silverdale", auth.Office{Role: auth.Referee})
		s.Browser(s.Session(account)).Get(kit.RecordDeskURL(id)+"?node=3").Wants(
			t, http.StatusOK, "This line cannot be shown: "+why, "Every move is legal", "Move 2: White B8",
		)
		for _, query := range []string{"?node=3", "?line=3&count=1", "?line=3&from=1&try=E5"} {
			a := s.Browser("").Get(here + query)
			if !strings.Contains(query, "try") {
				a.Wants(t, http.StatusOK, "This line cannot be shown: "+why, "Move 2: White B8")
			} else if a.Status != http.StatusOK {
				t.Errorf("%s: %d", query, a.Status)
			}
		}
	}
}

// What a writer put in place of a point stays with officials too.
func TestWordsInPlaceOfAPointStayWithOfficials(t *testing.T) {
	s := kittest.EmptySite(t)
	here := kit.RecordURL(keptFor(t, s, s.FillSmall().Halves[0], "(;SZ[9];B[aa];W[x@a.co 021 555 1234](;B[cc])(;B[dd]))"))
	for query, want := range map[string]string{
		"": "Move 3: Black C7", "?move=2": "Move 2: White, against the rules: not a point of this board. It is a pass", "?move=2&numbers=1": "Move 2: White, ",
		"?from=2&try=A1": "Tried from: move 2: White, ", "?count=2": "Counted: move 2: White, ", "?from=2&try=A1&count=2": "Counted: move 2: White, ",
	} {
		a := s.Browser("").Get(here + query)
		a.Wants(t, http.StatusOK, want)
		if strings.Contains(a.Body, "x@a.co") {
			t.Errorf("%q: everybody reads it", query)
		}
	}
	account, _ := s.Account("Hēmi", "Silverdale", auth.Office{Role: auth.Referee})
	s.Browser(s.Session(account)).Get(here+"?move=2").Wants(t, http.StatusOK, "x@a.co")
}

// Stones that were marked as dead in one position are not the disputed ones of another.
func TestDisputedStonesAreThoseOfThePositionThatIsKept(t *testing.T) {
	s := kittest.EmptySite(t)
	id := keptFor(t, s, s.FillSmall().Halves[0], "(;GM[1]SZ[5]KM[0];B[bc];W[cc](;B[cd];W[dd];B[];W[])(;B[ee]))")
	account, _ := s.Account("Hēmi", "Silverdale", auth.Office{Role: auth.Referee})
	referee, here := s.Browser(s.Session(account)), kit.RecordDeskURL(id)
	for _, c := range []struct {
		query []string
		kept  string
	}{
		{[]string{"dead", "C3"}, "C3"},
		{[]string{"dead", "C3", "from", "6", "try", "E5"}, "C3"},
		{[]string{"dead", "C3", "from", "2", "try", "E5"}, ""},
		{[]string{"dead", "C3", "move", "3"}, ""},
		{[]string{"dead", "C3", "node", "7"}, ""},
		{[]string{"dead", "C3", "line", "7", "move", "3", "counted", "3"}, "C3"},
	} {
		referee.Get(asked(here, c.query...)).Wants(t, http.StatusOK, `name="kept_disputed" value="`+c.kept+`"`)
	}
}

// The number of a move that is typed is gone to by Enter, which presses no button by name.
func TestEnterGoesToTheMoveThatIsTyped(t *testing.T) {
	s := kittest.EmptySite(t)
	b, here := s.Browser(""), kit.RecordURL(keptFor(t, s, s.FillSmall().Halves[0], "(;SZ[9];B[aa];W[bb];B[cc];W[dd])"))
	b.Get(asked(here, "enter", "1", "to", "2", "shown", "4", "at", "4")).Wants(t, http.StatusOK, "Move 2: White B8", `name="shown" value="2"`)
	b.Get(asked(here, "enter", "1", "to", "4", "shown", "4", "at", "1")).Wants(t, http.StatusOK, "Move 1: Black A9")
	b.Get(asked(here, "to", "2", "shown", "4", "at", "3")).Wants(t, http.StatusOK, "Move 3: Black C7")
	kept := inputValue(t, b.SendRecord(t, []string{toldRecord}).Body, "kept")
	b.Post(kit.CheckRecordPath, "kept", kept, "enter", "1", "to", "1", "shown", "3", "at", "3").Wants(t, http.StatusOK, "Move 1: Black B4")
	b.Post(kit.CheckRecordPath, "kept", kept, "enter", "1", "to", "x", "shown", "3", "at", "2").Wants(t, http.StatusOK, `data-at="2"`)
}

// Without scripts the check plays the moves from an address that has them alone.
func TestTheCheckPlaysWithoutScripts(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	a := b.SendRecord(t, []string{"(;GM[1]SZ[9]PB[Aroha Tui];B[aa];W[bb]C[A secret.];B[cc](;W[dd])(;W[ee];B[ff]))"})
	kept := inputValue(t, a.Body, "kept")
	if !strings.Contains(a.Body, `<button class="secondary small" name="turning"`) {
		t.Error("the button needs scripts")
	}
	to := b.Post(kit.CheckRecordPath, "kept", kept, "at", "2", "turning", "1", "numbered", "1").Header.Get("Location")
	if !strings.HasPrefix(to, kit.CheckRecordPath+"?move=2&moves=") {
		t.Fatalf("leads to %q", to)
	}
	page := b.Get(to)
	page.Wants(t, http.StatusOK, "Move 2: White B8", "The moves alone are played", `http-equiv="refresh" content="2; url=?`, `class="number`)
	for _, lack := range []string{"Aroha", "secret", "Ways on", "Can the claim be right"} {
		if strings.Contains(page.Body, lack) {
			t.Errorf("the page has %q", lack)
		}
	}
	_, next, _ := strings.Cut(page.Body, `content="2; url=`)
	next, _, _ = strings.Cut(next, `"`)
	b.Get(kit.CheckRecordPath+html.UnescapeString(next)).Wants(t, http.StatusOK, "Move 3: Black C7")
	alone := inputValue(t, page.Body, "kept")
	b.Post(kit.CheckRecordPath, "kept", alone, "at", "2", "turning", "0").Wants(t, http.StatusOK, "Every move is legal", `data-at="2"`)
	// Another line, from its start when its end is shown.
	to = b.Post(kit.CheckRecordPath, "kept", kept, "line", "5", "at", "5", "turning", "1").Header.Get("Location")
	b.Get(to).Wants(t, http.StatusOK, "The start")
	b.Get(strings.Replace(to, "move=0", "move=5", 1)).Wants(t, http.StatusOK, "Move 5: Black F4")
	// What is tried is no line of the record.
	b.Post(kit.CheckRecordPath, "kept", kept, "from", "1", "try", "E5", "at", "1", "turning", "1").Wants(t, http.StatusOK, "Tried from: move 1")
}

// An address with what are no moves, or far too many, costs nothing.
func TestAddressesOfMovesAreBounded(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	pack := func(text string) string {
		var to bytes.Buffer
		w, _ := flate.NewWriter(&to, 9)
		_, _ = w.Write([]byte(text))
		_ = w.Close()
		return base64.RawURLEncoding.EncodeToString(to.Bytes())
	}
	for name, moves := range map[string]string{
		"no base64": "!!", "not packed": "AAAA", "no record": pack("x"), "nothing": pack(""), "another game": pack("(;GM[2];B[aa])"),
		"a bomb": pack("(;SZ[9]" + strings.Repeat(";B[]", 100_000) + ")"), "too many moves": pack("(;SZ[9]" + strings.Repeat(";B[];W[]", 2000) + ")"),
		"too long": strings.Repeat("A", 7000),
	} {
		if a := b.Get(asked(kit.CheckRecordPath, "moves", moves, "turning", "1")); a.Status != http.StatusSeeOther {
			t.Errorf("%s: %d", name, a.Status)
		}
	}
	long := generatedRecord(t, 52, 1999, "")
	a := b.SendRecord(t, []string{long})
	kept := inputValue(t, a.Body, "kept")
	if a = b.Post(kit.CheckRecordPath, "kept", kept, "turning", "1"); a.Status == http.StatusOK && strings.Contains(a.Body, `<button class="secondary small" name="turning"`) {
		t.Error("a button that leads nowhere without scripts")
	}
}

// Of too many moves that are tried the first are, and it is said; none is lost before.
func TestTooManyTriedMovesAreCut(t *testing.T) {
	s := kittest.EmptySite(t)
	b, here := s.Browser(""), kit.RecordURL(keptFor(t, s, s.FillSmall().Halves[0], "(;SZ[9];B[aa];W[bb])"))
	many := strings.TrimSpace(strings.Repeat("pass ", record.MaxTried))
	a := b.Get(asked(here, "from", "1", "try", many))
	a.Wants(t, http.StatusOK, fmt.Sprintf("Move %d: ", record.MaxTried+1), fmt.Sprintf("%[1]d of at most %[1]d moves are tried", record.MaxTried))
	a = b.Get(asked(here, "from", "1", "try", many+" E5"))
	a.Wants(t, http.StatusOK, fmt.Sprintf("Move %d: ", record.MaxTried+1), fmt.Sprintf("These are %d moves, and at most %d can be tried", record.MaxTried+1, record.MaxTried))
	if !strings.Contains(a.Body, `name="tried" value="`+many+`"`) {
		t.Error("what was tried is lost")
	}
}

// The check gives its report though the line that is asked for is too long, and the board
// that scripts ask for.
func TestTheCheckOfALineThatIsTooLong(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	text := "(;GM[1]SZ[9];B[aa](;W[bb])(;W[cc]" + strings.Repeat(";B[];W[]", 1200) + "))"
	kept := inputValue(t, b.SendRecord(t, []string{text}).Body, "kept")
	const why = "This line cannot be shown: the record has 2402 moves, and at most 2000 can be checked here."
	b.Post(kit.CheckRecordPath, "kept", kept, "node", "3").Wants(t, http.StatusOK, why, "Every move is legal", "Move 2: White B8", "Variations (")
	b.Post(kit.CheckRecordPath, "kept", kept, "line", "3", "from", "1", "try", "E5", "next", "B").Wants(t, http.StatusOK, "This line cannot be shown")
	b.Post(kit.CheckRecordPath, "kept", kept, "node", "3", "part", "board").Wants(t, http.StatusOK, why, "Move 2: White B8")
}
