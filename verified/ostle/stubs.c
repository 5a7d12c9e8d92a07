// SPDX-License-Identifier: MIT
// What OCaml calls: a table's numbering, its values in memory, and looking ahead. OCaml knows a
// table by its address. What runs for each move neither allocates nor raises.
#define CAML_NAME_SPACE
#include <caml/alloc.h>
#include <caml/bigarray.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "numbering.h"
#include "table_reader.h"

enum { kLookaheads = 2, kLookaheadParts = 4 };

typedef struct {
  Numbering* numbering;
  OstleValues values;
  MappedFile file;
  SliceOfFile slices[kMostSlices];
  int64_t* ahead[kLookaheads];  // of each: own, other, hole, place, `ahead_moves` of each
  int64_t ahead_moves;
  int64_t board[3];  // the answer of ostle_ml_board
} Table;

static Table* table_of(intnat handle) { return (Table*)handle; }

// ---- Making and reading a table ----------------------------------------------------------------

// 0 if there is too little memory.
value ostle_ml_create(value size, value start, value lose, value total) {
  Table* table = calloc(1, sizeof *table);
  if (!table) return Val_long(0);
  table->numbering = ostle_numbering(Int_val(size), Int_val(start), Int_val(lose), Int_val(total));
  if (table->numbering) return Val_long((intnat)table);
  free(table);
  return Val_long(0);
}

value ostle_ml_entries(value handle) {
  return Val_long(table_of(Long_val(handle))->numbering->entries);
}

// The number of indices of a slice; -1 if there is no such slice.
value ostle_ml_slice_indices(value handle, value own, value other) {
  const Numbering* n = table_of(Long_val(handle))->numbering;
  if (Int_val(own) > kMostPieces || Int_val(other) > kMostPieces) return Val_long(-1);
  const int slice = n->slice_of[Int_val(own)][Int_val(other)];
  return Val_long(slice < 0 ? -1 : (intnat)n->slice[slice].indices);
}
value ostle_ml_slice_begin(value handle, value own, value other) {
  const Numbering* n = table_of(Long_val(handle))->numbering;
  return Val_long(n->slice[n->slice_of[Int_val(own)][Int_val(other)]].begin);
}

