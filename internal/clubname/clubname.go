// Package clubname knows when two spellings mean one club. Lists say Akl, AKL or Auckland Go Club; whoever keeps
// club-mates apart, matches a list with the register or reads an event file asks here, so that all agree. It knows no
// register: the names of the society's own clubs are compared by the same keys by those who have them.
package clubname

import "strings"

// Key is what all spellings of one club's name have in common; two clubs are one when their keys are equal. It is ""
// for a blank name and for one that says that there is none. Capitals, spaces, diacritics and punctuation make no difference, nor do the words that every club
// has in its name, and the usual abbreviations of places stand for the place.
func Key(name string) string {
	all := strings.Fields(plain(name))
	words := make([]string, 0, len(all))
	for _, w := range all {
		if !everyClubs[w] {
			words = append(words, w)
		}
	}
	if len(words) == 0 { // "The Go Club"
		words = all
		if len(all) > 1 && all[0] == "the" {
			words = all[1:]
		}
	}
	for i, w := range words {
		if long, ok := wordsFor[w]; ok {
			words[i] = long
		}
	}
	key := strings.Join(words, " ")
	if noClub[key] || noClub[strings.Join(all, " ")] {
		return ""
	}
	if of, ok := strings.CutPrefix(key, "university of "); ok {
		key = of + " university"
	}
	if long, ok := known[key]; ok {
		return long
	}
	return key
}

// Same reports whether two spellings mean one club; two blank ones do not.
func Same(a, b string) bool {
	key := Key(a)
	return key != "" && key == Key(b)
}

// noClub is what lists say of a player without a club.
var noClub = map[string]bool{
	"none": true, "no club": true, "no go club": true, "n a": true, "nil": true, "unattached": true, "unaffiliated": true, "independent": true,
}

// everyClubs are words that tell no club from another. The game's names in other languages are none of them: beside the
// Auckland Go Club there may be an Auckland Baduk Club.
var everyClubs = map[string]bool{
	"the": true, "go": true, "club": true, "society": true, "association": true, "assn": true, "inc": true,
	"incorporated": true, "karapu": true,
}

// wordsFor are abbreviations of a word of a name.
var wordsFor = map[string]string{
	"uni": "university", "univ": "university", "nth": "north", "sth": "south", "mt": "mount",
	"akl": "auckland", "akld": "auckland", "auck": "auckland", "wgtn": "wellington", "wlg": "wellington",
	"chch": "christchurch", "canty": "canterbury",
}

// known are whole names for a place, as folded: what people, airports and codes of four letters call it, and its name
// in te reo Māori.
var known = spellings(map[string]string{
	"auckland":         "ak, tamaki makaurau",
	"wellington":       "wgn, wgtn go, well, welly, wtn, wtgn, poneke, te whanganui a tara",
	"christchurch":     "chc, chri, ch ch, cch, otautahi",
	"dunedin":          "dun, dune, dnd, dud, otepoti",
	"hamilton":         "ham, hami, hlz, hmltn, kirikiriroa",
	"palmerston north": "pn, pnth, palm, palmy, pmr, p north, palmy north, palmerston n, te papaioea",
	"tauranga":         "tga, trg, taur",
	"nelson":           "nsn, nels, whakatu",
	"napier":           "npe, napi, ahuriri",
	"new plymouth":     "npl, nply, n plymouth, ngamotu",
	"rotorua":          "rot, roto",
	"whangarei":        "wre, whan",
	"invercargill":     "ivc, inve, waihopai",
	"queenstown":       "zqn, qtn, tahuna",
	"canterbury":       "cant, waitaha",
	"whanganui":        "wanganui, wag",

	"auckland university":   "uoa, ua",
	"victoria university":   "vuw, vic, vic university, victoria university of wellington, victoria university wellington",
	"canterbury university": "uc, uoc",
	"otago university":      "uo",
})

func spellings(of map[string]string) map[string]string {
	out := map[string]string{}
	for name, all := range of {
		for _, s := range strings.Split(all, ", ") {
			out[s] = name
		}
	}
	return out
}

// plain is a name in lower case without diacritics, and blanks for what divides words.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 0x300 && r <= 0x36f, strings.ContainsRune(`.'’‘ʻ`+"`", r): // marks of their own; O’Brien, C.H.C.
			return -1
		case strings.ContainsRune(`,;:-–_/&()[]"“”`, r):
			return ' '
		}
		return r
	}, withoutMarks.Replace(strings.ToLower(name)))
}

// withoutMarks takes the diacritics off letters that have theirs built in.
var withoutMarks = strings.NewReplacer(
	"ā", "a", "á", "a", "à", "a", "â", "a", "ä", "a", "ã", "a", "å", "a", "ą", "a", "ă", "a",
	"ē", "e", "é", "e", "è", "e", "ê", "e", "ë", "e", "ę", "e", "ě", "e",
	"ī", "i", "í", "i", "ì", "i", "î", "i", "ï", "i", "ı", "i",
	"ō", "o", "ó", "o", "ò", "o", "ô", "o", "ö", "o", "õ", "o", "ø", "o", "ő", "o",
	"ū", "u", "ú", "u", "ù", "u", "û", "u", "ü", "u", "ů", "u", "ű", "u",
	"ç", "c", "č", "c", "ć", "c", "ď", "d", "đ", "d", "ł", "l", "ľ", "l", "ñ", "n", "ń", "n", "ň", "n",
	"ř", "r", "š", "s", "ś", "s", "ş", "s", "ș", "s", "ť", "t", "ț", "t", "ý", "y", "ž", "z", "ź", "z", "ż", "z",
	"ß", "ss", "æ", "ae", "œ", "oe",
)
