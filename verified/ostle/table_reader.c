// SPDX-License-Identifier: MIT
#include "table_reader.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
  kHeadBytes = 20,
  kChecksumBytes = 8,
  kRunIndices = 64,  // of which the number of members is stored
  kLongGap = 255,
  kSlotsOfHole = 20,  // moves of the hole have slots from here on
  kMostThreads = 64,
  kWidePalette = 256  // codes of larger palettes have two bytes
};
static const uint32_t kStoredFlag = UINT32_C(1) << 31;

// ---- Bytes -------------------------------------------------------------------------------------

static uint16_t read_u16(const uint8_t* p) { return (uint16_t)(p[0] | p[1] << 8); }
static uint32_t read_u32(const uint8_t* p) {
  return (uint32_t)read_u16(p) | (uint32_t)read_u16(p + 2) << 16;
}
static uint64_t read_u64(const uint8_t* p) {
  return (uint64_t)read_u32(p) | (uint64_t)read_u32(p + 4) << 32;
}

// ---- Blocks ------------------------------------------------------------------------------------

typedef struct {
  const uint8_t* bytes;
  uint64_t size;
  uint32_t members, seconds, first_section, second_section;
} Block;

static ReadStatus find_block(const MappedFile* file, const SliceOfFile* slice, uint64_t number,
                             Block* block) {
  if (slice->directory > file->size || (file->size - slice->directory) / 8 < slice->blocks + 1) {
    return kOutsideFile;
  }
  const uint8_t* entry = file->bytes + slice->directory + 8 * number;
  const uint64_t begin = read_u64(entry), end = read_u64(entry + 8);
  if (begin > end || end > file->size || end - begin < kHeadBytes) return kOutsideFile;
  const uint8_t* bytes = file->bytes + begin;
  *block = (Block){.bytes = bytes,
                   .size = end - begin,
                   .members = read_u16(bytes + 8),
                   .seconds = read_u16(bytes + 10),
                   .first_section = read_u32(bytes + 12),
                   .second_section = read_u32(bytes + 16)};
  return kReadWell;
}

ReadStatus ostle_count_seconds(const MappedFile* file, SliceOfFile* slice, OstleValues* values,
                               uint64_t* bad_block) {
  slice->second_begin = malloc((slice->blocks + 1) * sizeof *slice->second_begin);
  if (!slice->second_begin) return kNoMemory;
  for (uint64_t b = 0; b < slice->blocks; b++) {
    Block block;
    *bad_block = b;
    const ReadStatus status = find_block(file, slice, b, &block);
    if (status != kReadWell) return status;
    if (block.seconds > block.members) return kBadSecond;
    slice->second_begin[b] = (uint32_t)values->second_count;
    values->second_count += block.seconds;
    if (values->second_count > UINT32_MAX) return kNoMemory;
  }
  slice->second_begin[slice->blocks] = (uint32_t)values->second_count;
  return kReadWell;
}

// What one thread works with.
typedef struct {
  const Numbering* numbering;
  const MappedFile* file;
  const SliceOfFile* slice;
  OstleValues* values;
  uint64_t from, upto;
  ZSTD_DCtx* decompressor;
  ReadStatus status;
  uint64_t bad_block, positions, members;
  // The largest sections are gaps, slots and wide codes of as many second values as there are
  // members.
  uint8_t first_buffer[2 * kBlockIndices], second_buffer[8 * kBlockIndices];
  uint64_t member_entry[kBlockIndices];
} Work;

// Where a section's bytes are, after it has been decompressed if it has to be.
static const uint8_t* section(Work* work, const uint8_t* bytes, uint32_t size, uint8_t* buffer,
                              size_t capacity, size_t* length) {
  const uint32_t stored = size & ~kStoredFlag;
  if (size & kStoredFlag) {
    *length = stored;
    return bytes;
  }
  *length = ZSTD_decompressDCtx(work->decompressor, buffer, capacity, bytes, stored);
  return ZSTD_isError(*length) ? NULL : buffer;
}

static void set_code(const OstleValues* values, uint64_t entry, uint16_t code) {
  if (values->code_bytes == 1) {
    ((uint8_t*)values->codes)[entry] = (uint8_t)code;
  } else {
    ((uint16_t*)values->codes)[entry] = code;
  }
}

// Whether some move pushes a piece of the opponent's off the board or into the hole.
static bool can_capture(const Numbering* n, const OstleBoard* b) {
  const uint64_t hole = UINT64_C(1) << b->hole;
  const uint64_t exposed = b->other & (n->edge | n->beside[b->hole]);
  for (uint64_t rest = exposed; rest != 0; rest &= rest - 1) {
    const int square = __builtin_ctzll(rest);
    for (int d = 0; d < kDirections; d++) {
      const uint64_t ahead = n->ray[square][d][0];
      if (ahead != 0 && ahead != hole) continue;
      // An own piece behind it, with no gap between, pushes it.
      const uint64_t* behind = n->ray[square][d ^ 1];
      while (*behind & b->other) behind++;
      if (*behind & b->own) return true;
    }
  }
  return false;
}

