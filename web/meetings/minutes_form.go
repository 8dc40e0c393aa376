package meetings

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/reports"
	"nzgs/web/kit"
)

// MinutesFormPage writes or changes minutes, section by section, beside how they
// will read.
type MinutesFormPage struct {
	kit.FormPage
	Note    string
	Parts   []MinutesPartForm
	Preview []reports.TextBlock
	See     string // where the preview is made
	Compare string // with the records; "" where they are
}

// MinutesPartForm is the fields of a section, and what the records say of it now
// where a person has written something else.
type MinutesPartForm struct {
	Group kit.FieldGroup
	Note  string
	Fresh []constitution.Piece
	Take  kit.Field
}

var minutesFormView = kit.NewView[MinutesFormPage](templates, "minutes_form.html")

// maxParts is how many sections a form of minutes has at most.
const maxParts = 200

// minutesText is the text that minutes are changed from: as it is saved, or
// beside a draft made from what was recorded.
type minutesText struct {
	meetings.View
	parts   []meetings.MergedPart
	drafted string // of the draft that was used; "" of none
	note    string
}

// minutesToWrite reads it. What comes in a form is never replaced by a draft.
func (s *Desk) minutesToWrite(c echo.Context) (m minutesText, err error) {
	if m.View, err = s.meetingRun(c); err != nil {
		return m, err
	}
	text := m.Minutes.Text
	if c.Request().Method != http.MethodGet || text != "" && c.QueryParam("from") != "record" {
		for _, p := range meetings.MinutesParts(text) {
			m.parts = append(m.parts, meetings.MergedPart{MinutesPart: p})
		}
		return m, nil
	}
	fresh, err := s.minutesDraft(c, m.View)
	if err != nil {
		return m, err
	}
	m.drafted = fingerprint(fresh)
	if text == "" {
		m.note = "This draft was made from what was recorded at the meeting. Read it, correct it and save it."
		text, m.Minutes.Drafted = fresh, fresh
	} else {
		m.note = "What is written is compared with what is recorded now. Nothing that you wrote was changed: where the " +
			"records say something else, both are below, and you choose."
	}
	m.parts = meetings.MergeMinutes(m.Minutes.Drafted, text, fresh)
	return m, nil
}

// fingerprint tells a draft from one that was made after the records changed.
func fingerprint(draft string) string {
	sum := sha256.Sum256([]byte(draft))
	return hex.EncodeToString(sum[:8])
}

func (s *Desk) minutesDraft(c echo.Context, v meetings.View) (string, error) {
	blocks, err := s.electionBlocks(c, v.Meeting)
	if err != nil {
		return "", err
	}
	d, err := s.meetings.DraftMinutes(c.Request().Context(), s.Actor(c), v.Meeting.ID, blocks)
	return d.Markdown(), err
}

func (s *Desk) writeMinutes() kit.Form[minutesText] {
	return kit.Form[minutesText]{
		Site: s.Site, Load: s.minutesToWrite, Fill: fillMinutes,
		Version: func(m minutesText) int64 { return m.Minutes.Version },
		Show: func(c echo.Context, page *kit.FormPage, m minutesText) error {
			of := m.Meeting
			page.Page = s.Page(
				c, "Write the minutes", meetingsCrumb, kit.Crumb{Label: of.Title(), URL: kit.MeetingURL(of.ID)},
				kit.Crumb{Label: "Minutes", URL: kit.MeetingURL(of.ID, "minutes")},
			)
			page.Action, page.Submit = kit.MeetingURL(of.ID, "minutes", "edit"), "Save the minutes"
			page.Back = kit.MeetingURL(of.ID, "minutes")
			page.HideTyped("drafted")
			showParts(page)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, m minutesText) (kit.Done, error) {
			drafted := ""
			if in.Text("drafted") != "" {
				fresh, err := s.minutesDraft(c, m.View)
				if err != nil {
					return kit.Done{}, err
				}
				if fingerprint(fresh) == in.Text("drafted") {
					drafted = fresh
				}
			}
			return kit.Done{
				To: kit.MeetingURL(m.Meeting.ID, "minutes"), Message: "The minutes are saved.",
			}, s.meetings.SaveMinutes(c.Request().Context(), s.Actor(c), m.Meeting.ID, in.Version(), typedMinutes(in), drafted)
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, m minutesText) error {
			return minutesFormView.Render(c, status, minutesFormPage(page, m))
		},
	}
}

