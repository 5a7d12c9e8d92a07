/* SPDX-License-Identifier: MIT
 * Looks up states, one per line of stdin, through the C interface, in the manner of ask_list.cpp.
 *   ask_list TABLE */
#include <stdio.h>
#include <string.h>
#include <zermelo.h>

static int number(zermelo_value value) { return value.outcome * (int)value.plies; }

static zermelo_status print_answer(const zermelo_table* table, const char* state) {
  zermelo_value value;
  zermelo_move_list* list;
  zermelo_status status = zermelo_probe(table, state, &value);
  if (status == ZERMELO_OK) status = zermelo_moves(table, state, &list);
  if (status != ZERMELO_OK) return status;
  printf("value %d, moves", number(value));
  for (size_t i = 0; i < list->count; ++i) {
    printf(" %s=%d", list->moves[i].move, number(list->moves[i].value));
  }
  printf("\n");
  zermelo_free_moves(list);
  return ZERMELO_OK;
}

static const char* kind(zermelo_status status) {
  switch (status) {
    case ZERMELO_ILLEGAL_POSITION:
      return "IllegalPosition";
    case ZERMELO_GAME_OVER:
      return "GameOver";
    case ZERMELO_NOT_IN_TABLE:
      return "NotInTable";
    default:
      return "Error";
  }
}

int main(int argc, char** argv) {
  static char state[4096];
  zermelo_table* table;
  if (argc != 2 || zermelo_open(argv[1], &table) != ZERMELO_OK) return 1;
  while (fgets(state, sizeof state, stdin) != NULL) {
    state[strcspn(state, "\n")] = '\0';
    const zermelo_status status = print_answer(table, state);
    if (status != ZERMELO_OK) printf("%s: %s\n", kind(status), zermelo_last_error());
  }
  zermelo_close(table);
  return 0;
}
