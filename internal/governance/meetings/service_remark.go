package meetings

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// maxRemarks is how many remarks are kept on the minutes of a meeting, and of
// one member.
const (
	maxRemarks       = 1000
	maxMemberRemarks = 50
	maxRemark        = 4000 // characters
)

// mayShowMinutes: those of a general meeting that has ended are shown to members
// in draft, until they are approved. The committee sees its own anyway.
func (r Record) mayShowMinutes() error {
	m := r.Meeting
	switch {
	case !m.Kind.General():
		return apperr.New(apperr.Conflict, "The minutes of a committee meeting are for the committee.")
	case r.Minutes.Version == 0:
		return apperr.New(apperr.Conflict, "No minutes are saved yet.")
	case m.State != Closed && (m.State != Inquorate || r.Minutes.Approved != 0):
		return apperr.New(apperr.Conflict, "The %s is “%s”: its minutes are not a draft.", m.Title(), m.State.Label())
	}
	return nil
}

// ShowMinutes lets members read the minutes in draft and remark on them, as the
// chair says; those whom the notice reached by e-mail are written to, with the
// address of the minutes on the site: "" where no one says how it is reached.
// version is that of the Minutes.
func (s *Service) ShowMinutes(ctx context.Context, actor auth.Actor, id ID, version int64, site string) error {
	return s.running(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if err := r.mayTurnMinutes(version, false); err != nil {
			return nil, err
		}
		now := s.cases.Now()
		if err := showMinutes(ctx, tx, id, now, actor.Name); err != nil {
			return nil, err
		}
		subject, body := r.showingMinutes(actor.Name, site)
		if err := s.tell(ctx, tx, id, draftLetter+":"+now.String(), subject, body); err != nil {
			return nil, err
		}
		return permit.Did("show.minutes", "minutes", int64(id), nil, map[string]any{"shown": true}), nil
	})
}

// HideMinutes lets members read the minutes no longer, until they are approved.
func (s *Service) HideMinutes(ctx context.Context, actor auth.Actor, id ID, version int64) error {
	return s.running(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if err := r.mayTurnMinutes(version, true); err != nil {
			return nil, err
		}
		if err := showMinutes(ctx, tx, id, civil.Instant{}, ""); err != nil {
			return nil, err
		}
		return permit.Did("hide.minutes", "minutes", int64(id), map[string]any{"shown": true}, nil), nil
	})
}

// mayTurnMinutes refuses to show minutes that are shown, and to hide others.
func (r Record) mayTurnMinutes(version int64, shown bool) error {
	if r.Minutes.Version != version {
		return usecase.Stale("these minutes", "minutes", int64(r.Meeting.ID))
	}
	if err := r.mayShowMinutes(); err != nil {
		return err
	}
	if r.Minutes.ShownAt.IsZero() == shown {
		return usecase.ErrSame
	}
	return nil
}

// draftLetter names the letter that minutes are shown in draft, in the outbox, with
// when they were: each showing is told. Before, it was without, and told once.
const draftLetter = "minutes-draft"

// showingMinutes is that letter.
func (r Record) showingMinutes(from, site string) (subject, body string) {
	title, where := r.Meeting.Title(), "Sign in and open “Minutes” on the meeting’s page. "
	if site != "" {
		where = fmt.Sprintf("Sign in to read them:\n\n%s/meetings/%d/minutes\n\n", site, r.Meeting.ID)
	}
	return "Draft minutes: " + title, fmt.Sprintf(
		"%s\n\nThe minutes of the %s can be read in draft. %sIf something is wrong or missing, say so there, at the part "+
			"that it is about: the secretary answers. The next %s approves the minutes.\n\n%s\n",
		r.facts.society, title, where, r.Meeting.Kind.Approving().Label(), from)
}

// DraftLetters is how far the letters about minutes in draft have gone.
type DraftLetters struct {
	Sent, Waiting, Failed int
	Without               int  // members on the roll without an e-mail address
	Newsletter            bool // gave the notice: no one is written to
}

// DraftLetters counts the letters that ShowMinutes wrote, for those who run the
// meeting.
func (s *Service) DraftLetters(ctx context.Context, actor auth.Actor, id ID) (out DraftLetters, err error) {
	m, err := ByID(ctx, s.db, id)
	if err != nil {
		return out, err
	}
	if !s.Runs(actor, m) {
		return out, refuseRunning(actor)
	}
	minutes, err := minutesOf(ctx, s.db, id)
	if err != nil {
		return out, err
	}
	rows, err := noticesOf(ctx, s.db, id)
	if err != nil || len(rows) == 0 {
		return out, err
	}
	if out.Newsletter = rows[0].Way == Newsletter; out.Newsletter {
		return out, nil
	}
	roll, err := rollOf(ctx, s.db, rows[0].id)
	if err != nil {
		return out, err
	}
	var now, before []string
	for _, e := range roll {
		if e.Reached == ByMail {
			now = append(now, toldKey(id, draftLetter+":"+minutes.ShownAt.String(), e.Person))
			before = append(before, toldKey(id, draftLetter, e.Person))
		} else {
			out.Without++
		}
	}
	letters, err := s.outbox.Standings(ctx, s.db, now)
	if err == nil && len(letters) == 0 { // of before each showing was told
		letters, err = s.outbox.Standings(ctx, s.db, before)
	}
	for _, l := range letters {
		switch l.State {
		case mail.Sent:
			out.Sent++
		case mail.Failed:
			out.Failed++
		default:
			out.Waiting++
		}
	}
	return out, err
}

