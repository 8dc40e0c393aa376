-- +goose Up

-- Membership cards: the code of each, which opens a page that says whether the card is good today. A new card ends those
-- before, of which only the hash stays, so that whoever scans one is told.
CREATE TABLE membership_card (
    id        {{pk}},
    person_id {{int}} NOT NULL REFERENCES person (id),
    code      {{key}} NOT NULL DEFAULT '',                 -- as it is printed; '' once the card has ended
    code_hash {{key}} NOT NULL UNIQUE,
    made_at   {{instant}} NOT NULL CHECK (length(made_at) = 24),
    ended_at  {{instant}} CHECK (length(ended_at) = 24),
    CHECK ((code = '') = (ended_at IS NOT NULL))
);
CREATE INDEX membership_card_person ON membership_card (person_id);

-- Which name a member wants on the card and on its page; without a row it follows from the public name and the kind.
CREATE TABLE membership_card_name (
    person_id {{int}} NOT NULL PRIMARY KEY REFERENCES person (id),
    shows     {{key}} NOT NULL CHECK (shows IN ('public', 'short', 'full')),
    version   {{int}} NOT NULL DEFAULT 1
){{unnumbered}};

-- +goose Down
SELECT 1;
