// SPDX-License-Identifier: MIT
// Answers questions beside the page: { n, id, target, body } with { n, status, body, loaded }, or
// { n, trouble }. `loaded`: addresses of what was loaded for it.
import { ModuleTables } from "./module_tables.js";
import { chunkOf, fileOf, indexOf, load, parsed, unpacked } from "./site_files.js";

const base = new URL("../", import.meta.url);
let loaded = [];

async function bytes(path, fresh) {
  const found = await load(base, path, { fresh });
  loaded.push(new URL(path, base).href);
  return found;
}

const tables = new ModuleTables({
  module: async (path) => unpacked(await bytes(path), "The program that reads this table"),
  async table(id) {
    const path = fileOf(id, "table");
    return parsed(await bytes(path), path);
  },
  index: async (id, { published }, fresh) =>
    unpacked(await bytes(indexOf(id, published), fresh), "The index of this table"),
  chunk: (id, { published }, number, fresh) => bytes(chunkOf(id, published, number), fresh),
});

addEventListener("message", async ({ data: { n, id, target, body } }) => {
  try {
    const found = await tables.ask(id, target, body);
    postMessage({ n, ...found, loaded });
  } catch ({ message, code }) {
    postMessage({ n, trouble: { message, code: code ?? "error" }, loaded });
  }
  loaded = [];
});
