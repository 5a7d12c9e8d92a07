// SPDX-License-Identifier: MIT
// The panel "Set up": put pieces on the board by hand. The side to move is changed only by its own
// switch.
import { byId, h, source } from "./util.js";
import { page, verdictOf, showVerdict } from "./panels.js";

const names = { b: "Black", w: "White", o: "Hole", "#": "Block", ".": "Empty" };
let tool = "b";
let draft = null; // { cells, turn }
let found = null; // the server's answer for it
let asked = 0;

const board = () => page.answer.board;

function render() {
  page.view.board &&
    page.view.show({
      board: { ...board(), cells: draft.cells, forbidden: [] },
      turn: draft.turn,
      moves: [],
    });
}

async function check() {
  const mine = ++asked;
  found = null;
  byId("edit-go").disabled = true;
  render();
  await new Promise((resolve) => setTimeout(resolve, 120));
  if (mine !== asked || page.mode !== "edit") return;
  try {
    const answer = await source.ask(page.table.id, {
      cells: draft.cells,
      turn: draft.turn,
      absent: 1,
    });
    if (mine !== asked || page.mode !== "edit") return;
    found = answer;
    const { head, sub, side } = verdictOf(answer);
    showVerdict(head, sub, side);
    // (Not while someone is typing there.)
    if (document.activeElement !== byId("edit-text")) byId("edit-text").value = answer.position;
    tell(
      answer.over
        ? "A finished game."
        : answer.error
          ? "A position, but not in this table."
          : "A position of this table.",
    );
  } catch (trouble) {
    if (mine !== asked || page.mode !== "edit") return;
    showVerdict("Not a position", "Go on setting up", "none");
    tell(trouble.message);
  }
}

function tell(text) {
  byId("edit-note").textContent = text;
  page.say(text);
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
    page.enter("edit");
    draft = { cells: board().cells, turn: page.answer.turn };
    page.render();
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
        submit: async (e) => {
          e.preventDefault();
          const mine = ++asked;
          try {
            const answer = await source.position(page.table.id, byId("edit-text").value.trim());
            if (mine !== asked || page.mode !== "edit") return;
            draft = { cells: answer.board.cells, turn: answer.turn };
            for (const input of panel.querySelectorAll("[name=turn]"))
              input.checked = input.value === draft.turn;
            check();
          } catch (trouble) {
            if (mine !== asked || page.mode !== "edit") return;
            found = null;
            tell(trouble.message);
          }
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
      h("button", { class: "main quiet", click: () => page.openTab("moves") }, "Cancel"),
    ),
  );
  showVerdict("Setting up", "Tap squares to change them", "none");
  found = page.answer;
  check();
}

function done(position) {
  page.start(position);
  page.openTab("moves");
}
