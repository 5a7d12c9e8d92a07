/* SPDX-License-Identifier: MIT
 * Prints the two most difficult puzzles of a table: wins in 5 to 9 plies that go only one way.
 *   mine_puzzles TABLE */
#include <inttypes.h>
#include <stdio.h>
#include <zermelo.h>

static int print_puzzle(void* user, const zermelo_puzzle* puzzle) {
  (void)user;
  printf("%s\n", puzzle->text);
  return 0; /* go on */
}

static zermelo_status print_puzzles(const zermelo_table* table) {
  const zermelo_range plies = {5, 9};
  const zermelo_puzzle_conditions conditions = {
      .size = sizeof conditions, .win_in = &plies, .only_line = 1};
  const zermelo_mine_options options = {
      .size = sizeof options, .limit = 2, .order = ZERMELO_ORDER_DIFFICULTY};
  zermelo_mine_report report;
  const zermelo_status status =
      zermelo_mine(table, &conditions, &options, print_puzzle, NULL, &report);
  if (status == ZERMELO_OK) printf("%" PRIu64 " of %" PRIu64 "\n", report.given, report.found);
  return status;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s TABLE\n", argv[0]);
    return 2;
  }
  zermelo_table* table;
  zermelo_status status = zermelo_open(argv[1], &table);
  if (status == ZERMELO_OK) status = print_puzzles(table);
  zermelo_close(table);
  if (status == ZERMELO_OK) return 0;
  fprintf(stderr, "%s\n", zermelo_last_error());
  return 1;
}
