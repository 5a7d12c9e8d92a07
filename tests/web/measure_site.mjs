// SPDX-License-Identifier: MIT
// What a visitor of a published site waits for on a slow connection (1.6 Mb/s, 150 ms there and
// back, a processor slowed four times), and how much is loaded:
//   node measure_site.mjs FOLDER ID [POSITIONS]
// FOLDER holds the site, which has the table ID. The host compresses nothing.
import path from "node:path";
import { chromium } from "playwright-core";
import { plainHost } from "./site.mjs";

const [folder, id, count = "30"] = process.argv.slice(2);
const host = await plainHost(path.resolve(folder));
const browser = await chromium.launch({
  executablePath: process.env.ZERMELO_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const quantile = (list, q) => {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(q * sorted.length), sorted.length - 1)];
};
const show = (what, list, unit) =>
  console.log(
    `${what}: p50 ${quantile(list, 0.5).toFixed(0)}, ` +
      `p95 ${quantile(list, 0.95).toFixed(0)} ${unit}`,
  );

try {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  page.setDefaultTimeout(120000);
  const cdp = await context.newCDPSession(page);
  const slow = {
    offline: false,
    latency: 150,
    downloadThroughput: 200000,
    uploadThroughput: 93750,
  };
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", slow);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  let bytes = 0;
  let requests = 0;
  context.on("requestfinished", async (request) => {
    requests += 1;
    bytes += (await request.sizes().catch(() => null))?.responseBodySize ?? 0;
  });
  const begun = performance.now();
  const since = (from) => performance.now() - from;
  await page.goto(`${host.url}/#table=${id}`, { waitUntil: "commit" });
  await page.locator("[role=gridcell]").first().waitFor();
  console.log(`first board: ${since(begun).toFixed(0)} ms, ${requests} requests, ${bytes} bytes`);
  // A worker of our own, throttled as well, so that each question is seen alone.
  const ask = async (target) => {
    const from = performance.now();
    const answer = await page.evaluate(
      ([table, question]) => {
        globalThis.asked ??= new Worker("assets/worker.js", { type: "module" });
        return new Promise((resolve) => {
          globalThis.asked.onmessage = ({ data }) => resolve(data);
          globalThis.asked.postMessage({ n: 1, id: table, target: question });
        });
      },
      [id, target],
    );
    return { ms: since(from), ...answer };
  };
  page.on("worker", (worker) => worker.evaluate(() => 0).catch(() => {}));
  const base = `/api/v1/tables/${id}`;
  const first = await ask(`${base}/position?absent=1`);
  console.log(
    `values from a new worker: ${first.ms.toFixed(0)} ms; ` +
      `${requests} requests, ${bytes} bytes in all`,
  );
  const random = JSON.parse((await ask(`${base}/random?count=${count}&seed=1`)).body);
  const times = [];
  const chunks = [];
  for (const { position } of random.positions) {
    const found = await ask(`${base}/position?position=${encodeURIComponent(position)}`);
    times.push(found.ms);
    chunks.push(found.loaded.length);
  }
  show("next positions", times, "ms");
  show("chunks a position", chunks, "");
} finally {
  await browser.close();
  await host.stop();
}
