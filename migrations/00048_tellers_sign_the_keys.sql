-- +goose Up

-- Each teller's approval key signs the set of all tellers' keys. What a teller
-- signed last is kept with the teller, so that a key that was changed since is found.
ALTER TABLE postal_teller ADD COLUMN signed_keys TEXT NOT NULL DEFAULT ''; -- JSON; '' before

-- Votes whose papers went out before tellers signed their keys are finished as they
-- were begun, and say so.
ALTER TABLE postal_vote ADD COLUMN keys_unsigned {{int}} NOT NULL DEFAULT 0 CHECK (keys_unsigned IN (0, 1));
UPDATE postal_vote SET keys_unsigned = 1 WHERE despatched IS NOT NULL;

-- +goose Down
SELECT 1;
