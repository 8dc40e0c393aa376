package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// certifier is an authority that certifies by ACME (RFC 8555) whoever answers its challenge. It trusts what it is sent to be
// signed: the client's library is not what is tested.
type certifier struct {
	t           *testing.T
	kind        string // of its challenges
	plain, main string // addresses at which the site answers
	url         string
	key         *ecdsa.PrivateKey
	root        *x509.Certificate

	mu      sync.Mutex
	name    string
	answers bool // the site did
	issued  []byte
	count   int
}

func certify(t *testing.T, kind, plain, main string) *certifier {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	root := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Test"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(24 * time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, root, root, key.Public(), key)
	if err == nil {
		root, err = x509.ParseCertificate(der)
	}
	if err != nil {
		t.Fatal(err)
	}
	c := &certifier{t: t, kind: kind, plain: plain, main: main, key: key, root: root}
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	c.url = server.URL
	return c
}

// ServeHTTP answers what autocert asks, in its order.
func (c *certifier) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	w.Header().Set("Replay-Nonce", rand.Text())
	answer := func(status int, location string, body any) {
		if location != "" {
			w.Header().Set("Location", c.url+location)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body)
	}
	switch r.URL.Path {
	case "/directory":
		answer(200, "", map[string]string{
			"newNonce": c.url + "/nonce", "newAccount": c.url + "/account", "newOrder": c.url + "/order",
			"revokeCert": c.url + "/revoke", "keyChange": c.url + "/change",
		})
	case "/nonce":
	case "/account":
		answer(201, "/accounts/1", map[string]string{"status": "valid"})
	case "/order":
		var in struct {
			Identifiers []struct{ Type, Value string }
		}
		c.read(r, &in)
		c.name, c.answers, c.issued = in.Identifiers[0].Value, false, nil
		answer(201, "/orders/1", c.order())
	case "/orders/1":
		answer(200, "", c.order())
	case "/authorization":
		answer(200, "", c.authorization())
	case "/challenge":
		c.answers = c.asks()
		answer(200, "", c.challenge())
	case "/finalize":
		var in struct{ CSR string }
		c.read(r, &in)
		c.issue(in.CSR)
		answer(200, "/orders/1", c.order())
	case "/certificate":
		w.Header().Set("Content-Type", "application/pem-certificate-chain")
		_, _ = w.Write(c.issued)
	default:
		http.NotFound(w, r)
	}
}

func (c *certifier) read(r *http.Request, into any) {
	var signed struct{ Payload string }
	text, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(text, &signed)
	}
	if err == nil {
		text, err = base64.RawURLEncoding.DecodeString(signed.Payload)
	}
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		c.t.Errorf("ACME: %v", err)
	}
}

func (c *certifier) status(before, after string) string {
	if c.answers {
		return after
	}
	return before
}

func (c *certifier) order() map[string]any {
	out := map[string]any{
		"status": c.status("pending", "ready"), "identifiers": []any{map[string]string{"type": "dns", "value": c.name}},
		"authorizations": []string{c.url + "/authorization"}, "finalize": c.url + "/finalize",
	}
	if c.issued != nil {
		out["status"], out["certificate"] = "valid", c.url+"/certificate"
	}
	return out
}

func (c *certifier) authorization() map[string]any {
	return map[string]any{
		"status": c.status("pending", "valid"), "identifier": map[string]string{"type": "dns", "value": c.name},
		"challenges": []any{c.challenge()},
	}
}

const challengeToken = "a-token-of-the-test"

func (c *certifier) challenge() map[string]string {
	return map[string]string{
		"type": c.kind, "url": c.url + "/challenge", "token": challengeToken, "status": c.status("pending", "valid"),
	}
}

// asks looks whether the site answers the challenge.
func (c *certifier) asks() bool {
	if c.kind == "tls-alpn-01" {
		conn, err := tls.Dial("tcp", c.main, &tls.Config{
			ServerName: c.name, NextProtos: []string{"acme-tls/1"}, InsecureSkipVerify: true,
		})
		if err != nil {
			c.t.Errorf("the challenge: %v", err)
			return false
		}
		defer conn.Close()
		return conn.ConnectionState().NegotiatedProtocol == "acme-tls/1"
	}
	r, err := http.NewRequest("GET", "http://"+c.plain+"/.well-known/acme-challenge/"+challengeToken, nil)
	if err != nil {
		return false
	}
	r.Host = c.name
	got, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		c.t.Errorf("the challenge: %v", err)
		return false
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	return err == nil && got.StatusCode == 200 && strings.HasPrefix(string(text), challengeToken+".")
}

func (c *certifier) issue(csr string) {
	der, err := base64.RawURLEncoding.DecodeString(csr)
	if err != nil {
		c.t.Error(err)
		return
	}
	asked, err := x509.ParseCertificateRequest(der)
	if err != nil || !c.answers {
		c.t.Errorf("a certificate is asked for: %v, answered: %t", err, c.answers)
		return
	}
	c.count++
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(int64(1 + c.count)), DNSNames: asked.DNSNames, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(90 * 24 * time.Hour), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if der, err = x509.CreateCertificate(rand.Reader, leaf, c.root, asked.PublicKey, c.key); err != nil {
		c.t.Error(err)
	}
	c.issued = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

// freePort is an address of this machine at which nothing listens.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return fmt.Sprint(l.Addr())
}
