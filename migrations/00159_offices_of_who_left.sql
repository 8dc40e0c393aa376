-- +goose Up

-- The offices that ended with a departure, but for those that the committee gave by a resolution: undoing a mistake gives
-- them back where no one else holds them.
CREATE TABLE departure_office (
    id           {{pk}},
    departure_id {{int}} NOT NULL REFERENCES departure (id),
    role         {{key}} NOT NULL CHECK (role <> ''),
    club_id      {{int}} REFERENCES club (id),
    until_day    {{date}} CHECK (length(until_day) = 10) -- the last day that it had before; NULL: none
);
CREATE INDEX departure_office_departure ON departure_office (departure_id);
CREATE INDEX departure_office_club ON departure_office (club_id);

-- A subscription that was paid for a year that never came about, of which an officer decided that it is not paid back.
CREATE TABLE subscription_kept (
    payment_id  {{int}} NOT NULL PRIMARY KEY REFERENCES payment (id),
    reason      TEXT NOT NULL CHECK (reason <> ''),
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL
);

-- Why a letter that failed is no longer true and is not sent again; '': it may be.
ALTER TABLE mail_letter ADD COLUMN outdated TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
