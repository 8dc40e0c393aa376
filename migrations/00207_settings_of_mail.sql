-- +goose Up

-- A section that came with a backup is not in force until an administrator says so.
ALTER TABLE setting_section ADD COLUMN held BOOLEAN NOT NULL DEFAULT FALSE;

-- The last test letter, through which server it went, and what that answered; server '' is for one that is being sent.
CREATE TABLE mail_test (
    id      {{int}} PRIMARY KEY CHECK (id = 1),
    asked   {{instant}} NOT NULL CHECK (length(asked) = 24),
    at      {{instant}} NOT NULL CHECK (length(at) = 24),
    server  TEXT NOT NULL,
    worked  BOOLEAN NOT NULL,
    answer  TEXT NOT NULL
);

-- +goose Down
SELECT 1;
