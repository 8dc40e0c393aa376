-- +goose Up

-- What was found when a kept record was played through, so that showing it plays
-- nothing again. It follows from the record: it may be deleted and is made again.
CREATE TABLE game_record_report (
    record_id {{int}} PRIMARY KEY REFERENCES game_record (id),
    made_as   {{int}} NOT NULL,                     -- the form of the report
    report    TEXT NOT NULL CHECK (report <> '')    -- JSON
);

-- +goose Down
SELECT 1;
