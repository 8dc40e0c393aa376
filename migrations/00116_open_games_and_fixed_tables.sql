-- +goose Up

-- What a game without a result counts as in the draw of later rounds, as the director said: a result, or
-- 'none' for nothing yet; '' while it was not said.
ALTER TABLE game ADD COLUMN counts_as TEXT NOT NULL DEFAULT '' CHECK (counts_as IN ('', 'W', 'B', 'J', 'none'));

-- Players who always sit at one table.
CREATE TABLE fixed_table (
    entry_id   {{int}} NOT NULL PRIMARY KEY REFERENCES entry (id),
    section_id {{int}} NOT NULL REFERENCES section (id),
    table_no   {{int}} NOT NULL CHECK (table_no >= 1),
    UNIQUE (section_id, table_no)
);

-- +goose Down
SELECT 1;
