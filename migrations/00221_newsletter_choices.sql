-- +goose Up

-- A member chooses how the newsletter comes: by mail, to the address of the account, or on paper, to that of the register. Such a
-- reader has no address of its own; the key is “member” and the number, which no address can be.
ALTER TABLE newsletter_reader ADD COLUMN person_id {{int}} REFERENCES person (id);
ALTER TABLE newsletter_reader ADD COLUMN way {{key}} NOT NULL DEFAULT 'mail' CHECK (way IN ('mail', 'paper'));
CREATE UNIQUE INDEX newsletter_reader_person ON newsletter_reader (person_id);

-- +goose Down
SELECT 1;
