package sgf

import "testing"

// Names copied from file to file are each in their own encoding. All are invented.
func TestValuesAreReadEachByItself(t *testing.T) {
	gb := "\xc0\xee\xd0\xa1\xca\xaf" // 李小石
	for _, test := range []struct{ name, text, black, white string }{
		{"a name in GBK, one in UTF-8", "(;CA[UTF-8]SZ[9]PB[" + gb + "]PW[高橋花子];B[aa])", "李小石", "高橋花子"},
		{"no encoding named", "(;SZ[9]PB[" + gb + "]PW[王美林]C[" + gb + gb + "];B[aa])", "李小石", "王美林"},
		{"named the other way", "(;CA[GB18030]SZ[9]PB[" + gb + "]PW[田中太郎];B[aa])", "李小石", "田中太郎"},
		{"one encoding", "(;CA[GB18030]SZ[9]PB[" + gb + "]PW[" + gb + "];B[aa])", "李小石", "李小石"},
	} {
		f := Parse([]byte(test.text))
		if len(f.Games) != 1 {
			t.Fatalf("%s: %v", test.name, f.Err)
		}
		var rec Record
		if err := f.Games[0].MainLine(&rec); err != nil {
			t.Fatal(err)
		}
		if rec.Info(BlackName) != test.black || rec.Info(WhiteName) != test.white || rec.Moves != 1 {
			t.Errorf("%s: %q and %q, want %q and %q (%s)", test.name, rec.Info(BlackName), rec.Info(WhiteName), test.black,
				test.white, f.Encoding)
		}
	}
}
