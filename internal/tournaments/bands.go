package tournaments

import (
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/ratings/scale"
)

// maxBands is how many bands a McMahon may have.
const maxBands = 100

// readBands reads ratings and grades that are separated by commas or lines, in
// any order. Blank is no bands.
func readBands(f *apperr.Fields, text string) []scale.Rating {
	var bands []scale.Rating
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;\n", r) }) {
		if strings.TrimSpace(part) == "" {
			continue
		}
		band, err := scale.Parse(part)
		switch {
		case err != nil:
			f.Add("bands", "“%s” is not a grade or a rating. Write them as 15k, 10k, 5k, 1d.", shortened(part))
			return nil
		case slices.Contains(bands, band):
			f.Add("bands", "%s is listed twice. Leave one out.", shortened(part))
			return nil
		case len(bands) == maxBands:
			f.Add("bands", "Give at most %d bands.", maxBands)
			return nil
		}
		bands = append(bands, band)
	}
	slices.Sort(bands)
	return bands
}

// shortened is what was typed, at a length that can be shown in a message.
func shortened(text string) string {
	const most = 20
	text = oneLine(text)
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// formatBands is the form that readBands reads: grades where a band begins
// one.
func formatBands(bands []scale.Rating) string {
	parts := make([]string, len(bands))
	for i, b := range bands {
		parts[i] = b.String()
		if b%10 == 0 {
			parts[i] = b.Grade().Short()
		}
	}
	return strings.Join(parts, ", ")
}