// partName is the name of a field of a section.
func partName(what string, i int) string { return fmt.Sprintf("%s-%d", what, i) }

func fillMinutes(_ echo.Context, in *kit.Filling, m minutesText) {
	for i, p := range m.parts {
		in.Set(partName("title", i), p.Title)
		in.Set(partName("text", i), p.Text)
		if p.Merged != meetings.Unchanged {
			in.Set(partName("state", i), string(p.Merged))
		}
		if p.Merged == meetings.Differs {
			in.Set(partName("fresh", i), p.Fresh)
		}
	}
	if m.drafted != "" {
		in.Set("drafted", m.drafted)
	}
}

// showParts sets out the sections that stand in the form, and an empty one.
func showParts(page *kit.FormPage) {
	in := page.In()
	sent := 0
	for sent < maxParts && in.Sends(partName("text", sent)) {
		sent++
	}
	if sent > 0 && sent < maxParts && (sent == 1 || in.Lines(partName("text", sent-1)) != "") || sent == 0 {
		sent++ // an empty one, for what is added
	}
	for i := range sent {
		title := in.Text(partName("title", i))
		text := kit.Field{
			Name: partName("text", i), Label: "Text of “" + title + "”", Type: "textarea",
			Rows: rowsOf(in.Lines(partName("text", i))),
		}
		heading := kit.Field{Name: partName("title", i), Label: "Heading", MaxLength: 200}
		page.HideTyped(partName("fresh", i), partName("state", i))
		switch {
		case i == 0 && title == "":
			text.Label = "Beginning"
			text.Hint = "- begins a list, > a motion’s words, ### a heading below this one; **bold** is bold."
			page.Group("", text)
		case title == "" && in.Lines(text.Name) == "":
			heading.Label, text.Label = "Heading of another section", "Its text"
			page.Group("Another section", heading, text)
		default:
			page.Group(title, heading, text)
		}
	}
}

// rowsOf is how many rows a text takes, within what a page can show.
func rowsOf(text string) int {
	rows := 2
	for line := range strings.Lines(text) {
		rows += 1 + len(line)/60
	}
	return min(max(4, rows), 24)
}

// minutesFormPage puts what the records say beside the sections, and how the
// whole will read.
func minutesFormPage(page *kit.FormPage, m minutesText) MinutesFormPage {
	in := page.In()
	out := MinutesFormPage{
		FormPage: *page, Note: m.note, Preview: minutesBlocks(typedMinutes(in)),
		See: kit.MeetingURL(m.Meeting.ID, "minutes", "preview"),
	}
	if m.Minutes.Text != "" && in.Text("drafted") == "" {
		out.Compare = page.Action + "?from=record"
	}
	for i, g := range page.Groups {
		part := MinutesPartForm{Group: g, Note: map[meetings.Merged]string{
			meetings.Refreshed: "The records have changed, and no one had written here: this is how they are now.",
			meetings.Added:     "This is new in the records.",
			meetings.Vanished:  "The records no longer have this section. Empty it if it is to go.",
			meetings.Differs:   "The records say something else than is written here. Word by word, from what is written to what they say:",
		}[meetings.Merged(in.Text(partName("state", i)))]}
		if name := partName("fresh", i); in.Sends(name) {
			part.Fresh = constitution.CompareWords(in.Lines(partName("text", i)), in.Lines(name))
			part.Take = in.Field(&out.Page, kit.Field{
				Name: partName("take", i), Label: "Replace what is written by what the records say", Type: "checkbox",
			})
		}
		out.Parts = append(out.Parts, part)
	}
	return out
}

// typedMinutes is the text that stands in a form of minutes.
func typedMinutes(in *kit.Filling) string {
	var parts []meetings.MinutesPart
	for i := 0; i < maxParts && in.Sends(partName("text", i)); i++ {
		text := in.Lines(partName("text", i))
		if in.Ticked(partName("take", i)) {
			text = in.Lines(partName("fresh", i))
		}
		title := in.Text(partName("title", i))
		if text == "" && in.Text(partName("state", i)) == string(meetings.Vanished) {
			title = ""
		}
		parts = append(parts, meetings.MinutesPart{Title: title, Text: text})
	}
	return meetings.MinutesOf(parts)
}
