-- +goose Up

-- The draft from the records that a text of minutes was last compared with, when
-- members were first shown it, and what was corrected when it was approved.
ALTER TABLE meeting_minutes ADD COLUMN drafted TEXT NOT NULL DEFAULT '';
ALTER TABLE meeting_minutes ADD COLUMN shown_at {{instant}} CHECK (length(shown_at) = 24);
ALTER TABLE meeting_minutes ADD COLUMN shown_by TEXT NOT NULL DEFAULT '';
ALTER TABLE meeting_minutes ADD COLUMN corrections TEXT NOT NULL DEFAULT '';

-- What members remarked on minutes that are a draft, and what was answered.
CREATE TABLE minutes_remark (
    id          {{pk}},
    meeting_id  {{int}} NOT NULL REFERENCES meeting (id),
    person_id   {{int}} NOT NULL REFERENCES person (id),
    section     TEXT NOT NULL DEFAULT '',   -- its heading as it was; '': the beginning
    remark      TEXT NOT NULL CHECK (remark <> ''),
    made_at     {{instant}} NOT NULL CHECK (length(made_at) = 24),
    answer      {{key}} NOT NULL DEFAULT '' CHECK (answer IN ('', 'taken', 'not_taken')),
    reply       TEXT NOT NULL DEFAULT '',
    answered_at {{instant}} CHECK (length(answered_at) = 24),
    answered_by TEXT NOT NULL DEFAULT '',
    version     {{int}} NOT NULL DEFAULT 1,
    CHECK ((answer = '') = (answered_at IS NULL))
);
CREATE INDEX minutes_remark_meeting ON minutes_remark (meeting_id);

-- +goose Down
SELECT 1;
