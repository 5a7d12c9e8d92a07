// SPDX-License-Identifier: MIT
// The dialog "Help": how to read and operate the page, and what this table is; and a small chooser
// of moves.
import { byId, h } from "./dom.js";
import { metricName, phrase } from "./values.js";
import { source } from "./source.js";
import { page, valuesHidden } from "./store.js";

const keys = [
  ["← →", "one move back, one move on"],
  ["Home End", "to the start, to the last move"],
  ["space", "play the best move"],
  ["b, then arrows", "walk over the squares of the board"],
  ["Enter", "on a square: choose the piece, play the move"],
  ["Escape", "deselect the piece"],
  ["m", "type a move, also of a puzzle"],
  ["f", "turn the board"],
  ["v", "hide or show the values"],
  ["?", "this help"],
];

// What the server says of the rules, in a place of the dialog.
async function tellRules(rules, table) {
  rules.append(
    h("h2", null, `Rules: ${table.title}`),
    ...(table.rules ?? []).flatMap(({ heading, lines }) => [
      h("h3", null, heading),
      h(
        "ul",
        { class: "rules" },
        lines.map((line) => h("li", null, line)),
      ),
    ]),
    h("h3", null, "How moves are written"),
    h("p", { class: "pre" }, table.notation),
    h("p", { class: "small" }, `This table says ${metricName(table.metric)}.`),
  );
  if (!source.live) return;
  const more = await source.rules(table.id).catch(() => null);
  if (!more?.bddl && more?.parameters_meaning?.length)
    rules.append(
      h(
        "ul",
        { class: "plain small" },
        more.parameters_meaning.map((p) =>
          h("li", null, h("b", null, `${p.name} ${p.value}`), ` ${p.meaning}`),
        ),
      ),
    );
  if (more?.bddl)
    rules.append(
      h(
        "details",
        null,
        h("summary", null, "The rules as written, in BDDL"),
        h("pre", null, [more.bddl.domain, more.bddl.problem].filter(Boolean).join("\n")),
      ),
    );
}

export function help() {
  const dialog = byId("dialog");
  dialog.className = "sheet";
  const rules = h("div", { class: "stack" });
  dialog.replaceChildren(
    h(
      "div",
      { class: "sheet-top" },
      h("h1", { id: "dialog-title" }, "Help"),
      h("button", { class: "icon", "aria-label": "Close", click: () => dialog.close() }, "✕"),
    ),
    h(
      "p",
      null,
      "This game is solved: the page knows what every position is worth if both sides play " +
        "their best.",
    ),
    h(
      "ul",
      { class: "plain" },
      h(
        "li",
        null,
        h("b", { class: "badge v-win p0" }, "W7"),
        " the side that moves wins, in 7 moves",
      ),
      h("li", null, h("b", { class: "badge v-draw p0" }, "D"), " a draw"),
      h("li", null, h("b", { class: "badge v-loss p0" }, "L12"), " it loses, after 12 moves"),
    ),
    h(
      "p",
      null,
      "Moves of both sides are counted, so a win in 1 ends the game at once. The winner hastens, " +
        "the loser delays. The paler a colour, the further the move is from the best one. " +
        "Tables of points say W3 for a win by 3.",
    ),
    h(
      "p",
      null,
      "Tap an empty square to put a piece there, or a piece and then where it goes; pieces that " +
        "are pushed off go to the edge beside the board. Tap a piece in hand, above or below the " +
        "board, and then the square where it is dropped. Where a move also takes a piece " +
        "elsewhere, tap that piece last. A mouse may also drag. In the strip " +
        "below the board, bars up are good for Black, bars down for White, and dots mark errors.",
    ),
    rules,
    h("h2", null, "Keys"),
    h(
      "table",
      { class: "keys" },
      h(
        "tbody",
        null,
        keys.map(([key, what]) =>
          h("tr", null, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, what)),
        ),
      ),
    ),
  );
  dialog.showModal();
  if (page.table) tellRules(rules, page.table);
}

// Several moves on one square: play(move) is done with the one that is chosen.
export function choose(moves, element, play) {
  const dialog = byId("dialog");
  const hidden = valuesHidden();
  dialog.className = "chooser";
  const button = (m) =>
    h(
      "button",
      {
        class: `chip v-${hidden ? "none" : (m.value ?? "none")} p0`,
        click: () => {
          dialog.close();
          play(m);
        },
      },
      h("b", null, m.move),
      !hidden && h("span", null, phrase(m)),
    );
  dialog.replaceChildren(
    h("h2", { id: "dialog-title" }, "Which move?"),
    h("div", { class: "chips" }, moves.map(button)),
    h("button", { class: "main quiet", click: () => dialog.close() }, "Cancel"),
  );
  dialog.showModal();
  dialog.addEventListener("close", () => element?.focus(), { once: true });
}
