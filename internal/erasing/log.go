package erasing

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/audit"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// erasedText stands in the log where a text was erased.
const erasedText = "(erased)"

// about is by what entries of the log are known to say something of a person.
type about struct {
	objects map[string][]int64 // whole entries: of the person, the account, …
	texts   []string           // parts of others: e-mail addresses, phone numbers; in lower case
	phones  []string           // numbers, however they are written
	fields  []string           // what others say as an address or a note; in lower case
	actors  []int64            // who acted, where the name goes too
}

// ofThem are the objects of the log that are about one person, with the query of their ids.
var ofThem = map[string]string{
	"account":      `SELECT id FROM account WHERE person_id = $1`,
	"application":  `SELECT id FROM application WHERE person_id = $1`,
	"join_request": `SELECT id FROM join_request WHERE person_id = $1`,
	"exclusion":    `SELECT id FROM exclusion WHERE person_id = $1`,
	// And texts about them, of which the rows lose the reasons.
	"act":               `SELECT id FROM act_record WHERE person_id = $1`,
	"officer_absence":   `SELECT id FROM officer_absence WHERE person_id = $1`,
	"rating_correction": `SELECT id FROM rating_correction WHERE person_id = $1`,
	"foreign_diploma":   `SELECT id FROM foreign_diploma WHERE person_id = $1`,
	"grade_award":       `SELECT number FROM grade_award WHERE person_id = $1`,
	"forbidden_pair": `SELECT f.id FROM forbidden_pair f JOIN entry x ON x.id = f.a_id OR x.id = f.b_id
		WHERE x.person_id = $1`,
	"fixed_pair": `SELECT f.id FROM fixed_pair f JOIN entry x ON x.id = f.white_id OR x.id = f.black_id
		WHERE x.person_id = $1`,
}

func aboutOf(ctx context.Context, q store.Queryer, records []members.PersonID) (about, error) {
	a := about{objects: map[string][]int64{}}
	for _, id := range records { // one or two
		a.objects["person"] = append(a.objects["person"], int64(id))
		for object, query := range ofThem {
			ids, err := store.All(ctx, q, store.Value[int64], query, id)
			if err != nil {
				return a, fmt.Errorf("read what the log says of someone: %w", err)
			}
			a.objects[object] = append(a.objects[object], ids...)
		}
		texts, err := store.All(ctx, q, store.Value[string], `
			SELECT email FROM person WHERE id = $1
			UNION SELECT phone FROM person WHERE id = $1
			UNION SELECT email FROM account WHERE person_id = $1
			UNION SELECT c.old_email FROM address_change c JOIN account a ON a.id = c.account_id WHERE a.person_id = $1
			UNION SELECT c.old_letters FROM address_change c JOIN account a ON a.id = c.account_id WHERE a.person_id = $1
			UNION SELECT x.email FROM application x WHERE x.person_id = $1
			UNION SELECT r.email FROM club_return_row r WHERE r.person_id = $1
			UNION SELECT l.to_address FROM mail_letter l WHERE l.person_id = $1`, id)
		if err != nil {
			return a, fmt.Errorf("read what the log says of someone: %w", err)
		}
		a.add(slices.DeleteFunc(texts, func(text string) bool { return !oneReaches(text) })...)
		fields, err := store.All(ctx, q, store.Value[string], `
			SELECT address FROM person WHERE id = $1
			UNION SELECT note FROM person WHERE id = $1`, id)
		if err != nil {
			return a, fmt.Errorf("read what the log says of someone: %w", err)
		}
		for _, text := range fields { // two
			a.fields = append(a.fields, fold(text))
		}
		former, err := formerNames(ctx, q, id)
		if err != nil {
			return a, err
		}
		for _, name := range former { // a few
			a.addName(name)
		}
	}
	return a, nil
}

func fold(text string) string { return strings.ToLower(strings.TrimSpace(text)) }

