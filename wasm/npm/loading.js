// SPDX-License-Identifier: MIT
// Where bytes come from: addresses, files, memory. Whatever cannot be loaded is a NotLoaded.
import { DamagedTable, NotLoaded, UsageError } from "./errors.js";
import { isXz, unpackedXz } from "./xz.js";

const isNode = typeof process === "object" && !!process.versions?.node;
// (Written so that nothing that makes bundles for browsers looks for it.)
const nodeModule = (name) => import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${name}`);

const isAddress = (text) => /^(https?|blob|data|file):/.test(text);

// The address that a text means: its own; in a page relative to the page; nothing for a path.
export function addressOf(what) {
  if (what instanceof URL) return what;
  if (isAddress(what)) return new URL(what);
  return isNode ? null : new URL(what, globalThis.location?.href);
}

// An answer with status 200, or 206 if a range was asked for. A host that answers everything with a
// page of its own has not sent what was asked for.
export async function fetchChecked(address, { timeout, headers }) {
  let answer;
  try {
    answer = await fetch(address, { headers, signal: AbortSignal.timeout(timeout) });
  } catch (error) {
    const why = error.name === "TimeoutError" ? `no answer within ${timeout} ms` : error.message;
    throw new NotLoaded(`${address} could not be loaded: ${why}.`, error);
  }
  if (!answer.ok) throw new NotLoaded(`${address} could not be loaded: status ${answer.status}.`);
  if (/^text\/html\b/i.test(answer.headers.get("content-type") ?? ""))
    throw new NotLoaded(`${address} could not be loaded: the host sent a page (text/html).`);
  return answer;
}

export async function bytesAt(address, options) {
  const answer = await fetchChecked(address, options);
  try {
    return new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    throw new NotLoaded(`${address} could not be loaded: ${error.message}.`, error);
  }
}

// (Hosts that know .gz may have unpacked it.)
export async function unpacked(bytes, name) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new DamagedTable(`${name} is damaged: it cannot be unpacked.`);
  }
}

// --- Sources: { name, size, read(begin, end), close?() } -------------------------------------------

export function sourceOfBytes(bytes, name) {
  return { name, size: bytes.length, read: async (begin, end) => bytes.subarray(begin, end) };
}

export function sourceOfBlob(blob) {
  const read = async (begin, end) => {
    try {
      return new Uint8Array(await blob.slice(begin, end).arrayBuffer());
    } catch (error) {
      throw new NotLoaded(`The table could not be read: ${error.message}.`, error);
    }
  };
  return { name: blob.name, size: blob.size, read };
}

// A file, of which nothing is read but what is asked for.
export async function sourceOfFile(path) {
  const { open } = await nodeModule("fs/promises");
  const cannot = (error) => new NotLoaded(`${path} cannot be read: ${error.message}.`, error);
  let file;
  let size;
  try {
    file = await open(path, "r");
    size = (await file.stat()).size;
  } catch (error) {
    await file?.close();
    throw cannot(error);
  }
  const read = async (begin, end) => {
    const bytes = new Uint8Array(end - begin);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await file
        .read(bytes, at, bytes.length - at, begin + at)
        .catch((error) => Promise.reject(cannot(error)));
      if (bytesRead === 0) throw new DamagedTable(`${path} is damaged: it was cut short.`);
      at += bytesRead;
    }
    return bytes;
  };
  return { name: String(path), size, read, close: () => file.close() };
}

// A file on a host: by ranges, if the host sends these; else all of it is loaded.
export async function sourceOfAddress(address, options) {
  const ranged = (begin, end) => ({ ...options, headers: { Range: `bytes=${begin}-${end - 1}` } });
  const first = await fetchChecked(address, ranged(0, 1));
  const size = Number(first.headers.get("content-range")?.match(/^bytes 0-0\/(\d+)$/)?.[1]);
  if (first.status !== 206 || !size)
    return sourceOfBytes(new Uint8Array(await first.arrayBuffer()), String(address));
  await first.arrayBuffer();
  const read = (begin, end) => bytesAt(address, ranged(begin, end));
  return { name: String(address), size, read };
}

export function checkedSource(source) {
  const isSource =
    Number.isSafeInteger(source?.size) && source.size >= 0 && typeof source.read === "function";
  if (!isSource)
    throw new UsageError(
      "A table is opened by an address, a path, bytes, or a source { size, read(begin, end) }.",
    );
  return source;
}

// --- The module -----------------------------------------------------------------------------------

const compiled = new Map(); // by address

// `module`: a WebAssembly.Module, its bytes, or its address; by default the one beside this file.
export function compiledModule(module, options) {
  if (module instanceof WebAssembly.Module) return module;
  if (module instanceof Uint8Array || module instanceof ArrayBuffer)
    return WebAssembly.compile(module);
  const address = module === undefined ? new URL("./zermelo.wasm", import.meta.url) : module;
  const key = String(address);
  if (!compiled.has(key)) {
    const compiling = compiledAt(address, options);
    compiling.catch(() => compiled.delete(key));
    compiled.set(key, compiling);
  }
  return compiled.get(key);
}

async function compiledAt(what, options) {
  const address = addressOf(what);
  const isFile = address === null || (isNode && address.protocol === "file:");
  const bytes = isFile
    ? await bytesOfFile(address ?? what)
    : await bytesAt(address, options);
  try {
    const module = isXz(bytes) ? unpackedXz(bytes) : await unpacked(bytes, String(what));
    return await WebAssembly.compile(module);
  } catch (error) {
    throw new NotLoaded(`${what} is not a module: ${error.message}`, error);
  }
}

async function bytesOfFile(path) {
  try {
    return await (await nodeModule("fs/promises")).readFile(path);
  } catch (error) {
    throw new NotLoaded(`${path} cannot be read: ${error.message}.`, error);
  }
}
