-- +goose Up

-- For how long, and for how many rated games, a published rating stays at a dan before it is proposed, from a day on. Of two
-- for one day the later one counts.
CREATE TABLE grade_figure (
    id            {{pk}},
    from_day      {{date}} NOT NULL CHECK (length(from_day) = 10),
    days          {{int}} NOT NULL CHECK (days BETWEEN 0 AND 3660),
    games         {{int}} NOT NULL CHECK (games BETWEEN 0 AND 1000),
    resolution_id {{int}} REFERENCES committee_resolution (id), -- NULL: as the program came
    recorded_at   {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by   TEXT NOT NULL
);
INSERT INTO grade_figure (from_day, days, games, recorded_at, recorded_by)
VALUES ('1900-01-01', 0, 0, '2026-01-01T00:00:00.000Z', 'the program');

-- The register of diplomas. A line is never changed or deleted, so that its numbers have no gap.
CREATE TABLE grade_award (
    id            {{pk}},
    number        {{int}} NOT NULL UNIQUE CHECK (number >= 1),
    person_id     {{int}} NOT NULL REFERENCES person (id),
    grade         {{int}} NOT NULL CHECK (grade BETWEEN 1 AND 12),
    day           {{date}} NOT NULL CHECK (length(day) = 10),  -- of the resolution
    resolution_id {{int}} NOT NULL REFERENCES committee_resolution (id),
    reached_day   {{date}} NOT NULL CHECK (length(reached_day) = 10),
    reached_at    TEXT NOT NULL,                               -- the event after which the rating was there
    trace         TEXT NOT NULL,
    recorded_at   {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by   TEXT NOT NULL,
    UNIQUE (person_id, grade)
);

{{sqlite}}CREATE TRIGGER grade_award_not_changed BEFORE UPDATE ON grade_award BEGIN SELECT RAISE(ABORT, 'a diploma is never changed'); END;
{{sqlite}}CREATE TRIGGER grade_award_not_deleted BEFORE DELETE ON grade_award BEGIN SELECT RAISE(ABORT, 'a diploma is never deleted'); END;
{{postgres}}CREATE FUNCTION grade_award_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a diploma is never changed or deleted'; END $$;
{{postgres}}CREATE TRIGGER grade_award_not_changed BEFORE UPDATE OR DELETE ON grade_award FOR EACH ROW EXECUTE FUNCTION grade_award_stays();

-- Diplomas of other associations.
CREATE TABLE foreign_diploma (
    id           {{pk}},
    person_id    {{int}} NOT NULL REFERENCES person (id),
    grade        {{int}} NOT NULL CHECK (grade BETWEEN 1 AND 12),
    association  TEXT NOT NULL CHECK (association <> ''),
    day          {{date}} NOT NULL CHECK (length(day) = 10),
    source       TEXT NOT NULL CHECK (source <> ''),
    recorded_at  {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by  TEXT NOT NULL,
    withdrawn_at {{instant}} CHECK (length(withdrawn_at) = 24),
    withdrawn_by TEXT NOT NULL DEFAULT '',
    reason       TEXT NOT NULL DEFAULT '',
    CHECK ((withdrawn_at IS NULL) = (withdrawn_by = ''))
);
CREATE INDEX foreign_diploma_person ON foreign_diploma (person_id);

-- Who wants their diplomas to be shown to no one else.
CREATE TABLE grade_hidden (
    person_id   {{int}} NOT NULL PRIMARY KEY REFERENCES person (id),
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL
);

-- One row: whoever awards grades updates it first, so that they queue.
CREATE TABLE grade_head (
    id       {{int}} NOT NULL PRIMARY KEY CHECK (id = 1),
    revision {{int}} NOT NULL
);
INSERT INTO grade_head (id, revision) VALUES (1, 0);

-- +goose Down
SELECT 1;
