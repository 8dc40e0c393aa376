package kit

import (
	"testing"
)

func TestTheSummarySaysWhichFieldAProblemIsAbout(t *testing.T) {
	for _, tt := range []struct{ label, message, want string }{
		{"Borrowed on", "Enter a date like 1 July 2026.", "Borrowed on"},
		{"Yes", "Enter a number, for example 3.", "Yes"},
		{"Day of the meeting", "Enter a date like 1 July 2026.", "Day of the meeting"},
		{"Lender", "Enter the lender’s name.", ""},
		{"Rules said to be broken", "Enter the rules that are said to be broken, for example 2.1.", ""},
		{"Purpose", "Say what it is for.", "Purpose"},
	} {
		p := Page{Errors: []FieldError{{Field: "one", Message: tt.message}, {Field: "other", Message: tt.message}}}
		if f := p.Field(
			Field{Name: "one", Label: tt.label},
		); f.Error != tt.message || p.Errors[0].Label != tt.want || p.Errors[1].Label != "" {
			t.Errorf("%s, %q: %+v", tt.label, tt.message, p.Errors)
		}
	}
}
