-- +goose Up

-- A subscription that someone is asked to pay: the terms begin once its invoice is paid.
CREATE TABLE subscription_asked (
    id          {{pk}},
    person_id   {{int}} NOT NULL REFERENCES person (id),
    year        {{int}} NOT NULL CHECK (year BETWEEN 1900 AND 9998),
    club_id     {{int}} REFERENCES club (id),
    invoice_id  {{int}} NOT NULL UNIQUE REFERENCES invoice (id),
    asked_on    {{date}} NOT NULL CHECK (length(asked_on) = 10),
    begun       BOOLEAN NOT NULL DEFAULT FALSE,               -- it was paid, and the terms are written
    stuck       TEXT NOT NULL DEFAULT ''                      -- why there is no term though it is paid
);
CREATE INDEX subscription_asked_person ON subscription_asked (person_id, year);
ALTER TABLE membership_term ADD COLUMN asked_id {{int}} REFERENCES subscription_asked (id);
CREATE INDEX membership_term_asked ON membership_term (asked_id);
CREATE INDEX membership_term_payment ON membership_term (payment_id);

-- +goose Down
SELECT 1;
