package committee

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
)

// Ids of what belongs to the committee's records.
type (
	ResolutionID int64
	MeetingID    int64 // of package meetings
)

// Outcome is what became of a resolution.
type Outcome string

// The outcomes.
const (
	Carried  Outcome = "carried"
	Lost     Outcome = "lost"
	NoQuorum Outcome = "no_quorum" // nothing was decided
)

// Outcomes are all of them, in the order of a form.
var Outcomes = []Outcome{Carried, Lost, NoQuorum}

// Label is the outcome as people read it.
func (o Outcome) Label() string {
	switch o {
	case Carried:
		return "Carried"
	case Lost:
		return "Not carried"
	case NoQuorum:
		return "No quorum"
	}
	return string(o)
}

// Number is the number of a resolution within the calendar year of its day.
type Number struct{ Year, No int }

// String is "2026/3", or "" for none.
func (n Number) String() string {
	if n.No == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", n.Year, n.No)
}

// Resolution is what the committee decided on at one of its meetings.
type Resolution struct {
	ID         ResolutionID
	Number     Number
	Day        civil.Date // of the meeting
	Meeting    MeetingID  // 0: its record is kept elsewhere
	Text       string     // "That …"
	Mover      Who        // zero: nobody is recorded
	Seconder   Who
	Present    []Who // of the committee, by name
	Votes      constitution.Votes
	Chair      constitution.ChairVote // the chair's vote on a tie, where a ruling gives one
	Outcome    Outcome
	Trace      constitution.Trace
	RecordedAt civil.Instant
	RecordedBy string
	Version    int64
}

// ResolutionRef names a resolution that something rests on; the zero one is
// none.
type ResolutionRef struct {
	ID     ResolutionID
	Number Number
	Day    civil.Date
}

// ref names the resolution.
func (r Resolution) ref() ResolutionRef { return ResolutionRef{r.ID, r.Number, r.Day} }

// ResolutionInput is what is recorded of a resolution. Its fields are day,
// text, mover, seconder, present, yes, no, abstain and chair.
type ResolutionInput struct {
	Day      civil.Date
	Meeting  MeetingID
	Text     string
	Mover    auth.PersonID
	Seconder auth.PersonID
	Present  []auth.PersonID
	Votes    constitution.Votes
	Chair    constitution.ChairVote
}

func (in ResolutionInput) tidied() ResolutionInput {
	in.Text = tidyText(in.Text)
	in.Present = slices.Compact(slices.Sorted(slices.Values(in.Present)))
	return in
}

// check returns what is wrong with the input, given who was on the committee
// on its day, in form order.
func (in ResolutionInput) check(seats Seating) apperr.Fields {
	var f apperr.Fields
	checkText(&f, "text", in.Text, maxText, "Enter the resolution as in the minutes.")
	if len(in.Present) == 0 {
		f.Add("present", "Choose who was present.")
	}
	for _, p := range in.Present {
		if !seats.Holds(p) {
			f.Add("present", "Choose only people who were on the committee on %s.", seats.Day.Long())
			break
		}
	}
	if in.Mover != 0 && !slices.Contains(in.Present, in.Mover) {
		f.Add("mover", "The mover must be one of those present.")
	}
	switch {
	case in.Seconder == 0:
	case !slices.Contains(in.Present, in.Seconder):
		f.Add("seconder", "The seconder must be one of those present.")
	case in.Seconder == in.Mover:
		f.Add("seconder", "The seconder must be someone other than the mover.")
	case in.Mover == 0:
		f.Add("mover", "Choose who moved what was seconded.")
	}
	return f
}

// Rules 6.2 and 6.3: what became of a resolution on which so many of the
// committee were present and voted so. Without a quorum nothing is decided.
// The error has every impossible number; its fields are yes, no, abstain and
// chair.
func decide(
	c constitution.Constitution, present int, v constitution.Votes, chair constitution.ChairVote,
) (Outcome, constitution.Trace, error) {
	decided, err := c.CommitteeDecides(v, chair)
	if err != nil {
		return "", constitution.Trace{}, err
	}
	if v.Recorded() > present {
		var f apperr.Fields
		f.Add("yes", "%s are more than the %d present. Correct the numbers.", counted(v.Recorded(), "vote"), present)
		return "", constitution.Trace{}, f.Err()
	}
	quorate, t := c.CommitteeQuorum(present)
	if !quorate {
		return NoQuorum, t, nil
	}
	outcome := Lost
	if decided.Carried {
		outcome = Carried
	}
	decided.Trace.Steps = append(t.Steps, decided.Trace.Steps...)
	return outcome, decided.Trace, nil
}

// ResolutionFilter chooses resolutions of the register.
type ResolutionFilter struct {
	Words   string  // all in the text, the number or the names; folded as the register of members folds them
	Year    int     // 0: all
	Outcome Outcome // "": all
	Meeting MeetingID
}

// maxWords is how many words of a search are looked at.
const maxWords = 10

func (f ResolutionFilter) apply(all []Resolution) []Resolution {
	words := strings.Fields(f.Words)
	words = words[:min(len(words), maxWords)]
	var out []Resolution
	for _, r := range all {
		if f.Outcome != "" && r.Outcome != f.Outcome || f.Year != 0 && r.Number.Year != f.Year ||
			f.Meeting != 0 && r.Meeting != f.Meeting {
			continue
		}
		if r.hasAll(words) {
			out = append(out, r)
		}
	}
	return out
}

var aNumber = regexp.MustCompile(`^\d+/\d+$`)

// hasAll reports whether the resolution has all the words: one like 2026/3 is
// its number, the others are parts of its text and names.
func (r Resolution) hasAll(words []string) bool {
	text := members.Fold(strings.Join([]string{r.Number.String(), r.Text, r.Mover.Name, r.Seconder.Name}, "\n"))
	return !slices.ContainsFunc(words, func(w string) bool {
		if aNumber.MatchString(w) {
			return w != r.Number.String()
		}
		return !strings.Contains(text, members.Fold(w))
	})
}
