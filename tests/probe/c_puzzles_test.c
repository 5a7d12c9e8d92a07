/* SPDX-License-Identifier: MIT
 * The C interface to solutions, mining, trials and crosschecks of games that are built in, from C.
 * (Of rules that are code: c_own_test.c.) Usage: c_puzzles_test TABLE; the file comes and goes. */
#include <stdlib.h>
#include <string.h>
#include <zermelo.h>

#include "../support/c_check.h"

static zermelo_table* table = NULL;

/* Looks at a tree: every move has a text and a state, or ends the game; returns its moves. */
static size_t count_moves(const zermelo_solution_move* moves, size_t count, size_t* cut) {
  size_t i, all = count;
  for (i = 0; i < count; ++i) {
    CHECK(moves[i].move != NULL && moves[i].move[0] != '\0');
    CHECK(moves[i].state != NULL || moves[i].reply_count == 0);
    CHECK(moves[i].moves_again == 0);
    *cut += moves[i].cut != 0;
    all += count_moves(moves[i].replies, moves[i].reply_count, cut);
  }
  return all;
}

/* Plays the main line; the plies until it ends. */
static int main_line(const zermelo_solution* solution) {
  const zermelo_solution_move* moves = solution->keys;
  size_t count = solution->key_count;
  int plies = 0;
  while (count > 0) {
    count = moves->reply_count;
    moves = moves->replies;
    ++plies;
  }
  return plies;
}

