-- +goose Up

-- An event can be cancelled before anything was played in it, and take place after all. Calendars are told by
-- cancel_turns, which grows each time; cancelled_at and cancelled_by are of the last time.
ALTER TABLE event ADD COLUMN cancelled BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE event ADD COLUMN cancel_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE event ADD COLUMN cancelled_at {{instant}} CHECK (length(cancelled_at) = 24);
ALTER TABLE event ADD COLUMN cancelled_by TEXT NOT NULL DEFAULT '';
ALTER TABLE event ADD COLUMN cancel_turns {{int}} NOT NULL DEFAULT 0;

-- +goose Down
SELECT 1;
