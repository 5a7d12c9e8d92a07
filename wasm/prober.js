// SPDX-License-Identifier: MIT
// The module (module.cpp) as an object: it opens tables, and answers what the server answers,
// loading the chunks that it needs. For pages, workers and node alike.

// The module was given bytes that are not those of a table, or not all of them.
export class DamagedTable extends Error {}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// What the C library asks of a system. Nothing can be opened, and only errors are written.
function system(memory) {
  const view = () => new DataView(memory().buffer);
  const notSupported = 52; // ENOSYS
  return {
    environ_get: () => 0,
    environ_sizes_get: (count, size) => {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    clock_time_get: (clock, precision, time) => {
      view().setBigUint64(time, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    fd_close: () => notSupported,
    fd_seek: () => notSupported,
    fd_write: (descriptor, list, count, written) => {
      let text = "";
      for (let i = 0; i < count; ++i) {
        const begin = view().getUint32(list + 8 * i, true);
        const size = view().getUint32(list + 8 * i + 4, true);
        text += decoder.decode(new Uint8Array(memory().buffer, begin, size));
      }
      console.error(text);
      view().setUint32(written, encoder.encode(text).length, true);
      return 0;
    },
    proc_exit: (status) => {
      throw new Error(`The module ended with ${status}.`);
    },
    random_get: (begin, size) => {
      crypto.getRandomValues(new Uint8Array(memory().buffer, begin, size));
      return 0;
    },
  };
}

export class Prober {
  // `module`: a WebAssembly.Module, or its bytes.
  static async load(module) {
    const compiled =
      module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module);
    let exports = null;
    const instance = await WebAssembly.instantiate(compiled, {
      wasi_snapshot_preview1: system(() => exports.memory),
    });
    exports = instance.exports;
    exports._initialize();
    return new Prober(exports);
  }

  constructor(exports) {
    this.exports = exports;
    this.loaders = new Map();
  }

  // Opens a table by the bytes of its index. `description`: chunk_bytes, and start_in_table and
  // opens_at as the server tells them. `loadChunk(number)` returns a promise of a chunk's bytes.
  open(id, description, index, loadChunk) {
    const status = this.#call("zermelo_open", [
      encoder.encode(id),
      encoder.encode(JSON.stringify(description)),
      index,
    ]);
    if (status !== 0) throw new DamagedTable(this.#result());
    this.loaders.set(id, loadChunk);
  }

  close(id) {
    this.#call("zermelo_close", [encoder.encode(id)]);
    this.loaders.delete(id);
  }

  // What the server answers under an address such as "/api/v1/tables/ID/position?position=...", to
  // GET, or with a body to POST: { status, body }.
  async ask(target, body = "") {
    const address = encoder.encode(target);
    const sent = encoder.encode(body);
    const id = decodeURIComponent(target.split("/")[4]?.split("?")[0] ?? "");
    for (;;) {
      const status = this.#call("zermelo_ask", [address, sent]);
      const text = this.#result();
      if (status !== 0) return { status, body: text };
      await this.#load(id, JSON.parse(text));
    }
  }

  async #load(id, chunks) {
    const loadChunk = this.loaders.get(id);
    const loaded = await Promise.all(chunks.map(async (n) => [n, await loadChunk(n)]));
    for (const [number, bytes] of loaded) {
      const status = this.#call("zermelo_put", [encoder.encode(id), number, bytes]);
      if (status !== 0) throw new DamagedTable(this.#result());
    }
  }

  #result() {
    const begin = this.exports.zermelo_result();
    const size = this.exports.zermelo_result_size();
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, begin, size));
  }

  // Bytes are copied into the module's memory for the call.
  #call(name, given) {
    const places = [];
    const numbers = given.flatMap((value) => {
      if (typeof value === "number") return [value];
      const place = this.exports.zermelo_allocate(Math.max(value.length, 1));
      places.push(place);
      new Uint8Array(this.exports.memory.buffer, place, value.length).set(value);
      return [place, value.length];
    });
    try {
      return this.exports[name](...numbers);
    } finally {
      for (const place of places) this.exports.zermelo_free(place);
    }
  }
}
