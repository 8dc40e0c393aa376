-- +goose Up

-- A society that was taken over from its files, in one step.
CREATE TABLE takeover (
    id         {{pk}},
    taken_at   {{instant}} NOT NULL CHECK (length(taken_at) = 24),
    taken_by   TEXT NOT NULL,
    summary    TEXT NOT NULL,                              -- JSON: how much of what
    undone_at  {{instant}} CHECK (length(undone_at) = 24),
    undone_by  TEXT NOT NULL DEFAULT '',
    undone_why TEXT NOT NULL DEFAULT '',
    CHECK ((undone_at IS NULL) = (undone_by = ''))
);

-- Its files. While one waits it is its sender's, with all that it says; once it is taken only its name and hash are kept.
CREATE TABLE takeover_file (
    id          {{pk}},
    account_id  {{int}} NOT NULL REFERENCES account (id),
    name        TEXT NOT NULL CHECK (name <> ''),
    hash        {{key}} NOT NULL CHECK (length(hash) = 64), -- SHA-256 of the file
    content     TEXT NOT NULL,                             -- JSON: rows, what the columns mean, what was chosen; '' once taken
    version     {{int}} NOT NULL DEFAULT 1,
    sent_at     {{instant}} NOT NULL CHECK (length(sent_at) = 24),
    takeover_id {{int}} REFERENCES takeover (id)            -- NULL: it waits
);
CREATE INDEX takeover_file_account ON takeover_file (account_id, takeover_id);
CREATE INDEX takeover_file_takeover ON takeover_file (takeover_id);

-- Whom each row meant, so that the same file again changes nothing and a corrected one what it corrects. Of what a row said
-- only short hashes are kept.
CREATE TABLE takeover_row (
    id          {{pk}},
    takeover_id {{int}} NOT NULL REFERENCES takeover (id),
    file_id     {{int}} NOT NULL REFERENCES takeover_file (id),
    row_no      {{int}} NOT NULL,
    row_key     {{key}} NOT NULL,
    name_key    {{key}} NOT NULL,
    number      TEXT NOT NULL DEFAULT '',                  -- the member number that it said
    person_id   {{int}} REFERENCES person (id),            -- NULL: it was left out
    said        TEXT NOT NULL DEFAULT '{}'                 -- JSON: hashes by field, and the years
);
CREATE INDEX takeover_row_takeover ON takeover_row (takeover_id);
CREATE INDEX takeover_row_person ON takeover_row (person_id);

-- What was made, in order: to undo it.
CREATE TABLE takeover_made (
    takeover_id {{int}} NOT NULL REFERENCES takeover (id),
    no          {{int}} NOT NULL CHECK (no >= 1),
    made_in     {{key}} NOT NULL,                          -- the table
    row_id      {{int}} NOT NULL,
    was         TEXT NOT NULL DEFAULT '',                  -- JSON, of a row that was changed: before and after; '' of one that is new
    PRIMARY KEY (takeover_id, no)
);
CREATE INDEX takeover_made_row ON takeover_made (made_in, row_id);

-- What was chosen for headings of columns and for names of clubs, to be proposed again.
CREATE TABLE takeover_heading (
    heading   {{key}} NOT NULL PRIMARY KEY,
    means     TEXT NOT NULL,
    chosen_at {{instant}} NOT NULL CHECK (length(chosen_at) = 24)
);

-- +goose Down
SELECT 1;
