-- +goose Up

-- The first day that the event had when its closing time was set: when the event has moved since, its director is asked
-- whether the closing time moves along.
ALTER TABLE entry_terms ADD COLUMN from_day {{date}} CHECK (length(from_day) = 10);
UPDATE entry_terms SET from_day = (SELECT e.from_day FROM event e WHERE e.id = entry_terms.event_id);

-- +goose Down
SELECT 1;
