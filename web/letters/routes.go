package letters

import (
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of letters.
func (s *Desk) Routes() []kit.Route {
	keep := kit.May(auth.KeepOutbox)
	// Whose people someone writes to, the service decides.
	write := kit.May(auth.KeepOutbox, auth.ViewClubDesk, auth.DirectEvent)
	pace, bounce, template, schedule := s.pace(), s.noteBounce(), s.template(), s.schedule()
	compose, rewrite := s.compose(), s.rewrite()
	return []kit.Route{
		kit.Get(kit.LettersPath, s.hub, keep),
		kit.Get(kit.LettersPath+"/:occasion", s.occasion, keep).Lists("people who are to be written to"),
		kit.Post(kit.LettersPath+"/:occasion", s.occasionPress, keep).Lists("people who are to be written to"),
		kit.Get(kit.LettersPath+"/:occasion/text", template.Get, keep),
		kit.Post(kit.LettersPath+"/:occasion/text", template.Post, keep),
		kit.Post(kit.LettersPath+"/:occasion/reset", s.resetPress, keep),
		kit.Get(kit.LettersPath+"/:occasion/schedule", schedule.Get, keep),
		kit.Post(kit.LettersPath+"/:occasion/schedule", schedule.Post, keep),
		kit.Post(kit.LettersPath+"/:occasion/decide", s.decidePress, keep),

		kit.Get(mailingsPath+"/new", compose.Get, write),
		kit.Post(mailingsPath+"/new", compose.Post, write),
		kit.Get(mailingsPath+"/:id", s.mailing, write).Lists("people who are to be written to"),
		kit.Post(mailingsPath+"/:id", s.mailingPress, write).Lists("people who are to be written to"),
		kit.Get(mailingsPath+"/:id/edit", rewrite.Get, write),
		kit.Post(mailingsPath+"/:id/edit", rewrite.Post, write),
		kit.Get(mailingsPath+"/:id/letters.pdf", s.lettersPrint, write.Again()).Lists("letters on paper"),
		kit.Get(mailingsPath+"/:id/labels.pdf", s.labelsPrint, write.Again()).Lists("labels of letters"),
		kit.Get(labelTestPath, s.labelTest, kit.SignedIn),
		kit.Get(kit.LettersPath+"/labels", s.labels, kit.SignedIn),

		kit.Get(kit.LetterChoicesPath, s.ownChoices, kit.SignedIn),
		kit.Post(kit.LetterChoicesPath, s.ownChoicesPress, kit.SignedIn),
		kit.Post(newsletterChoicePath, s.newsletterPress, kit.SignedIn),
		kit.Get(kit.LetterChoicesPath+"/:token", s.choices, kit.Everyone),
		kit.Post(kit.LetterChoicesPath+"/:token", s.choicesPress, kit.Everyone),

		kit.Get(kit.OutboxPath, s.outbox, keep).Lists("letters to members"),
		kit.Get(kit.OutboxPath+".xlsx", s.outboxFile, keep.Again()).Lists("letters to members"),
		kit.Get(kit.OutboxPath+".csv", s.outboxFile, keep.Again()).Lists("letters to members"),
		kit.Get(kit.OutboxPath+"/:id", s.letter, keep),
		kit.Post(kit.OutboxPath+"/:id/send", s.letterSend, keep),
		kit.Post(releasePath, s.releaseRestored, keep),
		kit.Post(keepBackPath, s.keepBackRestored, keep),
		kit.Get(pacePath, pace.Get, keep),
		kit.Post(pacePath, pace.Post, keep),
		kit.Get(bouncesPath, s.bounces, keep).Lists("addresses that came back"),
		kit.Get(bouncesPath+"/new", bounce.Get, keep),
		kit.Post(bouncesPath+"/new", bounce.Post, keep),
		kit.Post(bouncesPath+"/:id/settle", s.settleBounce, keep),
		kit.Post(bouncesPath+"/:id/again", s.sendCorrected, keep),
	}
}

// Addresses of the desk.
const (
	pacePath    = kit.OutboxPath + "/pace"
	bouncesPath = kit.OutboxPath + "/bounces"

	releasePath  = kit.OutboxPath + "/restored/release"
	keepBackPath = kit.OutboxPath + "/restored/keep-back"

	mailingsPath  = kit.LettersPath + "/mailings"
	labelTestPath = kit.LettersPath + "/labels/test.pdf"
)
