package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var updateConstitution = flag.Bool(
	"update-constitution", false, "write the transcript of the constitution's commands anew",
)

// askConstitution runs the real command line.
func askConstitution(t rapid.TB, args ...string) (stdout string, err error) {
	t.Helper()
	cmd := root()
	var out, errs bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&errs)
	cmd.SetArgs(append([]string{"constitution"}, args...))
	err = cmd.ExecuteContext(context.Background())
	if errs.Len() > 0 {
		t.Errorf("%q wrote %q beside its error", args, errs.String())
	}
	return out.String(), err
}

// constitutionJSON is the JSON that a question comes to.
func constitutionJSON(t testing.TB, line string) map[string]any {
	t.Helper()
	out, err := askConstitution(t, append(strings.Fields(line), "--json")...)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	var v map[string]any
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatalf("%s: %q is no JSON: %v", line, out, err)
	}
	return v
}

// The transcript has questions, each with what it prints and, after "!", what
// it is refused with and its exit status.
func TestConstitutionTranscript(t *testing.T) {
	path := filepath.Join("testdata", "constitution.txt")
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for line := range strings.Lines(string(want)) {
		if strings.HasPrefix(line, "#") {
			got.WriteString(line)
		}
		question, ok := strings.CutPrefix(strings.TrimSpace(line), "$ nzgs constitution")
		if !ok {
			continue
		}
		out, err := askConstitution(t, strings.Fields(question)...)
		fmt.Fprintf(&got, "$ nzgs constitution%s\n%s", question, out)
		if err != nil {
			if !errors.Is(err, errUsage) {
				t.Errorf("%s: %v is no mistake in the call", question, err)
			}
			fmt.Fprintf(&got, "! 2 nzgs: %s\n", strings.ReplaceAll(err.Error(), "\n", "\n!"))
		}
		got.WriteString("\n")
	}
	if *updateConstitution {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got.String() != string(want) {
		t.Errorf("the transcript differs (go test ./cmd/nzgs -update-constitution writes it anew); got\n%s", got.String())
	}
}

// The vectors of every rule that a command answers.
func TestConstitutionAnswers(t *testing.T) {
	for line, want := range map[string]string{
		"term --joined 2026-01-31":           `until:2026-06-30 rule:2.2`,
		"term --joined 2026-02-01":           `until:2027-06-30 rule:2.2`,
		"term --joined 2026-06-30":           `until:2027-06-30 rule:2.2`,
		"term --joined 2026-07-01":           `until:2027-06-30 rule:2.2`,
		"term --joined 2026-12-31":           `until:2027-06-30 rule:2.2`,
		"term --joined 2028-02-29":           `until:2029-06-30 rule:2.2`,
		"term --joined 2026-02-01 --renewal": `until:2026-06-30 rule:2.2`,

		"affiliate --members 4 --rate 20.00 --list-received 2026-07-10 --fee-received 2026-07-10":              `effective:<nil> fee:80.00 accepted:false rule:2.3`,
		"affiliate --members 5 --rate 20.00 --list-received 2026-07-10 --fee-received 2026-07-12":              `effective:2026-07-12 fee:100.00 accepted:true rule:2.3`,
		"affiliate --members 5 --rate 20 --list-received 2026-07-14 --fee-received 2026-07-12":                 `effective:2026-07-14 fee:100.00 accepted:true rule:2.3`,
		"affiliate --members 5 --rate 20.00 --list-received 2026-07-10 --fee-received 2026-07-12 --paid 99.99": `effective:<nil> fee:100.00 accepted:true rule:2.3`,
		"affiliate --members 5 --rate 20.00 --list-received 2026-07-10":                                        `effective:<nil> fee:100.00 accepted:true rule:2.3`,
		"affiliate --members 12 --rate 12.34 --fee-received 2026-07-10":                                        `effective:<nil> fee:148.08 accepted:true rule:2.3`,

		"decide --by postal --kind ordinary --yes 5 --no 4 --abstain 0":                    `carried:false recorded:9 rule:5.12`,
		"decide --by postal --kind ordinary --yes 5 --no 4 --abstain 1":                    `carried:true recorded:10 rule:5.12`,
		"decide --by postal --kind ordinary --yes 1 --no 0 --abstain 9":                    `carried:true recorded:10 rule:5.12`,
		"decide --by postal --kind ordinary --yes 5 --no 5 --abstain 0":                    `carried:false recorded:10 rule:5.12`,
		"decide --by postal --kind ordinary --yes 0 --no 0 --abstain 10":                   `carried:false recorded:10 rule:5.12`,
		"decide --by postal --kind constitutional --yes 8 --no 4 --abstain 0":              `carried:true recorded:12 rule:5.12`,
		"decide --by postal --kind constitutional --yes 7 --no 4 --abstain 0":              `carried:false recorded:11 rule:5.12`,
		"decide --by postal --kind constitutional --yes 6 --no 3 --abstain 1":              `carried:true recorded:10 rule:5.12`,
		"decide --by postal --kind constitutional --yes 10 --no 5 --abstain 0":             `carried:true recorded:15 rule:5.12`,
		"decide --by postal --kind constitutional --yes 9 --no 5 --abstain 0":              `carried:false recorded:14 rule:5.12`,
		"decide --by meeting --kind ordinary --yes 3 --no 2 --abstain 0":                   `carried:true recorded:5 rule:4.8`,
		"decide --by meeting --kind ordinary --yes 6 --no 6 --abstain 0":                   `carried:false recorded:12 rule:4.8`,
		"decide --by meeting --kind ordinary --yes 6 --no 6 --abstain 0 --chair yes":       `carried:true recorded:12 rule:4.8`,
		"decide --by meeting --kind ordinary --yes 6 --no 6 --abstain 0 --chair no":        `carried:false recorded:12 rule:4.8`,
		"decide --by meeting --kind ordinary --yes 6 --no 5 --abstain 0 --chair no":        `carried:true recorded:11 rule:4.8`,
		"decide --by meeting --kind ordinary --yes 5 --no 6 --abstain 0 --chair yes":       `carried:false recorded:11 rule:4.8`,
		"decide --by meeting --kind constitutional --yes 8 --no 4 --abstain 0":             `carried:true recorded:12 rule:7.2`,
		"decide --by meeting --kind constitutional --yes 6 --no 3 --abstain 0":             `carried:false recorded:9 rule:7.2`,
		"decide --by meeting --kind constitutional --yes 5 --no 5 --abstain 0 --chair yes": `carried:false recorded:10 rule:7.2`,

		"elect --seats 2 --ballots 12 --votes Ana=9,Ben=6,Cal=5":    `elected:[Ana Ben] tie:[] rule:4.16`,
		"elect --seats 2 --ballots 12 --votes Cal=5,Ben=5,Ana=9":    `elected:[Ana] tie:[Ben Cal] rule:4.16`,
		"elect --seats 2 --ballots 20 --votes Ana=15,Ben=2":         `elected:[Ana Ben] tie:[] rule:4.16`,
		"elect --seats 2 --ballots 21 --votes Ana=15,Ben=2":         `elected:[Ana] tie:[] rule:4.16`,
		"elect --seats 1 --ballots 12 --votes Ana=9 --votes Ben=6":  `elected:[Ana] tie:[] rule:4.16`,
		"elect --seats 2 --ballots 0 --votes Ana=0":                 `elected:[] tie:[] rule:4.16`,
		"elect --office president --ballots 12 --votes Ana=6,Ben=6": `elected:[] tie:[Ana Ben] rule:4.15`,
		"elect --office president --votes Ana=0":                    `elected:[Ana] tie:[] rule:4.15`,

		"dissolve --assets 1000.01 --clubs A=7,B=5,C=5": `shares:map[A:411.77 B:294.12 C:294.12]`,
		"dissolve --assets 0.01 --clubs A=5,B=5":        `shares:map[A:0.01 B:0.00]`,
	} {
		got := constitutionJSON(t, line)
		var parts []string
		for _, name := range []string{
			"until", "effective", "fee", "accepted", "carried", "recorded", "elected", "tie", "rule", "shares",
		} {
			if v, ok := got[name]; ok {
				parts = append(parts, fmt.Sprintf("%s:%v", name, v))
			}
		}
		if s := strings.Join(parts, " "); s != want {
			t.Errorf("%s\n%s, want\n%s", line, s, want)
		}
		if _, shares := got["shares"]; !shares && got["trace"] == "" {
			t.Errorf("%s: no arithmetic", line)
		}
	}
}

// The names of the JSON forms, and nothing besides.
func TestConstitutionJSONNames(t *testing.T) {
	for line, want := range map[string]string{
		"term --joined 2026-02-01":                          "until rule trace",
		"affiliate --members 5 --rate 1":                    "effective fee accepted rule trace",
		"agm --date 2026-03-14":                             "deadlines warnings",
		"egm --date 2026-03-14":                             "deadlines warnings",
		"decide --by postal --kind ordinary --yes 1 --no 0": "carried recorded rule trace",
		"elect --seats 2 --ballots 5 --votes Ana=3":         "elected tie rule trace",
		"dissolve --assets 1 --clubs A=5":                   "shares",
	} {
		out, err := askConstitution(t, append(strings.Fields(line), "--json")...)
		if err != nil {
			t.Fatal(err)
		}
		d := json.NewDecoder(strings.NewReader(out))
		var names []string
		depth := 0
		for key := true; d.More() || depth > 0; {
			tok, err := d.Token()
			if err != nil {
				break
			}
			switch v := tok.(type) {
			case json.Delim:
				if v == '{' || v == '[' {
					depth++
				} else {
					depth--
				}
				key = true
			case string:
				if depth == 1 && key {
					names = append(names, v)
					key = false
					continue
				}
				key = true
			default:
				key = true
			}
		}
		if got := strings.Join(names, " "); got != want+" constitution" {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// The dates of the vector: EGM 14 March 2026.
func TestConstitutionDates(t *testing.T) {
	for line, want := range map[string]map[string]string{
		"egm --date 2026-03-14": {
			"notice": "2026-02-27 5.3", "motions_to_secretary": "2026-03-21 5.8", "minutes": "2026-03-28 4.5",
			"despatch": "2026-04-10 5.9",
			"closing":  "2026-04-25 5.9", "report": "2026-05-02 5.11", "destroy_not_before": "2026-11-02 5.11",
		},
		"egm --date 2026-03-14 --requested 2026-01-20 --closing 2026-04-10": {
			"request": "2026-03-20 5.1", "notice": "2026-02-27 5.3", "motions_to_secretary": "2026-03-21 5.8",
			"minutes":  "2026-03-28 4.5",
			"despatch": "2026-03-26 5.9", "closing": "2026-04-10 5.9", "report": "2026-04-17 5.11",
			"destroy_not_before": "2026-10-17 5.11",
		},
		"agm --date 2026-04-30": {"proposals": "2026-02-28 4.17", "notice": "2026-04-15 4.1", "minutes": "2026-05-14 4.5"},
	} {
		got := make(map[string]string)
		for _, d := range constitutionJSON(t, line)["deadlines"].([]any) {
			d := d.(map[string]any)
			got[d["what"].(string)] = d["by"].(string) + " " + d["rule"].(string)
			if len(d) != 3 {
				t.Errorf("%s: %v has other names", line, d)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
	for line, want := range map[string]string{
		"agm --date 2026-03-14 --previous 2025-03-08 --notice-sent 2026-02-27": "",
		"agm --date 2026-03-14 --notice-sent 2026-02-28":                       "exactly 14 days (4.1)",
		"agm --date 2026-03-14 --notice-sent 2026-03-01":                       "too late (4.1)",
		"agm --date 2026-03-14 --previous 2024-09-13": "18 months after the AGM (4.1), No AGM " +
			"is held in 2025 (4.1), 15 months after the AGM of 13 September 2024: confirm with the Act",
		"agm --date 2026-03-14 --previous 2024-11-30": "No AGM is held in 2025 (4.1), confirm " +
			"with the Act",
		"egm --date 2026-03-14 --requested 2026-01-13":                           "2 months after the request (5.1)",
		"egm --date 2026-03-14 --closing 2026-04-26":                             "42 days after the meeting (5.9)",
		"egm --date 2026-03-14 --closing 2026-03-20":                             "no time for 14 days’ notice (5.9)",
		"egm --date 2026-03-14 --closing 2026-04-25 --despatched 2026-04-11":     "exactly 14 days (5.9)",
		"egm --date 2026-03-14 --notice-sent 2026-02-27 --despatched 2026-04-10": "",
		"egm --date 2026-03-14 --closing 2026-04-25 --declared 2026-05-10":       "",
	} {
		warnings := constitutionJSON(t, line)["warnings"].([]any)
		var wanted []string
		if want != "" {
			wanted = strings.Split(want, ", ")
		}
		if len(warnings) != len(wanted) {
			t.Errorf("%s: %v, want %q", line, warnings, wanted)
			continue
		}
		for i, w := range warnings {
			words, rule, _ := strings.Cut(strings.TrimSuffix(wanted[i], ")"), " (")
			if s := w.(string); !strings.Contains(s, words) || !strings.Contains(s, "("+rule) {
				t.Errorf("%s: %q, want %q", line, s, wanted[i])
			}
		}
	}
}

// What cannot be is refused with every flag concerned, and nothing is printed.
func TestConstitutionRefusals(t *testing.T) {
	for line, want := range map[string]string{
		"term":                     "joined",
		"term --joined 2026-02-30": "joined",
		"term --joined 2027-02-29": "joined",
		"term --joined 9999-12-31": "joined",
		"term --joined=":           "joined",
		"affiliate":                "members rate",
		"affiliate --members -1 --rate -20 --list-received x --fee-received 2026-13-01": "members rate list-received fee-received",
		"affiliate --members 5 --rate 20.001":                                           "rate",
		"affiliate --members 5 --rate 20 --paid 5":                                      "paid",
		"agm": "date",
		"agm --date 2026-03-14 --previous 2026-03-14":                          "previous",
		"agm --date 2026-03-14 --previous 2027-03-14 --notice-sent 2026-03-15": "previous notice-sent",
		"egm --date 2026-03-14 --requested 2026-03-15 --closing 2026-03-14":    "requested closing",
		"egm --date nonsense --requested 2026-03-15 --closing 2026-03-14":      "date",
		"decide": "by kind yes no",
		"decide --by post --kind special --yes -1 --no x --abstain 1.5 --chair maybe":           "by kind yes no abstain chair",
		"decide --by postal --kind ordinary --yes 5 --no 5 --abstain 0 --chair yes":             "chair",
		"decide --by meeting --kind ordinary --yes 5 --no 5 --chair=":                           "chair",
		"decide --by postal --kind ordinary --yes 99999999999999999999 --no 0":                  "yes",
		"decide --by postal --kind ordinary --yes 9223372036854775807 --no 9223372036854775807": "yes no",
		"elect": "seats ballots votes",
		"elect --seats 0 --ballots -1 --votes Ana":                 "seats ballots votes",
		"elect --seats 2 --ballots 12 --votes Ana=13":              "votes",
		"elect --seats 2 --ballots 12 --votes Ana=9,Ben=8,Cal=8":   "votes",
		"elect --seats 2 --ballots 12 --votes Ana=-1,Ben=x,=5,Ben": "votes votes votes votes",
		"elect --seats 2 --ballots 12 --votes Ana=5,Ana=5":         "votes",
		"elect --seats 2 --ballots x --votes Ana=5":                "ballots",
		"elect --seats 2 --ballots 12 --votes Ana=5,":              "votes",
		"elect --seats 2 --ballots 12 --votes A\nB=5":              "votes",
		"elect --office wizard --ballots 12 --votes Ana=5,Ben=5":   "office",
		"elect --office president --seats 2 --votes Ana=0":         "seats",
		"elect --office president --votes Ana=3,Ben=2":             "ballots",
		"elect --office president --ballots 4 --votes Ana=3,Ben=2": "votes",
		"dissolve":                              "assets clubs",
		"dissolve --assets -1 --clubs A=-1":     "assets clubs",
		"dissolve --assets 100 --clubs A=0,B=0": "clubs",
		"dissolve --assets 100 --clubs A=5,A=5": "clubs",
		"dissolve --assets 1e3 --clubs A=5":     "assets",
	} {
		out, err := askConstitution(t, append(strings.Split(line, " "), "--json")...)
		if out != "" || !errors.Is(err, errUsage) {
			t.Errorf("%s: printed %q, %v", line, out, err)
			continue
		}
		var flags []string
		for part := range strings.SplitSeq(err.Error(), "\n") {
			if at := strings.Index(part, "--"); at >= 0 {
				name, _, _ := strings.Cut(part[at+2:], ":")
				flags = append(flags, name)
			}
		}
		if got := strings.Join(flags, " "); got != want {
			t.Errorf("%s: refused %q, want %q (%v)", line, got, want, err)
		}
	}
	for _, line := range []string{"nonsense", "term 2026-02-01", "term --nonsense", "decide --json=perhaps"} {
		if out, err := askConstitution(t, strings.Fields(line)...); out != "" || !errors.Is(err, errUsage) {
			t.Errorf("%s: %q, %v", line, out, err)
		}
	}
}

// Whatever is typed for an election, the answer is JSON or a refusal.
func TestConstitutionElectSurvivesAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.StringMatching(`-?[0-9]{1,3}`), rapid.String())
		votes := rapid.OneOf(
			rapid.StringMatching(`([A-C]=[0-9]{1,2},?){0,4}`), rapid.StringMatching(`[A-C=, \n0-9-]{0,12}`), rapid.String(),
		)
		args := []string{
			"elect", "--seats=" + number.Draw(t, "seats"), "--ballots=" + number.Draw(t, "ballots"),
			"--votes=" + votes.Draw(t, "votes"), "--json",
		}
		out, err := askConstitution(t, args...)
		if err != nil {
			if !errors.Is(err, errUsage) || out != "" {
				t.Fatalf("%q: %q, %v", args, out, err)
			}
			return
		}
		var v struct{ Elected, Tie []string }
		if err := json.Unmarshal([]byte(out), &v); err != nil || v.Elected == nil || v.Tie == nil {
			t.Fatalf("%q: %q: %v", args, out, err)
		}
	})
}
