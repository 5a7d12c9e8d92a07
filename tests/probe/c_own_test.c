/* SPDX-License-Identifier: MIT
 * The C interface to rules that are code, from C: handed over as a function, and loaded from a
 * file. All positions of tic-tac-toe in C are worth what the built-in game says.
 * Usage: c_own_test SCRATCH TIC_TAC_TOE KALAH; files that begin with SCRATCH come and go; the
 * others are shared objects. */
#include <stdlib.h>
#include <string.h>
#include <zermelo.h>

/* (Its function zermelo_own_game_open is part of this program, and the file is the same game.) */
#include "../../examples/own/tic_tac_toe.c"
#include "../support/c_check.h"

enum { positions = 4520 }; /* of tic-tac-toe in which the game goes on */

static char names[4][1100];
static const char* file(int number, const char* prefix, const char* suffix) {
  sprintf(names[number], "%.1000s%s", prefix, suffix);
  return names[number];
}

/* An opener that refuses, and one whose game contradicts itself. */
static int refuse(size_t parameters, const char* const* keys, const char* const* values,
                  zermelo_own_game* game, char* message, size_t size) {
  (void)parameters, (void)keys, (void)values, (void)game;
  snprintf(message, size, "not today");
  return 1;
}
static int never_text(void* self, const void* state, char* out, size_t size) {
  (void)self, (void)state;
  return snprintf(out, size, "always the same");
}
static int open_other(size_t parameters, const char* const* keys, const char* const* values,
                      zermelo_own_game* game, char* message, size_t size) {
  const int failed = zermelo_own_game_open(parameters, keys, values, game, message, size);
  game->text = never_text;
  return failed;
}
static int open_newer(size_t parameters, const char* const* keys, const char* const* values,
                      zermelo_own_game* game, char* message, size_t size) {
  const int failed = zermelo_own_game_open(parameters, keys, values, game, message, size);
  game->version = "2";
  return failed;
}
static int loses(void* self, const void* state, int32_t* score) {
  const int over = result(self, state, score);
  *score = -*score;
  return over;
}
static int open_misere(size_t parameters, const char* const* keys, const char* const* values,
                       zermelo_own_game* game, char* message, size_t size) {
  const int failed = zermelo_own_game_open(parameters, keys, values, game, message, size);
  game->result = loses;
  return failed;
}

static zermelo_rules* opened(zermelo_own_rules_opener open) {
  zermelo_rules* rules = NULL;
  CHECK(zermelo_open_own_rules(open, 0, NULL, NULL, "here", &rules) == ZERMELO_OK);
  return rules;
}

