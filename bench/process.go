package main

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a served society.
type process struct {
	cmd   *exec.Cmd
	url   string
	links map[string]string // role → one-time sign-in link, of a demonstration
	ready time.Duration     // from the start to the first answer
}

var (
	serving  = regexp.MustCompile(`Serving .* on (http://\S+)`)
	linkLine = regexp.MustCompile(`^\s+(\S.*?)\s{2,}(http://\S+)$`)
)

// start serves a society on a free loopback port.
func start(binary, folder string, more ...string) (*process, error) {
	begin := time.Now()
	args := append([]string{"demo", "--data", folder, "--addr", "127.0.0.1:0"}, more...)
	p := &process{cmd: exec.Command(binary, args...), links: map[string]string{}}
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	for p.url == "" && lines.Scan() {
		if m := serving.FindStringSubmatch(lines.Text()); m != nil {
			p.url = m[1]
		} else if m := linkLine.FindStringSubmatch(lines.Text()); m != nil {
			p.links[m[1]] = m[2]
		}
	}
	if p.url == "" {
		return nil, errors.Join(errors.New("the program did not start"), p.cmd.Wait())
	}
	go func() {
		for lines.Scan() {
		}
	}()
	res, err := http.Get(p.url + "/")
	if err != nil {
		return nil, errors.Join(err, p.stop())
	}
	res.Body.Close()
	p.ready = time.Since(begin)
	return p, nil
}

func (p *process) stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return p.cmd.Wait()
}

// resident is the memory the process holds, in MB, now and at its highest.
func (p *process) resident() (now, peak float64, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, 0, err
	}
	read := func(name string) float64 {
		for _, line := range strings.Split(string(text), "\n") {
			if rest, ok := strings.CutPrefix(line, name+":"); ok {
				kb, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
				return kb / 1024
			}
		}
		return 0
	}
	return read("VmRSS"), read("VmHWM"), nil
}

const starts = 11

// startUp measures the time from the start of the process to its first whole
// answer, beside that of a program that does nothing.
func startUp(binary, small, full string) error {
	fmt.Printf(
		"### Start-up to first answer (median and worst of %d)\n\n| what | median | worst |\n|---|---|---|\n", starts,
	)
	for _, s := range []struct{ name, folder string }{{"demonstration society", small}, {"full-size society", full}} {
		var took []time.Duration
		for range starts {
			p, err := start(binary, s.folder)
			if err != nil {
				return err
			}
			took = append(took, p.ready)
			if err := p.stop(); err != nil {
				return err
			}
		}
		printRow(s.name, took)
	}
	var floor []time.Duration
	for range starts {
		begin := time.Now()
		if err := exec.Command(binary, "--help").Run(); err != nil {
			return err
		}
		floor = append(floor, time.Since(begin))
	}
	printRow("limit: the same binary printing its help", floor)
	fmt.Println()
	return nil
}

func printRow(name string, took []time.Duration) {
	sort.Slice(took, func(i, j int) bool { return took[i] < took[j] })
	fmt.Printf("| %s | %s | %s |\n", name, ms(took[len(took)/2]), ms(took[len(took)-1]))
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }

// memory measures what the program holds after every page of the
// demonstration was read several times by several people at once.
func memory(binary, small string) error {
	p, err := start(binary, small)
	if err != nil {
		return err
	}
	idle, _, err := p.resident()
	if err != nil {
		return err
	}
	site, err := crawl(p)
	if err != nil {
		return errors.Join(err, p.stop())
	}
	if _, err := read(site, 16, 10*time.Second); err != nil {
		return errors.Join(err, p.stop())
	}
	busy, peak, err := p.resident()
	if err != nil {
		return err
	}
	fmt.Printf(
		"### Resident memory, demonstration society\n\n| when | MB |\n|---|---|\n| after the first page | %.0f |\n| after "+
			"10 s of 16 readers on %d pages, PDFs and spreadsheets included | %.0f |\n| highest | %.0f |\n\n",
		idle, len(site.pages), busy, peak,
	)
	return p.stop()
}
