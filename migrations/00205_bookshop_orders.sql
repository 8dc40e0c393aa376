-- +goose Up

-- What someone orders. Nothing is held, and nothing asked for, before the address of a visitor is confirmed.
CREATE TABLE shop_order (
    id           {{pk}},
    state        {{key}} NOT NULL CHECK (state IN ('unconfirmed', 'placed', 'sent', 'cancelled')),
    visitor      BOOLEAN NOT NULL,                                -- ordered without signing in
    person_id    {{int}} REFERENCES person (id),                  -- whose invoice it is; NULL: not confirmed
    family_name  TEXT NOT NULL DEFAULT '',
    given_names  TEXT NOT NULL DEFAULT '',
    address      TEXT NOT NULL DEFAULT '',
    email        TEXT NOT NULL DEFAULT '',
    email_key    {{key}} NOT NULL DEFAULT '',
    place        TEXT NOT NULL,                                   -- of the table of postage
    grams        {{int}} NOT NULL,
    postage      {{int}} NOT NULL CHECK (postage >= 0),
    postage_back BOOLEAN NOT NULL DEFAULT FALSE,                  -- given back with what was sent back
    member       BOOLEAN NOT NULL,                                -- at the price for members
    trace        TEXT NOT NULL DEFAULT '',
    ordered_at   {{instant}} NOT NULL CHECK (length(ordered_at) = 24),
    expires_at   {{instant}} CHECK (length(expires_at) = 24),     -- of an address that is not confirmed
    placed_at    {{instant}} CHECK (length(placed_at) = 24),
    invoice_id   {{int}} REFERENCES invoice (id),
    asked_on     {{date}} CHECK (length(asked_on) = 10),          -- when it was asked about
    sent_on      {{date}} CHECK (length(sent_on) = 10),
    sent_by      TEXT NOT NULL DEFAULT '',                        -- the way
    ended_at     {{instant}} CHECK (length(ended_at) = 24),       -- cancelled
    reason       TEXT NOT NULL DEFAULT '',
    version      {{int}} NOT NULL DEFAULT 1,
    CHECK ((state = 'unconfirmed') = (expires_at IS NOT NULL)),
    CHECK ((state = 'sent') = (sent_on IS NOT NULL)),
    CHECK ((placed_at IS NULL) = (invoice_id IS NULL))
);
CREATE INDEX shop_order_state ON shop_order (state, id);
CREATE INDEX shop_order_person ON shop_order (person_id);
CREATE INDEX shop_order_email ON shop_order (email_key);

CREATE TABLE shop_order_line (
    order_id   {{int}} NOT NULL REFERENCES shop_order (id),
    no         {{int}} NOT NULL CHECK (no > 0),
    article_id {{int}} NOT NULL REFERENCES shop_article (id),
    title      TEXT NOT NULL,
    cents      {{int}} NOT NULL CHECK (cents > 0),                -- for one, when it was ordered
    quantity   {{int}} NOT NULL CHECK (quantity > 0),
    grams      {{int}} NOT NULL,
    returned   {{int}} NOT NULL DEFAULT 0 CHECK (returned >= 0 AND returned <= quantity),
    PRIMARY KEY (order_id, no)
){{unnumbered}};

CREATE TABLE shop_order_link (
    hash     {{key}} NOT NULL PRIMARY KEY,
    order_id {{int}} NOT NULL REFERENCES shop_order (id)
){{unnumbered}};
CREATE INDEX shop_order_link_order ON shop_order_link (order_id);

-- What postage brings in, beside the sales of books.
INSERT INTO ledger_account (code, name, kind)
SELECT '4310', 'Postage of the bookshop', 'income'
WHERE NOT EXISTS (SELECT 1 FROM ledger_account a WHERE a.code = '4310');

-- A letter may have a link to a visitor's order: it is made as the letter leaves, and is kept nowhere.
ALTER TABLE mail_letter ADD COLUMN link_kind {{key}} NOT NULL DEFAULT ''
    CHECK (link_kind IN ('', 'application', 'joining', 'subscribing', 'newsletter', 'visit', 'order'));
UPDATE mail_letter SET link_kind = link_to;
ALTER TABLE mail_letter DROP COLUMN link_to;
ALTER TABLE mail_letter RENAME COLUMN link_kind TO link_to;

-- +goose Down
SELECT 1;
