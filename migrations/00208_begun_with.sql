-- +goose Up

-- Where the society's clocks are, and its currency: said when it is begun, and not changed later, since days that are past
-- were of there, and amounts that are written of that. What was begun before it could be said is New Zealand's.
CREATE TABLE society_begun (
    id       {{int}} PRIMARY KEY CHECK (id = 1),
    zone     {{key}} NOT NULL, -- as the time zone database names it
    currency {{key}} NOT NULL  -- its code of ISO 4217
);
INSERT INTO society_begun (id, zone, currency)
SELECT 1, 'Pacific/Auckland', 'NZD'
WHERE EXISTS (SELECT 1 FROM audit_entry) OR EXISTS (SELECT 1 FROM account);

-- +goose Down
SELECT 1;
