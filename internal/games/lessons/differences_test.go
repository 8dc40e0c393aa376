package lessons

import (
	"fmt"
	"testing"
)

// TestEveryDifferenceIsJudgedByTheRules: what each text says of each position, by its number and kind of the refused
// move or by the count. In no row do all texts agree.
func TestEveryDifferenceIsJudgedByTheRules(t *testing.T) {
	want := map[string][4]string{ // New Zealand, It's Your Turn, igGameCenter, short
		"suicide":  {"allowed", "4 suicide", "4 suicide", "4 suicide"},
		"one":      {"6 superko", "4 suicide", "4 suicide", "4 suicide"},
		"ko":       {"5 superko", "5 after_end", "allowed", "5 after_end"},
		"return":   {"allowed", "allowed", "allowed", "10 superko"},
		"cycle":    {"8 superko", "allowed", "allowed", "8 superko"}, // as the explanation of our rules has it
		"passes":   {"allowed", "5 after_end", "allowed", "5 after_end"},
		"limit":    {"allowed", "76 after_end", "allowed", "allowed"},
		"button":   {"3 button", "3 button", "allowed", "3 button"},
		"inside":   {"-7", "-4.5", "-1", "-1"},
		"dead":     {"-7", "-2.5", "1", "-27"},
		"handicap": {"0", "-3.5", "0", "0"},
	}
	all := Differences()
	if len(all) != len(want) {
		t.Errorf("%d differences; want %d", len(all), len(want))
	}
	for _, d := range all {
		same := map[string]bool{}
		for i, text := range Texts() {
			v, err := d.Judge(text)
			if err != nil {
				t.Fatalf("%s by %s: %v", d.Key, text.Key, err)
			}
			got := "allowed"
			switch {
			case v.Refused > 0:
				got = fmt.Sprintf("%d %s", v.Refused, v.Kind)
			case d.Counted:
				got = v.Margin.String()
			}
			same[got] = true
			if got != want[d.Key][i] {
				t.Errorf("%s by %s: %s (%s); want %s", d.Key, text.Key, got, v.Says, want[d.Key][i])
			}
		}
		if len(same) < 2 {
			t.Errorf("%s: the texts agree", d.Key)
		}
		for n := range d.Steps() + 1 {
			if _, err := d.At(n); err != nil {
				t.Errorf("%s, step %d: %v", d.Key, n, err)
			}
		}
	}
}
