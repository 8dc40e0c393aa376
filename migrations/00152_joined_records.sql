-- +goose Up

-- Two records of one person that were joined: the gone one leads to the kept one, and what was carried is written down, so
-- that it can be undone.
CREATE TABLE person_merge (
    id            {{pk}},
    kept_id       {{int}} NOT NULL REFERENCES person (id),
    gone_id       {{int}} NOT NULL REFERENCES person (id),
    reason        TEXT NOT NULL CHECK (reason <> ''),
    moved_account BOOLEAN NOT NULL DEFAULT FALSE,            -- the gone record's account signs in for the kept one
    closed_id     {{int}} REFERENCES account (id),           -- the account that was closed by it
    was           TEXT NOT NULL,                             -- JSON: what of the kept record was filled in, before and after
    merged_at     {{instant}} NOT NULL CHECK (length(merged_at) = 24),
    merged_by     TEXT NOT NULL,
    undone_at     {{instant}} CHECK (length(undone_at) = 24),
    undone_by     TEXT NOT NULL DEFAULT '',
    undone_why    TEXT NOT NULL DEFAULT '',
    CHECK (kept_id <> gone_id),
    CHECK ((undone_at IS NULL) = (undone_by = ''))
);
CREATE INDEX person_merge_kept ON person_merge (kept_id);
CREATE INDEX person_merge_gone ON person_merge (gone_id);

-- Where the numbers of joined records lead now.
CREATE TABLE person_alias (
    gone_id  {{int}} NOT NULL PRIMARY KEY REFERENCES person (id),
    kept_id  {{int}} NOT NULL REFERENCES person (id),
    merge_id {{int}} NOT NULL REFERENCES person_merge (id),
    CHECK (kept_id <> gone_id)
);
CREATE INDEX person_alias_kept ON person_alias (kept_id);

-- The rows that were carried from the gone record to the kept one, or taken away because the kept one had the same.
CREATE TABLE person_merge_row (
    merge_id    {{int}} NOT NULL REFERENCES person_merge (id),
    no          {{int}} NOT NULL CHECK (no >= 1),
    table_name  TEXT NOT NULL,
    column_name TEXT NOT NULL,
    row_key     TEXT NOT NULL,                               -- JSON: the values of its key, without the person
    content     TEXT NOT NULL DEFAULT '',                    -- JSON, of a row that was taken away
    PRIMARY KEY (merge_id, no)
);

-- Pairs of records that were looked at and are two people.
CREATE TABLE person_apart (
    low_id      {{int}} NOT NULL REFERENCES person (id),
    high_id     {{int}} NOT NULL REFERENCES person (id),
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL,
    PRIMARY KEY (low_id, high_id),
    CHECK (low_id < high_id)
);
CREATE INDEX person_apart_high ON person_apart (high_id);

