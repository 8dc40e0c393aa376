-- +goose Up

-- What the society sells, with what of it is there.
CREATE TABLE shop_article (
    id           {{pk}},
    title        TEXT NOT NULL,
    body         TEXT NOT NULL,                                  -- Markdown
    cents        {{int}} NOT NULL CHECK (cents > 0),
    member_cents {{int}} NOT NULL CHECK (member_cents > 0),
    grams        {{int}} NOT NULL CHECK (grams > 0),             -- of one, packed
    stock        {{int}} NOT NULL DEFAULT 0 CHECK (stock >= 0),
    shown        BOOLEAN NOT NULL DEFAULT FALSE,
    version      {{int}} NOT NULL DEFAULT 1,
    CHECK (member_cents <= cents)
);

CREATE TABLE shop_picture (
    id         {{pk}},
    article_id {{int}} NOT NULL UNIQUE REFERENCES shop_article (id),
    says       TEXT NOT NULL,                                    -- for who cannot see it
    media_type {{key}} NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png')),
    width      {{int}} NOT NULL,
    height     {{int}} NOT NULL,
    content    {{blob}} NOT NULL
);

-- Each change of what is there, and why.
CREATE TABLE shop_stock (
    id         {{pk}},
    article_id {{int}} NOT NULL REFERENCES shop_article (id),
    why        {{key}} NOT NULL CHECK (why IN ('bought', 'counted', 'damaged', 'ordered', 'cancelled', 'returned')),
    change     {{int}} NOT NULL,
    stock      {{int}} NOT NULL CHECK (stock >= 0),              -- after it
    note       TEXT NOT NULL DEFAULT '',
    at         {{instant}} NOT NULL CHECK (length(at) = 24),
    changed_by TEXT NOT NULL DEFAULT ''                          -- an officer; '': by an order
);
CREATE INDEX shop_stock_article ON shop_stock (article_id, id);

-- What sending costs: to where, up to which weight.
CREATE TABLE shop_postage (
    place      TEXT NOT NULL,
    most_grams {{int}} NOT NULL CHECK (most_grams > 0),
    cents      {{int}} NOT NULL CHECK (cents >= 0),
    no         {{int}} NOT NULL,                                 -- in the order in which they were written
    PRIMARY KEY (no)
){{unnumbered}};

-- +goose Down
SELECT 1;
