// SPDX-License-Identifier: MIT
// Answers questions beside the page. First it is told { base, coming }: the site's address, and the
// paths of what the page has requested already; each of these follows as { path, part }: bytes, or
// null if it could not be loaded. Then { n, id, target, body } is answered with
// { n, status, body, loaded } or { n, trouble }. `loaded`: addresses of what was loaded for it.
import { ModuleTables } from "./module_tables.js";
import { chunkOf, fileOf, indexOf, load, parsed, unpacked } from "./site_files.js";

let base = null;
let loaded = [];
const coming = new Map(); // what the page has requested: { part, a promise; arrived(part) }

function begin(told) {
  base = told.base;
  for (const path of told.coming) {
    const one = {};
    one.part = new Promise((resolve) => (one.arrived = resolve));
    coming.set(path, one);
  }
}

async function partAt(path, fresh) {
  const given = await coming.get(path)?.part;
  coming.delete(path);
  const part = (!fresh && given) || (await load(base, path, { fresh }));
  loaded.push(new URL(path, base).href);
  return new Uint8Array(part);
}

const tables = new ModuleTables({
  module: partAt,
  async table(id) {
    const path = fileOf(id, "table");
    return parsed(await partAt(path), path);
  },
  index: async (id, { published }, fresh) =>
    unpacked(await partAt(indexOf(id, published), fresh), "The index of this table"),
  chunk: (id, { published }, number, fresh) => partAt(chunkOf(id, published, number), fresh),
});

async function answer({ n, id, target, body }) {
  try {
    const found = await tables.ask(id, target, body);
    postMessage({ n, ...found, loaded });
  } catch ({ message, code }) {
    postMessage({ n, trouble: { message, code: code ?? "error" }, loaded });
  }
  loaded = [];
}

addEventListener("message", ({ data }) => {
  if (data.base) begin(data);
  else if (data.path) coming.get(data.path)?.arrived(data.part);
  else answer(data);
});
