/* SPDX-License-Identifier: MIT
 * Solves a small game, opens its table and looks up positions in it, as anyone's C program does. */
#include <stdio.h>
#include <zermelo.h>

static const char path[] = "consumer_c.ztb";

static int report(void) {
  fprintf(stderr, "%s\n", zermelo_last_error());
  return 1;
}

static int ask(const zermelo_table* table) {
  zermelo_value value;
  zermelo_move_list* list;
  int right;
  if (zermelo_probe(table, "w2/b1o/bw1 b", &value) != ZERMELO_OK) return report();
  if (zermelo_moves(table, "w2/b1o/bw1 b", &list) != ZERMELO_OK) return report();
  right = value.outcome == ZERMELO_WIN && value.plies == 1 && list->moves[0].result == NULL;
  zermelo_free_moves(list);
  return right ? 0 : 1;
}

int main(void) {
  zermelo_table* table;
  int result;
  if (zermelo_solve("ostle size=3 start=2", path, NULL) != ZERMELO_OK) return report();
  if (zermelo_open(path, &table) != ZERMELO_OK) return report();
  result = ask(table);
  zermelo_close(table);
  remove(path);
  return result;
}
