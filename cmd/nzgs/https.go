package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"nzgs/internal/config"
	"nzgs/internal/machine"
	"nzgs/web"
)

// doors are what the program listens on.
type doors struct {
	main  net.Listener
	plain net.Listener      // with https: where it leads to HTTPS; nil without
	leads http.Handler      // there
	certs *autocert.Manager // nil without
}

// listen opens what the settings say.
func listen(ctx context.Context, cfg *config.Config) (d doors, err error) {
	if d.main, err = listenOn(ctx, cfg.Addr, "--addr"); err != nil || cfg.HTTPS.Name == "" {
		return d, err
	}
	if d.certs, err = certificates(cfg); err == nil {
		d.plain, err = listenOn(ctx, cfg.HTTPS.Plain, "--http-addr")
	}
	if err != nil {
		return doors{}, errors.Join(err, d.main.Close())
	}
	// Before anyone comes: the manager offers an authority to be asked by HTTP only once it has been asked for this, and after
	// a refusal it asks no more for a minute.
	d.leads = d.certs.HTTPHandler(web.LeadTo(cfg.URL()))
	secure := d.certs.TLSConfig()
	secure.MinVersion = tls.VersionTLS12
	secure.NextProtos = []string{"http/1.1", acme.ALPNProto} // what bounds slow readers knows HTTP/1
	d.main = tls.NewListener(d.main, secure)
	return d, nil
}

func listenOn(ctx context.Context, address, flag string) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if errors.Is(err, os.ErrPermission) {
		return nil, fmt.Errorf("listen on %s: %w (docs/deploy.md, HTTPS, says how the service may)", address, err)
	}
	if err != nil {
		return nil, fmt.Errorf(
			"listen on %s: %w (is nzgs running already? choose another address with %s)", address, err, flag,
		)
	}
	return l, nil
}

// Close closes both.
func (d doors) Close() error {
	if d.plain == nil {
		return d.main.Close()
	}
	return errors.Join(d.main.Close(), d.plain.Close())
}

// certificates has certificates for the site's name and no other, and keeps them with their keys in the data folder.
func certificates(cfg *config.Config) (*autocert.Manager, error) {
	folder := filepath.Join(cfg.Data, "certificates")
	if err := os.MkdirAll(folder, privateFolder); err != nil {
		return nil, fmt.Errorf("make the folder of certificates: %w", err)
	}
	info, err := os.Lstat(folder)
	switch {
	case err != nil:
		return nil, fmt.Errorf("open the folder of certificates: %w", err)
	case !info.IsDir():
		return nil, fmt.Errorf("%s is no folder: the keys of the site are kept there", folder)
	case machine.OthersMay(info):
		return nil, fmt.Errorf(
			"other users of this machine can read the keys of the site: close them first by this command\n\n\tchmod %o %s",
			privateFolder, quoted(folder),
		)
	}
	return &autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(folder), HostPolicy: autocert.HostWhitelist(cfg.HTTPS.Name),
		Client: &acme.Client{DirectoryURL: cfg.HTTPS.Directory, UserAgent: "nzgs"},
	}, nil
}

// lead leads those who come by HTTP to HTTPS, and answers whoever certifies the site.
func (soc *society) lead(ctx context.Context, d doors) {
	if d.plain == nil {
		return
	}
	if err := soc.web.ServePlain(ctx, d.plain, d.leads); err != nil {
		soc.log.Warn("those who come by HTTP are not led to HTTPS", "err", err)
	}
}

// certify has a certificate before anyone asks for it, and says in the log when there is none and why.
func (soc *society) certify(cfg *config.Config, d doors) {
	if d.certs == nil {
		return
	}
	_, err := d.certs.GetCertificate(&tls.ClientHelloInfo{
		ServerName: cfg.HTTPS.Name, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
		SignatureSchemes: []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256}, SupportedCurves: []tls.CurveID{tls.CurveP256},
		SupportedVersions: []uint16{tls.VersionTLS13, tls.VersionTLS12},
	})
	if err != nil {
		soc.log.Warn("there is no certificate yet; it is tried again at the next visit. Does "+cfg.HTTPS.Name+
			" lead to this machine, and do ports 443 and 80 reach nzgs?", "err", err)
		return
	}
	soc.log.Info("there is a certificate", "name", cfg.HTTPS.Name)
}
