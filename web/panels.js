// SPDX-License-Identifier: MIT
// What is there from the first moment: the list of moves, the strip with the game so far.
import { byId, h, svg, plural } from "./dom.js";
import { isPuzzle, label, movesAgain, phrase, tone } from "./values.js";
import { page, valuesHidden } from "./store.js";
import { say } from "./notices.js";
import { gradeOf, nodeText, sideName } from "./verdict.js";
import { go, openTab, play, start, step as goBy } from "./navigate.js";

// ---- the list of moves -----------------------------------------------------------------------

const having = (value) => (m) => (m.value ?? "none") === value;
// [class, title, which moves]
const groups = [
  ["win", "Winning", having("win")],
  ["draw", "Drawing", having("draw")],
  ["loss", "Losing", having("loss")],
  ["win", "On the shortest way", (m) => m.value === "solvable" && m.best],
  ["win", "Longer", (m) => m.value === "solvable" && !m.best],
  ["loss", "Without a solution", having("unsolvable")],
  ["none", "Moves", having("none")],
];

function moveButton(m, best, hidden) {
  const index = page.answer.moves.indexOf(m);
  const text = hidden
    ? ""
    : m.plies_from_start !== undefined
      ? label(m)
      : m.value
        ? m.moves_to_goal === undefined
          ? phrase(m).replace(/^\w+ ?/, "")
          : label(m)
        : "";
  const again = movesAgain(page.answer, m);
  return h(
    "button",
    {
      class: `chip ${hidden ? "v-none p0" : tone(m, best)}`,
      "data-index": index,
      "aria-label": [m.move, !hidden && phrase(m), again && "and moves again"]
        .filter(Boolean)
        .join(", "),
      title: again ? `${sideName(m.turn)} moves again.` : null,
    },
    h("b", null, m.move),
    text && h("span", null, text),
    again && h("span", { class: "again", "aria-hidden": "true" }, "↻"),
    m.ends && !hidden && typeof m.plies !== "number" && h("span", { class: "ends" }, "ends"),
  );
}

// (Moves that are written at length have wider places.)
const chipsFor = (moves) => (moves.some((m) => m.move.length > 6) ? "chips wide" : "chips");

function listOf(moves, hidden) {
  const best = moves[0];
  if (hidden) {
    const sorted = [...moves].sort((a, b) => a.move.localeCompare(b.move, "en", { numeric: true }));
    return h(
      "section",
      { class: "group" },
      h("h2", null, plural(moves.length, "move")),
      h(
        "div",
        { class: chipsFor(moves) },
        sorted.map((m) => moveButton(m, best, true)),
      ),
    );
  }
  return groups.map(([value, title, isOf]) => {
    const some = moves.filter(isOf);
    return (
      some.length > 0 &&
      h(
        "section",
        { class: `group g-${value}` },
        h("h2", null, title, h("span", { class: "count" }, some.length)),
        h(
          "div",
          { class: chipsFor(moves) },
          some.map((m) => moveButton(m, best, false)),
        ),
      )
    );
  });
}

// To type a move: act(move) is done with it.
export function typed(moves, act) {
  const input = h("input", {
    id: "typed",
    list: "typed-list",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
    "aria-describedby": "typed-note",
  });
  const note = h("p", { class: "small", id: "typed-note" }, "");
  const send = (e) => {
    e.preventDefault();
    const text = input.value.trim();
    const found =
      moves.find((m) => m.move === text) ??
      moves.find((m) => m.also?.some(({ move }) => move === text)) ??
      moves.find((m) => m.move.toLowerCase() === text.toLowerCase());
    if (found) act(found);
    else note.textContent = text ? `“${text}” is not a move here.` : "";
    if (!found && text) say(note.textContent);
  };
  return h(
    "form",
    { class: "typed", submit: send },
    h("label", { for: "typed" }, "Type a move"),
    h(
      "div",
      { class: "joined" },
      input,
      h("button", { type: "submit", class: "main quiet" }, "Play"),
    ),
    h(
      "datalist",
      { id: "typed-list" },
      moves.map((m) => h("option", { value: m.move }, valuesHidden() ? "" : phrase(m))),
    ),
    note,
  );
}

async function playTyped(m) {
  if (await play(m)) byId("typed")?.focus();
}

export function movesPanel(panel) {
  const a = page.answer;
  if (!a) return;
  const hidden = page.hidden && !a.metric?.startsWith("reach");
  const moves = a.moves ?? [];
  const children = [];
  if (a.over)
    children.push(
      h("p", { class: "note" }, a.result?.sentence ?? "The game is over."),
      h(
        "p",
        { class: "row-of" },
        h(
          "button",
          {
            class: "main",
            click: () => (isPuzzle(page.table) ? openTab("trainer") : start(page.table.start)),
          },
          isPuzzle(page.table) ? "Scramble" : "New game",
        ),
        h("button", { class: "main quiet", click: () => goBy(-1) }, "Take back"),
      ),
    );
  else if (!moves.length)
    children.push(
      h("p", { class: "note" }, a.error ?? page.table.code?.note ?? "There are no moves here."),
    );
  else {
    if (a.error)
      children.push(
        h(
          "p",
          { class: "note" },
          a.error,
          " You can still go on, or choose a position under Find.",
        ),
      );
    children.push(...[listOf(moves, hidden)].flat(), typed(moves, playTyped));
    if (!hidden && moves.some((m) => m.value)) children.push(h("p", { class: "small" }, legend()));
  }
  panel.replaceChildren(...children.filter(Boolean));
}

