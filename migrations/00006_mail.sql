-- +goose Up

-- What is attached to letters: kept once for all who get it.
CREATE TABLE mail_attachment (
    id         {{pk}},
    name       TEXT NOT NULL CHECK (name <> ''),
    media_type TEXT NOT NULL CHECK (media_type <> ''),
    content    {{blob}} NOT NULL
);

-- A letter to one person.
CREATE TABLE mail_letter (
    id          {{pk}},
    letter_key  {{key}} NOT NULL UNIQUE,                      -- what it is about and to whom: never queued twice
    purpose     {{key}} NOT NULL CHECK (purpose <> ''),       -- "meeting notice"
    person_id   {{int}} REFERENCES person (id),
    to_name     TEXT NOT NULL,
    to_address  TEXT NOT NULL CHECK (to_address <> ''),
    subject     TEXT NOT NULL CHECK (subject <> ''),
    body        TEXT NOT NULL,
    state       {{key}} NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'failed')),
    attempts    {{int}} NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    due_at      {{instant}} NOT NULL CHECK (length(due_at) = 24), -- not tried before
    problem     TEXT NOT NULL DEFAULT '',                     -- why it did not go, in words
    queued_at   {{instant}} NOT NULL CHECK (length(queued_at) = 24),
    sent_at     {{instant}} CHECK (length(sent_at) = 24),
    CHECK ((state = 'sent') = (sent_at IS NOT NULL))
);
CREATE INDEX mail_letter_due ON mail_letter (state, due_at, id);
CREATE INDEX mail_letter_person ON mail_letter (person_id);

CREATE TABLE mail_letter_attachment (
    letter_id     {{int}} NOT NULL REFERENCES mail_letter (id),
    position      {{int}} NOT NULL CHECK (position >= 1),
    attachment_id {{int}} NOT NULL REFERENCES mail_attachment (id),
    PRIMARY KEY (letter_id, position)
);
CREATE INDEX mail_letter_attachment_attachment ON mail_letter_attachment (attachment_id);
