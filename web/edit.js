// SPDX-License-Identifier: MIT
// The panel "Set up": put pieces on the board by hand. The side to move is changed only by its own
// switch.
import { byId, h, sleep } from "./dom.js";
import { source } from "./source.js";
import { page, setDraft } from "./store.js";
import { say } from "./notices.js";
import { verdictOf, showVerdict } from "./verdict.js";
import { navigate, openTab, start } from "./navigate.js";

const names = { b: "Black", w: "White", o: "Hole", "#": "Block", ".": "Empty" };
let tool = "b";
let draft = null; // { cells, turn }
let found = null; // the server's answer for it

const board = () => page.answer.board;

function draw() {
  const drawn = { ...board(), cells: draft.cells, forbidden: [] };
  setDraft({ board: drawn, turn: draft.turn, moves: [] });
}

// Asks what the draft is. What was asked about an earlier one is no longer of interest.
function check() {
  found = null;
  byId("edit-go").disabled = true;
  draw();
  const travel = async (signal) => {
    await sleep(120, signal);
    const query = { cells: draft.cells, turn: draft.turn, absent: 1 };
    const answer = await source.ask(page.table.id, query, signal);
    signal.throwIfAborted();
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
    draft = { cells: answer.board.cells, turn: answer.turn };
    for (const input of panel.querySelectorAll("[name=turn]"))
      input.checked = input.value === draft.turn;
    check();
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

export function put(square) {
  const cells = [...draft.cells];
  cells[square] = cells[square] === tool ? "." : tool;
  draft.cells = cells.join("");
  check();
}

// The letters that may be placed: those of this game's start and of the current board.
const kinds = () => [
  "b",
  "w",
  ...["o", "#"].filter(
    (kind) =>
      draft.cells.includes(kind) ||
      page.nodes[0].kinds?.includes(kind) ||
      board().cells.includes(kind),
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
  swap: (cells) => cells.replace(/[bw]/g, (c) => (c === "b" ? "w" : "b")),
  clear: (cells) => cells.replace(/[bwo]/g, "."),
};

export function show(panel) {
  if (page.mode !== "edit") {
    draft = { cells: board().cells, turn: page.answer.turn };
    navigate({ mode: "edit" });
    return;
  }
  if (byId("edit-text")) return;
  const radio = (group, value, name, on, act) =>
    h(
      "label",
      null,
      h("input", { type: "radio", name: group, value, checked: on, change: act }),
      h(
        "span",
        null,
        value === "." || group === "turn"
          ? null
          : h("i", { class: `dot ${{ b: "black", w: "white", o: "hole-dot" }[value] ?? ""}` }),
        name,
      ),
    );
  const act = (name, text) =>
    h(
      "button",
      {
        class: "main quiet",
        id: `edit-${name}`,
        click: () => {
          draft.cells = changes[name](draft.cells, board());
          check();
        },
      },
      text,
    );
  panel.replaceChildren(
    h(
      "fieldset",
      { class: "segments" },
      h("legend", null, "Tap a square to put or take away"),
      h(
        "div",
        null,
        kinds().map((kind) => radio("tool", kind, names[kind], tool === kind, () => (tool = kind))),
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
        h("input", {
          id: "edit-text",
          autocomplete: "off",
          autocapitalize: "off",
          spellcheck: "false",
          value: page.answer.position,
        }),
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
  );
  showVerdict("Setting up", "Tap squares to change them", "none");
  found = page.answer;
  check();
}

function done(position) {
  start(position);
  openTab("moves");
}