value ostle_ml_map_file(value handle, value name) {
  Table* table = table_of(Long_val(handle));
  const int descriptor = open(String_val(name), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return Val_false;
  struct stat about;
  void* bytes = MAP_FAILED;
  if (fstat(descriptor, &about) == 0 && about.st_size > 0) {
    bytes = mmap(NULL, about.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  }
  close(descriptor);
  if (bytes == MAP_FAILED) return Val_false;
  table->file = (MappedFile){bytes, about.st_size};
  return Val_true;
}
value ostle_ml_unmap_file(value handle) {
  Table* table = table_of(Long_val(handle));
  munmap((void*)table->file.bytes, table->file.size);
  return Val_unit;
}

// The seed is that of the format: 0 but for blocks.
value ostle_ml_checksum(value handle, value from, value upto) {
  const MappedFile* file = &table_of(Long_val(handle))->file;
  const uint64_t hash = XXH3_64bits(file->bytes + Long_val(from), Long_val(upto) - Long_val(from));
  return caml_copy_int64((int64_t)hash);
}

// palette: three numbers for each value (see PaletteEntry). Returns the status, 0 if all is well.
value ostle_ml_add_slice(value handle, value place, value number, value own, value other,
                         value directory, value palette, value win_at_once) {
  Table* table = table_of(Long_val(handle));
  const Numbering* n = table->numbering;
  SliceOfFile* slice = &table->slices[Int_val(place)];
  const int size = Wosize_val(palette) / 3;
  *slice = (SliceOfFile){.number = Int_val(number),
                         .slice = &n->slice[n->slice_of[Int_val(own)][Int_val(other)]],
                         .directory = Long_val(directory),
                         .palette_size = size,
                         .palette = malloc((size + 1) * sizeof(PaletteEntry)),
                         .win_at_once = Int_val(win_at_once)};
  if (!slice->palette) return Val_int(kNoMemory);
  slice->blocks = (slice->slice->indices + kBlockIndices - 1) / kBlockIndices;
  for (int i = 0; i < size; i++) {
    slice->palette[i] =
        (PaletteEntry){Int_val(Field(palette, 3 * i)), Int_val(Field(palette, 3 * i + 1)),
                       Int_val(Field(palette, 3 * i + 2))};
  }
  return Val_int(kReadWell);
}
value ostle_ml_add_slice_bytes(value* arguments, int count) {
  (void)count;
  return ostle_ml_add_slice(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                            arguments[5], arguments[6], arguments[7]);
}

// The status, and a block that is bad: 256 * block + status.
static value status_and_block(ReadStatus status, uint64_t block) {
  return Val_long((intnat)(block << 8 | status));
}
value ostle_ml_count_seconds(value handle, value place) {
  Table* table = table_of(Long_val(handle));
  uint64_t block = 0;
  const ReadStatus status =
      ostle_count_seconds(&table->file, &table->slices[Int_val(place)], &table->values, &block);
  return status_and_block(status, block);
}
value ostle_ml_second_count(value handle) {
  return Val_long(table_of(Long_val(handle))->values.second_count);
}
value ostle_ml_blocks(value handle, value place) {
  return Val_long(table_of(Long_val(handle))->slices[Int_val(place)].blocks);
}
value ostle_ml_read_blocks(value handle, value place, value from, value upto, value threads) {
  Table* table = table_of(Long_val(handle));
  uint64_t block = 0;
  const ReadStatus status =
      ostle_read_blocks(table->numbering, &table->file, &table->slices[Int_val(place)],
                        &table->values, Long_val(from), Long_val(upto), Int_val(threads), &block);
  return status_and_block(status, block);
}
value ostle_ml_positions(value handle, value place) {
  return Val_long(table_of(Long_val(handle))->slices[Int_val(place)].positions);
}
value ostle_ml_members(value handle, value place) {
  return Val_long(table_of(Long_val(handle))->slices[Int_val(place)].members);
}

// ---- Memory ------------------------------------------------------------------------------------

// Zeros, in large pages if the system has them. Processes that are forked later share them.
static void* zeros(uint64_t bytes) {
  if (bytes == 0) bytes = 1;
  void* memory =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
  madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
}

// After the second values have been counted. `moves`: of how many the places are looked up ahead.
value ostle_ml_allocate(value handle, value code_bytes, value moves) {
  Table* table = table_of(Long_val(handle));
  OstleValues* values = &table->values;
  values->entries = table->numbering->entries;
  values->code_bytes = Int_val(code_bytes);
  values->codes = zeros(values->entries * values->code_bytes);
  values->group_begin = zeros((values->entries / kGroupEntries + 1) * sizeof *values->group_begin);
  values->seconds = zeros(values->second_count * sizeof *values->seconds);
  if (!values->codes || !values->group_begin || !values->seconds) return Val_false;
  values->group_begin[values->entries / kGroupEntries] = (uint32_t)values->second_count;
  table->ahead_moves = Long_val(moves);
  for (int i = 0; i < kLookaheads; i++) {
    table->ahead[i] = zeros(kLookaheadParts * table->ahead_moves * sizeof(int64_t));
    if (!table->ahead[i]) return Val_false;
  }
  return Val_true;
}

static value array_of(int kind, void* data, intnat length) {
  return caml_ba_alloc_dims(kind | CAML_BA_C_LAYOUT | CAML_BA_EXTERNAL, 1, data, length);
}
value ostle_ml_codes(value handle) {
  const OstleValues* values = &table_of(Long_val(handle))->values;
  return array_of(values->code_bytes == 1 ? CAML_BA_UINT8 : CAML_BA_UINT16, values->codes,
                  values->entries);
}
value ostle_ml_ahead(value handle, value which, value part) {
  const Table* table = table_of(Long_val(handle));
  return array_of(CAML_BA_CAML_INT,
                  table->ahead[Int_val(which)] + Int_val(part) * table->ahead_moves,
                  table->ahead_moves);
}
value ostle_ml_board_array(value handle) {
  return array_of(CAML_BA_CAML_INT, table_of(Long_val(handle))->board, 3);
}

// A hash of all values, so that a log of other values is not taken for a log of these.
value ostle_ml_hash(value handle) {
  const OstleValues* values = &table_of(Long_val(handle))->values;
  XXH3_state_t* state = XXH3_createState();
  if (!state) return caml_copy_string("");
  XXH3_128bits_reset(state);
  XXH3_128bits_update(state, values->codes, values->entries * values->code_bytes);
  XXH3_128bits_update(state, values->group_begin,
                      (values->entries / kGroupEntries + 1) * sizeof *values->group_begin);
  XXH3_128bits_update(state, values->seconds, values->second_count * sizeof *values->seconds);
  const XXH128_hash_t hash = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  char text[40];
  snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)hash.high64,
           (unsigned long long)hash.low64);
  return caml_copy_string(text);
}

