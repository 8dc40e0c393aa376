-- +goose Up

-- Lists of invoices are read in the order of their days, a page at a time.
CREATE INDEX invoice_day ON invoice (day, id);

-- +goose Down
SELECT 1;
