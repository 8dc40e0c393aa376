-- +goose Up

-- A game of a knock-out that was drawn as the one for third place: a result of a semi-final that is corrected afterwards
-- does not make it the final.
ALTER TABLE game ADD COLUMN third_place BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE game SET third_place = TRUE WHERE why LIKE '%"the game for third place%';

-- +goose Down
SELECT 1;
