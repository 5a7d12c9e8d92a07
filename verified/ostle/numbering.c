// SPDX-License-Identifier: MIT
#include "numbering.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(OSTLE_WITHOUT_BMI2)
#define HAS_BMI2_PATH 1
#include <immintrin.h>
#else
#define HAS_BMI2_PATH 0
#endif

// ---- Sets --------------------------------------------------------------------------------------

static int image_of_square(int size, int symmetry, int square) {
  int file = square % size, rank = square / size;
  if (symmetry & 1) file = size - 1 - file;
  if (symmetry & 2) rank = size - 1 - rank;
  return symmetry & 4 ? file * size + rank : rank * size + file;
}

// The next larger number with as many ones.
static uint64_t next_subset(uint64_t set) {
  const uint64_t filled = set | (set - 1);
  return (filled + 1) | (((~filled & -~filled) - 1) >> (__builtin_ctzll(set) + 1));
}

// All sets of `count` of the squares 0 to squares - 1, in order of their numbers.
static void list_subsets(int squares, int count, uint64_t* out) {
  if (count == 0) {
    out[0] = 0;
    return;
  }
  for (uint64_t set = (UINT64_C(1) << count) - 1; set < UINT64_C(1) << squares;
       set = next_subset(set)) {
    *out++ = set;
  }
}

// ---- What a look-up needs, in both variants ----------------------------------------------------

static inline bool is_unused(const char* codes, int code_bytes, uint64_t entry) {
  return code_bytes == 1 ? codes[entry] == 0 : ((const uint16_t*)codes)[entry] == 0;
}

// A piece comes to the first square of the ray, and pushes what stands there on.
static inline void shove(const uint64_t* ray, uint64_t hole, uint64_t* own, uint64_t* other) {
  bool mine = true;
  for (; *ray != 0 && *ray != hole; ray++) {
    const bool meets_own = *own & *ray, meets_other = *other & *ray;
    if (mine != meets_own) *own ^= *ray;
    if (mine == meets_other) *other ^= *ray;
    if (!meets_own && !meets_other) return;
    mine = meets_own;
  }
}

static inline uint64_t extract_portable(uint64_t word, uint64_t mask) {
  uint64_t result = 0;
  for (int k = 0; mask != 0; k++, mask &= mask - 1) {
    result |= (word >> __builtin_ctzll(mask) & 1) << k;
  }
  return result;
}
static inline uint64_t deposit_portable(uint64_t word, uint64_t mask) {
  uint64_t result = 0;
  for (; mask != 0; word >>= 1, mask &= mask - 1) {
    if (word & 1) result |= mask & -mask;
  }
  return result;
}
#define PATH(name) name##_portable
#include "numbering_paths.inc"
#undef PATH

#if HAS_BMI2_PATH
#pragma GCC push_options
#pragma GCC target("bmi2,popcnt")
static inline uint64_t extract_bmi2(uint64_t word, uint64_t mask) { return _pext_u64(word, mask); }
static inline uint64_t deposit_bmi2(uint64_t word, uint64_t mask) { return _pdep_u64(word, mask); }
#define PATH(name) name##_bmi2
#include "numbering_paths.inc"
#undef PATH
static int64_t place_with_bmi2(const Numbering* n, const OstleBoard* b) {
  return place_bmi2(n, b->own, b->other, b->hole);
}
static uint64_t deposit_with_bmi2(uint64_t word, uint64_t mask) { return deposit_bmi2(word, mask); }
static OstleBoard board_with_bmi2(const Numbering* n, uint64_t entry) {
  return board_bmi2(n, entry);
}
#pragma GCC pop_options
#endif

int64_t ostle_place(const Numbering* n, const OstleBoard* b) {
#if HAS_BMI2_PATH
  if (n->has_bit_instructions) return place_with_bmi2(n, b);
#endif
  return place_portable(n, b->own, b->other, b->hole);
}

OstleBoard ostle_board(const Numbering* n, uint64_t entry) {
#if HAS_BMI2_PATH
  if (n->has_bit_instructions) return board_with_bmi2(n, entry);
#endif
  return board_portable(n, entry);
}

uint64_t ostle_deposit(const Numbering* n, uint64_t word, uint64_t mask) {
#if HAS_BMI2_PATH
  if (n->has_bit_instructions) return deposit_with_bmi2(word, mask);
#endif
  (void)n;
  return deposit_portable(word, mask);
}

