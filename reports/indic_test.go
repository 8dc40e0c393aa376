package reports

import "testing"

// Names in scripts that no font here has, as people who read Latin letters can say them; words begin with a capital.
func TestNamesOfIndiaInLatinLetters(t *testing.T) {
	for name, want := range map[string]string{
		"தமிழ்செல்வி ராஜ்":    "Tamiḻcelvi Rāj",
		"রবীন্দ্রনাথ ঠাকুর":   "Rabīndranāth Ṭhākur",
		"বড়ুয়া":             "Baṛuyā",
		"ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ":       "Guraprīt Siṁgh",
		"નરેન્દ્ર":            "Narēndra",
		"వెంకట":               "Veṁkaṭa",
		"ಕೃಷ್ಣ":               "Kr̥ṣṇa",
		"കൃഷ്ണൻ":              "Kr̥ṣṇan",
		"කුමාර":               "Kumāra",
		"ଓଡ଼ିଆ":               "Ōṛiā",
		"A. ராஜ்-B":           "A. Rāj-B",
		"ᏣᎳᎩ አበበ":             "Tsalagi 'Ababa",
		"Ჭავჭავაძე ნინო":      "ჭავჭავაძე ნინო",
		"Ngāti \u0bcd Whātua": "Ngāti  Whātua",
	} {
		if got := printable(name); got != want {
			t.Errorf("%s is printed as %q, not %q", name, got, want)
		}
	}
}

// The letter at the side of a list by name is one that can be printed, or there is none.
func TestInitialsCanBePrinted(t *testing.T) {
	for name, want := range map[string]string{
		"Tūī": "T", "𝓢𝓶𝓲𝓽𝓱": "S", "ﬁeld": "F", "Ჭავჭავაძე": "", "ჭავჭავაძე": "", "ᏣᎳᎩ": "", "ராஜ்": "", "Æsa": "Æ", "🐉 Ōkeroa": "O",
	} {
		if got := Initial(name); got != want {
			t.Errorf("the initial of %s is %q, not %q", name, got, want)
		}
	}
}
