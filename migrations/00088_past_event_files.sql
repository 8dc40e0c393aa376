-- +goose Up

-- Files of events that are over wait together, to be taken and rated in one step.
ALTER TABLE event_import ADD COLUMN past BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
SELECT 1;
