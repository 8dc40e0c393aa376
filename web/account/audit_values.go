package account

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/logbook"
	"nzgs/internal/money"
)

// AuditChange is one value before and after.
type AuditChange struct{ Name, Before, After string }

// Values of the log are kept under short names. These say what stands under some of them.
var (
	// inCents are whole cents.
	inCents = map[string]bool{
		"amount": true, "cents": true, "fee_cents": true, "fee": true, "paid": true, "price": true, "money": true,
		"each":  true,
		"total": true, "charged": true, "refund": true, "budget": true,
	}
	// idsOf are numbers of things, by the kind of thing.
	idsOf = map[string]string{
		"person": "person", "people": "person", "payer": "person", "payee": "person", "proposer": "person", "mover": "person",
		"seconder": "person", "chair": "person", "kept": "person", "gone": "person", "signer": "person", "holder": "person",
		"partner": "person", "black": "person", "white": "person",
		"club": "club", "event": "event", "section": "section", "meeting": "meeting",
		"account": "account", "entry": "entry", "game": "game", "team": "team", "motion": "motion",
	}
	// contactData is for who may see the register.
	contactData = map[string]bool{
		"email": true, "phone": true, "address": true, "postal": true, "letters": true, "contact": true, "paid_by": true,
	}
	// neverShown are for programs: a hash says nothing to a reader, and no code is to be read here.
	neverShown = regexp.MustCompile(`(^|_)(hash|mark|token|secret|salt|password|code|seed)($|_)`)
)

// mostRunes is how long a value is shown.
const mostRunes = 300

// auditChanges lays the values before and after beside each other, as people write them. What did not change is not
// listed.
func (s *Desk) auditChanges(actor auth.Actor, r audit.Record, names logbook.Names) []AuditChange {
	var d struct{ Before, After json.RawMessage }
	if err := json.Unmarshal([]byte(r.Detail), &d); err != nil {
		return nil
	}
	v := valuesOf{names: names, contact: auth.Can(actor, auth.ViewRegister, auth.Object{}, s.Today()) ||
		r.Object == "account" && auth.Can(actor, auth.ManageAccounts, auth.Object{}, s.Today())}
	before, after := v.fields(d.Before), v.fields(d.After)
	keys := slices.Sorted(maps.Keys(before))
	for _, key := range slices.Sorted(maps.Keys(after)) {
		if _, both := before[key]; !both {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	var out []AuditChange
	for _, key := range keys {
		if before[key] != after[key] {
			out = append(out, AuditChange{Name: kindText(key), Before: before[key], After: after[key]})
		}
	}
	return out
}

// valuesOf writes values for a reader.
type valuesOf struct {
	names   logbook.Names
	contact bool // the reader may see how to reach people
}

// fields are the values of a JSON object by name; anything else is one value called "value".
func (v valuesOf) fields(raw json.RawMessage) map[string]string {
	value, ok := decoded(raw)
	if !ok {
		return nil
	}
	object, ok := value.(map[string]any)
	if !ok {
		return map[string]string{"value": clipped(v.text("", value, 0))}
	}
	out := map[string]string{}
	for key, one := range object {
		if text := v.text(key, one, 0); text != "" && !neverShown.MatchString(key) {
			out[key] = clipped(text)
		}
	}
	return out
}

func decoded(raw json.RawMessage) (value any, ok bool) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if len(raw) == 0 || d.Decode(&value) != nil || value == nil {
		return nil, false
	}
	return value, true
}

func clipped(text string) string {
	if r := []rune(text); len(r) > mostRunes {
		return string(r[:mostRunes]) + " …"
	}
	return text
}

// text is a value as people write it; depth is how far it is inside of others.
func (v valuesOf) text(key string, value any, depth int) string {
	if contactData[key] && !v.contact {
		return "not shown to you"
	}
	switch x := value.(type) {
	case bool:
		if x {
			return "yes"
		}
		return "no"
	case string:
		return plainText(x)
	case json.Number:
		return v.number(key, x)
	case []any:
		return v.list(key, x, depth)
	case map[string]any:
		return v.object(x, depth)
	}
	return ""
}

func (v valuesOf) list(key string, list []any, depth int) string {
	var parts []string
	for _, one := range list {
		if text := v.text(key, one, depth+1); text != "" && depth < 3 {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "; ")
}

func (v valuesOf) object(object map[string]any, depth int) string {
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if text := v.text(key, object[key], depth+1); text != "" && depth < 3 && !neverShown.MatchString(key) {
			parts = append(parts, strings.ToLower(kindText(key))+" "+text)
		}
	}
	return strings.Join(parts, ", ")
}

func (v valuesOf) number(key string, n json.Number) string {
	id, err := n.Int64()
	if err == nil && inCents[key] {
		return money.Cents(id).String()
	}
	if kind := idsOf[key]; err == nil && kind != "" && id > 0 {
		if name := v.names.Of(logbook.Thing{Kind: kind, ID: id}); name != "" {
			return name
		}
	}
	if digits, negative := strings.CutPrefix(n.String(), "-"); negative {
		return "−" + digits
	}
	return n.String()
}

// plainText is a text for readers: days, instants and offices in words, numbers below zero with a true minus.
func plainText(text string) string {
	if digits, negative := strings.CutPrefix(text, "-"); negative && json.Valid([]byte(digits)) {
		return "−" + digits
	}
	if day, err := civil.ParseDate(text); err == nil {
		return day.Long()
	}
	if at, err := civil.ParseInstant(text); err == nil {
		return at.Long()
	}
	if slices.Contains(auth.Roles, auth.Role(text)) {
		return auth.Role(text).Title()
	}
	return text
}

// thingsIn are the things whose numbers the values of an entry hold.
func thingsIn(detail string) []logbook.Thing {
	value, ok := decoded(json.RawMessage(detail))
	if !ok {
		return nil
	}
	var out []logbook.Thing
	var walk func(key string, value any)
	walk = func(key string, value any) {
		switch x := value.(type) {
		case json.Number:
			if id, err := strconv.ParseInt(x.String(), 10, 64); err == nil && id > 0 && idsOf[key] != "" && len(out) < 200 {
				out = append(out, logbook.Thing{Kind: idsOf[key], ID: id})
			}
		case []any:
			for _, one := range x {
				walk(key, one)
			}
		case map[string]any:
			for name, one := range x {
				walk(name, one)
			}
		}
	}
	walk("", value)
	return out
}
