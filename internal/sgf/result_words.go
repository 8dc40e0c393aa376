package sgf

import (
	"strings"
	"unicode/utf8"
)

// A meaning is what a word says about a result.
type meaning struct {
	colour      Winner // whom it names
	verdict     Winner // a result by itself
	reason      string // how the game was won or lost
	did         bool   // reason is what the player named did: "resigns"
	winning     bool   // reason is said of winners only
	wins, loses bool
	both        bool
}

// resultWords are the words that a result is made of. Those of a language that
// writes words apart are whole; of the others the longest is taken.
var resultWords = func() map[string]meaning {
	words := map[string]meaning{}
	add := func(m meaning, list string) {
		for _, w := range strings.Split(list, "|") {
			words[w] = m
		}
	}
	add(meaning{colour: BlackWins}, "b|black|黑|黒|黑方|黒番|黑棋|흑|흑번")
	add(meaning{colour: WhiteWins}, "w|white|白|白方|白番|白棋|백|백번")
	add(meaning{wins: true}, "wins|win|won|winner|胜|勝|勝ち|勝利|勝つ|获胜|獲勝|赢|贏|승|승리")
	add(meaning{loses: true}, "loses|lose|lost|loss|负|負|負け|敗|败|输|輸|패|패배")
	add(meaning{reason: ByResignation}, "r|res|resign|resignation")
	add(meaning{reason: ByResignation, winning: true}, "中盘|中盤|中押し|中押|불계")
	add(meaning{reason: ByResignation, did: true}, "resigns|resigned|投了|认输|認輸|投子|投子认负")
	add(meaning{reason: ByTime}, "t|time|timeout|时间|時間|시간")
	add(meaning{reason: ByTime, did: true}, "超时|超時|时间到|時間切れ|切れ|시간초과|시간패")
	add(meaning{reason: ByForfeit}, "f|forf|forfeit|forfeiture|default|不戦|不战|不戰|반칙|몰수|부전")
	add(meaning{reason: ByForfeit, did: true}, "forfeits|forfeited|弃权|棄權|棄権|反則|反则|犯规|犯規|실격|기권")
	add(meaning{verdict: Draw}, "draw|drawn|jigo|tie|tied|和|和棋|和局|平局|平手|持碁|持棋|ジゴ|引き分け|무승부|빅|비김")
	add(meaning{verdict: Void}, "void|annulled|cancelled|canceled|无效|無效|無勝負|无胜负|無勝敗|四劫循环|四劫循環|三劫循环|三劫循環|三コウ|四コウ|무효|노카운트")
	add(meaning{verdict: Unknown}, "unknown|unfinished|不明|未完|未详|未詳|打挂|打掛|打掛け|打ち掛け|불명|미상")
	add(meaning{verdict: BothLose}, "双败|雙敗|双负|雙負|双方负|双方負|双方败|雙方敗|雙方負|両者負け|両負け|양패")
	add(meaning{both: true}, "both|double|mutual")
	add(meaning{}, "by|on|with|the|a|players|player|sides|of|game|points|point|score|result|:|,|番|に|で|の|よる|により")
	return words
}()

// phrases are those of several English words, made into one.
var phrases = strings.NewReplacer(
	"no result", "void", "no decision", "void", "triple ko", "void", "quadruple ko", "void",
	"ran out of time", "超时", "runs out of time", "超时", "timed out", "超时", "times out", "超时",
	"on time", "time", "time out", "time", "draw by agreement", "draw",
)

// leadingWord takes a word off the start of a folded text: letters up to what
// is no letter, or else the longest known word of those written without
// spaces, or else one character.
func leadingWord(s string) (word, rest string) {
	i := 0
	for i < len(s) && isSmallLetter(s[i]) {
		i++
	}
	if i > 0 {
		return s[:i], s[i:]
	}
	const longest = 5 // characters
	var ends [longest]int
	n := 0
	for at, r := range s {
		if n == longest {
			break
		}
		ends[n] = at + utf8.RuneLen(r)
		n++
	}
	for k := n - 1; k > 0; k-- {
		if _, known := resultWords[s[:ends[k]]]; known {
			return s[:ends[k]], s[ends[k]:]
		}
	}
	return s[:ends[0]], s[ends[0]:]
}
