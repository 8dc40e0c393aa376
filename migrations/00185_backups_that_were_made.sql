-- +goose Up

-- The last backup that was checked and kept (1), and the last try (2).
CREATE TABLE backup_made (
    id      {{int}} NOT NULL PRIMARY KEY CHECK (id IN (1, 2)),
    made_at {{instant}} NOT NULL CHECK (length(made_at) = 24),
    worked  BOOLEAN NOT NULL,
    size    {{int}} NOT NULL CHECK (size >= 0)
);

-- +goose Down
SELECT 1;
