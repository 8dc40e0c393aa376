-- +goose Up
-- Someone with an account has one address for signing in and for letters, unless they say otherwise.
ALTER TABLE address_change ADD COLUMN old_letters TEXT NOT NULL DEFAULT '';
ALTER TABLE address_change ADD COLUMN new_use TEXT NOT NULL DEFAULT 'both' CHECK (new_use IN ('both', 'sign_in', 'letters'));
UPDATE address_change SET old_letters = old_email;
ALTER TABLE reset_request ADD COLUMN by_letters BOOLEAN NOT NULL DEFAULT FALSE; -- asked for by the address of letters

-- Letters go to the register's address; where it has none, to the account's.
UPDATE person
SET email     = (SELECT a.email FROM account a WHERE a.person_id = person.id),
    email_key = (SELECT a.email_key FROM account a WHERE a.person_id = person.id)
WHERE email = '' AND EXISTS (SELECT 1 FROM account a WHERE a.person_id = person.id AND a.disabled = FALSE);

-- +goose Down
SELECT 1;
