/* SPDX-License-Identifier: MIT
 * The C interface to endgame tables of chess variants, from C.
 * Usage: c_endgames_test FOLDER; the folder is left with the tables and the variant's file. */
#include <stdlib.h>
#include <string.h>
#include <zermelo.h>

#include "../support/c_check.h"

/* Kings, rooks and pawns on three files and five ranks. */
static const char rules[] =
    "[small]\nmaxFile = 3\nmaxRank = 5\nking = k\nrook = r\npawn = p\n"
    "startFen = rkr/ppp/3/PPP/RKR w - - 0 1\ncastling = false\ndoubleStep = false\n"
    "promotionPieceTypes = r\npromotionRegionWhite = *5\npromotionRegionBlack = *1\n";
static const char rook[] = "k2/3/K2/3/2R w";

static char variant[1100], folder[1100], other[1100], outcomes[1100], zeroing[1100];

struct calls {
  int count, stop_after;
  uint64_t total;
};

static int on_progress(void* user, const zermelo_progress* progress) {
  struct calls* calls = user;
  calls->total = progress->total;
  return ++calls->count >= calls->stop_after;
}

static const zermelo_endgame_table* of_material(const zermelo_endgames* made, const char* name) {
  size_t i;
  for (i = 0; i < made->count; ++i)
    if (strcmp(made->tables[i].material, name) == 0) return &made->tables[i];
  CHECK(!"there is such a table");
  exit(1);
}

static void test_stopping(void) {
  struct calls calls = {0, 1, 0};
  zermelo_endgames* made = NULL;
  zermelo_endgame_options options;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.on_progress = on_progress;
  options.user = &calls;
  CHECK(zermelo_make_endgames(variant, folder, &options, &made) == ZERMELO_INTERRUPTED);
  CHECK(made == NULL && calls.count == 1);
}

static void test_making(void) {
  struct calls calls = {0, 1000, 0};
  zermelo_endgames *made = NULL, *again = NULL;
  zermelo_endgame_estimate* estimate = NULL;
  zermelo_endgame_options options;
  const char* const only_kings[] = {"KvK"};
  size_t i;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.materials = only_kings;
  options.material_count = 1;
  CHECK(zermelo_estimate_endgames(variant, folder, &options, &estimate) == ZERMELO_OK);
  CHECK(estimate->tables == 1 && strcmp(estimate->largest, "KvK") == 0);
  zermelo_free_endgame_estimate(estimate);
  CHECK(zermelo_estimate_endgames(variant, folder, NULL, &estimate) == ZERMELO_OK);
  CHECK(estimate->tables == 3 && estimate->numbers > 0 && estimate->memory > 0);
  CHECK(estimate->disk > 0 && estimate->largest != NULL);
  zermelo_free_endgame_estimate(estimate);
  CHECK(zermelo_make_endgames(variant, folder, &options, &made) == ZERMELO_OK);
  CHECK(made->count == 1 && made->tables[0].was_there == 0);
  CHECK(made->tables[0].longest_win == -1 && made->tables[0].longest == NULL);
  zermelo_free_endgames(made);
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.men = 3;
  options.threads = 2;
  options.memory_limit = ZERMELO_NO_MEMORY_LIMIT;
  options.on_progress = on_progress;
  options.user = &calls;
  CHECK(zermelo_make_endgames(variant, folder, &options, &made) == ZERMELO_OK);
  CHECK(made->count == 3 && calls.count >= 1);
  CHECK(of_material(made, "KvK")->was_there == 1);
  CHECK(of_material(made, "KRvK")->was_there == 0);
  CHECK(of_material(made, "KPvK")->bytes > 0);
  CHECK(zermelo_make_endgames(variant, folder, NULL, &again) == ZERMELO_OK);
  for (i = 0; i < again->count; ++i) CHECK(again->tables[i].was_there == 1);
  zermelo_free_endgames(again);
  CHECK(zermelo_estimate_endgames(variant, folder, NULL, &estimate) == ZERMELO_OK);
  CHECK(estimate->tables == 0 && estimate->largest == NULL);
  zermelo_free_endgame_estimate(estimate);
  zermelo_free_endgames(made);
}

/* The folder is one table. */
static void test_asking(void) {
  zermelo_endgames* made = NULL;
  zermelo_table* table = NULL;
  zermelo_value value;
  zermelo_move_list* moves = NULL;
  zermelo_line* line = NULL;
  zermelo_walk* walk = NULL;
  zermelo_position_block block;
  const zermelo_endgame_table* longest;
  uint64_t positions = 0, walked = 0;
  size_t i;
  CHECK(zermelo_make_endgames(variant, folder, NULL, &made) == ZERMELO_OK);
  for (i = 0; i < made->count; ++i) positions += made->tables[i].positions;
  longest = of_material(made, "KRvK");
  CHECK(zermelo_open(folder, &table) == ZERMELO_OK);
  CHECK(strcmp(zermelo_game_name(table), "variant") == 0);
  CHECK(zermelo_probe(table, rook, &value) == ZERMELO_OK);
  CHECK(value.outcome == ZERMELO_WIN && value.plies == 1);
  CHECK(zermelo_probe(table, longest->longest, &value) == ZERMELO_OK);
  CHECK(value.outcome == ZERMELO_WIN && value.plies == longest->longest_win);
  CHECK(zermelo_moves(table, rook, &moves) == ZERMELO_OK);
  CHECK(moves->count > 1 && strcmp(moves->moves[0].move, "Rc5#") == 0);
  zermelo_free_moves(moves);
  CHECK(zermelo_best_line(table, longest->longest, 1000, &line) == ZERMELO_OK);
  CHECK(line->count == (size_t)longest->longest_win);
  zermelo_free_line(line);
  CHECK(zermelo_open_walk(table, NULL, &walk) == ZERMELO_OK);
  do {
    CHECK(zermelo_next_positions(walk, &block) == ZERMELO_OK);
    walked += block.count;
  } while (block.count > 0);
  CHECK(walked > positions / 2 && walked <= positions);
  zermelo_close_walk(walk);
  zermelo_close(table);
  zermelo_free_endgames(made);
}

