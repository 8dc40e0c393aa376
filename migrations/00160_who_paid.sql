-- +goose Up

-- Who paid in the place of the member or the club on whose account a payment is: someone of the register, or a name
-- (paid_by) with where the receipt goes. Payments that came with one transfer name the first of them.
ALTER TABLE payment ADD COLUMN payer_person_id {{int}} REFERENCES person (id);
ALTER TABLE payment ADD COLUMN payer_club_id {{int}} REFERENCES club (id);
ALTER TABLE payment ADD COLUMN payer_address TEXT NOT NULL DEFAULT '';
ALTER TABLE payment ADD COLUMN payer_email TEXT NOT NULL DEFAULT '';
ALTER TABLE payment ADD COLUMN payer_quiet BOOLEAN NOT NULL DEFAULT FALSE; -- whoever is paid for is not told who paid
ALTER TABLE payment ADD COLUMN transfer_id {{int}} REFERENCES payment (id);
CREATE INDEX payment_payer_person ON payment (payer_person_id);
CREATE INDEX payment_payer_club ON payment (payer_club_id);
CREATE INDEX payment_transfer ON payment (transfer_id);

-- Of which payment a refund pays back what is left; NULL: of the party's credit.
ALTER TABLE payment_request ADD COLUMN refund_payment_id {{int}} REFERENCES payment (id);

-- Who a payer of the bank's lines is, and for whom one transfer of theirs was.
CREATE TABLE bank_payer_who (
    payer_key {{key}} NOT NULL PRIMARY KEY CHECK (payer_key <> ''),  -- the name, folded
    person_id {{int}} REFERENCES person (id),
    club_id   {{int}} REFERENCES club (id),
    name      TEXT NOT NULL DEFAULT '',                              -- of one who is not in the register
    CHECK (person_id IS NULL OR club_id IS NULL)
){{unnumbered}};
CREATE TABLE bank_payer_for (
    id        {{pk}},
    payer_key {{key}} NOT NULL CHECK (payer_key <> ''),
    person_id {{int}} REFERENCES person (id),
    club_id   {{int}} REFERENCES club (id),
    CHECK ((person_id IS NULL) <> (club_id IS NULL))
);
CREATE INDEX bank_payer_for_key ON bank_payer_for (payer_key);

-- +goose Down
SELECT 1;