static void test_wrong_arguments(const char* so, const char* scratch) {
  zermelo_rules* rules = NULL;
  zermelo_table* table = NULL;
  const char* key = "size";
  const char* value = "3";
  const char* const keys[] = {"houses", "houses"};
  const char* const values[] = {"3", "3"};
  CHECK(zermelo_open_own_rules(NULL, 0, NULL, NULL, "here", &rules) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_open_own_rules(refuse, 0, NULL, NULL, NULL, &rules) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_open_own_rules(refuse, 0, NULL, NULL, "here", NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_open_own_rules(refuse, 0, NULL, NULL, "here", &rules) == ZERMELO_USAGE_ERROR);
  CHECK(rules == NULL && strcmp(zermelo_last_error(), "here: not today.") == 0);
  CHECK(zermelo_open_own_rules(zermelo_own_game_open, 1, &key, NULL, "here", &rules) ==
        ZERMELO_USAGE_ERROR);
  CHECK(zermelo_open_own_rules(zermelo_own_game_open, 1, &key, &value, "here", &rules) ==
        ZERMELO_USAGE_ERROR);
  CHECK(strcmp(zermelo_last_error(), "here: tic-tac-toe takes no parameters.") == 0);
  CHECK(zermelo_open_own_rules(zermelo_own_game_open, 2, keys, values, "here", &rules) ==
        ZERMELO_USAGE_ERROR);
  CHECK(strcmp(zermelo_last_error(), "The parameter houses is given twice.") == 0);
  CHECK(zermelo_load_own_rules(NULL, 0, NULL, NULL, &rules) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_load_own_rules(file(0, scratch, ".none.so"), 0, NULL, NULL, &rules) ==
        ZERMELO_FILE_ERROR);
  CHECK(zermelo_load_own_rules(so, 0, NULL, NULL, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_open_with_rules(file(0, scratch, ".none.ztb"), NULL, &table) ==
        ZERMELO_USAGE_ERROR);
  CHECK(zermelo_open_rules("mnk", &rules) == ZERMELO_OK);
  CHECK(zermelo_open_with_rules(file(0, scratch, ".none.ztb"), rules, &table) ==
        ZERMELO_USAGE_ERROR);
  CHECK(strstr(zermelo_last_error(), "not code") != NULL && table == NULL);
  zermelo_close_rules(rules);
  rules = opened(zermelo_own_game_open);
  CHECK(zermelo_open_with_rules(file(0, scratch, ".none.ztb"), rules, &table) ==
        ZERMELO_FILE_ERROR);
  zermelo_close_rules(rules);
}

/* A state as the built-in game writes it. */
static void built_in_text(const char* state, char* out) {
  int rank, i;
  for (rank = 0; rank < 3; ++rank) {
    int empty = 0;
    for (i = 0; i < 3; ++i) {
      const char c = state[4 * rank + i];
      if (c == '.') {
        ++empty;
        continue;
      }
      if (empty > 0) *out++ = (char)('0' + empty);
      empty = 0;
      *out++ = c == 'x' ? 'b' : 'w';
    }
    if (empty > 0) *out++ = (char)('0' + empty);
    *out++ = rank < 2 ? '/' : ' ';
  }
  *out++ = state[12] == 'x' ? 'b' : 'w';
  *out = '\0';
}

/* The state of "hex:..." as the game in C writes it. */
static void shown_text(const char* hex, char* out) {
  char bytes_of_state[bytes];
  int i;
  for (i = 0; i < bytes; ++i) {
    unsigned byte = 0;
    CHECK(sscanf(hex + 4 + 2 * i, "%2x", &byte) == 1);
    bytes_of_state[i] = (char)byte;
  }
  text(NULL, bytes_of_state, out, 32);
}

/* Every position of `own` is worth the same in `built_in`. */
static void compare_all(const zermelo_table* own, const zermelo_table* built_in) {
  zermelo_walk* walk = NULL;
  zermelo_position_block block;
  size_t i, found = 0, wrong = 0;
  CHECK(zermelo_open_walk(own, NULL, &walk) == ZERMELO_OK);
  for (;;) {
    CHECK(zermelo_next_positions(walk, &block) == ZERMELO_OK);
    if (block.count == 0) break;
    for (i = 0; i < block.count; ++i) {
      char shown[32], other[32];
      zermelo_value asked = {7, 7}, expected = {8, 8};
      shown_text(block.positions[i].position, shown);
      built_in_text(shown, other);
      CHECK(zermelo_probe(built_in, other, &expected) == ZERMELO_OK);
      CHECK(zermelo_probe(own, block.positions[i].position, &asked) == ZERMELO_OK);
      wrong += asked.outcome != expected.outcome || asked.plies != expected.plies;
      wrong += block.positions[i].value.plies != expected.plies;
      ++found;
    }
  }
  zermelo_close_walk(walk);
  CHECK(found == positions && wrong == 0);
}

/* The puzzles of `own` in which one move wins are those of the built-in game, up to symmetry. */
static void test_puzzles(const zermelo_table* own, const zermelo_table* built_in) {
  static const zermelo_range three = {3, 3};
  zermelo_puzzle_conditions conditions;
  zermelo_puzzle_list *list = NULL, *others = NULL;
  zermelo_solution* solution = NULL;
  size_t i;
  memset(&conditions, 0, sizeof conditions);
  conditions.size = sizeof conditions;
  conditions.win_in = &three;
  conditions.only_move = 1;
  CHECK(zermelo_mine_list(own, &conditions, NULL, &list) == ZERMELO_OK);
  CHECK(zermelo_mine_list(built_in, &conditions, NULL, &others) == ZERMELO_OK);
  /* (The game in C knows no symmetries.) */
  CHECK(list->count > others->count && list->count <= 8 * others->count && others->count > 0);
  for (i = 0; i < list->count; ++i) {
    char shown[32], other[32];
    zermelo_value value;
    shown_text(list->puzzles[i].position, shown);
    built_in_text(shown, other);
    CHECK(zermelo_probe(built_in, other, &value) == ZERMELO_OK);
    CHECK(value.outcome == ZERMELO_WIN && value.plies == 3);
    CHECK(list->puzzles[i].solution->key_count == 1);
  }
  CHECK(zermelo_find_solution(own, list->puzzles[0].position, NULL, &solution) == ZERMELO_OK);
  CHECK(strcmp(solution->text, list->puzzles[0].solution->text) == 0);
  zermelo_free_solution(solution);
  zermelo_free_puzzles(list);
  zermelo_free_puzzles(others);
  conditions.quiet_key = 1;
  CHECK(zermelo_mine_list(own, &conditions, NULL, &list) == ZERMELO_USAGE_ERROR && list == NULL);
}

static void test_table(const char* path, const zermelo_rules* rules, const zermelo_rules* others) {
  static const char* const start_text = "hex:2e2e2e2e2e2e2e2e2e00";
  zermelo_table *with = NULL, *without = NULL, *built_in = NULL;
  zermelo_move_list* list = NULL;
  zermelo_value value;
  CHECK(zermelo_open_with_rules(path, rules, &with) == ZERMELO_OK);
  CHECK(strcmp(zermelo_start(with), start_text) == 0);
  CHECK(strcmp(zermelo_game_name(with), "own") == 0 &&
        strcmp(zermelo_metric(with), "distance") == 0);
  CHECK(strcmp(zermelo_game_parameter(with, "name"), "tic-tac-toe") == 0);
  CHECK(zermelo_moves(with, start_text, &list) == ZERMELO_OK && list->count == 9);
  CHECK(list->moves[0].value.outcome == ZERMELO_DRAW);
  zermelo_free_moves(list);
  CHECK(zermelo_probe(with, "nonsense", &value) == ZERMELO_ILLEGAL_POSITION);
  CHECK(zermelo_probe(with, "hex:78782e2e2e2e2e2e2e00", &value) == ZERMELO_NOT_IN_TABLE);
  CHECK(zermelo_probe(with, "hex:7878786f6f2e2e2e2e01", &value) == ZERMELO_GAME_OVER);
  /* Without rules, states are bytes, and their start is not known. */
  CHECK(zermelo_open(path, &without) == ZERMELO_OK && zermelo_start(without) == NULL);
  CHECK(zermelo_probe(without, start_text, &value) == ZERMELO_OK && value.outcome == ZERMELO_DRAW);
  CHECK(zermelo_moves(without, start_text, &list) == ZERMELO_USAGE_ERROR && list == NULL);
  CHECK(zermelo_solve("mnk m=3 n=3 k=3", file(3, path, ".mnk"), NULL) == ZERMELO_OK);
  CHECK(zermelo_open(file(3, path, ".mnk"), &built_in) == ZERMELO_OK);
  compare_all(with, built_in);
  compare_all(without, built_in);
  test_puzzles(with, built_in);
  zermelo_close(with);
  CHECK(zermelo_open_with_rules(path, others, &with) == ZERMELO_RULES_ERROR && with == NULL);
  CHECK(zermelo_open_with_rules(file(3, path, ".mnk"), rules, &with) != ZERMELO_OK);
  zermelo_close(without);
  zermelo_close(built_in);
  remove(file(3, path, ".mnk"));
}

static int stop_at_once(void* user, const zermelo_progress* progress) {
  (void)progress;
  ++*(int*)user;
  return 1;
}

static int stop_the_trial(void* user, const zermelo_progress* progress) {
  CHECK(progress->seconds >= 0);
  ++*(int*)user;
  return 1;
}

static void test_trials(const zermelo_rules* rules, const zermelo_rules* bad) {
  zermelo_trial* trial = NULL;
  zermelo_trial_options options;
  size_t i, has_moves = 0;
  int calls = 0;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.games = 20;
  options.depth = 3;
  CHECK(zermelo_try_rules(rules, &options, &trial) == ZERMELO_OK);
  CHECK(trial->failure == NULL && trial->games == 20 && trial->in_time == 1 && trial->states > 20);
  for (i = 0; i < trial->checked_count; ++i) has_moves += strcmp(trial->checked[i], "moves") == 0;
  CHECK(has_moves == 1);
  CHECK(trial->perft_count == 4 && trial->perft[1] == 9 && trial->perft[3] == 9 * 8 * 7);
  zermelo_free_trial(trial);
  zermelo_free_trial(NULL);
  CHECK(zermelo_try_rules(bad, &options, &trial) == ZERMELO_OK);
  CHECK(trial->failure != NULL && strstr(trial->failure, "here: text at ") != NULL);
  zermelo_free_trial(trial);
  options.on_progress = stop_the_trial;
  options.user = &calls;
  CHECK(zermelo_try_rules(rules, &options, &trial) == ZERMELO_INTERRUPTED && trial == NULL);
  CHECK(calls == 1);
  options.games = -1;
  CHECK(zermelo_try_rules(rules, &options, &trial) == ZERMELO_USAGE_ERROR);
  CHECK(strcmp(zermelo_last_error(), "The option games is negative.") == 0);
  CHECK(zermelo_try_rules(NULL, NULL, &trial) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_try_rules(rules, NULL, NULL) == ZERMELO_USAGE_ERROR);
}

static void test_crosscheck(const zermelo_rules* rules) {
  zermelo_crosscheck_report* report = NULL;
  CHECK(zermelo_crosscheck(rules, NULL, &report) == ZERMELO_OK);
  CHECK(report->count == 2 && report->disagreement == NULL);
  CHECK(strcmp(report->rows[0].engine, "table") == 0);
  CHECK(strcmp(report->rows[1].engine, "sweeps") == 0);
  CHECK(report->rows[1].verdict == ZERMELO_VERDICT_NO_WIN && report->rows[1].complete == 1);
  CHECK(strcmp(report->rows[1].note, "4520 values as in the table") == 0);
  zermelo_free_crosscheck(report);
}

static void test_rules(const char* so, const char* scratch) {
  zermelo_rules *function = opened(zermelo_own_game_open), *loaded = NULL, *misere = NULL,
                *newer = NULL, *other = NULL;
  zermelo_game_state about;
  zermelo_solve_options options;
  const char* path = file(1, scratch, ".function.ztb");
  const char* path_of_file = file(2, scratch, ".loaded.ztb");
  CHECK(zermelo_load_own_rules(so, 0, NULL, NULL, &loaded) == ZERMELO_OK);
  CHECK(strcmp(zermelo_rules_game(loaded), zermelo_rules_game(function)) == 0);
  CHECK(zermelo_state_of(loaded, zermelo_rules_start(loaded), &about) == ZERMELO_OK);
  CHECK(about.to_move == ZERMELO_BLACK && about.over == 0);
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.threads = 2;
  options.metric = "distance";
  CHECK(zermelo_solve_rules(function, path, &options) == ZERMELO_OK);
  CHECK(zermelo_solve_rules(loaded, path_of_file, NULL) == ZERMELO_OK);
  options.metric = "score";
  CHECK(zermelo_solve_rules(function, path, &options) == ZERMELO_USAGE_ERROR);
  misere = opened(open_misere);
  newer = opened(open_newer);
  test_table(path, loaded, misere);
  test_table(path_of_file, function, newer);
  other = opened(open_other);
  CHECK(zermelo_solve_rules(other, file(0, scratch, ".other.ztb"), NULL) == ZERMELO_RULES_ERROR);
  CHECK(strstr(zermelo_last_error(), "here: text at ") != NULL);
  CHECK(strcmp(zermelo_status_name(ZERMELO_RULES_ERROR), "rules error") == 0);
  test_trials(function, other);
  test_crosscheck(function);
  zermelo_close_rules(misere);
  zermelo_close_rules(newer);
  zermelo_close_rules(other);
  zermelo_close_rules(function);
  zermelo_close_rules(loaded);
  remove(path);
  remove(path_of_file);
}

/* The rules may be closed before the table; parameters reach the game; a table cut short. */
static void test_parameters(const char* so, const char* scratch) {
  static const char* const keys[] = {"houses", "seeds"};
  static const char* const values[] = {"2", "2"};
  zermelo_rules* rules = NULL;
  zermelo_table* table = NULL;
  zermelo_line* line = NULL;
  zermelo_solve_options options;
  const char* path = file(1, scratch, ".kalah.ztb");
  int calls = 0;
  FILE* cut;
  CHECK(zermelo_load_own_rules(so, 2, keys, values, &rules) == ZERMELO_OK);
  CHECK(zermelo_solve_rules(rules, path, NULL) == ZERMELO_OK);
  CHECK(zermelo_open_with_rules(path, rules, &table) == ZERMELO_OK);
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.on_progress = stop_at_once;
  options.user = &calls;
  options.force = 1;
  CHECK(zermelo_solve_rules(rules, file(2, scratch, ".stopped.ztb"), &options) ==
            ZERMELO_INTERRUPTED ||
        calls == 0);
  zermelo_close_rules(rules);
  CHECK(strcmp(zermelo_game_parameter(table, "seeds"), "2") == 0);
  CHECK(zermelo_best_line(table, zermelo_start(table), 100, &line) == ZERMELO_OK);
  CHECK(line->complete == 1 && line->count > 0);
  zermelo_free_line(line);
  zermelo_close(table);
  cut = fopen(path, "r+b");
  CHECK(cut != NULL && fseek(cut, 0, SEEK_SET) == 0);
  if (cut != NULL) {
    char head[100];
    const size_t kept = fread(head, 1, sizeof head, cut);
    fclose(cut);
    cut = fopen(path, "wb");
    CHECK(cut != NULL && fwrite(head, 1, kept, cut) == kept);
    fclose(cut);
  }
  CHECK(zermelo_load_own_rules(so, 2, keys, values, &rules) == ZERMELO_OK);
  CHECK(zermelo_open_with_rules(path, rules, &table) == ZERMELO_DAMAGED_TABLE && table == NULL);
  zermelo_close_rules(rules);
  remove(path);
  remove(file(2, scratch, ".stopped.ztb"));
  remove(file(2, scratch, ".stopped.ztb.part"));
  remove(file(2, scratch, ".stopped.ztb.checkpoint"));
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  test_wrong_arguments(argv[2], argv[1]);
  test_rules(argv[2], argv[1]);
  test_parameters(argv[3], argv[1]);
  return failures == 0 ? 0 : 1;
}
