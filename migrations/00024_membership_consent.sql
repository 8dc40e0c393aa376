-- +goose Up

-- A new member's consent to become a member, as it was stated (Incorporated
-- Societies Act 2022, s 76).
CREATE TABLE membership_consent (
    id          {{pk}},
    person_id   {{int}} NOT NULL REFERENCES person (id),
    stated_on   {{date}} NOT NULL CHECK (length(stated_on) = 10),
    wording     TEXT NOT NULL CHECK (wording <> ''),   -- the words that were agreed to
    return_id   {{int}} REFERENCES club_return (id),   -- list that it was stated with; NULL: joined alone
    stated_by   TEXT NOT NULL,                         -- who said so
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24)
);
CREATE INDEX membership_consent_person ON membership_consent (person_id, id);

-- What was said of the new members when the list was handed in or confirmed.
ALTER TABLE club_return ADD COLUMN consent_on {{date}} CHECK (length(consent_on) = 10);
ALTER TABLE club_return ADD COLUMN consent_by TEXT NOT NULL DEFAULT '';
ALTER TABLE club_return ADD COLUMN consent_wording TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
