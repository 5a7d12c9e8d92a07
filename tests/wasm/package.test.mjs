// SPDX-License-Identifier: MIT
// The npm package, as somebody has it who installs it: what it answers from tables of every kind,
// wherever they are, and what it says of bytes and hosts that are not what they should be.
//   ZERMELO, ZERMELO_MODULES (folder), ZERMELO_WRITE_INDEX, ZERMELO_PACKAGE (the .tgz)
//   ZERMELO_CHROMIUM, and playwright-core and typescript in tests/web, if they are there
//   ZERMELO_LARGE_TABLE   a table of 50 MB or more, for the bound on memory
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { canBePublished, makeTables, serve, tables } from "../web/served.mjs";
import { host, publish } from "./hosts.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const web = path.join(here, "../web/node_modules");
const names = Object.keys(tables).filter(canBePublished);
const ofDistances = "distances";

let folder; // of the tables
let site; // where the package is installed, and pages are
let server;
let probe; // the package
let module;

before(async () => {
  folder = makeTables(names);
  server = await serve(folder, names);
  site = mkdtempSync(path.join(tmpdir(), "zermelo-npm-"));
  writeFileSync(path.join(site, "package.json"), '{ "private": true, "type": "module" }');
  execFileSync(
    "npm",
    ["install", "--offline", "--no-audit", "--no-fund", process.env.ZERMELO_PACKAGE],
    {
      cwd: site,
      stdio: "ignore",
    },
  );
  const installed = path.join(site, "node_modules/zermelo-probe");
  probe = await import(pathToFileURL(path.join(installed, "index.js")));
  module = await WebAssembly.compile(readFileSync(path.join(installed, "zermelo.wasm")));
  for (const name of names)
    publish(fileOf(name), path.join(site, "tables", name), await described(name), 1024);
});
after(async () => {
  await server?.stop();
  for (const made of [folder, site]) if (made) rmSync(made, { recursive: true });
});

const fileOf = (name) => path.join(folder, `${name}.ztb`);
const bytesOf = (name) => new Uint8Array(readFileSync(fileOf(name)));
const open = (what, options) => probe.open(what, { module, ...options });

async function fromServer(name, question, body) {
  const options = body ? { method: "POST", body } : {};
  return (await fetch(`${server.url}/api/v1/tables/${name}${question}`, options)).json();
}
const described = (name) => fromServer(name, "");
async function positionsOf(name, count, seed = 5) {
  const { positions } = await fromServer(name, `/random?count=${count}&seed=${seed}`);
  return positions.map((one) => one.position);
}
// What the server says of positions, as probeMany should.
async function valuesOf(name, positions) {
  const asked = JSON.stringify({ positions });
  const { answers } = await fromServer(name, "/positions", asked);
  return answers.map(({ position, ...answer }) => answer);
}
const plain = (found) =>
  found.map((one) =>
    one instanceof probe.ZermeloError ? { code: one.code, error: one.message } : one,
  );
// (Sentences name the file, which has another name.)
const withoutSentence = (found) => found.map(({ error, ...one }) => one);

// Everything that a table is asked, compared with the server.
async function compare(table, name) {
  const told = await described(name);
  assert.equal(table.start, told.start);
  for (const key of ["game", "title", "metric", "positions", "values", "bytes", "rules"])
    assert.deepEqual(table.info[key], told[key], key);
  assert.equal(await table.opening(), told.start_in_table ? told.start : told.opens_at);
  const positions = [...(await positionsOf(name, 20)), "nonsense"];
  const found = plain(await table.probeMany(positions));
  assert.deepEqual(withoutSentence(found), withoutSentence(await valuesOf(name, positions)));
  for (const position of positions.slice(0, 5)) {
    const where = `position=${encodeURIComponent(position)}`;
    const expected = await fromServer(name, `/position?${where}`);
    const { table: id } = await table.position(position);
    assert.deepEqual(await table.position(position), { ...expected, table: id });
    assert.deepEqual(await table.moves(position), expected.moves);
    assert.deepEqual([await table.probe(position)], await valuesOf(name, [position]));
    if (name === ofDistances) continue;
    const line = await fromServer(name, `/line?${where}&limit=12`);
    assert.deepEqual(await table.line(position, 12), {
      moves: line.line,
      complete: line.line_complete,
      positions: line.positions,
      values: line.values,
    });
  }
}

for (const name of names) {
  test(`${name}: a file in node, and a published table`, async () => {
    const file = await open(fileOf(name));
    await compare(file, name);
    file.close();
    const files = await host(site);
    const published = await open(`${files.url}tables/${name}/`);
    await compare(published, name);
    assert.equal(new Set(files.requests).size, files.requests.length, "nothing is loaded twice");
    published.close();
    await files.stop();
  });
}

