// SPDX-License-Identifier: MIT
// The panel "Game": best play from here, the moves so far with what they gave away, and who plays
// which side.
import { h, sleep, plural } from "./dom.js";
import { isPuzzle, paleness, phrase, tone } from "./values.js";
import { source } from "./source.js";
import { page, redraw, setHuman, setLure, setSeat } from "./store.js";
import { report } from "./notices.js";
import { gradeOf, nodeText, sideName } from "./verdict.js";
import * as nav from "./navigate.js";
import { numbersOfGame } from "./move_numbers.js";

// { at: positions along it, line, values, complete }, or { at: [position], trouble }
let best = null;
let awaited = null; // { position, stop }: the line that was requested; no other answer is kept
let playing = false;

const lineOf = (table, position, { line, positions, values, line_complete: complete }) => ({
  table,
  at: [position, ...positions],
  line,
  values,
  complete,
});

async function fetchLine(position) {
  if (awaited?.position === position) return;
  awaited?.stop.abort();
  const mine = (awaited = { position, stop: new AbortController() });
  const { id } = page.table;
  let found;
  try {
    // (A long one comes in parts from a site.)
    const more = (part) => {
      if (mine.stop.signal.aborted) return;
      best = { ...lineOf(id, position, part), coming: true };
      redraw();
    };
    found = lineOf(id, position, await source.line(id, position, mine.stop.signal, more));
  } catch (trouble) {
    found = { table: id, at: [position], trouble: trouble.message };
  }
  if (mine.stop.signal.aborted) return;
  awaited = null;
  best = found;
  redraw();
}

// Plays on along the line, at leisure.
function follow() {
  nav.toBoard();
  const travel = async (signal) => {
    playing = true;
    signal.addEventListener("abort", () => (playing = false));
    for (let i = best.at.indexOf(page.answer.position); i < best.line.length && i >= 0; ++i) {
      const m = page.answer.moves.find((move) => move.move === best.line[i]);
      if (!m) break;
      await nav.makeMove(signal, m);
      await sleep(750, signal);
    }
    playing = false;
    redraw();
  };
  const failed = (trouble) => {
    playing = false;
    report(trouble, follow);
    redraw();
  };
  return nav.navigate({ travel, failed });
}

function stop() {
  nav.stay();
  redraw();
}

// To the n-th move of the line at once.
function jump(n) {
  const { at, line } = best;
  const from = at.indexOf(page.answer.position);
  const travel = async (signal) => {
    const answers = await Promise.all(
      at.slice(from, n).map((position) => source.position(page.table.id, position, signal)),
    );
    const steps = answers.map((a, i) => [a, a.moves.find((m) => m.move === line[from + i])]);
    await nav.extend(signal, steps);
    nav.record(false);
  };
  return nav.navigate({ travel });
}

export function lineSection() {
  if (page.answer.over || page.table.has?.line === false || page.hidden) return null;
  if (page.answer.value === "unsolvable") return null;
  const section = h(
    "section",
    { class: "card" },
    h("h2", null, isPuzzle(page.table) ? "A shortest solution" : "Best play from here"),
  );
  const here = best?.table === page.table.id ? best.at.indexOf(page.answer.position) : -1;
  if (here < 0) {
    if (!page.answer.value) return null;
    section.append(h("p", { class: "small" }, "…"));
    fetchLine(page.answer.position);
    return section;
  }
  if (best.trouble) {
    section.append(h("p", { class: "small" }, best.trouble));
    return section;
  }
  const last = best.line.length;
  const step = (i) =>
    h(
      "button",
      {
        class: [
          "ply",
          i < here ? "past" : "",
          tone({ value: best.values?.[i]?.value, best: true }),
        ].join(" "),
        "aria-label": `${best.line[i]}, ${best.values?.[i] ? phrase(best.values[i]) : ""}`,
        click: () => jump(i + 1),
        disabled: i < here,
      },
      best.line[i],
    );
  section.append(
    h(
      "div",
      { class: "row-of" },
      playing
        ? h(
            "button",
            {
              class: "main",
              id: "line-play",
              click: stop,
            },
            "Stop",
          )
        : h(
            "button",
            { class: "main", id: "line-play", disabled: here >= last, click: follow },
            "Play it",
          ),
      h(
        "button",
        {
          class: "main quiet",
          id: "line-step",
          disabled: here >= last,
          click: () => jump(here + 1),
        },
        "One move",
      ),
      h(
        "button",
        { class: "main quiet", id: "line-end", disabled: here >= last, click: () => jump(last) },
        "To the end",
      ),
    ),
    h(
      "div",
      { class: "plies" },
      best.line.map((_, i) => step(i)),
    ),
    h(
      "p",
      { class: "small" },
      best.coming
        ? "More is on its way…"
        : best.complete
          ? `${plural(last - here, "move")} to the ${isPuzzle(page.table) ? "goal" : "end"}.`
          : "It goes on, or round in circles.",
    ),
  );
  return section;
}

// What stands before a move: its number, if it begins one, and where the sides need not alternate
// whose moves begin here.
function beforeMove({ turn }, next) {
  if (next === ", ") return [];
  const number = next.trim();
  return [
    number !== "" && h("span", { class: "small" }, number),
    page.table.code &&
      turn &&
      h("i", { class: `dot ${turn}`, role: "img", "aria-label": `${sideName(turn)}:` }),
  ];
}

