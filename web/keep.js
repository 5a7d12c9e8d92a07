// SPDX-License-Identifier: MIT
// "Keep for offline", in the panel "Share" of a published site: all of a table in the browser's
// store, where sw.js finds it.
import { byId, h } from "./dom.js";
import { canKeep } from "./published.js";
import { chunkOf, fileOf, indexOf, load } from "./site_files.js";
import { page } from "./store.js";
import { say } from "./notices.js";

const base = new URL("./", document.baseURI);
const atOnce = 6; // requests under way
let work = null; // { id, stop }: what is being loaded

// (sw.js has the same names.)
const tableCache = ({ id, published }) =>
  `zermelo ${base.href} table ${encodeURIComponent(id)} ${published.folder}`;
const answersCache = `zermelo ${base.href} answers`;

const lastingFiles = ({ id, published }) => [
  indexOf(id, published),
  ...Array.from({ length: published.chunks }, (_, n) => chunkOf(id, published, n)),
];
const addressOf = (path) => new URL(path, base).href;

async function missing(table) {
  const cache = await caches.open(tableCache(table));
  const there = new Set((await cache.keys()).map(({ url }) => url));
  return lastingFiles(table).filter((path) => !there.has(addressOf(path)));
}

async function fetchInto(name, path, signal) {
  const bytes = await load(base, path, { signal });
  await (await caches.open(name)).put(addressOf(path), new Response(bytes));
}

async function keepAll(table, signal, progress) {
  await fetchInto(answersCache, table.published.module, signal);
  for (const name of ["table", ...table.published.has])
    await fetchInto(answersCache, fileOf(table.id, name), signal);
  const paths = await missing(table);
  let done = table.published.chunks + 1 - paths.length;
  const some = async () => {
    for (let path = paths.pop(); path; path = paths.pop()) {
      await fetchInto(tableCache(table), path, signal);
      progress(++done / (table.published.chunks + 1));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, some));
}

const megabytes = (bytes) =>
  bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

function draw(place, table, kept) {
  const note = h("p", { class: "small", id: "keep-note", role: "status" }, "");
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Loaded so far", hidden: true });
  const size = megabytes(table.published.table_bytes + table.published.index_bytes);
  const button = h("button", {
    class: `main ${kept ? "quiet" : ""}`,
    id: "keep",
    click: () => (work ? work.stop.abort() : kept ? undo() : start()),
  });
  button.textContent = kept ? "Keep it no longer" : `Keep for offline (${size})`;
  async function undo() {
    await caches.delete(tableCache(table));
    say("The table is no longer kept.");
    draw(place, table, false);
  }
  async function start() {
    work = { id: table.id, stop: new AbortController() };
    button.textContent = "Stop";
    bar.hidden = false;
    note.textContent = "Loading…";
    try {
      await keepAll(table, work.stop.signal, (share) => (bar.value = share));
      say("All of this table works offline now.");
      draw(place, table, true);
    } catch (trouble) {
      const stopped = work.stop.signal.aborted;
      work.stop.abort(); // (The others stop as well.)
      draw(place, table, false);
      byId("keep-note").textContent = stopped ? "Stopped." : trouble.message;
    } finally {
      work = null;
    }
  }
  place.replaceChildren(
    h(
      "p",
      { class: "small" },
      kept
        ? `All of this table (${size}) is kept in this browser and works without a connection.`
        : "What you have looked at works without a connection; with this, all of the table does.",
    ),
    h("p", { class: "row-of" }, button, bar),
    note,
  );
}

export function keepSection() {
  const place = h("div", { class: "stack" });
  const { table } = page;
  if (canKeep()) missing(table).then((paths) => draw(place, table, !paths.length));
  else
    place.append(
      h(
        "p",
        { class: "small" },
        "Browsers keep a site for offline only if its address begins with https.",
      ),
    );
  return h("section", { class: "card stack" }, h("h2", null, "Offline"), place);
}
