package account

import (
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Routes are the addresses of signing in, one's own account and the administration of accounts and offices.
func (s *Desk) Routes() []kit.Route {
	password, invite, account := s.changePassword(), s.invite(), s.oneAccount()
	appoint, office, forgotten, app := s.appoint(), s.oneOffice(), s.forgotten(), s.addApp()
	address, key := s.changeAddress(), s.addPasskey()
	return []kit.Route{
		// Coming in and going out.
		kit.Get(signInPath, s.signInForm, kit.Everyone),
		kit.PostAgain(signInPath, s.signIn, kit.Everyone),
		kit.Get(forgottenPath, forgotten.Get, kit.Everyone),
		kit.PostAgain(forgottenPath, forgotten.Post, kit.Everyone),
		kit.Get(codePath, s.codeForm, kit.Everyone),
		kit.PostAgain(codePath, s.code, kit.Everyone),
		kit.PostAgain(passkeyPath, s.signInWithPasskey, kit.Everyone),
		kit.Get(kit.AgainPath, s.againForm, kit.SignedIn.ToEnrol()),
		kit.PostAgain(kit.AgainPath, s.again, kit.SignedIn.ToEnrol()),
		kit.PostAgain("/sign-out", s.signOut, kit.Everyone),
		kit.Get("/link/:token", s.linkForm, kit.Everyone),
		kit.Post("/link/:token", s.linkUse, kit.Everyone),

		// One's own account.
		kit.Get("/account", s.account, kit.SignedIn),
		kit.Get(kit.PasswordPath, password.Get, kit.SignedIn.ToEnrol()),
		kit.Post(kit.PasswordPath, password.Post, kit.SignedIn.ToEnrol()),
		kit.Get(addressPath, address.Get, kit.SignedIn.Again()),
		kit.Post(addressPath, address.Post, kit.SignedIn.Again()),
		kit.Post("/account/sessions/end", s.accountSessionsEnd, kit.SignedIn.Again()),
		kit.Post("/account/sessions/:id/end", s.accountSessionEnd, kit.SignedIn.Again()),
		kit.Get(factorsPath, s.factors, kit.SignedIn.ToEnrol()),
		kit.Post(appPath, s.appBegin, kit.SignedIn.ToEnrol().Again()),
		kit.Get(appPath, app.Get, kit.SignedIn.ToEnrol().Again()),
		kit.Post(appPath+"/add", app.Post, kit.SignedIn.ToEnrol().Again()),
		kit.Post(newPasskeyPath, s.passkeyBegin, kit.SignedIn.ToEnrol().Again()),
		kit.Get(newPasskeyPath, key.Get, kit.SignedIn.ToEnrol().Again()),
		kit.Post(newPasskeyPath+"/add", key.Post, kit.SignedIn.ToEnrol().Again()),
		kit.Post(factorsPath+"/recovery-codes", s.renewCodes, kit.SignedIn.ToEnrol().Again()),
		kit.Post(factorsPath+"/:id/remove", s.removeFactor, kit.SignedIn.ToEnrol().Again()),

		// Administration.
		kit.Get("/admin", s.admin, kit.May(auth.ManageAccounts, auth.ManageOffices, auth.ViewAudit, auth.ViewMoneyLog)),
		kit.Get("/admin/accounts", s.adminAccounts, kit.May(auth.ManageAccounts)).Lists("accounts"),
		kit.Post("/admin/accounts", invite.Post, kit.May(auth.ManageAccounts).Again()),
		kit.Get("/admin/accounts/invite", s.inviteOrOpen(invite), kit.May(auth.ManageAccounts)).Lists(kit.Searched),
		kit.Get("/admin/accounts/:id", account.Get, kit.May(auth.ManageAccounts)),
		kit.Post("/admin/accounts/:id/email", account.Post, kit.May(auth.ManageAccounts).Again()),
		kit.Post("/admin/accounts/:id/link", s.adminAccountLink, kit.May(auth.ManageAccounts).Again()),
		kit.Post("/admin/accounts/:id/sessions/end", s.adminSessionsEnd, kit.May(auth.ManageAccounts).Again()),
		kit.Post("/admin/accounts/:id/sessions/:session/end", s.adminSessionEnd, kit.May(auth.ManageAccounts).Again()),
		kit.Post("/admin/accounts/:id/let-in", s.adminAccountLetIn, kit.May(auth.ManageAccounts).Again()),
		kit.Post("/admin/accounts/:id/ask", s.adminAccountAsk, kit.May(auth.ManageAccounts).Again()),
		kit.Get(kit.RequestsPath, s.adminRequests, kit.May(auth.AgreeToAccess)).Lists("requests for accounts"),
		kit.Post(kit.RequestsPath+"/:id/agree", s.requestAgree, kit.May(auth.AgreeToAccess).Again()),
		kit.Post(kit.RequestsPath+"/:id/refuse", s.requestRefuse, kit.May(auth.AgreeToAccess)),
		kit.Post(
			"/admin/accounts/:id/disable",
			kit.Press(s.Site, s.Auth.Disable, kit.AccountURL, "The account is closed, and signed out everywhere."),
			kit.May(auth.ManageAccounts).Again(),
		),
		kit.Post(
			"/admin/accounts/:id/enable",
			kit.Press(s.Site, s.Auth.Enable, kit.AccountURL, "The account is open again."),
			kit.May(auth.ManageAccounts).Again(),
		),
		kit.Get(invitationsPath, s.invitations, kit.May(auth.ManageAccounts)).Lists("members to be invited"),
		kit.Post(invitationsPath, s.invitationsPress, kit.May(auth.ManageAccounts).Again()).Lists("members to be invited"),
		kit.Get(invitationsPath+"/:id", s.invitation, kit.May(auth.ManageAccounts)).Lists("members who were invited"),
		kit.Post(invitationsPath+"/:id/again", s.invitationAgain, kit.May(auth.ManageAccounts).Again()),
		kit.Post(invitationsPath+"/:id/undo", s.invitationUndo, kit.May(auth.ManageAccounts).Again()),
		kit.Get("/admin/offices", s.adminOffices, kit.May(auth.ManageOffices)),
		kit.Post("/admin/offices", appoint.Post, kit.May(auth.ManageOffices).Again()),
		kit.Get("/admin/offices/ended", s.adminOfficesEnded, kit.May(auth.ManageOffices)),
		kit.Get("/admin/offices/appoint", appoint.Get, kit.May(auth.ManageOffices)).Lists(kit.Searched),
		kit.Get("/admin/offices/:id", office.Get, kit.May(auth.ManageOffices)),
		kit.Post("/admin/offices/:id/end", office.Post, kit.May(auth.ManageOffices).Again()),
		kit.Get("/admin/audit", s.adminAudit, kit.May(auth.ViewAudit, auth.ViewMoneyLog)).Lists("audit log"),
	}
}
