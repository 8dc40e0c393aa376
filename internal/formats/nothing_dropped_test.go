package formats

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What OpenGotha's files say and ours have no place for is named, one thing at a time; the usual values are not.
func TestOpenGothaLosesNothingUnsaid(t *testing.T) {
	for _, tt := range []struct{ what, settings, says string }{
		{"usual", `<GeneralParameterSet numberOfRounds="3" bInternet="false"/>`, ""},
		{"played on the internet", `<GeneralParameterSet numberOfRounds="3" bInternet="true"/>`, "played on the internet"},
		{"strengths of avoidance", `<PairingParameterSet paiSeAvoidSameGeo="100000000000" paiSeMinimizeHandicap="0"
			paiSePreferMMSDiffRatherThanSameClubsGroup="7" paiSeAvoidSameCity="9" paiSePreferMMSDiffRatherThanSameCountry="5"
			paiSePreferMMSDiffRatherThanSameClub="7"/>`, "how strongly clubs and countries are kept apart"},
	} {
		_, notes, err := Read(OpenGotha, []byte(gothaFile(twoPlayers, "", tt.settings)))
		said := strings.Join(notes, "\n")
		if err != nil || tt.says != "" && !strings.Contains(said, tt.says) ||
			tt.says == "" && (strings.Contains(said, "internet") || strings.Contains(said, "apart")) {
			t.Errorf("%s: %v, said %q", tt.what, err, said)
		}
	}
}

// Numbers of other associations, overtime and ratings beside a rank come back from OpenGotha's file as they went out, and
// from ours as they came in: no rating is rewritten to fit a rank.
func TestThereAndBackKeepsWhatBothKnow(t *testing.T) {
	const players = `<Player agaId="12345" egfPin="10000001" ffgLicence="9900001" name="Ngata" firstName="Aroha" rank="3D" rating="2051" country="NZ"/>
<Player name="Kim" firstName="Hana" rank="9K" rating="1850" country="KR"/>`
	for _, overtime := range []string{
		`complementaryTimeSystem="SUDDENDEATH"`, `complementaryTimeSystem="STDBYOYOMI" stdByoYomiTime="30"`,
		`complementaryTimeSystem="CANBYOYOMI" canByoYomiTime="300" nbMovesCanTime="15"`, `complementaryTimeSystem="FISCHER" fischerTime="10"`,
	} {
		text := gothaFile(players, "", `<GeneralParameterSet basicTime="45" numberOfRounds="3" `+overtime+`/>`)
		first := mustRead(t, OpenGotha, text)
		if p := first.Person(0); p.AGA != "12345" || p.PIN != "10000001" || p.Licence != "9900001" {
			t.Errorf("the numbers are %+v", p)
		}
		if a, b := first.Event.Players[0], first.Event.Players[1]; a.Rating.String() != "0.5" || b.Rating.String() != "−1.5" {
			t.Errorf("ratings 2051 and 1850 beside 3D and 9K are read as %s and %s", a.Rating, b.Rating)
		}
		ours, _ := mustWrite(t, JSON, first)
		second := mustRead(t, JSON, string(ours))
		theirs, _ := mustWrite(t, OpenGotha, second)
		third := mustRead(t, OpenGotha, string(theirs))
		if diff := cmp.Diff(first, third, sameValues); diff != "" {
			t.Errorf("%s: there and back:\n%s", overtime, diff)
		}
		for _, want := range []string{`agaId="12345"`, `egfPin="10000001"`, `ffgLicence="9900001"`} {
			if !strings.Contains(string(theirs), want) {
				t.Errorf("OpenGotha’s file lacks %s", want)
			}
		}
	}
}

// Ratings that no list has are moved to the nearer end of the scale, with a note, in each of the readers.
func TestRatingsBelowTheScaleAreSaid(t *testing.T) {
	for format, text := range map[Format]string{
		OpenGotha: gothaFile(`<Player name="Low" firstName="A" rating="-1234"/>`+"\n"+`<Player name="Kim" firstName="Hana" rank="2D"/>`, "", ""),
		H9:        "; EV[Cup]\n1 Low A 30K NZ Akl -1234 0 0 0 0+\n2 Kim Hana 2D NZ Akl 2100 0 0 0 0+\n",
	} {
		f, notes, err := Read(format, []byte(text))
		if err != nil {
			t.Logf("%s refuses it: %v", format, err)
			continue
		}
		low := f.Event.Players[0].Rating
		if said := strings.Join(notes, "\n"); low.Grade().String() != "30 kyu" || format == OpenGotha && !strings.Contains(said, "-900") {
			t.Errorf("%s: rating %s, said %q", format, low, said)
		}
	}
}
