package places_test

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/places"
)

// A town is found by both names, with and without macrons, and as people write it.
func TestATownIsFoundByBothNames(t *testing.T) {
	for text, want := range map[string]string{
		"Wellington": "Wellington", "te whanganui-a-tara": "Wellington", "Te Whanganui a Tara": "Wellington",
		"Wellington (Te Whanganui-a-Tara)": "Wellington", "Te Whanganui-a-Tara / Wellington": "Wellington",
		"Newtown, Wellington": "Wellington", "Poneke": "Wellington", "Tamaki Makaurau": "Auckland", "AUCKLAND": "Auckland",
		"Ōtautahi": "Christchurch", "otautahi": "Christchurch", "Ōtepoti": "Dunedin", "Kāpiti": "Kāpiti Coast",
		"Taupo": "Taupō", "Wanganui": "Whanganui", "Whakatū": "Nelson",
		"": "", "Paris": "", "Wellingto": "", ",,,": "", "(": "",
	} {
		town, ok := places.Find(text)
		if ok != (want != "") || town.Name != want {
			t.Errorf("%q is %q, want %q", text, town.Name, want)
		}
	}
}

// A town of another country that has the name of one of ours is not ours, however its country is written; what stands
// beside a town of ours, a hall or the name of a street, changes nothing.
func TestATownOfAnotherCountryIsNotOurs(t *testing.T) {
	for _, text := range []string{
		"Napier, South Africa", "Napier (South Africa)", "napier, south africa", "South Africa, Napier", "Napier, Western Cape",
		"12 Main Road, Napier 7270, South Africa", "Wellington, Western Cape, South Africa", "Wellington, Somerset",
		"Wellington, NSW", "Hamilton, Ontario", "Hamilton, ON", "Hamilton / Canada", "Hamilton, Bermuda", "Hamilton, Scotland, UK",
		"Cambridge, England", "Cambridge, U.K.", "Cambridge, MA", "Cambridge, MA 02139", "Cambridge, MA, USA", "Cambridge; Massachusetts",
		"Cambridge, MA 02139 USA", "Christchurch, Dorset", "Christchurch, Dorset, United Kingdom", "Hastings, East Sussex",
		"Nelson, Lancashire", "Nelson, British Columbia", "Richmond, Virginia", "Richmond, Surrey", "Richmond, Victoria, Australia",
		"Queenstown, Tasmania", "Stratford, London", "Stratford, the United Kingdom", "Dunedin, Florida", "Gore, Ethiopia",
		"Picton, Ontario", "Blenheim, Germany", "Westport, Co. Mayo", "Thames, Ingarangi", "Alexandra, Egypt", "Bluff, Utah",
		"Napier, Āwherika ki te Tonga", "Napier, S. Africa", "Napier, Southafrica", "Napier, Suid-Afrika", "Napier， South Africa", "Perth, Wellington Street, Australia",
	} {
		if town, ok := places.Find(text); ok || town.Name != "" {
			t.Errorf("%q is %s", text, town.Title())
		}
	}
	for text, want := range map[string]string{
		"Napier, New Zealand": "Napier", "Ahuriri, Aotearoa": "Napier", "Napier, NZ": "Napier", "Napier, Hawke’s Bay": "Napier",
		"Wellington, Victoria University": "Wellington", "Mount Victoria, Wellington": "Wellington", "Wellington (Te Papa)": "Wellington",
		"Embassy of Japan, Wellington": "Wellington", "Victoria, Wellington": "Wellington", "Cambridge, Waikato, NZ": "Cambridge",
		"Wellington 6011": "", "Wellington, 6011": "Wellington", "12 Queen Street, Auckland 1010, Auckland": "Auckland",
		"Nelson, SI": "Nelson", "Christchurch (Belfast)": "Christchurch", "Christchurch, Belfast": "Christchurch", "Hamilton, NI": "Hamilton", "South Africa": "", "Georgia": "", "Kent Terrace, Wellington": "Wellington",
	} {
		if town, _ := places.Find(text); town.Name != want {
			t.Errorf("%q is %q, want %q", text, town.Name, want)
		}
	}
	for _, town := range places.Towns() {
		for _, name := range []string{town.Name, town.Other} {
			if name != "" && places.Elsewhere(name) {
				t.Errorf("%s is said to be abroad", name)
			}
		}
	}
}

// A long text is read in the time of its length.
func TestFindOfALongTextIsQuick(t *testing.T) {
	for _, piece := range []string{"a,", "Kent ", "South Africa,", "Wellington, ", "(((("} {
		if _, ok := places.Find(strings.Repeat(piece, 200_000/len(piece)) + "Napier, Utah"); ok {
			t.Errorf("many of %q", piece)
		}
	}
}

