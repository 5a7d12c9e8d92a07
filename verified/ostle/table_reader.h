// SPDX-License-Identifier: MIT
// Reads a table file of Ostle, written from docs/table-format.md and docs/ostle.md alone. What it
// reads is what the checker checks; that it says what the file says is the one thing that is
// trusted here.
#ifndef ZERMELO_VERIFIED_OSTLE_TABLE_READER_H
#define ZERMELO_VERIFIED_OSTLE_TABLE_READER_H

#include "numbering.h"

// The value of a position if the one move that matters is forbidden.
typedef struct {
  uint8_t place;  // which of the kGroupEntries entries of its group
  uint8_t move;   // 4 * square + direction
  int16_t value;
} SecondValue;
enum { kGroupEntries = 64 };

// The values of all entries. A code is 0 if the entry is unused; what the others mean is up to the
// caller, except that a code may say that the entry has no second value.
typedef struct {
  uint64_t entries;
  int code_bytes;
  void* codes;
  uint32_t* group_begin;  // one for each group, and one more
  SecondValue* seconds;
  uint64_t second_count;
} OstleValues;

// How a value of the palette is written as a code.
typedef struct {
  int16_t value;
  uint16_t alone, with_second;
} PaletteEntry;

typedef enum {
  kReadWell,
  kNoMemory,
  kOutsideFile,  // a block or its sections lie outside the file or the block
  kWrongChecksum,
  kBadCompression,
  kWrongMembers,  // not as many values as the rules say
  kBadValue,      // a code that the palette does not have
  kBadSecond      // a second value of no member, or a move that the position does not have
} ReadStatus;

// A slice of the file, by what the trailer says of it.
typedef struct {
  int number;               // of the slice in the file
  const OstleSlice* slice;  // in the index
  uint64_t directory;       // its offset
  int palette_size;
  PaletteEntry* palette;
  uint16_t win_at_once;  // the code of a win in 1
  uint64_t blocks;
  uint32_t* second_begin;  // of each block
  uint64_t positions, members;
} SliceOfFile;

typedef struct {
  const uint8_t* bytes;
  uint64_t size;
} MappedFile;

// Looks at all blocks' heads: `second_begin` and `values->second_count`.
ReadStatus ostle_count_seconds(const MappedFile* file, SliceOfFile* slice, OstleValues* values,
                               uint64_t* bad_block);
// Reads blocks [from, upto) in this many threads; adds to `positions` and `members`.
ReadStatus ostle_read_blocks(const Numbering* numbering, const MappedFile* file, SliceOfFile* slice,
                             OstleValues* values, uint64_t from, uint64_t upto, int threads,
                             uint64_t* bad_block);

static inline const SecondValue* ostle_second(const OstleValues* values, uint64_t entry) {
  const uint32_t* begin = &values->group_begin[entry / kGroupEntries];
  for (uint32_t i = begin[0]; i < begin[1]; i++) {
    if (values->seconds[i].place == entry % kGroupEntries) return &values->seconds[i];
  }
  return 0;
}

#endif
