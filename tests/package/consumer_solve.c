/* SPDX-License-Identifier: MIT
 * Solves a small game into the file that its argument names. */
#include <stdio.h>
#include <zermelo.h>

int main(int argc, char** argv) {
  if (argc == 2 && zermelo_solve("ostle size=3 start=2", argv[1], NULL) == ZERMELO_OK) return 0;
  fprintf(stderr, "%s\n", zermelo_last_error());
  return 1;
}
