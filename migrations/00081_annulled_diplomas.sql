-- +goose Up

-- A diploma that the committee annulled: its line and its number stay in the register, and the grade may be awarded again.
-- That no one has a grade twice is seen to where it is awarded, under the lock of grade_head.
{{sqlite}}CREATE TABLE grade_award_again (id {{pk}}, number {{int}} NOT NULL UNIQUE CHECK (number >= 1), person_id {{int}} NOT NULL REFERENCES person (id), grade {{int}} NOT NULL CHECK (grade BETWEEN 1 AND 12), day {{date}} NOT NULL CHECK (length(day) = 10), resolution_id {{int}} NOT NULL REFERENCES committee_resolution (id), reached_day {{date}} NOT NULL CHECK (length(reached_day) = 10), reached_at TEXT NOT NULL, trace TEXT NOT NULL, recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24), recorded_by TEXT NOT NULL);
{{sqlite}}INSERT INTO grade_award_again SELECT id, number, person_id, grade, day, resolution_id, reached_day, reached_at, trace, recorded_at, recorded_by FROM grade_award;
{{sqlite}}DROP TABLE grade_award;
{{sqlite}}ALTER TABLE grade_award_again RENAME TO grade_award;
{{sqlite}}CREATE TRIGGER grade_award_not_changed BEFORE UPDATE ON grade_award BEGIN SELECT RAISE(ABORT, 'a diploma is never changed'); END;
{{sqlite}}CREATE TRIGGER grade_award_not_deleted BEFORE DELETE ON grade_award BEGIN SELECT RAISE(ABORT, 'a diploma is never deleted'); END;
{{postgres}}ALTER TABLE grade_award DROP CONSTRAINT grade_award_person_id_grade_key;

CREATE TABLE grade_annulment (
    number        {{int}} NOT NULL PRIMARY KEY REFERENCES grade_award (number),
    resolution_id {{int}} NOT NULL REFERENCES committee_resolution (id),
    reason        TEXT NOT NULL CHECK (reason <> ''),
    recorded_at   {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by   TEXT NOT NULL
);

{{sqlite}}CREATE TRIGGER grade_annulment_not_changed BEFORE UPDATE ON grade_annulment BEGIN SELECT RAISE(ABORT, 'an annulment is never changed'); END;
{{sqlite}}CREATE TRIGGER grade_annulment_not_deleted BEFORE DELETE ON grade_annulment BEGIN SELECT RAISE(ABORT, 'an annulment is never deleted'); END;
{{postgres}}CREATE FUNCTION grade_annulment_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'an annulment is never changed or deleted'; END $$;
{{postgres}}CREATE TRIGGER grade_annulment_not_changed BEFORE UPDATE OR DELETE ON grade_annulment FOR EACH ROW EXECUTE FUNCTION grade_annulment_stays();
CREATE INDEX grade_award_person ON grade_award (person_id);

-- +goose Down
SELECT 1;
