// SPDX-License-Identifier: MIT
// What a visitor of a published site waits for on a slow line (1.6 Mb/s, 150 ms there and back),
// with the page's processor slowed four times, and how much is loaded:
//   node measure_site.mjs FOLDER ID [POSITIONS] [RUNS]
// FOLDER holds the site, which has the table ID. The host compresses nothing; bytes are those of
// the files. (Workers cannot be slowed: what they compute takes some milliseconds a question.)
// What else runs on the machine slows the page as well, which is counted; if that alone slows it
// more than four times, the figures are worse than they should be. SHOW=1 shows all requests.
import path from "node:path";
import { chromium } from "playwright-core";
import { slowHost } from "./slow_host.mjs";

const [folder, id, positions = "40", runs = "5"] = process.argv.slice(2);
const slow = [150, 200000];
const host = await slowHost(path.resolve(folder));
const browser = await chromium.launch({
  executablePath: process.env.ZERMELO_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

const quantile = (list, q) => {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(q * sorted.length), sorted.length - 1)];
};
const say = (what, unit, list, digits = 0) =>
  console.log(
    `${what}: p50 ${quantile(list, 0.5).toFixed(digits)}, ` +
      `p95 ${quantile(list, 0.95).toFixed(digits)} ${unit} (${list.length})`,
  );
const kilobytes = (log) => log.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
// Requests that were made together are a round.
function rounds(log) {
  let count = 0;
  let until = -Infinity;
  for (const { begin, end } of log) {
    if (begin >= until) ++count;
    until = Math.max(until, end ?? Infinity);
  }
  return count;
}

// How many times slower than alone a processor works, since others use it.
function crowding() {
  const begun = performance.now();
  const cpu = process.cpuUsage();
  while (performance.now() - begun < 150);
  const { user, system } = process.cpuUsage(cpu);
  return Math.max(1, (1000 * (performance.now() - begun)) / (user + system));
}
const crowded = [];

// Waits, for ten seconds at most, until nothing else has to be done, not by the browser either,
// which has just begun a process for the page. Returns how crowded it is then.
async function calm() {
  let found = crowding();
  for (let tries = 0; found > 1.1 && tries < 40; ++tries) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    found = crowding();
  }
  return found;
}

// Tells, without asking the page again and again, when a board and when values were first drawn.
function tell() {
  const told = new Set();
  const look = () => {
    for (const [what, where] of [
      ["board", "#board [role=gridcell]"],
      ["values", "#panel .chip"],
    ]) {
      if (told.has(what) || !document.querySelector(where)) continue;
      told.add(what);
      requestAnimationFrame(() => console.debug(`drawn ${what} ${performance.now()}`));
    }
  };
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
  });
}

// f(page, when) on a visitor's first page; when(what) is when something was drawn.
async function visit(hash, speed, f) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  await page.addInitScript(tell);
  const drawn = new Map();
  page.on("console", (message) => {
    const [, what, time] = /^drawn (\w+) ([\d.]+)$/.exec(message.text()) ?? [];
    if (what)
      drawn.set(what, {
        ms: Number(time),
        kB: kilobytes(host.log.filter(({ end }) => end)),
      });
  });
  const when = async (what) => {
    for (let tries = 0; !drawn.has(what) && tries < 600; ++tries)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return drawn.get(what);
  };
  const cdp = await context.newCDPSession(page);
  if (speed) {
    crowded.push(await calm());
    await cdp.send("Emulation.setCPUThrottlingRate", {
      rate: Math.max(1, 4 / crowded.at(-1)),
    });
  }
  host.speed(...(speed ?? [0, Infinity]));
  host.log.length = 0;
  try {
    await page.goto(`${host.url}/#table=${id}${hash}`, { waitUntil: "commit" });
    return await f(page, when);
  } finally {
    await context.close();
  }
}
function showRequests() {
  if (!process.env.SHOW) return;
  const since = (time) => (time - host.log[0].begin).toFixed(0);
  for (const { path: file, bytes, begin, end } of host.log)
    console.log(`  ${since(begin)} to ${since(end)} ms: ${file} ${bytes}`);
}
const quiet = async () => {
  for (let since = 0; since < 8; since = host.log.every(({ end }) => end) ? since + 1 : 0)
    await new Promise((resolve) => setTimeout(resolve, 100));
};
// Asks the page for a position as it asks when a move is made.
const ask = (page, position) =>
  page.evaluate(
    async ([table, text]) => {
      const { source } = zermelo.need("source.js");
      const begun = performance.now();
      const { moves } = await source.position(table, text);
      return { ms: performance.now() - begun, moves };
    },
    [id, position],
  );

try {
  const random = await visit("", null, async (page, when) => {
    await when("board");
    return page.evaluate(
      async ([table, count]) => {
        const { source } = zermelo.need("source.js");
        return (await source.sample(table, "random", { count, seed: 1 })).positions;
      },
      [id, Math.min(100, 2 * Number(positions))],
    );
  });
  const places = random.map(({ position }) => position);
  const encoded = (text) => encodeURIComponent(text);

  const boards = { ms: [], kB: [] };
  for (let run = 0; run < Number(runs); ++run)
    await visit("", slow, async (page, when) => {
      const { ms, kB } = await when("board");
      boards.ms.push(ms);
      boards.kB.push(kB);
      await quiet();
      if (run === 0) showRequests();
    });
  say("slowed by others", "times", crowded, 1);
  say("first board", "ms", boards.ms);
  say("loaded by then", "kB", boards.kB);

  const anywhere = { ms: [], kB: [] };
  const next = { ms: [], kB: [], rounds: [] };
  const moved = { ms: [], kB: [], rounds: [] };
  for (let run = 0; run < Number(runs); ++run)
    await visit(`&position=${encoded(places.pop())}`, slow, async (page, when) => {
      const { ms, kB } = await when("values");
      anywhere.ms.push(ms);
      anywhere.kB.push(kB);
      await quiet();
      if (run === 0) showRequests();
      if (run > 0) return;
      const asked = async (position, figures) => {
        host.log.length = 0;
        const { ms, moves } = await ask(page, position);
        figures.ms.push(ms);
        figures.kB.push(kilobytes(host.log));
        figures.rounds.push(rounds(host.log));
        return moves;
      };
      for (let count = 0; count < Number(positions) && places.length > Number(runs); ++count) {
        const moves = await asked(places.pop(), next);
        // (A game goes on from there, with moves by their numbers.)
        const open = moves?.filter((move) => move.position && !move.ends) ?? [];
        if (open.length) await asked(open[count % open.length].position, moved);
      }
    });
  say("values anywhere", "ms", anywhere.ms);
  say("loaded by then", "kB", anywhere.kB);
  for (const [what, figures] of [
    ["a position at random", next],
    ["a move on from there", moved],
  ]) {
    say(what, "ms", figures.ms);
    say("  loaded", "kB", figures.kB);
    say("  rounds", "", figures.rounds);
  }
} finally {
  await browser.close();
  await host.stop();
}
