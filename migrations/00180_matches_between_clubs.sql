-- +goose Up

-- A match of games played here between two clubs: one secretary offers it, the other accepts, members of both put
-- themselves down until a day, and the program seats them on the day after.
CREATE TABLE play_club_match (
    id         {{pk}},
    home_id    {{int}} NOT NULL REFERENCES club (id),
    away_id    {{int}} NOT NULL REFERENCES club (id),
    game       {{key}} NOT NULL CHECK (game IN ('go', 'hex', 'amazons', 'tanbo')),
    size       {{int}} NOT NULL CHECK (size BETWEEN 5 AND 19),
    rules      {{key}} NOT NULL DEFAULT '',
    by_rating  BOOLEAN NOT NULL,
    days       {{int}} NOT NULL CHECK (days BETWEEN 1 AND 30),
    vacation   {{int}} NOT NULL CHECK (vacation BETWEEN 0 AND 60),
    boards     {{int}} NOT NULL CHECK (boards BETWEEN 1 AND 50), -- at most
    closes_on  {{date}} NOT NULL CHECK (length(closes_on) = 10),
    stage      {{key}} NOT NULL CHECK (stage IN ('offered', 'open', 'declined', 'withdrawn', 'called_off', 'begun', 'too_few')),
    offered_by {{int}} NOT NULL REFERENCES person (id),
    made_at    {{instant}} NOT NULL CHECK (length(made_at) = 24),
    CHECK (home_id <> away_id)
);
CREATE INDEX play_club_match_home ON play_club_match (home_id, stage);
CREATE INDEX play_club_match_away ON play_club_match (away_id, stage);
CREATE INDEX play_club_match_closes ON play_club_match (stage, closes_on);
CREATE INDEX play_club_match_offered ON play_club_match (offered_by);

CREATE TABLE play_club_player (
    match_id   {{int}} NOT NULL REFERENCES play_club_match (id),
    person_id  {{int}} NOT NULL REFERENCES person (id),
    club_id    {{int}} NOT NULL REFERENCES club (id),
    entered_at {{instant}} NOT NULL CHECK (length(entered_at) = 24),
    PRIMARY KEY (match_id, person_id)
);
CREATE INDEX play_club_player_person ON play_club_player (person_id);
CREATE INDEX play_club_player_club ON play_club_player (club_id);

-- The board of a match that a game is.
ALTER TABLE play_game ADD COLUMN club_match_id {{int}} REFERENCES play_club_match (id);
ALTER TABLE play_game ADD COLUMN board {{int}} NOT NULL DEFAULT 0 CHECK (board >= 0);
CREATE INDEX play_game_club_match ON play_game (club_match_id, board);

-- +goose Down
SELECT 1;
