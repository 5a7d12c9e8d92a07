// SPDX-License-Identifier: MIT
// The program with small tables of all kinds, and a browser.
//   ZERMELO          the program
//   ZERMELO_URL      instead: a server that is already running, with tables of these names
//   ZERMELO_CHROMIUM the browser (default: /usr/bin/chromium)
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const games = new URL("../../games/", import.meta.url).pathname;
const bddl = (game, board) => [
  "solve",
  "--bddl",
  `${games}${game}/domain.bddl`,
  `${games}${game}/${board}.bddl`,
];

const version2 = (game) => ["solve", `${games}${game}/${game}.bddl`];
const small = new URL("games/", import.meta.url).pathname;

// A game whose rules are code: one of the examples, compiled by `cc`.
const examples = new URL("../../examples/own/", import.meta.url).pathname;
const headers = new URL("../../probe/", import.meta.url).pathname;
const code = (example, ...parameters) => ({ example, parameters });

// A folder of endgame tables.
const endgames = (variant, ...options) => ["endgames", "--variant", variant, ...options];
const isFolder = (name) => howTo(name)[0] === "endgames";
const fileOf = (folder, name) => path.join(folder, isFolder(name) ? name : `${name}.ztb`);

// name of a table: how to make it
export const tables = {
  ostle: ["solve", "ostle", "size=4", "start=4"],
  "ostle-end": ["solve", "ostle", "size=4", "start=4", "lose=2", "total=6"],
  connect: ["solve", "connect", "columns=4", "rows=4"],
  othello: ["solve", "othello", "metric=score"],
  breakthrough: ["solve", "breakthrough", "columns=3", "rows=5"],
  domineering: ["solve", "domineering", "columns=4", "rows=4"],
  tictactoe: ["solve", "mnk"],
  knightthrough: bddl("knightthrough", "3x5"),
  konane: bddl("konane", "5x4"),
  tapatan: version2("tapatan"),
  dobutsu: version2("dobutsu"),
  quixo: version2("quixo"),
  dodgem: version2("dodgem"),
  kqk: ["solve", `${games}kings-and-pieces/kqk.bddl`],
  drops: ["solve", `${small}drops.bddl`],
  morris: ["solve", `${small}morris.bddl`],
  minishogi: endgames("minishogi", "--endless", "draw", "--material", "KK[GS]"),
  minixiangqi: endgames("minixiangqi", "--material", "KRvKP"),
  outcomes: ["hybrid", "connect", "columns=4", "rows=4"],
  distances: ["reach", "ostle", "size=3", "start=3", "lose=1"],
  "own-text": code("tic_tac_toe"),
  "own-bare": code("tic_tac_toe"), // is served without its code
  "own-board": code("pong_hau_ki"),
  "own-turns": code("kalah", "houses=3", "seeds=2"),
  "own-scores": code("kalah", "houses=2", "seeds=2", "metric=score"),
  "own-puzzle": code("sliding_tiles", "columns=3", "rows=2"),
};

// Larger ones, for pictures.
const more = {
  "connect-6x4": ["solve", "connect", "columns=6", "rows=4"],
  "own-cube": code("pocket_cube"),
  "own-eight": code("sliding_tiles"),
  "own-kalah": code("kalah", "houses=4", "seeds=3"),
  "own-dobutsu": code("dobutsu"),
};
const howTo = (name) => tables[name] ?? more[name];

// The command that solves a game; compiles its rules if they are code.
function solving(name, folder) {
  const how = howTo(name);
  if (!how.example) return how;
  const rules = path.join(folder, `${how.example}.so`);
  const source = `${examples}${how.example}.c`;
  execFileSync("cc", ["-O2", "-shared", "-fPIC", `-I${headers}`, source, "-o", rules]);
  return ["solve", rules, ...how.parameters];
}

// The options by which it is served.
function options(name, folder) {
  const { example } = howTo(name);
  const known = example && name !== "own-bare";
  return known ? ["--game-code", `${name}=${path.join(folder, `${example}.so`)}`] : [];
}

// What the program says of best play from a position: its moves with their numbers.
export function lineOfProgram(folder, name, position) {
  const { example } = howTo(name);
  const code = example ? ["--game-code", path.join(folder, `${example}.so`)] : [];
  const table = fileOf(folder, name);
  const told = execFileSync(process.env.ZERMELO, [
    "probe",
    table,
    position,
    "--line",
    ...code,
  ]).toString();
  const [, broken] = told.match(/^(?:Best play|A shortest solution).*:\n((?: {2}.*\n)+)/m);
  return broken.trim().replaceAll("\n", "");
}

export function makeTables(names = Object.keys(tables)) {
  const folder = mkdtempSync(path.join(tmpdir(), "zermelo-web-"));
  for (const name of names)
    execFileSync(process.env.ZERMELO, [...solving(name, folder), "-o", fileOf(folder, name)], {
      stdio: "ignore",
    });
  return folder;
}

// Serves the tables of a folder; returns { url, stop() }.
export async function serve(folder, names = Object.keys(tables)) {
  const child = spawn(
    process.env.ZERMELO,
    [
      "serve",
      ...names.map((name) => fileOf(folder, name)),
      ...names.flatMap((name) => options(name, folder)),
      "--bind",
      "127.0.0.1:0",
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  const url = await new Promise((resolve, reject) => {
    const read = (text) => {
      said += text;
      const found = said.match(/http:\/\/[0-9.]+:\d+/);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`zermelo serve ended with ${code}: ${said}`)));
    setTimeout(() => reject(new Error(`zermelo serve told no address: ${said}`)), 10000).unref();
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  return {
    url,
    child,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

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
