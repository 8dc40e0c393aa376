-- +goose Up

-- The office by which someone took over: another who follows in its place confirms anew. NULL: not kept.
ALTER TABLE handover ADD COLUMN in_office {{int}};

-- +goose Down
SELECT 1;
