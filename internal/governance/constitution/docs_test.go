package constitution

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/constitution.md again")

const page = "../../../docs/constitution.md"

// computed are the rules that the program works out; the others ask for
// nothing but a record.
var computed = strings.Fields("2.2 2.3 2.4 2.5 3.1 3.2 3.4 3.5 3.6 3.7 4.1 4.2 4.3 4.4 4.5 4.8 4.9 4.10 4.11 4.12 " +
	"4.13 4.14 4.15 4.16 4.17 4.18 4.19 4.20 " +
	"5.1 5.3 5.5 5.6 5.7 5.8 5.9 5.10 5.11 5.12 5.13 6.1 6.2 6.3 6.4 6.5 6.6 7.1 7.2")

// TestThePageIsUpToDate keeps docs/constitution.md true: it is written from
// the rulebook, the figures, the register and the functions' own comments.
func TestThePageIsUpToDate(t *testing.T) {
	want := constitutionPage(t)
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error(
			"docs/constitution.md differs from the data: go test ./internal/governance/constitution -update writes it again",
		)
	}
}

func TestEveryComputedRuleHasItsFunction(t *testing.T) {
	functions := functionsByRule(t)
	for _, n := range computed {
		if len(functions[n]) == 0 {
			t.Errorf("no function names rule %s in its comment", n)
		}
		if r, _ := shipped.Rule(n); r.Applied == "" {
			t.Errorf("rule %s is computed, and the rulebook does not say how it is applied", n)
		}
	}
	for n := range functions {
		if _, ok := shipped.Rule(n); !ok {
			t.Errorf("%v name rule %s, which is none", functions[n], n)
		}
	}
}

// functionsByRule reads from the comments which functions apply a rule: "Rule
// 4.2: …", "Rules 4.9 to 4.11: …".
func functionsByRule(t *testing.T) map[string][]string {
	t.Helper()
	out := make(map[string][]string)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Doc == nil {
				continue
			}
			for _, n := range rulesNamed(fn.Doc.Text()) {
				if !slices.Contains(out[n], fn.Name.Name) {
					out[n] = append(out[n], fn.Name.Name)
				}
			}
		}
	}
	return out
}

var (
	beginsWithRule = regexp.MustCompile(`^Rules? \d`)
	ruleOrRange    = regexp.MustCompile(`(\d\.\d+)(?: to (\d\.\d+))?`)
)

func rulesNamed(doc string) []string {
	head, _, _ := strings.Cut(doc, ":")
	if !beginsWithRule.MatchString(head) {
		return nil
	}
	var out []string
	for _, m := range ruleOrRange.FindAllStringSubmatch(head, -1) {
		if m[2] == "" {
			out = append(out, m[1])
			continue
		}
		for _, r := range rulebook {
			if CompareNumbers(r.Number, m[1]) >= 0 && CompareNumbers(m[2], r.Number) >= 0 {
				out = append(out, r.Number)
			}
		}
	}
	return out
}

func constitutionPage(t *testing.T) string {
	var b strings.Builder
	b.WriteString(`# The constitution, as the program applies it

This page is written from the program's own data by
` + "`go test ./internal/governance/constitution -update`" + `, and a test fails when it is out of date. It says in our
own words what each rule asks for and what the program does with it. The official wording is not part of
the program: the society imports it from a file.

Every number is a figure of a dated version of the constitution. Where the text is silent or contradicts
itself, the program takes a reading, says so beside the result, and keeps the question in the register
below, where the committee can rule on it. The functions of
` + "`internal/governance/constitution`" + ` that apply a rule are in brackets.

- *n months after a day* keep the day of the month, or the month's last day if it is too short:
  31 October and six months give 30 April.
- *Notice* does not count the day of sending or the day it is for. Two weeks' notice sent 15 days before is in
  time, exactly 14 days before is accepted with a warning, later is too late. A date *by* which something is
  done is the last one without a warning.
- All dates are calendar dates by the society's clocks.

` + "`nzgs constitution --help`" + ` lists the questions that can be asked on the command line.
`)
	functions := functionsByRule(t)
	for _, part := range Parts() {
		fmt.Fprintf(&b, "\n## %s. %s\n", part.Number, part.Title)
		for _, r := range shipped.Rules() {
			if r.Part() == part.Number {
				writeRule(&b, r, functions[r.Number])
			}
		}
	}
	b.WriteString("\n## Open questions\n\nThe first reading applies until the committee rules otherwise.\n")
	for _, q := range Questions() {
		fmt.Fprintf(&b, "\n### %s: %s\n\nRules %s. %s\n\n", q.ID, q.Title, strings.Join(q.Rules, ", "), q.Issue)
		for i, r := range q.Readings {
			how := ""
			if i == 0 {
				how = " *(applied)*"
			}
			fmt.Fprintf(&b, "- `%s`: %s%s\n", r.ID, r.Text, how)
		}
	}
	b.WriteString("\n## What the law adds\n\nShown as reminders for the committee to confirm, never as legal advice.\n\n")
	for _, r := range Reminders() {
		fmt.Fprintf(&b, "- %s (%s)\n", r.Text, r.Law)
	}
	return b.String()
}

func writeRule(b *strings.Builder, r Rule, functions []string) {
	fmt.Fprintf(b, "\n### %s %s\n\n%s\n", r.Number, r.Title, r.Summary)
	if r.Applied != "" {
		fmt.Fprintf(b, "\nApplied: %s", r.Applied)
		if len(functions) > 0 {
			fmt.Fprintf(b, " [`%s`]", strings.Join(functions, "`, `"))
		}
		b.WriteString("\n")
	}
	if figures := shipped.FiguresOf(r.Number); len(figures) > 0 {
		b.WriteString("\n| figure | value | |\n|---|---|---|\n")
		for _, f := range figures {
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", f.Name, strings.TrimSpace(f.Value+" "+f.Unit), f.Label)
		}
	}
	if questions := questionsOf(r.Number); len(questions) > 0 {
		ids := make([]string, len(questions))
		for i, q := range questions {
			ids[i] = string(q.ID)
		}
		fmt.Fprintf(b, "\nOpen questions: %s\n", strings.Join(ids, ", "))
	}
}

// questionsOf are the open questions about a rule.
func questionsOf(number string) []Question {
	var out []Question
	for _, q := range Questions() {
		if slices.Contains(q.Rules, number) {
			out = append(out, q)
		}
	}
	return out
}
