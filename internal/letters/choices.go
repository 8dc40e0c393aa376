package letters

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Topic is a kind of letters that a member may want no more of.
type Topic string

// The topics.
const (
	Reminders Topic = "reminders"
	News      Topic = "news"
	OfClub    Topic = "club"
	OfEvents  Topic = "events"
	OfGames   Topic = "games"
)

// Topics are all of them with what they are, in the order of the page.
var Topics = []struct {
	Topic Topic
	Title string
}{
	{Reminders, "Reminders to renew"},
	{News, "Letters from the society’s officers"},
	{OfClub, "Letters from my club’s secretary"},
	{OfEvents, "Letters from directors of events that I entered"},
	{OfGames, "Letters about games that I play here: challenges, my turn, the end"},
}

func (t Topic) known() bool {
	for _, one := range Topics {
		if one.Topic == t {
			return true
		}
	}
	return false
}

// Choices are which letters someone wants.
type Choices struct {
	Person auth.PersonID
	Name   string
	Left   map[Topic]bool
}

// ChoicesPath is where someone says which letters they want, below the site's address.
func ChoicesPath(token string) string { return "/letter-choices/" + token }

// ChoicesBy reads what someone wants by the link of a letter.
func (s *Service) ChoicesBy(ctx context.Context, token string) (Choices, error) {
	person, err := readerBy(ctx, s.db, token)
	if err != nil {
		return Choices{}, err
	}
	return choicesOf(ctx, s.db, person)
}

// OwnChoices reads what whoever asks wants.
func (s *Service) OwnChoices(ctx context.Context, actor auth.Actor) (Choices, error) {
	if !actor.SignedIn() {
		return Choices{}, apperr.New(apperr.SignIn, "Sign in to see which letters you get.")
	}
	return choicesOf(ctx, s.db, actor.Person)
}

// ChooseBy keeps which topics someone leaves, by the link of a letter: all others they want.
func (s *Service) ChooseBy(ctx context.Context, token string, left []Topic) error {
	person, err := readerBy(ctx, s.db, token)
	if err != nil {
		return err
	}
	return s.choose(ctx, auth.System("the link of a letter"), person, left)
}

// Choose keeps which topics whoever asks leaves.
func (s *Service) Choose(ctx context.Context, actor auth.Actor, left []Topic) error {
	if !actor.SignedIn() {
		return apperr.New(apperr.SignIn, "Sign in to choose which letters you get.")
	}
	return s.choose(ctx, actor, actor.Person, left)
}

// Leave stops letters of a topic by one press (RFC 8058), by the link of a letter; "" stops all that can be.
func (s *Service) Leave(ctx context.Context, token string, topic Topic) error {
	now, err := s.ChoicesBy(ctx, token)
	if err != nil {
		return err
	}
	var left []Topic
	for _, one := range Topics {
		if now.Left[one.Topic] || topic == one.Topic || !topic.known() {
			left = append(left, one.Topic)
		}
	}
	return s.choose(ctx, auth.System("the link of a letter"), now.Person, left)
}

func (s *Service) choose(ctx context.Context, by auth.Actor, person auth.PersonID, left []Topic) error {
	permit, err := s.cases.Allow(by.By(), nil)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		before, err := choicesOf(ctx, tx, person)
		if err != nil {
			return nil, err
		}
		changed := false
		want := map[Topic]bool{}
		for _, t := range left {
			want[t] = true
		}
		for _, one := range Topics {
			if want[one.Topic] == before.Left[one.Topic] {
				continue
			}
			changed = true
			if err := setLeft(ctx, tx, person, one.Topic, want[one.Topic], s.cases.Now()); err != nil {
				return nil, err
			}
		}
		if !changed {
			return nil, usecase.ErrSame
		}
		return permit.Did("choose.letters", "person", int64(person), nil, map[string]any{"left": left}), nil
	})
}

// leaveAt is the address where someone leaves a topic, for a letter that is about to leave.
func (s *Service) leaveAt(ctx context.Context, person int64, topic string) (string, error) {
	now, err := choicesOf(ctx, s.db, auth.PersonID(person))
	if err != nil {
		return "", err
	}
	if now.Left[Topic(topic)] {
		return "", mail.ErrLeft
	}
	token, err := tokenFor(ctx, s.db, auth.PersonID(person))
	return s.site + ChoicesPath(token) + "?topic=" + topic, err
}
