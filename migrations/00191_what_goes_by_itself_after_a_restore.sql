-- +goose Up

-- There while a backup has just been restored: what the program writes by itself may have left after the backup was made.
CREATE TABLE mail_just_restored (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    restored_at TEXT NOT NULL CHECK (length(restored_at) = 24)
);

-- +goose Down
SELECT 1;
