package reports

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var sampleMeeting = MeetingHead{
	Name: "Annual general meeting", Date: "Saturday 14 March 2026", Time: "2.00 pm",
	Place: "Ōtautahi Go Club, 12 Kōwhai Terrace, Riccarton",
}

func sampleNotice() MeetingNotice {
	n := MeetingNotice{
		Meeting: sampleMeeting, Issued: "20 February 2026", From: "Hēmi Tōtara, secretary",
		Opening: "Kia ora\n\nAll members are called to the annual general meeting. Its agenda, the proposals received and " +
			"who stands so far are below.",
		Motions: []NoticeMotion{
			{
				"Motion 1: the quorum",
				"That in rule 4.2 “Ten members” be replaced by “Twelve members”.\nThat this take effect from the end of the " +
					"meeting.",
				[]string{"Rule 4.2, word by word:", "[out: Ten][in: Twelve] members present at the beginning are a quorum."},
				"Proposed by Aroha Tūī, seconded by 王小明",
				"Amends the constitution: two thirds of those voting, and at least ten record a vote (rule 7.2).",
			},
			{
				"Motion 2: a youth tournament",
				strings.Repeat(
					"That the society hold a tournament for players under eighteen each year in the July holidays, in turn in "+
						"Tāmaki Makaurau, Te Whanganui-a-Tara and Ōtautahi. ",
					6,
				),
				nil, "Proposed by 김민준, seconded by 山田さくら", "",
			},
		},
		Nominations: []NoticePost{
			{"President", []string{"Ngaio Rimu"}, "In office; needs no nomination (rule 4.14)."},
			{"Secretary", []string{"Hēmi Tōtara", "李娜"}, ""}, {"Treasurer", nil, ""},
			{"Two ordinary members of the committee", []string{"Wiremu Kākā", "佐藤健太郎", "박서연"}, ""},
		},
		Deadlines: []NoticeDeadline{
			{"Nominations, signed by proposer, seconder and candidate, to the secretary", "13 March 2026", "4.13"},
			{"Written reports of officers", "13 March 2026", ""},
		},
		Reach: []string{"secretary@example.org.nz", "021 555 0101", "12 Kōwhai Terrace, Riccarton, Ōtautahi 8011"},
		Notes: []string{"Ten members present at the beginning are a quorum (rule 4.2). No one votes for another."},
	}
	for i, text := range []string{
		"Election of tellers", "Minutes of the AGM of 15 March 2025 and of any EGM held since",
		"Matters arising from the minutes", "Officers’ written reports",
		"Election of officers", "Election of ordinary committee members", "Proposals received", "Any other business",
	} {
		n.Agenda = append(n.Agenda, AgendaLine{Letter: string(rune('a'+i)) + ")", Text: text, Rule: "4.4 " + string(rune('a'+i))})
	}
	n.Agenda[6].Details = []string{"Proposal 1: the quorum", "Proposal 2: a youth tournament"}
	return n
}

func sampleRoll(n int) MeetingRoll {
	r := MeetingRoll{
		Meeting: sampleMeeting, AsAt: "as registered on 20 February 2026", Summary: fmt.Sprintf("%d members", n),
	}
	for i := range n {
		row := RollRow{
			Number: fmt.Sprintf("%04d", 1017+i), Name: samplePlayer(i).Name, Club: sampleClubs[i%len(sampleClubs)], By: "E-mail",
			Address: fmt.Sprintf("player%d@example.org.nz", i), State: "Sent 20 February 2026",
		}
		if i%5 == 4 {
			row.By, row.Address, row.State = "Post", "12 Kōwhai Terrace, Riccarton, Ōtautahi 8011", "To be posted"
		}
		r.Rows = append(r.Rows, row)
	}
	return r
}

func sampleAttendance(n int) AttendanceSheet {
	a := AttendanceSheet{
		Meeting: sampleMeeting, Quorum: "Ten members present at the beginning are a quorum (rule 4.2).", Blank: 6,
	}
	for i := range n {
		a.Rows = append(a.Rows, AttendanceRow{
			fmt.Sprintf("%04d", 1017+i), samplePlayer(i).Name, sampleClubs[i%len(sampleClubs)],
		})
	}
	return a
}

func sampleBallots() []BallotPaper {
	return []BallotPaper{
		{
			Meeting: sampleMeeting, Question: "Ordinary members of the committee",
			Choices: []string{"Wiremu Kākā", "佐藤健太郎", "박서연", "Ōriwa Pīwakawaka-Kererū"},
			Mark:    "Mark up to two names, each once (rule 4.16).", Copies: 14,
		},
		{
			Meeting: sampleMeeting, Question: "Motion 2 as amended",
			Text:    "That the society hold a tournament for players under eighteen each year in the July holidays.",
			Choices: []string{"Yes", "No"}, Mark: "Mark one box.", Copies: 14,
		},
	}
}

