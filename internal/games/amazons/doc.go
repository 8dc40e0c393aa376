// Package amazons plays Amazons.
//
// At a turn a queen moves as in chess over empty squares, and then shoots an arrow from where she stands, in any of the
// eight directions over empty squares; the square that she has just left is empty then. An arrow stays where it is and
// blocks like a queen. Nothing is captured. Who has no queen that can move has lost.
//
// The text numbers no squares; the queens begin where records of the game have them by default, and Black begins.
package amazons
