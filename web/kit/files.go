package kit

import (
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/unicode/norm"

	"nzgs/reports"
)

// Press makes prints in the society's name.
func (s *Site) Press() reports.Press {
	return reports.Press{Society: s.Society, Address: s.Address, Day: s.Today(), Spools: s.Spools}
}

// What hangs on the wall, as PDF, and the crosstable as a workbook.

// SendPrint answers with a PDF.
func SendPrint[T any](c echo.Context, name string, write func(io.Writer, T) error, in T) error {
	return SendWritten(c, FormatPDF, name, func(w io.Writer) error { return write(w, in) })
}

// Formats of an answer, the endings of its address.
const (
	FormatJSON = "json"
	FormatCSV  = "csv"
	FormatXLSX = "xlsx"
	FormatPDF  = "pdf"
	FormatTXT  = "txt"
)

var contentTypes = map[string]string{
	FormatJSON: "application/json",
	FormatCSV:  "text/csv; charset=utf-8",
	FormatXLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	FormatPDF:  "application/pdf",
	FormatTXT:  "text/plain; charset=utf-8",
}

// SplitFormat takes the ending off the last part of an address: "open.csv" is
// "open" in the format csv. Names in addresses have no dot.
func SplitFormat(name string) (base, format string) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return name, ""
	}
	return name[:i], name[i+1:]
}

// SendTable answers with a table as CSV or XLSX.
func (s *Site) SendTable(c echo.Context, format, name string, t reports.Table) error {
	write := reports.TableCSV
	if format == FormatXLSX {
		write = s.Press().TableXLSX
	}
	return SendWritten(c, format, name, func(w io.Writer) error { return write(w, t) })
}

// SendWritten answers with a file as it is written. The site holds an answer until its handler has ended well, so that no
// one is sent half a file. Spreadsheets are saved, prints are shown.
func SendWritten(c echo.Context, format, name string, write func(io.Writer) error) error {
	kind := "attachment"
	if format == FormatPDF {
		kind = "inline"
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentDisposition, Disposition(kind, name+"."+format))
	h.Set(echo.HeaderContentType, contentTypes[format])
	c.Response().WriteHeader(http.StatusOK)
	if err := write(c.Response()); err != nil {
		return fmt.Errorf("write %s.%s: %w", name, format, err)
	}
	return nil
}

// SendFile answers with a file that is there already.
func SendFile(c echo.Context, format, name string, content []byte) error {
	return SendWritten(c, format, name, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// Disposition says by which name a file is saved, in letters that every program knows, and where it has others as it is
// written (RFC 6266, 4.3; RFC 8187).
func Disposition(kind, name string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r == '"' || r == '\\' || r == '/' || r < ' ':
			return '-'
		case r > '~':
			return -1
		}
		return r
	}, norm.NFKD.String(name))
	if plain == name {
		return fmt.Sprintf(`%s; filename="%s"`, kind, name)
	}
	whole := strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || unicode.IsControl(r) {
			return '-'
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	return fmt.Sprintf(`%s; filename="%s"; filename*=UTF-8''%s`, kind, plain, strings.ReplaceAll(url.QueryEscape(whole), "+", "%20"))
}

// SendPlain answers with a plain text that is saved.
func SendPlain(c echo.Context, name string, write func(io.Writer) error) error {
	return SendWritten(c, FormatTXT, name, write)
}

// SendDocument answers with a file that somebody uploaded, to be saved: it is never
// shown as a page of this site, and no cache keeps it.
func SendDocument(c echo.Context, name, mediaType string, content []byte) error {
	h := c.Response().Header()
	h.Set(echo.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	if h.Get(echo.HeaderContentDisposition) == "" {
		h.Set(echo.HeaderContentDisposition, "attachment")
	}
	NoStore(c)
	return c.Blob(http.StatusOK, mediaType, content)
}

func Columns(titles ...string) []reports.Column {
	out := make([]reports.Column, len(titles))
	for i, t := range titles {
		out[i] = reports.Column{Title: t}
	}
	return out
}
