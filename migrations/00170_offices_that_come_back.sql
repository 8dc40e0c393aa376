-- +goose Up

-- Of an office that ended with a departure: whether the person acted for another in it, and its first day (NULL: not kept,
-- it had begun). One that had not begun comes back for that day, not before.
ALTER TABLE departure_office ADD COLUMN acting BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE departure_office ADD COLUMN from_day {{date}} CHECK (length(from_day) = 10);

-- +goose Down
SELECT 1;
