// SPDX-License-Identifier: MIT
// The examples of examples/javascript: the program in node, and the page, which must not lose.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { makeTables, serve } from "../web/served.mjs";
import { host, publish } from "./hosts.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const examples = path.join(here, "../../examples/javascript");
const web = path.join(here, "../web/node_modules");
const names = ["tictactoe", "connect"];
let folder;
let site;

before(async () => {
  folder = makeTables(names);
  site = mkdtempSync(path.join(tmpdir(), "zermelo-example-"));
  cpSync(examples, site, { recursive: true });
  writeFileSync(path.join(site, "package.json"), '{ "private": true, "type": "module" }');
  execFileSync(
    "npm",
    ["install", "--offline", "--no-audit", "--no-fund", process.env.ZERMELO_PACKAGE],
    {
      cwd: site,
      stdio: "ignore",
    },
  );
  cpSync(path.join(site, "node_modules/zermelo-probe"), path.join(site, "zermelo-probe"), {
    recursive: true,
  });
  const server = await serve(folder, names);
  for (const name of names) {
    const told = await (await fetch(`${server.url}/api/v1/tables/${name}`)).json();
    publish(path.join(folder, `${name}.ztb`), path.join(site, "tables", name), told);
  }
  await server.stop();
});
after(() => {
  for (const made of [folder, site]) if (made) rmSync(made, { recursive: true });
});

function run(...given) {
  return spawnSync(process.execPath, ["best_moves.mjs", ...given], { cwd: site, encoding: "utf8" });
}

test("the program in node", () => {
  const table = path.join(folder, "tictactoe.ztb");
  const start = run(table);
  assert.match(start.stdout, /^value: draw\n {2}\w+: draw\n/, start.stderr);
  assert.match(start.stdout, /\nline: /);
  assert.equal(start.status, 0);
  const wrong = run(table, "nonsense");
  assert.equal(wrong.status, 1);
  assert.equal(wrong.stderr.trim().split("\n").length, 1, wrong.stderr);
  assert.equal(run("none.ztb").status, 1);
  assert.equal(run().status, 2);
});

test("the page is short", () => {
  const page = readFileSync(path.join(examples, "play.html"), "utf8");
  const script = page.split('<script type="module">')[1].split("</script>")[0];
  assert.ok(script.trim().split("\n").length < 60);
});

const { ZERMELO_CHROMIUM: chromium } = process.env;
const missing =
  chromium && existsSync(path.join(web, "playwright-core"))
    ? false
    : "chromium or playwright-core is missing";
test("the page plays and does not lose", { skip: missing }, async () => {
  const { chromium: browsers } = await import(
    pathToFileURL(path.join(web, "playwright-core/index.mjs"))
  );
  const files = await host(site);
  const browser = await browsers.launch({ executablePath: chromium, args: ["--no-sandbox"] });
  try {
    for (const name of names) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      await page.goto(`${files.url}play.html?table=tables/${name}/`);
      const says = page.locator("#says");
      for (let game = 0; game < 3; ++game) {
        for (let ply = 0; ply < 20; ++ply) {
          await page.waitForFunction(
            () => !/^(Loading )?\.\.\.$/.test(document.querySelector("#says").textContent),
          );
          if (!(await says.textContent()).startsWith("Your move")) break;
          const squares = page.locator("#board button:enabled");
          await squares.nth((7 * game + 3 * ply) % (await squares.count())).click();
        }
        // (Both games are drawn with best play; Black, who begins, must not win.)
        assert.match(await says.textContent(), /over|drawn|draw|wins|won/i);
        assert.doesNotMatch(await says.textContent(), /Black (wins|has won)/);
        await page.screenshot({ path: path.join(tmpdir(), `zermelo-example-${name}.png`) });
        await page.locator("#again").click();
      }
      await page.close();
    }
  } finally {
    await browser.close();
    await files.stop();
  }
});
