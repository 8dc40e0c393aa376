package sgf

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// A charset is an encoding with the name it goes by.
type charset struct {
	name string
	enc  encoding.Encoding // nil for UTF-8
	kind script
}

// utf8Name is the name of UTF-8, and of ASCII, which is part of it.
const utf8Name = "UTF-8"

// A script says what a text in an encoding is judged by.
type script uint8

const (
	anyScript script = iota
	simplified
	traditional
	japaneseScript
	hangul
	latin
	cyrillic
	scripts // the number of them
)

var (
	charUTF8     = charset{utf8Name, nil, anyScript}
	charGB18030  = charset{"GB18030", simplifiedchinese.GB18030, simplified}
	charHZ       = charset{"HZ-GB-2312", simplifiedchinese.HZGB2312, simplified}
	charBig5     = charset{"Big5", traditionalchinese.Big5, traditional}
	charSJIS     = charset{"Shift_JIS", japanese.ShiftJIS, japaneseScript}
	charEUCJP    = charset{"EUC-JP", japanese.EUCJP, japaneseScript}
	charJIS      = charset{"ISO-2022-JP", japanese.ISO2022JP, japaneseScript}
	charEUCKR    = charset{"EUC-KR", korean.EUCKR, hangul}
	charLatin1   = charset{"windows-1252", charmap.Windows1252, latin}
	charLatin2   = charset{"windows-1250", charmap.Windows1250, latin}
	charCyrillic = charset{"windows-1251", charmap.Windows1251, cyrillic}
	charKOI8     = charset{"KOI8-R", charmap.KOI8R, cyrillic}
	charUTF16LE  = charset{"UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), anyScript}
	charUTF16BE  = charset{"UTF-16BE", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), anyScript}
	charUTF32LE  = charset{"UTF-32LE", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), anyScript}
	charUTF32BE  = charset{"UTF-32BE", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), anyScript}
)

// charsets are the encodings by the names that records give in CA, without
// case and punctuation.
var charsets = func() map[string]charset {
	m := map[string]charset{}
	for c, names := range map[charset]string{
		charUTF8:     "utf8 utf unicode ascii usascii",
		charGB18030:  "gb18030 gbk gb2312 gb231280 cp936 ms936 windows936 936 xgbk euccn chinese gb",
		charHZ:       "hzgb2312 hz",
		charBig5:     "big5 big5hkscs cp950 ms950 windows950 950 xxbig5 cnbig5",
		charSJIS:     "shiftjis sjis xsjis ms932 cp932 windows31j windows932 932 mskanji shiftjisx0213 japanese",
		charEUCJP:    "eucjp xeucjp ujis",
		charJIS:      "iso2022jp csiso2022jp jis",
		charEUCKR:    "euckr ksc56011987 ksc5601 cp949 ms949 windows949 949 uhc korean ksx1001",
		charLatin1:   "iso88591 latin1 windows1252 cp1252 1252 l1 88591 iso885915 latin9 ansi",
		charLatin2:   "windows1250 cp1250 1250",
		charCyrillic: "windows1251 cp1251 1251",
		charKOI8:     "koi8r koi8",
		charUTF16LE:  "utf16 utf16le ucs2 ucs2le",
		charUTF16BE:  "utf16be ucs2be",
		charUTF32LE:  "utf32 utf32le",
		charUTF32BE:  "utf32be",
	} {
		for name := range strings.FieldsSeq(names) {
			m[name] = c
		}
	}
	for name, enc := range map[string]*charmap.Charmap{
		"ISO-8859-2": charmap.ISO8859_2, "ISO-8859-3": charmap.ISO8859_3, "ISO-8859-4": charmap.ISO8859_4,
		"ISO-8859-5": charmap.ISO8859_5, "ISO-8859-7": charmap.ISO8859_7, "ISO-8859-9": charmap.ISO8859_9,
		"ISO-8859-10": charmap.ISO8859_10, "ISO-8859-13": charmap.ISO8859_13, "ISO-8859-14": charmap.ISO8859_14,
		"ISO-8859-16": charmap.ISO8859_16, "KOI8-U": charmap.KOI8U, "macintosh": charmap.Macintosh,
		"windows-1253": charmap.Windows1253, "windows-1254": charmap.Windows1254, "windows-1255": charmap.Windows1255,
		"windows-1256": charmap.Windows1256, "windows-1257": charmap.Windows1257, "windows-1258": charmap.Windows1258,
		"windows-874": charmap.Windows874, "IBM437": charmap.CodePage437, "IBM850": charmap.CodePage850,
		"IBM852": charmap.CodePage852, "IBM866": charmap.CodePage866,
	} {
		kind := latin
		if name == "ISO-8859-5" || name == "KOI8-U" || name == "IBM866" {
			kind = cyrillic
		}
		c := charset{name, enc, kind}
		plain := plainName(name)
		m[plain] = c
		for _, other := range []string{"windows", "ibm"} {
			if number, ok := strings.CutPrefix(plain, other); ok {
				m["cp"+number], m[number] = c, c
			}
		}
	}
	return m
}()

// plainName is the name of an encoding without case and punctuation.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			return r
		}
		return -1
	}, name)
}
