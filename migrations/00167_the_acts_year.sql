-- +goose Up

-- What the Incorporated Societies Act 2022 asks of a society's year: the balance dates that were named, what was done of it
-- with its proof, and the records that the secretary keeps.
CREATE TABLE act_year (
    balance_day {{date}} NOT NULL PRIMARY KEY CHECK (length(balance_day) = 10),
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by {{int}} REFERENCES person (id)
){{unnumbered}};
CREATE TABLE act_step (
    step_key    {{key}} NOT NULL PRIMARY KEY CHECK (step_key <> ''),  -- "statements:2027-03-31"
    done_on     {{date}} NOT NULL CHECK (length(done_on) = 10),
    reference   TEXT NOT NULL DEFAULT '',                             -- of the registrar
    document    TEXT NOT NULL DEFAULT '',                             -- where the paper is found
    signer_id   {{int}} REFERENCES person (id),
    second_id   {{int}} REFERENCES person (id),
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by {{int}} REFERENCES person (id),
    CHECK (signer_id IS NULL OR second_id IS NULL OR signer_id <> second_id)
){{unnumbered}};
CREATE TABLE act_record (
    id          {{pk}},
    kind        {{key}} NOT NULL CHECK (kind IN ('contact', 'consent', 'interest')),
    person_id   {{int}} NOT NULL REFERENCES person (id),
    from_day    {{date}} NOT NULL CHECK (length(from_day) = 10),
    until_day   {{date}} CHECK (length(until_day) = 10),              -- the last day; NULL: none
    text        TEXT NOT NULL DEFAULT '',                             -- of an interest: what it is
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by {{int}} REFERENCES person (id)
);
CREATE INDEX act_record_person ON act_record (person_id);

-- +goose Down
SELECT 1;
