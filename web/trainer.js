// SPDX-License-Identifier: MIT
// The panel "Puzzles": wins to be found, with the values hidden. Every fastest move is right, a
// slower win is reported as such, and a wrong move is answered by what it allows.
import { byId, h, sleep, plural, capital, recall, remember } from "./dom.js";
import { isEndless, otherSide } from "./values.js";
import { source } from "./source.js";
import { Trouble } from "./trouble.js";
import { squareName } from "./geometry.js";
import { pick } from "./game.js";
import { page, setHint, setLocked, setPosed, setPuzzle } from "./store.js";
import { report, say } from "./notices.js";
import { showVerdict } from "./verdict.js";
import { navigate, openTab, record, start, toBoard } from "./navigate.js";
import { typed } from "./panels.js";

const conditions = [
  ["only_move", "Only one move wins"],
  ["only_line", "One fastest move all along"],
  ["sacrifice", "A piece must be given up"],
  ["quiet_key", "A quiet first move"],
  ["capture_refused", "A draw: no capture holds it"],
];
// Rules that are code tell of pieces if they have a board, and never what a move threatens.
const unknown = ({ code }) => [
  ...(code ? ["quiet_key"] : []),
  ...(code && !code.board ? ["sacrifice", "capture_refused"] : []),
];
// The conditions that this table knows.
const offered = () => [
  ...conditions.filter(([name]) => !unknown(page.table).includes(name)),
  ...(page.table.conditions ?? []).map(({ name, meaning }) => [name, capital(meaning)]),
];
// Those of them that are wished for. (The wish may be from another game.)
const wished = () =>
  offered()
    .map(([name]) => name)
    .filter((name) => wish[name] === true);
const score = recall("score", { solved: 0, clean: 0, streak: 0 });
const someSeed = () => 1 + Math.floor(Math.random() * 1e9);
let wish = recall("wish", { from: 3, to: 7, only_move: true });
// The seed of the draw: together with the wish it determines which puzzles come, in which order.
let seed = someSeed();
let queue = [];
let looking = false; // puzzles are on their way
let puzzle = null; // { position, value, plies, score, side, clean, hints, done }
let searching = false; // the next puzzle is shown as soon as it is found
let note = ["", ""];
let busy = false;
let session = null; // the signal of the journey in which puzzles are solved

function tell(text, kind = "") {
  note = [text, kind];
  say(text);
  draw();
}

// What the address says about it: the puzzle, and the search that it came from, so that the same
// ones follow.
const place = () =>
  puzzle && {
    position: puzzle.position,
    search: {
      seed,
      from: wish.from,
      to: wish.to,
      ...Object.fromEntries(wished().map((name) => [name, 1])),
    },
  };

// ---- puzzles come as a stream of lines ---------------------------------------------------------

// Why none came: what the stream says at its end, and how long it took.
function nothing(end, seconds) {
  if (end?.error) return end.error;
  if (end?.complete) return "There is no such puzzle in this table. Ask for something else.";
  if (end?.stopped)
    return (
      `Nothing was found in ${plural(seconds, "second")}; then the search was stopped, before it ` +
      "had seen the whole table. There may be such puzzles: search again, or ask for something " +
      "less rare."
    );
  return "The search was cut short: the server ended it. Search again.";
}

async function mine() {
  const signal = session;
  looking = true;
  const begun = performance.now();
  queue = [];
  const query = { limit: 40, order: "random", seed };
  if (!wished().includes("capture_refused"))
    query[page.table.metric === "score" ? "win_by" : "win_in"] = `${wish.from}..${wish.to}`;
  for (const name of wished()) query[name] = 1;
  // (A puzzle from an address is followed by those that come after it in its search.)
  let before = puzzle && !puzzle.drawn ? puzzle.position : null;
  let end = null;
  tell("Looking for puzzles…");
  try {
    const response = await source.puzzles(page.table.id, query, signal);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      signal.throwIfAborted();
      const lines = (rest + (value ?? "")).split("\n");
      rest = lines.pop();
      for (const line of lines.filter(Boolean)) {
        const found = JSON.parse(line);
        if (!found.position) end = found;
        else if (!before) take(found);
        else if (found.position === before) before = null;
      }
      if (done) break;
    }
    signal.throwIfAborted();
    looking = false;
    if (!searching) return;
    // (This draw has no more; the next one may have.)
    if (puzzle && end?.given > 0) return void again();
    searching = false;
    tell(nothing(end, Math.round((performance.now() - begun) / 1000)));
  } catch (trouble) {
    if (signal.aborted) return;
    looking = searching = false;
    tell(trouble.message);
  }
}

function take(found) {
  queue.push({ ...found, drawn: true });
  if (searching) next();
}

function again() {
  seed += 1;
  if (puzzle) puzzle.drawn = true;
  mine();
}

function next() {
  searching = !queue.length;
  if (!searching) return pose(queue.shift(), false);
  // (While some are on their way, they are waited for.)
  if (looking) return void tell("Looking for puzzles…");
  if (puzzle?.drawn) again();
  else mine();
}

