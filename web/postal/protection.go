package postal

// What docs/ballots.md says, in its words: a test holds the two together.

var protectionShort = []string{
	"The tellers see the papers. No one else does: not the secretary, not the president, not the administrator, not " +
		"someone who has the database and all its backups.",
	"A paper has its voter’s name on it, because rule 5.10 asks for that. So a vote can never be secret from the " +
		"tellers, and the papers themselves are only as secret as the tellers keep them.",
	"The envelope register says that a member’s paper arrived, and whether it is valid. It has no vote and no serial.",
	"Two tellers enter every paper, each alone. Where they differ, they are told the paper’s serial and the motion, " +
		"never what either of them read, and both look at the paper again.",
	"Nothing is opened before the closing day is over, and there is no total before the two agree on every paper. What " +
		"leaves the tellers’ table is totals, with both tellers’ approvals.",
	"If everyone votes the same way, the totals show how everyone voted. No software can change that. In a small vote " +
		"the totals can show a lot: 12 papers and 12 Yes are twelve known votes.",
}

// protectionKey is about a key that a teller’s browser makes.
var protectionKey = ProtectionWay{
	Title: "A key that is made in the browser",
	Text: "A teller can make the key, prove it and sign the keys in the browser, in place of the command. The page fetches " +
		"two scripts from this server, which do that. The passphrase and the secret key stay in the browser. The key file " +
		"is the same as the command’s: each opens what the other made.",
	Protects: []string{
		"from anyone with the database, a backup or the logs: they contain the public key and the answers, as with the " +
			"command, and neither passphrase nor secret key",
		"from a script that was changed on the way or in a cache: the browser refuses one whose hash is not the one that the " +
			"page names",
		"from a key file that was not saved or cannot be opened: a file has to open the test message before anything is " +
			"sealed to the key",
	},
	Leaves: []string{
		"from a server that has been tampered with while the key is made or opened: it serves the page, the scripts and the " +
			"hashes that are shown, and can serve others. Whoever saves the scripts, computes their hashes on another machine " +
			"and compares them with docs/ballots.md finds changed ones that were served then. Make the key with the command if " +
			"it must be safe from the people who run the server",
		"from an extension of the browser, or a device that has been taken over or records its screen or keyboard",
		"from someone who finds the key file and the passphrase together",
	},
}

// protectionWays are the two ways to enter papers.
var protectionWays = []ProtectionWay{
	{
		Title: "On the tellers’ own machines",
		Text: "The server gives out one file, the vote package, with the motions, the hashes of the serials and the " +
			"tellers’ public keys. Each teller enters the papers on their own machine, which need not be connected to " +
			"anything. The server gets back one file: totals, two approvals, and two hashes of the encrypted records.",
		Protects: []string{
			"from the people who run the server, even if they change the program: it never sees what is on a paper. It could " +
				"show wrong totals, but not with the tellers’ approvals: they can show the file that they approved",
			"from anyone with the database, a backup or the logs: they contain nothing from a paper",
			"from anyone who finds a teller’s files: they are encrypted to the tellers’ keys",
			"from one teller’s mistakes: the other one’s entries differ",
		},
		Leaves: []string{
			"from two tellers who agree to count wrongly, or from a teller who talks: they have the papers",
			"from a teller’s machine that has been taken over, or that records its screen or keyboard",
			"from someone who looks over a teller’s shoulder",
			"from what totals show by themselves, such as a unanimous result",
			"from the server that gave out the program itself: get the program from where the society publishes it",
		},
	},
	{
		Title: "On the society’s pages",
		Text: "A teller types the papers into a page. The server seals each of them to the tellers’ keys before it " +
			"writes anything. To compare, correct and approve, a teller gives the server the key file and the passphrase, for " +
			"that one request or for a sitting of 30 minutes; the server opens the records in memory and writes neither key " +
			"nor vote anywhere.",
		Protects: []string{
			"from the secretary, other officers and administrators: no page shows them anything from a paper",
			"from anyone with the database, a backup or the logs, even later and even with all the passwords in it: the " +
				"records are encrypted to keys that are not there, have one size whatever is on the paper, and carry no member, " +
				"no serial, no time and no order",
			"from one teller’s mistakes: the other one’s entries differ",
			"from changed totals: an approval covers every figure",
		},
		Leaves: []string{
			"from a server that has been tampered with while the tellers use it, or from someone who can read its memory " +
				"then: it sees what is typed, and has the keys while they are in use. If the vote must be safe from the people " +
				"who run the server, choose the other way",
			"from anyone who keeps copies of the database from different times: comparing them shows which sealed records " +
				"were new, and so which papers were entered on the same evening, though not what is on them",
			"from two tellers who agree to count wrongly, or from a teller who talks",
			"from someone who looks over a teller’s shoulder, or a browser that keeps what is typed",
			"from someone at a teller’s device while the key is kept open there: they see differences and totals and can " +
				"correct entries, and cannot approve without signing in again",
			"from what totals show by themselves, such as a unanimous result",
		},
	},
}
