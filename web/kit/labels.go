package kit

import (
	"fmt"
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
func (s *Site) LabelSheet(c echo.Context) reports.LabelSheet {
	kept, err := c.Cookie(s.CookieName(labelCookie))
	if err != nil {
		return reports.LabelSheetOf("")
	}
	return reports.LabelSheetOf(kept.Value)
}

// ChosenLabelSheet is the sheet that was asked for, which is remembered, or else the one of last time.
func (s *Site) ChosenLabelSheet(c echo.Context, in *Filling) reports.LabelSheet {
	key := in.Text("sheet")
	if key == "" {
		return s.LabelSheet(c)
	}
	sheet := reports.LabelSheetOf(key)
	c.SetCookie(&http.Cookie{
		Name: s.CookieName(labelCookie), Value: sheet.Key, Path: "/", MaxAge: 365 * 24 * 3600, HttpOnly: true,
		Secure: s.Secure(), SameSite: http.SameSiteLaxMode,
	})
	return sheet
}

// LabelFields ask on which sheet labels are printed, and on which label of it they begin.
func LabelFields() []Field {
	sheet := Field{ID: "sheet", Name: "sheet", Label: "Sheet of labels", Type: "select"}
	for _, l := range reports.LabelSheets {
		sheet.Options = append(sheet.Options, Option{Value: l.Key, Label: l.Name})
	}
	return []Field{sheet, {
		ID: "first", Name: "first", Label: "Begin on label", Type: "number", Width: "short",
		Hint: "Labels are counted along the rows. Of a sheet from which four are gone, begin on label 5.",
	}}
}

// FirstLabel is on which label of a sheet the reader begins, 1 where nothing was said, and what is wrong with it.
func FirstLabel(in *Filling, sheet reports.LabelSheet) (n int, problem string) {
	text := in.Text("first")
	if text == "" {
		return 1, ""
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > sheet.Labels() {
		return 0, fmt.Sprintf("Begin on a label from 1 to %d: the sheet has no others.", sheet.Labels())
	}
	return n, ""
}

// SendLabels answers with labels on the sheet, and from the label, that the reader chose.
func (s *Site) SendLabels(c echo.Context, in *Filling, name FileName, title string, list []reports.AddressLabel) error {
	sheet := s.ChosenLabelSheet(c, in)
	first, problem := FirstLabel(in, sheet)
	if problem != "" {
		return apperr.New(apperr.Invalid, "%s", problem)
	}
	return SendPrint(c, name, s.Press().AddressLabelsPDF, reports.Labels{Title: title, Sheet: sheet, First: first, List: list})
}
