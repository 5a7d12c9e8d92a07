// SPDX-License-Identifier: MIT
// The panel "Puzzles": wins to be found, with the values hidden. Every fastest move is right, a slower win is told so, and a
// wrong move is answered by what it allows.
import { byId, h, otherSide, sleep, source, plural, capital, recall, remember } from "./util.js";
import { pick } from "./game.js";
import { page, showVerdict } from "./panels.js";

const conditions = [
  ["only_move", "Only one move wins"],
  ["only_line", "One fastest move all along"],
  ["sacrifice", "A piece must be given up"],
  ["quiet_key", "A quiet first move"],
  ["capture_refused", "A draw: no capture holds it"],
];
const score = recall("score", { solved: 0, clean: 0, streak: 0 });
let wish = recall("wish", { from: 3, to: 7, only_move: true });
let queue = [];
let stream = null;
let puzzle = null; // { position, stipulation, node, clean, hints, done }
let note = ["", ""];
let busy = false;
let session = 0; // an answer for one that was left is not shown

function tell(text, kind = "") {
  note = [text, kind];
  page.say(text);
  draw();
}

// ---- puzzles come as a stream of lines ---------------------------------------------------------

async function mine() {
  stream?.abort();
  const mineNow = (stream = new AbortController());
  queue = [];
  const query = { limit: 40, order: "table" };
  if (!wish.capture_refused) query[page.table.metric === "score" ? "win_by" : "win_in"] = `${wish.from}..${wish.to}`;
  for (const [name, on] of Object.entries(wish)) if (on === true) query[name] = 1;
  tell("Looking for puzzles…");
  try {
    const response = await source.puzzles(page.table.id, query, mineNow.signal);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      const lines = (rest + (value ?? "")).split("\n");
      rest = lines.pop();
      for (const line of lines) if (line) take(JSON.parse(line));
      if (done) break;
    }
    if (!puzzle && !queue.length) tell("There is no such puzzle in this table. Ask for something else.");
  } catch (trouble) {
    if (trouble.name !== "AbortError") tell(trouble.message);
  }
  if (stream === mineNow) stream = null;
}

let soon = 0;
function take(found) {
  if (found.done || !found.position) {
    if (found.error) tell(found.error);
    return;
  }
  queue.push(found);
  // (A short wait: the first in the table are much alike.)
  if (!puzzle && page.mode === "train" && !soon) soon = setTimeout(() => { soon = 0; next(); }, queue.length > 5 ? 0 : 250);
}

function next() {
  if (!queue.length) return void mine();
  puzzle = { ...queue.splice(Math.floor(Math.random() * queue.length), 1)[0], clean: true, hints: 0, done: false };
  return during(async () => {
    await go(puzzle.position, null);
    const goal = puzzle.value === "draw" ? "hold the draw" : page.table.metric === "score" ? `win by ${puzzle.score ?? puzzle.plies}` : `win in ${plural(puzzle.plies, "move")}`;
    puzzle.side = page.answer.turn;
    showVerdict(`${capital(puzzle.side)} to move: ${goal}`, "Values are hidden", puzzle.side);
    tell(puzzle.value === "draw" ? "Find the move that holds the draw." : "Play the fastest win. The moves of both sides count.");
    page.say(`${capital(puzzle.side)} to move: ${goal}.`);
    page.toBoard();
  });
}

// ---- solving -----------------------------------------------------------------------------------

async function go(position, move) {
  const mine = session;
  const found = await source.position(page.table.id, position);
  if (mine !== session) throw new DOMException("left", "AbortError");
  page.answer = found;
  page.view.show(found, { change: move && { move }, last: move });
  page.render();
}

// Does something that takes a while, with the board locked.
async function during(f) {
  busy = true;
  page.view.locked = true;
  const mine = session;
  try {
    await f();
  } catch (trouble) {
    page.trouble(trouble);
  }
  if (mine !== session) return;
  busy = false;
  page.view.locked = puzzle?.done !== false;
  page.view.refresh();
  draw();
}

export async function answer(m) {
  if (!busy && puzzle && !puzzle.done) await during(() => judge(m));
}

async function judge(m) {
  const here = page.answer;
  const where = here.position;
  const best = here.moves[0];
  await go(m.after ?? m.position, m);
  if (m.best) {
    if (!m.position || puzzle.value === "draw") return solved();
    tell("Right.", "good");
    await sleep(450);
    const reply = pick(page.answer.moves, false);
    await go(reply.after ?? reply.position, reply);
    if (!reply.position) return solved();
    tell(`Right. ${capital(otherSide(puzzle.side))} plays ${reply.move}. Go on.`, "good");
    return;
  }
  puzzle.clean = false;
  score.streak = 0;
  if (m.value === best.value) tell(`${m.move} wins, too, but more slowly: ${m.text} instead of ${best.text.replace("win ", "")}. Find the faster one.`, "near");
  else {
    tell(`${m.move} ${m.value === "draw" ? "only draws" : "loses"}. See why.`, "bad");
    await refute();
  }
  await sleep(900);
  await go(where, null);
}

