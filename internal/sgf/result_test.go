package sgf

import (
	"strings"
	"testing"
)

func TestParseResult(t *testing.T) {
	for winner, texts := range map[Winner]string{
		BlackWins: "B=|B+=|Black=|b=|B wins=|Black wins=|黑胜=|黑勝=|흑승=|B+?=|B+D=|" +
			"B+R=resign|B+Resign=resign|b+resign=resign|B+Res.=resign|B + " +
			"R=resign|Black+R=resign|B+resigned=resign|B+RESIGNATION=resign|B R=resign|" +
			"Black wins by resignation=resign|Black wins by resignation.=resign|Black won by resign=resign|White " +
			"resigns=resign|White resigned=resign|" +
			"黑中盘胜=resign|黒中押し勝ち=resign|黒中押勝=resign|黒番中押し勝ち=resign|黑中盤勝=resign|흑 불계승=resign|흑불계승=resign|백 " +
			"불계패=resign|白中盘负=resign|白投了=resign|白认输=resign|黒中押し=resign|" +
			"B+T=time|B+Time=time|Black wins on time=time|Black won on time=time|White lost on time=time|White loses on " +
			"time=time|White ran out of time=time|White timed " +
			"out=time|黑超时胜=time|白超时负=time|白超时=time|白時間切れ=time|白時間切れ負け=time|白切れ負け=time|흑 시간승=time|백 시간패=time|" +
			"B+F=forfeit|B+Forfeit=forfeit|Black wins by forfeit=forfeit|White " +
			"forfeits=forfeit|白弃权=forfeit|黒不戦勝=forfeit|黒反則勝ち=forfeit|白反則負け=forfeit|흑 기권승=forfeit|" +
			"B+3.5=3.5|b+3.5=3.5|B+ 3.5=3.5|B " +
			"+3.5=3.5|B+3,5=3.5|B+3.50=3.5|B+03.5=3.5|B+.5=0.5|B+0.50=0.5|B+12=12|B+12.0=12|B+0=0|B+3½=3.5|B+½=0.5|B+3 " +
			"1/2=3.5|B+3-1/2=3.5|B+1/2=0.5|B+3.5 points=3.5|B+3.5pts=3.5|B+3.5目=3.5|B+361=361|B 3.5=3.5|B+2.75=2.75|" +
			"B+3.5.=3.5|B+3.=3|B+3.5 (komi 7)=3.5|B+3.5, after counting=3.5|B+R (move 200)=resign|Ｂ＋３．５=3.5|Ｂ＋Ｒ=resign|" +
			"Black wins by 3 1/2 points=3.5|Black wins by 3.5 points=3.5|Black wins by 1 point=1|Black wins by half a " +
			"point=0.5|Black by 3.5=3.5|Black wins by 3 and a half points=3.5|White loses by 7.5=7.5|Black won by 12 moku=12|" +
			"黑胜3目半=3.5|黑胜3.5目=3.5|黑3目半胜=3.5|黒3目半勝ち=3.5|黒番 " +
			"3目半勝ち=3.5|黒半目勝=0.5|黑胜半目=0.5|黑胜三目半=3.5|黑胜十二目=12|黑胜二十三目半=23.5|白负3目=3|흑 3집반 승=3.5|흑 반집승=0.5|흑 12집승=12|" +
			"黑胜3又3/4子=7.5|黑胜1/4子=0.5|黑胜2 3/4子=5.5|黑胜四分之三子=1.5|黑胜1子=2|黑胜185子=|Black wins by resignation after 201 moves=resign",
		WhiteWins: "W=|W+=|White=|White wins=|白胜=|백승=|" +
			"W+R=resign|W+Resign=resign|White wins by resignation=resign|Black resigns=resign|白中盘胜=resign|白中押し勝ち=resign|백 " +
			"불계승=resign|W+T=time|Black lost on time=time|W+F=forfeit|Black forfeits=forfeit|" +
			"W+0=0|W+0.5=0.5|W+43.5=43.5|白胜43.5目=43.5|白3目半勝ち=3.5|白半目勝ち=0.5|백 2집반승=2.5|黑负1/4子=0.5|W+1000=1000|" +
			"白贏=|白贏3.5目=3.5|白時間胜=time|白时间胜=time|黑時間負=time",
		Draw: "0=|Draw=|draw=|DRAW=|Jigo=|Tie=|jigo.=|和棋=|和局=|持碁=|ジゴ=|무승부=|1/2-1/2=|Draw by agreement=|０=|Draw " +
			"(0)=|Jigo, by agreement=|draw; agreed=",
		Void:     "Void=|void=|No result=|no result=|无胜负=|無勝負=|四劫循环=|무효=|Triple ko=|triple ko, no result=|三コウ無勝負=|三コウ=",
		BothLose: "Both lose=|both lose=|Both players lose=|0-0=|双败=|両者負け=|双方负=|双方败=|雙方敗=|Double loss=|Mutual loss=|양패=",
		Unknown: "=|?=|  =|Unknown=|不明=|打ち掛け=|Ash=|3.5=|+3.5=|B-3.5=|B+-3.5=|B+W=|Black time=|Black " +
			"resignation=|184-177=|Black 184 White 177=|黑先活=|Black=White=|B+3.5 W+2=|see " +
			"comment=|-=|B+3.5R=|Both=|wins=|1-0=|Black wins White wins=|Jigo or so, perhaps=|(B+R)=|Draw B+3=|十=",
	} {
		for _, c := range strings.Split(texts, "|") {
			i := strings.LastIndexByte(c, '=')
			want := Result{winner, c[i+1:]}
			if got := ParseResult(c[:i]); got != want {
				t.Errorf("%q: %+v, want %+v", c[:i], got, want)
			}
		}
	}
}

