// SPDX-License-Identifier: MIT
// How a game looks, and what its pieces are called.
import { characterOf } from "./chessmen.js";
import { isPuzzle } from "./values.js";

// How a table's game looks: { tiles, drops, chess, pieces, coded, puzzle, signs }; in version 2 of
// BDDL and in chess variants `pieces` are its kinds: [{ name, letter, symbol, in_hand }]. If its
// rules are code, any letter is a piece, "b" and "W" one without a kind, and "#" no square; in a
// puzzle they are signs, each with a colour (and digits are numbers).
export const lookOf = (table) => ({
  ...table.look,
  chess: table.game === "variant",
  pieces: table.pieces ?? null,
  coded: Boolean(table.code),
  puzzle: isPuzzle(table),
  signs: [],
});
// " 3×4", for the title; nothing if that says it already, or if the board is no rectangle.
export const sizeOf = ({ title, code }, { columns, rows, lines, cells }) =>
  lines?.length || (code && cells.includes("#")) || /\d\s*[x×]\s*\d/.test(title)
    ? ""
    : ` ${columns}×${rows}`;
export const lettered = (look) => look.coded || look.chess || (look.pieces?.length ?? 0) > 1;
export const isWhite = (piece, look) =>
  lettered(look) ? piece !== piece.toLowerCase() : piece === "w";
export const isPiece = (content, look) =>
  content !== "." && content !== "#" && (lettered(look) || content !== "o");
// The pieces that a side can have in hand.
export const heldBy = (white, look) =>
  (look.pieces ?? [])
    .filter((kind) => kind.in_hand)
    .map(({ letter }) =>
      lettered(look) ? (white ? letter : letter.toLowerCase()) : white ? "w" : "b",
    );
export const hasHands = (look) => heldBy(true, look).length > 0;
export const numberInHand = (board, piece) =>
  board.hands?.find((held) => held.piece === piece)?.number ?? 0;

// "black chick", "white piece", "hole", "empty"
export function pieceName(content, look) {
  if (!isPiece(content, look)) return { o: "hole", "#": "blocked", ".": "empty" }[content];
  const letter = content.toUpperCase();
  if (look.puzzle) return letter;
  const side = isWhite(content, look) ? "white" : "black";
  if (look.coded) return `${side} ${hasLetter(content, look) ? letter : "piece"}`;
  return `${side} ${kindOf(content, look)?.name || "piece"}`;
}

// The kind of a piece of a game that says which kinds it has.
export function kindOf(piece, look) {
  const letter = piece.toUpperCase();
  return lettered(look) ? look.pieces?.find((k) => k.letter === letter) : look.pieces?.[0];
}

// What is written on a piece: of a man of xiangqi or shogi its character, of a promoted man of
// another chess variant its symbol, "+P" or "Q~".
export function signOn(piece, look) {
  const kind = kindOf(piece, look);
  const character = look.chess && kind && characterOf(kind, isWhite(piece, look), look.pieces);
  return character || kind?.symbol || piece.toUpperCase();
}

// Whether a piece shows its letter.
export const hasLetter = (content, look) =>
  lettered(look) && (!look.coded || look.puzzle || !/[bW]/.test(content));

// Where pieces move along lines, and where rules are code, blocked squares do not exist.
export const isMissing = (content, board, look) =>
  content === "#" && (look.coded || board.lines?.length > 0);
export const shown = (content, board, look) => content !== "." && !isMissing(content, board, look);
