package kittest

import (
	"context"
	"strings"
	"testing"
	"time"
)

// UntilAnswered looks at the page until it has an answer.
func (b *Browser) UntilAnswered(t *testing.T, path string) Answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		if page := b.Get(path); !strings.Contains(page.Body, "data-live-every") {
			return page
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("there is no answer")
	return Answer{}
}
