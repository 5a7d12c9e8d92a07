// SPDX-License-Identifier: MIT
// The program with small tables of all kinds, and a browser.
//   ZERMELO          the program
//   ZERMELO_URL      instead: a server that is already running, with tables of these names
//   ZERMELO_CHROMIUM the browser (default: /usr/bin/chromium)
import { rmSync } from "node:fs";
import { chromium } from "playwright-core";
import { makeTables, serve, tables } from "./served.mjs";

export { lineOfProgram, makeTables, serve, tables } from "./served.mjs";

export async function world(names = Object.keys(tables)) {
  const folder = process.env.ZERMELO_URL ? null : makeTables(names);
  const server = process.env.ZERMELO_URL
    ? { url: process.env.ZERMELO_URL, stop: async () => {} }
    : await serve(folder, names);
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
    url: server.url,
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
        if (!request.url().startsWith(server.url) && !/^(data|blob|file):/.test(request.url()))
          strays.push(`a request to ${request.url()}`);
      });
      if (prepare) await prepare(page);
      await page.goto(address.includes("://") ? address : server.url + address);
      if (expect) await page.locator(expect).first().waitFor();
      return page;
    },
    async end() {
      await browser.close();
      await server.stop();
      if (folder) rmSync(folder, { recursive: true });
    },
  };
}

// The page's state, from its own module.
export const state = (page) =>
  page.evaluate(async () => {
    const { page: p } = await import("/assets/store.js");
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
