-- +goose Up

-- How the fee of a confirmed list came about: the rule, its arithmetic and the
-- version of the constitution it was worked out by. '' of what was confirmed
-- before this was kept.
ALTER TABLE club_return ADD COLUMN fee_trace TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
