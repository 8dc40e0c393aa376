package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sgfRun runs nzgs sgf check and gives what it writes and its exit status.
func sgfRun(t *testing.T, stdin string, args ...string) (out, errOut string, status int) {
	t.Helper()
	cmd := root()
	var o, e bytes.Buffer
	cmd.SetIn(strings.NewReader(stdin))
	cmd.SetOut(&o)
	cmd.SetErr(&e)
	cmd.SetArgs(append([]string{"sgf", "check"}, args...))
	err := cmd.ExecuteContext(t.Context())
	switch {
	case errors.Is(err, errUsage):
		status = 2
	case err != nil:
		status = 1
	}
	return o.String(), e.String(), status
}

// sgfFolder writes files into a new folder.
func sgfFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

type sgfRow struct {
	File      string
	Game      int
	Size      [2]int
	Handicap  int
	Komi      json.Number
	Moves     int
	Played    int
	Violation *struct {
		Move    int
		Colour  string
		Point   string
		Kind    string
		Repeats int
	}
	Violations []any
	Score      struct{ Black, White, Shared, Margin int }
	Result     struct {
		Claimed, Winner, By, Computed string
		Agrees                        *bool
	}
	Warnings []string
	Error    *string
}

func sgfRows(t *testing.T, out string) []sgfRow {
	t.Helper()
	var rows []sgfRow
	for line := range strings.Lines(out) {
		var row sgfRow
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		rows = append(rows, row)
	}
	return rows
}

const (
	sgfFine    = "(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[7]RE[B+18];B[cc])"
	sgfIllegal = "(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[7]RE[B+R];B[cc];W[cc])"
	sgfDiffers = "(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[7]RE[B+3];B[cc])"
	sgfChess   = "(;GM[3]FF[4]CA[UTF-8])"
)

func TestSgfCheckExitStatus(t *testing.T) {
	dir := sgfFolder(t, map[string]string{
		"fine.sgf": sgfFine, "illegal.sgf": sgfIllegal, "differs.sgf": sgfDiffers, "chess.sgf": sgfChess,
		"binary.sgf": "\x00\x01\x02\xff\xfe", "empty.sgf": "", "both.sgf": sgfChess + sgfFine,
	})
	at := func(names ...string) []string {
		for i, n := range names {
			if !strings.HasPrefix(n, "-") {
				names[i] = filepath.Join(dir, n)
			}
		}
		return names
	}
	tests := []struct {
		name   string
		args   []string
		status int
		lines  int // of JSON
	}{
		{"fine", at("fine.sgf"), 0, 1},
		{"illegal", at("illegal.sgf"), 1, 1},
		{"another result", at("differs.sgf"), 1, 1},
		{"another game", at("chess.sgf"), 2, 1},
		{"another game first", at("both.sgf"), 2, 2},
		{"binary", at("binary.sgf"), 2, 1},
		{"empty", at("empty.sgf"), 2, 1},
		{"not there", at("missing.sgf", "fine.sgf"), 2, 2},
		{"2 wins over 1", at("illegal.sgf", "missing.sgf", "fine.sgf"), 2, 3},
		{"no path", nil, 2, 0},
		{"no such rules", at("fine.sgf", "--rules=checkers"), 2, 0},
		{"no such policy", at("fine.sgf", "--on-violation=shout"), 2, 0},
		{"no point", at("fine.sgf", "--dead=c3"), 2, 0},
		{"no stone there", at("fine.sgf", "--dead=aa"), 2, 1},
		{"no workers", at("fine.sgf", "--jobs=0"), 2, 0},
		{"no such flag", at("fine.sgf", "--what"), 2, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out, _, status := sgfRun(t, "", append(slices.Clone(test.args), "--json")...)
			if status != test.status || strings.Count(out, "\n") != test.lines {
				t.Errorf("status %d, want %d; wrote\n%s", status, test.status, out)
			}
			if text, _, again := sgfRun(t, "", test.args...); again != test.status {
				t.Errorf("for people the status is %d, want %d:\n%s", again, test.status, text)
			}
		})
	}
}