test("bytes, blobs, sources and addresses are the same table", async () => {
  const name = "connect";
  const bytes = bytesOf(name);
  const plainHost = await host(folder);
  const rangeHost = await host(folder, { ranges: true });
  const published = await host(site);
  let closed = 0;
  const source = {
    size: bytes.length,
    read: async (begin, end) => bytes.slice(begin, end),
    close: () => ++closed,
  };
  const ways = [
    bytes,
    bytes.buffer,
    new Blob([bytes]),
    source,
    pathToFileURL(fileOf(name)),
    `${plainHost.url}${name}.ztb`,
    new URL(`${rangeHost.url}${name}.ztb`),
    `${published.url}tables/${name}`, // (without the slash at the end)
  ];
  for (const way of ways) {
    const table = await open(way);
    await compare(table, name);
    table.close();
  }
  assert.equal(closed, 1);
  assert.equal(plainHost.requests.length, 1);
  assert.ok(rangeHost.requests.length > 1);
  for (const one of [plainHost, rangeHost, published]) await one.stop();
});

test("opening probes nothing, and a probe loads what it needs", async () => {
  const files = await host(site);
  const chunks = () => files.requests.filter((name) => name.endsWith(".bin")).length;
  const table = await open(`${files.url}tables/breakthrough/`);
  assert.equal(chunks(), 0);
  await table.probe((await positionsOf("breakthrough", 1))[0]);
  // (A block, which takes more than one of these small chunks.)
  assert.ok(chunks() >= 1 && chunks() <= 5, `${chunks()} chunks`);
  table.close();
  await files.stop();
});

test("errors say what is wrong", async () => {
  const table = await open(fileOf("tictactoe"));
  await assert.rejects(table.probe("nonsense"), {
    name: "IllegalPosition",
    code: "illegal_position",
  });
  const over = "bbb/ww1/3 w";
  for (const ask of ["probe", "moves"])
    await assert.rejects(table[ask](over), (error) => {
      assert.ok(error instanceof probe.GameOver, `${ask}: ${error}`);
      assert.equal(error.code, "game_over");
      assert.equal(error.winner, "black");
      return true;
    });
  assert.equal((await table.position(over)).over, true);
  await assert.rejects(table.line(table.start, 0), probe.UsageError);
  await assert.rejects(table.random(1000), { code: "bad_request" });
  table.close();
  table.close();
  await assert.rejects(table.probe(table.start), /is closed/);
  const end = await open(fileOf("ostle-end"));
  await assert.rejects(end.probe(end.start), { name: "NotInTable", code: "not_in_table" });
  assert.notEqual(await end.opening(), end.start);
  end.close();
  await assert.rejects(open(path.join(folder, "none.ztb")), {
    name: "NotLoaded",
    code: "not_loaded",
  });
  await assert.rejects(open(folder), probe.NotLoaded);
  await assert.rejects(open(7), probe.UsageError);
  await assert.rejects(open(fileOf("connect"), { module: "none.wasm" }), probe.NotLoaded);
  await assert.rejects(open(fileOf("connect"), { module: here + "/run.sh" }), probe.NotLoaded);
});

// (Made beside the module with all games.)
const moduleOf = (game) => path.join(process.env.ZERMELO_MODULES, `zermelo-${game}.wasm`);
const noModules = !existsSync(moduleOf("ostle")) && "the modules of one game are not made";
test("a module of one game reads its tables and no others", { skip: noModules }, async () => {
  const games = {};
  for (const name of names) games[name] = (await described(name)).game;
  for (const [name, game] of Object.entries(games)) {
    const table = await open(fileOf(name), { module: moduleOf(game) });
    await compare(table, name);
    table.close();
  }
  await assert.rejects(open(fileOf("connect"), { module: moduleOf("ostle") }), probe.UsageError);
});

// The right answers, or DamagedTable.
async function isSafe(bytes, positions, expected) {
  let table;
  try {
    table = await open(bytes);
    const found = await table.probeMany(positions);
    found.forEach((one, i) => {
      if (!(one instanceof probe.DamagedTable)) assert.deepEqual(plain([one])[0], expected[i]);
    });
    return found.every((one) => !(one instanceof probe.DamagedTable));
  } catch (error) {
    assert.ok(error instanceof probe.DamagedTable, `${error.stack}`);
    return false;
  } finally {
    table?.close();
  }
}

