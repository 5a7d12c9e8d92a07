// SPDX-License-Identifier: MIT
// The panel "Set up": put pieces on the board by hand. The side to move is changed only by its own
// switch.
import { byId, h, sleep } from "./dom.js";
import {
  hasHands,
  isMissing,
  lettered as letteredLook,
  lookOf,
  numberInHand,
  pieceName,
  signOn,
} from "./look.js";
import { handsText, source } from "./source.js";
import { page, setDraft } from "./store.js";
import { say } from "./notices.js";
import { verdictOf, showVerdict } from "./verdict.js";
import { begin, navigate, openTab, start } from "./navigate.js";

const names = { b: "Black", w: "White", o: "Hole", "#": "Block", ".": "Empty" };
const mostInHand = 15;
let tool = "b";
let draft = null; // { cells, hands, turn, checks }
let found = null; // the server's answer for it

const board = () => page.answer.board;
const look = () => lookOf(page.table);
const lettered = () => letteredLook(look());
const draftOf = ({ board: { cells, hands }, turn, position }) => ({
  cells,
  hands: hands ?? [],
  turn,
  checks: checksIn(position),
});

// Where checks are counted: how many White and Black still have to give, which stands in positions
// as "3+3".
const counters = / (\d)\+(\d)(?= |$)/;
const checksIn = (position) => counters.exec(position)?.slice(1).map(Number) ?? null;
const withChecks = (position, checks) =>
  checks ? position.replace(counters, ` ${checks.join("+")}`) : position;
const checksAtStart = () => checksIn(page.table.start);

function setChecks(side, number) {
  draft.checks = [...draft.checks];
  draft.checks[side] = Math.max(1, Math.min(number, checksAtStart()[side]));
  check();
}

// The pieces that can be in hand, Black's first.
const handPieces = () =>
  (look().pieces ?? [])
    .filter((kind) => kind.in_hand)
    .flatMap(({ letter }) => (lettered() ? [letter.toLowerCase(), letter] : ["b", "w"]))
    .sort((a, b) => isWhite(a) - isWhite(b));
const isWhite = (piece) => (lettered() ? piece === piece.toUpperCase() : piece === "w");

function hold(piece, number) {
  const others = draft.hands.filter((held) => held.piece !== piece);
  const own = number > 0 ? [{ piece, number: Math.min(number, mostInHand) }] : [];
  // (In the order of positions, so that equal hands are written alike.)
  const order = handPieces();
  draft.hands = [...others, ...own].sort((a, b) => order.indexOf(a.piece) - order.indexOf(b.piece));
  check();
}

function draw() {
  const drawn = { ...board(), cells: draft.cells, hands: draft.hands, forbidden: [] };
  for (const count of document.querySelectorAll("[data-held]"))
    count.textContent = numberInHand(drawn, count.dataset.held);
  for (const count of document.querySelectorAll("[data-checks]"))
    count.textContent = draft.checks[count.dataset.checks];
  setDraft({ board: drawn, turn: draft.turn, moves: [] });
}

// Asks what the draft is. What was asked about an earlier one is no longer of interest.
function check() {
  const query = { cells: draft.cells, turn: draft.turn, absent: 1 };
  if (hasHands(look())) query.hands = handsText(draft.hands);
  return ask(query);
}
function ask(query) {
  found = null;
  byId("edit-go").disabled = true;
  draw();
  const travel = async (signal) => {
    await sleep(120, signal);
    let answer = await source.ask(page.table.id, query, signal);
    signal.throwIfAborted();
    // (Squares and hands do not tell how many checks are to be given.)
    const position = withChecks(answer.position, draft.checks);
    if (position !== answer.position) {
      answer = await source.ask(page.table.id, { position, absent: 1 }, signal);
      signal.throwIfAborted();
    }
    judge(answer);
  };
  const failed = (trouble) => {
    showVerdict("Not a position", "Go on setting up", "none");
    tell(trouble.message);
  };
  return navigate({ mode: "edit", travel, failed });
}

function judge(answer) {
  found = answer;
  const { head, sub, side } = verdictOf(answer);
  showVerdict(head, sub, side);
  // (Not while someone is typing there.)
  const text = byId("edit-text");
  if (document.activeElement !== text) text.value = answer.position;
  if (answer.over) tell("A finished game.");
  else tell(answer.error ? "A position, but not in this table." : "A position of this table.");
}