func TestSgfCheckFlags(t *testing.T) {
	dir := sgfFolder(t, map[string]string{
		"suicide.sgf": "(;GM[1]SZ[4]KM[0];B[ab];W[dd];B[ba];W[aa];B[];W[aa])",
		"setup.sgf":   "(;GM[1]SZ[4]AB[ab][ba]PL[W]AW[dd];W[aa])",
	})
	suicide, setUp := filepath.Join(dir, "suicide.sgf"), filepath.Join(dir, "setup.sgf")
	tests := []struct {
		name   string
		args   []string
		kind   string // of the first violation
		move   int
		played int
		margin int
	}{
		{"nz", []string{suicide}, "superko", 6, 5, 2},
		{"stand", []string{suicide, "--on-violation", "stand"}, "superko", 6, 6, 2},
		{"pass", []string{suicide, "--on-violation", "pass"}, "superko", 6, 6, 2},
		{"iyt", []string{suicide, "--rules", "iyt"}, "suicide", 4, 3, 1},
		{"short", []string{suicide, "--rules", "short"}, "suicide", 4, 3, 1},
		{"iggc", []string{suicide, "--rules", "iggc"}, "suicide", 4, 3, 1},
		{"dead", []string{suicide, "--dead", "dd"}, "superko", 6, 5, 16},
		{"dead, twice", []string{suicide, "--dead", "dd,ab", "--dead", "ba"}, "superko", 6, 5, 0},
		{"the start is no one's", []string{setUp}, "", 0, 1, 2},
		{"the start counts", []string{setUp, "--start-counts"}, "superko", 1, 0, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out, _, _ := sgfRun(t, "", append(test.args, "--json")...)
			row := sgfRows(t, out)[0]
			kind, move := "", 0
			if row.Violation != nil {
				kind, move = row.Violation.Kind, row.Violation.Move
			}
			if kind != test.kind || move != test.move || row.Played != test.played || row.Score.Margin != test.margin {
				t.Errorf("%s at %d, %d played, margin %d; want %s at %d, %d, %d",
					kind, move, row.Played, row.Score.Margin, test.kind, test.move, test.played, test.margin)
			}
		})
	}
}

func TestSgfCheckTakesPathsInTheirOrder(t *testing.T) {
	files := map[string]string{"not.txt": sgfFine, "z.sgf": sgfFine, "UP.SGF": sgfFine}
	for i := range 300 {
		files[fmt.Sprintf("many/%02d/%03d.sgf", i%7, i)] = fmt.Sprintf("(;GM[1]SZ[9]PB[%d];B[aa])", i)
	}
	dir := sgfFolder(t, files)
	if err := os.Symlink(filepath.Join(dir, "many"), filepath.Join(dir, "link")); err != nil {
		lacking(t, err)
	}
	var names []string
	for name := range files {
		if strings.HasPrefix(name, "many/") {
			names = append(names, filepath.Join(dir, name))
		}
	}
	slices.Sort(names)
	want := append([]string{filepath.Join(dir, "z.sgf"), "-"}, names...)
	want = append(want, filepath.Join(dir, "UP.SGF"))
	for _, jobs := range []string{"1", "2", "7", "64"} {
		out, _, status := sgfRun(t, sgfFine, "--json", "--jobs", jobs,
			filepath.Join(dir, "z.sgf"), "-", filepath.Join(dir, "many"), filepath.Join(dir, "UP.SGF"))
		var got []string
		for _, row := range sgfRows(t, out) {
			got = append(got, row.File)
		}
		if status != 0 || !slices.Equal(got, want) {
			t.Errorf("--jobs %s: status %d, files %v", jobs, status, got)
		}
	}
	out, _, _ := sgfRun(t, "", "--json", dir)
	if got := strings.Count(out, "\n"); got != 302 {
		t.Errorf("%d records below the folder, want 302", got)
	}
	out, _, _ = sgfRun(t, "", "--json", filepath.Join(dir, "link"))
	if got := strings.Count(out, "\n"); got != 300 {
		t.Errorf("%d records below the link, want 300", got)
	}
	out, errOut, status := sgfRun(t, "", "--json", t.TempDir())
	if out != "" || status != 0 || !strings.Contains(errOut, "no game record (*.sgf) was found") {
		t.Errorf("an empty folder: status %d, wrote %q and %q", status, out, errOut)
	}
}

func TestSgfCheckReadsStandardInput(t *testing.T) {
	out, _, status := sgfRun(t, sgfFine+sgfDiffers, "--json", "-")
	rows := sgfRows(t, out)
	if status != 1 || len(rows) != 2 || rows[0].File != "-" || rows[0].Game != 1 || rows[1].Game != 2 {
		t.Errorf("status %d, rows %+v", status, rows)
	}
	out, _, status = sgfRun(t, sgfDiffers, "-")
	if status != 1 || !strings.Contains(out, "No choice of dead stones") {
		t.Errorf("status %d, wrote\n%s", status, out)
	}
	if out, _, status = sgfRun(t, sgfFine, "-", "-"); status != 2 || out != "" {
		t.Errorf("standard input named twice: status %d, wrote %q", status, out)
	}
}

