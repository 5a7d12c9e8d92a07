// SPDX-License-Identifier: MIT
// Hosts of files for tests of the package, well-behaved and other.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { gzipSync } from "node:zlib";

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

// Serves a folder on a port of its own: { url, requests, stop() }. `answer(request, response)` may
// answer instead, and returns whether it has. With `ranges`, parts of files are sent.
export async function host(folder, { answer = () => false, ranges = false } = {}) {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    if (answer(request, response)) return;
    const file = path.join(folder, decodeURIComponent(new URL(request.url, "http://x").pathname));
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, { "content-type": "text/html" }).end("<p>There is no such file.");
      return;
    }
    const bytes = readFileSync(file);
    const headers = { "content-type": types[path.extname(file)] ?? "application/octet-stream" };
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (!ranges || first === undefined) return response.writeHead(200, headers).end(bytes);
    const part = bytes.subarray(Number(first), Number(last) + 1);
    headers["content-range"] = `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`;
    response.writeHead(206, headers).end(part);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    requests,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

// The folder of one table of a published site. `description`: what the server answers about it.
export function publish(file, folder, description, chunkBytes = 16384) {
  const name = "0123456789abcdef";
  const bytes = readFileSync(file);
  mkdirSync(path.join(folder, name), { recursive: true });
  const index = path.join(folder, "index");
  execFileSync(process.env.ZERMELO_WRITE_INDEX, [file, index]);
  writeFileSync(path.join(folder, name, "index.gz"), gzipSync(readFileSync(index)));
  const threeDigits = (number) => String(number).padStart(3, "0");
  for (let n = 0; n * chunkBytes < bytes.length; ++n) {
    const inside = path.join(folder, name, threeDigits(Math.floor(n / 256)));
    mkdirSync(inside, { recursive: true });
    const chunk = bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes);
    writeFileSync(path.join(inside, `${threeDigits(n % 256)}.bin`), chunk);
  }
  const published = { folder: name, chunk_bytes: chunkBytes, table_bytes: bytes.length };
  writeFileSync(path.join(folder, "table.json"), JSON.stringify({ ...description, published }));
}
