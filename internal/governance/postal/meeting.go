package postal

import (
	"context"
	"errors"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// A vote on the motions of an EGM that is kept here is on exactly those that
// the meeting worded, in the order of their numbers (rules 5.6 and 5.8).

// OfMeeting is the vote on an EGM's motions: the one that there is, or, with
// the id 0, what a new one begins with. A draft has the motions as they were
// framed. A meeting that has not framed its motions is refused under the field
// meeting.
func (s *Service) OfMeeting(ctx context.Context, actor auth.Actor, id MeetingID) (Vote, error) {
	if err := s.cases.Require(actor, auth.ManagePostalVotes, auth.Object{}); err != nil {
		return Vote{}, err
	}
	there, err := voteOnMeeting(ctx, s.db, id)
	if err != nil {
		return Vote{}, err
	}
	if there != 0 {
		v, err := voteByID(ctx, s.db, there)
		if err != nil || v.State != StateDraft {
			return v, err
		}
		from, err := handedOn(ctx, s.db, id)
		v.Motions = motionsFrom(from)
		return v, err
	}
	from, err := handedOn(ctx, s.db, id)
	if err != nil {
		return Vote{}, err
	}
	m := from.Meeting
	out := Vote{State: StateDraft, Draft: Draft{
		Title: "Motions of the " + m.Title(), Meeting: id, EGM: m.Date, Closing: m.Closing, Way: Web,
		Proposer: from.Proposer, Motions: motionsFrom(from),
	}}
	c, err := s.gov.Governing(ctx, s.db, m.Date)
	if err != nil {
		return out, err
	}
	if latest, err := latestClosing(c, m.Date); err == nil && (m.Closing.IsZero() || m.Closing.After(latest)) {
		out.Closing = latest
	}
	people, err := members.People(ctx, s.db, []members.PersonID{from.Proposer})
	if p, known := people[from.Proposer]; known {
		out.ProposerName = p.Name.String()
	}
	return out, err
}

// handedOn reads what a meeting hands on to its vote, and refuses one that has
// no motions to hand on.
func handedOn(ctx context.Context, q store.Queryer, id MeetingID) (meetings.ForVote, error) {
	from, err := meetings.VoteOf(ctx, q, meetings.ID(id))
	var f apperr.Fields
	switch m := from.Meeting; {
	case apperr.KindOf(err) == apperr.NotFound, err == nil && m.Kind != meetings.EGM:
		f.Add("meeting", "Extraordinary general meeting not found.")
	case err != nil:
		return from, err
	case m.State == meetings.Cancelled || m.State == meetings.Inquorate:
		f.Add("meeting", "This meeting framed no motions: it was cancelled, or had no quorum.")
	case m.State != meetings.Closed && m.State != meetings.Approved:
		f.Add("meeting", "The meeting frames its motions first (rule 5.5): close it, then draft the vote on them.")
	case len(from.Motions) == 0:
		f.Add("meeting", "The meeting framed no motion: there is nothing to vote on.")
	}
	return from, f.Err()
}

// motionsFrom are the motions of a meeting as they are voted on.
func motionsFrom(from meetings.ForVote) []Motion {
	out := make([]Motion, len(from.Motions))
	for i, m := range from.Motions {
		out[i] = Motion{Number: i + 1, Text: m.Text, Kind: m.Kind}
	}
	return Draft{Motions: out}.tidied().Motions
}

// checkMeeting refuses a vote on a meeting's motions that is not on those that
// the meeting framed, or is its second; id is the vote's, 0 of a new one.
func checkMeeting(ctx context.Context, tx *store.Tx, f *apperr.Fields, id VoteID, d Draft) error {
	if err := meetings.Hold(ctx, tx, meetings.ID(d.Meeting)); err != nil && apperr.KindOf(err) != apperr.NotFound {
		return err // that there is no such meeting, handedOn says beside its field
	}
	there, err := voteOnMeeting(ctx, tx, d.Meeting)
	if err != nil {
		return err
	}
	if there != 0 && there != id {
		f.Add("meeting", "There is a postal vote on this meeting’s motions already.")
		return nil
	}
	from, err := handedOn(ctx, tx, d.Meeting)
	var refusal *apperr.Error
	switch {
	case errors.As(err, &refusal) && refusal.Kind == apperr.Invalid:
		*f = append(*f, refusal.Fields...)
	case err != nil:
		return err
	case from.Meeting.Date != d.EGM:
		f.Add("egm", "The meeting was on %s.", from.Meeting.Date.Long())
	case !slices.Equal(motionsFrom(from), d.Motions):
		f.Add(
			"motions",
			"The vote is on the motions as the meeting framed them (rule 5.8): put in all of them, in their order and "+
				"wording, and nothing else.",
		)
	}
	return nil
}
