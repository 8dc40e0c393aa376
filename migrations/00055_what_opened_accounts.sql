-- +goose Up

-- What may have let somebody else than its owner into an account: links, addresses,
-- and days without the second factor. It is shown for seven days, and no teller
-- registers a key in that time.
CREATE TABLE account_opening (
    id          {{pk}},
    account_id  {{int}} NOT NULL REFERENCES account (id),
    kind        {{key}} NOT NULL CHECK (kind IN ('invite', 'link', 'password', 'let_in', 'address')),
    at          {{instant}} NOT NULL CHECK (length(at) = 24),
    asked_by    TEXT NOT NULL,              -- a name, as it was
    approved_by TEXT NOT NULL DEFAULT '',   -- '': no one had to
    old_email   TEXT NOT NULL DEFAULT ''    -- of 'address', for seven days: letters go there too
);
CREATE INDEX account_opening_account ON account_opening (account_id, at);
CREATE INDEX account_opening_at ON account_opening (at);

-- +goose Down
SELECT 1;
