-- +goose Up

-- A game that both won, and what files of other programs say of games that were not played: both won by default, a jigo
-- by default. SQLite has no way to change the check of a column but the table's own text; nothing that is kept changes.
{{postgres}}ALTER TABLE game DROP CONSTRAINT game_result_check;
{{postgres}}ALTER TABLE game ADD CONSTRAINT game_result_check CHECK (result IN ('', 'W', 'B', 'J', 'W_default', 'B_default', 'both_lose', 'both_default', 'both_win', 'both_win_default', 'J_default'));
{{sqlite}}PRAGMA writable_schema = ON;
{{sqlite}}UPDATE sqlite_schema SET sql = replace(sql, '''both_default'')', '''both_default'', ''both_win'', ''both_win_default'', ''J_default'')') WHERE type = 'table' AND name = 'game';
{{sqlite}}PRAGMA writable_schema = RESET;
{{sqlite}}CREATE TABLE schema_again (id INTEGER PRIMARY KEY);
{{sqlite}}DROP TABLE schema_again;

-- +goose Down
SELECT 1;