// Remarks gives the remarks on the minutes of a meeting: all to those who run it,
// to a member their own.
func (s *Service) Remarks(ctx context.Context, actor auth.Actor, id ID) ([]Remark, error) {
	if err := s.requireMember(ctx, actor); err != nil {
		return nil, err
	}
	m, err := ByID(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	all, err := remarksOf(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	if !s.Runs(actor, m) {
		all = slices.DeleteFunc(all, func(r Remark) bool { return r.By.Person != actor.Person })
	}
	ids := make([]PersonID, len(all))
	for i, r := range all {
		ids[i] = r.By.Person
	}
	known, err := names(ctx, s.db, ids)
	for i := range all {
		all[i].By.Name = known[all[i].By.Person]
	}
	return all, err
}

// Remark keeps what a member says about a section of minutes in draft. Field:
// remark.
func (s *Service) Remark(ctx context.Context, actor auth.Actor, id ID, section, text string) error {
	if err := s.requireMember(ctx, actor); err != nil {
		return err
	}
	may := func(r Record) (usecase.Permit, error) {
		var refusal error
		if !r.Meeting.Kind.General() || !r.Minutes.Readable() {
			refusal = apperr.New(apperr.NotFound, "There are no minutes of this meeting yet.")
		}
		return s.cases.Allow(actor.By(), refusal)
	}
	return s.within(ctx, id, may, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if r.Minutes.Approved != 0 {
			return nil, apperr.New(apperr.Conflict, "These minutes are approved: write to the secretary.")
		}
		section, text := line(section), paragraph(text)
		var f apperr.Fields
		if text == "" {
			f.Add("remark", "Enter your remark.")
		}
		checkOptional(&f, "remark", text, maxRemark)
		if !slices.ContainsFunc(MinutesParts(r.Minutes.Text), func(p MinutesPart) bool { return p.Title == section }) {
			f.Add("section", "Choose the part of the minutes that the remark is about.")
		}
		all, err := remarksOf(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		mine := 0
		for _, other := range all {
			if other.By.Person == actor.Person {
				mine++
			}
		}
		if len(all) >= maxRemarks || mine >= maxMemberRemarks {
			f.Add("remark", "No more remarks can be kept here: write to the secretary.")
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		remark, err := insertRemark(ctx, tx, id, actor.Person, section, text, s.cases.Now())
		if err != nil {
			return nil, err
		}
		return permit.Did("add.minutes_remark", "minutes_remark", int64(remark), nil, map[string]any{
			"meeting": id, "section": section,
		}), nil
	})
}

// AnswerRemark says whether a remark was taken, and why not. Fields: answer,
// reply.
func (s *Service) AnswerRemark(
	ctx context.Context, actor auth.Actor, id RemarkID, version int64, answer Answer, reply string,
) error {
	meeting, err := meetingOfRemark(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.running(ctx, actor, meeting, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if r.Minutes.Approved != 0 {
			return nil, apperr.New(apperr.Conflict, "These minutes are approved: the answers to remarks stay as they are.")
		}
		all, err := remarksOf(ctx, tx, meeting)
		if err != nil {
			return nil, err
		}
		before := all[slices.IndexFunc(all, func(r Remark) bool { return r.ID == id })]
		if before.Version != version {
			return nil, usecase.Stale("this remark", "minutes_remark", int64(id))
		}
		after := before
		after.Answer, after.Reply, after.AnsweredAt, after.AnsweredBy = answer, paragraph(reply), s.cases.Now(), actor.Name
		var f apperr.Fields
		if answer != Taken && answer != NotTaken {
			f.Add("answer", "Choose whether it is taken.")
		}
		if answer == NotTaken && after.Reply == "" {
			f.Add("reply", "Enter why it is not taken.")
		}
		checkOptional(&f, "reply", after.Reply, maxRemark)
		if err := f.Err(); err != nil {
			return nil, err
		}
		if err := answerRemark(ctx, tx, after); err != nil {
			return nil, err
		}
		return permit.Did(
			"answer.minutes_remark", "minutes_remark", int64(id), map[string]any{"answer": before.Answer, "reply": before.Reply},
			map[string]any{"answer": answer, "reply": after.Reply},
		), nil
	})
}
