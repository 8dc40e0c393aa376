package meetings

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
)

func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Altered reports a notice whose kept text is not the one that was sent.
func (n Notice) Altered() bool { return n.BodyHash != "" && n.BodyHash != hashOf([]byte(n.Body)) }

// NoticePrint is the print of a notice, byte by byte as it was sent, with its number; 0 is the latest. Who sees the
// meeting has any, and members that of the notice that is published to them. It is nil for a notice of before prints
// were kept.
func (s *Service) NoticePrint(ctx context.Context, actor auth.Actor, id ID, number int) (Notice, []byte, error) {
	r, err := s.read(ctx, s.db, id)
	if err != nil {
		return Notice{}, nil, err
	}
	sees := s.sees(actor, r.Meeting)
	if !sees {
		if err := s.requireMember(ctx, actor); err != nil {
			return Notice{}, nil, err
		}
	}
	published, given := r.notice()
	rows, err := noticesOf(ctx, s.db, id)
	if err != nil {
		return Notice{}, nil, err
	}
	for _, n := range rows {
		if number != 0 && n.Number != number || !sees && (!given || !r.Meeting.Kind.General() || n.Number != published.Number) {
			continue
		}
		print, err := printOf(ctx, s.db, n.id)
		if err == nil && len(print) > 0 && hashOf(print) != n.PrintHash {
			err = fmt.Errorf("the print of notice %d of meeting %d is not the one that was sent", n.Number, id)
		}
		return n.Notice, print, err
	}
	return Notice{}, nil, apperr.New(apperr.NotFound, "Notice of this meeting has not been given yet.")
}
