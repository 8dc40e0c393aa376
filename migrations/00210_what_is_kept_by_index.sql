-- +goose Up
-- Whose contact details are held, in the register and in clubs' lists: counted by index, not by reading all of both.
CREATE INDEX person_reached ON person (created_at, id) WHERE email <> '' OR phone <> '' OR address <> '' OR note <> '';
CREATE INDEX club_return_row_reached ON club_return_row (return_id) WHERE email <> '' OR phone <> '' OR address <> '' OR note <> '';

-- +goose Down
SELECT 1;
