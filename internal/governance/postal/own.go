package postal

import (
	"context"
	"errors"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// Own is what is recorded of one person's papers in a vote. Only that person
// reads it: no address and no office gives anybody else's.
type Own struct {
	Vote       VoteID
	Title      string
	State      State
	OnRoll     bool
	RollDay    civil.Date
	RollCount  int
	Despatched civil.Date
	How        string       // the papers went out
	Closing    civil.Date   // last day for papers
	Open       bool         // a paper can still come in time
	Further    []civil.Date // on which another paper was made for the person
	Papers     []Receipt    // of the register, in the order of receipt
	Second     []constitution.Entry
	Destroyed  civil.Date
	Withheld   string // why nothing is shown: the vote was changed in the database; ""
}

// Own is the actor's own line of a vote whose papers are out. Reading it leaves
// no trace that others see.
func (s *Service) Own(ctx context.Context, actor auth.Actor, id VoteID) (Own, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return Own{}, err
	}
	switch {
	case !actor.SignedIn():
		return Own{}, apperr.New(apperr.SignIn, "Sign in to see what became of your voting paper.")
	case f.State.before(StateDespatched):
		return Own{}, errNotFound
	}
	return s.own(ctx, actor.Person, f)
}

// OwnAll are the actor's own lines of all votes whose papers are out and not
// destroyed, the latest EGM first.
func (s *Service) OwnAll(ctx context.Context, actor auth.Actor) ([]Own, error) {
	if !actor.SignedIn() {
		return nil, apperr.New(apperr.SignIn, "Sign in to see what became of your voting papers.")
	}
	all, err := allVotes(ctx, s.db)
	if err != nil {
		return nil, err
	}
	var out []Own
	for _, v := range all {
		if v.State.before(StateDespatched) || v.State == StateDestroyed {
			continue
		}
		one, err := s.Own(ctx, actor, v.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

func (s *Service) own(ctx context.Context, person auth.PersonID, f facts) (Own, error) {
	own := Own{
		Vote: f.ID, Title: f.Title, State: f.State, RollDay: f.RollDay, RollCount: f.RollCount, Despatched: f.Despatched,
		How: f.SentHow, Closing: f.Closing, Open: f.State == StateDespatched && !f.today.After(f.Closing),
		Destroyed: f.Destroyed,
	}
	if f.State == StateDestroyed {
		return own, nil
	}
	own.Second, _ = f.decision.PapersOfMember(2)
	if err := s.soundRegister(ctx, s.db, f); err != nil {
		own.Withheld, err = withheld(err)
		return own, err
	}
	person, onRoll, err := s.onRoll(ctx, f, person)
	if err != nil || !onRoll {
		return own, err
	}
	own.OnRoll = true
	papers, err := envelopesOfVoter(ctx, s.db, f.ID, int64(person))
	if err != nil {
		return own, err
	}
	for _, e := range papers {
		own.Papers = append(own.Papers, e.Receipt)
	}
	made, err := furtherPapers(ctx, s.db, f.ID)
	for _, p := range made {
		if p.Person == person {
			own.Further = append(own.Further, p.On)
		}
	}
	return own, err
}

// onRoll is the number by which a person stands on the roll: also one of a record that
// was merged with the person's since, because the roll stays as it was.
func (s *Service) onRoll(ctx context.Context, f facts, person auth.PersonID) (auth.PersonID, bool, error) {
	numbers, err := members.Records(ctx, s.db, person)
	if err != nil {
		return person, false, err
	}
	for _, number := range numbers {
		switch _, err := voterName(ctx, s.db, f.ID, number); {
		case err == nil:
			return number, true, nil
		case !errors.Is(err, store.ErrNoRows):
			return person, false, err
		}
	}
	return person, false, nil
}

// soundRegister refuses to say anything of roll or register that are not as the
// last step left them.
func (s *Service) soundRegister(ctx context.Context, q store.Queryer, f facts) error {
	if err := unchanged(ctx, q, f); err != nil {
		return err
	}
	roll, err := voters(ctx, q, f.ID)
	if err != nil {
		return err
	}
	return f.asFrozen(roll)
}

// withheld is what is shown in place of something that was changed in the
// database; any other error stays one.
func withheld(err error) (string, error) {
	if apperr.KindOf(err) == apperr.Conflict {
		return err.Error(), nil
	}
	return "", err
}

// Lines are the own line in words: what went out, what came back, what became of
// it, and what the person can still do (rules 5.9 to 5.11).
func (o Own) Lines() []string {
	switch {
	case o.State == StateDestroyed:
		return []string{"The register of who sent a paper was deleted with the papers on " + o.Destroyed.Long() +
			" (Rule 5.11). What it said of you is not kept."}
	case o.Withheld != "":
		return []string{o.Withheld}
	case !o.OnRoll:
		return []string{
			"You are not on the roll of this vote. The roll has the people who were members by the register on " +
				o.RollDay.Long() + ", and you were not one of them that day. So no paper was made for you, and one from you " +
				"does not count.",
			"The roll does not change any more. If you think it is wrong, tell the secretary.",
		}
	}
	out := []string{"The papers of all members on the roll went out on " + o.Despatched.Long() + ", as it is recorded: “" +
		o.How + "”. You are on the roll. Whether your paper reached you is not known here."}
	for _, day := range o.Further {
		out = append(out, "Another paper was made for you on "+day.Long()+". When it was sent is not recorded.")
	}
	for _, p := range o.Papers {
		out = append(out, p.line(o.Closing))
	}
	if len(o.Papers) == 0 {
		out = append(out, "The tellers have recorded no envelope of yours.")
	}
	out = append(out, o.next()...)
	return append(out, "The register does not say how you voted. If you did not send an envelope that is recorded here, or "+
		"one that you sent is missing, tell the tellers.")
}

// line is what became of one envelope.
func (r Receipt) line(closing civil.Date) string {
	way := "straight to the tellers"
	if r.Route == ClubSecretary {
		way = "through the secretary of " + r.Club
	}
	if r.Form == Electronic {
		way += ", electronically"
	}
	text := "An envelope with your name was received on " + r.Received.Long() + ", " + way + ". "
	switch r.Standing {
	case Valid:
		return text + "Your paper is valid."
	case Waiting:
		return text + "It waits for the tellers’ ruling, because another paper of yours came too (Rule 5.10)."
	}
	text += "The paper is void: it does not count. "
	if r.Received.After(closing) {
		text += "It came after " + closing.Long() + ", the last day for papers (Rule 5.9). "
	}
	return text + "The tellers gave this reason (Rule 5.11): “" + r.Reason + "”"
}

// next is what the person can still do, or why nothing.
func (o Own) next() []string {
	has := func(s Standing) bool {
		return slices.ContainsFunc(o.Papers, func(p Receipt) bool { return p.Standing == s })
	}
	switch {
	case !o.Open && o.State.before(StateAgreed):
		return []string{"The last day for papers was " + o.Closing.Long() + " (Rule 5.9): a paper that comes after it does not " +
			"count. What is valid can change until the tellers agree on the totals (Rule 5.11)."}
	case !o.Open:
		return []string{"The tellers have agreed on the totals, so this does not change any more."}
	case has(Waiting):
		return []string{"Do not send another paper. The tellers decide which of yours counts."}
	case has(Valid):
		return []string{"You have nothing more to do. " + o.second()}
	case len(o.Papers) > 0:
		return []string{"You can still vote: ask the secretary for another paper, and send it so that it arrives by " +
			o.Closing.Long() + ". The void paper does not stand in its way."}
	}
	return []string{
		"Send your paper so that it arrives by " + o.Closing.Long() + ". If it did not reach you or is lost, ask the " +
			"secretary for another one before then. " + o.second(),
	}
}

// second is what becomes of a second paper, as rule 5.10 is read.
func (o Own) second() string {
	switch {
	case slices.Contains(o.Second, constitution.Wait):
		return "Send one paper only: a second one waits for the tellers’ ruling (Rule 5.10)."
	case slices.Contains(o.Second, constitution.Enter):
		return "If you send two papers, only the one received last counts (Rule 5.10)."
	}
	return "Send one paper only: if two of yours come, both are void (Rule 5.10)."
}
