package postal

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Limits of a draft, in characters where nothing else is said.
const (
	maxTitle   = 200
	maxAddress = 500
	maxWording = meetings.MaxFramed // bytes too
	maxMotions = 40                 // motions
	maxRemark  = 2000
	maxDays    = 366 // from the EGM to the closing, whatever the rule says
)

// Draft begins a vote. Rule 5.8: it is on the motions that an EGM framed; where
// they are typed by hand, the draft names the meeting and says why. The fields of
// a refusal are title, egm, held, typed, closing, address, way, proposer, meeting,
// motions, motion_N and kind_N (N from 1).
func (s *Service) Draft(ctx context.Context, actor auth.Actor, in Draft) (VoteID, error) {
	permit, err := s.cases.May(actor, auth.ManagePostalVotes, auth.Object{})
	if err != nil {
		return 0, err
	}
	in = in.tidied()
	if err := in.check().Err(); err != nil {
		return 0, err
	}
	var id VoteID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := checkReferences(ctx, tx, 0, in); err != nil {
			return nil, err
		}
		var err error
		if id, err = insertVote(ctx, tx, in, s.cases.Now()); err != nil {
			return nil, err
		}
		if err := replaceMotions(ctx, tx, id, in.Motions); err != nil {
			return nil, err
		}
		return did(permit, "draft", id, draftFacts(in)), s.setDuties(ctx, tx, id)
	})
	return id, err
}

// Edit changes the draft; version is the one that was shown. Fields as Draft.
func (s *Service) Edit(ctx context.Context, actor auth.Actor, id VoteID, version int64, in Draft) error {
	in = in.tidied()
	return s.take(ctx, request{
		actor: actor, id: id, action: ActEdit, version: version,
	}, func(tx *store.Tx, f *facts) (any, error) {
		if err := in.check().Err(); err != nil {
			return nil, err
		}
		if err := checkReferences(ctx, tx, id, in); err != nil {
			return nil, err
		}
		if err := updateDraft(ctx, tx, id, in); err != nil {
			return nil, err
		}
		return draftFacts(in), replaceMotions(ctx, tx, id, in.Motions)
	})
}

// draftFacts are what the audit log keeps of a draft.
func draftFacts(d Draft) any {
	return map[string]any{"title": d.Title, "egm": d.EGM, "closing": d.Closing, "address": d.Address, "way": d.Way,
		"proposer": d.Proposer, "meeting": d.Meeting, "held": d.Held, "typed": d.Typed, "motions": d.Motions}
}

// Calendar is every date of rules 5.8 to 5.11 for a draft, with warnings.
func (s *Service) Calendar(ctx context.Context, actor auth.Actor, in Draft) (constitution.Calendar, error) {
	if err := s.cases.Require(actor, auth.ManagePostalVotes, auth.Object{}); err != nil {
		return constitution.Calendar{}, err
	}
	var f apperr.Fields
	in.checkDays(&f)
	if err := f.Err(); err != nil {
		return constitution.Calendar{}, err
	}
	c, err := s.gov.Governing(ctx, s.db, in.EGM)
	if err != nil {
		return constitution.Calendar{}, err
	}
	return postalDates(c, Vote{Draft: in})
}

// postalDates are the dates after the EGM: of the meeting itself the meetings
// keep account.
func postalDates(c constitution.Constitution, v Vote) (constitution.Calendar, error) {
	k, err := c.EGMCalendar(constitution.EGM{
		Date: v.EGM, Closing: v.Closing, Despatched: v.Despatched, Declared: v.Declared,
	})
	if err != nil {
		return k, fmt.Errorf("the dates of a postal vote: %w", err)
	}
	var kept []constitution.Deadline
	for _, d := range k.Deadlines {
		if d.What != constitution.DutyNotice {
			kept = append(kept, d)
		}
	}
	k.Deadlines = kept
	return k, nil
}

