package main

import (
	"encoding/json"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// With a society the commands answer by its own constitution of the day in
// question, rulings included; without one by the shipped one; and say which.
func TestConstitutionOfASociety(t *testing.T) {
	data := t.TempDir()
	soc, err := openAlone(t.Context(), &config.Config{Data: data, Society: "Test"}, civil.SystemClock)
	if err != nil {
		t.Fatal(err)
	}
	amended := constitution.Shipped()
	amended.From, amended.AdoptedBy = civil.MustParseDate("2025-03-14"), "That it be so."
	amended.Figures.CarryOverAfter = constitution.MonthDay{Month: 3, Day: 31}
	amended.Figures.Quorum, amended.Figures.ClubMinimum, amended.Figures.MinutesDays = 12, 3, 21
	permit, err := usecase.New(soc.db, civil.SystemClock).Allow(console.By(), nil)
	if err != nil {
		t.Fatal(err)
	}
	err = soc.db.InTx(t.Context(), func(tx *store.Tx) error {
		return soc.governance.Adopt(t.Context(), tx, permit, "motion:1", amended)
	})
	if err != nil {
		t.Fatal(err)
	}
	err = soc.governance.RecordRuling(t.Context(), console, constitution.Ruling{
		Question: constitution.ThoseVoting, Reading: "all", Meeting: civil.MustParseDate("2026-02-05"), Words: "All.",
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := soc.Close(); err != nil {
		t.Fatal(err)
	}
	society := " --data " + data + " "
	const decide = "decide --by meeting --kind ordinary --yes 5 --no 1 --abstain 5"
	for line, want := range map[string]string{
		"term --joined 2026-02-04":                           `"until":"2027-06-30" "constitution":{"version":"shipped"}`,
		"term --joined 2026-02-04" + society:                 `"until":"2026-06-30" "society":"New Zealand Go Society","on":"2026-02-04","from":"2025-03-14"}`,
		"term --joined 2025-02-04" + society:                 `"until":"2026-06-30" "on":"2025-02-04"}`, // before it was amended
		"term --joined 2026-02-04 --on 2025-01-01" + society: `"until":"2027-06-30" "on":"2025-01-01"}`,
		"affiliate --members 4 --rate 20 --list-received 2024-10-01 --fee-received 2025-07-10" + society: `"accepted":true`,
		"affiliate --members 4 --rate 20 --list-received 2024-10-01" + society:                           `"accepted":false`,
		"agm --date 2025-03-14" + society:                                                                `"minutes","by":"2025-03-28"`, // held by the version before
		"agm --date 2025-03-15" + society:                                                                `"minutes","by":"2025-04-05"`,
		decide + society + "--on 2026-02-04":                                                             `"carried":true`,
		decide + society + "--on 2026-02-05":                                                             `"carried":false "rulings":["4.8-voting: all"]`,
		decide:                                                                                           `"carried":true "version":"shipped"`,
	} {
		out, err := askConstitution(t, append(strings.Fields(line), "--json")...)
		if err != nil || !json.Valid([]byte(out)) {
			t.Errorf("%s: %q, %v", line, out, err)
		}
		for part := range strings.SplitSeq(want, " \"") {
			if !strings.Contains(out, strings.TrimPrefix(part, `"`)) {
				t.Errorf("%s: %s; want %s", line, out, part)
			}
		}
	}
	for line, want := range map[string]string{
		"term --joined 2026-02-04" + society: "By the constitution of New Zealand Go Society on 4 February 2026: the " +
			"version from 14 March 2025, with no rulings.",
		"term --joined 2025-02-04" + society: "on 4 February 2025: its first version, with no rulings.",
		decide + society + "--on 2026-02-05": "the version from 14 March 2025, with 1 ruling.",
		decide:                               "By the constitution that comes with the program.",
	} {
		if out, err := askConstitution(t, strings.Fields(line)...); err != nil || !strings.Contains(out, want) {
			t.Errorf("%s: %s, %v; want %q", line, out, err, want)
		}
	}
	for line, want := range map[string]string{
		"term --joined 2026-02-04 --on 2026-02-04":          "--on",
		"term --joined 2026-02-04 --data " + t.TempDir():    "there is no society",
		"term --joined 2026-02-04 --on soon --data " + data: "--on",
	} {
		if out, err := askConstitution(t, strings.Fields(line)...); err == nil || out != "" ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v; want a refusal with %q", line, out, err, want)
		}
	}
}
