// SPDX-License-Identifier: MIT
// Unpacks what xz has packed, which is a third smaller than what browsers can unpack themselves.
// After the specifications of the .xz format (1.2.1) and of LZMA by I. Pavlov.

const damaged = () => new Error("This is damaged: it cannot be unpacked.");

// ---- bits ---------------------------------------------------------------------------------------

// Adaptive binary range decoder. (Numbers of 32 bits are in an array: as variables they would be
// allocated one by one.)
const RANGE = 0;
const CODE = 1;

class Bits {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
    this.now = new Uint32Array(2);
  }

  begin(at) {
    if (this.bytes[at] !== 0) throw damaged();
    this.at = at + 1;
    this.now[RANGE] = 0xffffffff;
    for (let i = 0; i < 4; ++i) this.now[CODE] = (this.now[CODE] << 8) | this.bytes[this.at++];
  }

  // Of a chunk that is over nothing may be left.
  end() {
    this.normalize();
    if (this.now[CODE] !== 0) throw damaged();
    return this.at;
  }

  normalize() {
    if (this.now[RANGE] >= 0x1000000) return;
    this.now[RANGE] <<= 8;
    this.now[CODE] = (this.now[CODE] << 8) | this.bytes[this.at++];
  }

  // By the chance odds[i] of a 0, of 2048, which it adapts.
  bit(odds, i) {
    this.normalize();
    const chance = odds[i];
    const bound = (this.now[RANGE] >>> 11) * chance;
    if (this.now[CODE] < bound) {
      this.now[RANGE] = bound;
      odds[i] = chance + ((2048 - chance) >> 5);
      return 0;
    }
    this.now[RANGE] -= bound;
    this.now[CODE] -= bound;
    odds[i] = chance - (chance >> 5);
    return 1;
  }

  // `count` bits, the highest first, by the odds of a binary tree.
  tree(odds, begin, count) {
    let node = 1;
    for (let i = 0; i < count; ++i) node = (node << 1) | this.bit(odds, begin + node);
    return node - (1 << count);
  }
  // The same, the lowest first.
  reversed(odds, begin, count) {
    let node = 1;
    let value = 0;
    for (let i = 0; i < count; ++i) {
      const bit = this.bit(odds, begin + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  even(count) {
    let value = 0;
    for (let i = 0; i < count; ++i) {
      this.normalize();
      this.now[RANGE] >>>= 1;
      const bit = this.now[CODE] >= this.now[RANGE] ? 1 : 0;
      if (bit) this.now[CODE] -= this.now[RANGE];
      value = value * 2 + bit;
    }
    return value;
  }
}

// ---- LZMA ---------------------------------------------------------------------------------------

// Where odds of one kind begin. (States are 12; a position tells apart up to 16 kinds.)
const MATCH = 0;
const LONG_REPEAT = MATCH + 12 * 16;
const REPEAT = LONG_REPEAT + 12 * 16;
const REPEAT_0 = REPEAT + 12;
const REPEAT_1 = REPEAT_0 + 12;
const REPEAT_2 = REPEAT_1 + 12;
const SLOT = REPEAT_2 + 12;
const NEAR = SLOT + 4 * 64;
const ALIGN = NEAR + 128;
const LENGTH = ALIGN + 16; // 2 choices, 16 * 8 short ones, 16 * 8 middle ones, 256 long ones
const REPEAT_LENGTH = LENGTH + 2 + 256 + 256;
const LITERAL = REPEAT_LENGTH + 2 + 256 + 256;

class Lzma {
  constructor(bytes, size) {
    this.bits = new Bits(bytes);
    this.out = new Uint8Array(size);
    this.size = 0; // of what is unpacked
    this.repeats = new Uint32Array(4);
  }

  setProperties(byte) {
    this.literalBits = byte % 9;
    this.literalMask = (1 << (Math.floor(byte / 9) % 5)) - 1;
    const placeBits = Math.floor(byte / 45);
    if (placeBits > 4 || this.literalBits + (Math.floor(byte / 9) % 5) > 4) throw damaged();
    this.placeMask = (1 << placeBits) - 1;
    this.odds = new Uint16Array(LITERAL + 16 * 0x300);
  }
  reset() {
    if (!this.odds) throw damaged();
    this.odds.fill(1024);
    this.state = 0;
    this.repeats.fill(0);
  }

  // Unpacks up to `end`; returns where what it needed ends.
  unpack(at, end) {
    this.bits.begin(at);
    while (this.size < end) this.#unpackOne(end);
    return this.bits.end();
  }

  #unpackOne(end) {
    const place = this.size & this.placeMask;
    const { bits, odds, state } = this;
    if (!bits.bit(odds, MATCH + state * 16 + place)) return this.#literal();
    if (bits.bit(odds, REPEAT + state)) {
      if (!bits.bit(odds, REPEAT_0 + state)) {
        if (!bits.bit(odds, LONG_REPEAT + state * 16 + place)) {
          this.state = state < 7 ? 9 : 11;
          return this.#copy(1, end);
        }
      } else {
        this.#takeRepeat(bits.bit(odds, REPEAT_1 + state) ? this.#third(state) : 1);
      }
      this.state = state < 7 ? 8 : 11;
      return this.#copy(2 + this.#length(REPEAT_LENGTH, place), end);
    }
    this.state = state < 7 ? 7 : 10;
    const length = this.#length(LENGTH, place);
    this.repeats.copyWithin(1, 0, 3);
    this.repeats[0] = this.#distance(length);
    return this.#copy(2 + length, end);
  }
  #third(state) {
    return this.bits.bit(this.odds, REPEAT_2 + state) ? 3 : 2;
  }
  #takeRepeat(n) {
    const distance = this.repeats[n];
    this.repeats.copyWithin(1, 0, n);
    this.repeats[0] = distance;
  }

  #literal() {
    const { bits, odds, out, size } = this;
    const before = size > 0 ? out[size - 1] : 0;
    const kind =
      ((size & this.literalMask) << this.literalBits) + (before >> (8 - this.literalBits));
    const begin = LITERAL + kind * 0x300;
    let node = 1;
    if (this.state >= 7) {
      // (After a match the byte that would have gone on with it tells most.)
      for (let expected = this.#byteBack(); node < 0x100;) {
        const likely = (expected >> 7) & 1;
        expected <<= 1;
        const bit = bits.bit(odds, begin + ((1 + likely) << 8) + node);
        node = (node << 1) | bit;
        if (bit !== likely) break;
      }
    }
    while (node < 0x100) node = (node << 1) | bits.bit(odds, begin + node);
    out[this.size++] = node;
    this.state = this.state < 4 ? 0 : this.state < 10 ? this.state - 3 : this.state - 6;
  }
  #byteBack() {
    if (this.repeats[0] >= this.size) throw damaged();
    return this.out[this.size - this.repeats[0] - 1];
  }

  #length(begin, place) {
    const { bits, odds } = this;
    if (!bits.bit(odds, begin)) return bits.tree(odds, begin + 2 + place * 8, 3);
    if (!bits.bit(odds, begin + 1)) return 8 + bits.tree(odds, begin + 2 + 128 + place * 8, 3);
    return 16 + bits.tree(odds, begin + 2 + 256, 8);
  }

  #distance(length) {
    const { bits, odds } = this;
    const slot = bits.tree(odds, SLOT + Math.min(length, 3) * 64, 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const high = (2 | (slot & 1)) * 2 ** count;
    if (slot < 14) return high + bits.reversed(odds, NEAR + high - slot, count);
    return high + bits.even(count - 4) * 16 + bits.reversed(odds, ALIGN, 4);
  }

  #copy(length, end) {
    const from = this.size - this.repeats[0] - 1;
    if (from < 0 || this.size + length > end) throw damaged();
    for (let i = 0; i < length; ++i) this.out[this.size + i] = this.out[from + i];
    this.size += length;
  }
}

