package reports

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/xuri/excelize/v2"

	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/spool"
)

// packing is where the library packs the parts of a workbook, before they are sorted. Its own way would keep all of it in
// memory.
type packing struct {
	spool *spool.Spool
	*zip.Writer
}

func newPacking(spools *spool.Folder) *packing { return &packing{spool: spools.New()} }

func (p *packing) begin(io.Writer) excelize.ZipWriter {
	p.Writer = zip.NewWriter(p.spool)
	return p
}

func (p *packing) close() error { return p.spool.Close() }

// keptRows are the rows of a list that is too long to hold, to be read again.
type keptRows struct {
	spool *spool.Spool
	out   *bufio.Writer
}

func keepRows(spools *spool.Folder) *keptRows {
	kept := spools.New()
	return &keptRows{kept, bufio.NewWriterSize(kept, 1<<16)}
}

func (k *keptRows) close() error { return k.spool.Close() }

func (k *keptRows) add(row []Cell) error {
	b := binary.AppendUvarint(k.out.AvailableBuffer(), uint64(len(row)))
	text := func(s string) { b = append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	for _, c := range row {
		b = append(b, byte(c.kind))
		switch c.kind {
		case textCell:
			text(c.text)
		case numberCell:
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(c.number))
			text(c.format)
		case dateCell:
			b = binary.AppendVarint(b, int64((c.date.Year()*12+int(c.date.Month())-1)*31+c.date.Day()-1))
		case moneyCell:
			b = binary.AppendVarint(b, int64(c.cents))
		}
	}
	_, err := k.out.Write(b)
	return err
}

// each gives the rows to take. A row is good until the next.
func (k *keptRows) each(take func(row []Cell) error) error {
	if err := k.out.Flush(); err != nil {
		return err
	}
	in := bufio.NewReaderSize(io.NewSectionReader(k.spool, 0, k.spool.Len()), 1<<16)
	var row []Cell
	for {
		n, err := binary.ReadUvarint(in)
		if err == io.EOF {
			return nil
		}
		row = row[:0]
		for ; n > 0 && err == nil; n-- {
			var c Cell
			c, err = readCell(in)
			row = append(row, c)
		}
		if err != nil {
			return fmt.Errorf("read a row that was kept: %w", err)
		}
		if err := take(row); err != nil {
			return err
		}
	}
}

func readCell(in *bufio.Reader) (c Cell, err error) {
	kind, err := in.ReadByte()
	if err != nil {
		return c, err
	}
	switch c.kind = cellKind(kind); c.kind {
	case textCell:
		c.text, err = readText(in)
	case numberCell:
		var bits [8]byte
		if _, err = io.ReadFull(in, bits[:]); err == nil {
			c.number = math.Float64frombits(binary.LittleEndian.Uint64(bits[:]))
			c.format, err = readText(in)
		}
	case dateCell:
		var n int64
		n, err = binary.ReadVarint(in)
		c.date = civil.On(int(n/372), time.Month(n/31%12+1), int(n%31)+1)
	case moneyCell:
		var n int64
		n, err = binary.ReadVarint(in)
		c.cents = money.Cents(n)
	}
	return c, err
}

func readText(in *bufio.Reader) (string, error) {
	n, err := binary.ReadUvarint(in)
	if err != nil || n == 0 {
		return "", err
	}
	b := make([]byte, n)
	_, err = io.ReadFull(in, b)
	return string(b), err
}
