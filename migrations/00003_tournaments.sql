-- +goose Up

-- A tournament: one or more sections on the same days.
CREATE TABLE event (
    id           {{pk}},
    slug         {{key}} NOT NULL UNIQUE CHECK (slug <> ''), -- its address: congress-2027
    name         TEXT NOT NULL CHECK (name <> ''),
    place        TEXT NOT NULL DEFAULT '',
    from_day     {{date}} NOT NULL CHECK (length(from_day) = 10),
    to_day       {{date}} NOT NULL CHECK (length(to_day) = 10 AND to_day >= from_day),
    organiser_id {{int}} REFERENCES club (id),     -- NULL: the society itself
    about        TEXT NOT NULL DEFAULT '',         -- for players: times, fees, how to enter
    status       TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'open', 'running', 'final', 'rated')),
    created_at   {{instant}} NOT NULL CHECK (length(created_at) = 24),
    version      {{int}} NOT NULL DEFAULT 1,       -- of the event's own fields
    revision     {{int}} NOT NULL DEFAULT 1        -- of everything in the event: live pages compare it
);
CREATE INDEX event_days ON event (from_day, id);
CREATE INDEX event_organiser ON event (organiser_id);

-- Directors and referees serve one event, or every event where it is NULL.
ALTER TABLE office ADD COLUMN event_id {{int}} REFERENCES event (id)
    CHECK (event_id IS NULL OR role IN ('director', 'referee'));
CREATE INDEX office_event ON office (event_id);

-- Players who are drawn and placed together, with their settings.
CREATE TABLE section (
    id                  {{pk}},
    event_id            {{int}} NOT NULL REFERENCES event (id),
    seq                 {{int}} NOT NULL CHECK (seq >= 1),          -- order within the event
    slug                {{key}} NOT NULL CHECK (slug <> ''),
    name                TEXT NOT NULL CHECK (name <> ''),
    system              TEXT NOT NULL CHECK (system IN ('swiss', 'mcmahon', 'roundrobin')),
    rounds              {{int}} NOT NULL CHECK (rounds BETWEEN 1 AND 99),
    komi                {{int}} NOT NULL,                           -- of even games, in half points
    board_time          TEXT NOT NULL DEFAULT '',
    first_table         {{int}} NOT NULL DEFAULT 1 CHECK (first_table >= 1),
    handicap            TEXT NOT NULL DEFAULT 'none' CHECK (handicap IN ('none', 'rating')),
    handicap_ceiling    {{int}} NOT NULL DEFAULT 9 CHECK (handicap_ceiling BETWEEN 1 AND 99),
    handicap_reduction  {{int}} NOT NULL DEFAULT 0 CHECK (handicap_reduction BETWEEN 0 AND 99),
    even_under_half     BOOLEAN NOT NULL DEFAULT FALSE,
    seeding             TEXT NOT NULL DEFAULT 'slide' CHECK (seeding IN ('slide', 'fold', 'random', 'closest', 'handicap')),
    seed                {{int}} NOT NULL DEFAULT 1,
    criteria            TEXT NOT NULL DEFAULT '',                   -- in order, separated by commas; '' is the default order
    apart_firm          {{int}} NOT NULL DEFAULT 0,                 -- last round in which club-mates are firmly kept apart; 0: all
    apart_weak          {{int}} NOT NULL DEFAULT 0,                 -- last round in which it still counts; 0: all
    accelerated_rounds  {{int}} NOT NULL DEFAULT 0 CHECK (accelerated_rounds >= 0),
    bar                 {{int}},                                    -- McMahon bar and floor, tenths
    floor               {{int}},
    tie_breaks          TEXT NOT NULL DEFAULT '',                   -- in order, separated by commas
    unplayed            TEXT NOT NULL DEFAULT 'virtual' CHECK (unplayed IN ('virtual', 'half', 'zero')),
    absence_half        BOOLEAN NOT NULL DEFAULT FALSE,
    handicap_in_sosm    BOOLEAN NOT NULL DEFAULT FALSE,
    rated               BOOLEAN NOT NULL DEFAULT TRUE,
    weight              {{int}} NOT NULL DEFAULT 1000 CHECK (weight BETWEEN 1 AND 1000), -- in the rating formula, thousandths
    card_secret         TEXT NOT NULL,                              -- what the codes on the table cards are made from
    version             {{int}} NOT NULL DEFAULT 1,
    UNIQUE (event_id, seq),
    UNIQUE (event_id, slug)
);

