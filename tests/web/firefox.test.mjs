// SPDX-License-Identifier: MIT
// The page of a published site in Firefox (ZERMELO_FIREFOX): what it needs of a browser. Firefox is
// driven by puppeteer-core, since playwright drives only one of its own.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { makeTables } from "./served.mjs";
import { plainHost, publish } from "./site.mjs";

const names = ["ostle", "tictactoe"];
let tables, folder, single, host, browser;
before(async () => {
  tables = makeTables(names);
  folder = mkdtempSync(path.join(tmpdir(), "zermelo-firefox-"));
  publish(tables, names, path.join(folder, "some", "games"));
  single = path.join(folder, "games.html");
  publish(tables, names, single, "--single-file");
  host = await plainHost(folder);
  const executablePath = process.env.ZERMELO_FIREFOX;
  browser = await puppeteer.launch({ browser: "firefox", executablePath });
});
after(async () => {
  await browser?.close();
  await host?.stop();
  for (const made of [tables, folder]) if (made) rmSync(made, { recursive: true });
});

const cell = "[role=gridcell]";
const address = (hash) => `${host.url}/some/games/${hash}`;

// f(page) at an address; then the page must have had no error.
async function on(target, expect, f) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(30000);
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error.stack ?? error)));
  page.on("console", (m) => /Content.Security|error/i.test(m.text()) && errors.push(m.text()));
  try {
    await page.goto(target);
    await page.waitForSelector(expect);
    await f(page);
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
  }
}
const told = (page, pattern) =>
  page.waitForFunction(
    (source) => new RegExp(source).test(document.body.innerText),
    {},
    pattern.source,
  );
const head = (page) => page.$eval("#verdict-head", (e) => e.textContent);
const played = (page, count) =>
  page.waitForFunction(
    (n) => (/moves=([^&]*)/.exec(location.hash)?.[1].split(",").length ?? 0) === n,
    {},
    count,
  );
async function playBest(page, count) {
  for (let n = 1; n <= count; ++n) {
    await page.keyboard.press(" ");
    await played(page, n);
  }
}
const open = async (page, tab) => page.$eval(`#tab-${tab}`, (e) => e.click());

test("Firefox: the first page; a table; a game to its end", async () => {
  await on(address(""), ".table-card .small-board", async (page) => {
    assert.equal((await page.$$(".table-card")).length, names.length);
    await page.$eval('.table-card[href*="ostle"]', (e) => e.click());
    await page.waitForSelector(cell);
    assert.match(await head(page), /wins in 17/);
    await page.waitForSelector("#panel .chip");
    await playBest(page, 17);
    await told(page, /has won/);
    await page.goBack();
    await played(page, 16);
  });
});

test("Firefox: best play, Find, Set up, puzzles", async () => {
  await on(address("#table=ostle"), cell, async (page) => {
    await open(page, "game");
    await page.waitForFunction(() => document.querySelectorAll(".plies .ply").length >= 17);
    await open(page, "find");
    await page.waitForFunction(() => document.querySelectorAll(".starts .start").length >= 12);
    await open(page, "edit");
    await page.waitForFunction(() => document.querySelector("#edit-go")?.disabled === false);
    await open(page, "trainer");
    await page.waitForSelector("#train-start");
    await page.$eval("#wish-only_move", (e) => e.checked && e.click());
    await page.$eval("#train-start", (e) => e.click());
    await page.waitForFunction(() => /puzzle=/.test(location.hash));
    assert.match(await head(page), /win in \d+ move/);
  });
});

test("Firefox: a board in a frame", async () => {
  const source = "some/games/#table=ostle&embed=1";
  const frame = `<!doctype html><title>Other</title><iframe src="${source}"></iframe>`;
  writeFileSync(path.join(folder, "other.html"), frame);
  await on(`${host.url}/other.html`, "iframe", async (page) => {
    const inner = await (await page.$("iframe")).contentFrame();
    await inner.waitForSelector(cell);
    assert.equal(await inner.$eval("#tabs", (e) => e.checkVisibility()), false);
  });
});

test("Firefox: one file from a disk", async () => {
  await on(pathToFileURL(single).href, ".table-card", async (page) => {
    await page.$eval('.table-card[href*="ostle"]', (e) => e.click());
    await page.waitForSelector(cell);
    await playBest(page, 17);
    await told(page, /has won/);
  });
});

test("Firefox: offline, what was visited", async () => {
  const away = mkdtempSync(path.join(tmpdir(), "zermelo-away-"));
  publish(tables, ["ostle"], path.join(away, "site"));
  const other = await plainHost(away);
  try {
    await on(`${other.url}/site/#table=ostle`, cell, async (page) => {
      await playBest(page, 6);
      const visited = await head(page);
      await page.waitForFunction(async () => {
        const all = (await caches.keys()).filter((name) => / page /.test(name));
        const cache = all.length === 1 && (await caches.open(all[0]));
        return Boolean(cache && (await cache.match("complete")));
      });
      await other.stop();
      await page.reload();
      await page.waitForFunction(
        (text) => document.querySelector("#verdict-head")?.textContent === text,
        {},
        visited,
      );
    });
  } finally {
    await other.stop();
    rmSync(away, { recursive: true });
  }
});
