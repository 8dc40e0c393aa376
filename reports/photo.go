package reports

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	_ "image/png" // pictures with few colours are kept as PNG

	"github.com/jung-kurt/gofpdf"
)

// Photo is a picture on a print: JPEG or PNG, as news have them.
type Photo struct {
	Says    string // what it shows; set below it
	Content []byte
}

// Dots is how many dots the picture has: what it costs to prepare one that is not JPEG.
func (p Photo) Dots() (int, error) {
	config, _, err := image.DecodeConfig(bytes.NewReader(p.Content))
	if err != nil {
		return 0, fmt.Errorf("read a picture: %w", err)
	}
	return config.Width * config.Height, nil
}

// Printable is the picture as JPEG, on white: as large as it stands in a print.
func (p Photo) Printable() (Photo, error) {
	_, format, err := image.DecodeConfig(bytes.NewReader(p.Content))
	if err != nil {
		return p, fmt.Errorf("read a picture: %w", err)
	}
	if format != "jpeg" {
		p.Content, err = onPaper(p.Content)
	}
	return p, err
}

// init has the library list the pictures that a figure may show in order: otherwise they stand there by chance.
func init() { gofpdf.SetDefaultCatalogSort(true) }

// photo is a picture as it goes into a PDF.
type photo struct {
	name          string
	content       []byte // JPEG
	width, height int    // in dots
	colours       string // as PDF names them
}

// addPhoto takes a picture into the document. It tells which one it is, and its height for a width of 1.
func (d *document) addPhoto(content []byte) (which int, height float64, err error) {
	p, err := Photo{Content: content}.Printable()
	if err != nil {
		return 0, 0, err
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(p.Content))
	if err != nil {
		return 0, 0, fmt.Errorf("read a picture: %w", err)
	}
	to := photo{fmt.Sprintf("P%d", len(d.photos)), p.Content, config.Width, config.Height, "DeviceRGB"}
	if config.ColorModel == color.GrayModel {
		to.colours = "DeviceGray"
	}
	d.photos = append(d.photos, to)
	return len(d.photos) - 1, float64(to.height) / float64(max(to.width, 1)), nil
}

// onPaper is a picture on white, as JPEG.
func onPaper(content []byte) ([]byte, error) {
	from, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("read a picture: %w", err)
	}
	to := image.NewRGBA(from.Bounds())
	draw.Draw(to, to.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(to, to.Bounds(), from, from.Bounds().Min, draw.Over)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, to, &jpeg.Options{Quality: 90}); err != nil {
		return nil, fmt.Errorf("write a picture: %w", err)
	}
	return b.Bytes(), nil
}

// register tells a PDF of the picture, which is the nth of the document. The library sorts pictures by their width, and those
// of the same by chance: no two have quite the same, which the PDF does not show.
func (p photo) register(pdf *gofpdf.Fpdf, n int) error {
	info := pdf.RegisterImageOptionsReader(p.name, gofpdf.ImageOptions{ImageType: "jpg"}, bytes.NewReader(p.content))
	if err := pdf.Error(); err != nil {
		return fmt.Errorf("add a picture: %w", err)
	}
	var b bytes.Buffer
	to := gob.NewEncoder(&b)
	for _, field := range []any{ // as ImageInfoType.GobEncode writes them
		p.content, []byte(nil), 0, float64(p.width) + float64(n)/1e6, float64(p.height), p.colours, []byte(nil), 8, "DCTDecode",
		"", []int(nil), pdf.GetConversionRatio(), 72.0,
	} {
		if err := to.Encode(field); err != nil {
			return fmt.Errorf("add a picture: %w", err)
		}
	}
	return info.GobDecode(b.Bytes())
}
