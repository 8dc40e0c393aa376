-- +goose Up

-- What an event file of another program says and the form of a section does not ask, as JSON; '' is nothing.
ALTER TABLE section ADD COLUMN file_rules TEXT NOT NULL DEFAULT '';

-- The grade a player is entered with, where a file gave another than that of the rating.
ALTER TABLE entry ADD COLUMN grade {{int}};

-- +goose Down
SELECT 1;