static void test_solutions(const char* state) {
  zermelo_solution *solution = NULL, *all = NULL, *small = NULL;
  zermelo_solution_options options;
  zermelo_value value;
  size_t cut = 0, best_moves, all_moves;
  CHECK(zermelo_probe(table, state, &value) == ZERMELO_OK);
  CHECK(zermelo_find_solution(table, state, NULL, &solution) == ZERMELO_OK);
  CHECK(solution->value.outcome == value.outcome && solution->value.plies == value.plies);
  CHECK(solution->key_count > 0 && solution->refuted_count == 0 && solution->cut == 0);
  CHECK(main_line(solution) == value.plies);
  CHECK(strncmp(solution->text, "Solution:\n", 10) == 0);
  best_moves = count_moves(solution->keys, solution->key_count, &cut);
  CHECK(cut == 0);
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.defences = ZERMELO_ALL_DEFENCES;
  options.max_nodes = 100000;
  CHECK(zermelo_find_solution(table, state, &options, &all) == ZERMELO_OK);
  all_moves = count_moves(all->keys, all->key_count, &cut);
  CHECK(all_moves > best_moves && cut == 0);
  options.max_nodes = 1;
  CHECK(zermelo_find_solution(table, state, &options, &small) == ZERMELO_OK);
  CHECK(small->cut == 1 && count_moves(small->keys, small->key_count, &cut) < all_moves && cut > 0);
  CHECK(main_line(small) == value.plies);
  zermelo_free_solution(small);
  zermelo_free_solution(all);
  zermelo_free_solution(solution);
  zermelo_free_solution(NULL);
  /* What makes no sense. */
  CHECK(zermelo_find_solution(NULL, state, NULL, &solution) == ZERMELO_USAGE_ERROR);
  CHECK(solution == NULL);
  CHECK(zermelo_find_solution(table, NULL, NULL, &solution) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_find_solution(table, state, NULL, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_find_solution(table, "nonsense", NULL, &solution) == ZERMELO_ILLEGAL_POSITION);
  options.defences = 2;
  CHECK(zermelo_find_solution(table, state, &options, &solution) == ZERMELO_USAGE_ERROR);
  CHECK(strcmp(zermelo_last_error(), "The argument defences is not a zermelo_defences.") == 0);
  options.defences = 0;
  options.max_nodes = -1;
  CHECK(zermelo_find_solution(table, state, &options, &solution) == ZERMELO_USAGE_ERROR);
  CHECK(strcmp(zermelo_last_error(), "The option max_nodes is negative.") == 0);
  options.size = 0;
  CHECK(zermelo_find_solution(table, state, &options, &solution) == ZERMELO_USAGE_ERROR);
}

/* What a callback was given: positions one behind the other, and when to end. */
struct given {
  size_t count, most;
  char positions[4000];
};

static int take(void* user, const zermelo_puzzle* puzzle) {
  struct given* given = user;
  strcat(strcat(given->positions, puzzle->position), "\n");
  return ++given->count == given->most;
}

static int stop_at_once(void* user, const zermelo_progress* progress) {
  (void)progress;
  ++*(int*)user;
  return 1;
}

static int go_on(void* user, const zermelo_progress* progress) {
  *(double*)user = progress->seconds;
  return 0;
}

static void test_one_puzzle(const zermelo_puzzle* p) {
  zermelo_value value;
  CHECK(zermelo_probe(table, p->position, &value) == ZERMELO_OK);
  CHECK(value.outcome == ZERMELO_WIN && value.plies == p->value.plies);
  CHECK(value.plies >= 5 && value.plies <= 9);
  CHECK(p->pieces.own > 0 && p->pieces.opponent > 0 && p->difficulty > 0);
  CHECK(strstr(p->stipulation, "to move and win in ") != NULL);
  CHECK(strstr(p->text, p->stipulation) != NULL && strstr(p->text, p->position) != NULL);
  CHECK(strstr(p->text, p->solution->text) != NULL);
  CHECK(strncmp(p->board_svg, "<svg", 4) == 0);
  CHECK(p->solution->key_count == 1 && main_line(p->solution) == value.plies);
}

static void test_mining(void) {
  static const zermelo_range five_to_nine = {5, 9};
  zermelo_puzzle_conditions conditions;
  zermelo_mine_options options;
  zermelo_puzzle_list *list = NULL, *again = NULL;
  zermelo_mine_report report;
  struct given given;
  const char* positions[2];
  double seconds = -1;
  int calls = 0;
  size_t i, all;
  memset(&conditions, 0, sizeof conditions);
  conditions.size = sizeof conditions;
  conditions.win_in = &five_to_nine;
  conditions.only_line = 1;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.order = ZERMELO_ORDER_DIFFICULTY;
  options.threads = 2;
  options.on_progress = go_on;
  options.user = &seconds;
  CHECK(zermelo_mine_list(table, &conditions, &options, &list) == ZERMELO_OK);
  all = list->count;
  CHECK(all > 10 && list->report.found == all && list->report.given == all);
  CHECK(list->report.complete == 1 && list->report.stopped == 0 && seconds >= 0);
  for (i = 0; i < all; ++i) test_one_puzzle(&list->puzzles[i]);
  for (i = 1; i < all; ++i) CHECK(list->puzzles[i - 1].difficulty >= list->puzzles[i].difficulty);
  CHECK(strncmp(list->puzzles[1].text, "Puzzle 2\n", 9) == 0);
  /* With a limit, the first ones; the callback is given the same. */
  options.limit = 3;
  CHECK(zermelo_mine_list(table, &conditions, &options, &again) == ZERMELO_OK);
  CHECK(again->count == 3 && again->report.found == all && again->report.given == 3);
  memset(&given, 0, sizeof given);
  CHECK(zermelo_mine(table, &conditions, &options, take, &given, &report) == ZERMELO_OK);
  CHECK(given.count == 3 && report.given == 3 && report.complete == 1);
  for (i = 0; i < 3; ++i) {
    CHECK(strcmp(again->puzzles[i].position, list->puzzles[i].position) == 0);
    CHECK(strstr(given.positions, list->puzzles[i].position) != NULL);
  }
  /* The callback ends it. */
  memset(&given, 0, sizeof given);
  given.most = 2;
  CHECK(zermelo_mine(table, &conditions, &options, take, &given, &report) == ZERMELO_OK);
  CHECK(given.count == 2 && report.given == 2 && report.stopped == 0);
  given.most = 3;
  CHECK(zermelo_mine(table, NULL, NULL, take, &given, NULL) == ZERMELO_OK && given.count == 3);
  zermelo_free_puzzles(again);
  /* Only these positions. */
  positions[0] = list->puzzles[2].position;
  positions[1] = list->puzzles[0].position;
  options.order = ZERMELO_ORDER_TABLE;
  options.positions = positions;
  options.position_count = 2;
  CHECK(zermelo_mine_list(table, &conditions, &options, &again) == ZERMELO_OK);
  CHECK(again->count == 2 && strcmp(again->puzzles[0].position, positions[0]) == 0);
  zermelo_free_puzzles(again);
  positions[1] = "nonsense";
  CHECK(zermelo_mine_list(table, &conditions, &options, &again) == ZERMELO_ILLEGAL_POSITION);
  CHECK(again == NULL);
  options.positions = NULL;
  options.position_count = 0;
  /* The progress stops it. */
  options.on_progress = stop_at_once;
  options.user = &calls;
  CHECK(zermelo_mine_list(table, &conditions, &options, &again) == ZERMELO_OK);
  CHECK(calls == 1 && again->report.stopped == 1 && again->report.complete == 0);
  zermelo_free_puzzles(again);
  zermelo_free_puzzles(list);
  zermelo_free_puzzles(NULL);
}

static zermelo_status mined_with(const zermelo_puzzle_conditions* conditions, int32_t order) {
  zermelo_mine_options options;
  zermelo_puzzle_list* list = NULL;
  zermelo_status status;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.order = order;
  options.limit = 1;
  status = zermelo_mine_list(table, conditions, &options, &list);
  CHECK((status == ZERMELO_OK) == (list != NULL));
  zermelo_free_puzzles(list);
  return status;
}

static void test_conditions(void) {
  static const zermelo_range backwards = {5, 3}, none = {0, 3}, from_three = {3, 0};
  static const zermelo_piece_counts two_to_one = {2, 1}, negative = {-1, 1};
  static const char* const known[] = {"hole-key"};
  static const char* const unknown[] = {"no-such-condition"};
  zermelo_puzzle_conditions c;
  zermelo_mine_report report;
  memset(&c, 0, sizeof c);
  CHECK(mined_with(&c, 0) == ZERMELO_USAGE_ERROR); /* its size is not set */
  c.size = sizeof c;
  CHECK(mined_with(&c, 0) == ZERMELO_OK);
  CHECK(mined_with(&c, 4) == ZERMELO_USAGE_ERROR);
  CHECK(strcmp(zermelo_last_error(), "The argument order is not a zermelo_puzzle_order.") == 0);
  c.win_in = &backwards;
  CHECK(mined_with(&c, 0) == ZERMELO_USAGE_ERROR);
  CHECK(strcmp(zermelo_last_error(),
               "The condition win_in is from 5 to 3; it must be from 1 to 32766, the smaller "
               "first.") == 0);
  c.win_in = &none;
  CHECK(mined_with(&c, 0) == ZERMELO_USAGE_ERROR);
  c.win_in = &from_three;
  c.own = known;
  c.own_count = 1;
  c.pieces = &two_to_one;
  c.reachable = 1;
  CHECK(mined_with(&c, ZERMELO_ORDER_PIECES) == ZERMELO_OK);
  c.pieces = &negative;
  CHECK(mined_with(&c, 0) == ZERMELO_USAGE_ERROR);
  c.pieces = NULL;
  c.own = unknown;
  CHECK(mined_with(&c, 0) == ZERMELO_USAGE_ERROR);
  c.own = NULL;
  CHECK(mined_with(&c, 0) == ZERMELO_USAGE_ERROR);
  c.own_count = 0;
  c.win_by = &from_three; /* a table of plies */
  CHECK(mined_with(&c, 0) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_mine(table, NULL, NULL, NULL, NULL, &report) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_mine_list(NULL, NULL, NULL, NULL) == ZERMELO_USAGE_ERROR);
}

static int stop_asking(void* user, const zermelo_crosscheck_progress* progress) {
  CHECK(progress->engine != NULL && progress->seconds >= 0);
  ++*(int*)user;
  return 1;
}

static void test_crosscheck(void) {
  zermelo_rules* rules = NULL;
  zermelo_crosscheck_report* report = NULL;
  zermelo_crosscheck_options options;
  int calls = 0, seen = 0;
  size_t i;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.depth = 4;
  options.threads = 2;
  CHECK(zermelo_open_rules("notakto columns=2 rows=2", &rules) == ZERMELO_OK);
  CHECK(zermelo_crosscheck(rules, &options, &report) == ZERMELO_OK);
  CHECK(report->disagreement == NULL && report->count >= 3);
  for (i = 0; i < report->count; ++i) {
    CHECK(report->rows[i].engine != NULL);
    if (strcmp(report->rows[i].engine, "table") == 0) seen |= 1;
    if (strcmp(report->rows[i].engine, "ic3") == 0) seen |= 2;
    CHECK(report->rows[i].verdict == report->rows[0].verdict ||
          report->rows[i].verdict == ZERMELO_VERDICT_UNKNOWN);
  }
  CHECK(seen == 3);
  zermelo_free_crosscheck(report);
  zermelo_free_crosscheck(NULL);
  options.on_progress = stop_asking;
  options.user = &calls;
  CHECK(zermelo_crosscheck(rules, &options, &report) == ZERMELO_INTERRUPTED && report == NULL);
  CHECK(calls == 1);
  options.on_progress = NULL;
  options.start = "nonsense";
  CHECK(zermelo_crosscheck(rules, &options, &report) == ZERMELO_ILLEGAL_POSITION);
  options.start = NULL;
  options.seconds = -1;
  CHECK(zermelo_crosscheck(rules, &options, &report) == ZERMELO_USAGE_ERROR);
  options.seconds = 0;
  options.side = 3;
  CHECK(zermelo_crosscheck(rules, &options, &report) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_crosscheck(NULL, NULL, &report) == ZERMELO_USAGE_ERROR);
  zermelo_close_rules(rules);
}

int main(int argc, char** argv) {
  zermelo_rules* rules = NULL;
  zermelo_trial* trial = NULL;
  if (argc != 2) return 2;
  CHECK(zermelo_solve("ostle size=3 start=3 lose=1", argv[1], NULL) == ZERMELO_OK);
  if (zermelo_open(argv[1], &table) != ZERMELO_OK) return 1;
  test_solutions("www/1o1/bbb b");
  test_mining();
  test_conditions();
  CHECK(zermelo_table_rules(table, &rules) == ZERMELO_OK);
  CHECK(zermelo_try_rules(rules, NULL, &trial) == ZERMELO_USAGE_ERROR && trial == NULL);
  zermelo_close_rules(rules);
  test_crosscheck();
  zermelo_close(table);
  remove(argv[1]);
  return failures == 0 ? 0 : 1;
}
