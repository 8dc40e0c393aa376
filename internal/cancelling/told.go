package cancelling

import (
	"context"
	"fmt"
	"strings"
	"time"

	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

const (
	// HeldFor is how long letters wait: what is undone within it no one hears of.
	HeldFor = 10 * time.Minute
	// maxTurns bounds how often letters are written about one event.
	maxTurns = 12
)

// isCancelled ends the subject of letters that an event is cancelled.
const isCancelled = " is cancelled"

// recipients are who is written to about an event: each the end of their letters' keys, with the letter as it would be.
type recipients struct {
	keys    []string
	letters []mail.Letter
}

// earlier are the keys of all their letters about the turns before this one.
func (r *recipients) earlier(e tournaments.Event) (out []string) {
	for _, key := range r.keys {
		out = append(out, earlier(e, key)...)
	}
	return out
}

func (r *recipients) add(key string, l mail.Letter) {
	r.keys, r.letters = append(r.keys, key), append(r.letters, l)
}

// keyOf is the key of someone's letter about a turn of an event.
func keyOf(e tournaments.Event, turn int, key string) string {
	return fmt.Sprintf("event:%d:cancelled:%d:%s", e.ID, turn, key)
}

// earlier are the keys of someone's letters about the turns before this one, the latest first.
func earlier(e tournaments.Event, key string) (out []string) {
	for turn := min(e.Cancelled.Turns-1, maxTurns); turn > 0; turn-- {
		out = append(out, keyOf(e, turn, key))
	}
	return out
}

// news are the letters that tell someone what they do not know: who heard last what is so now is not written to, nor who
// did not hear last that an event was cancelled which takes place. What still waits in the outbox, or failed, no one has
// heard.
func (s *Service) news(
	ctx context.Context, q store.Queryer, e tournaments.Event, to recipients,
) (write []mail.Letter, waiting []string, err error) {
	all := to.earlier(e)
	queued, err := s.outbox.Queued(ctx, q, all)
	if err != nil {
		return nil, nil, err
	}
	for _, key := range all {
		if queued[key].Waits {
			waiting = append(waiting, key)
		}
	}
	if e.Cancelled.Turns > maxTurns {
		return nil, waiting, nil
	}
	for i, key := range to.keys {
		var heard mail.Queued
		for _, past := range earlier(e, key) {
			if l, ok := queued[past]; ok && !l.Waits && !l.Failed {
				heard = l
				break
			}
		}
		if e.Cancelled.Is && heard.Body != to.letters[i].Body || !e.Cancelled.Is && strings.HasSuffix(heard.Subject, isCancelled) {
			write = append(write, to.letters[i])
		}
	}
	return write, waiting, nil
}
