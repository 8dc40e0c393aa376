-- +goose Up

-- Of a count at a meeting: papers that have no vote, how many could vote then and
-- with whom in the chair, whether it counted the papers or hands of another again,
-- and whether it was set aside.
ALTER TABLE motion_count ADD COLUMN spoiled {{int}} NOT NULL DEFAULT 0 CHECK (spoiled >= 0);
ALTER TABLE motion_count ADD COLUMN blank {{int}} NOT NULL DEFAULT 0 CHECK (blank >= 0);
ALTER TABLE motion_count ADD COLUMN voters {{int}} CHECK (voters >= 0);            -- NULL: not known
ALTER TABLE motion_count ADD COLUMN chair_id {{int}} REFERENCES person (id);       -- NULL: not known, or nobody
ALTER TABLE motion_count ADD COLUMN recount_of {{int}} CHECK (recount_of >= 1);    -- number of the count before
ALTER TABLE motion_count ADD COLUMN asked_id {{int}} REFERENCES person (id);       -- who asked for the recount
ALTER TABLE motion_count ADD COLUMN recount_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE motion_count ADD COLUMN stands BOOLEAN NOT NULL DEFAULT TRUE;          -- a recount, instead of the first
ALTER TABLE motion_count ADD COLUMN set_aside_at {{instant}} CHECK (length(set_aside_at) = 24);
ALTER TABLE motion_count ADD COLUMN set_aside_by TEXT NOT NULL DEFAULT '';
ALTER TABLE motion_count ADD COLUMN set_aside_reason TEXT NOT NULL DEFAULT '';

-- Outcomes of motions and amendments that were declared by mistake.
CREATE TABLE motion_set_aside (
    id           {{pk}},
    motion_id    {{int}} NOT NULL REFERENCES motion (id),
    amendment_id {{int}} REFERENCES motion_amendment (id),   -- NULL: of the motion itself
    outcome      TEXT NOT NULL CHECK (outcome <> ''),        -- as people read it
    reason       TEXT NOT NULL CHECK (reason <> ''),
    recorded_at  {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by  TEXT NOT NULL
);
CREATE INDEX motion_set_aside_motion ON motion_set_aside (motion_id, id);

-- The same of the counts of an election. Where blank papers were not counted by
-- themselves, invalid has them too.
ALTER TABLE election_count ADD COLUMN blank {{int}} CHECK (blank >= 0);            -- NULL: not counted apart
ALTER TABLE election_count ADD COLUMN aside_id {{int}} REFERENCES person (id);     -- chair who is tied, and let another decide
ALTER TABLE election_count ADD COLUMN recount_of {{int}} CHECK (recount_of >= 1);
ALTER TABLE election_count ADD COLUMN asked_id {{int}} REFERENCES person (id);
ALTER TABLE election_count ADD COLUMN recount_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE election_count ADD COLUMN stands BOOLEAN NOT NULL DEFAULT TRUE;

-- +goose Down
SELECT 1;
