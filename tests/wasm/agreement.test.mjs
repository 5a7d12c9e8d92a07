// SPDX-License-Identifier: MIT
// The module answers what the server answers, byte for byte, from tables of which it has loaded
// only what it needs; and it never takes damaged bytes for right ones.
//   ZERMELO, ZERMELO_MODULES, ZERMELO_WRITE_INDEX   the program, the modules' folder, and write_index
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { Prober } from "../../wasm/prober.js";
import { canBePublished, makeTables, serve, tables } from "../web/served.mjs";

// (Folders of endgame tables are no table that a module reads, and rules that are code are not in it.)
const names = Object.keys(tables).filter(canBePublished);
const chunkBytes = 512;
let folder;
let server;
let module;

before(async () => {
  folder = makeTables(names);
  server = await serve(folder, names);
  module = await WebAssembly.compile(
    readFileSync(path.join(process.env.ZERMELO_MODULES, "zermelo.wasm")),
  );
});
after(async () => {
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

const fileOf = (name) => path.join(folder, `${name}.ztb`);
function indexOf(name) {
  const index = path.join(folder, `${name}.index`);
  execFileSync(process.env.ZERMELO_WRITE_INDEX, [fileOf(name), index]);
  return new Uint8Array(readFileSync(index));
}
const fromServer = async (target, body) => {
  const options = body ? { method: "POST", body } : {};
  const answer = await fetch(server.url + target, options);
  return { status: answer.status, body: await answer.text() };
};

// A prober with one table; `change` may change the bytes of the file.
async function opened(
  name,
  { size = chunkBytes, change = (bytes) => bytes, withIndex = true } = {},
) {
  const prober = await Prober.load(module);
  const told = JSON.parse((await fromServer(`/api/v1/tables/${name}`)).body);
  const whole = change(new Uint8Array(readFileSync(fileOf(name))));
  const loads = { chunks: 0, rounds: 0 };
  let round = null;
  const loadChunk = async (chunk) => {
    if (!round) {
      ++loads.rounds;
      round = Promise.resolve().then(() => (round = null));
    }
    ++loads.chunks;
    return whole.subarray(chunk * size, (chunk + 1) * size);
  };
  if (withIndex) {
    prober.open(name, { ...told, chunk_bytes: size }, indexOf(name), loadChunk);
  } else {
    const description = { chunk_bytes: size, table_bytes: whole.length };
    await prober.openWithoutIndex(name, description, loadChunk);
  }
  return { prober, loads, chunks: Math.ceil(whole.length / size) };
}

async function positionsOf(name, count) {
  const answer = await fromServer(`/api/v1/tables/${name}/random?count=${count}&seed=1`);
  return JSON.parse(answer.body).positions.map((one) => one.position);
}

for (const name of names) {
  test(`${name}: the same answers as the server`, async () => {
    const { prober, loads, chunks } = await opened(name);
    const base = `/api/v1/tables/${name}`;
    const positions = await positionsOf(name, 100);
    assert.ok(positions.length > 0);
    const questions = [
      "/rules",
      "/position",
      "/line",
      "/random?count=20&seed=7",
      "/position?position=nonsense",
      "/position?unknown=1",
    ];
    for (const [i, position] of positions.entries()) {
      const where = `position=${encodeURIComponent(position)}`;
      questions.push(`/position?${where}`);
      if (i < 20) questions.push(`/line?${where}`, `/board.svg?${where}`);
      if (i < 5) questions.push(`/solution?${where}`);
    }
    for (const question of questions) {
      const expected = await fromServer(base + question);
      const found = await prober.ask(base + question);
      assert.deepEqual(found, expected, question);
    }
    const list = JSON.stringify({ positions });
    assert.deepEqual(
      await prober.ask(`${base}/positions`, list),
      await fromServer(`${base}/positions`, list),
    );
    assert.ok(loads.chunks <= chunks, "no chunk is loaded twice");
  });
}

for (const name of names) {
  test(`${name}: the same answers without an index`, async () => {
    const { prober, loads } = await opened(name, { withIndex: false });
    assert.ok(loads.rounds <= 6, `${loads.rounds} rounds to open it`);
    const base = `/api/v1/tables/${name}`;
    const told = JSON.parse((await fromServer(base)).body);
    const { has, ...found } = JSON.parse((await prober.ask(base)).body);
    const { has: hasThere, ...expected } = told;
    assert.deepEqual(found, expected);
    assert.deepEqual(has, { ...hasThere, puzzles: false });
    for (const position of await positionsOf(name, 20)) {
      const question = `${base}/position?position=${encodeURIComponent(position)}`;
      assert.deepEqual(await prober.ask(question), await fromServer(question), question);
    }
  });
}

test("many positions are there after two rounds", async () => {
  const { prober, loads } = await opened("ostle");
  const positions = await positionsOf("ostle", 100);
  await prober.ask("/api/v1/tables/ostle/positions", JSON.stringify({ positions }));
  assert.ok(loads.rounds <= 2, `${loads.rounds} rounds`);
});

test("a position with all its moves is there after few rounds", async () => {
  const { prober, loads } = await opened("ostle");
  for (const position of await positionsOf("ostle", 50)) {
    const before = loads.rounds;
    await prober.ask(`/api/v1/tables/ostle/position?position=${encodeURIComponent(position)}`);
    assert.ok(loads.rounds - before <= 3, `${loads.rounds - before} rounds`);
  }
});

test("damaged chunks are noticed, or make no difference", async () => {
  const name = "othello";
  const positions = await positionsOf(name, 30);
  let noticed = 0;
  for (let n = 0; n < 40; ++n) {
    const { prober } = await opened(name, {
      change: (bytes) => {
        const at = Math.floor((n * 7919 * bytes.length) / 40) % bytes.length;
        bytes[at] ^= 1 + (n % 255);
        return bytes;
      },
    });
    for (const position of positions) {
      const target = `/api/v1/tables/${name}/position?position=${encodeURIComponent(position)}`;
      const found = await prober.ask(target);
      if (found.status === 500) {
        assert.equal(JSON.parse(found.body).code, "damaged_table");
        ++noticed;
      } else {
        assert.deepEqual(found, await fromServer(target));
      }
    }
  }
  assert.ok(noticed > 0);
});

test("a damaged index is refused", async () => {
  const index = indexOf("connect");
  const description = { chunk_bytes: chunkBytes, start_in_table: true, opens_at: null };
  for (let n = 0; n < 200; ++n) {
    const damaged = index.slice();
    damaged[(n * 7919) % damaged.length] ^= 1 + (n % 255);
    const prober = await Prober.load(module);
    assert.throws(() => prober.open("connect", description, damaged, null), /damaged/);
  }
});
