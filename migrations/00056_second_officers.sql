-- +goose Up

-- What an officer asked for another one's account, until a second officer agrees.
CREATE TABLE account_request (
    id        {{pk}},
    account_id {{int}} NOT NULL REFERENCES account (id),
    kind      {{key}} NOT NULL CHECK (kind IN ('link', 'let_in', 'address')),
    reason    {{key}} NOT NULL CHECK (reason IN ('password', 'factor', 'mailbox', 'stolen')),
    new_email TEXT NOT NULL DEFAULT '',     -- of 'address', until it is answered
    salt      {{key}} NOT NULL,             -- of what the audit log keeps of the request
    asked_by  {{int}} NOT NULL REFERENCES person (id),
    asked_at  {{instant}} NOT NULL CHECK (length(asked_at) = 24),
    until_at  {{instant}} NOT NULL CHECK (length(until_at) = 24),
    ended_at  {{instant}} CHECK (length(ended_at) = 24),
    outcome   {{key}} NOT NULL DEFAULT '' CHECK (outcome IN ('', 'approved', 'refused', 'lapsed')),
    ended_by  {{int}} REFERENCES person (id),
    CHECK ((ended_at IS NULL) = (outcome = ''))
);
CREATE UNIQUE INDEX account_request_waiting ON account_request (account_id, kind) WHERE ended_at IS NULL;

-- +goose Down
SELECT 1;