func TestParseResultOfLongText(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("黑", 1000), "B+" + strings.Repeat("9", 1000), strings.Repeat("(", 1000),
		"B+" + strings.Repeat("0", 1000),
	} {
		if got := ParseResult(text); got.Winner != Unknown && got.Winner != BlackWins || len(got.By) > 300 {
			t.Errorf("%.10s…: %+v", text, got)
		}
	}
}

func TestReadKomi(t *testing.T) {
	for _, c := range []struct {
		text string
		komi Komi
		form komiForm
	}{
		{"7", 700, komiPlain}, {"7.5", 750, komiPlain}, {"0", 0, komiPlain}, {"6.50", 650, komiPlain},
		{"-5.5", -550, komiPlain},
		{"+5.5", 550, komiPlain}, {"0.5", 50, komiPlain}, {"65", 6500, komiPlain}, {" 7.5 ", 750, komiPlain},
		{"7.", 700, komiPlain},
		{"750", 750, komiHundredths}, {"650", 650, komiHundredths}, {"550", 550, komiHundredths},
		{"700", 700, komiHundredths}, {"-750", -750, komiHundredths},
		{"375", 750, komiStones}, {"275", 550, komiStones}, {"325", 650, komiStones},
		{"3.75", 750, komiStones}, {"2.75", 550, komiStones}, {"3又3/4子", 750, komiStones}, {"3.75子", 750, komiStones},
		{"黑贴3又3/4子", 750, komiStones}, {"2 3/4", 550, komiStones},
		{"6,5", 650, komiUnusual}, {"6.5目", 650, komiUnusual}, {"6目半", 650, komiUnusual}, {"六目半", 650, komiUnusual},
		{"黑贴7目半", 750, komiUnusual}, {"7집반", 750, komiUnusual},
		{"7½", 750, komiUnusual}, {"7 1/2", 750, komiUnusual}, {"７．５", 750, komiUnusual}, {"6.5 points", 650, komiUnusual},
		{"komi 6.5", 650, komiUnusual}, {".5", 50, komiUnusual}, {"750目", 750, komiHundredths},
		{"7.4999999", 750, komiRounded}, {"7.499", 750, komiRounded},
	} {
		k, form, ok := readKomi(c.text)
		if !ok || k != c.komi || form != c.form {
			t.Errorf("%q: %v, %v, %v; want %v, %v", c.text, k, form, ok, c.komi, c.form)
		}
	}
	for _, text := range []string{
		"", "-", "none", "分先", "7.5.5", "1001", "99999999999", "--5", "7..5", "7目子", "6.5 or 7.5",
	} {
		if k, _, ok := readKomi(text); ok {
			t.Errorf("%q: read as %v", text, k)
		}
	}
}

// The quick way must say what the general one says, or nothing.
func TestPlainKomi(t *testing.T) {
	for _, text := range []string{
		"7", "7.5", "0", "0.0", "6.50", "-5.5", "99.5", "100", "7.", ".5", "7.25", "7.05", "7,5", "-", "", "--7", "7.5.",
		"007.5", "x",
	} {
		quick, ok := plainKomi([]byte(text))
		if !ok {
			continue
		}
		if k, form, ok := readKomi(text); !ok || k != quick || form != komiPlain {
			t.Errorf("%q: %v quickly, else %v %v %v", text, quick, k, form, ok)
		}
	}
	for _, text := range []string{"7", "7.5", "0", "6.50", "-5.5"} {
		if _, ok := plainKomi([]byte(text)); !ok {
			t.Errorf("%q is not read quickly", text)
		}
	}
}

func TestKomiString(t *testing.T) {
	for k, want := range map[Komi]string{0: "0", 700: "7", 750: "7.5", -550: "-5.5", 675: "6.75", 5: "0.05", -50: "-0.5"} {
		if got := k.String(); got != want {
			t.Errorf("%d: %q, want %q", int(k), got, want)
		}
	}
}
