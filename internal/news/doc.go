// Package news owns what the society tells the public: written in Markdown, seen before it is published, and published on a day.
//
// # What always holds
//
//   - An item has one draft. The public reads the newest wording that was published, from the item's day on, and nothing of the
//     draft; a day to come comes by itself.
//   - A wording that was published is never changed. A correction is a new one, with its reason and day, which the page says; what
//     was said before is for officers alone, for it may have wronged someone.
//   - Where an item wants a second pair of eyes, nothing of it is published before another officer than the last who changed it has
//     approved the draft as it stands.
//   - What was withdrawn is not shown any more: its page says so, and why.
//   - Pictures are written anew (package picture), and say in words what they show.
package news