for (const name of ["connect", "ostle", "othello", "dobutsu"]) {
  test(`${name}: a thousand changed bytes are noticed, or make no difference`, async () => {
    const bytes = bytesOf(name);
    const positions = await positionsOf(name, 50);
    const expected = await valuesOf(name, positions);
    assert.ok(await isSafe(bytes, positions, expected));
    let unharmed = 0;
    for (let n = 0; n < 250; ++n) {
      // (Half of them where the header, directories and trailer are.)
      const near = n % 4 === 0 ? 300 : n % 4 === 1 ? -2000 : 0;
      const at =
        near > 0
          ? (n * 7919) % near
          : near < 0
            ? bytes.length + near + ((n * 7919) % -near)
            : (n * 1000003) % bytes.length;
      const before = bytes[at];
      bytes[at] ^= 1 + (n % 255);
      unharmed += await isSafe(bytes, positions, expected);
      bytes[at] = before;
    }
    assert.ok(unharmed < 250, "some are noticed");
  });
}

test("a damaged published table is noticed: index, chunks, description", async () => {
  const name = "connect";
  const positions = await positionsOf(name, 30);
  const expected = await valuesOf(name, positions);
  let change; // { path: a pattern, at, by }
  const files = await host(site, {
    answer: (request, response) => {
      if (!change || !change.path.test(request.url)) return false;
      const bytes = Buffer.from(readFileSync(path.join(site, request.url)));
      bytes[change.at % bytes.length] ^= change.by;
      response.writeHead(200, { "content-type": "application/octet-stream" }).end(bytes);
      return true;
    },
  });
  let noticed = 0;
  for (let n = 0; n < 240; ++n) {
    const which = [/index\.gz$/, /\.bin$/, /table\.json$/][n % 3];
    change = { path: which, at: n * 7919, by: 1 + (n % 255) };
    let table;
    try {
      table = await open(`${files.url}tables/${name}/`);
      const found = await table.probeMany(positions);
      found.forEach((one, i) => {
        if (one instanceof probe.DamagedTable) ++noticed;
        else assert.deepEqual(plain([one])[0], expected[i]);
      });
    } catch (error) {
      // (A changed description may lead to files that are not there.)
      const ok = [probe.DamagedTable, ...(n % 3 === 2 ? [probe.NotLoaded] : [])];
      assert.ok(
        ok.some((type) => error instanceof type),
        `${which} ${n}: ${error.stack}`,
      );
      ++noticed;
    } finally {
      table?.close();
    }
  }
  assert.ok(noticed > 80);
  await files.stop();
});

test("what is not a table, or not all of one, is refused", async () => {
  const bytes = bytesOf("tictactoe");
  const isDamaged = { name: "DamagedTable", code: "damaged_table" };
  for (let size = 0; size < bytes.length; size += Math.ceil(bytes.length / 60))
    await assert.rejects(open(bytes.slice(0, size)), isDamaged, `${size} bytes`);
  await assert.rejects(open(new TextEncoder().encode("<!doctype html>".repeat(100))), isDamaged);
  await assert.rejects(open(readFileSync(fileURLToPath(import.meta.url))), isDamaged);
  const short = { size: bytes.length, read: async () => new Uint8Array(3) };
  await assert.rejects(open(short), { name: "NotLoaded" });
  const failing = { size: bytes.length, read: () => Promise.reject(new Error("no disk")) };
  await assert.rejects(open(failing), /no disk/);
});

