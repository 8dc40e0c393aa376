package kit

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/reports"
)

// Press makes prints in the society's name.
func (s *Site) Press() reports.Press {
	return reports.Press{Society: s.Society, Address: s.Address, Day: s.Today(), Spools: s.Spools}
}

// What hangs on the wall, as PDF, and the crosstable as a workbook.

// SendPrint answers with a PDF.
func SendPrint[T any](c echo.Context, name FileName, write func(io.Writer, T) error, in T) error {
	return SendWritten(c, FormatPDF, name, func(w io.Writer) error { return write(w, in) })
}

// Formats of an answer, the endings of its address.
const (
	FormatJSON = "json"
	FormatCSV  = "csv"
	FormatXLSX = "xlsx"
	FormatPDF  = "pdf"
	FormatTXT  = "txt"
	FormatSGF  = "sgf"
	FormatICS  = "ics"
	FormatAGE  = "age"
)

var contentTypes = map[string]string{
	FormatJSON: "application/json",
	FormatCSV:  "text/csv; charset=utf-8",
	FormatXLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	FormatPDF:  "application/pdf",
	FormatTXT:  "text/plain; charset=utf-8",
	FormatSGF:  "application/x-go-sgf",
	FormatICS:  "text/calendar; charset=utf-8",
	FormatAGE:  echo.MIMEOctetStream,
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
func (s *Site) SendTable(c echo.Context, format string, name FileName, t reports.Table) error {
	write := reports.TableCSV
	if format == FormatXLSX {
		write = s.Press().TableXLSX
	}
	return SendWritten(c, format, name, func(w io.Writer) error { return write(w, t) })
}

// SendWritten answers with a file as it is written. The site holds an answer until its handler has ended well, so that no
// one is sent half a file. Spreadsheets are saved, prints are shown.
func SendWritten(c echo.Context, format string, name FileName, write func(io.Writer) error) error {
	kind := "attachment"
	if format == FormatPDF {
		kind = "inline"
	}
	nameAnswer(c, kind, name, format)
	c.Response().Header().Set(echo.HeaderContentType, contentTypes[format])
	c.Response().WriteHeader(http.StatusOK)
	if err := write(c.Response()); err != nil {
		return fmt.Errorf("write %s.%s: %w", name.what, format, err)
	}
	return nil
}

// SendFile answers with a file that is there already.
func SendFile(c echo.Context, format string, name FileName, content []byte) error {
	return SendWritten(c, format, name, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// SendData answers with data for programs. A browser shows it, and saves it by its name.
func SendData(c echo.Context, name FileName, data any) error {
	nameAnswer(c, "inline", name, FormatJSON)
	return c.JSON(http.StatusOK, data)
}

// SendAs answers with a file of a format that others have made, to be saved; no cache keeps it.
func SendAs(c echo.Context, name FileName, ending, mediaType string, content []byte) error {
	nameAnswer(c, "attachment", name, ending)
	NoStore(c)
	return c.Blob(http.StatusOK, mediaType, content)
}

func nameAnswer(c echo.Context, kind string, name FileName, ending string) {
	plain, whole := name.with(ending)
	c.Response().Header().Set(echo.HeaderContentDisposition, disposition(kind, plain, whole))
}

// SendPlain answers with a plain text that is saved.
func SendPlain(c echo.Context, name FileName, write func(io.Writer) error) error {
	return SendWritten(c, FormatTXT, name, write)
}

// SendDocument answers with a file that somebody uploaded, to be saved: it is never
// shown as a page of this site, and no cache keeps it.
func SendDocument(c echo.Context, name, mediaType string, content []byte) error {
	c.Response().Header().Set(echo.HeaderContentDisposition, Disposition("attachment", name))
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
