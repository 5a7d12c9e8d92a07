// SPDX-License-Identifier: MIT
// The program with small tables of all kinds, and a browser.
//   ZERMELO          the program
//   ZERMELO_URL      instead: a server that is already running, with tables of these names
//   ZERMELO_SITE     if it is 1: the page of a published site that a plain host has in a subfolder;
//                    the server is beside it, and says what is right
//   ZERMELO_CHROMIUM the browser (default: /usr/bin/chromium)
import { rmSync } from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { canBePublished, makeTables, serve, tables } from "./served.mjs";
import { plainHost, publish } from "./site.mjs";

export { lineOfProgram, makeTables, serve, tables } from "./served.mjs";

// Where the page is: { url, has(table), address(path), prepare(page), delay(page, ms, what),
// change(page, f), stop() }.
//   address(path)  of what the server has at /table/NAME?...
//   prepare(page)  before it opens anything
//   delay(...)     from now on, answers about "positions", or "examples", take this time more
//   change(page, f)  f(answer) changes what is answered about positions (about the first ones, if
//                    these have been answered beforehand)

function atServer(server) {
  return {
    url: server.url,
    has: () => true,
    address: (path) => server.url + path,
    prepare: async () => {},
    delay: (page, ms, what) => {
      const asked = { positions: "position?", examples: "puzzles?" }[what];
      return later(page, `**/${asked}*`, ms);
    },
    change: (page, f) =>
      page.route("**/position?*", async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        f(json);
        await route.fulfill({ response, json });
      }),
    stop: async () => {},
  };
}

const later = (page, pattern, ms) =>
  page.route(pattern, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue().catch(() => {});
  });

// In the page, before all else: answers of its worker wait for globalThis.delayOfAnswers.
function delayAnswers() {
  globalThis.delayOfAnswers = 0;
  globalThis.Worker = class extends Worker {
    addEventListener(type, f) {
      const listener = (event) =>
        globalThis.delayOfAnswers
          ? setTimeout(() => f(event), globalThis.delayOfAnswers)
          : f(event);
      super.addEventListener(type, type === "message" ? listener : f);
    }
  };
}

async function atSite(folder, names) {
  const published = names.filter(canBePublished);
  const site = path.join(folder, "site", "some", "games");
  publish(folder, published, site, "--puzzles", "300");
  const host = await plainHost(path.join(folder, "site"));
  const url = `${host.url}/some/games/`;
  return {
    url,
    has: (name) => published.includes(name),
    address(asked) {
      const [, name, query] = /^\/table\/([^?]*)\??(.*)$/.exec(asked) ?? [];
      return name ? `${url}#${[`table=${name}`, query].filter(Boolean).join("&")}` : url;
    },
    prepare: (page) => page.addInitScript(delayAnswers),
    delay: (page, ms, what) =>
      what === "positions"
        ? page.evaluate((time) => void (globalThis.delayOfAnswers = time), ms)
        : later(page, "**/examples.json*", ms),
    change: (page, f) =>
      page.route("**/first.json.gz", async (route) => {
        const response = await route.fetch();
        const json = JSON.parse(gunzipSync(await response.body()));
        Object.values(json.positions).forEach(f);
        await route.fulfill({ response, body: gzipSync(JSON.stringify(json)) });
      }),
    stop: host.stop,
  };
}

// In the page: its modules by their names, once it has begun.
async function pageModule(name) {
  if (!document.querySelector('meta[name="zermelo-site"]')) return import(`/assets/${name}`);
  while (!globalThis.zermelo?.has("main.js")) await new Promise((go) => setTimeout(go, 10));
  return globalThis.zermelo.load(name);
}

export const onSite = process.env.ZERMELO_SITE === "1";

