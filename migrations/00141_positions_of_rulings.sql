-- +goose Up

-- The position that a ruling is about, where the referee keeps it: a line of the record, how
-- many of its steps lead there, who moves next as the players settled it, what was played on
-- from it, and which stones they did not agree on. says is all of it in words, by the engine.
ALTER TABLE game_ruling ADD COLUMN position_line {{int}} NOT NULL DEFAULT 0 CHECK (position_line >= 0);
ALTER TABLE game_ruling ADD COLUMN position_after {{int}} NOT NULL DEFAULT 0 CHECK (position_after >= 0);
ALTER TABLE game_ruling ADD COLUMN position_next TEXT NOT NULL DEFAULT '' CHECK (position_next IN ('', 'B', 'W'));
ALTER TABLE game_ruling ADD COLUMN position_moves TEXT NOT NULL DEFAULT '';
ALTER TABLE game_ruling ADD COLUMN position_disputed TEXT NOT NULL DEFAULT '';
ALTER TABLE game_ruling ADD COLUMN position_says TEXT NOT NULL DEFAULT ''; -- '': no position is kept

-- +goose Down
SELECT 1;