function legend() {
  const number =
    {
      distance: " The number counts moves, of both sides, to the end.",
      score: " The number is by how many points.",
    }[page.table.metric] ?? "";
  if (isPuzzle(page.table))
    return "The number counts the moves to the goal, this one among them. The paler, the longer.";
  const side = sideName(page.answer.turn);
  const again = (page.answer.moves ?? []).some((m) => movesAgain(page.answer, m))
    ? ` ↻: ${side} moves again.`
    : "";
  const pale = "The paler, the further from best.";
  return `W wins, D draws, L loses, for ${side}.${number} ${pale}${again}`;
}

// Pointing at a move lights it on the board, and the other way round.
export function lightInList(indices) {
  for (const chip of byId("panel").querySelectorAll(".chip[data-index]"))
    chip.classList.toggle("lit", Boolean(indices?.includes(Number(chip.dataset.index))));
}

// ---- the game so far ----

// -1 (White wins at once) to 1 (Black does), in puzzles how far the goal is; null if unknown.
function height(node) {
  if (!node.value || (!node.turn && node.moves_to_goal === undefined)) return null;
  if (node.moves_to_goal !== undefined)
    return (node.moves_to_goal ?? 0) / Math.max(page.table.greatest ?? 1, 1);
  if (node.value === "draw") return 0;
  const sign = (node.value === "win") === (node.turn === "black") ? 1 : -1;
  const most = Math.max(page.table.greatest ?? 1, 1);
  if (typeof node.score === "number")
    return sign * (0.25 + 0.75 * Math.min(1, Math.abs(node.score) / most));
  if (typeof node.plies === "number")
    return sign * (1 - 0.82 * Math.min(1, node.plies / most) ** 0.6);
  return sign * 0.7;
}

export function showTimeline() {
  const strip = byId("timeline");
  const { nodes, at } = page;
  strip.setAttribute("aria-valuemax", nodes.length - 1);
  strip.setAttribute("aria-valuenow", at);
  strip.setAttribute("aria-valuetext", nodeText(at));
  if (nodes.length < 2) {
    strip.replaceChildren(
      h("p", { class: "empty" }, "Your moves show up here, with what they are worth."),
    );
    return;
  }
  const width = strip.clientWidth || 320;
  const tall = 64;
  const step = Math.min((width - 24) / (nodes.length - 1), 34);
  const x = (i) => 12 + i * step;
  const bar = Math.max(Math.min(step - 2, 12), 1.5);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${tall}`, "aria-hidden": "true" });
  picture.append(
    svg("rect", {
      class: "now",
      x: x(at) - Math.max(step, 8) / 2,
      y: 1,
      width: Math.max(step, 8),
      height: tall - 2,
      rx: 5,
    }),
    svg("path", { class: "middle", d: `M6 ${tall / 2}H${width - 6}` }),
  );
  nodes.forEach((node, i) => {
    const up = page.hidden ? null : height(node);
    const later = i > at ? " later" : "";
    const reach = up === null ? 0 : Math.max(Math.abs(up) * 28, 3);
    if (up === null || up === 0)
      picture.append(
        svg("circle", { class: `point${later}`, cx: x(i), cy: tall / 2, r: Math.min(3.2, bar) }),
      );
    else
      picture.append(
        svg("rect", {
          class: `bar ${!node.turn ? "goal" : up > 0 ? "black" : "white"}${later}`,
          x: x(i) - bar / 2,
          y: up > 0 ? tall / 2 - reach : tall / 2,
          width: bar,
          height: reach,
          rx: Math.min(2.5, bar / 2),
        }),
      );
    const { error } = page.hidden ? {} : gradeOf(i);
    if (error)
      picture.append(
        svg("circle", {
          class: `fault ${error}`,
          cx: x(i),
          cy: node.turn === "white" ? tall - 5 : 5,
          r: Math.min(4, bar / 2 + 1.5),
        }),
      );
  });
  strip.replaceChildren(picture);
  strip.dataset.step = step;
}

export function timelineInput() {
  const strip = byId("timeline");
  const indexAt = (e) => {
    const box = strip.getBoundingClientRect();
    return Math.min(
      Math.max(Math.round((e.clientX - box.left - 12) / Number(strip.dataset.step || 1)), 0),
      page.nodes.length - 1,
    );
  };
  let held = false;
  strip.addEventListener("pointerdown", (e) => {
    if (page.nodes.length < 2) return;
    held = true;
    strip.setPointerCapture(e.pointerId);
    go(indexAt(e));
  });
  strip.addEventListener("pointermove", (e) => {
    if (!held) {
      strip.title = page.nodes.length > 1 ? nodeText(indexAt(e)) : "";
      return;
    }
    if (indexAt(e) !== page.at) go(indexAt(e));
  });
  for (const end of ["pointerup", "pointercancel"])
    strip.addEventListener(end, () => (held = false));
}
