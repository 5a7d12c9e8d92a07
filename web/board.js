// SPDX-License-Identifier: MIT
// A board of any game, drawn from what the server says: cells, and moves with their shapes. It
// knows no rules.
import { h, svg, calm } from "./dom.js";
import { label, phrase, tone } from "./values.js";

// Lengths are in hundredths of a square.
const cell = 100;
const pieceNames = { b: "black piece", w: "white piece", o: "hole", "#": "blocked", ".": "empty" };

// ---- geometry --------------------------------------------------------------------------------

function geometry(board, flipped, rim) {
  const { columns, rows } = board;
  const place = (column, row) => [
    rim + cell * ((flipped ? columns - 1 - column : column) + 0.5),
    rim + cell * ((flipped ? row : rows - 1 - row) + 0.5),
  ];
  return {
    columns,
    rows,
    rim,
    flipped,
    place,
    width: cell * columns + 2 * rim,
    height: cell * rows + 2 * rim,
    centre: (square) => place(square % columns, Math.floor(square / columns)),
    inside: (column, row) => column >= 0 && row >= 0 && column < columns && row < rows,
  };
}

const points = (m) => m.from.length > 0 && (m.dx !== 0 || m.dy !== 0);
export const squareName = ({ columns, files, ranks }, square) =>
  `${files?.[square % columns] ?? ""}${ranks?.[Math.floor(square / columns)] ?? ""}`;
export const passes = (m) => !m.from.length && !m.to.length && !m.taken.length;
// The squares on which a move that points nowhere is played: one, or the two of a domino.
const spots = (m) => (points(m) ? [] : m.to.length ? m.to : m.from.length ? m.from : m.taken);

// Where a moved piece goes: column and row, which may be just off the board.
function target(m, board) {
  const column = (m.from[0] % board.columns) + m.dx;
  const row = Math.floor(m.from[0] / board.columns) + m.dy;
  return [Math.min(Math.max(column, -1), board.columns), Math.min(Math.max(row, -1), board.rows)];
}

const leavesBoard = (m, board) =>
  points(m) && !geometry(board, false, 0).inside(...target(m, board));

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

function arrowOf(m, board, geo) {
  const [x0, y0] = geo.centre(m.from[0]);
  const [x1, y1] = geo.place(...target(m, board));
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
// piece still show it).
function layout(board, moves, geo, pixels) {
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
  return moves.map((move, index) => {
    const text = label(move);
    if (passes(move)) return { move, index };
    if (points(move)) {
      const arrow = arrowOf(move, board, geo);
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
      const further = (font) =>
        (arrow.far ? [length - 24, length / 2] : [50, 60, 0.7 * length, 0.85 * length]).map((d) =>
          along(d, font),
        );
      return {
        move,
        index,
        arrow,
        tag: text
          ? settle([atEdge(small), ...further(small), atEdge(smallest), ...further(smallest)])
          : null,
      };
    }
    const on = spots(move);
    const centres = on.map(geo.centre);
    const x = centres.reduce((sum, c) => sum + c[0], 0) / on.length;
    const y = centres.reduce((sum, c) => sum + c[1], 0) / on.length;
    const occupied = on.some((s) => board.cells[s] !== ".");
    const spot = on.length === 1 && !occupied;
    return {
      move,
      index,
      centres,
      spot,
      tag: settle([box(text, x, y, spot ? Math.min(large, 104 / text.length) : small)]),
    };
  });
}

// ---- what a move changes ---------------------------------------------------------------------

// Which pieces went where between two boards: { slides: [[from, to | null, away]], gone, come,
// turned }. `away` is the place off the board (or the hole's) that a piece goes to and vanishes.
function difference(before, after, m) {
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
  const turned = rest.filter((i) => "bw".includes(b[i]) && "bw".includes(a[i]) && !leaving.has(i));
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
    return a[to] === b[from] && a[from] !== b[from] ? [[from, to, null]] : [];
  }
}

// ---- pieces ----------------------------------------------------------------------------------

function pieceShape(kind, look) {
  if (kind === "#")
    return [svg("rect", { class: "block", x: -50, y: -50, width: 100, height: 100 })];
  if (kind === "o")
    return [
      svg("circle", { class: "hole", r: 37 }),
      svg("circle", { class: "hole-in", r: 27, cy: 2 }),
    ];
  const side = kind === "b" ? "black" : "white";
  if (look.tiles)
    return [
      svg("rect", { class: `stone ${side}`, x: -38, y: -38, width: 76, height: 76, rx: 13 }),
      svg("rect", { class: `sheen ${side}`, x: -31, y: -31, width: 62, height: 62, rx: 8 }),
    ];
  return [
    svg("circle", { class: `stone ${side}`, r: 38 }),
    svg("circle", { class: `sheen ${side}`, r: 29 }),
  ];
}

