package records_test

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/gorules"
	"nzgs/internal/results"
	"nzgs/internal/store/storetest"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
	webrecords "nzgs/web/records"
)

// generatedRecord is a game of random legal moves that fill no own eye, with
// what else stands in its root.
func generatedRecord(t testing.TB, size, moves int, root string) string {
	t.Helper()
	r := rand.New(rand.NewPCG(19, 361))
	var game gorules.Game
	if err := game.Reset(gorules.NZ(), size, size); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(;GM[1]FF[4]CA[UTF-8]SZ[%d]%s\n", size, root)
	for n := 0; n < moves; {
		m := gorules.Move{Colour: game.Turn(), Point: gorules.At(r.IntN(size), r.IntN(size))}
		if ownEye(game.Board(), m) || game.Play(m) != nil {
			continue
		}
		fmt.Fprintf(&b, ";%s", m)
		n++
	}
	b.WriteString(")\n")
	return b.String()
}

func ownEye(b *gorules.Board, m gorules.Move) bool {
	x, y := m.Point.X(), m.Point.Y()
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		if q := gorules.At(x+d[0], y+d[1]); b.Has(q) && b.At(q) != m.Colour {
			return false
		}
	}
	return true
}

// koRecord has one move against the rules: White takes the ko back at once. As
// it stands the count is a tie, as a pass Black wins by 4.
const koRecord = "(;GM[1]SZ[5]KM[0]PB[Aroha Tūī]PW[王小明]RE[B+7];B[bc];W[cc];B[cb];W[db];B[cd];W[dd];B[aa];W[ec];B[dc];W[cc];B[ee])"

func TestARecordIsChecked(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	a := b.SendRecord(t, []string{koRecord})
	a.Wants(t, http.StatusOK, "One move is against the rules", "Move 10: White at C3", "repeats the whole board as it "+
		"was after move 8",
		"If it stands", "A tie (jigo)", "(Black 20, White 20)", "If it was claimed: a pass", "Black wins by 4",
		"(Black 22, White 18)",
		"The result differs from the count", "Can the claim be right?", "Aroha Tūī", "王小明", `data-jump="10"`,
		"Only by estimate") // it takes no time that anybody notices
	kept := inputValue(t, a.Body, "kept")
	b.Post(
		kit.CheckRecordPath, "kept", kept, "estimate", "1",
	).Wants(t, http.StatusOK, "Only by estimate", `name="estimate" value="1"`)
	b.Post(
		kit.CheckRecordPath, "kept", kept, "move", "10",
	).Wants(t, http.StatusOK, "Move 10: White at C3, against the rules", `data-at="10"`)
	b.Post(kit.CheckRecordPath, "kept", kept, "move", "-7").Wants(t, http.StatusOK, `data-at="0"`)
	b.Post(
		kit.CheckRecordPath, "kept", kept, "move", "99999999999999999999",
	).Wants(t, http.StatusOK, "One move is against the rules")
	b.Post(
		kit.CheckRecordPath, "kept", kept, "black_total", "25", "white_total", "0",
	).Wants(t, http.StatusOK, "The counts handed in differ", "Handed in: Black 25, White 0")
	b.Post(kit.CheckRecordPath, "kept", kept, "use", "A5").Wants(t, http.StatusOK, `value="A5"`, "class=\"cross\"")
	b.Post(kit.CheckRecordPath, "kept", kept, "rules", "no such rules").Wants(t, http.StatusOK)
}

// inputValue is the value of a hidden input.
func inputValue(t testing.TB, body, name string) string {
	t.Helper()
	_, rest, found := strings.Cut(body, `name="`+name+`" value="`)
	value, _, ended := strings.Cut(rest, `"`)
	if !found || !ended {
		t.Fatalf("the page has no input %s", name)
	}
	return html.UnescapeString(value)
}