int64_t ostle_look_ahead(const Numbering* n, const void* codes, int code_bytes, uint64_t from,
                         uint64_t upto, const Lookahead* ahead) {
#if HAS_BMI2_PATH
  if (n->has_bit_instructions) return look_ahead_bmi2(n, codes, code_bytes, from, upto, ahead);
#endif
  return look_ahead_portable(n, codes, code_bytes, from, upto, ahead);
}

// ---- Tables ------------------------------------------------------------------------------------

static void make_choose(Numbering* n) {
  for (int i = 0; i <= kMostSquares; i++) {
    for (int k = 0; k <= kMostPieces + 1; k++) {
      n->choose[i][k] = k == 0 ? 1 : i == 0 ? 0 : n->choose[i - 1][k - 1] + n->choose[i - 1][k];
    }
  }
}

// The rank of a set of squares is the sum, over its squares in ascending order, of the number of
// ways to choose k of the squares below the k-th.
static uint32_t rank_of_chunk(const Numbering* n, int chunk, int before, unsigned set) {
  uint32_t rank = 0;
  int k = before;
  for (int bit = 0; bit < kChunkBits; bit++) {
    if ((set >> bit & 1) == 0) continue;
    k++;
    if (k <= kMostPieces) rank += n->choose[bit + kChunkBits * chunk][k];
  }
  return rank;
}

static void make_ranks(Numbering* n) {
  for (unsigned set = 0; set < 1u << kChunkBits; set++) {
    n->rank_low[set] = rank_of_chunk(n, 0, 0, set);
    for (int before = 0; before <= kMostPieces; before++) {
      n->rank_middle[before][set] = rank_of_chunk(n, 1, before, set);
      n->rank_high[before][set] = rank_of_chunk(n, 2, before, set);
    }
  }
}

static void make_symmetries(Numbering* n) {
  for (int g = 0; g < kSymmetries; g++) {
    for (int s = 0; s < n->squares; s++) n->image[g][s] = image_of_square(n->size, g, s);
  }
  // The corner and its neighbour tell the symmetries apart.
  for (int a = 0; a < kSymmetries; a++) {
    for (int b = 0; b < kSymmetries; b++) {
      for (int c = 0; c < kSymmetries; c++) {
        if (n->image[b][n->image[a][0]] != n->image[c][0]) continue;
        if (n->image[b][n->image[a][1]] != n->image[c][1]) continue;
        n->after[a][b] = c;
        if (c == 0) n->inverse[a] = b;
      }
    }
  }
  for (int g = 0; g < kSymmetries; g++) {
    for (int s = 0; s < n->squares; s++) {
      const int nine = s / kNineBits, bit = s % kNineBits;
      for (int set = 0; set < 1 << kNineBits; set++) {
        if (set >> bit & 1) n->image_of_nine[g][nine][set] |= UINT64_C(1) << n->image[g][s];
      }
    }
  }
}

static void make_rays(Numbering* n) {
  static const int file_step[kDirections] = {-1, 1, 0, 0}, rank_step[kDirections] = {0, 0, -1, 1};
  for (int s = 0; s < n->squares; s++) {
    for (int d = 0; d < kDirections; d++) {
      int file = s % n->size + file_step[d], rank = s / n->size + rank_step[d], k = 0;
      for (; file >= 0 && file < n->size && rank >= 0 && rank < n->size; k++) {
        n->ray[s][d][k] = UINT64_C(1) << (rank * n->size + file);
        file += file_step[d];
        rank += rank_step[d];
      }
      n->beside[s] |= n->ray[s][d][0];
      if (k == 0) n->edge |= UINT64_C(1) << s;
    }
  }
}

static void make_classes(Numbering* n) {
  const int half = (n->size + 1) / 2;
  for (int file = 0; file < half; file++) {
    for (int rank = file; rank < half; rank++) {
      n->class_square[n->classes++] = rank * n->size + file;
    }
  }
  for (int c = 0; c < n->classes; c++) {
    const int square = n->class_square[c];
    for (int g = kSymmetries - 1; g >= 0; g--) {
      const int from = n->image[n->inverse[g]][square];
      n->class_of[from] = c;
      n->turn_to_class[from] = g;  // (the last one written is the smallest)
      if (n->image[g][square] == square) n->class_stabiliser[c] |= 1 << g;
    }
  }
}

static uint8_t stabiliser_of(const Numbering* n, int class, uint64_t set) {
  uint8_t result = 0;
  for (int g = 0; g < kSymmetries; g++) {
    if ((n->class_stabiliser[class] >> g & 1) != 0 && ostle_image(n, g, set) == set) {
      result |= 1 << g;
    }
  }
  return result;
}

