-- +goose Up

-- A notice is kept as it was sent: its print, and the SHA-256 of its text and of its
-- print. Notices of before have neither.
ALTER TABLE meeting_notice ADD COLUMN print {{blob}};
ALTER TABLE meeting_notice ADD COLUMN body_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE meeting_notice ADD COLUMN print_hash TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