func sampleSlips() []CountSlip {
	return []CountSlip{
		{
			sampleMeeting, "Ordinary members of the committee",
			[]string{"Wiremu Kākā", "佐藤健太郎", "박서연", "Ōriwa Pīwakawaka-Kererū"},
			[]string{"The two highest are elected; no one with less than ten percent of those voting (rule 4.16)."},
			[]string{"Ngaio Rimu", "Tāne Māhoe"},
		},
		{Meeting: sampleMeeting, Question: "Motion 2 as amended", Choices: []string{"Yes", "No", "Abstain"}},
	}
}

const sampleMinutesText = `# Annual general meeting, 14 March 2026

## Attendance

Present at the beginning: **12 members**. 12 present at the beginning ≥ 10 (4.2): quorate.

- Aroha Tūī, in the chair
- 王小明
  - came later, at 2.20 pm
- Æsa Þorsdóttir

## Motions

### Motion 1: the quorum

> That in rule 4.2 “Ten members” be replaced by “Twelve members”.

| Count | Yes | No | Abstain |
|---|---|---|---|
| Voice | heard for | | |
| Ballot of all members, counted by the tellers at their table | 8 | 4 | 0 |

1. 12 recorded ≥ 10 (7.2)
2. 8 of 12 ≥ 2/3 (7.2)

**Carried.** It takes effect from the *end* of the meeting (rule 7.2). A star \* and a bar \| stand as they are.

---

The meeting ended at 4.10 pm.
`

func sampleMinutes() Minutes {
	return Minutes{Meeting: sampleMeeting, State: "Draft of 16 March 2026", Text: sampleMinutesText, Sign: "Chair"}
}

var meetingPrints = map[string]func(io.Writer) error{
	"meeting-notice":     func(w io.Writer) error { return press.MeetingNoticePDF(w, sampleNotice()) },
	"meeting-roll":       func(w io.Writer) error { return press.MeetingRollPDF(w, sampleRoll(45)) },
	"meeting-attendance": func(w io.Writer) error { return press.AttendanceSheetPDF(w, sampleAttendance(30)) },
	"meeting-ballots":    func(w io.Writer) error { return press.BallotPapersPDF(w, sampleBallots()) },
	"meeting-count":      func(w io.Writer) error { return press.CountSlipsPDF(w, sampleSlips()) },
	"meeting-minutes":    func(w io.Writer) error { return press.MinutesPDF(w, sampleMinutes()) },
}

var emptyMeetingPrints = map[string]func(io.Writer) error{
	"meeting-notice":     func(w io.Writer) error { return press.MeetingNoticePDF(w, MeetingNotice{}) },
	"meeting-roll":       func(w io.Writer) error { return press.MeetingRollPDF(w, MeetingRoll{}) },
	"meeting-attendance": func(w io.Writer) error { return press.AttendanceSheetPDF(w, AttendanceSheet{}) },
	"meeting-ballots":    func(w io.Writer) error { return press.BallotPapersPDF(w, nil) },
	"meeting-count":      func(w io.Writer) error { return press.CountSlipsPDF(w, nil) },
	"meeting-minutes":    func(w io.Writer) error { return press.MinutesPDF(w, Minutes{}) },
}

func TestMeetingPrintsAreTheSameEachTime(t *testing.T) {
	for name, write := range meetingPrints {
		first := written(t, write)
		if !bytes.Equal(first, written(t, write)) {
			t.Errorf("%s differs from run to run", name)
		}
		if *keepDir != "" {
			if err := os.WriteFile(filepath.Join(*keepDir, name+".pdf"), first, 0o644); err != nil {
				t.Error(err)
			}
		}
	}
	for name, write := range emptyMeetingPrints {
		if pages := textsOf(t, written(t, write)); len(pages) != 1 {
			t.Errorf("%s has %d pages when it is empty", name, len(pages))
		}
	}
}

