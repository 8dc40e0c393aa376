-- +goose Up

-- The ratings officer is an office too. SQLite cannot widen a CHECK, so the table is made again.
CREATE TABLE office_with_ratings (
    id         {{pk}},
    person_id  {{int}} NOT NULL REFERENCES person (id),
    role       TEXT NOT NULL CHECK (role IN ('administrator', 'president', 'secretary', 'treasurer', 'committee',
                                             'club_secretary', 'director', 'referee', 'ratings_officer')),
    club_id    {{int}} REFERENCES club (id),
    from_day   {{date}} NOT NULL CHECK (length(from_day) = 10),
    until_day  {{date}} CHECK (length(until_day) = 10 AND until_day >= from_day),
    created_at {{instant}} NOT NULL CHECK (length(created_at) = 24),
    version    {{int}} NOT NULL DEFAULT 1,
    event_id   {{int}} REFERENCES event (id) CHECK (event_id IS NULL OR role IN ('director', 'referee')),
    acting     BOOLEAN NOT NULL DEFAULT FALSE,
    CHECK ((role = 'club_secretary') = (club_id IS NOT NULL))
);
INSERT INTO office_with_ratings (id, person_id, role, club_id, from_day, until_day, created_at, version, event_id, acting)
SELECT id, person_id, role, club_id, from_day, until_day, created_at, version, event_id, acting
FROM office
ORDER BY id;
{{postgres}}SELECT setval(pg_get_serial_sequence('office_with_ratings', 'id'), (SELECT COALESCE(MAX(id), 0) + 1 FROM office), FALSE);
DROP TABLE office;
ALTER TABLE office_with_ratings RENAME TO office;
CREATE INDEX office_person ON office (person_id);
CREATE INDEX office_club ON office (club_id);
CREATE INDEX office_event ON office (event_id);

