// SPDX-License-Identifier: MIT
// The pictures of docs/explorer.md: ZERMELO=build/release/zermelo node screenshots.mjs [NAME ...]
// (They are smaller if pngquant is installed.)
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { state, tables, until, world } from "./support.mjs";

const large = ["connect-6x4", "own-cube", "own-eight", "own-kalah"];
const w = await world([...Object.keys(tables), ...large]);
const images = new URL("../../docs/images/", import.meta.url).pathname;
const phone = { width: 390, height: 720, touch: true, scale: 1.5 };
const desktop = { width: 1200, height: 780 };

const wanted = process.argv.slice(2); // all, if none are named

async function shoot(name, address, options, act = async () => {}) {
  if (wanted.length && !wanted.includes(name)) return;
  const page = await w.open(address, options);
  await act(page);
  await page.evaluate(() => scrollTo(0, 0));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const file = `${images}explorer-${name}.png`;
  await page.screenshot({ path: file });
  try {
    execFileSync("pngquant", [
      "--force",
      "--speed",
      "1",
      "--quality",
      "70-95",
      "--output",
      file,
      "128",
      file,
    ]);
  } catch {}
  console.log(`${file.split("/").at(-1)} ${statSync(file).size}`);
  await page.context().close();
}

const tab = (name, wait) => async (page) => {
  await page.locator(`#tab-${name}`).click();
  await page.locator(wait).first().waitFor();
};
const played = (n) => (page) => until(async () => (await state(page)).at === n);

// One game on a desktop: best play, and what was given away.
await shoot("ostle", "/table/ostle?moves=c1U,b4D,d1L,b3L,a1R,a3R", desktop, async (page) => {
  await played(6)(page);
  await tab("game", ".ply")(page);
});
await shoot("find", "/table/ostle", { ...desktop, scheme: "dark" }, async (page) => {
  await tab("find", ".start")(page);
  await until(async () => (await page.locator(".start svg").count()) >= 15);
});
await shoot("tables", "/", { ...desktop, expect: ".table-card" }, (page) =>
  until(async () => (await page.locator(".small-board").count()) >= 17),
);

// Six games on a telephone.
await shoot("ostle-phone", "/table/ostle", phone);
await shoot(
  "connect-phone",
  "/table/connect-6x4?moves=c,c,c,b,d",
  { ...phone, scheme: "dark" },
  played(5),
);
await shoot("othello-phone", "/table/othello?moves=b1,a1", phone, played(2));
await shoot("domineering-phone", "/table/domineering", { ...phone, scheme: "dark" });
await shoot("knightthrough-phone", "/table/knightthrough", phone);
await shoot(
  "outcomes-phone",
  "/table/outcomes?moves=a,a,b,c,b",
  { ...phone, scheme: "dark" },
  played(5),
);

// Lines, hands, kinds of pieces.
await shoot("tapatan-phone", "/table/tapatan", phone);
const mill = "/table/morris?position=3/ww1/4/b1b/wb1[]_b";
await shoot("morris-phone", mill, { ...phone, scheme: "dark" }, async (page) => {
  for (const square of [2, 7]) await page.locator(`[data-key="${square}"]`).tap();
});
await shoot("dobutsu-phone", "/table/dobutsu?moves=Cb2xb3", phone, played(1));

// Games whose rules are code.
const farthest = (name, table, act) =>
  shoot(name, `/table/${table}`, { ...phone, expect: ".chip" }, act);
await farthest("own-cube-phone", "own-cube", tab("moves", ".chip"));
await farthest("own-eight-phone", "own-eight", async (page) => {
  await tab("trainer", "#scramble-depth")(page);
  await page.locator("#scramble-depth").fill("9");
  await page.locator("#scramble-go").click();
  await until(async () => (await state(page)).answer.moves_to_goal === 9);
  await page.mouse.move(0, 0);
});
await farthest("own-kalah-phone", "own-kalah", tab("moves", ".chip"));

// A piece is chosen; a puzzle; a board set up.
await shoot("chosen-phone", "/table/breakthrough?moves=a2-a3", phone, async (page) => {
  await played(1)(page);
  await page.locator('[data-key="10"]').tap();
});
await shoot("puzzle-phone", "/table/ostle", { ...phone, scheme: "dark" }, async (page) => {
  await tab("trainer", "#train-start")(page);
  await page.locator("#wish-from").fill("5");
  await page.locator("#train-start").click();
  await page.locator("#train-hint").waitFor();
  await page.locator("#train-hint").click();
});
await shoot("edit-phone", "/table/ostle?moves=c1U,b4D", phone, async (page) => {
  await played(2)(page);
  await tab("edit", "#edit-text")(page);
});
await w.end();
