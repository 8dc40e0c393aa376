-- +goose Up

-- Of a link that stops a change of address: it was sent to a mailbox that only letters went to, and brings back only them.
ALTER TABLE one_time_link ADD COLUMN letters_only BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
SELECT 1;
