// Package markdown reads what people of the society write for its pages: paragraphs, headings, lists, quotations, tables,
// emphasis and links.
//
// # What always holds
//
//   - What is read is a tree of ours, never HTML: pages, letters and prints each write it themselves and escape all of it.
//     HTML in the text stands as it was typed.
//   - Links lead to http, https and mailto addresses, and to this site. Any other is its words alone. No picture is fetched:
//     where a text has one, its words stand.
//   - Headings begin one below the page's title and leave out no level, however they were typed.
//   - A text is looked at before it is read (see limits), and what was read has a bound of its parts and their depth: the
//     work and the memory of reading have a bound that the text's length alone does not give.
package markdown
