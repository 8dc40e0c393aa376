-- +goose Up

-- Pair go: two people are one entry, with the rating of both.
ALTER TABLE section ADD COLUMN pairs BOOLEAN NOT NULL DEFAULT FALSE;

-- The second player of a pair, and what both were entered with alone.
CREATE TABLE pair_partner (
    entry_id      {{int}} PRIMARY KEY REFERENCES entry (id),
    section_id    {{int}} NOT NULL REFERENCES section (id),
    person_id     {{int}} NOT NULL REFERENCES person (id),
    rating        {{int}} NOT NULL,                               -- tenths
    rating_source TEXT NOT NULL CHECK (rating_source IN ('list', 'grade', 'director')),
    club          TEXT NOT NULL DEFAULT '',
    city          TEXT NOT NULL DEFAULT '',
    country       TEXT NOT NULL DEFAULT '',
    membership    TEXT NOT NULL CHECK (membership IN ('member', 'not_member', 'visitor')),
    own_rating    {{int}} NOT NULL,                               -- of the first player
    own_source    TEXT NOT NULL CHECK (own_source IN ('list', 'grade', 'director')),
    UNIQUE (section_id, person_id)
);
CREATE INDEX pair_partner_person ON pair_partner (person_id);

-- +goose Down
SELECT 1;