// Nothing of any length stands in a page's foot, and every word is there.
func TestMeetingPrintsStayAboveTheFoot(t *testing.T) {
	long := strings.Repeat("Whakawhanaungatanga means a relationship through shared work. ", 400)
	n := sampleNotice()
	n.Opening, n.Motions[0].Text, n.Motions[0].By = long, long, long
	n.Agenda[2].Details = []string{long}
	n.Nominations[0].Remark, n.Deadlines[0].What, n.Reach = long, long, []string{long}
	m := sampleMinutes()
	m.Text = long + "\n\n> " + long + "\n\n- " + long + "\n\n# " + long + "\n\n|a|b|\n|-|-|\n" +
		strings.Repeat("|x|"+long[:300]+"|\n", 60)
	for name, write := range map[string]func(io.Writer) error{
		"notice":  func(w io.Writer) error { return press.MeetingNoticePDF(w, n) },
		"minutes": func(w io.Writer) error { return press.MinutesPDF(w, m) },
	} {
		pages := textsOf(t, written(t, write))
		count := 0
		for i, page := range pages {
			for _, p := range page {
				mm := (841.89 - p.y) * 25.4 / 72
				if mm > contentBottom+0.5 && mm < footerTop || mm > pageHeight {
					t.Errorf("%s, page %d: %q stands %.0f mm down", name, i+1, p.text, mm)
				}
			}
			count += strings.Count(strings.Join(linesOf(page), "\n"), "relationship")
		}
		if count < 1000 {
			t.Errorf("%s has %d of the words", name, count)
		}
	}
}

func TestMeetingNotice(t *testing.T) {
	text := allText(textsOf(t, written(t, func(w io.Writer) error { return press.MeetingNoticePDF(w, sampleNotice()) })))
	for _, want := range []string{
		"Annual general meeting", "When|Saturday 14 March 2026, 2.00 pm",
		"Where|Ōtautahi Go Club, 12 Kōwhai Terrace, Riccarton",
		"a)|Election of tellers|Rule 4.4 a", "h)|Any other business|Rule 4.4 h", "“Twelve members”", "seconded by |王小明",
		"President|Ngaio Rimu", "Treasurer|None yet", "13 March 2026|Rule 4.13|Nominations, signed by",
		"secretary@example.org.nz", "20 February 2026",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "Draft") {
		t.Error("a notice that was sent calls itself a draft")
	}
	draft := sampleNotice()
	draft.Issued = ""
	if text := allText(textsOf(
		t, written(t, func(w io.Writer) error { return press.MeetingNoticePDF(w, draft) }),
	)); !strings.Contains(text, "Draft: this notice has not been sent") {
		t.Error(text)
	}
}

// As many papers as were asked for, all the same, in as many sheets as they
// need.
func TestBallotPapersAreAlike(t *testing.T) {
	pages := textsOf(t, written(t, func(w io.Writer) error { return press.BallotPapersPDF(w, sampleBallots()[:1]) }))
	text := allText(pages)
	for _, once := range []string{"Wiremu Kākā", "佐藤健太郎", "박서연"} {
		if n := strings.Count(text, once); n != 14 {
			t.Errorf("%s stands on %d papers", once, n)
		}
	}
	many := sampleBallots()[0]
	many.Copies = 1 << 30
	many.Choices = make([]string, 3)
	var b bytes.Buffer
	if err := press.BallotPapersPDF(&b, []BallotPaper{many}); err != nil {
		t.Error(err)
	}
}

