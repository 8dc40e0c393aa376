-- +goose Up
-- Whose contact details are held, and until when they were a member, is read from one index.
DROP INDEX person_reached;
CREATE INDEX person_reached ON person (created_at, id, last_to) WHERE (email <> '' OR phone <> '' OR address <> '' OR note <> '') AND gone = FALSE;

-- +goose Down
SELECT 1;
