// SPDX-License-Identifier: MIT
// The service worker of a published site: what was visited works offline. With a connection the
// page and what is told about tables always come from the host, so that a new version of the site
// is there at once; a table's own files never change, since their folder is named after their
// checksum.

const { scope } = self.registration;
// (Other sites of the same host have caches of their own.)
const prefix = `zermelo ${scope} `;
const answers = `${prefix}answers`;

// All that the page consists of, but what reads tables. (A test compares this with the folder.)
const pageFiles = [
  "./",
  "tables/tables.json",
  ...["icon.svg", "page.gz", "panels.gz", "start.js", "worker.gz"].map((name) => `assets/${name}`),
];

const ofTable = /^tables\/([^/]+)\/([0-9a-f]{16})\//;
// What is told about tables, and what reads them.
const ofSite = /^(tables\/|assets\/zermelo-[a-z0-9_]+\.wasm\.xz$)/;
const pathOf = (address) => address.slice(scope.length).split(/[?#]/)[0];

// ---- the page, all files of one version --------------------------------------------------------

const complete = new URL("complete", scope).href; // marks a cache that has all files
const pageCaches = async () =>
  (await caches.keys()).filter((name) => name.startsWith(`${prefix}page `)).sort();

async function currentPage() {
  for (const name of (await pageCaches()).reverse()) {
    const cache = await caches.open(name);
    if (await cache.match(complete)) return cache;
  }
  return null;
}

// What reads tables fits the page that is kept.
async function renewModules() {
  const cache = await caches.open(answers);
  const kept = (await cache.keys()).filter(({ url }) => pathOf(url).startsWith("assets/"));
  await Promise.all(
    kept.map(async ({ url }) => {
      const response = await fetch(url, { cache: "no-cache" });
      await (response.status === 200 ? cache.put(url, response) : cache.delete(url));
    }),
  );
}

let keeping = null;
// Keeps the page as it is on the host now; the one before goes when this one is complete.
function keepPage() {
  keeping ??= (async () => {
    const before = await pageCaches();
    const name = `${prefix}page ${String(Date.now()).padStart(16, "0")}`;
    const cache = await caches.open(name);
    try {
      await cache.addAll(
        pageFiles.map((file) => new Request(new URL(file, scope), { cache: "no-cache" })),
      );
      await renewModules();
      await cache.put(complete, new Response(""));
    } catch (error) {
      await caches.delete(name);
      throw error;
    }
    await Promise.all(before.map((old) => caches.delete(old)));
  })().finally(() => (keeping = null));
  return keeping;
}

// ---- tables -------------------------------------------------------------------------------------

const nameOf = (id, folder) => `${prefix}table ${id} ${folder}`;

// A table that was replaced is not kept.
async function forgetOthers(path, response) {
  const [, id] = /^tables\/([^/]+)\/table\.json$/.exec(path) ?? [];
  if (!id) return;
  const { published } = await response.json();
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(`${prefix}table ${id} `) && name !== nameOf(id, published.folder),
  );
  await Promise.all(others.map((name) => caches.delete(name)));
}

// (A full disk is no reason to show nothing.)
const put = (cache, address, response) => cache.put(address, response).catch(() => {});

async function lasting(request, id, folder) {
  const cache = await caches.open(nameOf(id, folder));
  if (request.cache !== "reload") {
    const kept = await cache.match(request.url);
    if (kept) return kept;
  }
  const response = await fetch(request);
  if (response.status === 200) await put(cache, request.url, response.clone());
  return response;
}

async function changing(request) {
  const address = new URL(pathOf(request.url).replace(/^index\.html$/, ""), scope).href;
  try {
    const response = await fetch(request, { cache: "no-cache" });
    if (response.status === 200 && ofSite.test(pathOf(address))) {
      await put(await caches.open(answers), address, response.clone());
      await forgetOthers(pathOf(address), response.clone()).catch(() => {});
    }
    return response;
  } catch (error) {
    const page = await currentPage();
    const told = await caches.open(answers);
    const kept = (await told.match(address)) ?? (await page?.match(address));
    if (kept) return kept;
    throw error;
  }
}

function answer(request) {
  const [, id, folder] = ofTable.exec(pathOf(request.url)) ?? [];
  return folder ? lasting(request, id, folder) : changing(request);
}

// What a page has loaded before this worker was there.
async function keepVisited(addresses) {
  const inScope = addresses.filter(
    (address) => address.startsWith(scope) && ofSite.test(pathOf(address)),
  );
  for (const address of inScope) {
    const [, id, folder] = ofTable.exec(pathOf(address)) ?? [];
    const cache = await caches.open(folder ? nameOf(id, folder) : answers);
    if (await cache.match(address)) continue;
    const response = await fetch(address).catch(() => null);
    if (response?.status === 200) await put(cache, address, response);
  }
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepPage());
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  const { keep, page } = event.data;
  event.waitUntil(
    (async () => {
      if (keep) await keepVisited(keep);
      if (page) await keepPage().catch(() => {});
      event.ports[0]?.postMessage("kept");
    })(),
  );
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(scope)) event.respondWith(answer(request));
});