// What a wrong move allows: the first moves of best play after it.
async function refute() {
  const shown = [];
  for (let i = 0; i < 3 && page.answer.moves?.length; ++i) {
    await sleep(800);
    const m = page.answer.moves[0];
    shown.push(m.move);
    await go(m.after ?? m.position, m);
  }
  if (shown.length) tell(`${note[0].replace(" See why.", "")} The answer: ${shown.join(" ")}.`, "bad");
}

function solved() {
  puzzle.done = true;
  score.solved += 1;
  if (puzzle.clean) {
    score.clean += 1;
    score.streak += 1;
  }
  remember("score", score);
  showVerdict("Solved", puzzle.clean ? "At the first attempt" : "Not at the first attempt", puzzle.side);
  tell(puzzle.clean ? "Solved." : "Solved, with help.", "good");
}

function hint() {
  const m = page.answer.moves[0];
  puzzle.clean = false;
  puzzle.hints += 1;
  const square = (m.from.length ? m.from : m.to.length ? m.to : m.taken)[0];
  if (square !== undefined && (puzzle.hints === 1 || !m.from.length)) {
    page.view.hint = [square];
    page.view.refresh();
    tell(`Look at ${page.view.squareName(square)}.`);
  } else tell(`The move is ${m.move}.`);
}

async function solution() {
  puzzle.clean = false;
  score.streak = 0;
  const played = [];
  while (page.answer.moves?.length && played.length < 80) {
    const m = page.answer.moves[0];
    played.push(m.move);
    await go(m.after ?? m.position, m);
    tell(played.join(" "));
    if (puzzle.value === "draw") break;
    await sleep(650);
  }
  puzzle.done = true;
}

// ---- the panel ---------------------------------------------------------------------------------

function form() {
  const number = (id, name) => h("div", { class: "field" }, h("label", { for: `wish-${id}` }, name), h("input", { id: `wish-${id}`, type: "number", min: 1, max: 999, inputmode: "numeric", value: wish[id], change: (e) => (wish[id] = Math.max(1, Number(e.target.value) || 1)) }));
  const own = (page.table.conditions ?? []).map(({ name, meaning }) => [name, capital(meaning)]);
  const unit = page.table.metric === "score" ? "points" : "moves";
  return h("form", { class: "card stack", submit: (e) => { e.preventDefault(); remember("wish", wish); puzzle = null; queue = []; begin(); } },
    h("div", { class: "pair" }, number("from", `Win ${unit === "points" ? "by" : "in"}, from`), number("to", `to (${unit})`)),
    h("div", { class: "checks" }, [...conditions, ...own].map(([name, text]) => h("label", { class: "check" }, h("input", { type: "checkbox", id: `wish-${name}`, checked: wish[name] === true, change: (e) => (wish[name] = e.target.checked) }), text))),
    h("button", { type: "submit", class: "main", id: "train-start" }, puzzle ? "New search" : "Start"));
}

function draw() {
  const panel = byId("panel");
  if (page.tab !== "trainer") return;
  const focused = document.activeElement?.id;
  const buttons = puzzle && h("div", { class: "row-of" },
    h("button", { class: `main ${puzzle.done ? "" : "quiet"}`, id: "train-next", disabled: busy, click: () => { tell("…"); next(); } }, puzzle.done ? "Next puzzle" : "Skip"),
    !puzzle.done && h("button", { class: "main quiet", id: "train-hint", disabled: busy, click: hint }, "Hint"),
    !puzzle.done && h("button", { class: "main quiet", id: "train-solution", disabled: busy, click: () => during(solution) }, "Solution"),
    puzzle.done && h("button", { class: "main quiet", id: "train-open", click: () => page.start(puzzle.position).then(() => page.openTab("moves")) }, "Look into it"));
  panel.replaceChildren(...[
    note[0] && h("p", { class: `note ${note[1]}`, id: "train-note" }, note[0]), buttons,
    h("dl", { class: "score" }, [["Solved", score.solved], ["At once", score.clean], ["In a row", score.streak]].map(([name, n]) => h("div", null, h("dt", null, name), h("dd", null, n)))),
    puzzle ? h("details", null, h("summary", null, "Other puzzles"), form()) : form()].filter(Boolean));
  if (focused && panel.contains(byId(focused))) byId(focused).focus({ preventScroll: true });
}

function begin() {
  ++session;
  page.mode = "train";
  page.render();
  next();
}

// (The panel is drawn again whenever the page is.)
export function show() {
  if (page.mode !== "train" && !puzzle && !note[0]) note = ["Find the fastest win, with the values hidden.", ""];
  draw();
}

export function end() {
  ++session;
  stream?.abort();
  puzzle = null;
  queue = [];
  busy = false;
  note = ["", ""];
}
