-- +goose Up

-- From which device a player reported: a hash of a random cookie and the event, so
-- that it says nothing outside of the event; '' where it is not known, and once the
-- event is over. What follows from it stays: that both reports came from one device.
ALTER TABLE player_report ADD COLUMN device {{key}} NOT NULL DEFAULT '';
ALTER TABLE player_report ADD COLUMN one_device BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
SELECT 1;
