// Package web is everything a browser sees: routes, handlers, pages, static
// files, live events. It decides nothing: a handler decodes the request, calls
// one service method and answers with a page or a 303.
//
// # To add a page
//
//  1. A template, templates/<subject>/<page>.html, that defines "main" and uses
//     the shared partials (docs/style.md).
//
//  2. A struct that embeds Page and a view that ties the two together:
//
//     type ClubPage struct {
//     Page
//     Club clubs.Club
//     }
//
//     var clubView = newView[ClubPage]("clubs/club.html")
//
//  3. A handler:
//
//     func (s *Server) club(c echo.Context) error {
//     id, err := pathID[clubs.ID](c, "id")
//     if err != nil {
//     return err
//     }
//     club, err := s.clubs.Club(c.Request().Context(), s.actor(c), id)
//     if err != nil {
//     return err
//     }
//     return clubView.render(c, http.StatusOK, ClubPage{Page: s.page(c, club.Name), Club: club})
//     }
//
//  4. A line in the routes of its subject (*_routes.go), with who may come: it is the table that the
//     role × route test reads.
//
//  5. go test ./web -run EveryRoute -update, and a look at the new line of
//     testdata/access.txt: what the route really answers to every role. A new
//     parameter of an address gets a sample in access_test.go.
//
// A form that breaks a rule comes back with status 422, its values kept and
// every problem beside its field:
//
//	if err := s.clubs.Edit(ctx, actor, in); err != nil {
//		if page.invalid(err) { // takes the field problems into Page.Errors
//			page.Form = in
//			return clubEditView.render(c, http.StatusUnprocessableEntity, page)
//		}
//		return err
//	}
//	s.flash(c, KindSuccess, "Saved.")
//	return seeOther(c, "/clubs/"+id)
//
// Errors that are returned are shown by the one error handler (errors.go):
// apperr kinds as what they are, anything else as a reference number.
package web
