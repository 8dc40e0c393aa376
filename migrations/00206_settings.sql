-- +goose Up

-- What an administrator has set on the site, section by section; what whoever runs the program sets goes before it. A section
-- that was never saved has no row.
CREATE TABLE setting_section (
    section {{key}} PRIMARY KEY,
    version {{int}} NOT NULL
);
CREATE TABLE setting (
    name    {{key}} PRIMARY KEY,                                   -- as nzgs config calls it
    section {{key}} NOT NULL REFERENCES setting_section (section),
    value   TEXT NOT NULL
);
CREATE INDEX setting_by_section ON setting (section);

-- +goose Down
SELECT 1;