func TestSgfCheckForPeople(t *testing.T) {
	dir := sgfFolder(t, map[string]string{
		"a.sgf": "(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[0]PB[Ada\x1b[31m\\]]PW[Ben]RE[B+7];B[bc];W[cc];B[cb];W[db];B[cd];W[dd];B[aa];W[ec];B[dc];W[cc];B[ee])",
		"b.sgf": sgfFine,
		"c.sgf": "(;GM[1]SZ[5]",
	})
	out, _, status := sgfRun(t, "", dir)
	if status != 1 {
		t.Errorf("status %d", status)
	}
	for _, want := range []string{
		"a.sgf: Ada�[31m] – Ben, 5×5, 11 moves; move 10 is illegal (superko), 9 were played; ",
		"Move 10: White at C3, against the rules: repeats the whole board as it was after move 8.",
		"if it stands:         Black 20, White 20, 15 of them shared: W+0",
		"if claimed, a pass:   Black 22, White 18, 15 of them shared: B+4",
		"      3  . X(.)X O 3\n",
		"only by estimate",
		"ok    " + filepath.Join(dir, "b.sgf") + ": 5×5, 1 move; counted B+18 with komi 7, as claimed\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if strings.Contains(out, "\x1b") {
		t.Error("a record can steer the terminal")
	}
}

func TestSgfCheckCountsInWords(t *testing.T) {
	out, _, _ := sgfRun(t, sgfIllegal, "-")
	if want := "2 moves; move 2 is illegal (occupied), 1 was played; "; !strings.Contains(out, want) {
		t.Errorf("%q is missing in\n%s", want, out)
	}
}

func TestSgfCheckShortensWhatIsVeryLong(t *testing.T) {
	long := strings.Repeat("長い", 10_000)
	for _, result := range []string{long, "B+1" + strings.Repeat("0", 10_000), "W+R " + long} {
		out, _, _ := sgfRun(t, "(;GM[1]SZ[5]PB["+long+"]RE["+result+"];B[cc])", "-")
		if len(out) > 4000 {
			t.Errorf("RE[%.8s…]: %d bytes for one game, beginning %.400s", result, len(out), out)
		}
	}
}

func TestSgfCheckTellsDetailsOfSomeGamesOnly(t *testing.T) {
	out, _, status := sgfRun(t, strings.Repeat(sgfIllegal+"\n", 50), "-")
	if status != 1 || strings.Count(out, "if it stands:") != sgfMostDetails || !strings.Contains(out, "the other 30") {
		t.Errorf("status %d, details of %d games:\n%.300s", status, strings.Count(out, "if it stands:"), out)
	}
}

func TestSgfCheckRefusesWhatIsTooLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "huge.sgf")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(file.Truncate(1<<40), file.Close()); err != nil {
		lacking(t, err)
	}
	out, _, status := sgfRun(t, "", "--json", path)
	rows := sgfRows(t, out)
	if status != 2 || len(rows) != 1 || rows[0].Error == nil || !strings.Contains(
		*rows[0].Error, "larger than",
	) || rows[0].Game != 0 {
		t.Errorf("status %d, wrote %s", status, out)
	}
}

func TestSgfAlone(t *testing.T) {
	cmd := root()
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetArgs([]string{"sgf"})
	if err := cmd.Execute(); err != nil || !strings.Contains(out.String(), "check") {
		t.Errorf("%v:\n%s", err, &out)
	}
	cmd.SetArgs([]string{"sgf", "chek"})
	if err := cmd.Execute(); !errors.Is(err, errUsage) {
		t.Errorf("sgf chek: %v", err)
	}
}

// BenchmarkSgfCheckFolder is the real command on a folder of 10,000 records.
func BenchmarkSgfCheckFolder(b *testing.B) {
	dir := b.TempDir()
	const text = "(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[7]PB[Ada]PW[Ben]RE[B+R]"
	for i := range 10_000 {
		folder := filepath.Join(dir, fmt.Sprintf("%02d", i/100))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			b.Fatal(err)
		}
		record := []byte(text)
		for n := range 200 {
			// Stones that never take each other, in an order of its own for each record.
			k := (n*7 + i) % 200
			record = fmt.Appendf(record, ";%c[%c%c]", "BW"[n%2], 'a'+k%19, 'a'+k/19)
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%05d.sgf", i)), append(record, ')'), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		cmd := root()
		var out bytes.Buffer
		cmd.SetOut(&out)
		cmd.SetErr(&out)
		cmd.SetArgs([]string{"sgf", "check", "--json", dir})
		_ = cmd.Execute()
		if got := bytes.Count(out.Bytes(), []byte("\n")); got != 10_000 {
			b.Fatalf("%d lines", got)
		}
	}
}

