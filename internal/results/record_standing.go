package results

import (
	"context"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// RecordStanding is how a record stands, and so who sees it.
type RecordStanding string

// The standings.
const (
	RecordWaiting RecordStanding = "waiting" // sent by a table's card: to be accepted
	RecordShown   RecordStanding = "shown"   // to everybody
	RecordHidden  RecordStanding = "hidden"
	RecordRemoved RecordStanding = "removed" // its content is gone; its hash is kept
)

// Label is the standing in words, "" where there is nothing to say.
func (s RecordStanding) Label() string {
	switch s {
	case RecordWaiting:
		return "waiting to be accepted"
	case RecordHidden:
		return "hidden"
	case RecordRemoved:
		return "removed"
	}
	return ""
}

// RecordAct is what is done about a record.
type RecordAct string

// The acts.
const (
	AcceptRecord RecordAct = "accept"
	HideRecord   RecordAct = "hide"
	ShowRecord   RecordAct = "show"
	RemoveRecord RecordAct = "remove"
)

// RecordViewer is what somebody is to a record.
type RecordViewer struct {
	Side  Side // a player of the game, signed in; "" for others
	Runs  bool // directs or referees the event
	Tends bool // may hide and remove it: those, and administrators
}

// errRecordRemoved answers whoever asks for a record that was removed.
var errRecordRemoved = apperr.New(
	apperr.Gone, "This record was removed. The director or the referee can say why; the game and its result are kept.",
)

// seen refuses who may not see the record.
func (r Record) seen(v RecordViewer) error {
	switch {
	case r.Standing == RecordRemoved:
		return errRecordRemoved
	case r.Standing == RecordShown, v.Tends, v.Runs, r.Standing == RecordWaiting && v.Side != "":
		return nil
	}
	return apperr.New(apperr.NotFound, "Record not found.")
}

// May lists what somebody may do about the record as it stands.
func (r Record) May(v RecordViewer) []RecordAct {
	var acts []RecordAct
	if r.Standing == RecordWaiting && (v.Runs || v.Side == BlackSide && !r.BlackAccepts || v.Side == WhiteSide && !r.WhiteAccepts) {
		acts = append(acts, AcceptRecord)
	}
	if !v.Tends {
		return acts
	}
	switch r.Standing {
	case RecordWaiting, RecordShown:
		return append(acts, HideRecord, RemoveRecord)
	case RecordHidden:
		return append(acts, ShowRecord, RemoveRecord)
	}
	return acts
}

// after is the record once somebody has done something about it. A player accepts
// for their own side; both together, or the director alone, show it.
func (r Record) after(act RecordAct, v RecordViewer) (Record, error) {
	allowed := false
	for _, may := range r.May(v) {
		allowed = allowed || may == act
	}
	if !allowed {
		return r, r.refusal(act, v)
	}
	switch act {
	case AcceptRecord:
		r.BlackAccepts = r.BlackAccepts || v.Side == BlackSide
		r.WhiteAccepts = r.WhiteAccepts || v.Side == WhiteSide
		if v.Runs || r.BlackAccepts && r.WhiteAccepts {
			r.Standing = RecordShown
		}
	case HideRecord:
		r.Standing = RecordHidden
	case ShowRecord:
		r.Standing = RecordShown
	case RemoveRecord:
		r.Standing, r.Content = RecordRemoved, nil
	}
	return r, nil
}

// refusal says why somebody may not.
func (r Record) refusal(act RecordAct, v RecordViewer) error {
	switch {
	case r.Standing == RecordRemoved:
		return errRecordRemoved
	case act == AcceptRecord && !v.Runs && v.Side == "":
		return apperr.New(
			apperr.Forbidden, "Only the two players, signed in, and the event’s director or referee can accept a record.",
		)
	case act != AcceptRecord && !v.Tends:
		return apperr.New(
			apperr.Forbidden, "Only the event’s director or referee and the administrator can hide or remove a record.",
		)
	case act == AcceptRecord && r.Standing == RecordWaiting:
		return usecase.ErrSame // once more
	case act == AcceptRecord && r.Standing == RecordShown, act == HideRecord && r.Standing == RecordHidden,
		act == ShowRecord && r.Standing == RecordShown:
		return usecase.ErrSame
	}
	return apperr.New(apperr.Conflict, "This record is %s. Open it again to see what can be done.", r.Standing.Label())
}

// viewerOf is what the actor is to the records of a game.
func (s *Service) viewerOf(actor auth.Actor, p tournaments.Played) RecordViewer {
	event := auth.Object{Event: p.Event}
	v := RecordViewer{
		Runs:  auth.Can(actor, auth.EnterResult, event, s.cases.Today()),
		Tends: auth.Can(actor, auth.TendRecords, event, s.cases.Today()),
	}
	switch {
	case !actor.SignedIn():
	case actor.Person == p.BlackPerson:
		v.Side = BlackSide
	case actor.Person == p.WhitePerson:
		v.Side = WhiteSide
	}
	return v
}

// SeenRecord is a record with what its reader may do about it.
type SeenRecord struct {
	Record
	Played tournaments.Played
	Viewer RecordViewer
}

// Record gives one record of a game of a published round to whoever may see it;
// Gone for one that was removed.
func (s *Service) Record(ctx context.Context, actor auth.Actor, id RecordID) (SeenRecord, error) {
	r, err := recordByID(ctx, s.db, id)
	if err != nil {
		return SeenRecord{}, err
	}
	p, err := tournaments.GameByID(ctx, s.db, r.Game)
	if err != nil {
		return SeenRecord{}, err
	}
	if !p.Published {
		return SeenRecord{}, apperr.New(apperr.NotFound, "Record not found.")
	}
	out := SeenRecord{r, p, s.viewerOf(actor, p)}
	return out, r.seen(out.Viewer)
}

const maxStandingWhy = 500

// Tend accepts, hides, shows or removes a record. To hide or remove one a reason is
// given: field reason. Of a removed one the log keeps the hash, and nothing else
// does.
func (s *Service) Tend(ctx context.Context, actor auth.Actor, id RecordID, act RecordAct, why string) error {
	r, err := recordByID(ctx, s.db, id)
	if err != nil {
		return err
	}
	p, err := tournaments.GameByID(ctx, s.db, r.Game)
	if err != nil {
		return err
	}
	viewer := s.viewerOf(actor, p)
	if !actor.SignedIn() && !viewer.Runs {
		return apperr.New(apperr.SignIn, "Sign in to accept or remove a record.")
	}
	if _, err := r.after(act, viewer); err != nil && apperr.KindOf(err) != "" {
		return err
	}
	if why, err = readWhy(act, why); err != nil {
		return err
	}
	permit, err := s.cases.Allow(actor.By(), nil)
	if err != nil {
		return err
	}
	return s.inGame(ctx, r.Game, p.Event, func(tx *store.Tx, _ tournaments.Played) (*usecase.Entry, error) {
		before, err := recordByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		after, err := before.after(act, viewer)
		if err != nil {
			return nil, err
		}
		after.StandingWhy, after.StandingBy, after.StandingAt = why, permit.Name(), permit.Now()
		if err := putStanding(ctx, tx, after); err != nil {
			return nil, err
		}
		return permit.Did(string(act)+".record", "game", int64(r.Game), standingFacts(before), standingFacts(after)), nil
	})
}

func readWhy(act RecordAct, why string) (string, error) {
	if act != HideRecord && act != RemoveRecord {
		return "", nil
	}
	var f apperr.Fields
	why = strings.TrimSpace(why)
	if why == "" || utf8.RuneCountInString(why) > maxStandingWhy || !utf8.ValidString(why) {
		f.Add("reason", "Give the reason, in at most %d characters.", maxStandingWhy)
	}
	return why, f.Err()
}

// standingFacts are what the log keeps of a record's standing.
func standingFacts(r Record) map[string]any {
	facts := map[string]any{"record": r.ID, "sha256": r.Hash, "standing": r.Standing}
	if r.BlackAccepts || r.WhiteAccepts {
		facts["black_accepts"], facts["white_accepts"] = r.BlackAccepts, r.WhiteAccepts
	}
	if r.StandingWhy != "" {
		facts["reason"] = r.StandingWhy
	}
	return facts
}
