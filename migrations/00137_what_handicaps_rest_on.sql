-- +goose Up

-- What the draw worked a game's handicap out from: the rule and both players' ratings, grades and scores as they were
-- then. '' where there is nothing to tell, and of games from before this was kept.
ALTER TABLE game ADD COLUMN handicap_from TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
