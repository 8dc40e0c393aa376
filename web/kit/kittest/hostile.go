package kittest

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"testing"

	"nzgs/web/kit"
)

// SendRecord uploads files to the check of records, with other fields.
func (b *Browser) SendRecord(t testing.TB, files []string, pairs ...string) Answer {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for i := 0; i+1 < len(pairs); i += 2 {
		if err := form.WriteField(pairs[i], pairs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	for i, content := range files {
		part, err := form.CreateFormFile("file", fmt.Sprintf("game%d.sgf", i))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, kit.CheckRecordPath, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return b.Send(r)
}
