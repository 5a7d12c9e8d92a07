/* SPDX-License-Identifier: MIT
 * The C interface, from C. Usage: c_api_test SCRATCH_FILE, which becomes a small table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo.h>

#include "../support/c_check.h"

/* One piece off the board loses here; every position has two pieces on each side. */
static const char game[] = "ostle size=3 start=2 lose=1";
static const char start[] = "ww1/1o1/bb1 b";

static void copy_part(const char* from, const char* to, long length) {
  FILE* in = fopen(from, "rb");
  FILE* out = fopen(to, "wb");
  long i;
  for (i = 0; i < length; ++i) fputc(fgetc(in), out);
  fclose(in);
  fclose(out);
}

static int stop_at_once(void* user, const zermelo_progress* progress) {
  ++*(int*)user;
  return progress->seconds >= 0;
}

static void test_solve(const char* path) {
  zermelo_solve_options options;
  int calls = 0;
  memset(&options, 0, sizeof options);
  CHECK(zermelo_solve(game, path, &options) == ZERMELO_USAGE_ERROR);
  CHECK(strstr(zermelo_last_error(), "sizeof(zermelo_solve_options)") != NULL);
  options.size = sizeof options;
  CHECK(zermelo_solve(NULL, path, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_solve(game, NULL, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_solve("", path, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_solve("chess", path, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_solve("ostle size=9", path, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(strstr(zermelo_last_error(), "size") != NULL);
  CHECK(zermelo_solve(game, "/no/such/folder/x.ztb", NULL) == ZERMELO_FILE_ERROR);
  options.memory_limit = 1;
  CHECK(zermelo_solve(game, path, &options) == ZERMELO_OUT_OF_MEMORY);
  options.memory_limit = 0;
  options.threads = -1;
  CHECK(zermelo_solve(game, path, &options) == ZERMELO_USAGE_ERROR);
  options.threads = 1;
  options.metric = "score";
  CHECK(zermelo_solve(game, path, &options) == ZERMELO_USAGE_ERROR);
  CHECK(strstr(zermelo_last_error(), "score") != NULL);
  options.metric = "distance";
  options.on_progress = stop_at_once;
  options.user = &calls;
  CHECK(zermelo_solve(game, path, &options) == ZERMELO_INTERRUPTED);
  CHECK(calls > 0);
  options.on_progress = NULL;
  options.resume = 1;
  CHECK(zermelo_solve("  ostle  size=3 start=2 lose=1 ", path, &options) == ZERMELO_OK);
  /* Another game's table, and another kind of table, are replaced only by force. */
  options.resume = 0;
  options.metric = "reach";
  CHECK(zermelo_solve(game, path, &options) == ZERMELO_FILE_ERROR);
  CHECK(strstr(zermelo_last_error(), "another kind of table") != NULL);
  options.metric = NULL;
  CHECK(zermelo_solve("ostle size=3 start=3 lose=1", path, &options) == ZERMELO_FILE_ERROR);
  CHECK(strstr(zermelo_last_error(), "the table of another game") != NULL);
  options.force = 1;
  CHECK(zermelo_solve("ostle size=3 start=3 lose=1", path, &options) == ZERMELO_OK);
  CHECK(zermelo_solve(game, path, &options) == ZERMELO_OK);
}

static void test_open(const char* path) {
  char damaged[1000];
  zermelo_table* table = (zermelo_table*)&table;
  CHECK(zermelo_open("/no/such/file.ztb", &table) == ZERMELO_FILE_ERROR);
  CHECK(table == NULL);
  CHECK(strstr(zermelo_last_error(), "/no/such/file.ztb") != NULL);
  CHECK(zermelo_open(NULL, &table) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_open(path, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(strstr(zermelo_last_error(), "NULL") != NULL);
  sprintf(damaged, "%.900s.damaged", path);
  copy_part(path, damaged, 300);
  CHECK(zermelo_open(damaged, &table) == ZERMELO_DAMAGED_TABLE);
  CHECK(table == NULL);
  copy_part(path, damaged, 0);
  CHECK(zermelo_open(damaged, &table) == ZERMELO_DAMAGED_TABLE);
  remove(damaged);
  zermelo_close(NULL);
}

static void test_game(const zermelo_table* table) {
  CHECK(strcmp(zermelo_game(table), "ostle lose=1 repetition=exact size=3 start=2 total=4") == 0);
  CHECK(strcmp(zermelo_game_name(table), "ostle") == 0);
  CHECK(strcmp(zermelo_game_parameter(table, "size"), "3") == 0);
  CHECK(zermelo_game_parameter(table, "colour") == NULL);
  CHECK(zermelo_game_parameter(table, NULL) == NULL);
  CHECK(strcmp(zermelo_start(table), start) == 0);
  CHECK(zermelo_game(NULL) == NULL);
  CHECK(zermelo_game_name(NULL) == NULL);
  CHECK(zermelo_game_parameter(NULL, "size") == NULL);
  CHECK(zermelo_start(NULL) == NULL);
}

static void test_probe(const zermelo_table* table) {
  zermelo_value value = {7, 7};
  CHECK(zermelo_probe(NULL, start, &value) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_probe(table, NULL, &value) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_probe(table, start, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_probe(table, "", &value) == ZERMELO_ILLEGAL_POSITION);
  CHECK(zermelo_probe(table, "ww1/1o1/bb b", &value) == ZERMELO_ILLEGAL_POSITION);
  CHECK(zermelo_probe(table, "ww1/1o1/bb1b b", &value) == ZERMELO_ILLEGAL_POSITION);
  CHECK(zermelo_probe(table, "ww1/1o1/b2 b", &value) == ZERMELO_GAME_OVER);
  CHECK(value.outcome == 7 && value.plies == 7);
  /* White's piece is at the edge, over which it falls. */
  CHECK(zermelo_probe(table, "w2/b1o/bw1 b", &value) == ZERMELO_OK);
  CHECK(value.outcome == ZERMELO_WIN && value.plies == 1);
  CHECK(zermelo_probe(table, start, &value) == ZERMELO_OK);
  CHECK((value.outcome == ZERMELO_DRAW) == (value.plies == 0));
}

/* Moves and lines agree with probes. */
static void test_moves(const zermelo_table* table) {
  zermelo_move_list* list = NULL;
  zermelo_value value, next;
  size_t i;
  zermelo_error_risk risk = {-1, -1};
  CHECK(zermelo_risk(table, start, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_risk(table, "nonsense", &risk) == ZERMELO_ILLEGAL_POSITION && risk.errs == -1);
  CHECK(zermelo_risk(table, start, &risk) == ZERMELO_OK);
  CHECK(0 <= risk.errs && risk.errs <= risk.slips && risk.slips <= 1);
  CHECK(zermelo_moves_in_style(table, start, 7, &list) == ZERMELO_USAGE_ERROR && list == NULL);
  CHECK(strcmp(zermelo_last_error(), "The argument style is not a zermelo_style.") == 0);
  CHECK(zermelo_probe(table, start, &value) == ZERMELO_OK);
  CHECK(zermelo_moves_in_style(table, start, ZERMELO_LURE, &list) == ZERMELO_OK);
  CHECK(list->count > 0 && list->moves[0].value.outcome == value.outcome &&
        list->moves[0].value.plies == value.plies);
  zermelo_free_moves(list);
  list = NULL;
  CHECK(zermelo_moves(table, start, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_moves(NULL, start, &list) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_moves(table, NULL, &list) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_moves(table, "nonsense", &list) == ZERMELO_ILLEGAL_POSITION && list == NULL);
  CHECK(zermelo_probe(table, start, &value) == ZERMELO_OK);
  CHECK(zermelo_moves(table, start, &list) == ZERMELO_OK);
  CHECK(list->count > 0);
  CHECK(list->moves[0].value.outcome == value.outcome);
  CHECK(list->moves[0].value.plies == value.plies);
  for (i = 0; i < list->count; ++i) {
    const zermelo_move* move = &list->moves[i];
    CHECK(strlen(move->move) == 3);
    if (move->result == NULL) {
      CHECK(move->value.plies == 1);
      continue;
    }
    CHECK(zermelo_probe(table, move->result, &next) == ZERMELO_OK);
    CHECK(move->value.outcome == -next.outcome);
    if (next.outcome != ZERMELO_DRAW) CHECK(move->value.plies == next.plies + 1);
  }
  zermelo_free_moves(list);
  zermelo_free_moves(NULL);
}

static void test_line(const zermelo_table* table) {
  zermelo_line* line = NULL;
  CHECK(zermelo_line_in_style(table, start, 10, 2, &line) == ZERMELO_USAGE_ERROR && line == NULL);
  CHECK(zermelo_line_in_style(table, start, -1, ZERMELO_LURE, &line) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_line_in_style(table, start, 10, ZERMELO_LURE, &line) == ZERMELO_OK);
  CHECK(line->count == 10 && line->complete == 0);
  zermelo_free_line(line);
  line = NULL;
  CHECK(zermelo_best_line(table, start, 10, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_best_line(NULL, start, 10, &line) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_best_line(table, NULL, 10, &line) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_best_line(table, start, -1, &line) == ZERMELO_USAGE_ERROR && line == NULL);
  CHECK(zermelo_best_line(table, "w2/b1o/bw1 b", 10, &line) == ZERMELO_OK);
  CHECK(line->count == 1 && line->complete == 1);
  CHECK(strlen(line->moves[0]) == 3);
  zermelo_free_line(line);
  CHECK(zermelo_best_line(table, start, 0, &line) == ZERMELO_OK);
  CHECK(line->count == 0 && line->complete == 0);
  zermelo_free_line(line);
  zermelo_free_line(NULL);
}

static void test_board(const zermelo_table* table) {
  char* text = NULL;
  CHECK(zermelo_board_text(NULL, start, ZERMELO_BOARD_ONLY, &text) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_board_text(table, NULL, ZERMELO_BOARD_ONLY, &text) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_board_text(table, start, ZERMELO_BOARD_ONLY, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_board_text(table, start, 77, &text) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_board_text(table, start, ZERMELO_BOARD_ONLY, &text) == ZERMELO_OK);
  CHECK(strstr(text, "Black to move") != NULL);
  zermelo_free_text(text);
  CHECK(zermelo_board_text(table, "ww1/1o1/b2 b", ZERMELO_BOARD_ONLY, &text) == ZERMELO_OK);
  CHECK(strstr(text, "White has won") != NULL);
  zermelo_free_text(text);
  CHECK(zermelo_board_text(table, "ww1/1o1/b2 b", ZERMELO_BOARD_AND_VALUE, &text) ==
        ZERMELO_GAME_OVER);
  CHECK(text == NULL);
  CHECK(zermelo_board_text(table, "w2/b1o/bw1 b", ZERMELO_BOARD_AND_VALUE, &text) == ZERMELO_OK);
  CHECK(strstr(text, "win in 1") != NULL);
  zermelo_free_text(text);
  CHECK(zermelo_board_svg(table, start, ZERMELO_BOARD_AND_MOVES, &text) == ZERMELO_OK);
  CHECK(strncmp(text, "<svg", 4) == 0 || strncmp(text, "<?xml", 5) == 0);
  zermelo_free_text(text);
  zermelo_free_text(NULL);
}

static void test_constants(void) {
  int status;
  CHECK(strcmp(zermelo_last_error(), "") == 0); /* runs before anything has failed */
  for (status = ZERMELO_OK; status <= ZERMELO_ILLEGAL_MOVE; ++status) {
    CHECK(strcmp(zermelo_status_name(status), "unknown status") != 0);
  }
  CHECK(strcmp(zermelo_status_name(999), "unknown status") == 0);
  CHECK(strchr(zermelo_version(), '.') != NULL);
}

int main(int argc, char** argv) {
  zermelo_table* table = NULL;
  if (argc != 2) {
    fprintf(stderr, "usage: %s SCRATCH_FILE\n", argv[0]);
    return 2;
  }
  test_constants();
  test_solve(argv[1]);
  test_open(argv[1]);
  CHECK(zermelo_open(argv[1], &table) == ZERMELO_OK);
  if (table != NULL) {
    test_game(table);
    test_probe(table);
    test_moves(table);
    test_line(table);
    test_board(table);
  }
  zermelo_close(table);
  remove(argv[1]);
  return failures == 0 ? 0 : 1;
}
