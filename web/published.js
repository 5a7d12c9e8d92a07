// SPDX-License-Identifier: MIT
// A site without a server: what was answered when it was published is in files, or in the page
// itself; all else is answered by the module, in a worker.
import { byId } from "./dom.js";
import { early, site } from "./early.js";
import { Trouble, api } from "./trouble.js";
import { fileOf, load, parsed, unpacked } from "./site_files.js";

const base = new URL("./", document.baseURI);

// ---- a folder of files --------------------------------------------------------------------------

async function json(path, signal) {
  // (start.js has read some files already.)
  const told = site.told?.get(path);
  site.told?.delete(path);
  if (told) return told;
  const asked = early.get(path);
  early.delete(path);
  return parsed(await load(base, path, { asked, signal }), path);
}

// Gives the worker what start.js has requested for it. (What it does not get, it asks for itself.)
async function begin(worker) {
  const ahead = await site.ahead.catch(() => []);
  site.ahead = Promise.resolve([]);
  worker.postMessage({ base: base.href, coming: ahead.map(([path]) => path) });
  for (const [path, part] of ahead)
    part()
      .catch(() => null)
      .then((found) => worker.postMessage({ path, part: found }, found ? [found] : []));
}

// The worker, with the questions that it has not answered: { ask(id, target, signal) }.
function workerTables() {
  let starting = null; // a promise of the worker
  let count = 0;
  const waiting = new Map();
  const answered = ({ data: { n, loaded, ...found } }) => {
    waiting.get(n)?.resolve(found);
    waiting.delete(n);
    if (loaded.length) keep(loaded);
  };
  const failed = () => {
    starting?.then((worker) => worker.terminate()).catch(() => {});
    starting = null;
    const trouble = new Trouble(
      "The program that reads the tables could not be loaded. Is there a connection?",
      "offline",
    );
    for (const { reject } of waiting.values()) reject(trouble);
    waiting.clear();
  };
  const start = async () => {
    const worker = new Worker(await site.worker(), { type: "module" });
    worker.addEventListener("message", answered);
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      failed();
    });
    await begin(worker);
    return worker;
  };
  return {
    ask(id, target, signal) {
      signal?.throwIfAborted();
      const n = ++count;
      const found = new Promise((resolve, reject) => {
        waiting.set(n, { resolve, reject });
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
      starting ??= start();
      starting.then((worker) => worker.postMessage({ n, id, target }), failed);
      return found;
    },
  };
}

function folder() {
  const tables = workerTables();
  return {
    tables: () => json(site.tables),
    file: (id, name, signal) => json(fileOf(id, name), signal),
    ask: tables.ask,
  };
}

// ---- one file that holds everything -------------------------------------------------------------

const fromBase64 = (text) => Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));

function oneFile() {
  const { site: about, tables } = JSON.parse(site.data.textContent);
  const of = (id) => tables.find((one) => one.table.id === id);
  const held = (kind, id) =>
    [...document.querySelectorAll(`script.zermelo-${kind}`)].find((e) => e.dataset.id === id)
      .textContent;
  const bytes = new Map(); // of tables, by their ids
  const whole = (id) => {
    if (!bytes.has(id)) bytes.set(id, fromBase64(held("table", id)));
    return bytes.get(id);
  };
  let loaded = null;
  const module = async () => {
    const { ModuleTables } = await import("./module_tables.js");
    return new ModuleTables({
      module: async (path) => fromBase64(held("module", path)),
      table: async (id) => of(id).table,
      index: (id) => unpacked(fromBase64(held("index", id)), "The index in this file"),
      async chunk(id, { published: { chunk_bytes } }, n) {
        return whole(id).subarray(n * chunk_bytes, (n + 1) * chunk_bytes);
      },
    });
  };
  return {
    tables: async () => ({ tables: tables.map(({ table }) => table), site: about }),
    async file(id, name) {
      const found = of(id)?.[name];
      if (!found) throw new Trouble("This file does not hold that.", "missing");
      return found;
    },
    async ask(id, target, signal) {
      signal?.throwIfAborted();
      const found = await (await (loaded ??= module())).ask(id, target);
      signal?.throwIfAborted();
      return found;
    },
  };
}

// ---- offline ------------------------------------------------------------------------------------

// Browsers keep files only for addresses that nobody else can answer for.
export const canKeep = () =>
  Boolean(!site.data && isSecureContext && "serviceWorker" in navigator && "caches" in globalThis);

let registered = null;
const register = () =>
  (registered ??= navigator.serviceWorker
    .register(new URL("sw.js", base), { scope: base.pathname })
    .then(() => navigator.serviceWorker.ready)
    .catch(() => null)); // (The page works without.)

// What the first visit has loaded before anybody kept it. `page`: also the page as it is now.
async function keep(addresses, page = false) {
  if (!canKeep()) return;
  const first = !navigator.serviceWorker.controller;
  (await register())?.active?.postMessage({ keep: addresses, page: page && !first });
}

const keepLoaded = () =>
  keep(
    performance.getEntriesByType("resource").map(({ name }) => name),
    true,
  );

// ---- puzzles and examples -----------------------------------------------------------------------

// Numbers below `n` from a seed, the same in every browser.
function numbersFrom(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}

