-- +goose Up

-- When the rounds of a section are played, by the clocks of the event's place.
CREATE TABLE timetable (
    section_id {{int}} NOT NULL PRIMARY KEY REFERENCES section (id),
    zone       TEXT NOT NULL CHECK (zone <> ''), -- as the time zone database names it: Pacific/Auckland
    changed_at {{instant}} NOT NULL CHECK (length(changed_at) = 24),
    version    {{int}} NOT NULL
);

CREATE TABLE timetable_round (
    section_id {{int}} NOT NULL REFERENCES timetable (section_id),
    round      {{int}} NOT NULL CHECK (round >= 1),
    day        {{date}} NOT NULL CHECK (length(day) = 10),
    starts     {{int}} NOT NULL CHECK (starts BETWEEN 0 AND 1439),   -- minutes after midnight
    minutes    {{int}} NOT NULL CHECK (minutes BETWEEN 1 AND 1440), -- until its last game has ended
    pause      TEXT NOT NULL DEFAULT '', -- what comes after it: Lunch
    clocks     TEXT NOT NULL DEFAULT '', -- '': the section's
    PRIMARY KEY (section_id, round)
);

-- +goose Down
SELECT 1;
