// SPDX-License-Identifier: MIT
// The panel "Scramble", of puzzles: a position that is so many moves from the goal, and the
// solution of the one shown, step by step.
import { byId, h, plural, recall, remember } from "./dom.js";
import { source } from "./source.js";
import { page, setHidden } from "./store.js";
import { pass } from "./notices.js";
import { lineSection } from "./game.js";
import { begin, navigate, toBoard } from "./navigate.js";

let depth = null; // moves to the goal, as chosen; of which table
let chosenFor = null;

const greatest = () => Math.max(page.table.greatest ?? 1, 1);

// Of the farthest ones there may be so few that none is drawn: those are listed.
async function draw(signal, amount) {
  const { id } = page.table;
  const query = { count: 1, value: "solvable", amount };
  const { positions } = await source.sample(id, "random", query);
  signal.throwIfAborted();
  if (positions.length || amount !== greatest()) return positions[0];
  const { positions: all } = await source.sample(id, "longest", { count: 100 });
  signal.throwIfAborted();
  return all[Math.floor(Math.random() * all.length)];
}

// `amount`: null for any position.
function scramble(amount) {
  remember("scramble", depth);
  const travel = async (signal) => {
    const found = await draw(signal, amount);
    if (!found) return pass(`No position ${plural(amount, "move")} from the goal was drawn.`);
    toBoard();
    return begin(signal, found.position);
  };
  return navigate({ mode: "play", travel });
}

function form() {
  const most = greatest();
  const show = () => (byId("scramble-told").textContent = plural(depth, "move"));
  return h(
    "form",
    {
      class: "card stack",
      submit: (e) => {
        e.preventDefault();
        scramble(depth);
      },
    },
    h("h2", null, "A position to solve"),
    h(
      "div",
      { class: "field" },
      h("label", { for: "scramble-depth" }, "How far from the goal"),
      h(
        "div",
        { class: "ranged" },
        h("input", {
          id: "scramble-depth",
          type: "range",
          min: 1,
          max: most,
          value: depth,
          input: (e) => {
            depth = Number(e.target.value);
            show();
          },
        }),
        h("output", { id: "scramble-told", for: "scramble-depth" }, plural(depth, "move")),
      ),
    ),
    h(
      "div",
      { class: "row-of" },
      h("button", { type: "submit", class: "main", id: "scramble-go" }, "Scramble"),
      h(
        "button",
        { class: "main quiet", id: "scramble-any", click: () => scramble(null) },
        "Any position",
      ),
    ),
    h("p", { class: "small" }, "The eye above the board hides how many moves are left."),
  );
}

// With the values hidden, nobody sees the solution by accident.
function solution() {
  if (page.answer.over) return h("p", { class: "note good" }, page.answer.result?.sentence ?? "");
  if (page.answer.value === "unsolvable")
    return h("p", { class: "note" }, "From here there is no way to the goal.");
  if (!page.hidden) return lineSection();
  return h(
    "p",
    { class: "row-of" },
    h(
      "button",
      { class: "main quiet", id: "scramble-solution", click: () => setHidden(false) },
      "Show the solution",
    ),
  );
}

export function show(panel) {
  if (chosenFor !== page.table.id) {
    chosenFor = page.table.id;
    depth = Math.min(recall("scramble", Math.ceil(greatest() / 2)), greatest());
  }
  // (The form stays while its slider is dragged.)
  const kept = panel.querySelector("form") ?? form();
  const below = solution();
  if (kept.parentElement !== panel) panel.replaceChildren(kept, ...(below ? [below] : []));
  else {
    while (kept.nextSibling) kept.nextSibling.remove();
    if (below) panel.append(below);
  }
}