function squares(board, geo) {
  const group = svg("g", { class: "squares" });
  group.append(
    svg("rect", {
      class: "frame",
      x: geo.rim - 5,
      y: geo.rim - 5,
      width: cell * geo.columns + 10,
      height: cell * geo.rows + 10,
      rx: 9,
    }),
  );
  for (let i = 0; i < board.columns * board.rows; ++i) {
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
  const low = geo.height - geo.rim + far + font * 0.36;
  board.files?.forEach((text, i) =>
    group.append(svg("text", { x: geo.place(i, 0)[0], y: low, "text-anchor": "middle" }, text)),
  );
  board.ranks?.forEach((text, i) =>
    group.append(
      svg(
        "text",
        { x: geo.rim - far, y: geo.place(0, i)[1] + font * 0.36, "text-anchor": "middle" },
        text,
      ),
    ),
  );
  return group;
}

// A small board to look at: for cards and lists.
export function smallBoard(board, look, title) {
  const geo = geometry(board, false, 8);
  return svg(
    "svg",
    {
      class: "small-board",
      viewBox: `0 0 ${geo.width} ${geo.height}`,
      role: "img",
      "aria-label": title ?? "board",
    },
    squares(board, geo),
    [...board.cells].map(
      (kind, i) =>
        kind !== "." &&
        svg("g", { transform: `translate(${geo.centre(i)})` }, pieceShape(kind, look)),
    ),
  );
}

// ---- the board to play on --------------------------------------------------------------------

export class BoardView {
  // calls: play(move), choose(moves, element), edit(square), point(moves or null), say(text),
  // forbidden(move)
  constructor(host, calls) {
    this.host = host;
    this.calls = calls;
    this.look = {}; // of the table: { tiles, drops }
    this.flipped = false;
    this.hidden = false; // values
    this.locked = false; // no moves from here
    this.editing = false;
    this.wide = false; // room beside the board for moves off it
    this.board = null;
    this.moves = [];
    this.chosen = null; // square of the chosen piece
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
    new ResizeObserver(() => this.board && this.#resized()).observe(this.stage);
  }

  // Shows an answer's board and moves. `change`: the move that led here, or back from here ({ move,
  // reverse }), to animate by.
  show(answer, { change = null, last = null } = {}) {
    const before = this.board;
    const board = answer.board;
    const same = before && before.columns === board.columns && before.rows === board.rows;
    this.answer = answer;
    this.board = board;
    this.moves = answer.moves ?? [];
    this.last = last;
    this.chosen = null;
    this.lit = null;
    this.hint = [];
    this.wide ||= this.moves.some((m) => leavesBoard(m, board));
    const rebuilt = !same || this.geo.rim !== this.#rim() || this.geo.flipped !== this.flipped;
    if (rebuilt) this.#rebuild();
    if (rebuilt || !same || calm()) this.#pieces();
    else this.#animate(before, board, change);
    this.#refresh();
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
    this.#marks();
  }

  choose(square) {
    this.chosen = square;
    this.#refresh();
  }

  focusBoard() {
    this.cells.get(this.focus)?.focus();
  }

  #rim() {
    return this.wide ? 44 : 34;
  }

  #pixels() {
    return (this.stage.clientWidth || 320) / (this.geo.width / cell);
  }

  #rebuild() {
    const { board } = this;
    this.geo = geometry(board, this.flipped, this.#rim());
    const { width, height } = this.geo;
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.stage.style.setProperty("--ratio", width / height);
    this.layers = Object.fromEntries(
      ["under", "marks", "stones", "arrows"].map((name) => [name, svg("g", { class: name })]),
    );
    this.picture.replaceChildren(...Object.values(this.layers));
    this.#cells();
    this.drawnFor = 0;
  }

  #resized() {
    if (Math.abs(this.drawnFor - this.#pixels()) > 0.5) this.#refresh();
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
    this.grid.replaceChildren(...rowsOf);
    if (!this.cells.has(this.focus)) this.focus = 0;
  }

  #movesOf(square) {
    const steps = this.moves.filter((m) => points(m) && m.from[0] === square);
    const pairs = this.moves.filter((m) => spots(m).length > 1 && spots(m).includes(square));
    const here = this.moves.filter((m) => spots(m).length === 1 && spots(m)[0] === square);
    return { steps, pairs, here };
  }

  // The key of the cell by which a move from the chosen square is played.
  #targetKey(m, square) {
    if (!points(m)) return spots(m).find((s) => s !== square);
    const [column, row] = target(m, this.board);
    return this.geo.inside(column, row) ? row * this.board.columns + column : `${column},${row}`;
  }

  #targets() {
    const found = new Map();
    if (this.chosen === null) return found;
    const { steps, pairs } = this.#movesOf(this.chosen);
    for (const m of [...steps, ...pairs]) {
      const key = this.#targetKey(m, this.chosen);
      found.set(key, [...(found.get(key) ?? []), m]);
    }
    return found;
  }

  // What is read aloud: "c2, black piece, 3 moves, best to c3 wins in 5". Hidden values are not
  // read, nor the order of moves.
  #name(key, targets) {
    const said = (m) =>
      this.hidden || (!m.value && m.plies_from_start === undefined) ? "" : ` ${phrase(m)}`;
    if (typeof key === "string")
      return `off the board, ${targets.get(key)[0].move},${said(targets.get(key)[0])}`.replace(
        /,$/,
        "",
      );
    const parts = [
      squareName(this.board, key),
      pieceNames[this.board.cells[key]] ?? this.board.cells[key],
    ];
    if (this.editing) return parts.join(", ");
    if (targets.has(key)) parts.push(`move here${said(targets.get(key)[0])}`);
    const tell = (moves, where) => {
      if (!moves.length) return;
      const several = `${moves.length} moves`;
      const counted = moves.length === 1 ? "move" : `${several}, best`;
      if (moves.length > 1 && this.hidden) parts.push(several);
      else parts.push(`${counted} ${where(moves[0])}${said(moves[0])}`);
    };
    const { steps, pairs, here } = this.#movesOf(key);
    const other = (m) => this.#targetKey(m, key);
    tell(here, () => "here");
    tell(pairs, (m) => `with ${squareName(this.board, other(m))}`);
    tell(steps, (m) =>
      typeof other(m) === "string" ? "off the board" : `to ${squareName(this.board, other(m))}`,
    );
    if (this.board.forbidden?.some((m) => m.from[0] === key))
      parts.push("one move is forbidden, it would repeat");
    return parts.join(", ");
  }

  #labels() {
    const state = this.editing
      ? "being set up"
      : this.answer.over
        ? "finished"
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
      if (typeof key === "string") {
        element.classList.toggle("live", lit);
        set(
          element,
          { role: "gridcell", tabindex: -1, "aria-label": lit && this.#name(key, targets) },
          lit,
        );
        continue;
      }
      const { steps, pairs, here } = this.#movesOf(key);
      element.classList.toggle(
        "can",
        this.editing || (!this.locked && (lit || steps.length + pairs.length + here.length > 0)),
      );
      set(element, {
        "aria-label": this.#name(key, targets),
        "aria-selected": key === this.chosen,
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
    return key.includes(",") ? key : Number(key);
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
    if (e.key === "Escape" && this.chosen !== null) {
      e.stopPropagation();
      this.choose(null);
      return;
    }
    if (!steps[e.key]) return;
    e.preventDefault();
    e.stopPropagation();
    const { columns } = this.board;
    const sign = this.flipped ? -1 : 1;
    const [column, row] =
      typeof here === "string"
        ? here.split(",").map(Number)
        : [here % columns, Math.floor(here / columns)];
    const next = [column + sign * steps[e.key][0], row + sign * steps[e.key][1]];
    const key = this.geo.inside(...next) ? next[1] * columns + next[0] : next.join(",");
    const element = this.cells.get(key);
    if (element?.hasAttribute("tabindex")) element.focus();
  }

  #click(element) {
    const key = this.#keyOf(element);
    if (key === null) return;
    if (this.editing) {
      if (typeof key === "number") this.calls.edit(key);
      return;
    }
    if (this.locked) return;
    const targets = this.#targets().get(key);
    if (targets) {
      this.#play(targets, element);
      return;
    }
    if (typeof key === "string") return;
    const square = this.#column(key);
    const { steps, pairs, here } = this.#movesOf(square);
    if (square === this.chosen) {
      if (here.length) this.#play(here, element);
      else this.choose(null);
      return;
    }
    if (steps.length || pairs.length > 1 || (pairs.length && here.length)) {
      this.choose(square);
      const told = ([m]) => (this.hidden ? m.move : `${m.move} ${phrase(m)}`);
      const offers = [...this.#targets().values()].map(told);
      this.calls.say(`${squareName(this.board, square)} chosen. ${offers.join(", ")}`);
    } else if (pairs.length) this.#play(pairs, element);
    else if (here.length) this.#play(here, element);
    else {
      if ((this.board.forbidden ?? []).some((m) => m.from[0] === square)) this.calls.forbidden();
      this.choose(null);
    }
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
    const own =
      typeof square === "number" ? this.#movesOf(square) : { steps: [], pairs: [], here: [] };
    const moves = targets ?? [...own.steps, ...own.pairs, ...own.here];
    const indices = moves.map((m) => this.moves.indexOf(m));
    this.calls.point(indices.length ? indices : null);
    if (this.chosen === null) this.light(indices.length ? indices : null);
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
      if (this.#movesOf(key).steps.length) start = { key, x: e.clientX, y: e.clientY };
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
      const moves = this.#targets().get(this.#keyOf(over));
      const [x, y] = this.geo.centre(key);
      if (!moves) stone.style.transform = `translate(${x}px, ${y}px)`;
      this.grid.addEventListener("click", (click) => click.stopPropagation(), {
        capture: true,
        once: true,
      });
      if (moves) this.#play(moves, over);
    });
    this.grid.addEventListener("pointercancel", end);
  }

  // ---- pieces

  #stone(square, kind) {
    const element = svg(
      "g",
      { class: `piece ${kind === "o" ? "is-hole" : ""}` },
      svg("g", { class: "body" }, pieceShape(kind, this.look)),
    );
    element.dataset.kind = kind;
    this.#at(element, square);
    this.layers.stones.append(element);
    this.stones.set(square, element);
    return element;
  }

  #at(element, square) {
    const [x, y] = typeof square === "number" ? this.geo.centre(square) : this.geo.place(...square);
    element.style.transform = `translate(${x}px, ${y}px)`;
  }

  #pieces() {
    this.stones = new Map();
    this.layers.stones.replaceChildren();
    [...this.board.cells].forEach((kind, i) => kind !== "." && this.#stone(i, kind));
  }

  #animate(before, after, change) {
    const m = change?.move ?? null;
    const diff = change?.reverse ? difference(after, before, m) : difference(before, after, m);
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
      return [element, there, away];
    });
    for (const [element, to, away] of moving) {
      if (element && to !== null) {
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
    for (const square of come)
      if (!this.stones.has(square)) this.#appear(square, after.cells[square], null);
    // Anything that the shape did not explain, or that an earlier change left behind, is corrected
    // at once.
    const wrong = (kind, i) =>
      kind === "."
        ? this.stones.has(i)
        : !turned.includes(i) && this.stones.get(i)?.dataset.kind !== kind;
    if ([...after.cells].some(wrong)) this.#pieces();
  }

  #appear(square, kind, from) {
    const element = this.#stone(square, kind);
    element.classList.add("new");
    if (from) this.#at(element, from);
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
    const pixels = this.#pixels();
    this.drawnFor = pixels;
    const font = (Math.min(Math.max(pixels * 0.13, 11.5), 15) / pixels) * cell;
    this.layers.under.replaceChildren(
      squares(this.board, this.geo),
      coordinates(this.board, this.geo, font),
    );
    this.#marks();
    this.#labels();
  }

  #marks() {
    const { geo, board, layers } = this;
    layers.marks.replaceChildren();
    layers.arrows.replaceChildren();
    const mark = (square, kind) => {
      const [x, y] = geo.centre(square);
      layers.marks.append(
        svg("rect", { class: `mark ${kind}`, x: x - 49, y: y - 49, width: 98, height: 98, rx: 5 }),
      );
    };
    if (this.last)
      for (const square of new Set([...this.last.from, ...this.last.to, ...this.last.taken]))
        mark(square, "last");
    if (this.chosen !== null) mark(this.chosen, "chosen");
    for (const square of this.hint) mark(square, "hint");
    if (this.editing || this.answer.over) return;
    const pixels = this.#pixels();
    const best = this.moves[0];
    if (this.chosen !== null) {
      this.#chosenTargets(best, pixels);
      return;
    }
    if (!this.hidden) {
      const laid = layout(board, this.moves, geo, pixels);
      for (const item of laid.reverse()) {
        const group = this.#drawn(item, best);
        if (!group) continue;
        const shade = this.lit && !this.lit.includes(item.index) ? "dim" : "lit";
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
        for (const square of spots(this.moves[index])) mark(square, "hint");
  }

  #drawn({ move, arrow, centres, spot }, best) {
    if (passes(move)) return null;
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
      const [x, y] =
        typeof key === "number"
          ? this.geo.centre(key)
          : this.geo.place(...key.split(",").map(Number));
      const m = moves[0];
      const group = svg("g", { class: `move ${this.hidden ? "v-none p0" : tone(m, best)}` });
      if (this.lit && !moves.some((move) => this.lit.includes(this.moves.indexOf(move))))
        group.classList.add("dim");
      const text = this.hidden ? "" : label(m) + (moves.length > 1 ? "…" : "");
      // (Beside the board there is less room.)
      const edge = typeof key === "string";
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
    const arrow = arrowOf(m, this.board, this.geo);
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
