-- +goose Up

-- Letters that waited in a backup when it was restored: they do not leave until an officer says so.
ALTER TABLE mail_letter ADD COLUMN restored BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
SELECT 1;