// ---- the file -----------------------------------------------------------------------------------

let crcTable = null;
function crc32(bytes) {
  crcTable ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let i = 0; i < 8; ++i) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    return crc;
  });
  let crc = -1;
  for (let i = 0; i < bytes.length; ++i) crc = crcTable[(crc ^ bytes[i]) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}

const littleEndian = (bytes, at) =>
  new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);

// Numbers of seven bits a byte.
function* numbers(bytes, at) {
  for (;;) {
    let number = 0;
    for (let power = 1; ; power *= 128) {
      const byte = bytes[at++];
      number += (byte & 127) * power;
      if (byte < 128) break;
      if (!(power < 2 ** 42)) throw damaged();
    }
    yield number;
  }
}

// The size of what is packed, from the index at the file's end.
function unpackedSize(bytes) {
  const index = bytes.length - 12 - 4 * (littleEndian(bytes, bytes.length - 8) + 1);
  if (index < 12 || bytes[index] !== 0) throw damaged();
  const [blocks, , size] = [...take(numbers(bytes, index + 1), 3)];
  if (blocks !== 1 || size > 2 ** 28) throw damaged();
  return size;
}
function* take(all, count) {
  for (let i = 0; i < count; ++i) yield all.next().value;
}

function unpackChunks(bytes, begin, lzma) {
  let at = begin;
  for (;;) {
    const kind = bytes[at++];
    if (kind === 0) return at;
    const high = kind >= 0x80 ? kind & 0x1f : 0;
    const end = lzma.size + high * 0x10000 + bytes[at] * 0x100 + bytes[at + 1] + 1;
    if (!(end <= lzma.out.length)) throw damaged();
    at += 2;
    if (kind < 0x80) {
      if (kind > 2) throw damaged();
      const count = end - lzma.size;
      lzma.out.set(bytes.subarray(at, at + count), lzma.size);
      lzma.size = end;
      at += count;
      continue;
    }
    const next = at + 2 + bytes[at] * 0x100 + bytes[at + 1] + 1 + (kind >= 0xc0 ? 1 : 0);
    at += 2;
    if (kind >= 0xc0) lzma.setProperties(bytes[at++]);
    if (kind >= 0xa0) lzma.reset();
    if (lzma.unpack(at, end) !== next) throw damaged();
    at = next;
  }
}

export const isXz = (bytes) => bytes[0] === 0xfd && bytes[1] === 0x37 && bytes[2] === 0x7a;

// What `xz --check=crc32` packed, in one block of at most 256 MiB, as it does on one thread. Throws
// an Error.
export function unpackedXz(bytes) {
  const size = bytes.length < 36 ? 0 : unpackedSize(bytes);
  const isKnown = size > 0 && isXz(bytes) && bytes[6] === 0 && bytes[7] === 1 && bytes[13] === 0;
  if (!isKnown) throw damaged();
  const lzma = new Lzma(bytes, size);
  const end = unpackChunks(bytes, 12 + 4 * (bytes[12] + 1), lzma);
  const check = end + ((4 - (end % 4)) % 4);
  if (lzma.size !== size || littleEndian(bytes, check) !== crc32(lzma.out)) throw damaged();
  return lzma.out;
}
