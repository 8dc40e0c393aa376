-- +goose Up
-- A move of the whole society from this database to another, or from another to this one. The row is of this database and
-- is never copied. While it says that a move goes out of here, or has not ended, the database is not served.
CREATE TABLE moving (
    id       {{int}} PRIMARY KEY CHECK (id = 1),
    move     {{key}} NOT NULL CHECK (length(move) = 26),                   -- the same at both ends
    side     {{key}} NOT NULL CHECK (side IN ('from', 'to')),
    begun_at {{instant}} NOT NULL CHECK (length(begun_at) = 24),
    ended_at {{instant}} CHECK (length(ended_at) = 24),
    filled   {{key}} NOT NULL DEFAULT ''                                   -- tables of the target that are whole
);

-- +goose Down
SELECT 1;
