-- +goose Up

-- When the files that the program writes had nothing any more of what was
-- destroyed; NULL: they may still have it, and the program tries again.
ALTER TABLE postal_vote ADD COLUMN cleared_at {{instant}} CHECK (length(cleared_at) = 24);

-- +goose Down
SELECT 1;
