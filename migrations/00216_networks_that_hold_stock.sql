-- +goose Up

-- The network that a visitor's order came from, hashed, while the order waits or is not sent: what one network holds unpaid has a
-- bound.
ALTER TABLE shop_order ADD COLUMN network_key TEXT NOT NULL DEFAULT '';
CREATE INDEX shop_order_network ON shop_order (network_key) WHERE network_key <> '';

-- +goose Down
SELECT 1;
