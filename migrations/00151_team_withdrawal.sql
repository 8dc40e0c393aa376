-- +goose Up

-- Who was withdrawn together with a team, and after which round, so that undoing it brings back them and no one who
-- had left before; '' where the team plays.
ALTER TABLE team ADD COLUMN withdrawal TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
