// SPDX-License-Identifier: MIT
// What the page shows. Only the functions below change it, and each of them tells those who draw.

const state = {
  table: null, // as in /api/v1/tables/ID
  nodes: [], // the game: { position, move, turn, value, … }, nodes[0] is where it began
  at: 0, // the node shown
  answer: null, // the server's answer for it, or for a puzzle's position; null until it is there
  shown: null, // what is on the board, and how it came there: { answer, change, last }
  mode: "play", // or "edit", "train"
  puzzle: null, // what the address says about the puzzle: { position, search }
  tab: "moves",
  hidden: false, // values
  locked: false, // the board
  flipped: false, // the board
  hint: [], // squares
  seats: { black: "you", white: "you" }, // or "table"
  human: false, // the table errs now and then
  lure: false, // of equally good moves it makes the one after which you err most easily
};

const refuse = () => {
  throw new TypeError("Only the store changes what the page shows.");
};

// The state, to read.
export const page = new Proxy(state, {
  set: refuse,
  defineProperty: refuse,
  deleteProperty: refuse,
});

const renderers = [];

// f(was) draws, whenever something has changed. `was` is the state before.
export const subscribe = (f) => renderers.push(f);

function change(changes) {
  const was = { ...state };
  Object.assign(state, changes);
  for (const draw of renderers) draw(was);
}

export const valuesHidden = () => state.hidden || state.mode === "train";

export const setTable = (table) => change({ table });

// A game whose answer is still to come.
export const setGame = (nodes, at) => change({ nodes, at, answer: null });

// A place in a game, with its answer. `how` is how the board gets there: { change, last }.
export const setPlace = (nodes, at, answer, how) =>
  change({ nodes, at, answer, shown: { answer, ...how }, hint: [] });

// A position of a puzzle; the game stays as it was.
export const setPosed = (answer, move) =>
  change({ answer, shown: { answer, change: move && { move }, last: move }, hint: [] });

// A board that is being set up.
export const setDraft = (answer) =>
  change({ shown: { answer, change: null, last: null }, hint: [] });

// The answer that belongs to the game is not there yet when one comes back to it.
export function setMode(mode) {
  if (mode === state.mode) return;
  if (mode !== "play") change({ mode });
  else change({ mode, answer: null, puzzle: null, locked: false, hint: [] });
}

// Together with setPosed it says which puzzle this is. (Nothing that is drawn depends on it.)
export const setPuzzle = (puzzle) => void (state.puzzle = puzzle);

export const setTab = (tab) => change({ tab });
export const setHidden = (hidden) => change({ hidden });
export const setLocked = (locked) => change({ locked });
export const setFlipped = (flipped) => change({ flipped });
export const setHint = (hint) => change({ hint });
export const setSeat = (side, who) => change({ seats: { ...state.seats, [side]: who } });
export const setHuman = (human) => change({ human });
export const setLure = (lure) => change({ lure });

// For a part of the page that has changed something of its own.
export const redraw = () => change({});