-- Names by which people were known before, or by which another record knew them.
CREATE TABLE person_former_name (
    id           {{pk}},
    person_id    {{int}} NOT NULL REFERENCES person (id),
    family_name  TEXT NOT NULL CHECK (family_name <> ''),
    given_names  TEXT NOT NULL DEFAULT '',
    family_first BOOLEAN NOT NULL DEFAULT FALSE,
    name_key     {{key}} NOT NULL,
    merge_id     {{int}} REFERENCES person_merge (id),       -- by which it came; NULL: by a change of the name
    recorded_at  {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by  TEXT NOT NULL
);
CREATE INDEX person_former_name_person ON person_former_name (person_id);
CREATE INDEX person_former_name_key ON person_former_name (name_key);
ALTER TABLE person ADD COLUMN show_former BOOLEAN NOT NULL DEFAULT FALSE; -- the person wants public pages to show them

-- How often the players of rated games were joined or parted again: what is kept in memory is of one such count.
ALTER TABLE rating_head ADD COLUMN joined {{int}} NOT NULL DEFAULT 0;

-- A line of these is still never changed, but for whose it is: along two records that were joined.
{{sqlite}}DROP TRIGGER points_line_not_changed;
{{sqlite}}CREATE TRIGGER points_line_not_changed BEFORE UPDATE OF id, day, step, points_event_id, opening_id, event_name, points, rule, trace, cause, reverses_id, posted_at, posted_by ON points_line BEGIN SELECT RAISE(ABORT, 'a line of points is never changed'); END;
{{sqlite}}CREATE TRIGGER points_line_of_one_person BEFORE UPDATE OF person_id ON points_line WHEN NOT EXISTS (SELECT 1 FROM person_merge m WHERE m.undone_at IS NULL AND (m.gone_id = OLD.person_id AND m.kept_id = NEW.person_id OR m.kept_id = OLD.person_id AND m.gone_id = NEW.person_id)) BEGIN SELECT RAISE(ABORT, 'a line of points is never changed'); END;
{{postgres}}CREATE OR REPLACE FUNCTION points_line_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP = 'UPDATE' THEN IF to_jsonb(NEW) - 'person_id' = to_jsonb(OLD) - 'person_id' AND EXISTS (SELECT 1 FROM person_merge m WHERE m.undone_at IS NULL AND (m.gone_id = OLD.person_id AND m.kept_id = NEW.person_id OR m.kept_id = OLD.person_id AND m.gone_id = NEW.person_id)) THEN RETURN NEW; END IF; END IF; RAISE EXCEPTION 'a line of points is never changed or deleted'; END $$;
{{sqlite}}DROP TRIGGER title_award_not_changed;
{{sqlite}}CREATE TRIGGER title_award_not_changed BEFORE UPDATE OF id, title_id, year, title_section_id, name, event_name, event_id, shared, rule, trace, source, cause, reverses_id, posted_at, posted_by ON title_award BEGIN SELECT RAISE(ABORT, 'a line of the roll is never changed'); END;
{{sqlite}}CREATE TRIGGER title_award_of_one_person BEFORE UPDATE OF person_id ON title_award WHEN NOT EXISTS (SELECT 1 FROM person_merge m WHERE m.undone_at IS NULL AND (m.gone_id = OLD.person_id AND m.kept_id = NEW.person_id OR m.kept_id = OLD.person_id AND m.gone_id = NEW.person_id)) BEGIN SELECT RAISE(ABORT, 'a line of the roll is never changed'); END;
{{postgres}}CREATE OR REPLACE FUNCTION title_award_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP = 'UPDATE' THEN IF to_jsonb(NEW) - 'person_id' = to_jsonb(OLD) - 'person_id' AND EXISTS (SELECT 1 FROM person_merge m WHERE m.undone_at IS NULL AND (m.gone_id = OLD.person_id AND m.kept_id = NEW.person_id OR m.kept_id = OLD.person_id AND m.gone_id = NEW.person_id)) THEN RETURN NEW; END IF; END IF; RAISE EXCEPTION 'a line of the roll is never changed or deleted'; END $$;
{{sqlite}}DROP TRIGGER grade_award_not_changed;
{{sqlite}}CREATE TRIGGER grade_award_not_changed BEFORE UPDATE OF id, number, grade, day, resolution_id, reached_day, reached_at, trace, recorded_at, recorded_by ON grade_award BEGIN SELECT RAISE(ABORT, 'a diploma is never changed'); END;
{{sqlite}}CREATE TRIGGER grade_award_of_one_person BEFORE UPDATE OF person_id ON grade_award WHEN NOT EXISTS (SELECT 1 FROM person_merge m WHERE m.undone_at IS NULL AND (m.gone_id = OLD.person_id AND m.kept_id = NEW.person_id OR m.kept_id = OLD.person_id AND m.gone_id = NEW.person_id)) BEGIN SELECT RAISE(ABORT, 'a diploma is never changed'); END;
{{postgres}}CREATE OR REPLACE FUNCTION grade_award_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP = 'UPDATE' THEN IF to_jsonb(NEW) - 'person_id' = to_jsonb(OLD) - 'person_id' AND EXISTS (SELECT 1 FROM person_merge m WHERE m.undone_at IS NULL AND (m.gone_id = OLD.person_id AND m.kept_id = NEW.person_id OR m.kept_id = OLD.person_id AND m.gone_id = NEW.person_id)) THEN RETURN NEW; END IF; END IF; RAISE EXCEPTION 'a diploma is never changed or deleted'; END $$;

-- +goose Down
SELECT 1;
