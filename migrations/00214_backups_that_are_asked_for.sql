-- +goose Up

-- The one thing that an administrator has the program do with backups, as far as it has come: making one, or trying to restore
-- one, by its name. It is under way until it has ended; what no longer says so was broken off.
CREATE TABLE backup_asked (
    id        {{int}} NOT NULL PRIMARY KEY CHECK (id = 1),
    tries     TEXT NOT NULL DEFAULT '',
    begun_at  {{instant}} NOT NULL CHECK (length(begun_at) = 24),
    said_at   {{instant}} NOT NULL CHECK (length(said_at) = 24),
    ended_at  TEXT NULL CHECK (length(ended_at) = 24),
    stage     {{int}} NOT NULL DEFAULT 0 CHECK (stage >= 0),
    name      TEXT NOT NULL DEFAULT '',
    size      {{int}} NOT NULL DEFAULT 0 CHECK (size >= 0),
    encrypted BOOLEAN NOT NULL DEFAULT FALSE,
    problem   TEXT NOT NULL DEFAULT ''
);

-- What became of the last try to restore each backup of the folder.
CREATE TABLE backup_tried (
    name     TEXT NOT NULL PRIMARY KEY,
    tried_at {{instant}} NOT NULL CHECK (length(tried_at) = 24),
    size     {{int}} NOT NULL CHECK (size >= 0),
    worked   BOOLEAN NOT NULL,
    problem  TEXT NOT NULL DEFAULT ''
);

-- +goose Down
SELECT 1;
