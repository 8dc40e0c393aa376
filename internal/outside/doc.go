// Package outside is what programs elsewhere are told of the society: its events, as feeds and calendars have them, and
// the addresses of its public pages. It tells only what everyone may see: no event that is being set up, and no one who is
// shown by an alias.
package outside
