-- +goose Up

-- When somebody who had gone out of a meeting came back, the last time: counts say so.
-- NULL of one who never did, or before this was kept.
ALTER TABLE meeting_presence ADD COLUMN back_at {{instant}} CHECK (length(back_at) = 24);

-- +goose Down
SELECT 1;
