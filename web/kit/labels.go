package kit

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/reports"
)

// labelCookie remembers the sheet of labels that someone printed on last.
const labelCookie = "label-sheet"

// LabelsURL asks on which sheet the labels of an address are printed.
func LabelsURL(of string) string { return LettersPath + "/labels?of=" + of }

// LabelSheet is the sheet of labels that the reader printed on last.
func LabelSheet(c echo.Context) reports.LabelSheet {
	kept, err := c.Cookie(labelCookie)
	if err != nil {
		return reports.LabelSheetOf("")
	}
	return reports.LabelSheetOf(kept.Value)
}

// ChosenLabelSheet is the sheet that was asked for, which is remembered, or else the one of last time.
func ChosenLabelSheet(c echo.Context) reports.LabelSheet {
	key := Asked(c).Text("sheet")
	if key == "" {
		return LabelSheet(c)
	}
	sheet := reports.LabelSheetOf(key)
	c.SetCookie(&http.Cookie{
		Name: labelCookie, Value: sheet.Key, Path: "/", MaxAge: 365 * 24 * 3600, HttpOnly: true, Secure: c.IsTLS(),
		SameSite: http.SameSiteLaxMode,
	})
	return sheet
}

// FirstLabel is on which label of a sheet the reader begins: 1 where nothing was said.
func FirstLabel(c echo.Context, sheet reports.LabelSheet) (int, error) {
	text := Asked(c).Text("first")
	if text == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > sheet.Labels() {
		return 0, apperr.New(apperr.Invalid, "Begin on a label from 1 to %d: the sheet has no others.", sheet.Labels())
	}
	return n, nil
}

// SendLabels answers with labels on the sheet, and from the label, that the reader chose.
func (s *Site) SendLabels(c echo.Context, name, title string, list []reports.AddressLabel) error {
	sheet := ChosenLabelSheet(c)
	first, err := FirstLabel(c, sheet)
	if err != nil {
		return err
	}
	return SendPrint(c, name, s.Press().AddressLabelsPDF, reports.Labels{Title: title, Sheet: sheet, First: first, List: list})
}
