// SPDX-License-Identifier: MIT
// Pictures of boards and pieces, which need no page around them.
import { h, svg } from "./dom.js";
import { outlineOf } from "./chessmen.js";
import {
  lettered,
  isWhite,
  heldBy,
  hasHands,
  numberInHand,
  kindOf,
  signOn,
  hasLetter,
  isMissing,
  shown,
} from "./look.js";
import { cell, geometry } from "./geometry.js";

// ---- pieces ----------------------------------------------------------------------------------

export function pieceShape(kind, look, scale = 1) {
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
export function meetSigns({ cells }, look) {
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
export const sizeOn = (board) => (board.lines?.length ? 0.82 : 1);

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
export const trays = (geo, look) =>
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
export function hands(board, geo, look, all = false) {
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

export function squares(board, geo, look) {
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

export function coordinates(board, geo, font) {
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

// ---- positions on no board ---------------------------------------------------------------------

// The lines of a position's text: ranks with "/" between them are below one another.
function linesOf({ picture, position }) {
  const text = picture ?? position;
  return text.includes("\n") ? text.trimEnd().split("\n") : text.split("/");
}

// The text, as large as there is room for.
export function textPicture(answer, attributes) {
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