// Sets up what someone has pasted.
function read(panel) {
  const travel = async (signal) => {
    const text = byId("edit-text").value.trim();
    const answer = await source.position(page.table.id, text, signal);
    signal.throwIfAborted();
    draft = draftOf(answer);
    for (const input of panel.querySelectorAll("[name=turn]"))
      input.checked = input.value === draft.turn;
    // (Squares and hands do not tell all, such as who may castle.)
    ask({ position: answer.position, absent: 1 });
  };
  const failed = (trouble) => {
    found = null;
    tell(trouble.message);
  };
  return navigate({ mode: "edit", travel, failed });
}

function tell(text) {
  byId("edit-note").textContent = text;
  say(text);
  byId("edit-go").disabled = !found;
}

// A square, or a piece in hand, of which one more is put there.
export function put(square) {
  if (typeof square === "string") {
    const piece = square.slice(5);
    const number = numberInHand(draft, piece);
    return void hold(piece, number < mostInHand ? number + 1 : 0);
  }
  const cells = [...draft.cells];
  cells[square] = cells[square] === tool ? "." : tool;
  draft.cells = cells.join("");
  check();
}

// The letters that may be placed: those of this game's start and of the current board.
const kinds = () => [
  ...(lettered()
    ? look().pieces.flatMap(({ letter }) => [letter.toLowerCase(), letter])
    : ["b", "w"]),
  ...["o", "#"].filter(
    (kind) =>
      !isMissing(kind, board(), look()) &&
      ((!look().pieces && draft.cells.includes(kind)) ||
        page.nodes[0].kinds?.includes(kind) ||
        board().cells.includes(kind)),
  ),
  ".",
];