// What was typed comes back with what is wrong with it.
func TestAForgottenRecordKeepsWhatWasTyped(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	b.Post(
		kit.CheckRecordPath, "record", "  ",
	).Wants(t, http.StatusUnprocessableEntity, "Paste a record, or choose a file.")
	b.Post(
		kit.CheckRecordPath, "record", "This is <no> record",
	).Wants(t, http.StatusUnprocessableEntity, "This is &lt;no&gt; record")
	a := b.Post(
		kit.CheckRecordPath, "record", koRecord, "black_total", "many", "white_total", "-1", "dead", "A5 Z99", "rules", "iyt",
	)
	a.Wants(t, http.StatusUnprocessableEntity, `value="many"`, `value="-1"`, `value="A5 Z99"`, `value="iyt" selected`,
		"(;GM[1]SZ[5]", "“Z99” is not a point of this board", "Write the count as a whole number of points")
	b.Post(kit.CheckRecordPath, "record", koRecord, "dead", "C1").Wants(t, http.StatusUnprocessableEntity, "(;GM[1]SZ[5]")
}

func TestHostileRecords(t *testing.T) {
	variations := "(;SZ[9];B[aa]" + strings.Repeat("(;W[bb])", 20_000) + ")"
	long := "(;SZ[19]" + strings.Repeat(";B[];W[]", 50_000) + ")"
	steps := "(;SZ[52]" + strings.Repeat(";B[aa];W[bb]", 1000) + ")"
	for _, test := range []struct {
		name   string
		files  []string
		status int
		want   string
	}{
		{"nothing", []string{""}, http.StatusUnprocessableEntity, "Paste a record, or choose a file."},
		{"one NUL", []string{"\x00"}, http.StatusUnprocessableEntity, "This cannot be read as a record"},
		{"a picture", []string{"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xfe\xfd(("}, http.StatusUnprocessableEntity, ""},
		{"1 MB of brackets", []string{strings.Repeat("(", results.MaxRecord)}, http.StatusUnprocessableEntity, ""},
		{"1 MB of game begins", []string{strings.Repeat("(;", results.MaxRecord/2)}, 0, ""},
		{"1 MB of closings", []string{strings.Repeat(")", results.MaxRecord)}, http.StatusUnprocessableEntity, ""},
		{
			"over 1 MB", []string{strings.Repeat("(;)", results.MaxRecord/2)}, http.StatusUnprocessableEntity,
			"This file is larger than 256 kB",
		},
		{"20,000 variations", []string{variations}, http.StatusOK, "Every move is legal"},
		{"100,000 moves", []string{long}, http.StatusUnprocessableEntity, "larger than 256 kB"},
		{"2,000 moves on 52 × 52, most against the rules", []string{steps}, http.StatusOK, "moves are against the rules"},
		{
			"2,002 moves", []string{"(;SZ[9]" + strings.Repeat(";B[];W[]", 1001) + ")"}, http.StatusUnprocessableEntity,
			"the record has 2002 moves, and at most 2000 can be checked here",
		},
		{
			"2,001 times set up", []string{"(;SZ[9]" + strings.Repeat(";AB[aa]", 2001) + ")"}, http.StatusUnprocessableEntity,
			"at most 2000 can be checked here",
		},
		{"52 × 52", []string{"(;SZ[52]KM[7];B[zz];W[ZZ];B[aA])"}, http.StatusOK, "52 × 52"},
		{"1 × 1", []string{"(;SZ[1];B[aa];W[aa];B[])"}, http.StatusOK, "1 × 1"},
		{"1 × 52", []string{"(;SZ[1:52];B[aa];W[ab])"}, http.StatusOK, "1 × 52"},
		{"53 × 53", []string{"(;SZ[53];B[aa])"}, 0, ""},
		{"another game", []string{"(;GM[2]SZ[8];B[aa])"}, http.StatusUnprocessableEntity, "not of a game of Go (GM[2])"},
		{"two files", []string{koRecord, "no record"}, http.StatusOK, "One move is against the rules"},
		{"names that close elements", []string{
			`(;SZ[5]PB[</script><script>alert(1)</script>]PW["><img src=x onerror=alert(1)>]RE[<b>W+3</b>];B[aa])`,
		}, http.StatusOK,
			"&lt;/script&gt;&lt;script&gt;alert(1)"},
		{"a bad point that closes elements", []string{`(;SZ[5];B[aa];W[</script>])`}, http.StatusOK, "against the rules"},
		{"huge numbers", []string{"(;SZ[5]KM[99999999999999999999]HA[99999999999]RE[B+1e999];B[aa])"}, 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := kittest.EmptySite(t).Browser("").SendRecord(t, test.files)
			if a.Status != http.StatusOK && a.Status != http.StatusUnprocessableEntity ||
				test.status != 0 && a.Status != test.status {
				t.Fatalf("status %d, want %d\n%.2000s", a.Status, test.status, a.Body)
			}
			if !strings.Contains(a.Body, test.want) {
				t.Errorf("the page lacks %q:\n%.3000s", test.want, a.Body)
			}
			for _, bad := range []string{"<script>alert", "<img src=x", "<b>W+3"} {
				if strings.Contains(a.Body, bad) {
					t.Errorf("%s came through", bad)
				}
			}
			readFrames(t, a.Body)
		})
	}
}

