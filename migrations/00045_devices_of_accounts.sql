-- +goose Up

-- The browsers that an account has signed in from, by a random value that each
-- keeps in a cookie. An account without a row here has its first one remembered
-- without a letter.
CREATE TABLE account_device (
    account_id {{int}} NOT NULL REFERENCES account (id),
    token_hash {{key}} NOT NULL,
    first_at   {{instant}} NOT NULL CHECK (length(first_at) = 24),
    last_at    {{instant}} NOT NULL CHECK (length(last_at) = 24),
    PRIMARY KEY (account_id, token_hash)
);

-- +goose Down
SELECT 1;
