package kittest

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
)

// Upload sends a form with a file.
func (b *Browser) Upload(path, name, content string, pairs ...string) Answer {
	return b.UploadAll(path, []string{name, content}, pairs...)
}

// UploadAll sends a form with several files: their names, each with its content.
func (b *Browser) UploadAll(path string, files []string, pairs ...string) Answer {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for i := 0; i+1 < len(pairs); i += 2 {
		b.Site.Must(w.WriteField(pairs[i], pairs[i+1]))
	}
	for i := 0; i+1 < len(files); i += 2 {
		part, err := w.CreateFormFile("file", files[i])
		b.Site.Must(err)
		_, err = part.Write([]byte(files[i+1]))
		b.Site.Must(err)
	}
	b.Site.Must(w.Close())
	r := httptest.NewRequest(http.MethodPost, path, &body)
	r.Header.Set("Content-Type", w.FormDataContentType())
	return b.Send(r)
}
