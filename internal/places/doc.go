// Package places knows where in the country a place is: a list of towns with their names in English and in Māori, the
// coastline on which a map marks them, and distances. It knows no club.
//
// The coastline is Natural Earth's, prepared by scripts/coast.sh; the list of towns is our own. A society in another
// country has no town in the list and no point on the map, and its pages show a list alone.
package places
