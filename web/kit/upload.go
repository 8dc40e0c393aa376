package kit

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"

	"github.com/labstack/echo/v4"
)

// chosen is a file that somebody chose in a form.
type chosen struct {
	multipart.File
	Name string
	Size int64 // bytes
}

// ChosenFile opens the file of a form's field, nil when none was chosen. Who
// opens it closes it.
func ChosenFile(c echo.Context, field string) (*chosen, error) {
	header, err := c.FormFile(field)
	if errors.Is(err, http.ErrMissingFile) || errors.Is(err, http.ErrNotMultipart) ||
		err == nil && header.Size == 0 && header.Filename == "" {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the upload: %w", err)
	}
	file, err := header.Open()
	if err != nil {
		return nil, fmt.Errorf("open the upload: %w", err)
	}
	return &chosen{file, header.Filename, header.Size}, nil
}

// ChosenFiles opens the files of a form's field that takes several; none is no error. Who opens
// them closes them.
func ChosenFiles(c echo.Context, field string) ([]*chosen, error) {
	form, err := c.MultipartForm()
	if errors.Is(err, http.ErrNotMultipart) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the uploads: %w", err)
	}
	var out []*chosen
	for _, header := range form.File[field] {
		if header.Size == 0 && header.Filename == "" {
			continue
		}
		file, err := header.Open()
		if err != nil {
			return out, fmt.Errorf("open an upload: %w", err)
		}
		out = append(out, &chosen{file, header.Filename, header.Size})
	}
	return out, nil
}

// ChosenContent reads the file of a form's field, but no more than limit bytes
// of it; given is false when there is none.
func ChosenContent(c echo.Context, field string, limit int64) (name string, content []byte, given bool, err error) {
	file, err := ChosenFile(c, field)
	if file == nil || err != nil {
		return "", nil, false, err
	}
	defer file.Close()
	content, err = io.ReadAll(io.LimitReader(file, limit))
	return file.Name, content, true, err
}
