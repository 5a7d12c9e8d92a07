// SPDX-License-Identifier: MIT
// What a move changes on a board, to show it going on.
import { isWhite, isPiece } from "./look.js";
import { geometry } from "./geometry.js";
import { points, target } from "./ways.js";

// Which pieces went where between two boards: { slides: [[from, to | null, away]], gone, come,
// turned }. `away` is the place off the board (or the hole's) that a piece goes to and vanishes.
export function difference(before, after, m, look) {
  const b = before.cells;
  const a = after.cells;
  const { columns } = before;
  const geo = geometry(before, false, 0);
  const changed = [...b].map((_, i) => i).filter((i) => b[i] !== a[i]);
  let slides = [];
  if (m && points(m)) slides = pushed() ?? moved();
  const leaving = new Set(slides.map(([from]) => from));
  const arriving = new Set(slides.map(([, to]) => to));
  const rest = changed.filter((i) => !arriving.has(i) && !(leaving.has(i) && a[i] === "."));
  const turned = rest.filter((i) => isPiece(b[i], look) && isPiece(a[i], look) && !leaving.has(i));
  return {
    slides,
    turned,
    gone: [
      ...rest.filter((i) => b[i] !== "." && !turned.includes(i) && !leaving.has(i)),
      ...[...arriving].filter((i) => i !== null && b[i] !== "." && !leaving.has(i)),
    ],
    come: rest.filter((i) => a[i] !== "." && !turned.includes(i)),
  };

  // A row of pieces shifts by one square, and the last may fall off.
  function pushed() {
    if (Math.max(Math.abs(m.dx), Math.abs(m.dy)) !== 1) return null;
    const column = (i) => (m.from[0] % columns) + i * m.dx;
    const row = (i) => Math.floor(m.from[0] / columns) + i * m.dy;
    const board = [...b];
    const shifts = [];
    for (let i = 0; ; ++i) {
      const here = row(i) * columns + column(i);
      if (!geo.inside(column(i), row(i)) || board[here] === "." || (board[here] === "o" && i > 0))
        break;
      const on = geo.inside(column(i + 1), row(i + 1));
      const next = row(i + 1) * columns + column(i + 1);
      shifts.push([here, on && b[next] !== "o" ? next : null, [column(i + 1), row(i + 1)]]);
      if (shifts.length > columns + before.rows) return null;
    }
    const result = [...b];
    for (const [from] of shifts) result[from] = ".";
    for (const [from, to] of shifts) if (to !== null) result[to] = b[from];
    return result.join("") === a ? shifts : null;
  }

  // One piece goes from here to there.
  function moved() {
    const from = m.from[0];
    const [column, row] = target(m, before);
    const to = row * columns + column;
    if (!geo.inside(column, row)) return a[from] === "." ? [[from, null, [column, row]]] : [];
    // (It may be of another kind since.)
    const arrived =
      isPiece(b[from], look) && isPiece(a[to], look)
        ? isWhite(a[to], look) === isWhite(b[from], look)
        : a[to] === b[from];
    return arrived && a[from] !== b[from] ? [[from, to, null]] : [];
  }
}