const changes = {
  mirror: (cells, { columns }) =>
    cells.replace(new RegExp(`.{${columns}}`, "g"), (row) => [...row].reverse().join("")),
  turn: (cells, { columns, rows }) =>
    columns !== rows
      ? [...cells].reverse().join("")
      : [...cells]
          .map((_, i) => cells[(i % columns) * columns + (columns - 1 - Math.floor(i / columns))])
          .join(""),
  swap: (cells) =>
    lettered()
      ? cells.replace(/[a-z]/gi, otherCase)
      : cells.replace(/[bw]/g, (c) => (c === "b" ? "w" : "b")),
  clear: (cells) => cells.replace(/[a-z]/gi, "."),
};
const otherCase = (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase());
const changedHands = {
  swap: (hands) =>
    handPieces().flatMap((piece) => {
      const from = lettered() ? otherCase(piece) : piece === "b" ? "w" : "b";
      const number = numberInHand({ hands }, from);
      return number ? [{ piece, number }] : [];
    }),
  clear: () => [],
};
const changedChecks = {
  swap: (checks) => checks && [...checks].reverse(),
  clear: checksAtStart,
};
// Whether a change takes squares to squares: not all boards have the shape of their images.
const fits = (name) => {
  const holes = board().cells.replace(/[^#]/g, ".");
  return changes[name](holes, board()) === holes;
};

const nameOf = (kind) =>
  lettered() && kind !== "." ? pieceName(kind, look()).replace(/^\S+ /, "") : names[kind];

// A small piece.
function dot(content) {
  const side = { o: "hole-dot", "#": "" }[content] ?? (isWhite(content) ? "white" : "black");
  return lettered()
    ? h("i", { class: `dot ${isWhite(content) ? "white" : "black"}` }, signOn(content, look()))
    : h("i", { class: `dot ${side}` });
}

const positionInput = () =>
  h("input", {
    id: "edit-text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    value: page.answer.position,
  });

// To type a position, where it cannot be set up square by square.
function typedOnly(panel) {
  if (byId("edit-text")) return;
  const note = h("p", { class: "note", id: "edit-note", role: "status" }, howToType());
  const send = (e) => {
    e.preventDefault();
    const text = byId("edit-text").value.trim();
    const travel = async (signal) => {
      const answer = await source.position(page.table.id, text, signal);
      signal.throwIfAborted();
      if (answer.error) note.textContent = answer.error;
      else await begin(signal, answer.position);
    };
    const failed = (trouble) => {
      note.textContent = trouble.message;
      say(trouble.message);
    };
    return navigate({ travel, failed });
  };
  panel.replaceChildren(
    h(
      "form",
      { class: "card stack", submit: send },
      h("label", { for: "edit-text" }, "A position"),
      positionInput(),
      note,
      h("p", { class: "row-of" }, h("button", { type: "submit", class: "main" }, "Go there")),
    ),
  );
}

const howToType = () =>
  page.table.code.here
    ? "Written as the game writes it, as this one is."
    : "Without the rules: hex: and the bytes of the state, as here.";

export function show(panel) {
  if (page.table.code) return typedOnly(panel);
  if (page.mode !== "edit") {
    draft = draftOf(page.answer);
    if (!kinds().includes(tool)) [tool] = kinds();
    navigate({ mode: "edit" });
    return;
  }
  if (byId("edit-text")) return;
  const radio = (group, value, name, on, act) =>
    h(
      "label",
      null,
      h("input", { type: "radio", name: group, value, checked: on, change: act }),
      h("span", null, value === "." || group === "turn" ? null : dot(value), name),
    );
  const act = (name, text) =>
    h(
      "button",
      {
        class: "main quiet",
        id: `edit-${name}`,
        hidden: !fits(name),
        click: () => {
          draft.cells = changes[name](draft.cells, board());
          draft.hands = changedHands[name]?.(draft.hands) ?? draft.hands;
          draft.checks = changedChecks[name]?.(draft.checks) ?? draft.checks;
          check();
        },
      },
      text,
    );
  // A number with a button on either side: `of` says whose it is, `one` what there is one less or
  // more of, and set(more) makes it so.
  const stepper = ({ of, one, mark, number, data, set }) =>
    h(
      "span",
      { class: "stepper", role: "group", "aria-label": of },
      mark,
      h("button", { class: "icon", "aria-label": `One ${one} less`, click: () => set(-1) }, "−"),
      h("output", data, number),
      h("button", { class: "icon", "aria-label": `One ${one} more`, click: () => set(1) }, "+"),
    );
  const handStepper = (piece) => {
    const name = pieceName(piece, look());
    return stepper({
      of: `${name} in hand`,
      one: name,
      mark: dot(piece),
      number: numberInHand(draft, piece),
      data: { "data-held": piece },
      set: (more) => hold(piece, numberInHand(draft, piece) + more),
    });
  };
  const checkStepper = (name, side) =>
    stepper({
      of: `Checks that ${name} has to give`,
      one: `check by ${name}`,
      mark: h("i", { class: `dot ${name.toLowerCase()}` }),
      number: draft.checks[side],
      data: { "data-checks": side },
      set: (more) => setChecks(side, draft.checks[side] + more),
    });
  panel.replaceChildren(
    ...[
      h(
        "fieldset",
        { class: "segments" },
        h("legend", null, "Tap a square to put or take away"),
        h(
          "div",
          null,
          kinds().map((kind) =>
            radio("tool", kind, nameOf(kind), tool === kind, () => (tool = kind)),
          ),
        ),
      ),
      h(
        "fieldset",
        { class: "segments" },
        h("legend", null, "To move"),
        h(
          "div",
          null,
          ["black", "white"].map((side) =>
            radio("turn", side, names[side[0]], draft.turn === side, () => {
              draft.turn = side;
              check();
            }),
          ),
        ),
      ),
      hasHands(look()) &&
        h(
          "fieldset",
          { class: "in-hand" },
          h("legend", null, "In hand"),
          h("div", null, handPieces().map(handStepper)),
        ),
      draft.checks &&
        h(
          "fieldset",
          { class: "in-hand" },
          h("legend", null, "Checks to give"),
          h("div", null, ["White", "Black"].map(checkStepper)),
        ),
      h(
        "div",
        { class: "row-of" },
        act("mirror", "Mirror"),
        act("turn", board().columns === board().rows ? "Rotate" : "Turn round"),
        act("swap", "Swap colours"),
        act("clear", "Clear"),
      ),
      h(
        "form",
        {
          class: "field",
          submit: (e) => {
            e.preventDefault();
            read(panel);
          },
        },
        h("label", { for: "edit-text" }, "Or paste a position"),
        h(
          "div",
          { class: "joined" },
          positionInput(),
          h("button", { type: "submit", class: "main quiet" }, "Read"),
        ),
      ),
      h("p", { class: "note", id: "edit-note" }, "Change the board, or paste a position."),
      h(
        "div",
        { class: "row-of" },
        h(
          "button",
          {
            class: "main",
            id: "edit-go",
            disabled: true,
            click: () => found && done(found.position),
          },
          "Go on from here",
        ),
        h("button", { class: "main quiet", click: () => openTab("moves") }, "Cancel"),
      ),
    ].filter(Boolean),
  );
  showVerdict("Setting up", "Tap squares to change them", "none");
  found = page.answer;
  check();
}

function done(position) {
  start(position);
  openTab("moves");
}
