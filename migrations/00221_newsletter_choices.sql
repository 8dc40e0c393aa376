-- +goose Up

-- A member chooses how the newsletter comes: by mail, to the address of the account, or on paper, to that of the register. Such a
-- reader has no address of its own; the key is “member” and the number, which no address can be.
ALTER TABLE newsletter_reader ADD COLUMN person_id {{int}} REFERENCES person (id);
ALTER TABLE newsletter_reader ADD COLUMN way {{key}} NOT NULL DEFAULT 'mail' CHECK (way IN ('mail', 'paper', 'not', 'off'));
-- “not” is a member's own choice that it does not come, which officers keep to; “off” is of one whom an officer took off paper. A
-- member's row stays, so that the links of earlier letters stay theirs. The address of the account is kept in mailbox_key once its
-- link was opened.
ALTER TABLE newsletter_reader ADD COLUMN mailbox_key {{key}} NOT NULL DEFAULT '';
CREATE UNIQUE INDEX newsletter_reader_person ON newsletter_reader (person_id);

-- +goose Down
SELECT 1;