// ---- What the kernel asks for, move by move ----------------------------------------------------

intnat ostle_ml_place(intnat handle, intnat own, intnat other, intnat hole) {
  const OstleBoard board = {(uint64_t)own, (uint64_t)other, (int)hole};
  return (intnat)ostle_place(table_of(handle)->numbering, &board);
}
value ostle_ml_place_boxed(value handle, value own, value other, value hole) {
  return Val_long(ostle_ml_place(Long_val(handle), Long_val(own), Long_val(other), Long_val(hole)));
}

// Writes own pieces, other's pieces and the hole to the array of ostle_ml_board_array.
intnat ostle_ml_board(intnat handle, intnat entry) {
  Table* table = table_of(handle);
  const OstleBoard board = ostle_board(table->numbering, (uint64_t)entry);
  table->board[0] = (int64_t)board.own;
  table->board[1] = (int64_t)board.other;
  table->board[2] = board.hole;
  return 0;
}
value ostle_ml_board_boxed(value handle, value entry) {
  return Val_long(ostle_ml_board(Long_val(handle), Long_val(entry)));
}

// 65536 * move + the value + 32768; -1 if there is none.
intnat ostle_ml_second(intnat handle, intnat entry) {
  const SecondValue* second = ostle_second(&table_of(handle)->values, (uint64_t)entry);
  return second ? (intnat)second->move << 16 | (second->value + 32768) : -1;
}
value ostle_ml_second_boxed(value handle, value entry) {
  return Val_long(ostle_ml_second(Long_val(handle), Long_val(entry)));
}

intnat ostle_ml_look_ahead(intnat handle, intnat which, intnat from, intnat upto) {
  Table* table = table_of(handle);
  int64_t* ahead = table->ahead[which];
  const int64_t moves = table->ahead_moves;
  const Lookahead parts = {ahead, ahead + moves, ahead + 2 * moves, ahead + 3 * moves};
  return ostle_look_ahead(table->numbering, table->values.codes, table->values.code_bytes,
                          (uint64_t)from, (uint64_t)upto, &parts);
}
value ostle_ml_look_ahead_boxed(value handle, value which, value from, value upto) {
  return Val_long(
      ostle_ml_look_ahead(Long_val(handle), Long_val(which), Long_val(from), Long_val(upto)));
}

value ostle_ml_square_image(value handle, value symmetry, value square) {
  return Val_int(table_of(Long_val(handle))->numbering->image[Int_val(symmetry)][Int_val(square)]);
}
value ostle_ml_nine_image(value handle, value symmetry, value nine, value set) {
  return Val_long(table_of(Long_val(handle))
                      ->numbering->image_of_nine[Int_val(symmetry)][Int_val(nine)][Int_val(set)]);
}
