package kit

import (
	"context"
)

// Line holds one element for everybody who is inside.
type Line chan struct{}

func (l Line) Enter(ctx context.Context) error {
	select {
	case l <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l Line) Leave() { <-l }

// Turn enters; no line has no waiting.
func (l Line) Turn(ctx context.Context) (leave func(), err error) {
	if l == nil {
		return func() {}, ctx.Err()
	}
	return l.Leave, l.Enter(ctx)
}
