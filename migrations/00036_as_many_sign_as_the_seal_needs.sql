-- +goose Up

-- The seal's register, rule 3.7: a row for each who signed, since the society may
-- amend how many do.
CREATE TABLE sealing (
    id            {{pk}},
    instrument    TEXT NOT NULL CHECK (instrument <> ''),
    day           {{date}} NOT NULL CHECK (length(day) = 10),
    resolution_id {{int}} NOT NULL REFERENCES committee_resolution (id),
    trace         TEXT NOT NULL,
    struck_at     {{instant}} CHECK (length(struck_at) = 24),
    struck_by     TEXT NOT NULL DEFAULT '',
    struck_reason TEXT NOT NULL DEFAULT '',
    recorded_at   {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by   TEXT NOT NULL
);
CREATE TABLE sealing_signature (
    sealing_id {{int}} NOT NULL REFERENCES sealing (id),
    place      {{int}} NOT NULL CHECK (place >= 1), -- 1 signed, the others countersigned
    person_id  {{int}} NOT NULL REFERENCES person (id),
    PRIMARY KEY (sealing_id, place),
    UNIQUE (sealing_id, person_id)
);
INSERT INTO sealing (id, instrument, day, resolution_id, trace, struck_at, struck_by, struck_reason, recorded_at, recorded_by)
SELECT id, instrument, day, resolution_id, trace, struck_at, struck_by, struck_reason, recorded_at, recorded_by
FROM seal_use;
{{postgres}}SELECT setval(pg_get_serial_sequence('sealing', 'id'), (SELECT COALESCE(MAX(id), 0) + 1 FROM seal_use), FALSE);
INSERT INTO sealing_signature (sealing_id, place, person_id)
SELECT id, 1, signer_id
FROM seal_use;
INSERT INTO sealing_signature (sealing_id, place, person_id)
SELECT id, 2, countersigner_id
FROM seal_use;
DROP TABLE seal_use;

-- +goose Down
SELECT 1;
