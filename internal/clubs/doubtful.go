package clubs

import (
	"regexp"
	"strings"

	"nzgs/internal/sheet"
)

// several is how two people are written in one row.
var several = regexp.MustCompile(`(?i)[&+/;,]|\b(?:and|plus|with|rāua ko|raua ko)\b`)

// doubt says why a row reads like nobody, or like several people; "" of one that reads like a person. Such a row is asked
// about: nobody becomes a member by it unless somebody says so.
func (r ListRow) doubt() string {
	var rest []string
	for _, text := range []string{r.Email, r.Phone, oneLine(r.Address), r.Grade} {
		if text != "" {
			rest = append(rest, text)
		}
	}
	for _, name := range [][]string{{r.Given, r.Family}, {r.Family, r.Given}, {oneLine(r.Given + " " + r.Family)}, {r.MemberNo, r.Family, r.Given}} {
		var filled []string
		for _, text := range name {
			if text != "" {
				filled = append(filled, text)
			}
		}
		if sheet.IsTotal(append(filled, rest...)) {
			return "This reads like a total and not like a member. Leave it out, or say who it is."
		}
	}
	if r.repeatsHeadings() {
		return "This reads like the headings again. Leave it out, or say who it is."
	}
	if several.MatchString(r.Given) || several.MatchString(r.Family) {
		return "This reads like two people. Each member needs a row: put them into two rows of the file and send it again, " +
			"or correct the row."
	}
	return ""
}

func (r ListRow) repeatsHeadings() bool {
	is := map[sheet.Key]func(string) bool{}
	for _, c := range sheet.ClubReturnColumns() {
		is[c.Key] = c.IsHeading
	}
	if r.Given == "" {
		return is[sheet.FullName](r.Family) && strings.TrimSpace(r.Email+r.Phone) == "" ||
			is[sheet.FullName](r.Family) && is[sheet.Email](r.Email)
	}
	return is[sheet.FamilyName](r.Family) && is[sheet.GivenNames](r.Given) ||
		is[sheet.FullName](r.Given+" "+r.Family)
}
