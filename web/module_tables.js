// SPDX-License-Identifier: MIT
// The module with the tables that are asked about, each opened at its first question.
import { Prober } from "./prober.js";
import { Trouble } from "./trouble.js";

// `parts` has these, all of which return promises: module(), its bytes or the compiled module;
// table(id), as in table.json; index(id, told, fresh), unpacked bytes; and
// chunk(id, told, number, fresh). `fresh` says that what was given before was damaged.
export class ModuleTables {
  constructor(parts) {
    this.parts = parts;
    this.loading = null;
    this.opened = new Map();
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
    const loading = this.#prober();
    const opening = this.opened.get(id) ?? this.#open(loading, id, fresh);
    const prober = await loading;
    try {
      await opening;
      const found = await prober.ask(target, body);
      if (found.status !== 500 || JSON.parse(found.body).code !== "damaged_table") return found;
    } catch (error) {
      if (error instanceof Trouble && error.code !== "damaged_table") throw error;
      // (It is in no known state.)
      if (error instanceof WebAssembly.RuntimeError) this.loading = null;
    }
    this.opened.delete(id);
    prober.close(id);
    return null;
  }

  // (Module and index are loaded at the same time.)
  #open(loading, id, fresh) {
    const opening = (async () => {
      const told = await this.parts.table(id);
      const index = await this.parts.index(id, told, fresh);
      const description = { ...told, chunk_bytes: told.published.chunk_bytes };
      const chunk = (number) => this.parts.chunk(id, told, number, fresh);
      (await loading).open(id, description, index, chunk);
    })();
    this.opened.set(id, opening);
    // (What failed is tried again at the next question.)
    opening.catch(() => this.opened.get(id) === opening && this.opened.delete(id));
    return opening;
  }

  #prober() {
    if (!this.loading) {
      this.opened.clear();
      const loading = (async () => Prober.load(await this.parts.module()))();
      loading.catch(() => this.loading === loading && (this.loading = null));
      this.loading = loading;
    }
    return this.loading;
  }
}
