// SPDX-License-Identifier: MIT
// Where answers come from: the server, the page itself if it is one file, or a site's files.
import { byId, sleep } from "./dom.js";
import { early, site } from "./early.js";
import { Trouble, api } from "./trouble.js";
import { published } from "./published.js";

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
      await sleep(1000 * seconds, options.signal);
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
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Trouble("The server's answer was cut short.", "offline");
  }
};
// What is in hand, as an address says it: "2cE".
export const handsText = (hands) =>
  (hands ?? []).map(({ piece, number }) => `${number > 1 ? number : ""}${piece}`).join("");

const known = new Map();

function server() {
  return {
    live: true,
    home: "/",
    href: (id, query) => `/table/${encodeURIComponent(id)}${query && `?${query}`}`,
    tables: () => json("/api/v1/tables"),
    table: (id, signal) => json(api(id), { signal }),
    rules: (id) => json(api(id, "rules")),
    stats: (id) => json(api(id, "stats")),
    report: (id) => json(api(id, "report")),
    // The answer, kept for the next time. Positions that the table lacks also have one, with
    // `error` in it.
    async position(id, text, signal) {
      const key = `${id} ${text}`;
      if (known.has(key)) return known.get(key);
      const answer = await this.ask(id, { position: text, absent: 1 }, signal);
      if (known.size > 600) known.delete(known.keys().next().value);
      known.set(key, answer);
      return answer;
    },
    ask: (id, query, signal) => json(api(id, "position", query), { signal }),
    // The same position, but of equally good moves those come first after which the other side errs
    // most easily.
    luring: (id, text, signal) =>
      json(api(id, "position", { position: text, absent: 1, style: "lure" }), { signal }),
    line: (id, text, signal) => json(api(id, "line", { position: text }), { signal }),
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
    href: (id, query) => `#${query}`,
    data,
    tables: async () => ({ tables: [data.table] }),
    table: async () => data.table,
    async position(id, text) {
      if (!answer(text)) throw beyond();
      return answer(text);
    },
    async ask(id, query) {
      const found = Object.values(data.positions).find(
        (a) =>
          a.board?.cells === query.cells &&
          a.turn === query.turn &&
          handsText(a.board.hands) === (query.hands ?? ""),
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
const notServed = data ? () => inlined(JSON.parse(data.textContent)) : site && published;
export const source = notServed ? notServed() : server();
