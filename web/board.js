// SPDX-License-Identifier: MIT
// A board of any game to play on, drawn from what the server says: cells, and moves with their
// shapes. It knows no rules.
import { h, svg, calm, plural } from "./dom.js";
import { label, phrase, tone } from "./values.js";
import {
  isWhite,
  isPiece,
  heldBy,
  hasHands,
  numberInHand,
  pieceName,
  isMissing,
  shown,
} from "./look.js";
import { cell, strip, geometry, squareName } from "./geometry.js";
import { points, leavesBoard, waysOf, movesIn, aimOf } from "./ways.js";
import { box, arrowOf, arrowPath, layout } from "./arrows.js";
import { difference } from "./difference.js";
import {
  pieceShape,
  meetSigns,
  sizeOn,
  trays,
  hands,
  squares,
  coordinates,
  textPicture,
} from "./pictures.js";

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
