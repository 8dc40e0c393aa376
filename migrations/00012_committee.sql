-- +goose Up

-- An officer whom the committee appointed in place of one who cannot act.
ALTER TABLE office ADD COLUMN acting BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
SELECT 1;
