package sgf

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
)

// generated makes a record like those of the servers: a 19×19 game of the
// given number of moves, no point played twice.
func generated(seed uint64, moves int) []byte {
	r := rand.New(rand.NewPCG(seed, 19))
	b := []byte(
		"(;FF[4]GM[1]CA[UTF-8]AP[Example:1]SZ[19]KM[7]RU[NZ]PB[Ash " + strconv.Itoa(int(seed)) +
			"]PW[Birch]BR[3d]WR[4d]DT[2026-11-21]RE[W+3.5]\n",
	)
	for i, p := range r.Perm(361)[:moves] {
		b = fmt.Appendf(b, ";%c[%c%c]", "BW"[i%2], 'a'+p%19, 'a'+p/19)
		if i%10 == 9 {
			b = append(b, '\n')
		}
	}
	return append(b, ")\n"...)
}

func generatedMany(n int) [][]byte {
	records := make([][]byte, n)
	for i := range records {
		records[i] = generated(uint64(i), 180+i%50)
	}
	return records
}

func BenchmarkReadAndMainLine(b *testing.B) {
	records := generatedMany(64)
	total := 0
	for _, r := range records {
		total += len(r)
	}
	b.SetBytes(int64(total / len(records)))
	b.ReportAllocs()
	var reader Reader
	var rec Record
	i := 0
	for b.Loop() {
		f := reader.Read(records[i%len(records)])
		i++
		if err := f.Games[0].MainLine(&rec); err != nil || rec.Moves < 180 || len(f.Warnings)+len(rec.Warnings) > 0 {
			b.Fatal(err, rec.Moves, f.Warnings, rec.Warnings)
		}
	}
}

func BenchmarkReadOnly(b *testing.B) {
	record := generated(1, 200)
	b.SetBytes(int64(len(record)))
	b.ReportAllocs()
	var reader Reader
	for b.Loop() {
		reader.Read(record)
	}
}

// BenchmarkCollection reads ten thousand games in one file.
func BenchmarkCollection(b *testing.B) {
	data := bytes.Join(generatedMany(10000), nil)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var reader Reader
	var rec Record
	for b.Loop() {
		f := reader.Read(data)
		for i := range f.Games {
			if err := f.Games[i].MainLine(&rec); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkVariations reads a record in which every move opens a variation,
// with a comment of some length.
func BenchmarkVariations(b *testing.B) {
	var data []byte
	data = append(data, "(;GM[1]SZ[19]"...)
	for range 20000 {
		data = append(data, "(;B[aa]C[A comment \\[with\\] escapes, as a teacher writes it.]\n(;W[bb]))\n"...)
	}
	data = append(data, ')')
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var reader Reader
	for b.Loop() {
		reader.Read(data)
	}
}

func BenchmarkGB18030(b *testing.B) {
	data := recordIn(b, charGB18030.enc, "gb2312", written[0].values)
	data = bytes.Repeat(data, 100)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var reader Reader
	for b.Loop() {
		reader.Read(data)
	}
}

// BenchmarkSHA256 is the yardstick on a machine whose speed varies: what the
// hash of the same bytes takes.
func BenchmarkSHA256(b *testing.B) {
	records := generatedMany(64)
	total := 0
	for _, r := range records {
		total += len(r)
	}
	b.SetBytes(int64(total / len(records)))
	i := 0
	for b.Loop() {
		sha256.Sum256(records[i%len(records)])
		i++
	}
}
