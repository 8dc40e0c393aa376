-- +goose Up

-- After the despatch a teller is replaced, or gets another key, only with the
-- confirmation of the tellers who stay, the president and the secretary. What is
-- proposed waits here; at most one proposal of a vote is open.
CREATE TABLE postal_replacement (
    id            {{pk}},
    vote_id       {{int}} NOT NULL REFERENCES postal_vote (id),
    outgoing_id   {{int}} NOT NULL REFERENCES person (id),
    incoming_id   {{int}} NOT NULL REFERENCES person (id),     -- the same person: another key
    reason        TEXT NOT NULL CHECK (reason <> ''),
    resolution    TEXT NOT NULL DEFAULT '',                    -- by which the other person is teller
    card          TEXT NOT NULL DEFAULT '',                    -- public keys of the incoming; '' before they are registered
    test          TEXT NOT NULL DEFAULT '',                    -- that waits for an answer, JSON; '' else
    proven_at     {{instant}} CHECK (length(proven_at) = 24),
    proposed_by   {{int}} NOT NULL REFERENCES person (id),
    proposed_name TEXT NOT NULL,
    proposed_at   {{instant}} NOT NULL CHECK (length(proposed_at) = 24),
    state         {{key}} NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'withdrawn', 'lapsed', 'made')),
    ended_at      {{instant}} CHECK (length(ended_at) = 24)
);
CREATE UNIQUE INDEX postal_replacement_open ON postal_replacement (vote_id) WHERE state = 'open';
CREATE INDEX postal_replacement_vote ON postal_replacement (vote_id, id);

-- Who confirmed a proposal, in which office, and the digest of what was confirmed.
-- A person confirms once, whatever offices and accounts they have.
CREATE TABLE postal_confirmation (
    replacement_id {{int}} NOT NULL REFERENCES postal_replacement (id),
    person_id      {{int}} NOT NULL REFERENCES person (id),
    office         {{key}} NOT NULL CHECK (office IN ('teller', 'president', 'secretary')),
    name           TEXT NOT NULL,
    digest         {{key}} NOT NULL CHECK (length(digest) = 64),
    confirmed_at   {{instant}} NOT NULL CHECK (length(confirmed_at) = 24),
    PRIMARY KEY (replacement_id, person_id)
);

-- +goose Down
SELECT 1;
