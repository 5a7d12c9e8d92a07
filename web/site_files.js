// SPDX-License-Identifier: MIT
// The files of a published site: where they are, and how they are loaded. For the page and its
// worker.
import { Trouble } from "./trouble.js";

// Where a table's file is, relative to the site's first page. (Plain hosts pack nothing.)
export const fileOf = (id, name) =>
  `tables/${encodeURIComponent(id)}/${name}.json${name === "table" ? "" : ".gz"}`;
export const indexOf = (id, { folder }) => `tables/${encodeURIComponent(id)}/${folder}/index.gz`;
const digits = (n) => String(n).padStart(3, "0");
export const chunkOf = (id, { folder }, n) => {
  const place = `${digits(Math.floor(n / 256))}/${digits(n % 256)}`;
  return `tables/${encodeURIComponent(id)}/${folder}/${place}.bin`;
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Asks again if nothing came, as on a train. `fresh`: not from the browser's memory. Throws
// Trouble.
export async function load(base, path, { fresh = false, asked = null, signal } = {}) {
  for (let tries = 0; ; ++tries) {
    let response = null;
    try {
      const options = { signal, cache: fresh ? "reload" : "default" };
      response = await ((tries === 0 && asked) || fetch(new URL(path, base), options));
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      if (error.name === "AbortError") throw error;
      response = null;
    }
    if (response && response.status < 500 && response.status !== 429)
      throw new Trouble(
        `A part of this site is missing on its host: ${path} (${response.status}).`,
        "missing",
      );
    if (tries === 2)
      throw new Trouble(
        response
          ? `The site's host answers with an error (${response.status}).`
          : "The site does not answer. Is there a connection?",
        "offline",
      );
    await pause(300 * (tries + 1) ** 2);
  }
}

// (Hosts that know .gz may have unpacked it.)
export async function unpacked(bytes, what) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    const stream = new Response(bytes).body.pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Trouble(`${what} is damaged: it cannot be unpacked.`, "damaged_table");
  }
}

// What a file of JSON says, packed or not.
export async function parsed(bytes, path) {
  try {
    return JSON.parse(new TextDecoder().decode(await unpacked(bytes, path)));
  } catch {
    throw new Trouble(`A part of this site is damaged: ${path}.`, "damaged_table");
  }
}