/* Tables that tell who wins, and plies to zeroing. */
static void test_metrics(void) {
  zermelo_endgames* made = NULL;
  zermelo_table* table = NULL;
  zermelo_value value;
  zermelo_endgame_options options;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.metric = "outcomes";
  CHECK(zermelo_make_endgames(variant, folder, &options, &made) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_make_endgames(variant, outcomes, &options, &made) == ZERMELO_OK);
  CHECK(of_material(made, "KRvK")->longest == NULL);
  zermelo_free_endgames(made);
  CHECK(zermelo_open(outcomes, &table) == ZERMELO_OK);
  CHECK(strcmp(zermelo_metric(table), "outcome") == 0);
  CHECK(zermelo_probe(table, rook, &value) == ZERMELO_OK);
  CHECK(value.outcome == ZERMELO_WIN && value.plies == 1);
  zermelo_close(table);
  options.metric = "dtz";
  CHECK(zermelo_make_endgames(variant, zeroing, &options, &made) == ZERMELO_OK);
  CHECK(of_material(made, "KRvK")->longest != NULL);
  CHECK(zermelo_open(zeroing, &table) == ZERMELO_OK);
  CHECK(strcmp(zermelo_metric(table), "dtz") == 0);
  CHECK(zermelo_probe(table, of_material(made, "KRvK")->longest, &value) == ZERMELO_OK);
  CHECK(value.outcome == ZERMELO_WIN && value.plies < ZERMELO_PAST_RULE);
  CHECK(value.plies == of_material(made, "KRvK")->longest_win);
  zermelo_close(table);
  zermelo_free_endgames(made);
  options.metric = "dtc";
  made = NULL;
  CHECK(zermelo_make_endgames(variant, zeroing, &options, &made) == ZERMELO_USAGE_ERROR);
  CHECK(made == NULL);
}

static void test_refusals(void) {
  zermelo_endgames* made = NULL;
  zermelo_endgame_estimate* estimate = NULL;
  zermelo_endgame_options options;
  const char* const unknown[] = {"KQvK"};
  const char* const none[] = {NULL};
  memset(&options, 0, sizeof options);
  CHECK(zermelo_make_endgames(variant, folder, &options, &made) == ZERMELO_USAGE_ERROR);
  options.size = sizeof options;
  options.materials = unknown;
  options.material_count = 1;
  CHECK(zermelo_make_endgames(variant, folder, &options, &made) == ZERMELO_USAGE_ERROR);
  options.materials = none;
  CHECK(zermelo_make_endgames(variant, folder, &options, &made) == ZERMELO_USAGE_ERROR);
  options.material_count = 0;
  options.men = -1;
  CHECK(zermelo_estimate_endgames(variant, folder, &options, &estimate) == ZERMELO_USAGE_ERROR);
  options.men = 2;
  CHECK(zermelo_make_endgames("chess", folder, &options, &made) == ZERMELO_USAGE_ERROR);
  options.memory_limit = 1;
  CHECK(zermelo_make_endgames("chess", other, &options, &made) == ZERMELO_OUT_OF_MEMORY);
  CHECK(zermelo_make_endgames("none", folder, NULL, &made) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_make_endgames("none.ini:small", folder, NULL, &made) == ZERMELO_FILE_ERROR);
  CHECK(zermelo_make_endgames(NULL, folder, NULL, &made) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_make_endgames(variant, NULL, NULL, &made) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_make_endgames(variant, folder, NULL, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_estimate_endgames(variant, folder, NULL, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(made == NULL && estimate == NULL);
  zermelo_free_endgames(NULL);
  zermelo_free_endgame_estimate(NULL);
}

int main(int argc, char** argv) {
  FILE* file;
  char path[1100];
  if (argc != 2 || strlen(argv[1]) > 1000) return 2;
  sprintf(path, "%s.ini", argv[1]);
  sprintf(variant, "%s.ini:small", argv[1]);
  sprintf(folder, "%s", argv[1]);
  sprintf(other, "%s.none", argv[1]);
  sprintf(outcomes, "%s.outcomes", argv[1]);
  sprintf(zeroing, "%s.dtz", argv[1]);
  file = fopen(path, "w");
  if (file == NULL) return 2;
  fputs(rules, file);
  fclose(file);
  test_stopping();
  test_making();
  test_asking();
  test_metrics();
  test_refusals();
  return failures == 0 ? 0 : 1;
}
