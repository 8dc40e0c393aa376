-- +goose Up

-- The prizes of a section: the rules, what the director decided otherwise, and the list as it was announced.
CREATE TABLE prize_list (
    section_id   {{int}} NOT NULL PRIMARY KEY REFERENCES section (id),
    rules        TEXT NOT NULL, -- JSON
    changes      TEXT NOT NULL, -- JSON
    published    TEXT NOT NULL DEFAULT '', -- JSON; '': not announced
    published_at {{instant}} CHECK (length(published_at) = 24),
    published_by TEXT NOT NULL DEFAULT '',
    version      {{int}} NOT NULL
);

-- Who plays for the prizes of juniors and women. Directors alone read it; no age and no birthday is kept.
CREATE TABLE entry_prize_group (
    entry_id    {{int}} NOT NULL REFERENCES entry (id),
    prize_group TEXT NOT NULL CHECK (prize_group IN ('junior', 'woman')),
    PRIMARY KEY (entry_id, prize_group)
);

-- +goose Down
SELECT 1;
