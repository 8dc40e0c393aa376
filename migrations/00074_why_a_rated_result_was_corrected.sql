-- +goose Up

-- Why the result of a game was corrected after its event was rated; '' for every
-- other change.
ALTER TABLE result_change ADD COLUMN reason TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
