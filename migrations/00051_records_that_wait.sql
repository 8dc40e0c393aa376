-- +goose Up

-- How a record stands: waiting to be accepted, shown to everybody, hidden, or
-- removed (its content is gone, its hash stays). One that was sent with the code of a
-- table's card alone waits: nobody knows who sent it. The others were handed in by
-- the director, the referee or a player who had signed in, and stay shown.
ALTER TABLE game_record ADD COLUMN standing {{key}} NOT NULL DEFAULT 'shown'
    CHECK (standing IN ('waiting', 'shown', 'hidden', 'removed'));
ALTER TABLE game_record ADD COLUMN black_accepts BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE game_record ADD COLUMN white_accepts BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE game_record ADD COLUMN standing_why TEXT NOT NULL DEFAULT '';
ALTER TABLE game_record ADD COLUMN standing_by TEXT NOT NULL DEFAULT '';
ALTER TABLE game_record ADD COLUMN standing_at {{instant}} CHECK (length(standing_at) = 24);

UPDATE game_record SET standing = 'waiting' WHERE attached_by = 'a player at the table';

-- +goose Down
SELECT 1;