-- A person in a section.
CREATE TABLE entry (
    id              {{pk}},
    section_id      {{int}} NOT NULL REFERENCES section (id),
    person_id       {{int}} NOT NULL REFERENCES person (id),
    number          {{int}} NOT NULL CHECK (number >= 1),           -- in order of entering; the lot knows players by it
    rating          {{int}} NOT NULL,                               -- tenths
    rating_source   TEXT NOT NULL CHECK (rating_source IN ('list', 'grade', 'director')),
    club            TEXT NOT NULL DEFAULT '',                       -- as the draw shows it
    city            TEXT NOT NULL DEFAULT '',
    entered_in      {{int}} NOT NULL DEFAULT 1 CHECK (entered_in >= 1),
    start_score     {{int}} NOT NULL DEFAULT 0,                     -- half points, set for a late entry
    withdrawn_after {{int}} CHECK (withdrawn_after >= 0),           -- NULL: still in
    membership      TEXT NOT NULL CHECK (membership IN ('member', 'not_member', 'visitor')),
    warning         TEXT NOT NULL DEFAULT '',                       -- what the director should know
    created_at      {{instant}} NOT NULL CHECK (length(created_at) = 24),
    version         {{int}} NOT NULL DEFAULT 1,
    UNIQUE (section_id, person_id),
    UNIQUE (section_id, number)
);
CREATE INDEX entry_person ON entry (person_id);

-- Rounds a player has said not to play.
CREATE TABLE entry_round (
    entry_id {{int}} NOT NULL REFERENCES entry (id),
    round    {{int}} NOT NULL CHECK (round >= 1),
    kind     TEXT NOT NULL CHECK (kind IN ('absent', 'half_bye')),
    PRIMARY KEY (entry_id, round)
);

-- A round: a preview that only the director sees, then published.
CREATE TABLE round (
    id           {{pk}},
    section_id   {{int}} NOT NULL REFERENCES section (id),
    number       {{int}} NOT NULL CHECK (number >= 1),
    state        TEXT NOT NULL CHECK (state IN ('draft', 'published')),
    starts       TEXT NOT NULL DEFAULT '',                          -- for the wall: Saturday, 10.00 am
    seed         {{int}} NOT NULL DEFAULT 0,                        -- of the lot it was drawn with
    drawn_from   {{key}} NOT NULL DEFAULT '',                       -- SHA-256 of what it was drawn from; '' when played elsewhere
    explanation  TEXT NOT NULL DEFAULT '',                          -- JSON: why this bye, who is idle, what the draw costs
    drawn_at     {{instant}} NOT NULL CHECK (length(drawn_at) = 24),
    published_at {{instant}} CHECK (length(published_at) = 24),
    version      {{int}} NOT NULL DEFAULT 1,
    UNIQUE (section_id, number),
    CHECK ((state = 'published') = (published_at IS NOT NULL))
);

CREATE TABLE round_bye (
    round_id {{int}} NOT NULL REFERENCES round (id),
    entry_id {{int}} NOT NULL REFERENCES entry (id),
    PRIMARY KEY (round_id, entry_id)
);
CREATE INDEX round_bye_entry ON round_bye (entry_id);

-- A game of a round, with its result once there is one.
CREATE TABLE game (
    id              {{pk}},
    round_id        {{int}} NOT NULL REFERENCES round (id),
    table_no        {{int}} NOT NULL CHECK (table_no >= 1),
    black_id        {{int}} NOT NULL REFERENCES entry (id),
    white_id        {{int}} NOT NULL REFERENCES entry (id),
    handicap        {{int}} NOT NULL DEFAULT 0 CHECK (handicap BETWEEN 0 AND 99),
    komi            {{int}} NOT NULL,                               -- half points
    handicap_reason TEXT NOT NULL DEFAULT '',                       -- set when the director chose the handicap
    fixed           BOOLEAN NOT NULL DEFAULT FALSE,
    why             TEXT NOT NULL DEFAULT '',                       -- JSON: the reasons of this pair
    result          TEXT NOT NULL DEFAULT '' CHECK (result IN ('', 'W', 'B', 'J', 'W_default', 'B_default', 'both_lose', 'both_default')),
    margin          TEXT NOT NULL DEFAULT '',                       -- as told: 4, resignation, time
    result_by       TEXT NOT NULL DEFAULT '',                       -- who entered it, by name
    result_at       {{instant}} CHECK (length(result_at) = 24),
    version         {{int}} NOT NULL DEFAULT 1,
    UNIQUE (round_id, table_no),
    UNIQUE (round_id, black_id),
    UNIQUE (round_id, white_id),
    CHECK (black_id <> white_id),
    CHECK ((result = '') = (result_at IS NULL))
);
CREATE INDEX game_black ON game (black_id);
CREATE INDEX game_white ON game (white_id);