export async function world(names = Object.keys(tables)) {
  const folder = process.env.ZERMELO_URL ? null : makeTables(names);
  const server = process.env.ZERMELO_URL
    ? { url: process.env.ZERMELO_URL, stop: async () => {} }
    : await serve(folder, names);
  const place = onSite ? await atSite(folder, names) : atServer(server);
  const at = (address) => (address.includes("://") ? address : place.address(address));
  const browser = await chromium.launch({
    executablePath: process.env.ZERMELO_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  const strays = [];
  return {
    folder,
    server,
    browser,
    strays,
    has: place.has,
    // What the server answers.
    async api(asked) {
      return (await fetch(`${server.url}/api/v1/tables/${asked}`)).json();
    },
    // Another address in the same page.
    async go(page, address) {
      if (onSite) await page.goto("about:blank"); // (Else nothing is loaded afresh.)
      await page.goto(at(address));
    },
    delay: place.delay,
    change: place.change,
    async undelay(page) {
      if (onSite) await place.delay(page, 0, "positions");
      await page.unrouteAll({ behavior: "ignoreErrors" });
    },
    // A page of the given kind at an address, once its first board is shown.
    async open(
      address,
      {
        width = 1200,
        height = 850,
        scheme = "light",
        touch = false,
        reduced = true,
        scale = 1,
        expect = "[role=gridcell]",
        prepare,
      } = {},
    ) {
      const context = await browser.newContext({
        viewport: { width, height },
        deviceScaleFactor: scale,
        colorScheme: scheme,
        hasTouch: touch,
        isMobile: touch,
        reducedMotion: reduced ? "reduce" : "no-preference",
        acceptDownloads: true,
        serviceWorkers: "block",
        permissions: ["clipboard-read", "clipboard-write"],
      });
      const page = await context.newPage();
      page.setDefaultTimeout(15000);
      page.on("pageerror", (error) => strays.push(`${address}: ${error.stack}`));
      page.on(
        "console",
        (message) =>
          /Content.Security.Policy|violates/i.test(message.text()) &&
          strays.push(`${address}: ${message.text()}`),
      );
      // (Of a table that there is not, it is the document itself.)
      page.on(
        "response",
        (response) =>
          response.status() === 404 &&
          !/\/tables?\/nothing/.test(response.url()) &&
          strays.push(`${address}: 404 of ${response.url()}`),
      );
      page.on("request", (request) => {
        if (!request.url().startsWith(place.url) && !/^(data|blob|file):/.test(request.url()))
          strays.push(`a request to ${request.url()}`);
      });
      await page.addInitScript(`globalThis.pageModule = ${pageModule}`);
      await place.prepare(page);
      if (prepare) await prepare(page);
      await page.goto(at(address));
      if (expect) await page.locator(expect).first().waitFor();
      return page;
    },
    async end() {
      await browser.close();
      await place.stop();
      await server.stop();
      if (folder) rmSync(folder, { recursive: true });
    },
  };
}

// The page's state, from its own module.
export const state = (page) =>
  page.evaluate(async () => {
    const { page: p } = await pageModule("store.js");
    // (While an answer is awaited, nothing is in its final place.)
    const settled = p.mode !== "play" || p.answer?.position === p.nodes[p.at]?.position;
    if (!settled) return { at: -1, mode: p.mode, moves: [], answer: { moves: [] } };
    return {
      at: p.at,
      mode: p.mode,
      tab: p.tab,
      answer: p.answer,
      moves: p.nodes.slice(1).map((node) => node.move.move),
      grades: p.nodes.map((node) => node.value),
    };
  });

export const head = (page) => page.locator("#verdict-head").textContent();
export const square = (page, name) =>
  page
    .locator(`[role=gridcell][aria-label^="${name},"], [role=gridcell][aria-label="${name}"]`)
    .first();

// Waits until f() holds.
export async function until(f, what = "what was waited for", ms = 12000) {
  const end = Date.now() + ms;
  for (;;) {
    if (await f()) return;
    if (Date.now() > end) throw new Error(`${what} did not happen`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
