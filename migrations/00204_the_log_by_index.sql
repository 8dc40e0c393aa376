-- +goose Up
-- The log is searched by who did something, by what was done, and by day.
CREATE INDEX audit_actor ON audit_entry (actor_id, seq);
CREATE INDEX audit_action ON audit_entry (action, seq);
CREATE INDEX audit_actor_action ON audit_entry (actor_id, action, seq);
CREATE INDEX audit_at ON audit_entry (at, seq);

-- +goose Down
SELECT 1;
