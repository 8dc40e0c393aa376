-- +goose Up

-- Events are chosen by how they are drawn.
CREATE INDEX section_system ON section (system, event_id);

-- +goose Down
SELECT 1;
