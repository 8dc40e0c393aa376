-- +goose Up

-- Whom the players of an online section write to: a name and an address, in every letter about their games.
-- '' where the deadlines were set before it was asked.
ALTER TABLE weekly_section ADD COLUMN contact TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
