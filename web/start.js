// SPDX-License-Identifier: MIT
// The beginning of a published site's page. Each request takes its time, and plain hosts pack
// nothing: so the page is in packed scripts, page.gz for the first board, worker.gz, and panels.gz
// for the rest (publish/page_packs.h). All that the address asks for is requested at once.
import { asked, request, site } from "./early.js";
import { fileOf, indexOf, load, parsed, unpacked } from "./site_files.js";

const base = new URL("./", document.baseURI);
let workerRequest = null;

// ---- what the address asks for ------------------------------------------------------------------

// The table that is asked for, or the only one; null if the first page is to show several.
async function tableWanted() {
  const { id } = asked();
  if (id) return id;
  const { tables } = await (await request(site.tables)).clone().json();
  return tables.length === 1 ? tables[0].id : null;
}

const ok = (answer) => (answer.ok ? answer : Promise.reject(answer));
const bytesOf = async (answer) => ok(await answer).arrayBuffer();

// Requests what the module needs, after all that the first board waits for. Returns the path of
// each, and a function by which to wait for its bytes. (Nothing is done with what comes before the
// first board is drawn.)
async function requestModule(id, table) {
  const later = (path) => {
    const answer = fetch(path, { priority: "low" });
    answer.catch(() => {});
    return answer;
  };
  workerRequest = later("assets/worker.gz");
  const path = fileOf(id, "table");
  const { published } = await site.told.get(path);
  const module = later(published.module);
  const index = indexOf(id, published);
  const packed = later(index);
  return [
    [path, () => bytesOf(table)],
    [published.module, () => bytesOf(module)],
    [index, () => bytesOf(packed)],
  ];
}

// Requests a file that the first board shows, and reads it while the page is still on its way: so
// nothing is left to wait for when the page is there, and all is laid out at once. Returns the
// answer for whoever else needs it.
function tell(path) {
  const answer = fetch(path);
  const asked = answer.then((response) => response.clone());
  const told = load(base, path, { asked }).then((bytes) => parsed(bytes, path));
  for (const promise of [answer, told]) promise.catch(() => {});
  site.told.set(path, told);
  return answer;
}

async function requestAll() {
  const id = await tableWanted();
  if (!id) return [];
  const [table] = ["table", "first"].map((name) => tell(fileOf(id, name)));
  return requestModule(id, table);
}

// ---- packed scripts -----------------------------------------------------------------------------

// The address of what a packed script is when it is unpacked.
async function unpackedScript(name, asked) {
  const path = `assets/${name}.gz`;
  const bytes = await unpacked(await load(base, path, { asked }), path);
  return URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
}

async function run(script) {
  await import(script);
  URL.revokeObjectURL(script);
}

let panels = null;
// A module by its name. (What packed modules import while they run comes here.)
zermelo.load = async (name) => {
  if (!zermelo.has(name)) {
    panels ??= unpackedScript("panels").then(run);
    await panels.catch((trouble) => {
      panels = null;
      throw trouble;
    });
  }
  return zermelo.need(name);
};

// ---- the beginning ------------------------------------------------------------------------------

function style() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(zermelo.need("page.css"));
  document.adoptedStyleSheets = [sheet];
  for (const part of document.querySelectorAll(".skip, .top")) part.hidden = false;
}

function showTrouble({ message }) {
  const banner = document.getElementById("banner");
  banner.textContent = message;
  banner.hidden = false;
}

async function begin() {
  const request = fetch("assets/page.gz");
  let worker = null;
  site.told = new Map();
  site.worker = () => (worker ??= unpackedScript("worker", workerRequest));
  site.ahead = requestAll();
  site.ahead.catch(() => {}); // (Whoever needs it asks again.)
  const page = await unpackedScript("page", request);
  if (document.readyState === "loading")
    await new Promise((ready) => addEventListener("DOMContentLoaded", ready));
  await run(page);
  style();
  zermelo.need("main.js"); // (at once, so that all is laid out together)
}

begin().catch(showTrouble);
