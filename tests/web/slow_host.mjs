// SPDX-License-Identifier: MIT
// A plain host behind a slow line: every answer begins so many milliseconds after its request, and
// all answers together get so many bytes a second. The browser is left as it is, so that pages,
// their workers and service workers are slowed alike. Nothing is compressed.
import { createServer } from "node:http";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";

const types = {
  ".css": "text/css",
  ".gz": "application/gzip",
  ".xz": "application/x-xz",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};
const piece = 1400; // bytes that an answer sends before it is another one's turn

// What is still to be sent, in turn: { answer, bytes, at, sent }.
class Line {
  constructor(rate) {
    this.rate = rate; // bytes a second
    this.waiting = [];
    this.timer = null;
  }

  send(answer, bytes, sent) {
    this.waiting.push({ answer, bytes, at: 0, sent });
    if (this.timer) return;
    this.last = performance.now();
    this.credit = 0;
    this.timer = setInterval(() => this.#go(), 5);
  }

  #go() {
    const now = performance.now();
    this.credit += ((now - this.last) / 1000) * this.rate;
    this.last = now;
    while (this.waiting.length && (this.credit >= piece || this.rate === Infinity)) {
      const one = this.waiting.shift();
      const part = one.bytes.subarray(one.at, one.at + piece);
      one.at += part.length;
      this.credit -= part.length;
      one.answer.write(part);
      if (one.at < one.bytes.length) this.waiting.push(one);
      else one.answer.end(one.sent);
    }
    if (this.waiting.length) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}

// Serves a folder; returns { url, log, speed(milliseconds, bytes a second), stop() }. `log`: what
// was asked for, { path, bytes, begin, end }.
export async function slowHost(folder) {
  const line = new Line(Infinity);
  let latency = 0;
  const log = [];
  const server = createServer(async (request, answer) => {
    const asked = decodeURIComponent(new URL(request.url, "http://host").pathname);
    const entry = {
      path: asked,
      bytes: 0,
      begin: performance.now(),
      end: null,
    };
    log.push(entry);
    const ended = () => (entry.end = performance.now());
    const file = path.join(
      folder,
      path.normalize(asked.endsWith("/") ? `${asked}index.html` : asked),
    );
    const [bytes, { mtime }] = await Promise.all([readFile(file), stat(file)]).catch(() => [
      null,
      {},
    ]);
    if (latency) await new Promise((resolve) => setTimeout(resolve, latency));
    const since = Date.parse(request.headers["if-modified-since"] ?? "");
    if (!bytes) return answer.writeHead(404).end(ended);
    if (since >= Math.floor(mtime / 1000) * 1000) return answer.writeHead(304).end(ended);
    answer.writeHead(200, {
      "Content-Type": types[path.extname(file)] ?? "application/octet-stream",
      "Content-Length": bytes.length,
      "Last-Modified": mtime.toUTCString(),
    });
    answer.flushHeaders();
    entry.bytes = bytes.length;
    line.send(answer, bytes, ended);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    log,
    speed(milliseconds, rate) {
      latency = milliseconds;
      line.rate = rate;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
