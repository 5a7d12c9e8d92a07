// SPDX-License-Identifier: MIT
// From what is shown to something else. What is wanted later overtakes what is still under way.
import { byId, calm } from "./dom.js";
import { asked } from "./early.js";
import { source } from "./source.js";
import { finished } from "./values.js";
import { page, setMode, setPlace, setTab } from "./store.js";
import { report, say, settle } from "./notices.js";
import { told, showVerdict } from "./verdict.js";

let journey = new AbortController();
// The place whose answer is awaited: { nodes, at }. What is shown changes all at once, when the
// answer has arrived.
let wanted = null;

export const goal = () => wanted ?? page;

// An intent: { mode, travel(signal), failed(trouble) }. It aborts the one before: whatever that one
// has requested is no longer waited for. `travel` gives its signal to all that it waits for; `mode`
// is where it happens. Returns what `travel` does, or undefined if it failed or was overtaken.
export async function navigate(intent) {
  journey.abort();
  journey = new AbortController();
  const { signal } = journey;
  wanted = null;
  document.body.classList.remove("waiting");
  setMode(intent.mode ?? page.mode);
  try {
    return await intent.travel?.(signal);
  } catch (trouble) {
    if (signal.aborted) return undefined;
    if (intent.failed) return void intent.failed(trouble);
    report(trouble, () => navigate(intent));
    if (!page.answer) showVerdict("Nothing to show", trouble.message, "none");
    return undefined;
  }
}

// ---- steps of a journey -------------------------------------------------------------------------

const shapeOf = ({ move, from, to, taken, dx, dy }) => ({ move, from, to, taken, dx, dy });
export const nodeAfter = (m) => ({ position: m.after ?? m.position, move: shapeOf(m) });

// A node with what its answer says.
export function learned(node, answer) {
  const more = { position: answer.position ?? node.position, turn: answer.turn };
  for (const key of ["value", "plies", "score", "moves_to_goal", "plies_from_start"])
    if (answer[key] !== undefined) more[key] = answer[key];
  if (!answer.over) return { ...node, ...more };
  const over = ` ${answer.result?.sentence ?? "The game is over."}`;
  return { ...node, ...more, ...finished(answer), over };
}

// What leads from the position on the board to another one, if a move does: to animate by.
function changeTo(nodes, at) {
  if (!page.answer) return null; // (The board shows something else.)
  const here = page.nodes[page.at]?.position;
  if (at > 0 && nodes[at - 1].position === here) return { move: nodes[at].move };
  if (page.at > 0 && page.nodes[page.at - 1].position === nodes[at].position)
    return { move: page.nodes[page.at].move, reverse: true };
  return null;
}

// Shows a node of a game.
export async function arrive(signal, nodes, at, { quiet = false } = {}) {
  wanted = { nodes, at };
  const waiting = setTimeout(() => document.body.classList.add("waiting"), 200);
  try {
    const answer = await source.position(page.table.id, nodes[at].position, signal);
    signal.throwIfAborted();
    wanted = null;
    const change = changeTo(nodes, at);
    const { move } = nodes[at];
    settle();
    const all = nodes.map((node, i) => (i === at ? learned(node, answer) : node));
    setPlace(all, at, answer, { change, last: move });
    if (!quiet) say(`${move ? `${move.move}. ` : ""}${told()}`);
  } finally {
    clearTimeout(waiting);
    if (!signal.aborted) {
      wanted = null;
      document.body.classList.remove("waiting");
    }
  }
}

// Makes a move from the place shown.
export async function makeMove(signal, m) {
  await arrive(signal, [...page.nodes.slice(0, page.at + 1), nodeAfter(m)], page.at + 1);
  record(false);
}

// Several moves at once: [[answer, move], ...].
export async function extend(signal, steps, how) {
  const nodes = page.nodes.slice(0, page.at + 1);
  for (const [answer, m] of steps) nodes.push(learned(nodes.pop(), answer), nodeAfter(m));
  await arrive(signal, nodes, nodes.length - 1, how);
}

// Begins a new game.
export async function begin(signal, position) {
  await arrive(signal, [{ position, move: null }], 0);
  record(false);
  played();
}

const listeners = [];

// f() is called after a move was made or a game begun here, but not after steps back and forth.
export const whenPlayed = (f) => listeners.push(f);
export const played = () => listeners.forEach((f) => f());

// ---- what can be wanted -------------------------------------------------------------------------

// Plays one of the moves of the position shown. (A click while the answer to the last click is on
// its way is not meant for what that answer brings.) Returns whether it was shown.
export async function play(m) {
  if (wanted || page.mode !== "play") return false;
  const travel = async (signal) => {
    await makeMove(signal, m);
    played();
    return true;
  };
  return (await navigate({ travel })) === true;
}

// To node i of the game.
export async function go(i) {
  const { nodes, at } = goal();
  const to = Math.min(Math.max(i, 0), nodes.length - 1);
  if (to === at || page.mode !== "play") return;
  const travel = async (signal) => {
    await arrive(signal, nodes, to);
    record(false);
  };
  await navigate({ travel });
}
export const step = (by) => go(goal().at + by);

export function start(position) {
  toBoard();
  return navigate({ mode: "play", travel: (signal) => begin(signal, position) });
}

// To the game as it was before setting up or training. (A puzzle has its own address: one can go
// back to it.)
function back() {
  const puzzle = page.mode === "train";
  const travel = async (signal) => {
    await arrive(signal, page.nodes, page.at, { quiet: true });
    if (puzzle) record(false);
  };
  return navigate({ mode: "play", travel });
}

export function openTab(name) {
  if (page.tab === name) return;
  if (page.mode !== "play") back();
  setTab(name);
}

// Nothing: what is under way ends here.
export const stay = () => navigate({});

// On a telephone the board may be out of sight.
export function toBoard() {
  const verdict = byId("verdict");
  if (verdict.getBoundingClientRect().top >= 0) return;
  verdict.scrollIntoView({ behavior: calm() ? "auto" : "smooth" });
}

// Whether only the board is shown, in a frame of another page.
export const embedded = asked().embed;

// ---- addresses ----------------------------------------------------------------------------------

const escaped = (text) =>
  encodeURIComponent(text).replaceAll("_", "%5F").replaceAll("%20", "_").replaceAll("%2F", "/");

function queryOfGame() {
  const { nodes, at, table } = page;
  const query = [];
  if (nodes[0].position !== table.start) query.push(`position=${escaped(nodes[0].position)}`);
  const moves = nodes.slice(1, at + 1).map((node) => encodeURIComponent(node.move.move));
  if (at) query.push(`moves=${moves.join(",")}`);
  return query;
}

const queryOfPuzzle = ({ position, search }) => [
  `puzzle=${escaped(position)}`,
  ...Object.entries(search).map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
];

export function address() {
  const text = (page.puzzle ? queryOfPuzzle(page.puzzle) : queryOfGame()).join("&");
  return source.href(page.table.id, text);
}

// The address of what is shown, in place of the one before or after it.
export function record(replace, text = address()) {
  const { nodes, at, puzzle } = page;
  if (page.mode !== "play" && !puzzle) return;
  // (In a frame, back and forward belong to the page around it.)
  const stays = replace || embedded;
  const place = embedded && !/[#&]embed=1/.test(text) ? `${text}&embed=1` : text;
  try {
    history[stays ? "replaceState" : "pushState"]({ nodes, at, puzzle }, "", place);
  } catch {}
}
