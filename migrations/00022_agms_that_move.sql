-- +goose Up

-- The days that a meeting was arranged for before its own: what was in time for
-- one of them when it was received stays in time.
CREATE TABLE meeting_move (
    id         {{pk}},
    meeting_id {{int}} NOT NULL REFERENCES meeting (id),
    from_day   {{date}} NOT NULL CHECK (length(from_day) = 10),
    moved_at   {{instant}} NOT NULL CHECK (length(moved_at) = 24),
    moved_by   TEXT NOT NULL
);
CREATE INDEX meeting_move_meeting ON meeting_move (meeting_id, id);

-- Whether a candidature still stands since the AGM was moved or held again: who
-- sat in an office on the first day may sit there no more on the other.
ALTER TABLE election_candidate ADD COLUMN stands BOOLEAN NOT NULL DEFAULT TRUE;
DROP INDEX election_candidate_standing;
CREATE UNIQUE INDEX election_candidate_standing ON election_candidate (election_id, person_id) WHERE withdrawn_at IS NULL AND stands = TRUE;

-- +goose Down
SELECT 1;
