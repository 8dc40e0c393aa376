-- +goose Up
-- Who reached a dan, with how many games, is read from the index alone.
DROP INDEX rating_change_dan;
CREATE INDEX rating_change_dan ON rating_change (person_id, after_milli, games_before, games) WHERE after_milli >= 950;

-- +goose Down
SELECT 1;
