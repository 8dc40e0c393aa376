-- +goose Up

-- Facts: what was submitted for rating. Never changed, but for being withdrawn.
CREATE TABLE rating_event (
    id           {{pk}},
    event_id     {{int}} NOT NULL REFERENCES event (id),
    name         TEXT NOT NULL CHECK (name <> ''),
    day          {{date}} NOT NULL CHECK (length(day) = 10), -- the event's first
    formula      TEXT NOT NULL CHECK (formula <> ''),        -- version that rates it: nzgs-2026
    players      {{int}} NOT NULL CHECK (players >= 2),
    games        {{int}} NOT NULL CHECK (games >= 1),
    not_rated    {{int}} NOT NULL CHECK (not_rated >= 0),    -- byes, defaults, games without a result
    submitted_at {{instant}} NOT NULL CHECK (length(submitted_at) = 24),
    submitted_by TEXT NOT NULL,
    withdrawn_at {{instant}} CHECK (length(withdrawn_at) = 24), -- NULL: it counts
    withdrawn_by TEXT NOT NULL DEFAULT '',
    CHECK ((withdrawn_at IS NULL) = (withdrawn_by = ''))
);
CREATE UNIQUE INDEX rating_event_counts ON rating_event (event_id) WHERE withdrawn_at IS NULL;
CREATE INDEX rating_event_event ON rating_event (event_id, id);
CREATE INDEX rating_event_order ON rating_event (day, event_id);

CREATE TABLE rating_player (
    submission_id {{int}} NOT NULL REFERENCES rating_event (id),
    person_id     {{int}} NOT NULL REFERENCES person (id),
    declared      {{int}} NOT NULL,                          -- tenths; counts without earlier games
    PRIMARY KEY (submission_id, person_id)
);
CREATE INDEX rating_player_person ON rating_player (person_id);

CREATE TABLE rating_game (
    submission_id {{int}} NOT NULL REFERENCES rating_event (id),
    ref           {{int}} NOT NULL CHECK (ref > 0),          -- number of the game it was copied from
    section       TEXT NOT NULL DEFAULT '',
    round         {{int}} NOT NULL CHECK (round >= 1),
    black_id      {{int}} NOT NULL REFERENCES person (id),
    white_id      {{int}} NOT NULL REFERENCES person (id),
    handicap      {{int}} NOT NULL CHECK (handicap >= 0),
    result        TEXT NOT NULL CHECK (result IN ('B', 'W', 'J')),
    weight        {{int}} NOT NULL CHECK (weight BETWEEN 1 AND 1000), -- thousandths
    counts        BOOLEAN NOT NULL DEFAULT TRUE,             -- FALSE: its submission was withdrawn
    PRIMARY KEY (submission_id, ref),
    CHECK (black_id <> white_id)
);
CREATE UNIQUE INDEX rating_game_once ON rating_game (ref) WHERE counts = TRUE;
CREATE INDEX rating_game_black ON rating_game (black_id, submission_id);
CREATE INDEX rating_game_white ON rating_game (white_id, submission_id);

-- Worked out from the facts that count: what each event did to each player.
CREATE TABLE rating_change (
    submission_id {{int}} NOT NULL REFERENCES rating_event (id),
    person_id     {{int}} NOT NULL REFERENCES person (id),
    event_id      {{int}} NOT NULL REFERENCES event (id),
    day           {{date}} NOT NULL CHECK (length(day) = 10),
    before_milli  {{int}} NOT NULL,                          -- thousandths of a stone
    after_milli   {{int}} NOT NULL,
    games_before  {{int}} NOT NULL CHECK (games_before >= 0), -- rated before; 0: entered as declared
    games         {{int}} NOT NULL CHECK (games >= 1),
    PRIMARY KEY (submission_id, person_id)
);
CREATE UNIQUE INDEX rating_change_person ON rating_change (person_id, day, event_id);

-- The list: everybody's last change.
CREATE TABLE rating (
    person_id {{int}} NOT NULL PRIMARY KEY REFERENCES person (id),
    milli     {{int}} NOT NULL,                              -- thousandths of a stone
    games     {{int}} NOT NULL CHECK (games >= 1),           -- rated in all
    last_day  {{date}} NOT NULL CHECK (length(last_day) = 10)
);
CREATE INDEX rating_order ON rating (milli, person_id, last_day);

-- One row: whoever changes ratings updates it first, so that they queue.
CREATE TABLE rating_head (
    id       {{int}} NOT NULL PRIMARY KEY CHECK (id = 1),
    revision {{int}} NOT NULL                                -- of the list
);
INSERT INTO rating_head (id, revision) VALUES (1, 0);

-- +goose Down
SELECT 1;