// The cases that tell rule sets apart, as one collection, by the letter of the
// New Zealand rules.
func TestSgfCheckGoesByTheLetter(t *testing.T) {
	const ko = "SZ[5];B[bc];W[cc];B[cb];W[db];B[cd];W[dd];B[aa];W[ec];B[dc]"
	tests := []struct{ record, violation string }{
		{"SZ[4];B[ab];W[dd];B[ba];W[aa]", `null`},
		{"SZ[4];B[ab];W[dd];B[ba];W[aa];B[];W[aa]", `{"move":6,"colour":"W","point":"aa","kind":"superko","repeats":4}`},
		{"SZ[4];B[ab];W[dd];B[ba];W[];B[];W[aa]", `{"move":6,"colour":"W","point":"aa","kind":"superko","repeats":4}`},
		{"SZ[5];B[ab];W[ba];B[bb];W[da];B[bc];W[cb];B[ee];W[aa];B[ca];W[ba]", `null`},
		{"SZ[1];B[aa];W[aa];B[aa]", `{"move":3,"colour":"B","point":"aa","kind":"superko","repeats":1}`},
		{ko + ";W[cc]", `{"move":10,"colour":"W","point":"cc","kind":"superko","repeats":8}`},
		{ko + ";W[];B[];W[cc]", `{"move":12,"colour":"W","point":"cc","kind":"superko","repeats":8}`},
		{"SZ[5];B[aa];W[aa]", `{"move":2,"colour":"W","point":"aa","kind":"occupied","repeats":0}`},
		{"SZ[5];B[aa];W[zz]", `{"move":2,"colour":"W","point":"zz","kind":"off_board","repeats":0}`},
		{"SZ[5];B[aa];B[bb]", `{"move":2,"colour":"B","point":"bb","kind":"out_of_turn","repeats":0}`},
	}
	var collection strings.Builder
	for _, test := range tests {
		fmt.Fprintf(&collection, "(;GM[1]FF[4]%s)\n", test.record)
	}
	for _, jobs := range []string{"1", "4"} {
		out, _, _ := sgfRun(t, collection.String(), "--json", "--jobs", jobs, "-")
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if len(lines) != len(tests) {
			t.Fatalf("%d lines", len(lines))
		}
		for i, test := range tests {
			list := `"violations":[` + test.violation + `],`
			if test.violation == "null" {
				list = `"violations":[],`
			}
			if want := `"violation":` + test.violation + "," + list; !strings.Contains(lines[i], want) {
				t.Errorf("%s: want %s in %s", test.record, want, lines[i])
			}
		}
	}
}

func TestSgfCheckCounts(t *testing.T) {
	tests := []struct{ record, want string }{
		{
			"SZ[5]KM[7]AB[ba:be]AW[da:de]",
			`"score":{"black":15,"white":15,"shared":5,"margin":0},"result":{"claimed":"","winner":"unknown","by":"","computed":"W+7","agrees":null,`,
		},
		{
			"SZ[5]RE[B+18];B[cc]",
			`"score":{"black":25,"white":0,"shared":0,"margin":25},"result":{"claimed":"B+18","winner":"B","by":"18","computed":"B+18","agrees":true,`,
		},
		{
			"SZ[19]RE[W+7]",
			`"score":{"black":0,"white":0,"shared":0,"margin":0},"result":{"claimed":"W+7","winner":"W","by":"7","computed":"W+7","agrees":true,`,
		},
		{
			"SZ[19]RE[0]AB[aa:si][aj:mj]AW[nj:sj][ak:ss]",
			`"score":{"black":184,"white":177,"shared":0,"margin":7},"result":{"claimed":"0","winner":"draw","by":"","computed":"W+0","agrees":true,`,
		},
		{
			"SZ[19]HA[2]RE[B+1]AB[aa:si][aj:jj]AW[kj:sj][ak:ss]PL[W]",
			`"score":{"black":181,"white":180,"shared":0,"margin":1},"result":{"claimed":"B+1","winner":"B","by":"1","computed":"B+1","agrees":true,`,
		},
	}
	for _, test := range tests {
		out, _, _ := sgfRun(t, "(;GM[1]FF[4]"+test.record+")", "--json", "-")
		if !strings.Contains(out, test.want) {
			t.Errorf("%s: want %s in %s", test.record, test.want, out)
		}
	}
}

