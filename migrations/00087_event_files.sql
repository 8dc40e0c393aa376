-- +goose Up

-- An event file that was read and is not confirmed yet: seen by whoever sent it, removed when it is taken or discarded.
CREATE TABLE event_import (
    id         {{pk}},
    account_id {{int}} NOT NULL,                                  -- 0: the program itself
    file_name  TEXT NOT NULL,
    content    TEXT NOT NULL,                                     -- JSON: the event as read, and the notes on reading it
    created_at {{instant}} NOT NULL CHECK (length(created_at) = 24),
    version    {{int}} NOT NULL DEFAULT 1
);
CREATE INDEX event_import_account ON event_import (account_id);

-- +goose Down
SELECT 1;
