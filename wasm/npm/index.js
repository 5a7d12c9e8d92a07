// SPDX-License-Identifier: MIT
// Perfect play from the tables of Zermelo, in a browser or in node. See README.md.
import { DamagedTable, GameOver, NotLoaded, UsageError, ZermeloError, errorOf } from "./errors.js";
import {
  addressOf,
  bytesAt,
  checkedSource,
  compiledModule,
  fetchChecked,
  sourceOfAddress,
  sourceOfBlob,
  sourceOfBytes,
  sourceOfFile,
  unpacked,
} from "./loading.js";
import * as prober from "./prober.js";

export * from "./errors.js";

// What the server would call a table: the file's or folder's name. (Each table has a module of its own.)
const idOf = (name) =>
  String(name)
    .replace(/[?#].*$/, "")
    .replace(/\/+$/, "")
    .replace(/^.*\//, "")
    .replace(/(.)\.ztb$/, "$1")
    .replace(/[^A-Za-z0-9._-]/g, "-") || "table";
const chunkBytes = 16384;
const positionsAtOnce = 250; // of probeMany: what these need is loaded together
const defaults = { timeout: 30000 };

class Table {
  #id;
  #prober;
  #close;
  #opening;

  constructor(id, opened, answer, opening, close) {
    this.#id = id;
    this.#prober = opened;
    this.#opening = opening;
    this.#close = close;
    const { id: _, file, start_in_table, opens_at, ...info } = answer;
    this.info = info;
    this.start = info.start;
  }

  // The answer of the HTTP interface to GET (or, with a body, POST) under the table's address:
  // "/position?position=..." for example. { status, body }
  async ask(question, body = "") {
    if (!this.#prober) throw new UsageError("The table is closed.");
    try {
      return await this.#prober.ask(`/api/v1/tables/${this.#id}${question}`, body);
    } catch (error) {
      throw translated(error);
    }
  }

  async probe(position) {
    const [answer] = await this.probeMany([position]);
    if (answer instanceof ZermeloError) throw await this.#withWinner(answer, position);
    return answer;
  }

  async probeMany(positions) {
    const answers = [];
    for (let begin = 0; begin < positions.length; begin += positionsAtOnce) {
      const some = positions.slice(begin, begin + positionsAtOnce);
      const asked = JSON.stringify({ positions: some.map(String) });
      for (const answer of (await this.#json("/positions", asked)).answers)
        answers.push(valueIn(answer));
    }
    return answers;
  }

  async moves(position) {
    const answer = await this.position(position);
    if (answer.over) throw new GameOver(answer.result.sentence, answer.result.winner);
    return answer.moves;
  }

  position(position) {
    return this.#json(`/position?position=${encodeURIComponent(position)}`);
  }

  async line(position, limit = 1000) {
    const where = `position=${encodeURIComponent(position)}`;
    const answer = await this.#json(`/line?${where}&limit=${limit}`);
    const { line: moves, line_complete: complete, positions, values } = answer;
    return { moves, complete, positions, values };
  }

  async random(count = 1, seed = Math.floor(Math.random() * 2 ** 31)) {
    const { positions } = await this.#json(`/random?count=${count}&seed=${seed}`);
    return positions.map((one) => one.position);
  }

  async svg(position) {
    const { status, body } = await this.ask(
      `/board.svg?position=${encodeURIComponent(position)}`,
    );
    if (status !== 200) throw errorIn(body);
    return body;
  }

  // A position to begin with: the start of the game, if the table covers it; else one that it does;
  // null if none was found.
  async opening() {
    if (!this.#opening) {
      const { start_in_table, opens_at } = await this.#json("");
      this.#opening = { start_in_table, opens_at };
    }
    return this.#opening.start_in_table ? this.start : this.#opening.opens_at;
  }

  close() {
    if (!this.#prober) return;
    this.#prober.close(this.#id);
    this.#prober = null;
    this.#close?.();
  }

  async #json(question, body) {
    const answer = await this.ask(question, body);
    if (answer.status !== 200) throw errorIn(answer.body);
    return JSON.parse(answer.body);
  }

  async #withWinner(error, position) {
    if (!(error instanceof GameOver)) return error;
    const { result } = await this.position(position);
    return new GameOver(error.message, result.winner);
  }
}

function errorIn(body) {
  const { code, error } = JSON.parse(body);
  return errorOf(code, error);
}

function valueIn({ position, code, error, ...value }) {
  return code === undefined ? value : errorOf(code, error);
}

// Errors of the module and of sources as this package's.
function translated(error) {
  if (error instanceof ZermeloError) return error;
  if (error instanceof prober.DamagedTable) return new DamagedTable(error.message);
  if (error instanceof prober.WrongTable) return new UsageError(error.message);
  if (error instanceof WebAssembly.RuntimeError) return error;
  return new NotLoaded(`The table could not be loaded: ${error.message}`, error);
}

async function opened(id, module, open, opening, close) {
  try {
    const made = await prober.Prober.load(await module);
    return new Table(id, made, await open(made), opening, close);
  } catch (error) {
    await close?.();
    throw translated(error);
  }
}

// --- Tables of which the whole file is there -------------------------------------------------------

function openSource(source, module) {
  const { name = "The table", size } = checkedSource(source);
  const loadChunk = async (chunk) => {
    const begin = chunk * chunkBytes;
    const end = Math.min(size, begin + chunkBytes);
    const bytes = await source.read(begin, end);
    if (!(bytes instanceof Uint8Array) || bytes.length !== end - begin)
      throw new NotLoaded(`${name} did not give its bytes ${begin} to ${end}.`);
    return bytes;
  };
  const description = { chunk_bytes: chunkBytes, table_bytes: size };
  const id = idOf(source.name ?? "table");
  const open = (made) => made.openWithoutIndex(id, description, loadChunk);
  return opened(id, module, open, null, () => source.close?.());
}

// --- Published tables: `zermelo publish` -----------------------------------------------------------

const isWord = (text, pattern) => typeof text === "string" && pattern.test(text);

async function openPublished(address, module, options) {
  const folder = new URL(address);
  if (!folder.pathname.endsWith("/")) folder.pathname += "/";
  const description = await fetchChecked(new URL("table.json", folder), options);
  let table;
  try {
    table = await description.json();
  } catch (error) {
    throw new NotLoaded(`${description.url} is not the description of a table.`, error);
  }
  const { published, start_in_table, opens_at = null } = table;
  const makesSense =
    isWord(published?.folder, /^[0-9a-f]{1,16}$/) &&
    Number.isInteger(published.chunk_bytes) &&
    published.chunk_bytes >= 512 &&
    published.chunk_bytes <= 1 << 24;
  if (!makesSense)
    throw new DamagedTable(`${folder} is damaged: its description makes no sense.`);
  const bytes = new URL(`${published.folder}/`, folder);
  const indexAt = new URL("index.gz", bytes);
  const index = await unpacked(await bytesAt(indexAt, options), String(indexAt));
  const threeDigits = (number) => String(number).padStart(3, "0");
  const loadChunk = (chunk) => {
    const name = `${threeDigits(Math.floor(chunk / 256))}/${threeDigits(chunk % 256)}.bin`;
    return bytesAt(new URL(name, bytes), options);
  };
  const opening =
    typeof start_in_table === "boolean" ? { start_in_table, opens_at } : null;
  const told = { chunk_bytes: published.chunk_bytes };
  const id = idOf(table.id ?? folder.pathname);
  return opened(id, module, async (made) => made.open(id, told, index, loadChunk), opening);
}

// ---------------------------------------------------------------------------------------------------

// See index.d.ts.
export async function open(what, given = {}) {
  const options = { timeout: given.timeout ?? defaults.timeout };
  const module = compiledModule(given.module, options);
  Promise.resolve(module).catch(() => {}); // (It is waited for later.)
  if (what instanceof Uint8Array) return openSource(sourceOfBytes(what), module);
  if (what instanceof ArrayBuffer)
    return openSource(sourceOfBytes(new Uint8Array(what)), module);
  if (typeof Blob !== "undefined" && what instanceof Blob)
    return openSource(sourceOfBlob(what), module);
  if (typeof what !== "string" && !(what instanceof URL)) return openSource(what, module);
  const address = addressOf(what);
  if (address === null || (address.protocol === "file:" && !globalThis.document))
    return openSource(await sourceOfFile(address ?? what), module);
  if (address.pathname.endsWith(".ztb"))
    return openSource(await sourceOfAddress(address, options), module);
  return openPublished(address, module, options);
}