test("hosts that fail", async () => {
  const address = "tables/connect/";
  let how = () => false;
  const files = await host(site, { answer: (request, response) => how(request, response) });
  const at = (options) => open(files.url + address, options);
  const page = (response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<p>Hello");
  const of = (pattern, act) => (request, response) =>
    pattern.test(request.url) && (act(response), true);
  const loading = { name: "NotLoaded", code: "not_loaded" };
  await assert.rejects(open(`${files.url}tables/none/`), loading);
  for (const pattern of [/table\.json/, /index\.gz/]) {
    how = of(pattern, page);
    await assert.rejects(at(), /sent a page/);
    how = of(pattern, (response) => response.writeHead(500).end());
    await assert.rejects(at(), /status 500/);
    how = of(pattern, (response) => response.destroy());
    await assert.rejects(at(), loading);
    how = of(pattern, () => {});
    await assert.rejects(at({ timeout: 300 }), /no answer within 300 ms/);
  }
  how = of(/table\.json/, (response) => response.writeHead(200).end("<p>Hello"));
  await assert.rejects(at(), loading);
  const [position] = await positionsOf("connect", 1);
  how = () => false;
  const table = await at({ timeout: 300 });
  how = of(/\.bin/, page);
  await assert.rejects(table.moves(position), loading);
  how = of(/\.bin/, () => {});
  await assert.rejects(table.moves(position), loading);
  how = of(/\.bin/, (response) => response.writeHead(200).end("short"));
  await assert.rejects(table.moves(position), probe.DamagedTable);
  how = () => false; // (It answers again: nothing was kept.)
  await compare(table, "connect");
  table.close();
  await files.stop();
  await assert.rejects(at(), loading);
});

test("many questions at once", async () => {
  const name = "knightthrough";
  const bytes = bytesOf(name);
  const positions = (
    await Promise.all([1, 2, 3, 4].map((seed) => positionsOf(name, 100, seed)))
  ).flat();
  const expected = [];
  for (const position of positions) expected.push(...(await valuesOf(name, [position])));
  const begins = [];
  const table = await open({
    size: bytes.length,
    read: async (begin, end) => {
      begins.push(begin);
      await new Promise((resolve) => setTimeout(resolve, (begin / 16384) % 7));
      return bytes.slice(begin, end);
    },
  });
  const asked = positions.map((position) => table.probe(position));
  const listed = table.probeMany(positions);
  const lines = positions.slice(0, 20).map((position) => table.line(position, 5));
  assert.deepEqual(await Promise.all(asked), expected);
  assert.deepEqual(await listed, expected);
  assert.equal((await Promise.all(lines)).length, 20);
  assert.equal(new Set(begins).size, begins.length, "no chunk is loaded twice");
  const unanswered = table.moves(positions[0]);
  table.close();
  await unanswered.catch((error) => assert.ok(error instanceof probe.ZermeloError));
});

test("memory is bounded", { skip: !process.env.ZERMELO_LARGE_TABLE }, () => {
  const told = execFileSync(
    process.execPath,
    ["--expose-gc", path.join(here, "memory.mjs"), process.env.ZERMELO_LARGE_TABLE],
    {
      cwd: site,
      env: { ...process.env, PACKAGE: path.join(site, "node_modules/zermelo-probe/index.js") },
    },
  );
  const { megabytes, answers } = JSON.parse(told);
  assert.equal(answers, 10000);
  assert.ok(megabytes < 64, `${megabytes} MB`);
});

const tsc = path.join(web, ".bin/tsc");
test(
  "its types fit",
  { skip: existsSync(tsc) ? false : "typescript is not installed in tests/web" },
  () => {
    cpSync(path.join(here, "usage.ts"), path.join(site, "usage.ts"));
    for (const kind of ["nodenext", "bundler"]) {
      const options = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom"];
      const modules = [
        "--module",
        kind === "nodenext" ? kind : "esnext",
        "--moduleResolution",
        kind,
      ];
      execFileSync(tsc, [...options, ...modules, "usage.ts"], { cwd: site, stdio: "inherit" });
    }
  },
);

const { ZERMELO_CHROMIUM: chromium } = process.env;
const noBrowser = !chromium
  ? "there is no chromium"
  : !existsSync(path.join(web, "playwright-core"))
    ? "playwright-core is not installed in tests/web"
    : false;
test("in a page, without a bundle", { skip: noBrowser }, async () => {
  const { chromium: browsers } = await import(
    pathToFileURL(path.join(web, "playwright-core/index.mjs"))
  );
  const name = "ostle";
  writeFileSync(
    path.join(site, "page.html"),
    `<!doctype html><title>A page</title><script type="module">
      import * as probe from "./node_modules/zermelo-probe/index.js";
      globalThis.probe = probe;
      globalThis.table = await probe.open("tables/${name}/");
    </script>`,
  );
  const files = await host(site);
  const browser = await browsers.launch({ executablePath: chromium, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    const wrong = [];
    page.on("pageerror", (error) => wrong.push(error));
    await page.goto(`${files.url}page.html`);
    await page.waitForFunction("globalThis.table", null, { timeout: 30000 }).catch(() => {
      throw new Error(`The table was not opened: ${wrong.join()}`);
    });
    const positions = await positionsOf(name, 100);
    const found = await page.evaluate((asked) => table.probeMany(asked), positions);
    assert.deepEqual(found, await valuesOf(name, positions));
    const { moves } = await fromServer(
      name,
      `/position?position=${encodeURIComponent(positions[0])}`,
    );
    assert.deepEqual(await page.evaluate((asked) => table.moves(asked), positions[0]), moves);
    const said = await page.evaluate(() => table.probe("nonsense").catch((error) => error.code));
    assert.equal(said, "illegal_position");
    const dropped = await page
      .evaluate(async () => {
        const bytes = await (await fetch("t.ztb")).blob();
        return (await probe.open(new File([bytes], "t.ztb"))).info.title;
      })
      .catch((error) => error.message);
    assert.match(dropped, /not a Zermelo table/); // (It is a page that says 404.)
    assert.deepEqual(wrong, []);
  } finally {
    await browser.close();
    await files.stop();
  }
});
