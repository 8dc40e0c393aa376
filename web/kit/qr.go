package kit

import (
	"encoding/base64"
	"html/template"

	"nzgs/reports"
)

// QRImage is a text as the address of an image with its QR code, for a page that
// fetches nothing.
func QRImage(text string) (template.URL, error) {
	raw, err := reports.QRImage(text)
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(raw)), err
}
