// SPDX-License-Identifier: MIT
// The module with the tables that are asked about, each opened at its first question.
import { Prober } from "./prober.js";
import { Trouble } from "./trouble.js";
import { isXz, unpackedXz } from "./xz.js";

// (Unpacked by us, it is a third smaller than what browsers can unpack.)
function unpackedModule(bytes) {
  if (!isXz(bytes)) return bytes;
  try {
    return unpackedXz(bytes);
  } catch {
    throw new Trouble(
      "The program that reads this table is damaged: it cannot be unpacked.",
      "damaged_table",
    );
  }
}

// `parts` has these, all of which return promises: module(path, fresh), a module's bytes, packed or
// not; table(id), as in table.json; index(id, told, fresh), unpacked bytes; and
// chunk(id, told, number, fresh). `fresh` says that what was given before was damaged.
export class ModuleTables {
  constructor(parts) {
    this.parts = parts;
    this.probers = new Map(); // promises, by the paths of their modules
    this.opened = new Map(); // promises of the tables' probers
  }

  // What the server answers: { status, body }. Throws Trouble. What turns out to be damaged is
  // loaded once more, since it may have been damaged on its way.
  async ask(id, target, body = "") {
    for (const fresh of [false, true]) {
      const found = await this.#answer(id, target, body, fresh);
      if (found) return found;
    }
    throw new Trouble(
      "A part of this table is damaged: its checksum is wrong. Another one could not be loaded.",
      "damaged_table",
    );
  }

  async #answer(id, target, body, fresh) {
    const opening = this.opened.get(id) ?? this.#open(id, fresh);
    let prober = null;
    try {
      prober = await opening;
      const found = await prober.ask(target, body);
      if (found.status !== 500 || JSON.parse(found.body).code !== "damaged_table") return found;
    } catch (error) {
      if (error instanceof Trouble && error.code !== "damaged_table") throw error;
      // (It is in no known state.)
      if (error instanceof WebAssembly.RuntimeError) {
        this.probers.clear();
        this.opened.clear();
        return null;
      }
    }
    if (this.opened.get(id) === opening) this.opened.delete(id);
    prober?.close(id);
    return null;
  }

  // (Module and index are loaded at the same time.)
  #open(id, fresh) {
    const opening = (async () => {
      const told = await this.parts.table(id);
      const [prober, index] = await Promise.all([
        this.#prober(told.published.module, fresh),
        this.parts.index(id, told, fresh),
      ]);
      const description = { ...told, chunk_bytes: told.published.chunk_bytes };
      const chunk = (number) => this.parts.chunk(id, told, number, fresh);
      prober.open(id, description, index, chunk);
      return prober;
    })();
    this.opened.set(id, opening);
    // (What failed is tried again at the next question.)
    opening.catch(() => this.opened.get(id) === opening && this.opened.delete(id));
    return opening;
  }

  #prober(path, fresh) {
    if (!this.probers.has(path)) {
      const loading = (async () =>
        Prober.load(unpackedModule(await this.parts.module(path, fresh))))();
      loading.catch(() => this.probers.get(path) === loading && this.probers.delete(path));
      this.probers.set(path, loading);
    }
    return this.probers.get(path);
  }
}
