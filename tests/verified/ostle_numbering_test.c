// SPDX-License-Identifier: MIT
// The numbering of Ostle's positions: each index that is used is found again from its position,
// also from the seven images of it; and the two variants of the code agree. Prints a hash of what
// it finds.
//   ostle_numbering_test SIZE START LOSE TOTAL
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "numbering.h"

static void fail(const char* what, uint64_t entry) {
  fprintf(stderr, "FAILED: %s at entry %" PRIu64 "\n", what, entry);
  exit(1);
}

static OstleBoard image(const Numbering* n, int symmetry, OstleBoard b) {
  return (OstleBoard){ostle_image(n, symmetry, b.own), ostle_image(n, symmetry, b.other),
                      n->image[symmetry][b.hole]};
}

static bool same(OstleBoard a, OstleBoard b) {
  return a.own == b.own && a.other == b.other && a.hole == b.hole;
}

// Whether the entry is used; what is found must be the same from all images.
static bool test_entry(const Numbering* n, uint64_t entry) {
  const OstleBoard b = ostle_board(n, entry);
  const int64_t place = ostle_place(n, &b);
  const uint64_t listed = (uint64_t)place >> 3;
  if (listed >= n->entries) fail("a position is nowhere", entry);
  if (listed > entry) fail("a later index is preferred", entry);
  for (int g = 0; g < kSymmetries; g++) {
    const OstleBoard turned = image(n, g, b);
    const int64_t found = ostle_place(n, &turned);
    if ((uint64_t)found >> 3 != listed) fail("an image is elsewhere", entry);
    if (!same(image(n, found & 7, turned), ostle_board(n, listed))) fail("a wrong symmetry", entry);
  }
  return listed == entry;
}

int main(int count, char** arguments) {
  if (count != 5) return 2;
  const int size = atoi(arguments[1]), start = atoi(arguments[2]);
  Numbering* n = ostle_numbering(size, start, atoi(arguments[3]), atoi(arguments[4]));
  if (!n) return 2;
  uint64_t used = 0, hash = 0;
  for (int s = 0; s < n->slices; s++) {
    const OstleSlice* slice = &n->slice[s];
    for (uint64_t i = 0; i < slice->indices; i++) {
      const uint64_t entry = slice->begin + i;
      if (!test_entry(n, entry)) continue;
      const OstleBoard b = ostle_board(n, entry);
      hash = (hash ^ b.own) * UINT64_C(0x9e3779b97f4a7c15) + b.other + (uint64_t)b.hole;
      used++;
    }
  }
  printf("%" PRIu64 " positions, %016" PRIx64 "\n", used, hash);
  ostle_free_numbering(n);
  return 0;
}