// Every town is on the map, has a region of the list, and is its own nearest or shares its place.
func TestEveryTownIsOnTheMap(t *testing.T) {
	seen := map[string]bool{}
	for _, town := range places.Towns() {
		if x, y, ok := places.OnMap(town.At); !ok || x < 0 || x > places.Width || y < 0 || y > places.Height {
			t.Errorf("%s is at %d, %d", town.Name, x, y)
		}
		if !strings.Contains(strings.Join(places.Regions(), "|"), town.Region) {
			t.Errorf("%s is in %q", town.Name, town.Region)
		}
		near, ok := places.Nearest(town.At)
		if !ok || near.At.Kilometres(town.At) > 0 {
			t.Errorf("%s is nearest to %s", town.Name, near.Name)
		}
		if found, ok := places.Find(town.Title()); !ok || found.Name != town.Name || seen[town.Name] {
			t.Errorf("%q finds %q", town.Title(), found.Name)
		}
		seen[town.Name] = true
	}
	if len(seen) < 60 {
		t.Errorf("%d towns", len(seen))
	}
	for name, p := range map[string]places.Point{
		"Sydney": places.Degrees(-33.87, 151.21), "none": {}, "the Chathams": places.Degrees(-43.95, -176.56),
	} {
		if _, _, ok := places.OnMap(p); ok {
			t.Errorf("%s is on the map", name)
		}
		if _, ok := places.Nearest(p); ok {
			t.Errorf("%s is near a town", name)
		}
	}
}

func TestDistances(t *testing.T) {
	for _, tt := range []struct {
		from, to string
		want     int
	}{
		{"Auckland", "Wellington", 494}, {"Wellington", "Auckland", 494}, {"Wellington", "Christchurch", 303},
		{"Dunedin", "Dunedin", 0},
	} {
		a, _ := places.Find(tt.from)
		b, _ := places.Find(tt.to)
		if got := a.At.Kilometres(b.At); got < tt.want-3 || got > tt.want+3 {
			t.Errorf("%s to %s: %d km, want about %d", tt.from, tt.to, got, tt.want)
		}
	}
	a, b := places.Degrees(-44, 179.9), places.Degrees(-44, -179.9)
	if got := a.Kilometres(b); got > 17 {
		t.Errorf("over the line of the date: %d km", got)
	}
}

func TestAPointIsReadAsMapsWriteIt(t *testing.T) {
	want := places.Degrees(-41.2889, 174.7772)
	for _, text := range []string{
		"-41.2889, 174.7772", "-41.2889 174.7772", "−41.2889,174.7772", "41.2889 S 174.7772 E", "41.2889° S, 174.7772° E",
		"41.2889S,174.7772E", " -41.28890 , 174.77720 ",
	} {
		if p, ok := places.ParsePoint(text); !ok || p != want {
			t.Errorf("%q is %v, %v", text, p, ok)
		}
	}
	if want.String() != "-41.2889, 174.7772" {
		t.Errorf("it is written %s", want)
	}
	for _, text := range []string{
		"", "Wellington", "-41.2889", "-41.2889, 174.7772, 3", "-91, 174", "-41, 181", "0, 0", "NaN, NaN", "Inf, 1", "0x10, 1", "1e1, 5x",
		"-41.2 S, 174 E", "41 E, 174 S", "41 S 174", "41 174 S E", strings.Repeat("1", 70) + ", 2",
	} {
		if p, ok := places.ParsePoint(text); ok {
			t.Errorf("%q is %v", text, p)
		}
	}
}

func FuzzParsePoint(f *testing.F) {
	f.Add("-41.2889, 174.7772")
	f.Add("41 S 174 E")
	f.Fuzz(func(t *testing.T, text string) {
		p, ok := places.ParsePoint(text)
		if !ok {
			return
		}
		if p.IsZero() || p.Lat < -900_000 || p.Lat > 900_000 || p.Lon < -1_800_000 || p.Lon > 1_800_000 {
			t.Errorf("%q is %v", text, p)
		}
		if again, ok := places.ParsePoint(p.String()); !ok || again != p {
			t.Errorf("%q is %v, then %v", text, p, again)
		}
	})
}

// What is south is below, what is east is to the right.
func TestTheMapIsTheRightWayUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lat, lon := rapid.Float64Range(-47.5, -34.2).Draw(t, "lat"), rapid.Float64Range(166.1, 178.8).Draw(t, "lon")
		x, y, ok := places.OnMap(places.Degrees(lat, lon))
		x2, y2, ok2 := places.OnMap(places.Degrees(lat-0.1, lon+0.1))
		if !ok || !ok2 || x2 <= x || y2 <= y || y2 > places.Height {
			t.Fatalf("%v %v is at %d, %d, and beside it %d, %d", lat, lon, x, y, x2, y2)
		}
	})
}

// The coast is a path of whole numbers within the map, and small.
func TestTheCoastIsAPathOnTheMap(t *testing.T) {
	if n := len(places.Coast); n < 2000 || n > 12_000 {
		t.Errorf("it has %d bytes", n)
	}
	rings := strings.Split(strings.TrimSuffix(places.Coast, "z"), "z")
	if len(rings) < 4 {
		t.Errorf("it has %d islands", len(rings))
	}
	for _, ring := range rings {
		x, y := 0, 0
		for i, n := range strings.Fields(strings.NewReplacer("M", " ", "l", " ").Replace(ring)) {
			v, err := strconv.Atoi(n)
			if err != nil {
				t.Fatal(err)
			}
			if i%2 == 0 {
				x += v
				continue
			}
			if y += v; x < 0 || x > places.Width || y < 0 || y > places.Height {
				t.Fatalf("a point at %d, %d", x, y)
			}
		}
	}
}