-- How points are given and lost from a day on. Of two for one day the later one counts.
CREATE TABLE points_system (
    id            {{pk}},
    from_day      {{date}} NOT NULL CHECK (length(from_day) = 10),
    national      TEXT NOT NULL,                              -- hundredths of points by place: 1000,700
    regional      TEXT NOT NULL,
    loss          {{int}} NOT NULL CHECK (loss BETWEEN 0 AND 10000), -- hundredths of a percent
    fixed         {{int}} NOT NULL CHECK (fixed >= 0),        -- hundredths of points
    resolution_id {{int}} REFERENCES committee_resolution (id), -- NULL: known from the society's history
    recorded_at   {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by   TEXT NOT NULL
);
INSERT INTO points_system (from_day, national, regional, loss, fixed, recorded_at, recorded_by)
VALUES ('1987-01-01', '1000,700,500,300,200,100', '400,300,200,100', 2500, 3300, '2026-01-01T00:00:00.000Z', 'the program'),
       ('1995-01-01', '1000,700,500,300,200,100', '400,300,200,100', 2500, 2250, '2026-01-01T00:00:00.000Z', 'the program'),
       ('2002-01-01', '1000,700,500,300,200,100', '400,300,200,100', 2500, 3000, '2026-01-01T00:00:00.000Z', 'the program');

-- A file of earlier balances and events.
CREATE TABLE points_import (
    id          {{pk}},
    file_name   TEXT NOT NULL,
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL,
    undone_at   {{instant}} CHECK (length(undone_at) = 24),
    undone_by   TEXT NOT NULL DEFAULT '',
    CHECK ((undone_at IS NULL) = (undone_by = ''))
);

-- A section that gives points, or an event from a file.
CREATE TABLE points_event (
    id           {{pk}},
    section_id   {{int}} REFERENCES section (id),
    import_id    {{int}} REFERENCES points_import (id),
    kind         {{key}} NOT NULL CHECK (kind IN ('national', 'regional')),
    club_id      {{int}} REFERENCES club (id),               -- that holds it; NULL: not known, of a file
    ends_year    BOOLEAN NOT NULL DEFAULT FALSE,             -- the New Zealand Championship
    waits        TEXT NOT NULL DEFAULT '',                   -- why its points were not posted when it was finished
    declared_at  {{instant}} NOT NULL CHECK (length(declared_at) = 24),
    declared_by  TEXT NOT NULL,
    withdrawn_at {{instant}} CHECK (length(withdrawn_at) = 24),
    withdrawn_by TEXT NOT NULL DEFAULT '',
    version      {{int}} NOT NULL DEFAULT 1,
    CHECK ((section_id IS NULL) <> (import_id IS NULL)),
    CHECK (import_id IS NOT NULL OR club_id IS NOT NULL),
    CHECK (NOT ends_year OR kind = 'national'),
    CHECK ((withdrawn_at IS NULL) = (withdrawn_by = ''))
);
CREATE UNIQUE INDEX points_event_section ON points_event (section_id) WHERE withdrawn_at IS NULL;
CREATE INDEX points_event_import ON points_event (import_id);

-- What an event came to when it was posted. A correction is another posting.
CREATE TABLE points_posting (
    id              {{pk}},
    points_event_id {{int}} NOT NULL REFERENCES points_event (id),
    name            TEXT NOT NULL CHECK (name <> ''),
    day             {{date}} NOT NULL CHECK (length(day) = 10), -- the event's last
    posted_at       {{instant}} NOT NULL CHECK (length(posted_at) = 24),
    posted_by       TEXT NOT NULL,
    replaced_at     {{instant}} CHECK (length(replaced_at) = 24)
);
CREATE UNIQUE INDEX points_posting_counts ON points_posting (points_event_id) WHERE replaced_at IS NULL;
CREATE UNIQUE INDEX points_posting_named ON points_posting (day, name) WHERE replaced_at IS NULL;

CREATE TABLE points_placing (
    posting_id {{int}} NOT NULL REFERENCES points_posting (id),
    seq        {{int}} NOT NULL CHECK (seq >= 1),
    person_id  {{int}} REFERENCES person (id),               -- NULL: a visitor of a file who is not in the register
    name       TEXT NOT NULL DEFAULT '',
    score      {{int}} NOT NULL CHECK (score >= 0),          -- half points
    member     BOOLEAN NOT NULL,                             -- on the event's last day
    PRIMARY KEY (posting_id, seq),
    CHECK ((person_id IS NULL) = (name <> '')),
    CHECK (NOT member OR person_id IS NOT NULL)
);
CREATE UNIQUE INDEX points_placing_person ON points_placing (posting_id, person_id);
CREATE INDEX points_placing_of ON points_placing (person_id);

-- A balance from before the events that are kept.
CREATE TABLE points_opening (
    id           {{pk}},
    import_id    {{int}} NOT NULL REFERENCES points_import (id),
    person_id    {{int}} NOT NULL REFERENCES person (id),
    day          {{date}} NOT NULL CHECK (length(day) = 10),
    points       {{int}} NOT NULL,
    source       TEXT NOT NULL DEFAULT '',
    represented  {{date}} CHECK (length(represented) = 10),
    withdrawn_at {{instant}} CHECK (length(withdrawn_at) = 24)
);
CREATE UNIQUE INDEX points_opening_person ON points_opening (person_id) WHERE withdrawn_at IS NULL;

-- Who wishes to go, for the points year that ends in a calendar year.
CREATE TABLE points_wish (
    year        {{int}} NOT NULL CHECK (year BETWEEN 1900 AND 2999),
    person_id   {{int}} NOT NULL REFERENCES person (id),
    wishes      BOOLEAN NOT NULL,
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL,
    PRIMARY KEY (year, person_id)
);

-- Who represents the country, as the committee resolved.
CREATE TABLE points_choice (
    id            {{pk}},
    year          {{int}} NOT NULL CHECK (year BETWEEN 1900 AND 2999),
    person_id     {{int}} NOT NULL REFERENCES person (id),
    resolution_id {{int}} REFERENCES committee_resolution (id),
    import_id     {{int}} REFERENCES points_import (id),
    reason        TEXT NOT NULL DEFAULT '',                  -- where another was before them in the ranking
    recorded_at   {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by   TEXT NOT NULL,
    withdrawn_at  {{instant}} CHECK (length(withdrawn_at) = 24),
    CHECK (resolution_id IS NOT NULL OR import_id IS NOT NULL)
);
CREATE UNIQUE INDEX points_choice_year ON points_choice (year) WHERE withdrawn_at IS NULL;

-- Points years that are closed, each once.
CREATE TABLE points_year (
    id              {{pk}},
    year            {{int}} NOT NULL CHECK (year BETWEEN 1900 AND 2999),
    points_event_id {{int}} NOT NULL REFERENCES points_event (id), -- with which it ended
    choice_id       {{int}} REFERENCES points_choice (id),         -- NULL: no one represented
    closed_at       {{instant}} NOT NULL CHECK (length(closed_at) = 24),
    closed_by       TEXT NOT NULL,
    undone_at       {{instant}} CHECK (length(undone_at) = 24),
    undone_by       TEXT NOT NULL DEFAULT '',
    reason          TEXT NOT NULL DEFAULT '',                -- for which it was undone
    CHECK ((undone_at IS NULL) = (undone_by = ''))
);
CREATE UNIQUE INDEX points_year_once ON points_year (year) WHERE undone_at IS NULL;
CREATE UNIQUE INDEX points_year_event ON points_year (points_event_id) WHERE undone_at IS NULL;

-- The ledger. Lines are added and never changed: what was wrong is reversed by a line of its own.
CREATE TABLE points_line (
    id              {{pk}},
    person_id       {{int}} NOT NULL REFERENCES person (id),
    day             {{date}} NOT NULL CHECK (length(day) = 10),
    step            {{key}} NOT NULL CHECK (step IN ('opening', 'place', 'loss', 'deduction')),
    points_event_id {{int}} REFERENCES points_event (id),
    opening_id      {{int}} REFERENCES points_opening (id),
    event_name      TEXT NOT NULL,
    points          {{int}} NOT NULL,                        -- hundredths
    rule            TEXT NOT NULL CHECK (rule <> ''),
    trace           TEXT NOT NULL,
    cause           TEXT NOT NULL,                           -- why it was posted on that day
    reverses_id     {{int}} UNIQUE REFERENCES points_line (id), -- a line is reversed once
    posted_at       {{instant}} NOT NULL CHECK (length(posted_at) = 24),
    posted_by       TEXT NOT NULL,
    CHECK ((points_event_id IS NULL) <> (opening_id IS NULL)),
    CHECK ((opening_id IS NULL) = (step <> 'opening'))
);
CREATE INDEX points_line_person ON points_line (person_id, day, id);
CREATE INDEX points_line_event ON points_line (points_event_id);

{{sqlite}}CREATE TRIGGER points_line_not_changed BEFORE UPDATE ON points_line BEGIN SELECT RAISE(ABORT, 'a line of points is never changed'); END;
{{sqlite}}CREATE TRIGGER points_line_not_deleted BEFORE DELETE ON points_line BEGIN SELECT RAISE(ABORT, 'a line of points is never deleted'); END;
{{postgres}}CREATE FUNCTION points_line_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a line of points is never changed or deleted'; END $$;
{{postgres}}CREATE TRIGGER points_line_not_changed BEFORE UPDATE OR DELETE ON points_line FOR EACH ROW EXECUTE FUNCTION points_line_stays();

-- One row: whoever changes points updates it first, so that they queue.
CREATE TABLE points_head (
    id       {{int}} NOT NULL PRIMARY KEY CHECK (id = 1),
    revision {{int}} NOT NULL
);
INSERT INTO points_head (id, revision) VALUES (1, 0);

-- +goose Down
SELECT 1;
