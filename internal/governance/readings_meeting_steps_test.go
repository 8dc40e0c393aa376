package governance_test

import (
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
)

// meetingDay is the day of the general meetings that plays hold, with notice on
// noticeDay; proposals are in since proposalDay.
const (
	proposalDay = "2026-01-05"
	noticeDay   = "2026-02-20"
	meetingDay  = "2026-03-14"
)

// plan arranges a meeting of the kind on meetingDay.
func (s *society) plan(kind meetings.Kind) meetings.ID {
	s.t.Helper()
	id, err := s.meetings.Create(ctx, s.secretary, meetings.PlanInput{
		Kind: kind, Date: day(meetingDay), Time: "14:00", Place: "Club rooms, Wellington",
	})
	s.must(err)
	return id
}

func (s *society) meeting(id meetings.ID) meetings.View {
	s.t.Helper()
	v, err := s.meetings.View(ctx, s.secretary, id)
	s.must(err)
	return v
}

func (s *society) motion(meeting meetings.ID, id meetings.MotionID) meetings.Motion {
	s.t.Helper()
	for _, m := range s.meeting(meeting).Motions {
		if m.ID == id {
			return m
		}
	}
	s.t.Fatalf("meeting %d has no motion %d", meeting, id)
	return meetings.Motion{}
}

// propose brings a motion, signed by the sixth and the seventh member unless it
// says by whom.
func (s *society) propose(id meetings.ID, in meetings.MotionInput) meetings.MotionID {
	s.t.Helper()
	if in.Title == "" {
		in.Title = "A matter"
	}
	if in.Text == "" {
		in.Text = "That the matter be settled."
	}
	if in.Mover == 0 {
		in.Mover = s.people[5]
	}
	if in.Seconder == 0 {
		in.Seconder = s.people[6]
	}
	motion, err := s.meetings.Propose(ctx, s.secretary, id, in)
	s.must(err)
	return motion
}

// notify gives notice of a meeting: its letters are printed and posted today.
func (s *society) notify(id meetings.ID) {
	s.t.Helper()
	s.must(s.meetings.SendNotice(
		ctx, s.secretary, id, s.meeting(id).Meeting.Version, meetings.NoticeInput{LateReason: "It is late."},
	))
	s.must(s.meetings.RecordPosted(ctx, s.secretary, id, meetings.PostedInput{
		Notice: s.meeting(id).Notices[0].Number, Day: s.now.Date(), Which: meetings.PostedUnsent,
	}))
}

// arrive records people as present.
func (s *society) arrive(id meetings.ID, people ...auth.PersonID) {
	s.t.Helper()
	for _, p := range people {
		s.must(s.meetings.Arrive(ctx, s.secretary, id, meetings.PresenceInput{Person: p}))
	}
}

// open opens a meeting with two tellers.
func (s *society) open(id meetings.ID) {
	s.t.Helper()
	s.must(s.meetings.Open(ctx, s.secretary, id, s.meeting(id).Meeting.Version))
	s.must(s.meetings.SetTellers(ctx, s.secretary, id, s.meeting(id).Meeting.Version, s.people[8:10]))
}

// hold plans a meeting of the kind, prepares it on proposalDay, sends its notice
// and opens it with the first twelve members.
func (s *society) hold(kind meetings.Kind, prepare func(id meetings.ID)) meetings.ID {
	s.t.Helper()
	s.on(proposalDay)
	id := s.plan(kind)
	prepare(id)
	s.on(noticeDay)
	s.notify(id)
	s.on(meetingDay)
	s.arrive(id, s.people[:12]...)
	s.open(id)
	return id
}

// count records the votes on a motion, a show of hands.
func (s *society) count(m meetings.MotionID, yes, no, abstain int) error {
	return s.meetings.RecordCount(ctx, s.secretary, meetings.CountInput{
		Motion: m, Method: constitution.Hands, Votes: constitution.Votes{Yes: yes, No: no, Abstain: abstain},
	})
}

// declare declares what the votes on a motion came to.
func (s *society) declare(meeting meetings.ID, m meetings.MotionID) constitution.Outcome {
	s.t.Helper()
	out, err := s.meetings.Declare(ctx, s.secretary, m, s.motion(meeting, m).Version)
	s.must(err)
	return out
}

// end closes a meeting.
func (s *society) end(id meetings.ID) {
	s.t.Helper()
	s.must(s.meetings.Close(ctx, s.president, id, s.meeting(id).Meeting.Version))
}
