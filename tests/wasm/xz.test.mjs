// SPDX-License-Identifier: MIT
// web/xz.js against xz itself, on modules and on bytes of all kinds; and what is damaged.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { isXz, unpackedXz } from "../../web/xz.js";

const packed = (bytes, ...options) =>
  new Uint8Array(
    execFileSync("xz", ["-9e", "-T1", "--check=crc32", "-c", ...options], {
      input: bytes,
      maxBuffer: 2 ** 26,
    }),
  );

// (The same numbers each time.)
let state = 1;
function random(below) {
  state = (state * 48271) % 2147483647;
  return state % below;
}
// Some of few letters, some of many, some that repeat what came before.
function someBytes(size) {
  const letters = 1 + random(256);
  const repeats = random(100);
  const far = 1 + random(size);
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; ++i)
    bytes[i] = i >= far && random(100) < repeats ? bytes[i - far] : random(letters);
  return bytes;
}

const same = (a, b) => Buffer.compare(a, b) === 0;

test("unpacks what xz packs", () => {
  for (let n = 0; n < 120; ++n) {
    const bytes = someBytes(1 + random(n % 10 === 0 ? 400000 : 5000));
    assert.ok(same(unpackedXz(packed(bytes)), bytes), `${n}`);
  }
  const text = new TextEncoder().encode("Ostle ".repeat(1000));
  for (const how of ["lc=0,lp=2,pb=0", "lc=4,lp=0,pb=4", "lc=1,lp=3,pb=1"])
    assert.ok(same(unpackedXz(packed(text, `--lzma2=preset=6,${how}`)), text), how);
});

const module = readFileSync(path.join(process.env.ZERMELO_MODULES, "zermelo-ostle.wasm"));

test("unpacks a module", () => {
  const xz = packed(module);
  assert.ok(isXz(xz) && !isXz(module));
  assert.ok(same(unpackedXz(xz), module));
});

test("tells what is damaged", () => {
  const xz = packed(module);
  const error = { message: "This is damaged: it cannot be unpacked." };
  for (let n = 0; n < 300; ++n) {
    const changed = xz.slice();
    changed[n < 60 ? n : n < 100 ? xz.length - n + 59 : random(xz.length)] ^= 1 << random(8);
    let found = null;
    try {
      found = unpackedXz(changed);
    } catch (thrown) {
      assert.equal(thrown.message, error.message);
    }
    // (Of the header, what is not read may change.)
    assert.ok(found === null || same(found, module), `${n}`);
  }
  for (let n = 0; n < 60; ++n) {
    const size = n < 40 ? n : random(xz.length);
    assert.throws(() => unpackedXz(xz.slice(0, size)), error, `${size}`);
  }
  assert.throws(() => unpackedXz(packed(module, "--check=crc64")), error);
});