// Shows a puzzle: { position, value, plies or score }.
function pose(found, replace) {
  return during(async (signal) => {
    await go(signal, found.position, null);
    puzzle = { ...found, clean: true, hints: 0, done: false };
    const goal =
      puzzle.value === "draw"
        ? "hold the draw"
        : page.table.metric === "score"
          ? `win by ${puzzle.score ?? puzzle.plies}`
          : `win in ${plural(puzzle.plies, "move")}`;
    puzzle.side = page.answer.turn;
    showVerdict(`${capital(puzzle.side)} to move: ${goal}`, "Values are hidden", puzzle.side);
    tell(
      puzzle.value === "draw"
        ? "Find the move that holds the draw."
        : "Play the fastest win. The moves of both sides count.",
    );
    say(`${capital(puzzle.side)} to move: ${goal}.`);
    toBoard();
    setPuzzle(place());
    record(replace);
  });
}

// The puzzle of an address: { position, search }.
export async function open({ position, search }) {
  const signal = begin();
  const given = Object.entries(search).filter(([name]) => name !== "seed");
  if (given.length)
    wish = Object.fromEntries(
      given.map(([name, value]) => [
        name,
        /^(from|to)$/.test(name) ? Math.max(1, Number(value)) : true,
      ]),
    );
  wish = { from: 3, to: 7, ...wish };
  seed = Number(search.seed) || someSeed();
  try {
    const found = await source.position(page.table.id, position, signal);
    signal.throwIfAborted();
    if (found.over || isEndless(found) || (found.value !== "win" && found.value !== "draw"))
      throw new Trouble(
        "The position in this address is not a puzzle: nothing is to be won or held there.",
        "no_puzzle",
      );
    await pose({ position, value: found.value, plies: found.plies, score: found.score }, true);
  } catch (trouble) {
    if (signal.aborted) return;
    report(trouble);
    openTab("moves");
  }
}

// ---- solving -----------------------------------------------------------------------------------

// Shows a position, unless the puzzle is left while it is awaited.
async function go(signal, position, move) {
  const found = await source.position(page.table.id, position, signal);
  signal.throwIfAborted();
  setPosed(found, move);
}

// Does something that takes a while, with the board locked: f(signal).
async function during(f) {
  const signal = session;
  busy = true;
  setLocked(true);
  try {
    await f(signal);
  } catch (trouble) {
    if (!signal.aborted) report(trouble);
  }
  if (signal.aborted) return;
  busy = false;
  setLocked(puzzle?.done !== false);
}

export async function answer(m) {
  if (!busy && puzzle && !puzzle.done) await during((signal) => judge(signal, m));
}

async function judge(signal, m) {
  const here = page.answer;
  const where = here.position;
  const best = here.moves[0];
  await go(signal, m.after ?? m.position, m);
  if (m.best) {
    if (!m.position || puzzle.value === "draw") return solved();
    if (page.answer.turn === puzzle.side) return void tell("Right. You move again.", "good");
    tell("Right.", "good");
    const replies = [];
    do {
      await sleep(450, signal);
      const reply = pick(page.answer.moves, false);
      replies.push(reply.move);
      await go(signal, reply.after ?? reply.position, reply);
      if (!reply.position) return solved();
    } while (page.answer.turn !== puzzle.side);
    const side = capital(otherSide(puzzle.side));
    tell(`Right. ${side} plays ${replies.join(", ")}. Go on.`, "good");
    return;
  }
  puzzle.clean = false;
  score.streak = 0;
  if (m.value === best.value)
    tell(
      `${m.move} also wins, but more slowly: ${m.text} instead of ` +
        `${best.text.replace("win ", "")}. Find the faster one.`,
      "near",
    );
  else {
    tell(`${m.move} ${m.value === "draw" ? "only draws" : "loses"}. See why.`, "bad");
    await refute(signal);
  }
  await sleep(900, signal);
  await go(signal, where, null);
}

// What a wrong move allows: the first moves of best play after it.
async function refute(signal) {
  const shown = [];
  for (let i = 0; i < 3 && page.answer.moves?.length; ++i) {
    await sleep(800, signal);
    const m = page.answer.moves[0];
    shown.push(m.move);
    await go(signal, m.after ?? m.position, m);
  }
  if (shown.length)
    tell(`${note[0].replace(" See why.", "")} The answer: ${shown.join(" ")}.`, "bad");
}

function solved() {
  puzzle.done = true;
  score.solved += 1;
  if (puzzle.clean) {
    score.clean += 1;
    score.streak += 1;
  }
  remember("score", score);
  showVerdict(
    "Solved",
    puzzle.clean ? "At the first attempt" : "Not at the first attempt",
    puzzle.side,
  );
  tell(puzzle.clean ? "Solved." : "Solved, with help.", "good");
}

function hint() {
  const m = page.answer.moves[0];
  puzzle.clean = false;
  puzzle.hints += 1;
  const square = (m.from.length ? m.from : m.to.length ? m.to : m.taken)[0] ?? m.named?.[0];
  if (square !== undefined && (puzzle.hints === 1 || !m.from.length)) {
    setHint([square]);
    tell(`Look at ${squareName(page.answer.board, square)}.`);
  } else tell(`The move is ${m.move}.`);
}

