// SPDX-License-Identifier: MIT
// How a move is made by hand: what is clicked, one after the other; and what it points at.
import { geometry } from "./geometry.js";

export const points = (m) => m.from.length > 0 && (m.dx !== 0 || m.dy !== 0);
// (What moves of rules that are code do to the board is not known for all.)
export const passes = (m, look) =>
  !look.coded && !m.from.length && !m.to.length && !m.taken.length && !m.named?.length;
// The squares on which a move that points nowhere is played: one, or the two of a domino.
const spots = (m) => (points(m) ? [] : m.to.length ? m.to : m.from.length ? m.from : m.taken);

// Where a moved piece goes: column and row, which may be just off the board.
export function target(m, board) {
  const column = (m.from[0] % board.columns) + m.dx;
  const row = Math.floor(m.from[0] / board.columns) + m.dy;
  return [Math.min(Math.max(column, -1), board.columns), Math.min(Math.max(row, -1), board.rows)];
}

export const leavesBoard = (m, board, look) =>
  !look.pieces && points(m) && !geometry(board, false, 0).inside(...target(m, board));

// In games in version 2 of BDDL: the squares that the move's text names, or for a move that is
// written by its result those that pieces leave, come to and vanish from.
function namedSquares(m) {
  const { from, to, taken } = m;
  const changed = [...new Set([...from, ...to, ...taken])];
  const told = m.named?.length && !m.move.startsWith("{") ? m.named : changed;
  return told.length ? told : (m.named ?? []);
}

// In chess variants: from where to where, as UCI writes it, which is another way to write the move;
// or the square of a drop.
const uciSquares = (m) =>
  m.dropped
    ? m.to
    : ((m.also ?? []).find(({ named }) => named.length > 1)?.named ?? namedSquares(m));

// The squares that say which move it is, in their order.
const tellingSquares = (m, look) => (look.chess ? uciSquares(m) : namedSquares(m));

// The ways to make a move, each as what is clicked one after the other: squares, places beside the
// board ("column,row"), pieces in hand ("hand:c").
export function waysOf(m, board, look) {
  if (passes(m, look)) return [];
  if (look.coded) return waysOfCode(m, board, look);
  if (look.chess) return [m.dropped ? [`hand:${m.dropped}`, ...m.to] : uciSquares(m)];
  if (look.pieces) {
    const squares = namedSquares(m);
    const others = (m.also ?? []).map(({ named }) => named);
    const fromHand = m.dropped ? [[`hand:${m.dropped}`, ...squares]] : [];
    return [squares, ...others, ...fromHand];
  }
  if (points(m)) {
    const [column, row] = target(m, board);
    const inside = geometry(board, false, 0).inside(column, row);
    return [[m.from[0], inside ? row * board.columns + column : `${column},${row}`]];
  }
  const on = spots(m);
  if (on.length === 1) return [on];
  return on.flatMap((a) => on.filter((b) => b !== a).map((b) => [a, b]));
}

// Where rules are code, a move is known by the board before and after it: a piece that goes from
// here to there, or a single square that changes, or two on which pieces are put. (Else the list is
// there.)
function clicksOfCode({ from, to, taken }, board) {
  const changed = [...from, ...to, ...taken];
  if (changed.length === 1) return changed;
  if (from.length === 1 && to.length === 1) return [from[0], to[0]];
  if (to.length === 2 && changed.length === 2) return to;
  return [];
}

// In a puzzle a piece that has only one way to go is clicked once, or the place that it goes to.
function waysOfCode(m, board, look) {
  const clicks = clicksOfCode(m, board);
  if (!clicks.length) return [];
  if (look.puzzle) return clicks.map((key) => [key]);
  if (clicks.length === 2 && !m.from.length) return [clicks, [...clicks].reverse()];
  return [clicks];
}

export const movesIn = (found) => [...new Set(found.map(({ m }) => m))];

// What a move looks like: an arrow from a square to a place [column, row], or its squares.
export function aimOf(m, board, look) {
  if (look.coded) {
    const clicks = clicksOfCode(m, board);
    return clicks.length === 2 && m.from.length
      ? { from: clicks[0], to: target(m, board) }
      : { on: clicks };
  }
  if (!look.pieces) return points(m) ? { from: m.from[0], to: target(m, board) } : { on: spots(m) };
  const [first, second] = tellingSquares(m, look);
  const placed = m.dropped || (!m.from.length && m.to.length === 1 && m.to[0] === first);
  if (placed || second === undefined) return { on: first === undefined ? [] : [first] };
  return {
    from: first,
    to: [second % board.columns, Math.floor(second / board.columns)],
  };
}
