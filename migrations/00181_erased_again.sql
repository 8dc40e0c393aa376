-- +goose Up

-- Whoever joined again after being erased can ask for it again: one open request for each person.
DROP INDEX erasure_open;
CREATE UNIQUE INDEX erasure_open ON erasure (person_id) WHERE withdrawn_at IS NULL AND done_at IS NULL;

-- +goose Down
SELECT 1;
