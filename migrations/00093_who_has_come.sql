-- +goose Up

-- When a player said, or was seen, to have come to the event, and who noted it.
ALTER TABLE entry ADD COLUMN here_at {{instant}} CHECK (length(here_at) = 24);
ALTER TABLE entry ADD COLUMN here_by TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
