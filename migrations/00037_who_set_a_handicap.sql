-- +goose Up

-- Who decided on a handicap by hand; '' where nobody did, or before this was kept.
ALTER TABLE game ADD COLUMN handicap_by TEXT NOT NULL DEFAULT '';
ALTER TABLE fixed_pair ADD COLUMN handicap_by TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
