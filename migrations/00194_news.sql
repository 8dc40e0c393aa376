-- +goose Up

-- News: one draft of each, and what the public reads of it. Each wording that was published stays.
CREATE TABLE news_item (
    id               {{pk}},
    title            TEXT NOT NULL,
    body             TEXT NOT NULL,                                      -- Markdown
    two_eyes         BOOLEAN NOT NULL DEFAULT FALSE,                     -- another officer approves it first
    publish_on       {{date}} CHECK (length(publish_on) = 10),           -- no day: a draft
    changed_at       {{instant}} NOT NULL CHECK (length(changed_at) = 24),
    changed_by       TEXT NOT NULL,
    by_id            {{int}} REFERENCES person (id),                      -- who changed it last
    approved_version {{int}},                                            -- of the draft that was approved
    approved_by      TEXT NOT NULL DEFAULT '',
    withdrawn_at     {{instant}} CHECK (length(withdrawn_at) = 24),
    withdrawn_by     TEXT NOT NULL DEFAULT '',
    withdrawn_reason TEXT NOT NULL DEFAULT '',
    version          {{int}} NOT NULL DEFAULT 1,
    CHECK (withdrawn_at IS NULL OR publish_on IS NOT NULL)
);
CREATE INDEX news_item_day ON news_item (publish_on, id);

CREATE TABLE news_picture (
    id         {{pk}},
    item_id    {{int}} NOT NULL REFERENCES news_item (id),
    says       TEXT NOT NULL,                                            -- for who cannot see it
    media_type {{key}} NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png')),
    width      {{int}} NOT NULL,
    height     {{int}} NOT NULL,
    content    {{blob}} NOT NULL,
    removed    BOOLEAN NOT NULL DEFAULT FALSE                            -- from the draft: a wording may have it still
);
CREATE INDEX news_picture_item ON news_picture (item_id, id);

CREATE TABLE news_wording (
    id           {{pk}},
    item_id      {{int}} NOT NULL REFERENCES news_item (id),
    title        TEXT NOT NULL,
    body         TEXT NOT NULL,
    pictures     {{key}} NOT NULL DEFAULT '',                            -- their numbers
    reason       TEXT NOT NULL DEFAULT '',                               -- of a correction
    published_at {{instant}} NOT NULL CHECK (length(published_at) = 24),
    published_by TEXT NOT NULL
);
CREATE INDEX news_wording_item ON news_wording (item_id, id);

-- +goose Down
SELECT 1;
