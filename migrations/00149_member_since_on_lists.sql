-- +goose Up

-- Since when somebody on a club's list has been a member, as the list says it: who
-- was one before the register knew of it is not new (Rule 2.2).
ALTER TABLE club_return_row ADD COLUMN since TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
