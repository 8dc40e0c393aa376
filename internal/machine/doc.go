// Package machine is what systems of computers do each in their own way: locks on files, who files belong to, who may
// read them, the room on a disk, and how long a connection may be silent. Linux answers all of it, and macOS all but the
// last. Windows keeps who may read a file in lists of
// its own, which this program does not read: there it is not known, and says so.
package machine
