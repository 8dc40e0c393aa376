package sgf

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

func encode(t testing.TB, enc encoding.Encoding, text string) []byte {
	t.Helper()
	if enc == nil {
		return []byte(text)
	}
	data, err := enc.NewEncoder().String(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return []byte(data)
}

// Names of players are invented, of two to four characters, which is all that
// most records have above ASCII.
var written = []struct {
	name   string
	enc    encoding.Encoding
	ca     string
	values []string // PB, PW, C
}{
	{"GB18030", simplifiedchinese.GBK, "gb2312", []string{"李小石", "王天云", "黑先。白如逃征子，黑棋不利；这是定式的要点。"}},
	{"GB18030", simplifiedchinese.GB18030, "GB18030", []string{"张大山", "陈明月", "第五届春兰杯决赛"}},
	{"GB18030", simplifiedchinese.GBK, "GBK", []string{"赵一水", "周子林 五段", ""}},
	{"Big5", traditionalchinese.Big5, "Big5", []string{"許功蓋", "陳大明", "白棋這一手很好，黑棋應該先提。"}},
	{"Big5", traditionalchinese.Big5, "big5", []string{"林水土", "張明月", ""}},
	{"Shift_JIS", japanese.ShiftJIS, "Shift_JIS", []string{"山本表", "ソノダ太郎", "黒の勝ち。白の手は能力不足。"}},
	{"Shift_JIS", japanese.ShiftJIS, "SJIS", []string{"高田十一", "石川水男 九段", ""}},
	{"EUC-JP", japanese.EUCJP, "EUC-JP", []string{"山本太郎", "中川花子", "この手は良い手です。"}},
	{"EUC-KR", korean.EUCKR, "EUC-KR", []string{"김바다", "이하늘", "흑이 유리하다. 백은 여기서 끊어야 한다."}},
	{"EUC-KR", korean.EUCKR, "ks_c_5601-1987", []string{"박가람", "최나무", ""}},
	{
		"windows-1252", charmap.Windows1252, "ISO-8859-1",
		[]string{"Jürgen Müßig", "Zoë Ångström", "Das ist schön; très élégant."},
	},
	{"windows-1251", charmap.Windows1251, "windows-1251", []string{"Иванов Пётр", "Сидоров Олег", "Чёрные выиграли."}},
	{"KOI8-R", charmap.KOI8R, "KOI8-R", []string{"Иванов Пётр", "Сидоров Олег", "Чёрные выиграли."}},
	{"UTF-8", nil, "UTF-8", []string{"李小石", "山本花子", "très élégant — 흑이 유리하다"}},
}

func recordIn(t testing.TB, enc encoding.Encoding, ca string, values []string) []byte {
	head := "(;FF[4]GM[1]SZ[19]"
	if ca != "" {
		head += "CA[" + ca + "]"
	}
	return encode(t, enc, head+"PB["+values[0]+"]PW["+values[1]+"]KM[7];B[pd];W[dp]C["+values[2]+"];B[dd])\n")
}

func checkValues(t *testing.T, f *File, values []string) {
	t.Helper()
	if len(f.Games) != 1 {
		t.Fatalf("%d games, error %v", len(f.Games), f.Err)
	}
	g := &f.Games[0]
	var rec Record
	if err := g.MainLine(&rec); err != nil {
		t.Fatal(err)
	}
	if rec.Moves != 3 {
		t.Errorf("%d moves, want 3", rec.Moves)
	}
	if got := rec.Info(BlackName); got != values[0] {
		t.Errorf("PB = %q, want %q", got, values[0])
	}
	if got := rec.Info(WhiteName); got != values[1] {
		t.Errorf("PW = %q, want %q", got, values[1])
	}
	c, _ := g.Property(2, "C")
	if got := c.Text(0); got != values[2] {
		t.Errorf("C = %q, want %q", got, values[2])
	}
}

func codes(ws []Warning) string {
	var s []string
	for _, w := range ws {
		s = append(s, string(w.Code))
	}
	return strings.Join(s, " ")
}

func TestEncodingsNamedInCA(t *testing.T) {
	for _, w := range written {
		f := Parse(recordIn(t, w.enc, w.ca, w.values))
		if f.Encoding != w.name || len(f.Warnings) > 0 {
			t.Errorf("%s %s: read as %s with warnings %v", w.name, w.values[0], f.Encoding, f.Warnings)
		}
		checkValues(t, f, w.values)
	}
}

func TestEncodingsGuessed(t *testing.T) {
	for _, w := range written {
		f := Parse(recordIn(t, w.enc, "", w.values))
		want := string(EncodingGuessed)
		if w.name == "UTF-8" {
			want = ""
		}
		if f.Encoding != w.name || codes(f.Warnings) != want {
			t.Errorf("%s %s: read as %s with warnings %v", w.name, w.values[0], f.Encoding, f.Warnings)
		}
		checkValues(t, f, w.values)
	}
}

func TestEncodingsThatCALiesAbout(t *testing.T) {
	for _, w := range written {
		for _, lie := range []string{"UTF-8", "ISO-8859-1", "GBK", "Big5", "Shift_JIS", "EUC-KR", "windows-1251", "klingon"} {
			if charsets[plainName(lie)].name == w.name {
				continue
			}
			f := Parse(recordIn(t, w.enc, lie, w.values))
			if f.Encoding != w.name {
				t.Errorf("%s %s with CA[%s]: read as %s with warnings %v", w.name, w.values[0], lie, f.Encoding, f.Warnings)
				continue
			}
			if codes(f.Warnings) != string(EncodingWrong) && !(w.name == "UTF-8" && lie == "klingon") {
				t.Errorf("%s with CA[%s]: warnings %v", w.name, lie, f.Warnings)
			}
			checkValues(t, f, w.values)
		}
	}
}

func TestWideEncodings(t *testing.T) {
	values := []string{"李小石", "Zoë Ångström", "黑先。"}
	for _, w := range []struct {
		name string
		enc  encoding.Encoding
		mark string
	}{
		{"UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), ""},
		{"UTF-16BE", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), ""},
		{"UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "\ufeff"},
		{"UTF-16BE", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "\ufeff"},
		{"UTF-32LE", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), ""},
		{"UTF-32BE", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "\ufeff"},
		{"UTF-8", nil, "\ufeff"},
	} {
		text := w.mark + string(recordIn(t, nil, "", values))
		f := Parse(encode(t, w.enc, text))
		want := ""
		if w.mark == "" {
			want = string(EncodingGuessed)
		}
		if f.Encoding != w.name || codes(f.Warnings) != want {
			t.Errorf("%s, mark %q: read as %s with warnings %v", w.name, w.mark, f.Encoding, f.Warnings)
		}
		checkValues(t, f, values)
	}
}

func TestSevenBitEncodings(t *testing.T) {
	values := []string{"山本太郎", "中川花子", "良い手"}
	f := Parse(recordIn(t, japanese.ISO2022JP, "ISO-2022-JP", values))
	if f.Encoding != "ISO-2022-JP" || len(f.Warnings) > 0 {
		t.Errorf("read as %s with warnings %v", f.Encoding, f.Warnings)
	}
	checkValues(t, f, values)

	values = []string{"李小石", "王天云", "黑先"}
	f = Parse(recordIn(t, simplifiedchinese.HZGB2312, "HZ-GB-2312", values))
	if f.Encoding != "HZ-GB-2312" || len(f.Warnings) > 0 {
		t.Errorf("read as %s with warnings %v", f.Encoding, f.Warnings)
	}
	checkValues(t, f, values)
}

// Names that were cut after a number of bytes must not swallow what follows.
func TestHalfCharacters(t *testing.T) {
	for _, w := range written {
		if w.enc == nil || len(encode(t, w.enc, "x"+w.values[0])) < 2+len([]rune(w.values[0])) {
			continue // of one byte a character
		}
		for _, ca := range []string{w.ca, ""} {
			data := recordIn(t, w.enc, ca, []string{w.values[0] + w.values[1], w.values[1], "x"})
			whole := encode(t, w.enc, w.values[0]+w.values[1])
			cut := bytes.Replace(data, append(whole, ']'), append(whole[:len(whole)-1:len(whole)-1], ']'), 1)
			f := Parse(cut)
			if len(f.Games) != 1 || f.Encoding != w.name || !strings.Contains(codes(f.Warnings), string(BadCharacters)) {
				t.Errorf("%s %s: %s, %v", w.name, w.values[0], f.Encoding, f.Warnings)
				continue
			}
			var rec Record
			_ = f.Games[0].MainLine(&rec)
			if rec.Info(WhiteName) != w.values[1] || rec.Moves != 3 || !strings.HasPrefix(rec.Info(BlackName), w.values[0][:3]) {
				t.Errorf("%s %s: PB %q, PW %q, %d moves", w.name, w.values[0], rec.Info(BlackName), rec.Info(WhiteName), rec.Moves)
			}
		}
	}
}

// A character whose second byte is a bracket is not taken for a cut one.
func TestBracketsWithinCharacters(t *testing.T) {
	for _, w := range []struct {
		enc    encoding.Encoding
		ca     string
		values []string
	}{
		{traditionalchinese.Big5, "Big5", []string{"林也", "陳也", "也"}},
		{japanese.ShiftJIS, "Shift_JIS", []string{"ゾ", "山本ゾ", "この手はゾ。"}},
		{japanese.ShiftJIS, "Shift_JIS", []string{"ソ表能", "予十構", "ソ"}},
	} {
		f := Parse(recordIn(t, w.enc, w.ca, w.values))
		if len(f.Warnings) > 0 {
			t.Errorf("%v", f.Warnings)
		}
		checkValues(t, f, w.values)
	}
}

// A few characters of GBK happen to be valid UTF-8 as well.
func TestValidUTF8ThatIsNot(t *testing.T) {
	values := []string{"学全胜", "时小强", "实战平"}
	data := recordIn(t, simplifiedchinese.GBK, "GB2312", values)
	if !utf8.Valid(data) {
		t.Fatal("the sample is no good")
	}
	f := Parse(data)
	if f.Encoding != "GB18030" || len(f.Warnings) > 0 {
		t.Errorf("%s, %v", f.Encoding, f.Warnings)
	}
	checkValues(t, f, values)
	// Without CA, or with one that says so, it is UTF-8.
	for _, ca := range []string{"", "UTF-8", "ISO-8859-1"} {
		if f := Parse(recordIn(t, simplifiedchinese.GBK, ca, values)); f.Encoding != utf8Name {
			t.Errorf("CA[%s]: %s", ca, f.Encoding)
		}
	}
}

func TestBrokenCharacters(t *testing.T) {
	for _, c := range []struct{ data, encoding, codes string }{
		{"(;CA[UTF-8]PB[Zo\xc3\xab M\xc3\xbc\xc3];B[aa])", utf8Name, "bad_characters"},
		{"\ufeff(;PB[Zo\xeb];B[aa])", utf8Name, "bad_characters"},
		{"\xff\xfe(\x00;\x00B\x00[\x00a\x00a\x00]\x00)\x00\x00\xd8", "UTF-16LE", "bad_characters other_text"},
		{"\x00\x00\xfe\xff\x00\x00\x00(\x00\x00\x00;\x00\x00\x00B\x00\x00\x00[\x00\x00\x00]\x00\x00\x00)", "UTF-32BE", ""},
		{"(;PB[\x1b$B;3\x1b(B];B[aa])", "ISO-2022-JP", "encoding_guessed"},
		{"(;CA[GBK]PB[\x1b$B;3\x1b(B];B[aa])", "ISO-2022-JP", "encoding_wrong"},
		{"(;CA[UTF-8]PB[\x1b$B;3\x1b(B];B[aa])", utf8Name, ""},
		{"(;PB[\x1b$B\x7f\x7f];B[aa])", utf8Name, ""},
		{"(;PB[a~{b];B[aa])", utf8Name, ""},
	} {
		f := Parse([]byte(c.data))
		if f.Encoding != c.encoding || codes(f.Warnings) != c.codes || len(f.Games) != 1 || f.Games[0].Len() > 2 {
			t.Errorf("%q: %s, %d games, %v", c.data, f.Encoding, len(f.Games), f.Warnings)
		}
	}
}
