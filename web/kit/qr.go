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

// QR is an address as a code to scan, and in words (partial "qr").
type QR struct {
	Label, URL string
	Image      template.URL
}

// QROf makes the code of an address.
func QROf(label, address string) (*QR, error) {
	image, err := QRImage(address)
	return &QR{Label: label, URL: address, Image: image}, err
}