func (d Draft) tidied() Draft {
	d.Held, d.Typed = oneLine(d.Held), oneLine(d.Typed)
	if d.Meeting != 0 {
		d.Held, d.Typed = "", ""
	}
	d.Title, d.Address = oneLine(d.Title), strings.TrimSpace(strings.ReplaceAll(d.Address, "\r\n", "\n"))
	motions := make([]Motion, len(d.Motions))
	for i, m := range d.Motions {
		motions[i] = Motion{Number: i + 1, Text: strings.TrimSpace(strings.ReplaceAll(m.Text, "\r\n", "\n")), Kind: m.Kind}
	}
	d.Motions = motions
	return d
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func (d Draft) check() apperr.Fields {
	var f apperr.Fields
	checkText(&f, "title", d.Title, maxTitle, "Enter a title, for example “Motions of the EGM of 14 March 2026”.")
	d.checkDays(&f)
	if d.Meeting == 0 {
		checkText(&f, "held", d.Held, maxTitle, "Name the meeting that framed the motions, and where it was held.")
		checkText(
			&f, "typed", d.Typed, maxTitle,
			"Say why the motions are typed here and not taken from the meeting’s record (rule 5.8).",
		)
	}
	checkText(&f, "address", d.Address, maxAddress, "")
	if d.Way != Offline && d.Way != Web {
		f.Add("way", "Choose how the tellers enter the papers.")
	}
	if len(d.Motions) > maxMotions {
		f.Add("motions", "There are more than %d motions.", maxMotions)
		return f
	}
	for i, m := range d.Motions {
		checkText(
			&f, fmt.Sprintf("motion_%d", i+1), m.Text, maxWording, "Enter the motion's wording, or take the motion out.",
		)
		if m.Kind != constitution.Ordinary && m.Kind != constitution.Constitutional {
			f.Add(
				fmt.Sprintf("kind_%d", i+1),
				"Choose ordinary, or constitutional for a motion that affects the constitution (rule 5.12).",
			)
		}
	}
	return f
}

// checkDays asks for days that can be; rule 5.9 is asked when the roll is frozen,
// and warns before.
func (d Draft) checkDays(f *apperr.Fields) {
	constitution.CheckDay(f, "egm", d.EGM)
	if d.Closing.IsZero() {
		return
	}
	constitution.CheckDay(f, "closing", d.Closing)
	switch days := d.EGM.DaysUntil(d.Closing); {
	case f.Has("egm") || f.Has("closing"):
	case days < 1:
		f.Add("closing", "The vote closes after the EGM: %s is not after %s.", d.Closing, d.EGM)
	case days > maxDays:
		f.Add("closing", "%s is more than a year after the EGM of %s. Check both days.", d.Closing, d.EGM)
	}
}

// checkText refuses a text that is too long, holds control characters or, where
// a message is given, is missing.
func checkText(f *apperr.Fields, name, text string, limit int, missing string) {
	switch {
	case text == "" && missing != "":
		f.Add(name, "%s", missing)
	case !utf8.ValidString(text) || strings.ContainsFunc(text, notText):
		f.Add(name, "This has characters that cannot be shown. Type it again.")
	case utf8.RuneCountInString(text) > limit || len(text) > maxWording:
		f.Add(name, "This is longer than %d characters. Shorten it.", limit)
	}
}

// notText are control characters, and those that turn the direction of writing
// over or end a line in their own way.
func notText(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' ||
		r == '\u2029'
}

// checkReferences looks whether the proposer is there, and the meeting with the
// motions; id is the vote's, 0 of a new one.
func checkReferences(ctx context.Context, tx *store.Tx, id VoteID, d Draft) error {
	var f apperr.Fields
	if d.Proposer != 0 {
		found, err := members.People(ctx, tx, []members.PersonID{d.Proposer})
		if err != nil {
			return err
		}
		if len(found) == 0 {
			f.Add("proposer", "This person is not in the register.")
		}
		if err := members.CheckCurrent(ctx, tx, &f, "proposer", d.Proposer); err != nil {
			return err
		}
	}
	if d.Meeting != 0 {
		if err := checkMeeting(ctx, tx, &f, id, d); err != nil {
			return err
		}
	}
	return f.Err()
}
