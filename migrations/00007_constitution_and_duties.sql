-- +goose Up

-- Versions of the constitution after the one that the program comes with.
CREATE TABLE constitution_version (
    id          {{pk}},
    from_day    {{date}} NOT NULL UNIQUE CHECK (length(from_day) = 10), -- of the meeting that adopted it
    content     TEXT NOT NULL,                             -- its figures, JSON
    motion      TEXT NOT NULL CHECK (motion <> ''),        -- what carried it: "motion:12"
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL
);

-- The official wording, as the secretary entered it.
CREATE TABLE constitution_paragraph (
    from_day {{key}} NOT NULL,                             -- of the version; '' is the first
    position {{int}} NOT NULL CHECK (position >= 1),
    number   {{key}} NOT NULL CHECK (number <> ''),        -- "4.16"
    content  TEXT NOT NULL,                                -- heading, text and list, JSON
    PRIMARY KEY (from_day, number)
);

-- The committee's rulings on open questions of the text.
CREATE TABLE constitution_ruling (
    id          {{pk}},
    question    {{key}} NOT NULL,
    reading     {{key}} NOT NULL,
    meeting_day {{date}} NOT NULL CHECK (length(meeting_day) = 10), -- of the committee that ruled
    words       TEXT NOT NULL CHECK (words <> ''),
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL,
    UNIQUE (question, meeting_day)
);

-- What somebody has to do by a day, as a rule says.
CREATE TABLE duty (
    id         {{pk}},
    source     {{key}} NOT NULL CHECK (source <> ''),      -- what it comes from: "meeting:7"
    what       {{key}} NOT NULL CHECK (what <> ''),        -- "notice"; a source has each once
    title      TEXT NOT NULL CHECK (title <> ''),
    owner      {{key}} NOT NULL,                           -- secretary, committee, chair, tellers, members
    due        {{date}} NOT NULL CHECK (length(due) = 10),
    rule       TEXT NOT NULL,                              -- "4.1"
    trace      TEXT NOT NULL,                              -- the arithmetic, in words
    link       TEXT NOT NULL,                              -- page where it is done
    revision   {{int}} NOT NULL DEFAULT 0,                 -- how often it has changed
    changed_at {{instant}} NOT NULL CHECK (length(changed_at) = 24),
    done_at    {{instant}} CHECK (length(done_at) = 24),
    cancelled  BOOLEAN NOT NULL DEFAULT FALSE,
    UNIQUE (source, what)
);
CREATE INDEX duty_due ON duty (due, id);

-- Whom a duty of the chair or the tellers falls to.
CREATE TABLE duty_person (
    duty_id   {{int}} NOT NULL REFERENCES duty (id),
    person_id {{int}} NOT NULL REFERENCES person (id),
    PRIMARY KEY (duty_id, person_id)
);
CREATE INDEX duty_person_person ON duty_person (person_id);

-- A calendar that somebody has subscribed to, by a secret address.
CREATE TABLE duty_feed (
    person_id  {{int}} NOT NULL PRIMARY KEY REFERENCES person (id),
    token_hash {{key}} NOT NULL UNIQUE,
    created_at {{instant}} NOT NULL CHECK (length(created_at) = 24)
);
