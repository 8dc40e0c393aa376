-- +goose Up
-- What the ratings officer looks through: who moved far, whose rating is provisional, who has no grade; and who came to the list
-- when. Each is few among many.
CREATE INDEX rating_change_far ON rating_change (day, event_id, person_id) WHERE ABS(after_milli - before_milli) > 1000;
CREATE INDEX rating_change_first ON rating_change (day) WHERE games_before = 0;
CREATE INDEX rating_provisional ON rating (last_day) WHERE games < 10;
CREATE INDEX person_ungraded ON person (id) WHERE grade = '';

-- +goose Down
SELECT 1;
