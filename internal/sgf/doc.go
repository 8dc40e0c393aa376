// Package sgf reads game records in the Smart Game Format (FF[1] to
// FF[4]) as programs and servers write them, and hands a game's main line over as
// plays, passes and set-up. It knows no rules of Go.
//
// It works in four layers, each of which trusts only the one before it:
//
//   - bytes and encodings: whatever the file was written in becomes UTF-8
//     before anything is split, since in several encodings the second half of
//     a character may look like a bracket or a backslash;
//   - grammar: text becomes games, nodes, properties and values;
//   - properties: values become text, numbers, points and lists of points;
//   - moves: a game's main line becomes a [Record].
//
// What always holds:
//
//   - whatever is repaired gives a [Warning] that says what was repaired; what
//     cannot be read gives an [Error] with its line and column, and nothing
//     that could be read is lost for it;
//   - time and memory are proportional to the length of the input, which is
//     itself limited; nothing recurses on the depth of the input;
//   - what is not understood (unknown properties, their order, variations) is
//     kept: the tests write it again as it was.
//
// The formats of two servers, GIB and NGF, are read by writing them again as SGF.
//
// The format's definition is FF[4] by Arno Hollosi, with the older forms FF[1]
// to FF[3] where they differ.
package sgf