// readFrames reads what a page gives board.js, if anything.
func readFrames(t testing.TB, body string) []webrecords.FrameData {
	t.Helper()
	_, rest, found := strings.Cut(body, "data-frames>")
	if !found {
		return nil
	}
	text, _, _ := strings.Cut(rest, "</script>")
	var frames []webrecords.FrameData
	if err := json.Unmarshal([]byte(text), &frames); err != nil {
		t.Fatalf("the steps cannot be read: %v\n%.300s", err, text)
	}
	return frames
}

// Board.js shows by the frames what the server shows.
func TestStepsAreThoseOfTheBoard(t *testing.T) {
	a := kittest.EmptySite(t).Browser("").SendRecord(t, []string{koRecord})
	frames := readFrames(t, a.Body)
	if len(frames) != 12 || fmt.Sprint(frames[10].Wrong) != "[2 2]" || frames[9].Wrong != nil ||
		fmt.Sprint(frames[10].Last) != "[2 2]" || fmt.Sprint(frames[10].Off) != "[[3 2 1]]" {
		t.Errorf("%d frames: %+v", len(frames), frames)
	}
}

// A move beyond the board is marked nowhere, neither by the server nor by board.js.
func TestAMoveBeyondTheBoardIsNotMarked(t *testing.T) {
	for _, point := range []string{"fb", "bf", "ff"} {
		a := kittest.EmptySite(t).Browser("").SendRecord(t, []string{"(;SZ[5];B[aa];W[" + point + "])"})
		frames := readFrames(t, a.Body)
		if len(frames) != 3 || frames[2].Wrong != nil {
			t.Errorf("%s: %+v", point, frames)
		}
	}
}

// In a collection one game is checked; which, can be chosen.
func TestACollectionOfManyGames(t *testing.T) {
	var file strings.Builder
	for i := range 300 {
		fmt.Fprintf(&file, "(;SZ[5]PB[Black %d]PW[White %d];B[aa])", i+1, i+1)
	}
	b := kittest.EmptySite(t).Browser("")
	a := b.SendRecord(t, []string{file.String()})
	a.Wants(t, http.StatusOK, "Game 1: Black 1 – White 1", `<option value="200"`)
	b.Post(
		kit.CheckRecordPath, "kept", inputValue(t, a.Body, "kept"), "game", "200",
	).Wants(t, http.StatusOK, "<dd>Black 200</dd>", `value="200" selected`)
	b.Post(
		kit.CheckRecordPath, "kept", inputValue(t, a.Body, "kept"), "game", "5000",
	).Wants(t, http.StatusOK, "<dd>Black 300</dd>")
}

func TestARecordIsStillThereAfterAMistake(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	kept := inputValue(t, b.SendRecord(t, []string{koRecord}).Body, "kept")
	b.Post(
		kit.CheckRecordPath, "kept", kept, "dead", "Q99",
	).Wants(t, http.StatusUnprocessableEntity, `value="Q99"`, "The record is still here", kept[:40])
	b.SendRecord(t, []string{koRecord}, "dead", "Q99").Wants(t, http.StatusUnprocessableEntity, kept[:40])
	a := b.Post(kit.CheckRecordPath, "record", "no record", "kept", kept)
	a.Wants(t, http.StatusUnprocessableEntity, "no record")
	if strings.Contains(a.Body, kept) {
		t.Error("a record that was not meant is still there")
	}
}

// BenchmarkCheckRecord is the whole request: 250 moves on 19×19.
func BenchmarkCheckRecord(b *testing.B) {
	browser := kittest.NewSite(b, storetest.SQLite(b)).Browser("")
	record := []string{generatedRecord(b, 19, 250, "KM[7]RE[B+3.5]PB[Aroha]PW[Wiremu]")}
	for b.Loop() {
		if a := browser.SendRecord(b, record); a.Status != http.StatusOK {
			b.Fatal(a.Status)
		}
	}
}
