package web

// What docs/ballots.md says, in its words: a test holds the two together.

var protectionShort = []string{
	"The tellers see the papers. Nobody else does: not the secretary, not the president, not the administrator, not someone who has the database and all its backups.",
	"A paper has its voter’s name on it, because rule 5.10 asks for that. So a vote can never be secret from the tellers, and the papers themselves are as secret as the tellers keep them.",
	"The envelope register says that a member’s paper came, and whether it is valid. It holds no vote and no serial.",
	"Two tellers enter every paper, each alone. Where they differ, they are told the paper’s serial and the motion, never what either of them read, and both look at the paper again.",
	"Nothing is opened before the closing day is over, and there is no total before the two agree on every paper. What leaves the tellers’ table is totals, with both tellers’ approvals.",
	"If everybody votes the same way, the totals tell how everybody voted. No software can change that. Of a small vote the totals tell a good part: 12 papers and 12 Yes are twelve known votes.",
}

// protectionWays are the two ways to enter papers.
var protectionWays = []ProtectionWay{
	{
		Title: "On the tellers’ own machines",
		Text:  "The server gives out one file, the vote package, with the motions, the hashes of the serials and the tellers’ public keys. Each teller enters the papers on a machine of their own, which need not be connected to anything. The server gets back one file: totals, two approvals, and two hashes of the encrypted records.",
		Protects: []string{
			"from whoever runs the server, even with the program on it changed: it never sees a paper’s content. It could show wrong totals, but not with the tellers’ approvals: they can show the file that they approved",
			"from whoever has the database, a backup or the logs: there is nothing of a paper in them",
			"from whoever finds a teller’s files: they are encrypted, to the tellers’ keys",
			"from one teller’s mistakes: the other one’s entries differ",
		},
		Leaves: []string{
			"from two tellers who agree to count wrongly, or from a teller who talks: they have the papers",
			"from a teller’s machine that has been taken over, or that records its screen or keyboard",
			"from someone who looks over the shoulder",
			"from what totals tell by themselves, such as a unanimous result",
			"from the server that gave out the program itself: take the program from where the society publishes it",
		},
	},
	{
		Title: "On the society’s pages",
		Text:  "A teller types the papers into a page. The server seals each of them to the tellers’ keys before it writes anything. To compare, correct and approve, a teller hands the server the key file and the passphrase, for that one request; the server opens the records in memory and writes neither key nor vote anywhere.",
		Protects: []string{
			"from the secretary, other officers and administrators: no page shows them anything of a paper",
			"from whoever has the database, a backup or the logs, also later and also with all passwords in it: the records are encrypted to keys that are not there, have one size whatever is on the paper, and carry no member, no serial, no time and no order",
			"from one teller’s mistakes: the other one’s entries differ",
			"from changed totals: an approval covers every figure",
		},
		Leaves: []string{
			"from a server that has been tampered with while the tellers use it, or from someone who can read its memory then: it sees what is typed, and has the keys while they are handed in. Who must be safe from the people that run the server takes the other way",
			"from whoever keeps copies of the database from different moments: comparing them shows which sealed records were new, and so which papers were entered on the same evening, though not what is on them",
			"from two tellers who agree to count wrongly, or from a teller who talks",
			"from someone who looks over the shoulder, or a browser that keeps what is typed",
			"from what totals tell by themselves, such as a unanimous result",
		},
	},
}
