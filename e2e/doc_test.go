// Package e2e plays whole journeys through the real binary, most of them in a
// real browser, as the society's people would: from an empty society to a
// rating list.
//
// A journey reads as what people do: open a window, follow a link, fill a
// field, press a button, see a text (hands_test.go). Things are found by what
// they are called on the page, never by how the page is built, and nothing
// waits for a fixed time. Every window watches for trouble while it is used:
// an error on the browser's console, a broken content policy, a file that
// failed to load, a page wider than its screen.
//
// With NZGS_PICTURES=folder every page that is visited is photographed, light
// and dark, on a desk and on a phone: scripts/pictures.sh.
package e2e
