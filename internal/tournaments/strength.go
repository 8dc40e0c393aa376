package tournaments

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"nzgs/internal/ratings/scale"
)

// readStrength reads a rating or grade as lists of players have them: what [scale.Parse] reads, a rating of the European
// or American list, a grade with where it is from or with a doubt, and grades in words. said is what has to be said
// about how it was read; "" where it was read as written. The error is that of [scale.Parse].
func readStrength(text string) (r scale.Rating, said string, err error) {
	if unrated[strings.ToLower(strings.TrimSpace(text))] {
		return 0, "", scale.ErrEmpty
	}
	if r, err = scale.Parse(text); err == nil {
		return r, "", nil
	}
	w := strengthWords(text)
	r, ok := w.rating()
	if !ok {
		return 0, "", err
	}
	said = fmt.Sprintf("“%s” is read as %s.", text, asRead(r))
	switch {
	case w.doubt:
		said += " Check it with the player."
	case w.from != "" && w.from != "EGF":
		said += fmt.Sprintf(" Grades of %s may differ from ours: check it.", w.from)
	}
	return r, said, nil
}

// asRead is a rating with its grade, or the grade alone where one begins there.
func asRead(r scale.Rating) string {
	if r%10 == 0 {
		return r.Grade().String()
	}
	return fmt.Sprintf("%s (%s)", r, r.Grade())
}

// unrated is what lists write where there is no grade.
var unrated = map[string]bool{
	"-": true, "–": true, "—": true, "?": true, "??": true, "n/a": true, "na": true, "none": true, "unrated": true,
	"unknown": true, "no rating": true, "not rated": true, "no grade": true, "ungraded": true, "nil": true, "tbc": true,
	"tba": true,
}

// written is a strength taken apart.
type written struct {
	number string // the rest: "2dan", "2100"
	from   string // whose grade it is, as we name it
	doubt  bool
}

// whose are the words that say where a grade is from.
var whose = map[string]string{
	"aga": "AGA", "egf": "EGF", "egd": "EGF", "gor": "EGF", "european": "EGF", "euro": "EGF", "kgs": "KGS", "ogs": "OGS",
	"igs": "IGS", "pandanet": "IGS", "dgs": "DGS", "fox": "Fox", "tygem": "Tygem", "cga": "CGA", "china": "China",
	"japan": "Japan", "korea": "Korea", "nihonkiin": "Japan",
}

// aside are words that make no difference, and whether they are a doubt.
var aside = map[string]bool{
	"nz": false, "nzgs": false, "nza": false, "rating": false, "grade": false, "rank": false, "official": false,
	"amateur": false, "ama": false,
	"about": true, "approx": true, "approximately": true, "ca": true, "c": true, "circa": true, "self": true, "maybe": true,
	"estimate": true, "estimated": true, "est": true, "provisional": true, "prov": true,
}

var (
	wordAndNumber = regexp.MustCompile(`^(egf|gor|aga|kgs|ogs|igs|dgs|fox)([0-9+−-].*)$`)
	ordinal       = regexp.MustCompile(`^([0-9]{1,2})(?:st|nd|rd|th)(d|dan|k|kyu)\.?$`)
	inOtherWords  = strings.NewReplacer(
		"初段", "1d", "段", "d", "級", "k", "级", "k", "단", "d", "급", "k", "dans", "dan", "kyus", "kyu",
		"shodan", "1dan", "nidan", "2dan", "sandan", "3dan", "yondan", "4dan", "godan", "5dan", "rokudan", "6dan",
	)
)

func strengthWords(text string) written {
	var w written
	s := inOtherWords.Replace(strings.ToLower(strings.TrimSpace(text)))
	for _, mark := range []string{"?", "~", "≈", "*"} {
		if strings.Contains(s, mark) {
			s, w.doubt = strings.ReplaceAll(s, mark, " "), true
		}
	}
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\u00a0()[]:=", r) }) {
		if m := wordAndNumber.FindStringSubmatch(word); m != nil {
			w.from, word = whose[m[1]], m[2]
		}
		bare := strings.Trim(word, ".,;")
		doubt, known := aside[bare]
		switch from := whose[bare]; {
		case from != "":
			w.from = from
		case known:
			w.doubt = w.doubt || doubt
		default:
			w.number += word
		}
	}
	if m := ordinal.FindStringSubmatch(w.number); m != nil {
		w.number = m[1] + m[2]
	}
	return w
}

// rating is what the parts say on our scale; false where they cannot be read.
func (w written) rating() (scale.Rating, bool) {
	number := strings.ReplaceAll(w.number, "−", "-")
	if points, err := strconv.Atoi(number); err == nil {
		if abs := max(points, -points); abs >= 100 && (w.from == "EGF" || w.from == "" && points > 0) {
			return inRange((points - europeanZero) / europeanTenth)
		}
	}
	if value, err := strconv.ParseFloat(number, 64); err == nil && w.from == "AGA" {
		switch tenths := int(value * 10); { // −1.0 is the strongest 1 kyu, next to 1.0
		case tenths >= 10:
			return inRange(tenths)
		case tenths <= -10:
			return inRange(tenths + 20)
		}
		return 0, false
	}
	r, err := scale.Parse(number)
	return r, err == nil
}

// On the European scale 1 dan begins at 2100, and a stone is 100 points.
const (
	europeanZero  = 2000
	europeanTenth = 10
)

func inRange(tenths int) (scale.Rating, bool) {
	if tenths < int(scale.MinRating) || tenths > int(scale.MaxRating) {
		return 0, false
	}
	return scale.Rating(tenths), true
}
