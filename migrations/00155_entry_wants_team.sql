-- +goose Up

-- The team that someone who enters a team event online wants to play for, as they write it; '' is any.
ALTER TABLE application ADD COLUMN team TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
