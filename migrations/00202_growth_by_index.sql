-- +goose Up
-- Open invoices in the order of their days, what was rated on some days, who was ever at a dan, and what someone voted in or
-- was present at: read by index, where whole tables were read of a society that has played for twenty years.
DROP INDEX invoice_open;
CREATE INDEX invoice_open ON invoice (day, id) WHERE open_cents > 0;
CREATE INDEX rating_change_day ON rating_change (day);
CREATE INDEX rating_change_dan ON rating_change (person_id, after_milli) WHERE after_milli >= 950;
CREATE INDEX postal_voter_person ON postal_voter (person_id);
CREATE INDEX meeting_presence_person ON meeting_presence (person_id);

-- +goose Down
SELECT 1;
