// SPDX-License-Identifier: MIT
// Arrows and labels of moves, so that none covers another.
import { label } from "./values.js";
import { lettered } from "./look.js";
import { cell } from "./geometry.js";
import { passes, aimOf } from "./ways.js";

// Labels keep this far from one another, and from the edge of their square, where arrows of the
// next one end.
const apart = 5;
const margin = 6;
const overlaps = (a, b) =>
  Math.abs(a.x - b.x) < (a.w + b.w) / 2 + apart && Math.abs(a.y - b.y) < (a.h + b.h) / 2 + apart;

export function box(text, x, y, font) {
  return { text, x, y, font, w: text.length * font * 0.6 + font * 0.75, h: font * 1.45 };
}

export function arrowOf({ from, to }, geo) {
  const [x0, y0] = geo.centre(from);
  const [x1, y1] = geo.place(...to);
  const reach = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) / cell;
  const length = Math.hypot(x1 - x0, y1 - y0);
  const ux = (x1 - x0) / length;
  const uy = (y1 - y0) / length;
  // A step to the next square is a short arrow over the edge; a longer one goes to the middle of
  // its target.
  const far = reach > 1;
  const stretch = length / (cell * reach);
  const begin = (far ? 30 : 34) * stretch;
  const end = far ? length - 26 : (50 + margin - 1) * stretch;
  return { x0, y0, x1, y1, ux, uy, begin, end, far };
}

// Arrows that would lie on one another, such as those of a move and its way back, go beside each
// other: each to the right of its way.
function spread(arrows) {
  const across = 15;
  const overlay = (a, b) => {
    if (a === b || (!a.far && !b.far) || a.ux * b.ux + a.uy * b.uy > -0.99) return false;
    const aside = (b.x0 - a.x0) * a.uy - (b.y0 - a.y0) * a.ux;
    const ahead = (b.x0 - a.x0) * a.ux + (b.y0 - a.y0) * a.uy;
    return Math.abs(aside) < 1 && ahead - b.end < a.end && ahead - b.begin > a.begin;
  };
  const shifted = arrows.filter((a) => arrows.some((b) => overlay(a, b)));
  for (const a of shifted) {
    const [dx, dy] = [-a.uy * across, a.ux * across];
    a.x0 += dx;
    a.x1 += dx;
    a.y0 += dy;
    a.y1 += dy;
  }
}

export function arrowPath({ x0, y0, ux, uy, begin, end }, thick) {
  const at = (along, across) =>
    `${(x0 + ux * along - uy * across).toFixed(1)} ${(y0 + uy * along + ux * across).toFixed(1)}`;
  const head = end - thick * 2.1;
  const oneSide = [at(begin, thick / 2), at(head, thick / 2), at(head, thick * 1.35)];
  const otherSide = [at(head, -thick * 1.35), at(head, -thick / 2), at(begin, -thick / 2)];
  return `M${[...oneSide, at(end, 0), ...otherSide].join("L")}Z`;
}

// Where each move's arrow and label go; labels never touch one another: the best moves choose
// first. Where there is little room labels are set smaller, and go further out along their arrows.
// One for which there is still no room is left out (the arrow's colour, the list and the chosen
// piece still show it). Moves that look the same, such as those that differ in what they take, are
// one item, which shows the best of them.
export function layout(board, moves, geo, pixels, look) {
  const small = (Math.min(Math.max(pixels * 0.155, 9), 17) / pixels) * cell;
  const smallest = Math.min(small, (8 / pixels) * cell);
  const large = (Math.min(Math.max(pixels * 0.25, 11), 26) / pixels) * cell;
  const taken = [];
  const free = (candidate) => !taken.some((other) => overlaps(candidate, other));
  const settle = (candidates) => {
    const found = candidates.find(free);
    if (found) taken.push(found);
    return found ?? null;
  };
  const items = new Map();
  moves.forEach((move, index) => {
    const aim = aimOf(move, board, look);
    const key = passes(move, look) ? "pass" : JSON.stringify(aim);
    if (items.has(key)) items.get(key).indices.push(index);
    else items.set(key, { move, indices: [index], aim });
  });
  for (const item of items.values())
    if (!passes(item.move, look) && !item.aim.on) item.arrow = arrowOf(item.aim, geo);
  // (Where pieces are put there are marks with labels of their own.)
  const put = new Set([...items.values()].flatMap(({ aim }) => aim.on ?? []));
  spread([...items.values()].flatMap(({ arrow }) => arrow ?? []));
  return [...items.values()].map(({ move, indices, aim, arrow }) => {
    const text = label(move) + (indices.length > 1 && label(move) ? "…" : "");
    const { on } = aim;
    if (passes(move, look) || on?.length === 0) return { move, indices };
    if (!on) {
      const length = Math.hypot(arrow.x1 - arrow.x0, arrow.y1 - arrow.y0);
      const along = (d, font) => box(text, arrow.x0 + arrow.ux * d, arrow.y0 + arrow.uy * d, font);
      // On the piece itself, at the edge the arrow leaves by.
      const atEdge = (font) => {
        const { w, h } = box(text, 0, 0, font);
        const half = 50 - margin;
        return along(
          Math.min(
            (half - w / 2) / Math.max(Math.abs(arrow.ux), 1e-6),
            (half - h / 2) / Math.max(Math.abs(arrow.uy), 1e-6),
          ),
          font,
        );
      };
      // Not to cover letters, labels stand where a piece goes to if that is open, those of several
      // pieces below one another.
      const [file, rank] = aim.to;
      const goal = rank * board.columns + file;
      const open = lettered(look) && !look.puzzle && board.cells[goal] === "." && !put.has(goal);
      const there = (open ? [0, 28, -28] : []).map((down) =>
        box(text, arrow.x1, arrow.y1 + down, small),
      );
      const further = (font) =>
        (arrow.far ? [length / 2, length - 24] : [50, 60, 0.7 * length, 0.85 * length]).map((d) =>
          along(d, font),
        );
      return {
        move,
        indices,
        arrow,
        tag: text
          ? settle([
              ...(look.puzzle ? [along(66, small)] : []), // (not on the tile's number)
              ...there,
              atEdge(small),
              ...further(small),
              atEdge(smallest),
              ...further(smallest),
            ])
          : null,
      };
    }
    const centres = on.map(geo.centre);
    const x = centres.reduce((sum, c) => sum + c[0], 0) / on.length;
    const y = centres.reduce((sum, c) => sum + c[1], 0) / on.length;
    const occupied = on.some((s) => board.cells[s] !== ".");
    const spot = on.length === 1 && !occupied;
    return {
      move,
      indices,
      centres,
      spot,
      tag: settle([box(text, x, y, spot ? Math.min(large, 104 / text.length) : small)]),
    };
  });
}
