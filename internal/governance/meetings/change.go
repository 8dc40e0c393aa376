package meetings

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
)

// Amend gives the constitution with some of its figures changed. The error
// names each figure that is unknown or cannot be so.
func Amend(base constitution.Constitution, changes []FigureChange) (constitution.Constitution, error) {
	encoded, err := json.Marshal(base)
	if err != nil {
		return base, fmt.Errorf("write a constitution: %w", err)
	}
	var version struct {
		From      json.RawMessage            `json:"from"`
		AdoptedBy json.RawMessage            `json:"adopted_by"`
		Figures   map[string]json.RawMessage `json:"figures"`
	}
	if err := json.Unmarshal(encoded, &version); err != nil {
		return base, fmt.Errorf("read a constitution: %w", err)
	}
	var f apperr.Fields
	for i, c := range changes {
		was, known := version.Figures[c.Name]
		switch {
		case !known:
			f.Add("change", "There is no figure called %q.", c.Name)
			continue
		case slices.ContainsFunc(changes[:i], func(d FigureChange) bool { return d.Name == c.Name }):
			f.Add(c.Name, "This figure is changed twice.")
			continue
		}
		value, ok := likeFigure(was, c.Value)
		if !ok {
			f.Add(c.Name, "Write this as it is now: %s.", strings.Trim(string(was), `"`))
			continue
		}
		version.Figures[c.Name] = value
		if encoded, err = json.Marshal(version); err != nil {
			return base, fmt.Errorf("write a constitution: %w", err)
		}
		if _, err := constitution.Decode(encoded); unreadable(err) {
			f.Add(c.Name, "%s", innermost(err))
			version.Figures[c.Name] = was
		}
	}
	if err := f.Err(); err != nil {
		return base, err
	}
	if encoded, err = json.Marshal(version); err != nil {
		return base, fmt.Errorf("write a constitution: %w", err)
	}
	return constitution.Decode(encoded)
}

// unreadable reports whether a version could not be read at all. One that was
// read and cannot be so is refused by its figures' names.
func unreadable(err error) bool {
	_, refusal := errors.AsType[*apperr.Error](err)
	return err != nil && !refusal
}

// innermost is what an error says of the value itself, as a sentence.
func innermost(err error) string {
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return strings.TrimSuffix(err.Error(), ".") + "."
}

// likeFigure writes a value as the stored form of a figure: a number, a text or
// a list, as it was.
func likeFigure(was json.RawMessage, value string) (json.RawMessage, bool) {
	value = strings.TrimSpace(value)
	if value == "" || len(value) > maxFigure {
		return nil, false
	}
	var as any = value
	switch was[0] {
	case '"':
	case '[':
		var list []string
		for _, one := range strings.Split(value, ",") {
			list = append(list, strings.TrimSpace(one))
		}
		as = list
	default:
		var n int
		if _, err := fmt.Sscanf(value, "%d", &n); err != nil || fmt.Sprint(n) != value {
			return nil, false
		}
		as = n
	}
	out, err := json.Marshal(as)
	return out, err == nil
}

// maxFigure is longer than any figure is written.
const maxFigure = 500

// merged are the changes of several motions in their order; of two that set
// one figure the later stands.
func merged(lists ...[]FigureChange) []FigureChange {
	var out []FigureChange
	for _, list := range lists {
		for _, c := range list {
			out = slices.DeleteFunc(out, func(d FigureChange) bool { return d.Name == c.Name })
			out = append(out, c)
		}
	}
	return out
}

// carriedChanges are the figures that the motions carried under rule 7.2 set.
func (r Record) carriedChanges() []FigureChange {
	var lists [][]FigureChange
	for _, m := range r.Motions {
		if m.Kind == constitution.Constitutional && m.State == Carried {
			lists = append(lists, m.Change)
		}
	}
	return merged(lists...)
}

// version is what the motions carried under rule 7.2 make of the constitution
// from the end of the meeting; ok is false when none was.
func (r Record) version() (c constitution.Constitution, motion string, ok bool, err error) {
	var titles, ids []string
	for _, m := range r.Motions {
		if m.Kind == constitution.Constitutional && m.State == Carried {
			titles = append(titles, fmt.Sprintf("motion %d, %s", m.Number, m.Title))
			ids = append(ids, fmt.Sprintf("motion:%d", m.ID))
		}
	}
	if ids == nil {
		return c, "", false, nil
	}
	if c, err = Amend(r.Constitution, r.carriedChanges()); err != nil {
		return c, "", false, err
	}
	c.From, _ = r.Constitution.AmendmentEffect(r.Meeting.Date)
	c.AdoptedBy = shortened(r.Meeting.Title()+": "+strings.Join(titles, "; "), maxAdoptedBy)
	return c, strings.Join(ids, " "), true, nil
}

// maxAdoptedBy is how much of a resolution a version names.
const maxAdoptedBy = 500

// shortened is a text of at most so many characters.
func shortened(s string, most int) string {
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return string(runes[:most-1]) + "…"
}
