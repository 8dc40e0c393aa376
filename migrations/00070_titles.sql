-- +goose Up

-- The titles that the society names. One that is no longer awarded keeps its roll.
CREATE TABLE title (
    id          {{pk}},
    name        TEXT NOT NULL CHECK (name <> ''),
    name_key    {{key}} NOT NULL UNIQUE,
    retired     BOOLEAN NOT NULL DEFAULT FALSE,
    version     {{int}} NOT NULL DEFAULT 1,
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL
);

-- How players who are equal first by score are separated, for events that begin on a day or later. Of two for one day the
-- later one counts.
CREATE TABLE title_rule (
    id          {{pk}},
    title_id    {{int}} NOT NULL REFERENCES title (id),
    from_day    {{date}} NOT NULL CHECK (length(from_day) = 10),
    tie_breaks  TEXT NOT NULL,                             -- in their order: SOS,SOSOS; empty: they share the title
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL
);
CREATE INDEX title_rule_title ON title_rule (title_id, from_day);

INSERT INTO title (name, name_key, recorded_at, recorded_by)
VALUES ('Champion of New Zealand', 'champion of new zealand', '2026-01-01T00:00:00.000Z', 'the program'),
       ('Rapid champion', 'rapid champion', '2026-01-01T00:00:00.000Z', 'the program'),
       ('Handicap champion', 'handicap champion', '2026-01-01T00:00:00.000Z', 'the program'),
       ('9×9 champion', '9×9 champion', '2026-01-01T00:00:00.000Z', 'the program'),
       ('Women’s champion', 'womens champion', '2026-01-01T00:00:00.000Z', 'the program'),
       ('Youth champion', 'youth champion', '2026-01-01T00:00:00.000Z', 'the program');
INSERT INTO title_rule (title_id, from_day, tie_breaks, recorded_at, recorded_by)
SELECT id, '1900-01-01', '', recorded_at, recorded_by FROM title ORDER BY id;

-- A section that decides a title.
CREATE TABLE title_section (
    id           {{pk}},
    title_id     {{int}} NOT NULL REFERENCES title (id),
    section_id   {{int}} NOT NULL REFERENCES section (id),
    waits        TEXT NOT NULL DEFAULT '',                 -- why it was not awarded when the section was finished
    declared_at  {{instant}} NOT NULL CHECK (length(declared_at) = 24),
    declared_by  TEXT NOT NULL,
    withdrawn_at {{instant}} CHECK (length(withdrawn_at) = 24),
    withdrawn_by TEXT NOT NULL DEFAULT '',
    version      {{int}} NOT NULL DEFAULT 1,
    CHECK ((withdrawn_at IS NULL) = (withdrawn_by = ''))
);
CREATE UNIQUE INDEX title_section_once ON title_section (section_id) WHERE withdrawn_at IS NULL;
CREATE INDEX title_section_title ON title_section (title_id);

-- A file of earlier champions. Its rows are kept for the preview, and entered once.
CREATE TABLE title_file (
    id          {{pk}},
    file_name   TEXT NOT NULL,
    content     TEXT NOT NULL,
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL,
    entered_at  {{instant}} CHECK (length(entered_at) = 24)
);

-- The roll. Lines are added and never changed: what was wrong is reversed by a line of its own.
CREATE TABLE title_award (
    id               {{pk}},
    title_id         {{int}} NOT NULL REFERENCES title (id),
    year             {{int}} NOT NULL CHECK (year BETWEEN 1900 AND 2999),
    title_section_id {{int}} REFERENCES title_section (id), -- NULL: of an earlier year, entered with its source
    person_id        {{int}} REFERENCES person (id),        -- NULL: someone who is not in the register
    name             TEXT NOT NULL DEFAULT '',              -- of them
    event_name       TEXT NOT NULL DEFAULT '',
    event_id         {{int}} REFERENCES event (id),
    shared           BOOLEAN NOT NULL DEFAULT FALSE,
    rule             TEXT NOT NULL DEFAULT '',
    trace            TEXT NOT NULL DEFAULT '',              -- its lines; {12} is person 12
    source           TEXT NOT NULL DEFAULT '',
    cause            TEXT NOT NULL,                         -- why it was posted on that day
    reverses_id      {{int}} UNIQUE REFERENCES title_award (id), -- a line is reversed once
    posted_at        {{instant}} NOT NULL CHECK (length(posted_at) = 24),
    posted_by        TEXT NOT NULL,
    CHECK ((person_id IS NULL) = (name <> '')),
    CHECK (title_section_id IS NOT NULL OR source <> ''),
    CHECK (title_section_id IS NULL OR person_id IS NOT NULL)
);
CREATE INDEX title_award_title ON title_award (title_id, year);
CREATE INDEX title_award_person ON title_award (person_id);
CREATE INDEX title_award_section ON title_award (title_section_id);

{{sqlite}}CREATE TRIGGER title_award_not_changed BEFORE UPDATE ON title_award BEGIN SELECT RAISE(ABORT, 'a line of the roll is never changed'); END;
{{sqlite}}CREATE TRIGGER title_award_not_deleted BEFORE DELETE ON title_award BEGIN SELECT RAISE(ABORT, 'a line of the roll is never deleted'); END;
{{postgres}}CREATE FUNCTION title_award_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a line of the roll is never changed or deleted'; END $$;
{{postgres}}CREATE TRIGGER title_award_not_changed BEFORE UPDATE OR DELETE ON title_award FOR EACH ROW EXECUTE FUNCTION title_award_stays();

-- One row: whoever changes titles updates it first, so that they queue.
CREATE TABLE title_head (
    id       {{int}} NOT NULL PRIMARY KEY CHECK (id = 1),
    revision {{int}} NOT NULL
);
INSERT INTO title_head (id, revision) VALUES (1, 0);

-- +goose Down
SELECT 1;
