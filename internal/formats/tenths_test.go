package formats

import "testing"

// Arithmetic of other programs leaves a number a hair beside its tenth.
func TestJSONRatingsBesideTheirTenth(t *testing.T) {
	f := mustRead(t, JSON, `{"system":"swiss","rounds":1,"players":[{"id":"a","rating":1.7999999999999998},
		{"id":"b","rating":-2.3000000000000003}]}`)
	if p := f.Event.Players; p[0].Rating != 18 || p[1].Rating != -23 {
		t.Errorf("%+v", p)
	}
	if _, _, err := Read(JSON, []byte(`{"system":"swiss","rounds":1,"players":[{"id":"a","rating":1.75}]}`)); err == nil {
		t.Error("1.75 is taken")
	}
}

// A spreadsheet's slips of arithmetic and decimal commas are read in a list too.
func TestCSVRatingsBesideTheirTenth(t *testing.T) {
	f := mustRead(t, CSV, "Surname;First name;Rating;Club\nSmith;John;1,7999999999999998;Akl\nWang;Li;-2,5;Akl\n")
	if p := f.Event.Players; p[0].Rating != 18 || p[1].Rating != -25 {
		t.Errorf("%+v", p)
	}
}
