// SPDX-License-Identifier: MIT
// What all modules share: elements, words for values, and the sources of answers.

import { early } from "./early.js";

// Parts of the page that are loaded when they are needed, and those that are loaded.
const loaders = {
  game: () => import("./game.js"),
  trainer: () => import("./trainer.js"),
  find: () => import("./find.js"),
  edit: () => import("./edit.js"),
  share: () => import("./share.js"),
  dialogs: () => import("./dialogs.js"),
  tables: () => import("./tables.js"),
};
export const parts = {};
export const part = async (name) => (parts[name] ??= await loaders[name]());

export const byId = (id) => document.getElementById(id);

function build(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(key, value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

// h("button", { class: "icon", click: f }, "text", element): an HTML element.
export const h = (tag, attributes, ...children) =>
  build(
    document.createElement(tag),
    tag === "button" ? { type: "button", ...attributes } : attributes,
    children,
  );

// The same for SVG.
export const svg = (tag, attributes, ...children) =>
  build(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const plural = (n, one, many = `${one}s`) =>
  `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

// What is kept from one visit to the next (unless that is forbidden).
export function remember(key, value) {
  try {
    localStorage.setItem(`zermelo.${key}`, JSON.stringify(value));
  } catch {}
}

export function recall(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`zermelo.${key}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

// ---- values ----------------------------------------------------------------------------------

const words = { win: "wins", loss: "loses", draw: "draws" };
const opposite = { win: "loss", loss: "win", draw: "draw" };
export const otherSide = (side) => (side === "black" ? "white" : "black");
const rank = { win: 2, draw: 1, loss: 0 };

// The number that goes with a value: plies, points, or none.
const amount = (v) => (v.value === "draw" || !v.value ? null : (v.score ?? v.plies ?? null));

// "W7", "D", "L12"; for distances from the start "7".
export function label(v) {
  if (v.plies_from_start !== undefined)
    return v.plies_from_start === null ? "–" : String(v.plies_from_start);
  if (!v.value) return "";
  const n = amount(v);
  return v.value[0].toUpperCase() + (n === null ? "" : Math.abs(n));
}

// "wins in 7", "draws", "loses by 3".
export function phrase(v) {
  if (v.plies_from_start !== undefined)
    return v.plies_from_start === null
      ? "never reached"
      : `${plural(v.plies_from_start, "move")} from the start`;
  if (!v.value) return "not in the table";
  const n = amount(v);
  if (n === null) return words[v.value];
  return `${words[v.value]} ${typeof v.score === "number" ? "by" : "in"} ${Math.abs(n)}`;
}

// How far a move is from the best one: 0 is equally good, 3 is far away.
export function paleness(v, best) {
  if (!v.value || !best?.value || v.best) return v.best || !v.value ? 0 : 1;
  if (v.value !== best.value)
    return rank[best.value] - rank[v.value] > 1 || v.value === "loss" ? 3 : 2;
  const lost = Math.abs((amount(v) ?? 0) - (amount(best) ?? 0));
  return lost === 0 ? 0 : lost <= 4 ? 1 : lost <= 12 ? 2 : 3;
}

export const tone = (v, best) => `v-${v.value ?? "none"} p${paleness(v, best)}`;

// What a move gave away: `before` is the value for its maker, `after` that of the position it led
// to, for the other side. { error: "outcome" | "slower" | null, text }
export function grade(before, after) {
  const none = { error: null, text: "" };
  if (!before?.value || !after?.value) return none;
  const now = opposite[after.value];
  if (rank[now] < rank[before.value])
    return {
      error: "outcome",
      text:
        now === "draw"
          ? "gave the win away"
          : before.value === "win"
            ? "turned a win into a loss"
            : "gave the draw away",
    };
  if (now !== before.value || now === "draw") return none;
  const scores = typeof before.score === "number";
  if (scores && typeof after.score !== "number") return none;
  const was = Math.abs(amount(before) ?? 0);
  const is = Math.abs(amount(after) ?? 0) + (scores ? 0 : 1);
  if (amount(before) === null || amount(after) === null) return none;
  const worse = scores
    ? now === "win"
      ? was - is
      : is - was
    : now === "win"
      ? is - was
      : was - is;
  if (worse <= 0) return none;
  const verb = now === "win" ? "wins" : "loses";
  return {
    error: "slower",
    text: scores
      ? `${verb} by ${plural(worse, "point")} ${now === "win" ? "less" : "more"}`
      : `${verb} ${plural(worse, "move")} ${now === "win" ? "later" : "sooner"}`,
  };
}

// ---- names of games --------------------------------------------------------------------------

export function gameName(table) {
  const p = table.parameters ?? {};
  if (table.game === "connect") return Number(p.line) === 4 ? "Connect Four" : `Connect ${p.line}`;
  if (table.game === "mnk")
    return Number(p.k) === 3 && Number(p.m) === 3 && Number(p.n) === 3
      ? "Tic-tac-toe"
      : `${p.k} in a row`;
  if (table.game === "bddl" && table.title && table.title !== "bddl") return table.title;
  if (table.game === "bddl")
    return capital(table.id.replace(/[-_. ]\d+x\d+/, "").replace(/[-_.]/g, " "));
  return capital(table.game);
}

export const metricName = (metric) =>
  metric.startsWith("reach")
    ? "how far from the start"
    : ({ score: "who wins, and by how much", outcome: "who wins" }[metric] ??
      "who wins, and how soon");

// How things look, by the name of the game. No rule depends on it; a game that is not listed has
// discs.
const looks = {
  ostle: { piece: "tile" },
  domineering: { piece: "tile", joined: true },
  connect: { drop: true },
};
export const lookOf = (table) => looks[table.game] ?? {};

// ---- where answers come from -----------------------------------------------------------------

// An answer that is an error: its sentence, and the answer's body, which may still show a board.
export class Trouble extends Error {
  constructor(message, code, body) {
    super(message);
    this.code = code;
    this.body = body;
  }
}

let busy = () => {};
export const whenBusy = (f) => (busy = f);

// Waits when the server says it is busy, and turns every other failure into one sentence.
export async function request(path, options = {}) {
  for (let tries = 0; ; ++tries) {
    let response;
    try {
      const asked = early.get(path);
      early.delete(path);
      response = await (asked ?? fetch(path, options));
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Trouble("The server does not answer.", "offline");
    }
    if (response.status === 503 && tries < 60) {
      const seconds = Math.min(Math.max(Number(response.headers.get("Retry-After")) || 1, 1), 30);
      busy(seconds);
      await sleep(1000 * seconds);
      continue;
    }
    if (tries) busy(0);
    if (response.ok) return response;
    const body = await response.json().catch(() => ({}));
    throw new Trouble(
      body.error ?? `The server answers with an error (${response.status}).`,
      body.code ?? "error",
      body,
    );
  }
}

const json = async (path, options) => {
  const response = await request(path, options);
  try {
    return await response.json();
  } catch {
    throw new Trouble("The server's answer was cut short.", "offline");
  }
};
const api = (id, what = "", query = {}) => {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const text = given.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
  return `/api/v1/tables/${encodeURIComponent(id)}${what && `/${what}`}${text && `?${text}`}`;
};

const known = new Map();

function server() {
  return {
    live: true,
    tables: () => json("/api/v1/tables"),
    table: (id) => json(api(id)),
    rules: (id) => json(api(id, "rules")),
    stats: (id) => json(api(id, "stats")),
    // The answer, kept for the next time. Positions that the table lacks also have one, with
    // `error` in it.
    position(id, text) {
      const key = `${id} ${text}`;
      if (!known.has(key)) {
        if (known.size > 600) known.delete(known.keys().next().value);
        known.set(key, this.ask(id, { position: text, absent: 1 }));
        known.get(key).catch(() => known.delete(key));
      }
      return known.get(key);
    },
    ask: (id, query) => json(api(id, "position", query)),
    // The same position, but of equally good moves those come first after which the other side errs
    // most easily.
    luring: (id, text) => json(api(id, "position", { position: text, absent: 1, style: "lure" })),
    line: (id, text) => json(api(id, "line", { position: text })),
    sample: (id, kind, query) => json(api(id, kind, query)),
    puzzles: (id, query, signal) => request(api(id, "puzzles", query), { signal }),
    exportLink: (id, text, plies, limit) =>
      api(id, "export.html", { position: text, plies, limit }),
  };
}

// A page in one file contains its answers.
function inlined(data) {
  const beyond = () =>
    new Trouble(
      "This position is not in this file. It holds only the positions near its start.",
      "beyond",
    );
  const answer = (text) => data.positions[text || data.root];
  return {
    live: false,
    data,
    tables: async () => ({ tables: [data.table] }),
    table: async () => data.table,
    async position(id, text) {
      if (!answer(text)) throw beyond();
      return answer(text);
    },
    async ask(id, query) {
      const found = Object.values(data.positions).find(
        (a) => a.board?.cells === query.cells && a.turn === query.turn,
      );
      if (!found) throw beyond();
      return found;
    },
    async line(id, text) {
      const line = { line: [], positions: [], values: [], line_complete: false };
      for (let here = answer(text); here?.moves?.length && line.line.length < 500;) {
        const move = here.moves[0];
        line.line.push(move.move);
        line.positions.push(move.after ?? move.position);
        line.values.push(move);
        line.line_complete = Boolean(move.ends);
        here = move.position && answer(move.position);
      }
      return line;
    },
  };
}

const data = byId("zermelo-export");
export const source = data ? inlined(JSON.parse(data.textContent)) : server();