function shuffled(list, seed) {
  const all = [...list];
  const below = numbersFrom(seed);
  for (let i = all.length - 1; i > 0; --i) {
    const j = below(i + 1);
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

const someOf = (list, count) => shuffled(list, Math.floor(Math.random() * 2 ** 32)).slice(0, count);

const inRange = (range, n) => {
  if (!range) return true;
  const [from, to] = range.split("..").map(Number);
  return n >= from && n <= to;
};

// As the server streams them: a line each, and one that says how it ended.
function puzzleLines({ puzzles }, { win_in, win_by, seed, limit, order, ...flags }) {
  const wanted = Object.keys(flags).filter((name) => flags[name]);
  const met = puzzles.filter(
    (p) =>
      (!win_in || (p.value === "win" && inRange(win_in, p.plies))) &&
      (!win_by || (p.value === "win" && inRange(win_by, p.score))) &&
      (p.value === "win" || flags.capture_refused) &&
      wanted.every((name) => p.meets.includes(name)),
  );
  const given = shuffled(met, Number(seed) || 1).slice(0, limit);
  const end = given.length
    ? { given: given.length }
    : { error: "None of the puzzles that this site holds is like that. Ask for something else." };
  return [...given, end].map((line) => `${JSON.stringify(line)}\n`).join("");
}

// ---- the source ---------------------------------------------------------------------------------

const partOfLine = 6; // plies that are asked for at a time
const mostPlies = 1000;

export function published() {
  const files = site.data ? oneFile() : folder();
  const answers = new Map();
  const once = (key, make) => {
    if (!answers.has(key)) {
      const made = make();
      answers.set(key, made);
      made.catch(() => answers.delete(key));
    }
    return answers.get(key);
  };
  const file = (id, name) => once(`${id} ${name}`, () => files.file(id, name));

  async function fileIfThere(id, name, otherwise) {
    const { published: told } = await file(id, "table");
    if (told.has.includes(name)) return file(id, name);
    throw new Trouble(otherwise, "missing");
  }

  async function ask(id, what, query, signal) {
    const { status, body, trouble } = await files.ask(id, api(id, what, query), signal);
    signal?.throwIfAborted();
    if (trouble) throw new Trouble(trouble.message, trouble.code);
    const told = JSON.parse(body);
    if (status === 200) return told;
    throw new Trouble(told.error ?? `There is no answer (${status}).`, told.code ?? "error", told);
  }

  const known = new Map(); // positions, as the server answers them
  async function position(id, text, signal) {
    const key = `${id} ${text}`;
    if (known.has(key)) return known.get(key);
    const first = (await file(id, "first").catch(() => null))?.positions;
    const answer =
      first?.[text] ?? (await ask(id, "position", { position: text, absent: 1 }, signal));
    signal?.throwIfAborted();
    if (known.size > 600) known.delete(known.keys().next().value);
    known.set(key, answer);
    return answer;
  }

  // `more` is called with what is known of it so far.
  async function line(id, text, signal, more = () => {}) {
    const { published: told } = await file(id, "table");
    const opening = (await position(id, "", signal)).position;
    if (text === opening && told.has.includes("line")) return file(id, "line");
    const all = { line: [], positions: [], values: [], line_complete: false };
    const seen = new Set([text]);
    for (let here = text; here && all.line.length < mostPlies;) {
      const part = await ask(id, "line", { position: here, limit: partOfLine }, signal);
      for (const key of ["line", "positions", "values"]) all[key].push(...(part[key] ?? []));
      all.line_complete = part.line_complete;
      here = part.positions.at(-1);
      if (part.line_complete || part.line.length < partOfLine || seen.has(here)) break;
      seen.add(here);
      more({ ...all });
    }
    return all;
  }

  async function sample(id, kind, query) {
    if (kind === "random") return ask(id, "random", query);
    const { positions } = await fileIfThere(id, kind, "This site does not hold that.");
    return {
      positions:
        kind === "longest" ? positions.slice(0, query.count) : someOf(positions, query.count),
    };
  }

  // A win in exactly n: { position }, or { reason } why there is none.
  async function example(id, n) {
    const { examples, complete } = await fileIfThere(id, "examples", "This site holds none.");
    const found = examples.find((one) => one.value === "win" && one.plies === n);
    if (found) return found;
    const none = `No win in exactly ${n}`;
    return {
      reason: complete ? `${none}: those are losses.` : `${none} is among those of this site.`,
    };
  }

  return {
    live: true,
    site: true,
    home: "#",
    href: (id, query) => `#${[`table=${encodeURIComponent(id)}`, query].filter(Boolean).join("&")}`,
    tables: () => files.tables(),
    table: (id) => file(id, "table"),
    rules: (id) => file(id, "rules"),
    stats: (id) => fileIfThere(id, "stats", "This site does not say how many there are."),
    report: (id) => fileIfThere(id, "report", "This site has no report on this game."),
    position,
    ask: (id, query, signal) => ask(id, "position", query, signal),
    luring: (id, text, signal) =>
      ask(id, "position", { position: text, absent: 1, style: "lure" }, signal),
    line,
    sample,
    example,
    async puzzles(id, query) {
      return new Response(
        puzzleLines(await fileIfThere(id, "puzzles", "This site has no puzzles."), query),
      );
    },
    exportLink: () => null,
    // To be called when the first board is there: what it did not wait for.
    // (What is kept for offline is loaded last.)
    async settled(id) {
      if (id) await files.ask(id, api(id, "position", { absent: 1 })).catch(() => {});
      keepLoaded();
    },
  };
}
