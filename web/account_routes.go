package web

import "nzgs/internal/auth"

// accountRoutes are the addresses of signing in, one's own account and the administration of accounts and offices.
func (s *Server) accountRoutes() []route {
	return []route{
		// Coming in and going out.
		get("/sign-in", s.signInForm, everyone),
		again("/sign-in", s.signIn, everyone),
		again("/sign-out", s.signOut, everyone),
		get("/link/:token", s.linkForm, everyone),
		post("/link/:token", s.linkUse, everyone),

		// One's own account.
		get("/account", s.account, anybodySignedIn),
		get("/account/password", s.accountPasswordForm, anybodySignedIn),
		post("/account/password", s.accountPassword, anybodySignedIn),
		post("/account/sessions/end", s.accountSessionsEnd, anybodySignedIn),
		post("/account/sessions/:id/end", s.accountSessionEnd, anybodySignedIn),

		// Administration.
		get("/admin", s.admin, may(auth.ManageAccounts, auth.ManageOffices, auth.ViewAudit)),
		get("/admin/accounts", s.adminAccounts, may(auth.ManageAccounts)),
		post("/admin/accounts", s.adminInvite, may(auth.ManageAccounts)),
		get("/admin/accounts/invite", s.adminInviteForm, may(auth.ManageAccounts)),
		get("/admin/accounts/:id", s.adminAccount, may(auth.ManageAccounts)),
		post("/admin/accounts/:id/email", s.adminAccountEmail, may(auth.ManageAccounts)),
		post("/admin/accounts/:id/link", s.adminAccountLink, may(auth.ManageAccounts)),
		post("/admin/accounts/:id/disable", s.adminAccountChange(s.auth.Disable, "The account is closed, and signed out everywhere."), may(auth.ManageAccounts)),
		post("/admin/accounts/:id/enable", s.adminAccountChange(s.auth.Enable, "The account is open again."), may(auth.ManageAccounts)),
		get("/admin/offices", s.adminOffices, may(auth.ManageOffices)),
		post("/admin/offices", s.adminAppoint, may(auth.ManageOffices)),
		get("/admin/offices/ended", s.adminOfficesEnded, may(auth.ManageOffices)),
		get("/admin/offices/appoint", s.adminAppointForm, may(auth.ManageOffices)),
		get("/admin/offices/:id", s.adminOffice, may(auth.ManageOffices)),
		post("/admin/offices/:id/end", s.adminOfficeEnd, may(auth.ManageOffices)),
		get("/admin/audit", s.adminAudit, may(auth.ViewAudit)),
	}
}
