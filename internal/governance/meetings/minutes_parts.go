package meetings

import (
	"slices"
	"strings"
)

// MinutesPart is a section of a text of minutes: what is below a heading of the
// second level. The beginning has no title.
type MinutesPart struct{ Title, Text string }

// MinutesParts splits a text of minutes at its headings of the second level.
func MinutesParts(text string) []MinutesPart {
	parts := []MinutesPart{{}}
	for line := range strings.Lines(text) {
		if title, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "## "); ok && strings.TrimSpace(title) != "" {
			parts = append(parts, MinutesPart{Title: strings.TrimSpace(title)})
			continue
		}
		parts[len(parts)-1].Text += line
	}
	for i := range parts {
		parts[i].Text = strings.TrimRight(strings.TrimLeft(parts[i].Text, "\n"), " \n")
	}
	return parts
}

// MinutesOf puts the parts together; those without a word are left out.
func MinutesOf(parts []MinutesPart) string {
	var b strings.Builder
	for _, p := range parts {
		title, text := line(p.Title), strings.TrimRight(strings.TrimLeft(p.Text, "\n"), " \n")
		if title != "" {
			b.WriteString("## " + title + "\n\n")
		}
		if text != "" {
			b.WriteString(text + "\n\n")
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// MergedPart is a section of minutes that were written by hand, beside what the
// records say of it now.
type MergedPart struct {
	MinutesPart
	Fresh  string // what the records say, where it is for a person to choose; else ""
	Merged Merged
}

// Merged is what became of a section.
type Merged string

// What a fresh draft makes of a section: the records changed it alone, it is new
// in them, they have it no longer, or both they and a person changed it.
const (
	Unchanged Merged = ""
	Refreshed Merged = "refreshed"
	Added     Merged = "added"
	Vanished  Merged = "gone"
	Differs   Merged = "differs"
)

// MergeMinutes puts a fresh draft beside a text that was written from an earlier
// one. What a person wrote stays; where the records have changed, too, both are
// given.
func MergeMinutes(earlier, written, fresh string) []MergedPart {
	was, now, mine := MinutesParts(earlier), MinutesParts(fresh), MinutesParts(written)
	renamePresent(was, now)
	renamePresent(mine, now)
	var out []MergedPart
	for i, p := range mine {
		before, known := partOf(was, mine, i)
		after, has := partOf(now, mine, i)
		m := MergedPart{MinutesPart: p}
		switch {
		case !has && known:
			m.Merged = Vanished
		case !has || after == p.Text || known && after == before:
		case known && p.Text == before:
			m.Text, m.Merged = after, Refreshed
		default:
			m.Fresh, m.Merged = after, Differs
		}
		out = append(out, m)
	}
	for i, p := range now {
		_, has := partOf(mine, now, i)
		before, known := partOf(was, now, i)
		if has || known && before == p.Text { // it was there, and a person took it out
			continue
		}
		m := MergedPart{MinutesPart: p, Merged: Added}
		if known {
			m.Text, m.Fresh, m.Merged = "", p.Text, Differs
		}
		out = slices.Insert(out, behind(out, now[:i]), m)
	}
	return out
}

// renamePresent calls the part about who was there as the records do once the meeting
// was adjourned: by its first day.
func renamePresent(parts, now []MinutesPart) {
	const present = "Present"
	first := slices.IndexFunc(now, func(p MinutesPart) bool { return strings.HasPrefix(p.Title, present+" on ") })
	if first < 0 || slices.ContainsFunc(now, func(p MinutesPart) bool { return p.Title == present }) {
		return
	}
	for i := range parts {
		if parts[i].Title == present {
			parts[i].Title = now[first].Title
			return
		}
	}
}

// partOf finds the text of the part that one of a text is in another: by its title, the
// beginning by its place, and of several with one title the first by the first.
func partOf(parts, of []MinutesPart, i int) (string, bool) {
	title := of[i].Title
	if title == "" {
		return parts[0].Text, i == 0
	}
	nth := 0
	for _, p := range of[:i] {
		if p.Title == title {
			nth++
		}
	}
	for _, p := range parts {
		if p.Title != title {
			continue
		}
		if nth == 0 {
			return p.Text, true
		}
		nth--
	}
	return "", false
}

// behind is where a part goes that stands behind the others in the records.
func behind(out []MergedPart, before []MinutesPart) int {
	for _, p := range slices.Backward(before) {
		if i := slices.IndexFunc(out, func(m MergedPart) bool { return m.Title == p.Title }); i >= 0 {
			return i + 1
		}
	}
	return len(out)
}
