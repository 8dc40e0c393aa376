-- +goose Up

-- Two points events of which someone has said that they are different ones, though they look like one that was entered
-- twice.
CREATE TABLE points_apart (
    one_id      {{int}} NOT NULL REFERENCES points_event (id),
    other_id    {{int}} NOT NULL REFERENCES points_event (id),
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL,
    PRIMARY KEY (one_id, other_id),
    CHECK (one_id < other_id)
);
CREATE INDEX points_apart_other ON points_apart (other_id);

-- +goose Down
SELECT 1;
