// SPDX-License-Identifier: MIT
// A board of any game, drawn from what the server says: cells, and moves with their shapes. It
// knows no rules.
import { h, svg, calm, plural } from "./dom.js";
import { characterOf, outlineOf } from "./chessmen.js";
import { isPuzzle, label, phrase, tone } from "./values.js";

// Lengths are in hundredths of a square.
const cell = 100;
const strip = 78; // the height of a hand, above or below the board

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
const isWhite = (piece, look) => (lettered(look) ? piece !== piece.toLowerCase() : piece === "w");
const isPiece = (content, look) =>
  content !== "." && content !== "#" && (lettered(look) || content !== "o");
// The pieces that a side can have in hand.
const heldBy = (white, look) =>
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
function kindOf(piece, look) {
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
const hasLetter = (content, look) =>
  lettered(look) && (!look.coded || look.puzzle || !/[bW]/.test(content));

// ---- geometry --------------------------------------------------------------------------------

// `hands`: the pieces in hand have room above and below the board, each side's next to where it
// sits: White on the first ranks in chess variants, on the last ones elsewhere.
function geometry(board, flipped, rim, hands = false, chess = false) {
  const { columns, rows } = board;
  const above = hands ? strip : 0;
  const place = (column, row) => [
    rim + cell * ((flipped ? columns - 1 - column : column) + 0.5),
    above + rim + cell * ((flipped ? row : rows - 1 - row) + 0.5),
  ];
  const width = cell * columns + 2 * rim;
  const height = cell * rows + 2 * (rim + above);
  return {
    columns,
    rows,
    rim,
    above,
    flipped,
    whiteBelow: flipped !== chess,
    place,
    width,
    height,
    centre: (square) => place(square % columns, Math.floor(square / columns)),
    inside: (column, row) => column >= 0 && row >= 0 && column < columns && row < rows,
    // The n-th of a side's `of` kinds in hand.
    hand: (white, n, of) => [
      rim + (cell * columns * (n + 0.5)) / of,
      white === (flipped !== chess) ? height - above / 2 : above / 2 + 13,
    ],
  };
}

const points = (m) => m.from.length > 0 && (m.dx !== 0 || m.dy !== 0);
export const squareName = ({ columns, files, ranks }, square) =>
  `${files?.[square % columns] ?? ""}${ranks?.[Math.floor(square / columns)] ?? ""}`;
// (What moves of rules that are code do to the board is not known for all.)
export const passes = (m, look) =>
  !look.coded && !m.from.length && !m.to.length && !m.taken.length && !m.named?.length;
// The squares on which a move that points nowhere is played: one, or the two of a domino.
const spots = (m) => (points(m) ? [] : m.to.length ? m.to : m.from.length ? m.from : m.taken);

// Where a moved piece goes: column and row, which may be just off the board.
function target(m, board) {
  const column = (m.from[0] % board.columns) + m.dx;
  const row = Math.floor(m.from[0] / board.columns) + m.dy;
  return [Math.min(Math.max(column, -1), board.columns), Math.min(Math.max(row, -1), board.rows)];
}

const leavesBoard = (m, board, look) =>
  !look.pieces && points(m) && !geometry(board, false, 0).inside(...target(m, board));

// ---- how a move is made by hand ----------------------------------------------------------------

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
function waysOf(m, board, look) {
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

const movesIn = (found) => [...new Set(found.map(({ m }) => m))];

// What a move looks like: an arrow from a square to a place [column, row], or its squares.
function aimOf(m, board, look) {
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

// ---- arrows and labels -----------------------------------------------------------------------

// Labels keep this far from one another, and from the edge of their square, where arrows of the
// next one end.
const apart = 5;
const margin = 6;
const overlaps = (a, b) =>
  Math.abs(a.x - b.x) < (a.w + b.w) / 2 + apart && Math.abs(a.y - b.y) < (a.h + b.h) / 2 + apart;

function box(text, x, y, font) {
  return { text, x, y, font, w: text.length * font * 0.6 + font * 0.75, h: font * 1.45 };
}

function arrowOf({ from, to }, geo) {
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

function arrowPath({ x0, y0, ux, uy, begin, end }, thick) {
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
function layout(board, moves, geo, pixels, look) {
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

// ---- what a move changes ---------------------------------------------------------------------

// Which pieces went where between two boards: { slides: [[from, to | null, away]], gone, come,
// turned }. `away` is the place off the board (or the hole's) that a piece goes to and vanishes.
function difference(before, after, m, look) {
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

// ---- pieces ----------------------------------------------------------------------------------

function pieceShape(kind, look, scale = 1) {
  if (kind === "#")
    return [svg("rect", { class: "block", x: -50, y: -50, width: 100, height: 100 })];
  if (kind === "o" && !lettered(look))
    return [
      svg("circle", { class: "hole", r: 37 }),
      svg("circle", { class: "hole-in", r: 27, cy: 2 }),
    ];
  if (look.puzzle) return signShape(kind, look);
  const side = isWhite(kind, look) ? "white" : "black";
  if (look.tiles)
    return [
      svg("rect", { class: `stone ${side}`, x: -38, y: -38, width: 76, height: 76, rx: 13 }),
      svg("rect", { class: `sheen ${side}`, x: -31, y: -31, width: 62, height: 62, rx: 8 }),
    ];
  const sign = signOn(kind, look);
  const man = look.chess && /[A-Z]/.test(sign) && outlineOf(kindOf(kind, look)?.name);
  if (man)
    return [svg("path", { class: `man ${side}`, d: man, transform: `scale(${1.1 * scale})` })];
  return [
    svg("circle", { class: `stone ${side}`, r: 38 * scale }),
    svg("circle", { class: `sheen ${side}`, r: (lettered(look) ? 33 : 29) * scale }),
    hasLetter(kind, look) &&
      svg(
        "text",
        {
          class: `letter ${side}`,
          y: (sign.length > 1 ? 12 : 15) * scale,
          "font-size": (sign.length > 1 ? 33 : 42) * scale,
          "font-weight": 700,
          "text-anchor": "middle",
        },
        sign,
      ),
  ];
}

// Letters of a puzzle that have not been seen yet get their colours, in the order of the alphabet.
// (So the six faces of a cube have those that they have on most cubes.)
function meetSigns({ cells }, look) {
  if (!look.puzzle) return;
  const fresh = new Set([...cells].filter((c) => /[a-z]/i.test(c) && !look.signs.includes(c)));
  look.signs.push(...[...fresh].sort());
}

// A puzzle's piece: a tile with its letter, in a colour of its own, or a number.
function signShape(kind, look) {
  const isNumber = /\d/.test(kind);
  const colour = isNumber ? "number" : `s${look.signs.indexOf(kind) % 8}`;
  return [
    svg("rect", { class: `sign ${colour}`, x: -44, y: -44, width: 88, height: 88, rx: 10 }),
    svg(
      "text",
      {
        class: `sign-text ${colour}`,
        y: 17,
        "font-size": 46,
        "font-weight": 700,
        "text-anchor": "middle",
      },
      kind.toUpperCase(),
    ),
  ];
}

// Where pieces move along lines there is more to see between them.
const sizeOn = (board) => (board.lines?.length ? 0.82 : 1);

// The lines that pieces move along, and their points. A step that would touch a third one is bent.
function lines(board, geo) {
  const group = svg("g", { class: "lines" });
  const steps = new Map();
  for (const line of board.lines)
    for (let i = 1; i < line.length; ++i) {
      const [a, b] = [line[i - 1], line[i]].sort((x, y) => x - y);
      steps.set(`${a}-${b}`, [a, b]);
    }
  const path = [...steps.values()].map(([a, b]) => {
    const [x0, y0] = geo.centre(a);
    const [x1, y1] = geo.centre(b);
    if (!touches(board, a, b)) return `M${x0} ${y0}L${x1} ${y1}`;
    const bend = cell / Math.hypot(x1 - x0, y1 - y0);
    const x = (x0 + x1) / 2 + bend * (y1 - y0);
    const y = (y0 + y1) / 2 - bend * (x1 - x0);
    return `M${x0} ${y0}Q${x} ${y} ${x1} ${y1}`;
  });
  group.append(svg("path", { class: "line", d: path.join("") }));
  [...board.cells].forEach((content, i) => {
    if (content === "#") return;
    const [x, y] = geo.centre(i);
    group.append(svg("circle", { class: "knot", cx: x, cy: y, r: 9 }));
  });
  return group;
}

function touches({ cells, columns }, a, b) {
  const dx = (b % columns) - (a % columns);
  const dy = Math.floor(b / columns) - Math.floor(a / columns);
  const divisor = (x, y) => (y ? divisor(y, x % y) : Math.abs(x));
  const parts = divisor(dx, dy);
  for (let i = 1; i < parts; ++i)
    if (cells[a + (i * (dx + dy * columns)) / parts] !== "#") return true;
  return false;
}

// Where the hands are.
const trays = (geo, look) =>
  [true, false]
    .filter((white) => heldBy(white, look).length)
    .map((white) =>
      svg("rect", {
        class: "tray",
        x: geo.rim,
        y: geo.hand(white, 0, 1)[1] - 32,
        width: cell * geo.columns,
        height: 64,
        rx: 32,
      }),
    );

// What both sides have in hand. `all`: also kinds of which there are none.
function hands(board, geo, look, all = false) {
  const group = svg("g", { class: "hands" });
  for (const white of [true, false]) {
    const held = heldBy(white, look);
    held.forEach((piece, n) => {
      const number = numberInHand(board, piece);
      const [x, y] = geo.hand(white, n, held.length);
      if (number === 0 && !all) return;
      const disc = (at, shade = 1) =>
        group.append(
          svg(
            "g",
            { transform: `translate(${at} ${y})`, opacity: shade },
            pieceShape(piece, look, 0.66),
          ),
        );
      // Of one kind every piece is shown, of several their number.
      const room = (cell * geo.columns) / held.length;
      const apart = Math.min(56, (room - 56) / Math.max(number - 1, 1));
      const row = held.length === 1 && number > 0 && apart >= 12;
      if (row) for (let i = 0; i < number; ++i) disc(x - (apart * (number - 1)) / 2 + apart * i);
      else disc(x, number === 0 ? 0.3 : 1);
      if (row || number === 1) return;
      group.append(
        svg("circle", { class: "badge-of", cx: x + 20, cy: y + 19, r: 14 }),
        svg(
          "text",
          {
            class: "badge-text",
            x: x + 20,
            y: y + 26,
            "font-size": 20,
            "font-weight": 700,
            "text-anchor": "middle",
          },
          String(number),
        ),
      );
    });
  }
  return group;
}

function squares(board, geo, look) {
  const group = svg("g", { class: "squares" });
  const whole = !look.coded || !board.cells.includes("#");
  if (whole)
    group.append(
      svg("rect", {
        class: "frame",
        x: geo.rim - 5,
        y: geo.above + geo.rim - 5,
        width: cell * geo.columns + 10,
        height: cell * geo.rows + 10,
        rx: 9,
      }),
    );
  if (board.lines?.length) {
    group.append(
      svg("rect", {
        class: "square light",
        x: geo.rim,
        y: geo.above + geo.rim,
        width: cell * geo.columns,
        height: cell * geo.rows,
        rx: 6,
      }),
      lines(board, geo),
    );
    return group;
  }
  for (let i = 0; i < board.columns * board.rows; ++i) {
    if (isMissing(board.cells[i], board, look)) continue;
    const [x, y] = geo.centre(i);
    const dark = ((i % board.columns) + Math.floor(i / board.columns)) % 2 === 0;
    group.append(
      svg("rect", {
        class: `square ${dark ? "dark" : "light"}`,
        x: x - 49,
        y: y - 49,
        width: 98,
        height: 98,
        rx: 5,
      }),
    );
  }
  return group;
}

function coordinates(board, geo, font) {
  const group = svg("g", { class: "coordinates", "font-size": font });
  const far = Math.max(geo.rim - 14 - font / 2, 22);
  const low = geo.height - geo.above - geo.rim + far + font * 0.36;
  board.files?.forEach((text, i) =>
    group.append(svg("text", { x: geo.place(i, 0)[0], y: low, "text-anchor": "middle" }, text)),
  );
  board.ranks?.forEach((text, i) =>
    group.append(
      svg(
        "text",
        {
          x: geo.rim - far,
          y: geo.place(0, i)[1] + font * 0.36,
          "text-anchor": "middle",
          // (So that "10" stays clear of the board.)
          "font-size": text.length > 1 ? font * 0.8 : font,
        },
        text,
      ),
    ),
  );
  return group;
}

// Where pieces move along lines, and where rules are code, blocked squares do not exist.
export const isMissing = (content, board, look) =>
  content === "#" && (look.coded || board.lines?.length > 0);
const shown = (content, board, look) => content !== "." && !isMissing(content, board, look);

// ---- positions on no board ---------------------------------------------------------------------

// The lines of a position's text: ranks with "/" between them are below one another.
function linesOf({ picture, position }) {
  const text = picture ?? position;
  return text.includes("\n") ? text.trimEnd().split("\n") : text.split("/");
}

// The text, as large as there is room for.
function textPicture(answer, attributes) {
  const lines = linesOf(answer);
  const element = h("pre", attributes, lines.join("\n"));
  element.style.setProperty("--chars", Math.max(...lines.map((line) => line.length), 6));
  return element;
}

// A small picture to look at: for cards and lists.
export const smallPicture = (answer, look, title) =>
  answer.board
    ? smallBoard(answer.board, look, title)
    : textPicture(answer, { class: "small-text", role: "img", "aria-label": title ?? "position" });

function smallBoard(board, look, title) {
  meetSigns(board, look);
  const geo = geometry(board, false, 8, hasHands(look), look.chess);
  return svg(
    "svg",
    {
      class: "small-board",
      viewBox: `0 0 ${geo.width} ${geo.height}`,
      role: "img",
      "aria-label": title ?? "board",
    },
    squares(board, geo, look),
    [...board.cells].map(
      (kind, i) =>
        shown(kind, board, look) &&
        svg(
          "g",
          { transform: `translate(${geo.centre(i)})` },
          pieceShape(kind, look, sizeOn(board)),
        ),
    ),
    trays(geo, look),
    hands(board, geo, look),
  );
}

// ---- the board to play on --------------------------------------------------------------------

export class BoardView {
  // calls: play(move), choose(moves, element), edit(square or "hand:c"), point(moves or null),
  // say(text), forbidden(move)
  constructor(host, calls) {
    this.host = host;
    this.calls = calls;
    this.look = {}; // lookOf the table
    this.flipped = false;
    this.hidden = false; // values
    this.locked = false; // no moves from here
    this.editing = false;
    this.wide = false; // room beside the board for moves off it
    this.board = null;
    this.moves = [];
    this.picked = []; // what was clicked of a move that is being made
    this.lit = null; // indices of moves pointed at
    this.hint = [];
    this.focus = 0;
    this.picture = svg("svg", { class: "picture", "aria-hidden": "true" });
    this.grid = h("div", { class: "grid", role: "grid" });
    this.stage = h("div", { class: "stage" }, this.picture, this.grid);
    host.replaceChildren(this.stage);
    this.grid.addEventListener("click", (e) => this.#click(e.target.closest("[data-key]")));
    this.grid.addEventListener("keydown", (e) => this.#key(e));
    this.grid.addEventListener("focusin", (e) => this.#focused(e.target));
    this.grid.addEventListener("focusout", () => this.#point(null));
    this.grid.addEventListener(
      "pointerover",
      (e) => e.pointerType === "mouse" && this.#point(e.target.closest("[data-key]")),
    );
    this.grid.addEventListener("pointerleave", () => this.#point(null));
    this.#drags();
    this.pixelsWide = 0;
    new ResizeObserver(([{ contentRect }]) => this.#resized(contentRect.width)).observe(this.stage);
  }

  // Shows an answer's board and moves. `change`: the move that led here, or back from here ({ move,
  // reverse }), to animate by.
  show(answer, { change = null, last = null } = {}) {
    const before = this.board;
    const board = answer.board;
    this.stage.hidden = !board;
    this.host.querySelector(".position-text")?.remove();
    if (!board) return this.#showText(answer);
    const same = before && before.columns === board.columns && before.rows === board.rows;
    meetSigns(board, this.look);
    this.answer = answer;
    this.board = board;
    this.moves = answer.moves ?? [];
    this.last = last;
    this.ways = this.#waysByFirstClick();
    this.picked = [];
    this.lit = null;
    this.hint = [];
    this.wide ||= this.moves.some((m) => leavesBoard(m, board, this.look));
    const rebuilt = !same || this.geo.rim !== this.#rim() || this.geo.flipped !== this.flipped;
    if (rebuilt) this.#rebuild();
    if (rebuilt || !same || calm()) this.#pieces();
    else this.#animate(before, board, change);
    this.#refresh();
  }

  // A position on no board.
  #showText(answer) {
    this.answer = answer;
    this.board = null;
    this.moves = answer.moves ?? [];
    this.host.append(
      textPicture(answer, {
        class: "position-text",
        tabindex: 0,
        role: "group",
        "aria-label": "The position",
      }),
    );
  }

  refresh() {
    if (this.board) this.#refresh();
  }

  reset(look) {
    this.look = look;
    this.board = null;
    this.wide = false;
    this.focus = 0;
  }

  flip(flipped) {
    this.flipped = flipped;
    if (!this.board) return;
    this.#rebuild();
    this.#pieces();
    this.#refresh();
  }

  light(indices) {
    this.lit = indices;
    if (this.board) this.#marks();
  }

  // Begins a move with a square or a piece in hand, or gives up the one that was begun.
  choose(key) {
    this.picked = key === null ? [] : [key];
    this.refresh();
  }

  focusBoard() {
    const place = this.board
      ? this.cells.get(this.focus)
      : this.host.querySelector(".position-text");
    place?.focus();
  }

  #rim() {
    return this.wide ? 44 : 34;
  }

  // The size of a square on the screen. (What it depends on is drawn when the observer has told how
  // wide the board is: whoever asked before would have all of the page laid out twice.)
  #pixels() {
    return (this.pixelsWide || 320) / (this.geo.width / cell);
  }

  #rebuild() {
    const { board } = this;
    this.geo = geometry(board, this.flipped, this.#rim(), hasHands(this.look), this.look.chess);
    const { width, height } = this.geo;
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.stage.style.setProperty("--ratio", width / height);
    this.layers = Object.fromEntries(
      ["under", "names", "trays", "marks", "in-hand", "stones", "arrows"].map((name) => [
        name,
        svg("g", { class: name }),
      ]),
    );
    this.picture.replaceChildren(...Object.values(this.layers));
    this.#cells();
    this.drawnFor = 0;
  }

  #resized(width) {
    if (width) this.pixelsWide = width;
    if (this.board && Math.abs(this.drawnFor - this.#pixels()) > 0.5) this.#drawSized();
  }

  // ---- the grid over the picture: what is clicked, focused and read aloud

  #cells() {
    const { columns, rows, rim, flipped } = this.geo;
    this.cells = new Map();
    const grow = (element, by) => {
      element.style.flexGrow = by;
      return element;
    };
    const make = (column, row) => {
      const inside = this.geo.inside(column, row);
      const element = grow(
        h("div", { class: inside ? "cell" : "cell rim" }),
        column < 0 || column === columns ? rim : cell,
      );
      const key = inside ? row * columns + column : `${column},${row}`;
      if (inside && isMissing(this.board.cells[key], this.board, this.look)) {
        element.className = "cell none";
        return element;
      }
      element.dataset.key = key;
      this.cells.set(key, element);
      if (inside) {
        element.setAttribute("role", "gridcell");
        element.tabIndex = -1;
      }
      return element;
    };
    const order = (n) => Array.from({ length: n + 2 }, (_, i) => i - 1);
    const across = flipped ? order(columns).reverse() : order(columns);
    const down = flipped ? order(rows) : order(rows).reverse();
    const rowsOf = down.map((row) => {
      const edge = row < 0 || row === rows;
      const line = grow(h("div", { class: "row", role: edge ? null : "row" }), edge ? rim : cell);
      line.append(...across.map((column) => make(column, row)));
      return line;
    });
    const hand = (white) => {
      const line = grow(h("div", { class: "row", role: "row" }), strip);
      const room = (by) => grow(h("div", { class: "cell rim" }), by);
      const held = heldBy(white, this.look);
      const slots = held.map((piece) => {
        const element = grow(
          h("div", { class: "cell held", role: "gridcell", tabindex: -1 }),
          (cell * columns) / held.length,
        );
        element.dataset.key = `hand:${piece}`;
        this.cells.set(`hand:${piece}`, element);
        return element;
      });
      line.append(room(rim), ...slots, room(rim));
      return line;
    };
    if (hasHands(this.look)) {
      rowsOf.unshift(hand(!this.geo.whiteBelow));
      rowsOf.push(hand(this.geo.whiteBelow));
    }
    this.grid.replaceChildren(...rowsOf);
    if (this.cells.has(this.focus)) return;
    this.focus = Math.min(...[...this.cells.keys()].filter((key) => typeof key === "number"));
  }

  #waysByFirstClick() {
    const ways = new Map();
    for (const m of this.moves)
      for (const way of waysOf(m, this.board, this.look)) {
        if (!ways.has(way[0])) ways.set(way[0], []);
        ways.get(way[0]).push({ m, way });
      }
    return ways;
  }

  // The moves that begin with these clicks (one at least), each with the clicks that are left of
  // it; one that can be made in several ways may be there several times.
  #matching(clicks) {
    return (this.ways.get(clicks[0]) ?? [])
      .filter(({ way }) => clicks.every((key, n) => way[n] === key))
      .map(({ m, way }) => ({ m, rest: way.slice(clicks.length) }));
  }

  // The moves that begin here: those that are done with one click, and the others.
  #movesOf(key) {
    const found = this.#matching([key]);
    return {
      go: movesIn(found.filter(({ rest }) => rest.length)),
      here: movesIn(found.filter(({ rest }) => !rest.length)),
    };
  }

  // What may be clicked next, and the moves that it is part of.
  #targets() {
    const found = new Map();
    if (!this.picked.length) return found;
    for (const { m, rest } of this.#matching(this.picked)) {
      const moves = found.get(rest[0]) ?? [];
      if (rest.length && !moves.includes(m)) found.set(rest[0], [...moves, m]);
    }
    return found;
  }

  // A place for people: a square's name, "off the board", "from hand".
  #placeName(key) {
    if (typeof key === "number") return squareName(this.board, key);
    return key.startsWith("hand:") ? "from hand" : "off the board";
  }

  // What is read aloud: "c2, black piece, 3 moves, best to c3 wins in 5". Hidden values are not
  // read, nor the order of moves.
  #name(key, targets) {
    const said = (m) =>
      this.hidden || (!m.value && m.plies_from_start === undefined) ? "" : ` ${phrase(m)}`;
    const held = typeof key === "string" && key.startsWith("hand:");
    if (typeof key === "string" && !held)
      return `off the board, ${targets.get(key)[0].move},${said(targets.get(key)[0])}`.replace(
        /,$/,
        "",
      );
    const parts = held
      ? [this.#handName(key.slice(5))]
      : [squareName(this.board, key), pieceName(this.board.cells[key], this.look)];
    if (this.editing) return parts.join(", ");
    if (targets.has(key)) parts.push(`move here${said(targets.get(key)[0])}`);
    const tell = (moves, where) => {
      if (!moves.length) return;
      const several = `${moves.length} moves`;
      const counted = moves.length === 1 ? "move" : `${several}, best`;
      if (moves.length > 1 && this.hidden) parts.push(several);
      else parts.push(`${counted} ${where(moves[0])}${said(moves[0])}`);
    };
    const { go, here } = this.#movesOf(key);
    const pairs = go.filter((m) => this.#isPair(m));
    const steps = go.filter((m) => !pairs.includes(m));
    const next = (m) => this.#matching([key]).find((found) => found.m === m).rest[0];
    const takes = (m) => (m.taken.includes(next(m)) && m.to.includes(key) ? "taking " : "to ");
    tell(here, () => "here");
    tell(pairs, (m) => `with ${this.#placeName(next(m))}`);
    tell(steps, (m) =>
      typeof next(m) === "string" ? this.#placeName(next(m)) : takes(m) + this.#placeName(next(m)),
    );
    if (this.board.forbidden?.some((m) => m.from[0] === key))
      parts.push("one move is forbidden, it would repeat");
    return parts.join(", ");
  }

  // "2 black chicks in hand"
  #handName(piece) {
    const number = numberInHand(this.board, piece);
    const name = pieceName(piece, this.look);
    const several = name.endsWith("man") ? name.replace(/man$/, "men") : `${name}s`;
    return `${plural(number, name, several)} in hand`;
  }

  // Two squares of which either may be clicked first.
  #isPair(m) {
    return !this.look.pieces && !points(m);
  }

  #labels() {
    const state = this.editing
      ? "being set up"
      : this.answer.over
        ? "finished"
        : this.look.puzzle
          ? "to be solved"
          : `${this.answer.turn === "white" ? "White" : "Black"} to move`;
    this.grid.setAttribute(
      "aria-label",
      `Board, ${this.board.columns} by ${this.board.rows}, ${state}`,
    );
    const targets = this.#targets();
    const set = (element, attributes, on = true) => {
      for (const [name, value] of Object.entries(attributes))
        on ? element.setAttribute(name, value) : element.removeAttribute(name);
    };
    for (const [key, element] of this.cells) {
      const lit = targets.has(key);
      const held = typeof key === "string" && key.startsWith("hand:");
      if (typeof key === "string" && !held) {
        element.classList.toggle("live", lit);
        set(
          element,
          { role: "gridcell", tabindex: -1, "aria-label": lit && this.#name(key, targets) },
          lit,
        );
        continue;
      }
      const { go, here } = this.#movesOf(key);
      element.classList.toggle(
        "can",
        this.editing || (!this.locked && (lit || go.length + here.length > 0)),
      );
      set(element, {
        "aria-label": this.#name(key, targets),
        "aria-selected": this.picked.includes(key),
        tabindex: key === this.focus ? 0 : -1,
      });
    }
    // (The rows above and below the board are rows while one can move there.)
    for (const line of this.grid.children)
      set(line, { role: "row" }, line.querySelector("[role=gridcell]") !== null);
  }

  #focused(element) {
    const key = this.#keyOf(element);
    if (key === null) return;
    if (typeof key === "number") {
      if (this.cells.get(this.focus)) this.cells.get(this.focus).tabIndex = -1;
      this.focus = key;
      element.tabIndex = 0;
    }
    if (element.matches(":focus-visible")) this.#point(element);
  }

  #keyOf(element) {
    const key = element?.dataset?.key;
    if (key === undefined) return null;
    return key.includes(",") || key.startsWith("hand:") ? key : Number(key);
  }

  #key(e) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const here = this.#keyOf(e.target);
    if (here === null || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "Enter") {
      e.preventDefault();
      this.#click(e.target);
      return;
    }
    if (e.key === "Escape" && this.picked.length) {
      e.stopPropagation();
      this.choose(null);
      return;
    }
    if (!steps[e.key]) return;
    e.preventDefault();
    e.stopPropagation();
    this.#walk(e.target, here, steps[e.key])?.focus();
  }

  // The element that an arrow key leads to from another one.
  #walk(element, here, [across, up]) {
    const { columns, rows } = this.board;
    if (typeof here === "string" && here.startsWith("hand:")) {
      const line = [...element.parentElement.querySelectorAll(".held")];
      if (across) return line[line.indexOf(element) + across];
      const top = element.parentElement === this.grid.firstChild;
      if (top === up > 0) return null;
      const row = top === this.flipped ? 0 : rows - 1;
      const keys = Array.from({ length: columns }, (_, i) => row * columns + i);
      return this.cells.get(keys.find((key) => this.cells.has(key)));
    }
    const sign = this.flipped ? -1 : 1;
    let [column, row] =
      typeof here === "string"
        ? here.split(",").map(Number)
        : [here % columns, Math.floor(here / columns)];
    // (Squares that do not exist are passed over.)
    for (;;) {
      column += sign * across;
      row += sign * up;
      const inside = this.geo.inside(column, row);
      const next = this.cells.get(inside ? row * columns + column : `${column},${row}`);
      if (next?.hasAttribute("tabindex")) return next;
      if (inside && !next) continue;
      const line = up > 0 ? this.grid.firstChild : this.grid.lastChild;
      return up ? line.querySelector(".held") : null;
    }
  }

  #click(element) {
    const key = this.#keyOf(element);
    if (key === null) return;
    const beside = typeof key === "string" && !key.startsWith("hand:");
    if (this.editing) {
      if (!beside) this.calls.edit(key);
      return;
    }
    if (this.locked) return;
    if (this.#targets().has(key)) return this.#pick([...this.picked, key], element);
    if (beside) return;
    const here = typeof key === "number" ? this.#column(key) : key;
    if (here !== this.picked.at(-1)) return this.#pick([here], element);
    // A second click: the move that is done with this, or none.
    const done = this.#matching(this.picked).filter(({ rest }) => !rest.length);
    if (done.length) this.#play(movesIn(done), element);
    else this.choose(null);
  }

  // Goes on with a move, or plays it if these clicks leave no other.
  #pick(clicks, element) {
    const found = this.#matching(clicks);
    const moves = movesIn(found);
    const done = found.every(({ rest }) => !rest.length);
    if (!found.length) {
      if ((this.board.forbidden ?? []).some((m) => m.from[0] === clicks[0])) this.calls.forbidden();
      return this.choose(null);
    }
    const settled = moves.length === 1 && (clicks.length > 1 || this.#isPair(moves[0]));
    if (done || settled) return this.#play(moves, element);
    this.picked = clicks;
    this.#refresh();
    const told = ([m]) => (this.hidden ? m.move : `${m.move} ${phrase(m)}`);
    const offers = [...this.#targets().values()].map(told);
    const chosen = clicks.map((key) => this.#placeName(key)).join(", ");
    this.calls.say(`${chosen} chosen. ${offers.join(", ")}`);
  }

  // Where stones fall, every square of a column means the one they come to.
  #column(square) {
    if (!this.look.drops) return square;
    const m = this.moves.find(
      (move) =>
        move.to.length === 1 && move.to[0] % this.board.columns === square % this.board.columns,
    );
    return m ? m.to[0] : square;
  }

  #play(moves, element) {
    if (moves.length === 1) this.calls.play(moves[0]);
    else this.calls.choose(moves, element);
  }

  #point(element) {
    const key = this.#keyOf(element);
    if (key === null || this.editing) {
      if (this.lit) this.light(null);
      this.calls.point(null);
      return;
    }
    const targets = this.#targets().get(key);
    const square = typeof key === "number" ? this.#column(key) : key;
    const own = this.#movesOf(square);
    const moves = targets ?? [...own.go, ...own.here];
    const indices = moves.map((m) => this.moves.indexOf(m));
    this.calls.point(indices.length ? indices : null);
    if (!this.picked.length) this.light(indices.length ? indices : null);
  }

  // Dragging a piece, with a mouse or a pen (a finger scrolls).
  #drags() {
    let start = null;
    const end = () => {
      if (start?.stone) start.stone.classList.remove("dragged");
      start = null;
    };
    this.grid.addEventListener("pointerdown", (e) => {
      const key = this.#keyOf(e.target.closest("[data-key]"));
      if (
        e.pointerType === "touch" ||
        e.button !== 0 ||
        this.locked ||
        this.editing ||
        typeof key !== "number"
      )
        return;
      const { go } = this.#movesOf(key);
      if (go.length && !this.#isPair(go[0]) && this.stones.has(key))
        start = { key, x: e.clientX, y: e.clientY };
    });
    this.grid.addEventListener("pointermove", (e) => {
      if (!start) return;
      const dx = e.clientX - start.x;
      const dy = e.clientY - start.y;
      if (!start.stone && Math.hypot(dx, dy) < 8) return;
      if (!start.stone) {
        this.grid.setPointerCapture(e.pointerId);
        this.choose(start.key);
        start.stone = this.stones.get(start.key);
        start.stone?.classList.add("dragged");
      }
      const units = cell / this.#pixels();
      const [x, y] = this.geo.centre(start.key);
      if (start.stone)
        start.stone.style.transform = `translate(${x + dx * units}px, ${y + dy * units}px)`;
    });
    this.grid.addEventListener("pointerup", (e) => {
      if (!start?.stone) return end();
      const { key, stone } = start;
      end();
      const over = document
        .elementsFromPoint(e.clientX, e.clientY)
        .find((element) => element.dataset?.key !== undefined && this.grid.contains(element));
      const onto = this.#keyOf(over);
      const fits = this.#targets().has(onto);
      const [x, y] = this.geo.centre(key);
      if (!fits) stone.style.transform = `translate(${x}px, ${y}px)`;
      this.grid.addEventListener("click", (click) => click.stopPropagation(), {
        capture: true,
        once: true,
      });
      if (fits) this.#pick([key, onto], over);
    });
    this.grid.addEventListener("pointercancel", end);
  }

  // ---- pieces

  #stone(square, kind) {
    const element = svg(
      "g",
      { class: `piece ${isPiece(kind, this.look) ? "" : "is-hole"}` },
      svg("g", { class: "body" }, pieceShape(kind, this.look, sizeOn(this.board))),
    );
    element.dataset.kind = kind;
    this.#at(element, square);
    this.layers.stones.append(element);
    this.stones.set(square, element);
    return element;
  }

  // `place`: a square, a [column, row], or a piece in hand ("hand:c").
  #at(element, place) {
    const [x, y] =
      typeof place === "number"
        ? this.geo.centre(place)
        : typeof place === "string"
          ? this.#handPlace(place.slice(5))
          : this.geo.place(...place);
    element.style.transform = `translate(${x}px, ${y}px)`;
  }

  #handPlace(piece) {
    const white = isWhite(piece, this.look);
    const held = heldBy(white, this.look);
    return this.geo.hand(white, held.indexOf(piece), held.length);
  }

  #pieces() {
    this.stones = new Map();
    this.layers.stones.replaceChildren();
    [...this.board.cells].forEach(
      (kind, i) => shown(kind, this.board, this.look) && this.#stone(i, kind),
    );
  }

  #animate(before, after, change) {
    const m = change?.move ?? null;
    const diff = change?.reverse
      ? difference(after, before, m, this.look)
      : difference(before, after, m, this.look);
    const { slides, turned } = diff;
    const gone = change?.reverse ? diff.come : diff.gone;
    const come = change?.reverse ? diff.gone : diff.come;
    const leave = (element) => {
      element.classList.add("leaving");
      setTimeout(() => element.remove(), 260);
    };
    for (const square of gone) {
      const element = this.stones.get(square);
      this.stones.delete(square);
      if (element) leave(element);
    }
    // (All are taken up before the first is put down: they may follow one another.)
    const moving = slides.map(([from, to, away]) => {
      const [here, there] = change?.reverse ? [to, from] : [from, to];
      const element = this.stones.get(here);
      this.stones.delete(here);
      return [element, there, away, here];
    });
    for (const [element, to, away, from] of moving) {
      if (element && to !== null && element.dataset.kind !== after.cells[to]) {
        element.remove();
        this.#appear(to, after.cells[to], from);
      } else if (element && to !== null) {
        this.stones.set(to, element);
        this.layers.stones.append(element);
        this.#at(element, to);
      } else if (element) {
        this.#at(element, away);
        leave(element);
      } else if (to !== null) this.#appear(to, after.cells[to], away);
    }
    for (const square of turned) {
      const old = this.stones.get(square);
      old?.classList.add("turning");
      setTimeout(() => {
        if (this.stones.get(square) !== old || this.board !== after) return;
        old.remove();
        const fresh = this.#stone(square, after.cells[square]);
        fresh.classList.add("turning");
        requestAnimationFrame(() => requestAnimationFrame(() => fresh.classList.remove("turning")));
      }, 110);
    }
    const fromHand = m?.dropped && !change?.reverse ? `hand:${m.dropped}` : null;
    for (const square of come)
      if (!this.stones.has(square)) this.#appear(square, after.cells[square], fromHand);
    // Anything that the shape did not explain, or that an earlier change left behind, is corrected
    // at once.
    const wrong = (kind, i) =>
      !shown(kind, after, this.look)
        ? this.stones.has(i)
        : !turned.includes(i) && this.stones.get(i)?.dataset.kind !== kind;
    if ([...after.cells].some(wrong)) this.#pieces();
  }

  #appear(square, kind, from) {
    const element = this.#stone(square, kind);
    element.classList.add("new");
    if (from !== null) this.#at(element, from);
    else if (this.look.drops) {
      const [x] = this.geo.centre(square);
      element.classList.add("dropped");
      element.style.transform = `translate(${x}px, ${-cell}px)`;
    }
    void element.getBoundingClientRect();
    requestAnimationFrame(() => {
      element.classList.remove("new");
      this.#at(element, square);
    });
  }

  // ---- marks, arrows, labels

  #refresh() {
    this.layers.under.replaceChildren(squares(this.board, this.geo, this.look));
    this.layers.trays.replaceChildren(...trays(this.geo, this.look));
    this.layers["in-hand"].replaceChildren(hands(this.board, this.geo, this.look, this.editing));
    this.#preview();
    this.#labels();
    this.#drawSized();
  }

  // What keeps its size on the screen however large the board is.
  #drawSized() {
    if (!this.pixelsWide) return;
    const pixels = this.#pixels();
    this.drawnFor = pixels;
    const font = (Math.min(Math.max(pixels * 0.13, 11.5), 15) / pixels) * cell;
    const names = this.look.puzzle ? [] : [coordinates(this.board, this.geo, font)];
    this.layers.names.replaceChildren(...names);
    this.#marks();
  }

  // A piece that is on its way already stands where it goes, while it is asked what it takes.
  #preview() {
    const [from, to] = this.picked;
    const moved = typeof from === "number" && typeof to === "number" ? from : null;
    if (this.previewed !== undefined && this.stones.has(this.previewed))
      this.#at(this.stones.get(this.previewed), this.previewed);
    this.previewed = undefined;
    if (moved === null || !this.stones.has(moved)) return;
    if (!this.#matching(this.picked).every(({ m }) => m.from.includes(from) && m.to.includes(to)))
      return;
    this.previewed = moved;
    this.#at(this.stones.get(moved), to);
  }

  #marks() {
    const { geo, board, layers } = this;
    layers.marks.replaceChildren();
    layers.arrows.replaceChildren();
    const mark = (key, kind) => {
      const held = typeof key === "string";
      const [x, y] = held ? this.#handPlace(key.slice(5)) : geo.centre(key);
      const room = held ? (cell * geo.columns) / heldBy(true, this.look).length : 98;
      const height = held ? 64 : 98;
      const shape =
        !held && board.lines?.length
          ? svg("circle", { cx: x, cy: y, r: 44 })
          : svg("rect", {
              x: x - room / 2,
              y: y - height / 2,
              width: room,
              height,
              rx: held ? 32 : 5,
            });
      shape.setAttribute("class", `mark ${kind}`);
      layers.marks.append(shape);
    };
    if (this.last)
      for (const square of new Set([...this.last.from, ...this.last.to, ...this.last.taken]))
        mark(square, "last");
    for (const key of this.picked) if (!String(key).includes(",")) mark(key, "chosen");
    for (const square of this.hint) mark(square, "hint");
    if (this.editing || this.answer.over) return;
    const pixels = this.#pixels();
    const best = this.moves[0];
    if (this.picked.length) {
      this.#chosenTargets(best, pixels);
      return;
    }
    if (!this.hidden) {
      const laid = layout(board, this.moves, geo, pixels, this.look);
      for (const item of laid.reverse()) {
        const group = this.#drawn(item, best);
        if (!group) continue;
        const lit = !this.lit || item.indices.some((index) => this.lit.includes(index));
        const shade = lit ? "lit" : "dim";
        group.classList.add(shade);
        item.labels =
          item.tag &&
          svg(
            "g",
            { class: `move ${tone(item.move, best)} ${shade}` },
            this.#tag(item.tag, item.spot),
          );
        layers.arrows.append(group);
      }
      // (Labels are above the arrows of all moves.)
      for (const item of laid) if (item.labels) layers.arrows.append(item.labels);
      for (const m of board.forbidden ?? []) this.#forbidden(m);
    } else if (this.lit)
      for (const index of this.lit)
        for (const square of aimOf(this.moves[index], board, this.look).on ?? [])
          mark(square, "hint");
  }

  #drawn({ move, arrow, centres, spot }, best) {
    if (!arrow && !centres) return null;
    const group = svg("g", { class: `move ${tone(move, best)}` });
    if (arrow)
      group.append(svg("path", { class: "arrow", d: arrowPath(arrow, arrow.far ? 9 : 12) }));
    else if (spot)
      group.append(svg("circle", { class: "spot", cx: centres[0][0], cy: centres[0][1], r: 34 }));
    else if (centres.length > 1)
      group.append(
        svg("path", { class: "bone", d: `M${centres.map((c) => c.join(" ")).join("L")}` }),
      );
    return group;
  }

  #tag(tag, bare) {
    const text = svg(
      "text",
      {
        x: tag.x,
        y: tag.y + tag.font * 0.36,
        "font-size": tag.font.toFixed(1),
        "text-anchor": "middle",
      },
      tag.text,
    );
    if (bare) return [text];
    return [
      svg("rect", {
        class: "tag",
        x: tag.x - tag.w / 2,
        y: tag.y - tag.h / 2,
        width: tag.w,
        height: tag.h,
        rx: tag.h * 0.32,
      }),
      text,
    ];
  }

  #chosenTargets(best, pixels) {
    const font = (Math.min(Math.max(pixels * 0.24, 11), 22) / pixels) * cell;
    for (const [key, moves] of this.#targets()) {
      const held = typeof key === "string" && key.startsWith("hand:");
      const [x, y] = held
        ? this.#handPlace(key.slice(5))
        : typeof key === "number"
          ? this.geo.centre(key)
          : this.geo.place(...key.split(",").map(Number));
      const m = moves[0];
      const group = svg("g", { class: `move ${this.hidden ? "v-none p0" : tone(m, best)}` });
      if (this.lit && !moves.some((move) => this.lit.includes(this.moves.indexOf(move))))
        group.classList.add("dim");
      const text = this.hidden ? "" : label(m) + (moves.length > 1 ? "…" : "");
      // (Beside the board there is less room.)
      const edge = typeof key === "string" && !held;
      const px = edge
        ? Math.min(Math.max(x, this.geo.rim / 2), this.geo.width - this.geo.rim / 2)
        : x;
      const py = edge
        ? Math.min(Math.max(y, this.geo.rim / 2), this.geo.height - this.geo.rim / 2)
        : y;
      const tag = box(text || "  ", px, py, edge ? Math.min(font, 21) : font);
      if (text) group.append(...this.#tag(tag, false));
      else group.append(svg("circle", { class: "spot", cx: px, cy: py, r: edge ? 14 : 17 }));
      this.layers.arrows.append(group);
    }
  }

  #forbidden(m) {
    if (!points(m)) return;
    const arrow = arrowOf(aimOf(m, this.board, this.look), this.geo);
    const x = arrow.x0 + arrow.ux * 50;
    const y = arrow.y0 + arrow.uy * 50;
    this.layers.arrows.append(
      svg(
        "g",
        { class: "forbidden" },
        svg("circle", { cx: x, cy: y, r: 11 }),
        svg("path", { d: `M${x - 5} ${y}h10` }),
      ),
    );
  }
}
