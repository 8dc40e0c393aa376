package letters

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFill(t *testing.T) {
	f := Fields{"name": "王小明 {until}", "until": "30 June 2027", "empty": ""}
	for text, want := range map[string]string{
		"Kia ora {name}":                    "Kia ora 王小明 {until}", // what fills a field is no field
		"a\n? only {empty} here\nb":         "a\nb",
		"a\n? to {until}\nb":                "a\nto 30 June 2027\nb",
		"a\n? {until} {empty}":              "a",
		"{unknown}|":                        "|",
		"open {name":                        "open {name",
		"?no blank {empty}":                 "?no blank ",
		"a {leave-here} {until}{until} {x}": "a  30 June 202730 June 2027 ",
	} {
		if got := Fill(text, f); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	got := FillLine("To {name}: {x}", Fields{"name": "A\r\nBcc: b@example.nz\x00", "x": strings.Repeat("ū", 400)})
	if strings.ContainsAny(got, "\r\n\x00") || len(got) > 200 || !utf8.ValidString(got) {
		t.Errorf("%q", got)
	}
}

func TestTheHouseTextsAreGood(t *testing.T) {
	for _, a := range Occasions {
		if f := a.House.tidied().check(a.Names(), a.Must); f.Err() != nil {
			t.Errorf("%s: %v", a.Occasion, f.Err())
		}
		if a.House != a.House.tidied() {
			t.Errorf("%s: not tidy", a.Occasion)
		}
		if a.Topic != "" && !a.Topic.known() {
			t.Errorf("%s: topic %q", a.Occasion, a.Topic)
		}
	}
}

func TestWhatATextMaySay(t *testing.T) {
	may, must := []string{"name", "amount", "reference"}, []string{"amount", "reference"}
	good := "Pay {amount} with {reference}."
	for _, c := range []struct{ subject, body, wants string }{
		{"Pay", good, ""},
		{"Pay {amount}", good, ""},
		{"", good, "subject: Enter a subject"},
		{"Pay", "", "body: Write the letter"},
		{"Pay {iban}", good, "subject: There is no field {iban}"},
		{"Pay", good + " {iban}", "body: There is no field {iban}"},
		{"Pay", "Pay {amount}.", "body: This letter must say {reference}"},
		{"Pay", "Pay {amount}.\n? Reference {reference}", "body: This letter must say {reference}"},
		{"Pay", good + " {", "body: A brace stands alone"},
		{"Pay", good + " }", "body: A brace stands alone"},
		{"Pay", "{na\nme}" + good, "body: A brace stands alone"},
		{strings.Repeat("x", 151), good, "subject: Shorten"},
		{"Pay", good + strings.Repeat("x", 8000), "body: Shorten"},
		{"Pay\x00", good, "subject: This has characters"},
	} {
		err := Text{c.subject, c.body}.tidied().check(may, must).Err()
		switch {
		case c.wants == "" && err != nil:
			t.Errorf("%q %q: %v", c.subject, c.body, err)
		case c.wants != "" && (err == nil || !strings.Contains(err.Error(), c.wants)):
			t.Errorf("%.30q %.30q: %v, want %q", c.subject, c.body, err, c.wants)
		}
	}
}

func FuzzFill(f *testing.F) {
	f.Add("a {b}\n? {c}", "x")
	f.Add("{{}}", "{b}")
	f.Fuzz(func(t *testing.T, text, value string) {
		names, whole := fieldsOf(text)
		filled := Fill(text, Fields{"b": value})
		if len(filled) > len(text)+len(names)*len(value) {
			t.Errorf("%q grows to %q", text, filled)
		}
		if whole && value == "" && strings.ContainsAny(filled, "{}") {
			t.Errorf("%q leaves braces: %q", text, filled)
		}
		if whole && len(names) == 0 && !strings.Contains("\n"+text, "\n"+optional) && filled != text {
			t.Errorf("%q changed to %q", text, filled)
		}
		if slices.Contains(names, "") && !whole {
			return
		}
	})
}