function movesSection() {
  const { nodes, at } = page;
  const section = h("section", null, h("h2", null, "Moves so far"));
  if (nodes.length < 2) section.append(h("p", { class: "small" }, "None yet."));
  else {
    const marks = { outcome: "?", slower: "?!" };
    const numbers = numbersOfGame();
    section.append(
      h(
        "div",
        { class: "plies" },
        nodes.slice(1).map((node, i) => {
          const error = page.hidden ? null : gradeOf(i + 1).error;
          return h(
            "span",
            { class: "numbered" },
            beforeMove(nodes[i], numbers[i].next),
            h(
              "button",
              {
                class: `ply ${i + 1 === at ? "here" : ""} ${error ?? ""}`,
                "aria-current": i + 1 === at ? "step" : null,
                title: nodeText(i + 1, numbers),
                "aria-label": nodeText(i + 1, numbers),
                click: () => nav.go(i + 1),
              },
              node.move.move,
              error && h("b", null, marks[error]),
              numbers[i + 1]?.next === ", " && ",",
            ),
          );
        }),
      ),
    );
    const faults = page.hidden
      ? []
      : nodes.map((_, i) => [i, gradeOf(i)]).filter(([, g]) => g.error);
    if (faults.length)
      section.append(
        h(
          "ul",
          { class: "faults small" },
          faults
            .slice(-6)
            .map(([i, g]) =>
              h(
                "li",
                { class: g.error },
                h("b", null, numbers[i - 1].begin + nodes[i].move.move),
                ` ${g.text}`,
              ),
            ),
        ),
      );
  }
  section.append(
    h(
      "p",
      { class: "row-of" },
      h(
        "button",
        {
          class: "main quiet",
          id: "new-game",
          disabled: !page.table.start,
          click: () => nav.start(page.table.start),
        },
        isPuzzle(page.table) ? "To the solved position" : "New game",
      ),
    ),
  );
  return section;
}

// The table answers if it has the side to move.
function reply() {
  const a = page.answer;
  const its = () => page.seats[a.turn] === "table";
  // (While another place is on its way, it is not asked about this one.)
  if (nav.goal() !== page || page.mode !== "play" || a.over || !a.moves?.length || !its()) return;
  const travel = async (signal) => {
    await sleep(550, signal);
    if (!its()) return;
    const move = page.lure ? await lure(a, signal) : pick(a.moves, page.human);
    if (!its()) return;
    await nav.makeMove(signal, move);
    nav.played();
  };
  nav.navigate({ travel });
}
nav.whenPlayed(reply);

// Of the best moves the one after which the other side errs most easily; now and then a worse one
// if the table is to err. The server knows which; without its answer any of them will do.
async function lure(answer, signal) {
  const picked = pick(answer.moves, page.human);
  if (!picked.best) return picked;
  try {
    const { moves } = await source.luring(page.table.id, answer.position, signal);
    return answer.moves.find((m) => m.move === moves[0].move) ?? picked;
  } catch {
    signal.throwIfAborted();
    return picked;
  }
}

// The move of a perfect player, or of one who errs in every third or fourth move, usually a little
// rather than a lot.
export function pick(moves, human) {
  const best = moves.filter((m) => m.best);
  const others = moves.filter((m) => !m.best);
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  if (!best.length) return any(moves);
  if (!human || !others.length || Math.random() > 0.3) return any(best);
  const weights = others.map((m) => 1 / (1 + 3 * paleness(m, moves[0])));
  let draw = Math.random() * weights.reduce((a, b) => a + b, 0);
  return others.find((_, i) => (draw -= weights[i]) < 0) ?? others[0];
}

function seatsSection() {
  const { has, code } = page.table;
  if (has?.values === false || isPuzzle(page.table) || code?.here === false) return null;
  const seat = (side, name) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: `seat-${side}` }, name),
      h(
        "select",
        {
          id: `seat-${side}`,
          change: (e) => {
            setSeat(side, e.target.value);
            reply();
          },
        },
        [
          ["you", "you"],
          ["table", "the table"],
        ].map(([value, text]) =>
          h("option", { value, selected: page.seats[side] === value }, text),
        ),
      ),
    );
  return h(
    "section",
    { class: "card" },
    h("h2", null, "Who plays"),
    h("div", { class: "pair" }, seat("black", "Black"), seat("white", "White")),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        id: "human",
        checked: page.human,
        change: (e) => setHuman(e.target.checked),
      }),
      "The table errs now and then",
    ),
    source.live &&
      h(
        "label",
        {
          class: "check",
          title: "Of equally good moves it makes the one after which you err most easily.",
        },
        h("input", {
          type: "checkbox",
          id: "lure",
          checked: page.lure,
          change: (e) => setLure(e.target.checked),
        }),
        "The table lures you into errors",
      ),
    h("p", { class: "small" }, "The eye above the board hides the values while you play."),
  );
}

export const show = (panel) =>
  panel.replaceChildren(
    ...(page.nodes.length < 2
      ? [seatsSection(), lineSection(), movesSection()]
      : [lineSection(), movesSection(), seatsSection()]
    ).filter(Boolean),
  );
