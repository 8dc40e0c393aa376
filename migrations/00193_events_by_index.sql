-- +goose Up

-- Events are asked for by whether they are over, and the few that are not rated among all: a list of tens of thousands is
-- not read through for a page of it.
CREATE INDEX event_over ON event (to_day, status, id);
CREATE INDEX event_not_rated ON event (id) WHERE status <> 'rated';

-- +goose Down
SELECT 1;