static uint32_t rank_in(const Numbering* n, uint64_t set, uint64_t left) {
  return rank_portable(n, extract_portable(set, left));
}

// Adds the row of a set that no row has met, and tells all its images.
static void add_row(Numbering* n, Rows* rows, int class, uint64_t set, uint64_t left) {
  const uint32_t row = rows->count++;
  rows->sets[row] = set;
  rows->stabilisers[row] = stabiliser_of(n, class, set);
  for (int g = 0; g < kSymmetries; g++) {
    if ((n->class_stabiliser[class] >> g & 1) == 0) continue;
    OwnSet* own = &rows->of_rank[rank_in(n, ostle_image(n, g, set), left)];
    if (own->row == UINT32_MAX) {
      *own = (OwnSet){row, n->inverse[g], rows->stabilisers[row]};
    }
  }
}

static bool make_rows(Numbering* n, int pieces, int class) {
  const uint64_t count = n->choose[n->squares - 1][pieces];
  const uint64_t left = n->board ^ UINT64_C(1) << n->class_square[class];
  Rows* rows = &n->rows[pieces][class];
  uint64_t* subsets = malloc(count * sizeof *subsets);
  rows->of_rank = malloc(count * sizeof *rows->of_rank);
  rows->sets = malloc(count * sizeof *rows->sets);
  rows->stabilisers = malloc(count);
  if (!subsets || !rows->of_rank || !rows->sets || !rows->stabilisers) {
    free(subsets);
    return false;
  }
  list_subsets(n->squares - 1, pieces, subsets);
  for (uint64_t i = 0; i < count; i++) rows->of_rank[i].row = UINT32_MAX;
  for (uint64_t i = 0; i < count; i++) {
    if (rows->of_rank[i].row == UINT32_MAX) {
      add_row(n, rows, class, deposit_portable(subsets[i], left), left);
    }
  }
  free(subsets);
  return true;
}

static bool add_slice(Numbering* n, int own, int other) {
  OstleSlice* slice = &n->slice[n->slices];
  *slice = (OstleSlice){.own = own, .other = other, .begin = n->entries};
  slice->columns = n->choose[n->squares - 1 - own][other];
  slice->column_sets = malloc(slice->columns * sizeof *slice->column_sets);
  if (!slice->column_sets) return false;
  list_subsets(n->squares - 1 - own, other, slice->column_sets);
  for (int c = 0; c < n->classes; c++) {
    slice->class_begin[c] = slice->indices;
    slice->indices += n->rows[own][c].count * slice->columns;
  }
  slice->class_begin[n->classes] = slice->indices;
  n->slice_of[own][other] = n->slices++;
  n->entries += (slice->indices + kBlockIndices - 1) / kBlockIndices * kBlockIndices;
  return true;
}

static bool make_slices(Numbering* n) {
  for (int pieces = n->lose + 1; pieces <= n->start; pieces++) {
    for (int c = 0; c < n->classes; c++) {
      if (!make_rows(n, pieces, c)) return false;
    }
  }
  for (int total = 0; total <= n->total; total++) {
    for (int own = n->lose + 1; own <= n->start; own++) {
      const int other = total - own;
      if (other > n->lose && other <= n->start && !add_slice(n, own, other)) return false;
    }
  }
  return true;
}

Numbering* ostle_numbering(int size, int start, int lose, int total) {
  Numbering* n = calloc(1, sizeof *n);
  if (!n) return NULL;
  n->size = size;
  n->squares = size * size;
  n->start = start;
  n->lose = lose;
  n->total = total;
  n->board = (UINT64_C(1) << n->squares) - 1;
  memset(n->slice_of, -1, sizeof n->slice_of);
#if HAS_BMI2_PATH
  n->has_bit_instructions = __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#endif
  make_choose(n);
  make_ranks(n);
  make_symmetries(n);
  make_rays(n);
  make_classes(n);
  if (make_slices(n)) return n;
  ostle_free_numbering(n);
  return NULL;
}

void ostle_free_numbering(Numbering* n) {
  if (!n) return;
  for (int pieces = 0; pieces <= kMostPieces; pieces++) {
    for (int c = 0; c < kMostClasses; c++) {
      free(n->rows[pieces][c].of_rank);
      free(n->rows[pieces][c].sets);
      free(n->rows[pieces][c].stabilisers);
    }
  }
  for (int i = 0; i < n->slices; i++) free(n->slice[i].column_sets);
  free(n);
}