// The forms in which results are found, on a board that counts B+3.5.
func TestSgfCheckReadsResults(t *testing.T) {
	tests := []struct {
		claim, winner, by, agrees string
		status                    int
	}{
		{"B+R", "B", "resign", "null", 0},
		{"W+Resign", "W", "resign", "null", 0},
		{"B+T", "B", "time", "null", 0},
		{"W+F", "W", "forfeit", "null", 0},
		{"B", "B", "", "true", 0},
		{"W", "W", "", "false", 0},
		{"0", "draw", "", "false", 0},
		{"Draw", "draw", "", "false", 0},
		{"Jigo", "draw", "", "false", 0},
		{"Void", "void", "", "null", 0},
		{"?", "unknown", "", "null", 0},
		{"", "unknown", "", "null", 0},
		{"Black wins by 3 1/2 points", "B", "3.5", "true", 0},
		{"白胜43.5目", "W", "43.5", "false", 1},
		{"黑中盘胜", "B", "resign", "null", 0},
		{"B+3,5", "B", "3.5", "true", 0},
		{"B+3.50", "B", "3.5", "true", 0},
		{"B+4", "B", "4", "false", 0},
	}
	for _, test := range tests {
		out, _, status := sgfRun(t, "(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[21.5]RE["+test.claim+"];B[cc])", "--json", "-")
		want := fmt.Sprintf(`"winner":%q,"by":%q,"computed":"B+3.5","agrees":%s,`, test.winner, test.by, test.agrees)
		if !strings.Contains(out, want) || status != test.status {
			t.Errorf("%s: status %d, want %s in %s", test.claim, status, want, out)
		}
	}
}

// A result that is not the count is no fault: only one that no choice of dead stones gives.
func TestSgfCheckSaysHowResultsAgree(t *testing.T) {
	const position = "SZ[7]KM[0]AB[ba][da][ab][bb][db][cc][dc][ad][bd][cd][dd][be][de][af][bf][cf][df][bg][dg]" +
		"AW[ea][ga][eb][fb][gb][ac][ec][ed][fd][gd][ee][ge][ef][ff][gf][eg][gg]"
	var file string
	tests := []struct{ info, how string }{
		{"RE[B+4]", "count"},
		{"RE[B+7]TB[ac]", "marks"},
		{"RE[B+7]", "proof"},
		{"RE[B+49]", "some"},
		{"RE[B+6]", "none"},
		{"RE[B+6.5]", "unknown"},
	}
	for _, test := range tests {
		record := "(;GM[1]FF[4]CA[UTF-8]" + position + test.info + ")"
		file += record
		out, _, status := sgfRun(t, record, "--json", "-")
		if !strings.Contains(out, `"consistent":"`+test.how+`"`) || (status == 1) != (test.how == "none") {
			t.Errorf("%s: status %d, want %s in %s", test.info, status, test.how, out)
		}
	}
	out, _, status := sgfRun(t, file+"(;GM[1]SZ[5]RE[B+R];B[cc])", "-")
	summary := out[max(0, strings.Index(out, "7 games.")):]
	for _, want := range []string{
		"1  by the count", "1  by the record’s marks", "1  by what is proved dead", "0  by an estimate",
		"1  by some other choice", "1  proved wrong", "1  not known", "1  no count is claimed",
	} {
		if !strings.Contains(summary, want) {
			t.Errorf("the summary lacks %q:\n%s", want, summary)
		}
	}
	if status != 1 {
		t.Errorf("status %d", status)
	}
	// Each game stands in one line of the summary, whatever else is said of it.
	out, _, _ = sgfRun(t, file+"(;GM[1]SZ[5]RE[B+3];B[cc];W[cc])(;GM[1]SZ[5];B[cc];W[cc])(;GM[5];B[cc])", "-")
	summary = out[max(0, strings.Index(out, "9 games.")):]
	sum := 0
	for line := range strings.Lines(summary) {
		var n int
		if _, err := fmt.Sscanf(line, "%7d  ", &n); err == nil && strings.HasPrefix(line, " ") {
			sum += n
		}
	}
	if sum != 9 || !strings.Contains(summary, "Of all these, 2 have an illegal move.") ||
		!strings.Contains(summary, "1  could not be checked") {
		t.Errorf("the lines sum to %d:\n%s", sum, summary)
	}
	out, _, status = sgfRun(t, "(;GM[1]SZ[5]KM[0]RU[Japanese]RE[B+24];B[ab];W[aa];B[ba];W[])", "--json", "-")
	if want := `"by_record_rules":{"rules":"japanese","named":"Japanese","komi":0,"given":0,"dead":"","score":{"black":24,` +
		`"white":0,"shared":0,"margin":24},"computed":"B+24","agrees":true}`; !strings.Contains(out, want) || status != 0 {
		t.Errorf("status %d, want %s in %s", status, want, out)
	}
}