// A row of the index: the entries of one set of own pieces.
typedef struct {
  uint64_t begin;  // its first entry
  uint64_t own;
  int hole;
  bool is_symmetric;  // some of its columns are entries that no position has
} Row;

static Row row_of(const Numbering* n, const OstleSlice* slice, uint64_t entry) {
  const OstleBoard b = ostle_board(n, entry);
  const int class = n->class_of[b.hole];
  const uint64_t class_begin = slice->begin + slice->class_begin[class];
  const uint64_t row = (entry - class_begin) / slice->columns;
  const bool is_symmetric = n->rows[slice->own][class].stabilisers[row] != 1;
  return (Row){class_begin + row * slice->columns, b.own, b.hole, is_symmetric};
}

// Which entries of the block have a value in the file; the others' codes are set, or 0 as they were
// from the beginning. Returns how many.
static uint32_t find_members(Work* work, uint64_t begin, uint64_t end) {
  const Numbering* n = work->numbering;
  const OstleSlice* slice = work->slice->slice;
  const bool may_end_at_once = slice->other == n->lose + 1;
  uint32_t members = 0;
  for (uint64_t entry = begin; entry < end;) {
    const Row row = row_of(n, slice, entry);
    const uint64_t left = n->board ^ UINT64_C(1) << row.hole ^ row.own;
    const uint64_t row_end = row.begin + slice->columns < end ? row.begin + slice->columns : end;
    for (; entry < row_end; entry++) {
      if (row.is_symmetric || may_end_at_once) {
        const uint64_t column = slice->column_sets[entry - row.begin];
        const OstleBoard b = {row.own, ostle_deposit(n, column, left), row.hole};
        if (row.is_symmetric && (uint64_t)ostle_place(n, &b) >> 3 != entry) continue;
        if (may_end_at_once && can_capture(n, &b)) {
          work->positions++;
          set_code(work->values, entry, work->slice->win_at_once);
          continue;
        }
      }
      work->positions++;
      work->member_entry[members++] = entry;
    }
  }
  return members;
}

static int code_at(const SliceOfFile* slice, const uint8_t* codes, uint32_t count, uint32_t i) {
  return slice->palette_size > kWidePalette ? codes[i] | codes[count + i] << 8 : codes[i];
}

static uint32_t code_width(const SliceOfFile* slice) {
  return slice->palette_size > kWidePalette ? 2 : 1;
}

static ReadStatus read_firsts(Work* work, const Block* block, const uint8_t* codes, size_t length) {
  const SliceOfFile* slice = work->slice;
  if (length != (size_t)block->members * code_width(slice)) return kBadValue;
  for (uint32_t i = 0; i < block->members; i++) {
    const int code = code_at(slice, codes, block->members, i);
    if (code >= slice->palette_size) return kBadValue;
    set_code(work->values, work->member_entry[i], slice->palette[code].alone);
  }
  return kReadWell;
}

// 4 * square + direction; -1 if the slot is not a move.
static int move_of_slot(const OstleBoard* b, int slot) {
  if (slot >= kSlotsOfHole + kDirections) return -1;
  if (slot >= kSlotsOfHole) return 4 * b->hole + slot - kSlotsOfHole;
  uint64_t own = b->own;
  for (int k = slot / 4; k > 0 && own != 0; k--) own &= own - 1;
  return own == 0 ? -1 : 4 * __builtin_ctzll(own) + slot % 4;
}

static ReadStatus read_seconds(Work* work, const Block* block, uint64_t number, uint64_t begin,
                               const uint8_t* first_codes, const uint8_t* bytes, size_t length) {
  const SliceOfFile* slice = work->slice;
  OstleValues* values = work->values;
  const size_t behind_gaps = (size_t)block->seconds * (1 + code_width(slice));
  if (length < behind_gaps) return kBadSecond;
  const size_t gap_bytes = length - behind_gaps;
  const uint8_t *slots = bytes + gap_bytes, *codes = slots + block->seconds;
  uint32_t next = slice->second_begin[number];
  uint64_t group = begin / kGroupEntries;
  const uint64_t groups_end = (begin + kBlockIndices) / kGroupEntries;
  values->group_begin[group] = next;
  int64_t member = -1;
  size_t at = 0;
  for (uint32_t i = 0; i < block->seconds; i++) {
    member++;
    for (; at < gap_bytes && bytes[at] == kLongGap; at++) member += kLongGap;
    if (at == gap_bytes) return kBadSecond;
    member += bytes[at++];
    if (member >= block->members) return kBadSecond;
    const uint64_t entry = work->member_entry[member];
    const OstleBoard b = ostle_board(work->numbering, entry);
    const int move = move_of_slot(&b, slots[i]), code = code_at(slice, codes, block->seconds, i);
    if (move < 0) return kBadSecond;
    if (code >= slice->palette_size) return kBadValue;
    while (group < entry / kGroupEntries) values->group_begin[++group] = next;
    values->seconds[next++] =
        (SecondValue){entry % kGroupEntries, (uint8_t)move, slice->palette[code].value};
    const int first = code_at(slice, first_codes, block->members, (uint32_t)member);
    set_code(values, entry, slice->palette[first].with_second);
  }
  while (++group < groups_end) values->group_begin[group] = next;
  return at == gap_bytes ? kReadWell : kBadSecond;
}

