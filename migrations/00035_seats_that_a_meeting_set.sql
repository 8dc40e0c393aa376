-- +goose Up

-- Whether the meeting set the number of seats itself. Where it did not, the
-- constitution of the meeting's day has the number until the result is confirmed.
ALTER TABLE election ADD COLUMN seats_set BOOLEAN NOT NULL DEFAULT FALSE;

UPDATE election
SET seats_set = TRUE
WHERE decision <> '' OR id IN (
    SELECT object_id
    FROM audit_entry
    WHERE object = 'election' AND action = 'set.seats'
);

-- +goose Down
SELECT 1;
