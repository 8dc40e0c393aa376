-- +goose Up

-- The envelope register has a line for every envelope: also for one without a name and
-- for one of someone who is not on the roll. Why a paper is void is one of a few
-- reasons, so that the report can count them without the tellers' own words.
CREATE TABLE postal_received (
    id          {{pk}},
    vote_id     {{int}} NOT NULL REFERENCES postal_vote (id),
    person_id   {{int}},                                     -- NULL: of no one on the roll
    named       TEXT NOT NULL DEFAULT '',                    -- the name on it, of someone who is not on the roll
    received    {{date}} NOT NULL CHECK (length(received) = 10),
    form        {{key}} NOT NULL DEFAULT 'paper' CHECK (form IN ('paper', 'electronic')),
    route       {{key}} NOT NULL CHECK (route IN ('direct', 'club')),
    club        TEXT NOT NULL DEFAULT '',
    standing    {{key}} NOT NULL CHECK (standing IN ('valid', 'rejected', 'waiting')),
    why         {{key}} NOT NULL DEFAULT '',                 -- of a rejection; '' in lines of before it was kept
    reason      TEXT NOT NULL DEFAULT '',
    reading     TEXT NOT NULL DEFAULT '',                    -- of rule 5.10, applied to a second paper
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL,
    ruled_by    TEXT NOT NULL DEFAULT '',
    version     {{int}} NOT NULL DEFAULT 1,
    FOREIGN KEY (vote_id, person_id) REFERENCES postal_voter (vote_id, person_id),
    CHECK (standing <> 'rejected' OR reason <> ''),
    CHECK (person_id IS NOT NULL OR standing = 'rejected'),
    CHECK (person_id IS NULL OR named = '')
);
INSERT INTO postal_received (id, vote_id, person_id, received, form, route, club, standing, reason, reading, recorded_at,
                             recorded_by, ruled_by, version)
SELECT id, vote_id, person_id, received, form, route, club, standing, reason, reading, recorded_at, recorded_by, ruled_by,
       version
FROM postal_envelope;
{{postgres}}SELECT setval(pg_get_serial_sequence('postal_received', 'id'), (SELECT COALESCE(MAX(id), 0) + 1 FROM postal_envelope), FALSE);
DROP TABLE postal_envelope;
ALTER TABLE postal_received RENAME TO postal_envelope;
CREATE INDEX postal_envelope_voter ON postal_envelope (vote_id, person_id);
CREATE UNIQUE INDEX postal_envelope_valid ON postal_envelope (vote_id, person_id) WHERE standing = 'valid';

-- How often a teller began the own entry again: a list of serials that the teller's
-- browser keeps from before is then not taken for the entries of now.
ALTER TABLE postal_teller ADD COLUMN begun {{int}} NOT NULL DEFAULT 0;

-- +goose Down
SELECT 1;