func TestReadMinutes(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"paragraph of two lines": {"a\nb\n\nc", "paragraph:a b;paragraph:c;"},
		"broken line":            {"a  \nb", "paragraph:a;paragraph:b;"},
		"broken item":            {"- a\\\n  b", "item:a;item:b;"},
		"bold":                   {"a **b c** d", "paragraph:a [b c] d;"},
		"bold without end":       {"a **b c", "paragraph:a **b c;"},
		"emphasis":               {"a *b* c", "paragraph:a (b) c;"},
		"a lone star":            {"2 * 3 = 6", "paragraph:2 * 3 = 6;"},
		"escaped":                {`\*a\* \# \|`, "paragraph:*a* # |;"},
		"escaped at the end":     {`a\`, `paragraph:a;`},
		"bold in emphasis":       {"*a **b** c*", "paragraph:(a )[(b)]( c);"},
		"items":                  {"- a\n- b\n  1. c\n\nd", "item:a;item:b;item:c;paragraph:d;"},
		"heading needs a space":  {"#a\n# b #", "paragraph:#a;heading:b;"},
		"quotation":              {"> a\n> b\n\nc", "quote:a b;paragraph:c;"},
		"line":                   {"a\n\n---\n", "paragraph:a;line:;"},
		"no table":               {"|a|b|\n|c|d|", "paragraph:|a|b|;paragraph:|c|d|;"},
		"table":                  {"|a|b\\|c|\n|--|:-:|\n|d|\n|e|f|g|", "table:<a><b|c>/<d><>/<e><f>;"},
		"table too wide": {
			"|" + strings.Repeat("a|", 30) + "\n|-|", "paragraph:|" + strings.Repeat("a|", 30) + ";paragraph:|-|;",
		},
		"year that is no item":    {"2026 was a good year", "paragraph:2026 was a good year;"},
		"number that is no item":  {"1234. a", "paragraph:1234. a;"},
		"windows":                 {"# a\r\nb\r\n", "heading:a;paragraph:b;"},
		"html is text":            {"<b>a</b>", "paragraph:<b>a</b>;"},
		"nothing":                 {"", ""},
		"item without words":      {"- \n-", "item:-;"},
		"bold with nothing in it": {"****", "line:;"},
	} {
		if got := shape(ReadMinutes(tt.text)); got != tt.want {
			t.Errorf("%s: %q\n got %s\nwant %s", name, tt.text, got, tt.want)
		}
	}
}

// shape writes blocks in short: kind:words, [bold], (lean).
func shape(blocks []TextBlock) string {
	var b strings.Builder
	spans := func(list []TextSpan) {
		for _, s := range list {
			text := s.Text
			if s.Lean {
				text = "(" + text + ")"
			}
			if s.Bold {
				text = "[" + text + "]"
			}
			b.WriteString(text)
		}
	}
	for _, block := range blocks {
		b.WriteString(string(block.Kind) + ":")
		spans(block.Spans)
		for i, row := range block.Rows {
			if i > 0 {
				b.WriteString("/")
			}
			for _, cell := range row {
				b.WriteString("<")
				spans(cell)
				b.WriteString(">")
			}
		}
		b.WriteString(";")
	}
	return b.String()
}

// What someone hostile could send takes no longer than what it looks like: a
// reader that went back over what it has read would not end before the tests do.
func TestHostileMinutesTakeLittleTime(t *testing.T) {
	const n = 3_000_000
	for name, text := range map[string]string{
		"quotations": strings.Repeat(">", n), "stars": strings.Repeat("*", n), "bold": strings.Repeat("**a*_b_", n/7),
		"lists":  strings.Repeat("- ", n/2),
		"table":  "|" + strings.Repeat("a|", n/4) + "\n|" + strings.Repeat("-|", n/4) + "\n" + strings.Repeat("|a\n", n/6),
		"narrow": "|a|b|\n|-|-|\n" + strings.Repeat("|a|b|\n", n/6), "backslashes": strings.Repeat(`\`, n),
		"lines":  strings.Repeat("a\n\n", n/3),
		"spaces": strings.Repeat(" ", n) + "a", "tabs": strings.Repeat("\t", n) + "- a",
		"breaks": strings.Repeat("a  \n", n/4), "zero": strings.Repeat("\x00", n), "one word": strings.Repeat("W", n),
	} {
		if blocks := len(ReadMinutes(text)); blocks > len(text) {
			t.Errorf("%s: %d blocks of %d bytes", name, blocks, len(text))
		}
	}
}

// FuzzMinutes reads and prints any text: no word is lost, none is made up.
func FuzzMinutes(f *testing.F) {
	for _, s := range []string{
		sampleMinutesText, "**a*b**c*", "|a|\n|-|\n|b|", "- \\\nb", "> a  \nb", "\\", "王**小明**", "a\u2028b\u0301",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 5000 {
			return
		}
		written(t, func(w io.Writer) error { return press.MinutesPDF(w, Minutes{Text: s, State: s, Sign: s}) })
		var kept strings.Builder
		for _, b := range ReadMinutes(s) {
			kept.WriteString(b.Plain())
			for _, row := range b.Rows {
				for _, cell := range row {
					kept.WriteString(plainText(cell))
				}
			}
		}
		for _, r := range kept.String() {
			if r != ' ' && !strings.ContainsRune(strings.ToValidUTF8(s, "\uFFFD"), r) {
				t.Errorf("%q came from nowhere", r)
			}
		}
	})
}

// No page of minutes or of a notice has but a few lines, and no signature stands
// without text.
func TestNoPageForTwoLines(t *testing.T) {
	sentence := "The meeting thanked those who had looked after the boards during the year, and those who will. "
	for n := range 60 {
		m := sampleMinutes()
		m.Text += strings.Repeat("\n"+strings.Repeat(sentence, 1+n%3)+"\n", n)
		notice := sampleNotice()
		notice.Opening = strings.Repeat(strings.Repeat(sentence, 1+n%3)+"\n", n)
		for name, write := range map[string]func(io.Writer) error{
			"minutes": func(w io.Writer) error { return press.MinutesPDF(w, m) },
			"notice":  func(w io.Writer) error { return press.MeetingNoticePDF(w, notice) },
		} {
			pages := textsOf(t, written(t, write))
			if len(pages) == 1 {
				continue
			}
			lines := map[int]bool{}
			for _, p := range pages[len(pages)-1] {
				if mm := (841.89 - p.y) * 25.4 / 72; mm > 30 && mm < contentBottom+0.5 {
					lines[int(mm)] = true
				}
			}
			if len(lines) < 6 {
				t.Errorf("%s with %d paragraphs: %d lines on page %d", name, n, len(lines), len(pages))
			}
		}
	}
}
