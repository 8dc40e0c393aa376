-- +goose Up

-- Invitations that one press sends: who pressed it, and whether it was undone.
CREATE TABLE invitation_round (
    id        {{pk}},
    made_at   {{instant}} NOT NULL CHECK (length(made_at) = 24),
    made_by   {{int}} REFERENCES person (id),              -- NULL: the program itself
    again_of  {{int}} REFERENCES invitation_round (id),    -- sent again to those who did not come
    club_id   {{int}} REFERENCES club (id),                -- whose members; NULL: all
    undone_at {{instant}} CHECK (length(undone_at) = 24),
    undone_by {{int}} REFERENCES person (id)
);

-- Someone who is invited by letter: with a round of many, or with an office.
CREATE TABLE invitation (
    id           {{pk}},
    round_id     {{int}} REFERENCES invitation_round (id), -- NULL: with an office
    person_id    {{int}} NOT NULL REFERENCES person (id),
    state        {{key}} NOT NULL CHECK (state IN ('waiting', 'invited', 'left_out', 'undone')),
    why          {{key}} NOT NULL DEFAULT '',              -- of 'left_out': what was missing
    account_id   {{int}} REFERENCES account (id),          -- of 'invited'; NULL again once the account was removed
    link_id      {{int}},                                  -- the link of the letter
    made_account BOOLEAN NOT NULL DEFAULT FALSE,           -- the account was made with it
    invited_at   {{instant}} CHECK (length(invited_at) = 24),
    UNIQUE (round_id, person_id)
);
CREATE INDEX invitation_person ON invitation (person_id, id);
CREATE INDEX invitation_round_state ON invitation (round_id, state, id);
CREATE INDEX invitation_account ON invitation (account_id);

-- +goose Down
SELECT 1;
