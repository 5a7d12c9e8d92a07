// SPDX-License-Identifier: MIT
// The page of a published site in a real browser, from a plain host in a subfolder, from a disk,
// and offline.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright-core";
import { makeTables, serve } from "./served.mjs";
import { plainHost, publish } from "./site.mjs";
import { head, until } from "./support.mjs";

const names = ["ostle", "connect", "othello", "tictactoe"];
const slow = process.env.ZERMELO_SLOW === "1";
const perKind = slow ? 1000 : 40;
let tables, folder, site, single, host, server, browser;

before(async () => {
  tables = makeTables(names);
  folder = mkdtempSync(path.join(tmpdir(), "zermelo-site-"));
  site = path.join(folder, "some", "games");
  publish(tables, names, site);
  single = path.join(folder, "games.html");
  publish(tables, ["ostle", "tictactoe"], single, "--single-file");
  host = await plainHost(folder);
  server = await serve(tables, names);
  browser = await chromium.launch({
    executablePath: process.env.ZERMELO_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
});
after(async () => {
  await browser?.close();
  await host?.stop();
  await server?.stop();
  for (const made of [tables, folder]) if (made) rmSync(made, { recursive: true });
});

const address = (hash, where = "some/games") => `${host.url}/${where}/${hash}`;
const cell = "[role=gridcell]";

// f(page, its context), at an address; then nothing may have strayed from the site.
async function on(
  target,
  { expect = cell, within = host.url, width = 1280, height = 800, ...more },
  f,
) {
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: "reduce",
    permissions: within ? ["clipboard-read", "clipboard-write"] : [],
    ...more,
  });
  const strays = [];
  context.on("request", (request) => {
    const allowed = request.url().startsWith(within) || /^(data|blob):/.test(request.url());
    if (!allowed) strays.push(request.url());
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30000);
  page.on("pageerror", (error) => strays.push(error.stack));
  page.on("console", (m) => /violates|Content.Security/i.test(m.text()) && strays.push(m.text()));
  try {
    await page.goto(target);
    if (expect) await page.locator(expect).first().waitFor();
    await f(page, context);
    assert.deepEqual(strays, []);
  } finally {
    await context.close();
  }
}

const moves = (page) =>
  new URLSearchParams(page.url().split("#")[1]).get("moves")?.split(",") ?? [];
// Plays best moves by the keyboard alone.
async function playBest(page, count) {
  for (let i = 1; i <= count; ++i) {
    await page.keyboard.press("Space");
    await until(() => moves(page).length === i, `move ${i}`);
  }
}
const told = (page, pattern) =>
  until(async () => pattern.test(await page.locator("body").innerText()), String(pattern), 30000);
const ended = (page) =>
  until(async () => /has won|over|draw/i.test(await head(page)), "the end of the game");

test("the first page: all tables; one is opened; back, forward, reload", async () => {
  await on(address(""), { expect: ".table-card" }, async (page) => {
    await until(async () => (await page.locator(".small-board").count()) === names.length);
    await page.locator(".table-card", { hasText: "Ostle" }).click();
    await page.locator(cell).first().waitFor();
    assert.match(page.url(), /\/some\/games\/#table=ostle$/);
    assert.match(await head(page), /wins in 17/);
    await playBest(page, 3);
    await page.goBack();
    await until(() => moves(page).length === 2);
    await page.goForward();
    await until(() => moves(page).length === 3);
    const before = await head(page);
    await page.reload();
    await until(async () => (await head(page)) === before, "the same after a reload");
    await page.locator("#home").click();
    await page.locator(".table-card").first().waitFor();
  });
});

test("the keyboard alone plays a game to its end", async () => {
  await on(address("#table=ostle"), {}, async (page) => {
    await playBest(page, 17);
    await ended(page);
  });
});

test("puzzles, Find, best play and Set up", async () => {
  await on(address("#table=ostle"), {}, async (page) => {
    await page.locator("#tab-game").click();
    await until(async () => (await page.locator(".plies .ply").count()) >= 17, "best play");
    await page.locator("#tab-find").click();
    await until(async () => (await page.locator(".starts .start").count()) >= 12, "positions");
    await page.locator("#tab-trainer").click();
    await page.locator("#wish-only_move").setChecked(false);
    await page.locator("#train-start").click();
    await until(() => /puzzle=/.test(page.url()), "a puzzle");
    assert.match(await head(page), /win in \d+ move/);
    await page.locator("#train-solution").click();
    await until(async () => (await page.locator("#train-open").count()) === 1, "its solution");
    await page.locator("#tab-edit").click();
    await until(async () => !(await page.locator("#edit-go").isDisabled()), "a draft is judged");
  });
});

test("best play that no file holds comes from the module", async () => {
  await on(address("#table=ostle"), {}, async (page) => {
    await playBest(page, 4);
    await page.locator("#tab-game").click();
    await told(page, /13 moves to the end/);
  });
});

test("answers of the page's worker are those of the server, byte for byte", async (t) => {
  for (const name of names) {
    const base = `/api/v1/tables/${name}`;
    const random = await (await fetch(`${server.url}${base}/random?count=100&seed=1`)).json();
    const positions = random.positions.map(({ position }) => position);
    for (let seed = 2; positions.length < perKind && seed < 200; ++seed) {
      const more = await (await fetch(`${server.url}${base}/random?count=100&seed=${seed}`)).json();
      positions.push(...more.positions.map(({ position }) => position));
    }
    const targets = positions
      .slice(0, perKind)
      .map((position) => `${base}/position?position=${encodeURIComponent(position)}&absent=1`);
    await on(address(`#table=${name}`), {}, async (page) => {
      const found = await page.evaluate(
        async ([id, asked]) => {
          const { site } = zermelo.need("early.js");
          const worker = new Worker(await site.worker(), { type: "module" });
          worker.postMessage({
            base: new URL("./", document.baseURI).href,
            coming: [],
          });
          const answers = [];
          for (const [n, target] of asked.entries())
            answers.push(
              await new Promise((resolve) => {
                worker.onmessage = ({ data }) => resolve(data);
                worker.postMessage({ n, id, target });
              }),
            );
          return answers.map(({ status, body }) => ({ status, body }));
        },
        [name, targets],
      );
      for (const [i, target] of targets.entries()) {
        const expected = await fetch(server.url + target);
        assert.deepEqual(
          found[i],
          { status: expected.status, body: await expected.text() },
          target,
        );
      }
      t.diagnostic(`${name}: ${targets.length} positions`);
    });
  }
});

const pageIsKept = (page) =>
  until(
    () =>
      page.evaluate(async () => {
        const all = (await caches.keys()).filter((name) => / page /.test(name));
        const cache = all.length === 1 && (await caches.open(all[0]));
        return Boolean(cache && (await cache.match("complete")));
      }),
    "the page is kept",
  );

test("offline: what was visited, and all of a table that is kept", async () => {
  const away = mkdtempSync(path.join(tmpdir(), "zermelo-away-"));
  cpSync(site, path.join(away, "site"), { recursive: true });
  const other = await plainHost(away);
  try {
    const options = { within: other.url };
    await on(`${other.url}/site/#table=ostle`, options, async (page, context) => {
      await playBest(page, 6);
      const visited = await head(page);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.locator("#tab-share").click();
      await page.locator("#keep").click();
      await told(page, /is kept in this browser/);
      await pageIsKept(page);
      await other.stop();
      await context.setOffline(true);
      await page.reload();
      await until(async () => (await head(page)) === visited, "the same offline");
      await page.goto(`${other.url}/site/`);
      await page.locator(".table-card").first().waitFor();
      await page.goto("about:blank");
      await page.goto(`${other.url}/site/#table=ostle`);
      await page.locator(cell).first().waitFor();
      await playBest(page, 17);
      await ended(page);
      await page.locator("#tab-share").click();
      await page.locator("#keep").click();
      await told(page, /What you have looked at works/);
    });
  } finally {
    await other.stop();
    rmSync(away, { recursive: true });
  }
});

// Another game under the same name, and a page with another script.
function replaceSite(folder, copy) {
  const other = path.join(folder, "other-tables");
  mkdirSync(other);
  const how = [
    "solve",
    "ostle",
    "size=3",
    "start=3",
    "lose=2",
    "-o",
    path.join(other, "ostle.ztb"),
  ];
  execFileSync(process.env.ZERMELO, how, { stdio: "ignore" });
  publish(other, ["ostle"], copy);
  const script = path.join(copy, "assets", "page.gz");
  const text = gunzipSync(readFileSync(script)).toString();
  const changed = text.replaceAll('"Best move"', '"Another best"');
  assert.notEqual(changed, text);
  writeFileSync(script, gzipSync(changed));
}

test("a new site takes the place of one that the browser has kept", async () => {
  const away = mkdtempSync(path.join(tmpdir(), "zermelo-new-"));
  const copy = path.join(away, "site");
  publish(tables, ["ostle"], copy);
  const other = await plainHost(away);
  const folderOf = () =>
    JSON.parse(readFileSync(path.join(copy, "tables", "ostle", "table.json"))).published.folder;
  const best = (page) => page.locator("#best").textContent();
  const tablesKept = (page) =>
    page.evaluate(async () => (await caches.keys()).filter((name) => / table /.test(name)));
  try {
    await on(`${other.url}/site/#table=ostle`, { within: other.url }, async (page, context) => {
      await page.locator("#tab-share").click();
      await page.locator("#keep").click();
      await told(page, /is kept in this browser/);
      await pageIsKept(page);
      const [before, old] = [await head(page), folderOf()];
      assert.ok((await tablesKept(page)).every((name) => name.endsWith(old)));
      replaceSite(away, copy);
      assert.notEqual(folderOf(), old);
      await page.reload();
      await page.locator(cell).first().waitFor();
      assert.notEqual(await head(page), before);
      assert.equal(await best(page), "Another best");
      await playBest(page, 2);
      await until(async () => !(await tablesKept(page)).some((name) => name.endsWith(old)));
      const visited = await head(page);
      // (What it has kept now is the new page.)
      await until(
        () =>
          page.evaluate(async () => {
            const kept = await caches.match(new URL("assets/page.gz", document.baseURI));
            const stream = kept.body.pipeThrough(new DecompressionStream("gzip"));
            return (await new Response(stream).text()).includes('"Another best"');
          }),
        "the new page is kept",
      );
      await pageIsKept(page);
      await other.stop();
      await context.setOffline(true);
      await page.reload();
      await until(async () => (await head(page)) === visited, "the new site offline");
      assert.equal(await best(page), "Another best");
    });
  } finally {
    await other.stop();
    rmSync(away, { recursive: true });
  }
});

test("the service worker's list of files is the page's", () => {
  const [, list] = /const pageFiles = \[.*\[(.*?)\]\.map/s.exec(
    readFileSync(path.join(site, "sw.js"), "utf8"),
  );
  const others = readdirSync(path.join(site, "assets")).filter(
    (name) => !/^zermelo-[a-z]+\.wasm\.xz$/.test(name),
  );
  assert.deepEqual(JSON.parse(`[${list}]`), others.sort());
});

test("the page's modules are written so that they can be packed", () => {
  const web = new URL("../../web/", import.meta.url).pathname;
  const files = readdirSync(web)
    .filter((name) => name.endsWith(".js"))
    .map((name) => path.join(web, name));
  for (const file of [...files, new URL("../../wasm/prober.js", import.meta.url).pathname])
    for (const line of readFileSync(file, "utf8").split("\n")) {
      const where = `${path.basename(file)}: ${line}`;
      // (No string goes over several lines.)
      assert.equal((line.match(/`/g) ?? []).length % 2, 0, where);
      assert.doesNotMatch(line, /\/\*|^export (let|var|default|\{|const [[{])/, where);
      if (/^import /.test(line)) assert.match(line, /^import (\{|\* as \w+ from "\.\/)/, where);
    }
});

test("a frame in another page", async () => {
  await on(address("#table=connect"), {}, async (page) => {
    await page.locator("#tab-share").click();
    const text = await page.locator("#share-frame").inputValue();
    writeFileSync(path.join(folder, "other.html"), `<!doctype html><title>Other</title>${text}`);
    await page.goto(`${host.url}/other.html`);
    const frame = page.frameLocator("iframe");
    await frame.locator(cell).first().waitFor();
    for (const hidden of [".top", "#tabs", "#panel", "#timeline"])
      assert.equal(await frame.locator(hidden).isVisible(), false, hidden);
    const length = await page.evaluate(() => history.length);
    await frame.locator(cell).first().click();
    await until(async () => /moves=/.test(await frame.locator("#whole").getAttribute("href")));
    assert.equal(await page.evaluate(() => history.length), length, "the page's history");
    const whole = await frame.locator("#whole").getAttribute("href");
    assert.doesNotMatch(whole, /embed/);
  });
});

test("a puzzle in a frame", async () => {
  await on(address("#table=ostle"), {}, async (page) => {
    await page.locator("#tab-trainer").click();
    await page.locator("#wish-only_move").setChecked(false);
    await page.locator("#train-start").click();
    await until(() => /puzzle=/.test(page.url()), "a puzzle");
    const puzzle = page.url();
    await page.goto("about:blank");
    await page.goto(`${puzzle}&embed=1`);
    await page.locator("#train-hint").waitFor();
    assert.match(await head(page), /to move: (win in|hold)/);
    assert.equal(await page.locator("#tabs").isVisible(), false);
  });
});

test("one file from a disk asks for nothing", async () => {
  const file = pathToFileURL(single).href;
  await on(file, { expect: ".table-card", within: file }, async (page) => {
    await page.locator(".table-card", { hasText: "Ostle" }).click();
    await page.locator(cell).first().waitFor();
    await playBest(page, 17);
    await ended(page);
    await page.locator("#home").click();
    await page.locator(".table-card", { hasText: "Tic-tac-toe" }).click();
    await told(page, /A draw with best play/);
  });
});

// ---- what is damaged or missing -----------------------------------------------------------------

// A copy of the site in which change(folder of the table's bytes) has done something.
async function changed(name, change, f) {
  const copy = path.join(folder, `damaged-${name}`);
  cpSync(site, copy, { recursive: true });
  const table = path.join(copy, "tables", "ostle");
  const bytes = path.join(
    table,
    JSON.parse(readFileSync(path.join(table, "table.json"))).published.folder,
  );
  change(bytes);
  // (Any position that no file answers.)
  const { positions } = JSON.parse(gunzipSync(readFileSync(path.join(table, "longest.json.gz"))));
  const position = encodeURIComponent(positions[0].position);
  await on(address(`#table=ostle&position=${position}`, `damaged-${name}`), { expect: null }, f);
}
const chunks = (bytes) =>
  readdirSync(bytes, { recursive: true })
    .filter((name) => name.endsWith(".bin"))
    .map((name) => path.join(bytes, name));
const spoil = (file) => {
  const old = readFileSync(file);
  for (let at = 5; at < old.length; at += 40) old[at] ^= 0x5a;
  writeFileSync(file, old);
};

test("changed chunks are noticed", () =>
  changed(
    "chunk",
    (bytes) => chunks(bytes).forEach(spoil),
    (page) => told(page, /damaged/),
  ));
test("missing chunks are named", () =>
  changed(
    "missing",
    (bytes) => chunks(bytes).forEach((file) => rmSync(file)),
    (page) => told(page, /missing on its host: tables\/ostle\/.*\.bin \(404\)/),
  ));
test("a changed index is noticed", () =>
  changed(
    "index",
    (bytes) => spoil(path.join(bytes, "index.gz")),
    (page) => told(page, /damaged/),
  ));

// ---- for everybody ------------------------------------------------------------------------------

const views = ["", "#table=ostle", "#table=ostle&embed=1"];
const tabs = ["game", "trainer", "find", "edit", "share"];
const clean = async (page, what) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${what}: ${id} ${nodes[0].html}`),
    [],
  );
};
for (const colorScheme of ["light", "dark"])
  test(`axe and 390 pixels: all views, ${colorScheme}`, async () => {
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ])
      for (const view of views)
        await on(
          address(view),
          {
            width,
            height,
            colorScheme,
            expect: view ? cell : ".table-card .small-board",
          },
          async (page) => {
            const check = async (what) => {
              await clean(page, what);
              const wide = await page.evaluate(() => document.documentElement.scrollWidth);
              assert.ok(wide <= width, `${what}: ${wide} pixels wide`);
            };
            await check(view);
            if (view !== "#table=ostle") return;
            for (const tab of tabs) {
              await page.locator(`#tab-${tab}`).click();
              await page.waitForTimeout(300);
              await check(tab);
            }
          },
        );
  });