// oneReaches reports whether a text is an e-mail address or a phone number. Nothing else is looked for within what the log says
// of others: whoever wrote a common word as their own address could else have it erased everywhere.
func oneReaches(text string) bool {
	digits := 0
	for _, r := range text {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return strings.Contains(strings.Trim(text, "@ "), "@") || digits >= 7
}

// add keeps texts that are long enough to be of one person.
func (a *about) add(texts ...string) {
	for _, text := range texts {
		if text = fold(text); len(text) > 5 {
			a.texts = append(a.texts, text)
		}
		if number := phoneOf(text); number != "" {
			a.phones = append(a.phones, number)
		}
	}
}

// addNames has the names erased too. A name of one word could be of many: it is erased where the entry is about the person.
func (a *about) addNames(ctx context.Context, q store.Queryer, records []members.PersonID) error {
	if a.objects == nil {
		a.objects = map[string][]int64{}
	}
	for _, id := range records { // one or two
		p, err := members.People(ctx, q, []members.PersonID{id})
		if err != nil {
			return err
		}
		others, err := namesakes(ctx, q, id)
		if err != nil {
			return err
		}
		if others == 0 { // else it is not known whom an entry means
			a.addName(p[id].Name)
		}
		a.objects["person"] = append(a.objects["person"], int64(id))
		a.actors = append(a.actors, int64(id))
	}
	return nil
}

// addName has a name of more than one word erased, in whatever order it stands.
func (a *about) addName(name members.Name) {
	if name.Given != "" {
		a.add(name.String(), name.Given+" "+name.Family, name.Family+" "+name.Given, name.Family+", "+name.Given)
	}
}

// left is what is left of an entry.
func (a about) left(r audit.Record) (detail, name string, changed bool) {
	detail, name = r.Detail, r.By.Name
	if slices.Contains(a.actors, r.By.PersonID) && r.By.PersonID != 0 && name != Former {
		name, changed = Former, true
	}
	var values map[string]any
	if json.Unmarshal([]byte(r.Detail), &values) != nil {
		return detail, name, changed
	}
	whole := slices.Contains(a.objects[r.Object], r.ObjectID)
	if a.erase(values, "", whole) {
		if text, err := json.Marshal(values); err == nil {
			return string(text), name, true
		}
	}
	return detail, name, changed
}

// erase erases texts within a value of an entry, under a key: all of it, or those that name the person.
func (a about) erase(v any, key string, whole bool) (changed bool) {
	one := func(key string, of any, put func()) {
		text, ok := of.(string)
		switch {
		case !ok:
			changed = a.erase(of, key, whole) || changed
		case text != "" && text != erasedText && (whole || a.names(text) || a.says(key, text)):
			put()
			changed = true
		}
	}
	switch v := v.(type) {
	case map[string]any:
		for key, of := range v {
			one(key, of, func() { v[key] = erasedText })
		}
	case []any:
		for i, of := range v {
			one(key, of, func() { v[i] = erasedText })
		}
	}
	return changed
}

// says reports whether a text is the person's address or note, as such.
func (a about) says(key, text string) bool {
	return (key == "address" || key == "note") && slices.Contains(a.fields, fold(text))
}

// names reports whether a text of the person stands within a text: not as a part of another's, as in joann@example.nz.
func (a about) names(text string) bool {
	text = strings.ToLower(text)
	return a.calls(text) || slices.ContainsFunc(a.texts, func(t string) bool {
		for from := 0; ; {
			at := strings.Index(text[from:], t)
			if at < 0 {
				return false
			}
			at += from
			if ends(text[:at]) && begins(text[at+len(t):]) {
				return true
			}
			from = at + len(t)
		}
	})
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_", r)
}

// ends reports whether no word goes on after the text.
func ends(before string) bool {
	r, n := utf8.DecodeLastRuneInString(before)
	return n == 0 || !inWord(r) && !strings.ContainsRune(".+%", r)
}

// begins reports whether what follows is not the rest of a word.
func begins(after string) bool {
	r, n := utf8.DecodeRuneInString(after)
	if r == '.' { // of a sentence, or of a longer address
		r, n = utf8.DecodeRuneInString(after[1:])
	}
	return n == 0 || !inWord(r) && r != '@'
}