static ReadStatus read_block(Work* work, uint64_t number) {
  const SliceOfFile* slice = work->slice;
  Block block;
  const ReadStatus found = find_block(work->file, slice, number, &block);
  if (found != kReadWell) return found;
  const uint64_t seed = (uint64_t)slice->number << 48 | number;
  const uint64_t checksum =
      XXH3_64bits_withSeed(block.bytes + kChecksumBytes, block.size - kChecksumBytes, seed);
  if (checksum != read_u64(block.bytes)) return kWrongChecksum;

  const uint64_t begin = slice->slice->begin + number * kBlockIndices;
  const uint64_t slice_end = slice->slice->begin + slice->slice->indices;
  const uint64_t end = begin + kBlockIndices < slice_end ? begin + kBlockIndices : slice_end;
  const uint32_t members = find_members(work, begin, end);
  if (members != block.members) return kWrongMembers;
  work->members += members;

  uint64_t runs = (end - begin + kRunIndices - 1) / kRunIndices;
  if (members == 0 || members == end - begin) runs = 0;
  const uint64_t first_size = block.first_section & ~kStoredFlag;
  const uint64_t second_size = block.second_section & ~kStoredFlag;
  if (kHeadBytes + runs + first_size + second_size != block.size) return kOutsideFile;
  size_t first_length, second_length;
  const uint8_t* bytes = block.bytes + kHeadBytes + runs;
  const uint8_t* firsts = section(work, bytes, block.first_section, work->first_buffer,
                                  sizeof work->first_buffer, &first_length);
  const uint8_t* seconds = section(work, bytes + first_size, block.second_section,
                                   work->second_buffer, sizeof work->second_buffer, &second_length);
  if (!firsts || !seconds) return kBadCompression;
  const ReadStatus status = read_firsts(work, &block, firsts, first_length);
  if (status != kReadWell) return status;
  return read_seconds(work, &block, number, begin, firsts, seconds, second_length);
}

// ---- Threads -----------------------------------------------------------------------------------

static void* work_on_blocks(void* argument) {
  Work* work = argument;
  work->decompressor = ZSTD_createDCtx();
  work->status = work->decompressor ? kReadWell : kNoMemory;
  for (uint64_t b = work->from; b < work->upto && work->status == kReadWell; b++) {
    work->bad_block = b;
    work->status = read_block(work, b);
  }
  ZSTD_freeDCtx(work->decompressor);
  return NULL;
}

ReadStatus ostle_read_blocks(const Numbering* numbering, const MappedFile* file, SliceOfFile* slice,
                             OstleValues* values, uint64_t from, uint64_t upto, int threads,
                             uint64_t* bad_block) {
  if (threads > kMostThreads) threads = kMostThreads;
  Work* works = calloc(threads, sizeof *works);
  if (!works) return kNoMemory;
  pthread_t started[kMostThreads];
  bool is_thread[kMostThreads] = {false};
  const uint64_t blocks = upto - from;
  for (int t = 0; t < threads; t++) {
    works[t] = (Work){.numbering = numbering, .file = file, .slice = slice, .values = values};
    works[t].from = from + blocks * t / threads;
    works[t].upto = from + blocks * (t + 1) / threads;
    is_thread[t] = t > 0 && pthread_create(&started[t], NULL, work_on_blocks, &works[t]) == 0;
  }
  for (int t = 0; t < threads; t++) {
    if (!is_thread[t]) work_on_blocks(&works[t]);
  }
  ReadStatus status = kReadWell;
  for (int t = 0; t < threads; t++) {
    if (is_thread[t]) pthread_join(started[t], NULL);
    slice->positions += works[t].positions;
    slice->members += works[t].members;
    if (status == kReadWell && works[t].status != kReadWell) {
      status = works[t].status;
      *bad_block = works[t].bad_block;
    }
  }
  free(works);
  return status;
}
