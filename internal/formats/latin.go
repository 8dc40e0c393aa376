package formats

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

// latin9 is ISO-8859-15, in which rating offices take their files.
var latin9 = charmap.ISO8859_15

// plain gives letters and signs that neither ISO-8859-15 has nor a diacritic explains, as they are usually written.
var plain = map[rune]string{
	'ł': "l", 'Ł': "L", 'đ': "d", 'Đ': "D", 'ħ': "h", 'Ħ': "H", 'ı': "i", 'ŋ': "ng", 'Ŋ': "Ng", 'ŧ': "t", 'Ŧ': "T",
	'ə': "e", 'Ə': "E", 'ĸ': "k", 'ẞ': "SS", 'ɨ': "i", 'ʻ': "'", 'ʼ': "'", 'ʹ': "'",
	'‘': "'", '’': "'", '‚': ",", '“': `"`, '”': `"`, '„': `"`, '‹': "<", '›': ">",
	'‐': "-", '‑': "-", '‒': "-", '–': "-", '—': "-", '−': "-", '…': "...", '•': "*", '′': "'", '″': `"`,
	'½': "1/2", '¼': "1/4", '¾': "3/4",
	'а': "a", 'б': "b", 'в': "v", 'г': "g", 'д': "d", 'е': "e", 'ё': "yo", 'ж': "zh", 'з': "z", 'и': "i", 'й': "y",
	'к': "k", 'л': "l", 'м': "m", 'н': "n", 'о': "o", 'п': "p", 'р': "r", 'с': "s", 'т': "t", 'у': "u", 'ф': "f",
	'х': "kh", 'ц': "ts", 'ч': "ch", 'ш': "sh", 'щ': "shch", 'ъ': "", 'ы': "y", 'ь': "", 'э': "e", 'ю': "yu", 'я': "ya",
	'і': "i", 'ї': "yi", 'є': "ye", 'ґ': "g",
	'А': "A", 'Б': "B", 'В': "V", 'Г': "G", 'Д': "D", 'Е': "E", 'Ё': "Yo", 'Ж': "Zh", 'З': "Z", 'И': "I", 'Й': "Y",
	'К': "K", 'Л': "L", 'М': "M", 'Н': "N", 'О': "O", 'П': "P", 'Р': "R", 'С': "S", 'Т': "T", 'У': "U", 'Ф': "F",
	'Х': "Kh", 'Ц': "Ts", 'Ч': "Ch", 'Ш': "Sh", 'Щ': "Shch", 'Ъ': "", 'Ы': "Y", 'Ь': "", 'Э': "E", 'Ю': "Yu", 'Я': "Ya",
	'І': "I", 'Ї': "Yi", 'Є': "Ye", 'Ґ': "G",
}

// transliterate gives a text in the characters of ISO-8859-15: letters with foreign diacritics without them (ā becomes
// a), Cyrillic as it is read, and what is left, such as Chinese characters, as question marks; lost says how many.
func transliterate(s string) (text string, lost int) {
	var b []byte
	for _, r := range norm.NFC.String(s) {
		if inLatin9(r) {
			b = utf8.AppendRune(b, r)
			continue
		}
		if p, ok := plain[r]; ok {
			b = append(b, p...)
			continue
		}
		kept := len(b)
		for _, d := range norm.NFKD.String(string(r)) {
			if p, ok := plain[d]; ok {
				b = append(b, p...)
			} else if inLatin9(d) {
				b = utf8.AppendRune(b, d)
			}
		}
		if len(b) == kept && !isMark(r) {
			b, lost = append(b, '?'), lost+1
		}
	}
	return string(b), lost
}

// isMark reports a diacritic on its own, which can go without being missed.
func isMark(r rune) bool { return norm.NFD.PropertiesString(string(r)).CCC() != 0 }

func inLatin9(r rune) bool {
	b, ok := latin9.EncodeRune(r)
	return ok && (b >= 0x20 && b < 0x7f || b >= 0xa0)
}

// encodeLatin9 puts a text into bytes; what it does not have is a question mark.
func encodeLatin9(s string) []byte {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		b, ok := latin9.EncodeRune(r)
		if !ok {
			b = '?'
		}
		out = append(out, b)
	}
	return out
}

// decodeLatin9 reads the text of a result list: UTF-8 where it is such, which newer programs write, else ISO-8859-15.
func decodeLatin9(data []byte) string {
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	if utf8.Valid(data) {
		return string(data)
	}
	out := make([]rune, len(data))
	for i, b := range data {
		out[i] = latin9.DecodeByte(b)
	}
	return string(out)
}

// decomposed gives a letter apart from its diacritics.
func decomposed(r rune) []rune { return []rune(norm.NFKD.String(string(r))) }
