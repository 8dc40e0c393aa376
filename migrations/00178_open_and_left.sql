-- +goose Up

-- What is open on an invoice, and what of a payment is left, kept with each line, credit and settlement: so that no page adds
-- up all of the books to say what is owed.
ALTER TABLE invoice ADD COLUMN open_cents {{int}} NOT NULL DEFAULT 0;
ALTER TABLE payment ADD COLUMN left_cents {{int}} NOT NULL DEFAULT 0;
UPDATE invoice
SET open_cents = COALESCE((SELECT SUM(l.cents) FROM invoice_line l WHERE l.invoice_id = invoice.id), 0)
    - COALESCE((SELECT SUM(c.cents) FROM invoice_credit c WHERE c.invoice_id = invoice.id
                AND NOT EXISTS (SELECT 1 FROM invoice_credit_undone u WHERE u.credit_id = c.id)), 0)
    - COALESCE((SELECT SUM(a.cents) FROM allocation a WHERE a.invoice_id = invoice.id), 0);
UPDATE payment
SET left_cents = amount - COALESCE((SELECT SUM(a.cents) FROM allocation a WHERE a.payment_id = payment.id), 0);
CREATE INDEX invoice_open ON invoice (id) WHERE open_cents > 0;
CREATE INDEX payment_left ON payment (left_cents) WHERE left_cents <> 0;

{{sqlite}}CREATE TRIGGER invoice_line_opens AFTER INSERT ON invoice_line BEGIN UPDATE invoice SET open_cents = open_cents + NEW.cents WHERE id = NEW.invoice_id; END;
{{sqlite}}CREATE TRIGGER invoice_credit_closes AFTER INSERT ON invoice_credit BEGIN UPDATE invoice SET open_cents = open_cents - NEW.cents WHERE id = NEW.invoice_id; END;
{{sqlite}}CREATE TRIGGER invoice_credit_undone_opens AFTER INSERT ON invoice_credit_undone BEGIN UPDATE invoice SET open_cents = open_cents + (SELECT cents FROM invoice_credit WHERE id = NEW.credit_id) WHERE id = (SELECT invoice_id FROM invoice_credit WHERE id = NEW.credit_id); END;
{{sqlite}}CREATE TRIGGER allocation_closes AFTER INSERT ON allocation BEGIN UPDATE invoice SET open_cents = open_cents - NEW.cents WHERE id = NEW.invoice_id; UPDATE payment SET left_cents = left_cents - NEW.cents WHERE id = NEW.payment_id; END;
{{sqlite}}CREATE TRIGGER payment_is_left AFTER INSERT ON payment BEGIN UPDATE payment SET left_cents = left_cents + NEW.amount WHERE id = NEW.id; END;
{{postgres}}CREATE FUNCTION invoice_line_opens() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE invoice SET open_cents = open_cents + NEW.cents WHERE id = NEW.invoice_id; RETURN NULL; END $$;
{{postgres}}CREATE FUNCTION invoice_credit_closes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE invoice SET open_cents = open_cents - NEW.cents WHERE id = NEW.invoice_id; RETURN NULL; END $$;
{{postgres}}CREATE FUNCTION invoice_credit_undone_opens() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE invoice SET open_cents = open_cents + c.cents FROM invoice_credit c WHERE c.id = NEW.credit_id AND invoice.id = c.invoice_id; RETURN NULL; END $$;
{{postgres}}CREATE FUNCTION allocation_closes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE invoice SET open_cents = open_cents - NEW.cents WHERE id = NEW.invoice_id; UPDATE payment SET left_cents = left_cents - NEW.cents WHERE id = NEW.payment_id; RETURN NULL; END $$;
{{postgres}}CREATE FUNCTION payment_is_left() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE payment SET left_cents = left_cents + NEW.amount WHERE id = NEW.id; RETURN NULL; END $$;
{{postgres}}CREATE TRIGGER invoice_line_opens AFTER INSERT ON invoice_line FOR EACH ROW EXECUTE FUNCTION invoice_line_opens();
{{postgres}}CREATE TRIGGER invoice_credit_closes AFTER INSERT ON invoice_credit FOR EACH ROW EXECUTE FUNCTION invoice_credit_closes();
{{postgres}}CREATE TRIGGER invoice_credit_undone_opens AFTER INSERT ON invoice_credit_undone FOR EACH ROW EXECUTE FUNCTION invoice_credit_undone_opens();
{{postgres}}CREATE TRIGGER allocation_closes AFTER INSERT ON allocation FOR EACH ROW EXECUTE FUNCTION allocation_closes();
{{postgres}}CREATE TRIGGER payment_is_left AFTER INSERT ON payment FOR EACH ROW EXECUTE FUNCTION payment_is_left();

-- +goose Down
SELECT 1;