async function solution(signal) {
  puzzle.clean = false;
  score.streak = 0;
  const played = [];
  while (page.answer.moves?.length && played.length < 80) {
    const m = page.answer.moves[0];
    played.push(m.move);
    await go(signal, m.after ?? m.position, m);
    tell(played.join(" "));
    if (puzzle.value === "draw") break;
    await sleep(650, signal);
  }
  puzzle.done = true;
}

// ---- the panel ---------------------------------------------------------------------------------

function form() {
  const number = (id, name) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: `wish-${id}` }, name),
      h("input", {
        id: `wish-${id}`,
        type: "number",
        min: 1,
        max: 999,
        inputmode: "numeric",
        value: wish[id],
        change: (e) => (wish[id] = Math.max(1, Number(e.target.value) || 1)),
      }),
    );
  const unit = page.table.metric === "score" ? "points" : "moves";
  return h(
    "form",
    {
      class: "card stack",
      submit: (e) => {
        e.preventDefault();
        remember("wish", wish);
        search();
      },
    },
    h(
      "div",
      { class: "pair" },
      number("from", `Win ${unit === "points" ? "by" : "in"}, from`),
      number("to", `to (${unit})`),
    ),
    h(
      "div",
      { class: "checks" },
      offered().map(([name, text]) =>
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "checkbox",
            id: `wish-${name}`,
            checked: wish[name] === true,
            change: (e) => (wish[name] = e.target.checked),
          }),
          text,
        ),
      ),
    ),
    h(
      "button",
      { type: "submit", class: "main", id: "train-start" },
      puzzle ? "New search" : "Start",
    ),
  );
}

function buttons() {
  return h(
    "div",
    { class: "row-of" },
    h(
      "button",
      {
        class: `main ${puzzle.done ? "" : "quiet"}`,
        id: "train-next",
        disabled: busy,
        click: () => {
          tell("…");
          next();
        },
      },
      puzzle.done ? "Next puzzle" : "Skip",
    ),
    !puzzle.done &&
      h("button", { class: "main quiet", id: "train-hint", disabled: busy, click: hint }, "Hint"),
    !puzzle.done &&
      h(
        "button",
        {
          class: "main quiet",
          id: "train-solution",
          disabled: busy,
          click: () => during(solution),
        },
        "Solution",
      ),
    puzzle.done &&
      h(
        "button",
        {
          class: "main quiet",
          id: "train-open",
          click: () => start(puzzle.position).then(() => openTab("moves")),
        },
        "Look into it",
      ),
  );
}

// By their texts: in the order of their values the first one would be the solution.
const inOrder = (moves) =>
  [...moves].sort((a, b) => a.move.localeCompare(b.move, "en", { numeric: true }));

// Where rules are code, not every move can be clicked on a board.
const choices = (moves) =>
  h(
    "div",
    { class: "row-of", id: "train-moves", "aria-label": "Moves", role: "group" },
    moves.map((m) =>
      h("button", { class: "main quiet", "data-move": m.move, click: () => answer(m) }, m.move),
    ),
  );

function draw() {
  const panel = byId("panel");
  if (page.tab !== "trainer") return;
  const focused = document.activeElement?.id;
  const text = byId("typed")?.value ?? "";
  const legal = puzzle && !puzzle.done && !busy ? inOrder(page.answer?.moves ?? []) : [];
  const entry = legal.length ? typed(legal, answer) : null;
  if (entry) entry.querySelector("input").value = text;
  panel.replaceChildren(
    ...[
      note[0] && h("p", { class: `note ${note[1]}`, id: "train-note" }, note[0]),
      puzzle && buttons(),
      page.table.code && legal.length > 0 && choices(legal),
      entry,
      h(
        "dl",
        { class: "score" },
        [
          ["Solved", score.solved],
          ["At once", score.clean],
          ["In a row", score.streak],
        ].map(([name, n]) => h("div", null, h("dt", null, name), h("dd", null, n))),
      ),
      puzzle ? h("details", null, h("summary", null, "Other puzzles"), form()) : form(),
    ].filter(Boolean),
  );
  if (focused && panel.contains(byId(focused))) byId(focused).focus({ preventScroll: true });
}

// Nothing of the puzzles before is left, nor of what they waited for.
function begin() {
  navigate({
    mode: "train",
    travel(signal) {
      session = signal;
      signal.addEventListener("abort", end);
    },
  });
  return session;
}

// Starts a search from its beginning.
function search() {
  begin();
  seed = someSeed();
  next();
}

// (The panel is redrawn whenever the page is.)
export function show() {
  if (page.mode !== "train" && !puzzle && !note[0])
    note = ["Find the fastest win, with the values hidden.", ""];
  draw();
}

function end() {
  puzzle = null;
  looking = searching = false;
  queue = [];
  busy = false;
  note = ["", ""];
}
