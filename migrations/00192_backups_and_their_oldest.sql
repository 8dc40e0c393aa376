-- +goose Up

-- Of when the oldest backup is that can be restored, and whether the last one was encrypted.
ALTER TABLE backup_made ADD COLUMN oldest_at TEXT NULL CHECK (length(oldest_at) = 24);
ALTER TABLE backup_made ADD COLUMN encrypted BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
SELECT 1;
