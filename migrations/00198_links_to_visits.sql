-- +goose Up
-- Letters may have a link to someone's visit to a club: it is made as the letter leaves, and is kept nowhere.
ALTER TABLE mail_letter ADD COLUMN link_kind {{key}} NOT NULL DEFAULT ''
    CHECK (link_kind IN ('', 'application', 'joining', 'subscribing', 'newsletter', 'visit'));
UPDATE mail_letter SET link_kind = link_to;
ALTER TABLE mail_letter DROP COLUMN link_to;
ALTER TABLE mail_letter RENAME COLUMN link_kind TO link_to;

-- +goose Down
SELECT 1;
