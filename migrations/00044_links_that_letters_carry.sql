-- +goose Up

-- A change of the address that an account signs in with: it takes effect once it
-- is confirmed at the new address.
CREATE TABLE address_change (
    id           {{pk}},
    account_id   {{int}} NOT NULL REFERENCES account (id),
    old_email    TEXT NOT NULL,
    new_email    TEXT NOT NULL,
    asked_at     {{instant}} NOT NULL CHECK (length(asked_at) = 24),
    confirmed_at {{instant}} CHECK (length(confirmed_at) = 24),
    ended_at     {{instant}} CHECK (length(ended_at) = 24)     -- stopped, or replaced by a newer change
);
CREATE INDEX address_change_account ON address_change (account_id);

-- Links that letters carry have no token before their letter leaves.
CREATE TABLE link_once (
    id         {{pk}},
    token_hash {{key}} UNIQUE,                                 -- NULL: the letter has not left
    purpose    TEXT NOT NULL CHECK (purpose IN ('set_up', 'sign_in', 'invite', 'recover', 'reset', 'confirm_address',
                                                'stop_address')),
    account_id {{int}} REFERENCES account (id),                -- NULL only for set_up
    change_id  {{int}} REFERENCES address_change (id),
    created_at {{instant}} NOT NULL CHECK (length(created_at) = 24),
    expires_at {{instant}} NOT NULL CHECK (length(expires_at) = 24),
    used_at    {{instant}} CHECK (length(used_at) = 24),
    CHECK (purpose = 'set_up' OR account_id IS NOT NULL),
    CHECK ((purpose IN ('confirm_address', 'stop_address')) = (change_id IS NOT NULL))
);
INSERT INTO link_once (token_hash, purpose, account_id, created_at, expires_at, used_at)
SELECT token_hash, purpose, account_id, created_at, expires_at, used_at
FROM one_time_link
ORDER BY id;
DROP TABLE one_time_link;
ALTER TABLE link_once RENAME TO one_time_link;
CREATE INDEX one_time_link_account ON one_time_link (account_id);

-- The link whose address is put into a letter as it leaves; NULL: none.
ALTER TABLE mail_letter ADD COLUMN link_id {{int}};

-- New passwords that were asked for on the sign-in page. The row is the same
-- whether or not there is such an account; letters are written afterwards.
CREATE TABLE reset_request (
    id         {{pk}},
    account_id {{int}} REFERENCES account (id),                -- NULL: there is none, or it has had enough letters
    asked_at   {{instant}} NOT NULL CHECK (length(asked_at) = 24)
);

-- +goose Down
SELECT 1;
