package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/venue"
	"nzgs/reports"
	venuedesk "nzgs/web/venue"
)

func venueCommand() *cobra.Command {
	var data, addr, address string
	var level slog.Level
	cmd := &cobra.Command{
		Use:   "venue FILE",
		Short: "Run an event at its venue, without internet",
		Long: `Run an event at its venue, without internet. FILE is what the event's page on the society's site gives
under "Play without internet". This laptop is then the event's full desk, on the Wi-Fi of the venue: it
prints an address and a code to scan. Whenever it reaches the site it sends what was entered; at the end
its page "This laptop" gives the event back. docs/venue.md says what happens when something goes wrong.

The event is kept in a folder beside FILE. Stop it with Ctrl-C, and start it again with the same FILE to
continue. In the folder is also the event for OpenGotha, one file for each section, written after every
change; nzgs convert FILE writes other formats.`,
		Example: "  nzgs venue congress-2027.venue.json\n  nzgs venue congress-2027.venue.json --addr :80",
		Args:    exactly(1, "name the file of the event: nzgs venue congress-2027.venue.json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			file := args[0]
			if data == "" {
				data = strings.TrimSuffix(file, ".json") + ".data"
			}
			return runVenue(cmd.Context(), venueRun{file, data, addr, strings.TrimRight(address, "/"), level}, cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&data, "data", "", "folder to keep the event in (default: beside FILE)")
	cmd.Flags().StringVar(&addr, "addr", ":8080", "address to listen on, HOST:PORT; without a host phones can reach it")
	cmd.Flags().StringVar(&address, "address", "", "address that phones open, http://192.168.1.20:8080 (default: found)")
	cmd.Flags().TextVar(&level, "log-level", slog.LevelWarn, "debug, info, warn or error")
	return cmd
}

// venueRun is what a laptop is started with.
type venueRun struct {
	file, data, addr, address string
	level                     slog.Level
}

func runVenue(ctx context.Context, run venueRun, out io.Writer) error {
	d, err := readLent(run.file)
	if err != nil {
		return err
	}
	cfg := &config.Config{
		Society: d.Home.Society, TimeZone: d.Home.Zone, Currency: d.Home.Money,
		Addr: run.addr, Data: run.data, LogLevel: run.level, LogFormat: "text",
	}
	soc, err := openAlone(ctx, cfg, civil.SystemClock)
	if err != nil {
		return err
	}
	defer soc.Close()
	soc.laptop = venue.NewLaptop(soc.db, soc.clock, soc.name, soc.auth, soc.tournaments, soc.ratings)
	if err := soc.laptop.Open(ctx, d); err != nil {
		return said(err)
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", run.addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w (is it running already? choose another address with --addr :8081)", run.addr, err)
	}
	at, others, err := placeOf(l, run.address)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	follow := limitMemory(cfg)
	attendDoor()
	soc.url = at
	server := soc.server(nil)
	home := newHomeward(soc, run.data)
	soc.changed = home.changed
	if err := sayVenue(out, d, soc, run.data, l, others); err != nil {
		return errors.Join(err, l.Close())
	}
	go follow(ctx, server.Load) // raced by TestAnEventTravelsBetweenTwoPrograms
	go soc.keepTidy(ctx)        // raced by TestAnEventTravelsBetweenTwoPrograms
	go home.run(ctx)            // raced by TestAnEventTravelsBetweenTwoPrograms
	return server.Serve(ctx, l)
}

// readLent reads the file of an event, no larger than one can be.
func readLent(name string) (*venue.Document, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open the file of the event: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, venue.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read the file of the event: %w", err)
	}
	d, err := venue.Parse(data)
	if err == nil && d.Home == nil {
		err = fmt.Errorf("%s does not say where the event is from: take the file that the event’s page on the site gives", name)
	}
	return d, said(err)
}

// placeOf is the address that phones open, and others by which the laptop may be reached.
func placeOf(l net.Listener, told string) (at string, others []string, err error) {
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return "", nil, fmt.Errorf("read the address: %w", err)
	}
	bound := l.Addr().(*net.TCPAddr).IP
	web := func(host string) string {
		if port == "80" {
			return "http://" + host
		}
		return "http://" + net.JoinHostPort(host, port)
	}
	switch {
	case told != "":
		return told, nil, nil
	case !bound.IsUnspecified():
		return web(bound.String()), nil, nil
	}
	found, err := venue.Addresses()
	if err != nil {
		return "", nil, err
	}
	for _, a := range found {
		others = append(others, web(a.String()))
	}
	if len(others) == 0 {
		return web("localhost"), nil, nil
	}
	return others[0], others[1:], nil
}

// sayVenue says at the terminal how people come in.
func sayVenue(out io.Writer, d *venue.Document, soc *society, folder string, l net.Listener, others []string) error {
	code, err := reports.QRTerminal(soc.url)
	if err != nil {
		return err
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return fmt.Errorf("read the address: %w", err)
	}
	fmt.Fprintf(out, "\n%s\n%s, lent as number %d by %s\n\n%s\n", d.Event.Name, d.Home.Society, d.Home.Number, d.Home.LentBy, code)
	fmt.Fprintf(out, "Phones open    %s\n", soc.url)
	for _, other := range others {
		fmt.Fprintf(out, "  or           %s   (if that is the network of the phones: --address %s)\n", other, other)
	}
	if strings.HasPrefix(soc.url, "http://localhost") {
		fmt.Fprintln(out, "This laptop is in no network that phones could join. Connect it to the Wi-Fi of the venue and start again.")
	}
	fmt.Fprintf(out, "The director   http://localhost:%s%s (on this laptop)\n\nWhat a phone must do:\n", port, "/venue/in")
	for i, step := range venuedesk.PhoneSteps(soc.url) {
		fmt.Fprintf(out, "  %d. %s\n", i+1, step)
	}
	if !mayPush(d.Home.Site) {
		fmt.Fprintf(
			out, "\nThe site is at %s, which is not https: nothing is sent there, because the key could be read on the way.\n",
			d.Home.Site,
		)
	}
	abs, err := filepath.Abs(folder)
	if err != nil {
		return fmt.Errorf("name the folder: %w", err)
	}
	fmt.Fprintf(out, "\nThe event is kept in %s.\n", abs)
	fmt.Fprintf(out, "Serving %s on %s (stop with Ctrl-C; start again with the same file to continue)\n", d.Event.Name, soc.url)
	return nil
}
