-- +goose Up

-- Sections whose players arrange their games themselves, online: each round has a last day.
CREATE TABLE weekly_section (
    section_id  {{int}} NOT NULL PRIMARY KEY REFERENCES section (id),
    board_size  {{int}} NOT NULL CHECK (board_size IN (9, 13, 19)),
    remind_days {{int}} NOT NULL CHECK (remind_days BETWEEN 1 AND 14), -- before the last day
    late        TEXT NOT NULL CHECK (late IN ('director', 'both_default')),
    late_days   {{int}} NOT NULL CHECK (late_days BETWEEN 1 AND 60),   -- after the last day, then late applies
    version     {{int}} NOT NULL
);

CREATE TABLE weekly_deadline (
    section_id {{int}} NOT NULL REFERENCES weekly_section (section_id),
    round      {{int}} NOT NULL CHECK (round >= 1),
    day        {{date}} NOT NULL CHECK (length(day) = 10), -- the last on which the round is played, in New Zealand
    PRIMARY KEY (section_id, round)
);

-- +goose Down
SELECT 1;
