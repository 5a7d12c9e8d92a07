/* SPDX-License-Identifier: MIT
 * Says what a position is worth, what its moves are worth, and how best play goes on.
 *   probe_position TABLE POSITION */
#include <stdio.h>
#include <zermelo.h>

static void print_value(zermelo_value value) {
  if (value.outcome == ZERMELO_DRAW) {
    printf("draw\n");
  } else {
    printf("%s in %d\n", value.outcome == ZERMELO_WIN ? "win" : "loss", (int)value.plies);
  }
}

static zermelo_status print_moves(const zermelo_table* table, const char* position) {
  zermelo_move_list* list;
  const zermelo_status status = zermelo_moves(table, position, &list);
  if (status != ZERMELO_OK) return status;
  printf("moves:\n");
  for (size_t i = 0; i < list->count; ++i) {
    printf("  %s: ", list->moves[i].move);
    print_value(list->moves[i].value);
  }
  zermelo_free_moves(list);
  return ZERMELO_OK;
}

static zermelo_status print_line(const zermelo_table* table, const char* position) {
  zermelo_line* line;
  const zermelo_status status = zermelo_best_line(table, position, 1000, &line);
  if (status != ZERMELO_OK) return status;
  printf("line:");
  for (size_t i = 0; i < line->count; ++i) printf(" %s", line->moves[i]);
  printf(line->complete ? " (the game is over)\n" : " (and so on)\n");
  zermelo_free_line(line);
  return ZERMELO_OK;
}

static zermelo_status print_answer(const zermelo_table* table, const char* position) {
  zermelo_value value;
  zermelo_status status = zermelo_probe(table, position, &value);
  if (status != ZERMELO_OK) return status;
  printf("value: ");
  print_value(value);
  status = print_moves(table, position);
  return status == ZERMELO_OK ? print_line(table, position) : status;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s TABLE POSITION\n", argv[0]);
    return 2;
  }
  zermelo_table* table;
  zermelo_status status = zermelo_open(argv[1], &table);
  if (status == ZERMELO_OK) status = print_answer(table, argv[2]);
  zermelo_close(table);
  if (status == ZERMELO_OK) return 0;
  if (status == ZERMELO_GAME_OVER) {
    printf("%s\n", zermelo_last_error());
    return 0;
  }
  fprintf(stderr, "%s\n", zermelo_last_error());
  return 1;
}
