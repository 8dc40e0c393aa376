package entering

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// past is the condition that an application was ended before $1, or that its event was over on the day $2.
const past = `(state IN ('withdrawn', 'declined') AND ended_at < $1
	       OR state <> 'unconfirmed' AND event_id IN (SELECT e.id FROM event e WHERE e.to_day <= $2))`

// forget removes notes, addresses and links of what is past, and whole applications of people outside the register.
func forget(ctx context.Context, tx *store.Tx, before civil.Instant, over civil.Date) (out Forgotten, err error) {
	for _, one := range []struct {
		what  string
		count *int64
		query string
	}{
		{"links", &out.Links, `
			DELETE FROM application_link
			WHERE application_id IN (SELECT id FROM application WHERE ` + past + `)`},
		{"applications of strangers", &out.Strangers, `
			DELETE FROM application
			WHERE person_id IS NULL AND paid_at IS NULL AND ` + past},
		{"notes and addresses", &out.Notes, `
			UPDATE application
			SET note = '', email = '', email_key = '', version = version + 1
			WHERE (note <> '' OR email <> '') AND ` + past},
	} {
		if *one.count, err = tx.Exec(ctx, one.query, before, over); err != nil {
			return out, fmt.Errorf("forget %s of what is past: %w", one.what, err)
		}
	}
	return out, nil
}
