// SPDX-License-Identifier: MIT
// The index of Ostle's tables (docs/ostle.md, "The index"), written from that page alone. Nothing
// that the checker says rests on it: where a position is listed, and which symmetry takes it there,
// is compared with the position listed.
#ifndef ZERMELO_VERIFIED_OSTLE_NUMBERING_H
#define ZERMELO_VERIFIED_OSTLE_NUMBERING_H

#include <stdbool.h>
#include <stdint.h>

enum {
  kMostSize = 6,
  kMostSquares = kMostSize * kMostSize,
  kMostPieces = 6,
  kMostClasses = 6,
  kMostSlices = kMostPieces * kMostPieces,
  kSymmetries = 8,
  kDirections = 4,
  kChunkBits = 12,  // ranks of sets are added up from tables of three chunks
  kNineBits = 9,    // images of sets are put together from four
  kBlockIndices = 2048
};

// A position as the side to move sees it.
typedef struct {
  uint64_t own, other;
  int hole;
} OstleBoard;

// Of a set of own squares, by its rank among all of them: the row that it belongs to, the symmetry
// that takes it there, and the symmetries that keep the set of the row (one bit each).
typedef struct {
  uint32_t row;
  uint8_t turn, stabiliser;
} OwnSet;

// The rows of a class of the hole's squares, for a number of own pieces.
typedef struct {
  OwnSet* of_rank;
  uint64_t* sets;
  uint8_t* stabilisers;
  uint32_t count;
} Rows;

// A slice's entries begin at a multiple of kBlockIndices.
typedef struct {
  int own, other;
  uint64_t begin, indices;
  uint64_t class_begin[kMostClasses + 1];
  uint64_t columns;
  uint64_t* column_sets;  // subsets of as many squares as are left
} OstleSlice;

typedef struct {
  int size, squares, lose, start, total;
  uint64_t board;  // all squares
  uint8_t image[kSymmetries][kMostSquares];
  uint8_t after[kSymmetries][kSymmetries];  // after[a][b]: first a, then b
  uint8_t inverse[kSymmetries];
  uint64_t image_of_nine[kSymmetries][4][1 << kNineBits];
  uint64_t ray[kMostSquares][kDirections][kMostSize];  // bits, ended by 0
  uint64_t edge;                                       // squares on the edge of the board
  uint64_t beside[kMostSquares];                       // the neighbours of a square
  uint64_t choose[kMostSquares + 1][kMostPieces + 2];
  uint32_t rank_low[1 << kChunkBits];
  uint32_t rank_middle[kMostPieces + 1][1 << kChunkBits];
  uint32_t rank_high[kMostPieces + 1][1 << kChunkBits];

  int classes;
  int class_square[kMostClasses];
  uint8_t class_of[kMostSquares], turn_to_class[kMostSquares], class_stabiliser[kMostClasses];
  Rows rows[kMostPieces + 1][kMostClasses];
  int slices;
  OstleSlice slice[kMostSlices];
  int slice_of[kMostPieces + 1][kMostPieces + 1];  // -1: none
  uint64_t entries;
  bool has_bit_instructions;  // BMI2
} Numbering;

// What the kernel is about to look up: the positions that the moves of some entries lead to, in the
// order in which it generates them, and where they are listed (8 * entry + symmetry).
typedef struct {
  int64_t *own, *other, *hole, *place;
} Lookahead;
enum { kMostMoves = 4 * kMostPieces + 4 };

// Null if there is too little memory. The parameters are in range (see the caller in OCaml).
Numbering* ostle_numbering(int size, int start, int lose, int total);
void ostle_free_numbering(Numbering* numbering);

// 8 * entry + symmetry; 8 * entries if no table has the position.
int64_t ostle_place(const Numbering* numbering, const OstleBoard* board);
OstleBoard ostle_board(const Numbering* numbering, uint64_t entry);
// The squares of `mask` whose numbers within it are in `word`.
uint64_t ostle_deposit(const Numbering* numbering, uint64_t word, uint64_t mask);

// Does this for the used entries of [from, upto); codes: of `code_bytes` bytes each, 0 if an entry
// is unused. What will be read of codes is fetched into the cache. Returns the number of positions.
int64_t ostle_look_ahead(const Numbering* numbering, const void* codes, int code_bytes,
                         uint64_t from, uint64_t upto, const Lookahead* ahead);

static inline uint64_t ostle_image(const Numbering* n, int symmetry, uint64_t set) {
  const uint64_t(*images)[1 << kNineBits] = n->image_of_nine[symmetry];
  const uint64_t nine = (1 << kNineBits) - 1;
  return images[0][set & nine] | images[1][set >> 9 & nine] | images[2][set >> 18 & nine] |
         images[3][set >> 27 & nine];
}

#endif
