-- +goose Up

-- Ratings that the ratings officer set, from the morning of a day on: facts, as the games are. Never changed, but for being
-- withdrawn. Only who had a rated game before the day stands where it says.
CREATE TABLE rating_correction (
    id            {{pk}},
    person_id     {{int}} NOT NULL REFERENCES person (id),
    day           {{date}} NOT NULL CHECK (length(day) = 10),
    milli         {{int}} NOT NULL,                          -- thousandths of a stone
    reason        TEXT NOT NULL CHECK (reason <> ''),
    recorded_at   {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by   TEXT NOT NULL,
    withdrawn_at  {{instant}} CHECK (length(withdrawn_at) = 24), -- NULL: it counts
    withdrawn_by  TEXT NOT NULL DEFAULT '',
    withdrawn_why TEXT NOT NULL DEFAULT '',
    CHECK ((withdrawn_at IS NULL) = (withdrawn_by = ''))
);
CREATE UNIQUE INDEX rating_correction_once ON rating_correction (person_id, day) WHERE withdrawn_at IS NULL;
CREATE INDEX rating_correction_day ON rating_correction (day);

-- +goose Down
SELECT 1;
