-- +goose Up

-- Since when a club is excluded, rule 2.5; NULL: it is not. A list that is
-- received later registers it again.
ALTER TABLE club ADD COLUMN excluded_on {{date}} CHECK (length(excluded_on) = 10);

-- A case of rule 2.5 is about a member or a club.
CREATE TABLE exclusion_case (
    id            {{pk}},
    person_id     {{int}} REFERENCES person (id),
    club_id       {{int}} REFERENCES club (id),
    rules         TEXT NOT NULL CHECK (rules <> ''),         -- that are said to be broken
    reasons       TEXT NOT NULL CHECK (reasons <> ''),
    sent_on       {{date}} CHECK (length(sent_on) = 10),     -- to the member or the club
    sent          TEXT NOT NULL DEFAULT '',                  -- what, and how
    hearing_on    {{date}} CHECK (length(hearing_on) = 10),
    heard         TEXT NOT NULL DEFAULT '',                  -- what was said, or that nothing came
    state         {{key}} NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'excluded', 'dropped')),
    decided_on    {{date}} CHECK (length(decided_on) = 10),
    resolution_id {{int}} REFERENCES committee_resolution (id),
    decision      TEXT NOT NULL DEFAULT '',                  -- its reasons
    trace         TEXT NOT NULL DEFAULT '',
    recorded_at   {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by   TEXT NOT NULL,
    version       {{int}} NOT NULL DEFAULT 1,
    CHECK ((person_id IS NULL) <> (club_id IS NULL)),
    CHECK (state <> 'excluded' OR resolution_id IS NOT NULL AND decided_on IS NOT NULL)
);
INSERT INTO exclusion_case (id, person_id, rules, reasons, sent_on, sent, hearing_on, heard, state, decided_on,
                            resolution_id, decision, trace, recorded_at, recorded_by, version)
SELECT id, person_id, rules, reasons, sent_on, sent, hearing_on, heard, state, decided_on,
       resolution_id, decision, trace, recorded_at, recorded_by, version
FROM exclusion;
{{postgres}}SELECT setval(pg_get_serial_sequence('exclusion_case', 'id'), (SELECT COALESCE(MAX(id), 0) + 1 FROM exclusion), FALSE);
DROP TABLE exclusion;
ALTER TABLE exclusion_case RENAME TO exclusion;

-- +goose Down
SELECT 1;
