-- +goose Up

-- Who left the society, when and why. A mistake is undone and stays written down; exclusions are the committee's.
CREATE TABLE departure (
    id          {{pk}},
    person_id   {{int}} NOT NULL REFERENCES person (id),
    kind        {{key}} NOT NULL CHECK (kind IN ('resigned', 'died')),
    day         {{date}} NOT NULL CHECK (length(day) = 10),        -- the last one as a member
    reason      TEXT NOT NULL CHECK (reason <> ''),
    closed_id   {{int}} REFERENCES account (id),                   -- the account that was closed by it
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL,
    undone_at   {{instant}} CHECK (length(undone_at) = 24),
    undone_by   TEXT NOT NULL DEFAULT '',
    undone_why  TEXT NOT NULL DEFAULT '',
    CHECK ((undone_at IS NULL) = (undone_by = ''))
);
CREATE INDEX departure_person ON departure (person_id);
CREATE UNIQUE INDEX departure_died ON departure (person_id) WHERE kind = 'died' AND undone_at IS NULL;

-- The terms that ended by it: each has a row that corrects it.
CREATE TABLE departure_term (
    departure_id {{int}} NOT NULL REFERENCES departure (id),
    term_id      {{int}} NOT NULL REFERENCES membership_term (id),
    PRIMARY KEY (departure_id, term_id)
);

-- +goose Down
SELECT 1;