-- What the director has decided about a round before it is drawn.
CREATE TABLE fixed_pair (
    id         {{pk}},
    section_id {{int}} NOT NULL REFERENCES section (id),
    round      {{int}} NOT NULL CHECK (round >= 1),
    white_id   {{int}} NOT NULL REFERENCES entry (id),
    black_id   {{int}} REFERENCES entry (id),                       -- NULL: white_id has the bye
    colours    TEXT NOT NULL DEFAULT 'given' CHECK (colours IN ('given', 'draw')),
    handicap   {{int}} CHECK (handicap BETWEEN 0 AND 99),           -- NULL: by the section's rule
    reason     TEXT NOT NULL DEFAULT '',
    UNIQUE (section_id, round, white_id),
    UNIQUE (section_id, round, black_id)
);
CREATE TABLE forbidden_pair (
    id         {{pk}},
    section_id {{int}} NOT NULL REFERENCES section (id),
    round      {{int}} NOT NULL DEFAULT 0 CHECK (round >= 0),       -- 0: every round
    a_id       {{int}} NOT NULL REFERENCES entry (id),
    b_id       {{int}} NOT NULL REFERENCES entry (id),
    reason     TEXT NOT NULL DEFAULT '',
    CHECK (a_id < b_id),
    UNIQUE (section_id, round, a_id, b_id)
);

-- An uploaded list of entries between its preview and its confirmation.
CREATE TABLE entry_import (
    id         {{pk}},
    event_id   {{int}} NOT NULL REFERENCES event (id),
    file_name  TEXT NOT NULL,
    content    TEXT NOT NULL,                                       -- JSON: the rows as read
    state      TEXT NOT NULL DEFAULT 'preview' CHECK (state IN ('preview', 'done')),
    created_at {{instant}} NOT NULL CHECK (length(created_at) = 24),
    version    {{int}} NOT NULL DEFAULT 1
);
CREATE INDEX entry_import_event ON entry_import (event_id);

-- Every change of a result, in order; nothing here is ever changed.
CREATE TABLE result_change (
    id            {{pk}},
    game_id       {{int}} NOT NULL REFERENCES game (id),
    at            {{instant}} NOT NULL CHECK (length(at) = 24),
    by_id         {{int}} REFERENCES person (id),                   -- NULL: the program, or a player with the table card
    by_name       TEXT NOT NULL,
    source        TEXT NOT NULL CHECK (source IN ('board', 'players', 'ruling', 'undo')),
    before_result TEXT NOT NULL,
    before_margin TEXT NOT NULL,
    result        TEXT NOT NULL,
    margin        TEXT NOT NULL,
    undoes_id     {{int}} UNIQUE REFERENCES result_change (id)      -- only of source 'undo'
);
CREATE INDEX result_change_game ON result_change (game_id, id);
CREATE INDEX result_change_by ON result_change (by_id, id);

-- What the players themselves say; final once both say the same.
CREATE TABLE player_report (
    id        {{pk}},
    game_id   {{int}} NOT NULL REFERENCES game (id),
    side      TEXT NOT NULL CHECK (side IN ('black', 'white')),
    result    TEXT NOT NULL CHECK (result IN ('W', 'B', 'J')),
    margin    TEXT NOT NULL DEFAULT '',
    person_id {{int}} REFERENCES person (id),                       -- NULL: by the table card
    at        {{instant}} NOT NULL CHECK (length(at) = 24),
    UNIQUE (game_id, side)
);

-- The referee's inbox.
CREATE TABLE dispute (
    id         {{pk}},
    game_id    {{int}} NOT NULL REFERENCES game (id),
    state      TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'settled')),
    black_says TEXT NOT NULL,
    white_says TEXT NOT NULL,
    opened_at  {{instant}} NOT NULL CHECK (length(opened_at) = 24),
    settled_at {{instant}} CHECK (length(settled_at) = 24),
    settled_by TEXT NOT NULL DEFAULT '',
    ruling     TEXT NOT NULL DEFAULT '',
    version    {{int}} NOT NULL DEFAULT 1,
    CHECK ((state = 'settled') = (settled_at IS NOT NULL))
);
CREATE UNIQUE INDEX dispute_open ON dispute (game_id) WHERE state = 'open';
CREATE INDEX dispute_game ON dispute (game_id);

-- +goose Down
SELECT 1;
