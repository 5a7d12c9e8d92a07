// SPDX-License-Identifier: MIT
// The module (module.cpp) as an object: it opens tables, and answers what the server answers,
// loading the chunks that it needs. For pages, workers and node alike.

// The module was given bytes that are not those of a table, or not all of them.
export class DamagedTable extends Error {}
// It does not read this table: its game is not in this module, or has rules that are code.
export class WrongTable extends Error {}

const damaged = -1;
// So many questions are under way at the same time, since what is loaded for one must stay until it is
// answered; and when so many bytes have been loaded, no more begin until all are answered, so that the
// module can forget some.
const mostAtOnce = 16;
const mostLoaded = 4 << 20;

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

function idIn(target) {
  return decodeURIComponent(target.split("/")[4]?.split("?")[0] ?? "");
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
    this.underWay = 0;
    this.loadedBytes = 0;
    this.waiting = [];
  }

  // Opens a table by the bytes of its index. `description`: chunk_bytes, and start_in_table and
  // opens_at as the server tells them. `loadChunk(number)` returns a promise of a chunk's bytes.
  // Returns what the server answers about the table.
  open(id, description, index, loadChunk) {
    this.#setLoader(id, loadChunk);
    const status = this.#call("zermelo_open", [...this.#described(id, description), index]);
    return this.#opened(id, status);
  }

  // The same without an index: what it would say is loaded from the table. `description`:
  // table_bytes, its size; chunk_bytes, the size of all chunks but the last; start_in_table and
  // opens_at only if they are known. Returns a promise.
  async openWithoutIndex(id, description, loadChunk) {
    this.#setLoader(id, loadChunk);
    const none = new Uint8Array();
    let status = this.#call("zermelo_open", [...this.#described(id, description), none]);
    while (status === 1) {
      await this.#load(id, JSON.parse(this.#result()));
      status = this.#call("zermelo_open_further", [encoder.encode(id)]);
    }
    return this.#opened(id, status);
  }

  close(id) {
    this.#call("zermelo_close", [encoder.encode(id)]);
    this.loaders.delete(id);
  }

  // What the server answers under an address such as "/api/v1/tables/ID/position?position=...", to
  // GET, or with a body to POST: { status, body }. Questions may be asked before others are
  // answered.
  async ask(target, body = "") {
    if (this.#isBusy()) await new Promise((begin) => this.waiting.push(begin));
    else ++this.underWay;
    try {
      return await this.#answer(idIn(target), encoder.encode(target), encoder.encode(body));
    } finally {
      this.#end();
    }
  }

  #isBusy() {
    return this.underWay >= mostAtOnce || this.loadedBytes >= mostLoaded;
  }

  // Of a question that was under way; others begin.
  #end() {
    --this.underWay;
    if (this.underWay === 0 && this.loadedBytes >= mostLoaded) {
      for (const id of this.loaders.keys()) this.#call("zermelo_tidy", [encoder.encode(id)]);
      this.loadedBytes = 0;
    }
    while (this.waiting.length > 0 && !this.#isBusy()) {
      ++this.underWay;
      this.waiting.shift()();
    }
  }

  async #answer(id, address, sent) {
    for (;;) {
      const status = this.#call("zermelo_ask", [address, sent]);
      const text = this.#result();
      if (status !== 0) return { status, body: text };
      await this.#load(id, JSON.parse(text));
    }
  }

  // Each chunk is loaded once, whoever asks for it first.
  async #load(id, chunks) {
    const loader = this.loaders.get(id);
    if (!loader) throw new WrongTable(`The table ${id} was closed.`);
    await Promise.all(chunks.map((chunk) => this.#loadOne(id, loader, chunk)));
  }

  #loadOne(id, loader, chunk) {
    let loading = loader.loading.get(chunk);
    if (!loading) {
      loading = loader
        .loadChunk(chunk)
        .then((bytes) => this.#put(id, loader, chunk, bytes))
        .finally(() => loader.loading.delete(chunk));
      loader.loading.set(chunk, loading);
    }
    return loading;
  }

  #put(id, loader, chunk, bytes) {
    if (this.loaders.get(id) !== loader) return; // (closed meanwhile)
    const status = this.#call("zermelo_put", [encoder.encode(id), chunk, bytes]);
    if (status !== 0) throw new DamagedTable(this.#result());
    this.loadedBytes += bytes.length;
  }

  #setLoader(id, loadChunk) {
    this.loaders.set(id, { loadChunk, loading: new Map() });
  }

  #described(id, description) {
    return [encoder.encode(id), encoder.encode(JSON.stringify(description))];
  }

  #opened(id, status) {
    if (status === 0) return JSON.parse(this.#result());
    const sentence = this.#result();
    this.close(id);
    throw status === damaged ? new DamagedTable(sentence) : new WrongTable(sentence);
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
