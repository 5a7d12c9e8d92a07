/* SPDX-License-Identifier: MIT
 * The C interface to rules without a table, to many positions at once, and to graded games, from C.
 * Usage: c_many_test SCRATCH FOLDER; files that begin with SCRATCH come and go; FOLDER has Konane.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo.h>

#include "../support/c_check.h"

static const char game[] = "ostle size=3 start=3 lose=1";
static const char start[] = "www/1o1/bbb b";
static const char over[] = "www/1o1/b2 b";

static char names[4][1100];
static const char* file(int number, const char* prefix, const char* suffix) {
  sprintf(names[number], "%.1000s%s", prefix, suffix);
  return names[number];
}

/* --- Rules --- */

static void test_legal_moves(const zermelo_rules* rules) {
  zermelo_legal_move_list* list = NULL;
  zermelo_game_state about;
  size_t i, ends = 0;
  CHECK(zermelo_legal_moves(NULL, start, &list) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_legal_moves(rules, NULL, &list) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_legal_moves(rules, start, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_legal_moves(rules, "nonsense", &list) == ZERMELO_ILLEGAL_POSITION && list == NULL);
  CHECK(zermelo_legal_moves(rules, over, &list) == ZERMELO_GAME_OVER && list == NULL);
  CHECK(strstr(zermelo_last_error(), "White has won") != NULL);
  CHECK(zermelo_legal_moves(rules, start, &list) == ZERMELO_OK);
  CHECK(list->count == 14);
  zermelo_free_legal_moves(list);
  /* One of White's two pieces is at the edge, over which it falls. */
  CHECK(zermelo_legal_moves(rules, "w2/b1o/bw1 b", &list) == ZERMELO_OK);
  for (i = 0; i < list->count; ++i) {
    const zermelo_legal_move* move = &list->moves[i];
    CHECK(strlen(move->move) == 3 && move->after != NULL);
    CHECK((move->result == NULL) == (move->ends == 1));
    CHECK(zermelo_state_of(rules, move->after, &about) == ZERMELO_OK);
    CHECK(about.to_move == ZERMELO_WHITE && about.over == move->ends);
    if (move->ends == 0) {
      CHECK(move->ending == 0 && about.winner == ZERMELO_NOBODY);
      CHECK(strcmp(move->result, move->after) == 0);
      continue;
    }
    ++ends;
    CHECK(move->ending == ZERMELO_WIN || move->ending == ZERMELO_LOSS);
    CHECK(about.winner == (move->ending == ZERMELO_WIN ? ZERMELO_BLACK : ZERMELO_WHITE));
  }
  CHECK(ends > 0);
  zermelo_free_legal_moves(list);
  /* a1L: off the board; b1R: one square to the right. */
  CHECK(zermelo_legal_moves(rules, "2w/w1o/bb1 b", &list) == ZERMELO_OK);
  for (i = 0; i < list->count; ++i) {
    const zermelo_shape* shape = &list->moves[i].shape;
    CHECK(shape->from_count == 1 && shape->taken_count == 0);
    if (strcmp(list->moves[i].move, "a1L") == 0)
      CHECK(shape->from[0] == 0 && shape->to_count == 0 && shape->dx == -1 && shape->dy == 0);
    if (strcmp(list->moves[i].move, "b1R") == 0)
      CHECK(shape->from[0] == 1 && shape->to[0] == 2 && shape->dx == 1 && shape->dy == 0);
  }
  zermelo_free_legal_moves(list);
  zermelo_free_legal_moves(NULL);
}

static void test_squares(const zermelo_rules* rules) {
  char* state = NULL;
  CHECK(zermelo_state_from(NULL, "bb.w.o..w", ZERMELO_BLACK, &state) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_state_from(rules, NULL, ZERMELO_BLACK, &state) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_state_from(rules, "bb.w.o..w", 7, &state) == ZERMELO_USAGE_ERROR && state == NULL);
  CHECK(zermelo_state_from(rules, "bb.w?o..w", ZERMELO_BLACK, &state) == ZERMELO_ILLEGAL_POSITION);
  CHECK(strstr(zermelo_last_error(), "not '?'") != NULL);
  CHECK(zermelo_state_from(rules, "bb.w.o..", ZERMELO_BLACK, &state) == ZERMELO_ILLEGAL_POSITION);
  CHECK(zermelo_state_with_hands(rules, "bb.w.o..w", "2b", ZERMELO_BLACK, &state) ==
        ZERMELO_ILLEGAL_POSITION);
  CHECK(strcmp(zermelo_last_error(), "This game has no pieces in hand.") == 0);
  CHECK(zermelo_state_from(rules, "bb.w.o..w", ZERMELO_WHITE, &state) == ZERMELO_OK);
  CHECK(strcmp(state, "2w/w1o/bb1 w") == 0);
  zermelo_free_text(state);
}

/* What zermelo_board_of says, the functions that set up a state take. */
static void check_board(const zermelo_rules* rules, const char* state, const char* cells,
                        const char* hands, int32_t to_move) {
  zermelo_board* board = NULL;
  char* again = NULL;
  CHECK(zermelo_board_of(rules, state, &board) == ZERMELO_OK);
  CHECK(strcmp(board->cells, cells) == 0);
  CHECK(strcmp(board->hands, hands) == 0);
  CHECK(strlen(cells) == (size_t)(board->columns * board->rows));
  CHECK(board->to_move == to_move);
  CHECK(zermelo_state_with_hands(rules, board->cells, board->hands, board->to_move, &again) ==
        ZERMELO_OK);
  CHECK(strcmp(again, state) == 0);
  zermelo_free_text(again);
  zermelo_free_board(board);
}

static void test_board(const zermelo_rules* ostle) {
  zermelo_board* board = NULL;
  CHECK(zermelo_board_of(NULL, "w2/b1o/bw1 b", &board) == ZERMELO_USAGE_ERROR && board == NULL);
  CHECK(zermelo_board_of(ostle, NULL, &board) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_board_of(ostle, "w2/b1o/bw1 b", NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_board_of(ostle, "nonsense", &board) == ZERMELO_ILLEGAL_POSITION && board == NULL);
  zermelo_free_board(NULL);
  check_board(ostle, "w2/b1o/bw1 b", "bw.b.ow..", "", ZERMELO_BLACK);
  CHECK(zermelo_rules_kind_count(ostle) == 0 && zermelo_rules_kind(ostle, 0) == NULL);
  CHECK(zermelo_rules_kind_count(NULL) == 0 && zermelo_rules_kind(NULL, 0) == NULL);
}

static void test_kinds(const char* folder) {
  zermelo_rules* rules = NULL;
  zermelo_board* board = NULL;
  size_t i, k;
  /* Kinds and hands. */
  CHECK(zermelo_open_bddl(file(0, folder, "/../dobutsu/with-drops.bddl"), NULL, NULL, &rules) ==
        ZERMELO_OK);
  check_board(rules, "G1E/1L1/1l1/e2[g2C] w", "e...l..L.G.E", "g2C", ZERMELO_WHITE);
  CHECK(zermelo_rules_kind_count(rules) == 5 && zermelo_rules_kind(rules, 5) == NULL);
  for (i = k = 0; i < zermelo_rules_kind_count(rules); ++i) {
    const zermelo_piece_kind* kind = zermelo_rules_kind(rules, i);
    CHECK(kind->letter >= 'A' && kind->letter <= 'Z');
    CHECK((kind->in_hand == 1) == (strchr("CEG", kind->letter) != NULL));
    if (strcmp(kind->name, "lion") == 0) CHECK(kind->letter == 'L' && ++k > 0);
  }
  CHECK(k == 1);
  zermelo_close_rules(rules);
  /* A board that is a graph. */
  CHECK(zermelo_open_bddl(file(0, folder, "/../tapatan/tapatan.bddl"), NULL, NULL, &rules) ==
        ZERMELO_OK);
  check_board(rules, "3/1b1/3[2b3w] w", "....b....", "2b3w", ZERMELO_WHITE);
  CHECK(zermelo_board_of(rules, zermelo_rules_start(rules), &board) == ZERMELO_OK);
  CHECK(board->line_count == 8);
  for (i = 0; i < board->line_count; ++i) {
    CHECK(board->lines[i].count >= 2);
    for (k = 0; k < board->lines[i].count; ++k)
      CHECK(board->lines[i].squares[k] >= 0 && board->lines[i].squares[k] < 9);
  }
  zermelo_free_board(board);
  zermelo_close_rules(rules);
}

/* A game in one file, with pieces in hand. */
static void test_hands(const char* folder) {
  zermelo_rules* rules = NULL;
  zermelo_legal_move_list* list = NULL;
  char* state = NULL;
  size_t i;
  CHECK(zermelo_open_bddl(file(0, folder, "/domain.bddl"), NULL, NULL, &rules) ==
        ZERMELO_USAGE_ERROR);
  CHECK(zermelo_open_bddl(file(0, folder, "/../tapatan/tapatan.bddl"), NULL, NULL, &rules) ==
        ZERMELO_OK);
  CHECK(zermelo_state_with_hands(rules, ".........", "w3b2w", ZERMELO_BLACK, &state) == ZERMELO_OK);
  CHECK(strcmp(state, zermelo_rules_start(rules)) == 0);
  zermelo_free_text(state);
  CHECK(zermelo_state_with_hands(rules, ".........", "3x", ZERMELO_BLACK, &state) ==
            ZERMELO_ILLEGAL_POSITION &&
        state == NULL);
  CHECK(zermelo_legal_moves(rules, zermelo_rules_start(rules), &list) == ZERMELO_OK);
  CHECK(list->count == 9);
  for (i = 0; i < list->count; ++i)
    CHECK(list->moves[i].shape.dropped == 'b' && list->moves[i].also_count == 0);
  zermelo_free_legal_moves(list);
  zermelo_close_rules(rules);
  /* Several pushes lead to the same position. */
  CHECK(zermelo_open_bddl(file(0, folder, "/../quixo/quixo.bddl"), "", NULL, &rules) == ZERMELO_OK);
  CHECK(zermelo_legal_moves(rules, zermelo_rules_start(rules), &list) == ZERMELO_OK);
  CHECK(list->moves[0].also_count > 0 && strchr(list->moves[0].also[0], '>') != NULL);
  zermelo_free_legal_moves(list);
  zermelo_close_rules(rules);
}

static void test_rules(const char* folder) {
  zermelo_rules* rules = NULL;
  zermelo_game_state about;
  char* text = NULL;
  CHECK(zermelo_open_rules(NULL, &rules) == ZERMELO_USAGE_ERROR && rules == NULL);
  CHECK(zermelo_open_rules("chess", &rules) == ZERMELO_USAGE_ERROR && rules == NULL);
  CHECK(zermelo_open_rules(game, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_open_rules(game, &rules) == ZERMELO_OK);
  CHECK(strcmp(zermelo_rules_game(rules), "ostle lose=1 repetition=exact size=3 start=3 total=6") ==
        0);
  CHECK(strcmp(zermelo_rules_start(rules), start) == 0);
  CHECK(zermelo_rules_warning_count(rules) == 0 && zermelo_rules_warning(rules, 0) == NULL);
  CHECK(zermelo_rules_warning_count(NULL) == 0 && zermelo_rules_warning(NULL, 0) == NULL);
  CHECK(zermelo_rules_game(NULL) == NULL && zermelo_rules_start(NULL) == NULL);
  test_legal_moves(rules);
  test_squares(rules);
  test_board(rules);
  CHECK(zermelo_state_of(rules, start, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_state_of(rules, "nonsense", &about) == ZERMELO_ILLEGAL_POSITION);
  CHECK(zermelo_state_of(rules, start, &about) == ZERMELO_OK);
  CHECK(about.to_move == ZERMELO_BLACK && about.over == 0 && about.winner == ZERMELO_NOBODY);
  CHECK(zermelo_state_of(rules, over, &about) == ZERMELO_OK);
  CHECK(about.to_move == ZERMELO_BLACK && about.over == 1 && about.winner == ZERMELO_WHITE);
  CHECK(zermelo_canonical(rules, "bbb/1o1/www w", &text) == ZERMELO_OK);
  CHECK(strcmp(text, "www/1o1/bbb b") == 0 || strcmp(text, "bbb/1o1/www b") == 0 ||
        strchr(text, ' ') != NULL);
  zermelo_free_text(text);
  CHECK(zermelo_canonical(rules, over, &text) == ZERMELO_GAME_OVER && text == NULL);
  CHECK(zermelo_rules_board_text(rules, over, &text) == ZERMELO_OK);
  CHECK(strstr(text, "White has won") != NULL);
  zermelo_free_text(text);
  CHECK(zermelo_rules_board_svg(rules, start, &text) == ZERMELO_OK);
  CHECK(strstr(text, "<svg") != NULL);
  zermelo_free_text(text);
  zermelo_close_rules(rules);
  zermelo_close_rules(NULL);
  CHECK(zermelo_open_bddl("/no/such/file", "x", NULL, &rules) == ZERMELO_FILE_ERROR);
  CHECK(zermelo_open_bddl(file(0, folder, "/domain.bddl"), file(1, folder, "/4x4.bddl"), "never",
                          &rules) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_open_bddl(names[0], names[1], NULL, &rules) == ZERMELO_OK);
  CHECK(zermelo_rules_warning_count(rules) == 1 && zermelo_rules_warning(rules, 1) == NULL);
  CHECK(strstr(zermelo_rules_warning(rules, 0), "domain.bddl:9:1: the action 'left-2'") != NULL);
  CHECK(zermelo_state_of(rules, zermelo_rules_start(rules), &about) == ZERMELO_OK);
  CHECK(about.over == 0);
  CHECK(zermelo_solve_rules(rules, "/no/such/folder/x.ztb", NULL) == ZERMELO_FILE_ERROR);
  CHECK(zermelo_solve_rules(NULL, "x", NULL) == ZERMELO_USAGE_ERROR);
  zermelo_close_rules(rules);
  test_hands(folder);
  test_kinds(folder);
}

/* --- Many states --- */

static void test_many(const zermelo_table* table) {
  const char* states[] = {start, "nonsense", over, start, "2w/1o1/bb1 b"};
  const char* holes[] = {start, NULL};
  zermelo_many_options options = {sizeof options, 2};
  zermelo_answer_list* list = NULL;
  zermelo_distance_list* distances = NULL;
  zermelo_value value;
  size_t i;
  CHECK(zermelo_probe_many(table, states, 5, NULL, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_probe_many(NULL, states, 5, NULL, &list) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_probe_many(table, NULL, 5, NULL, &list) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_probe_many(table, holes, 2, NULL, &list) == ZERMELO_USAGE_ERROR && list == NULL);
  CHECK(strcmp(zermelo_last_error(), "The argument states holds a NULL.") == 0);
  CHECK(zermelo_probe_many(table, NULL, 0, NULL, &list) == ZERMELO_OK && list->count == 0);
  zermelo_free_answers(list);
  CHECK(zermelo_probe_many(table, states, 5, &options, &list) == ZERMELO_OK);
  CHECK(list->count == 5);
  for (i = 0; i < 5; ++i) {
    const zermelo_answer* answer = &list->answers[i];
    const zermelo_status status = zermelo_probe(table, states[i], &value);
    CHECK(answer->status == (int)status);
    if (status == ZERMELO_OK) {
      CHECK(answer->error == NULL);
      CHECK(answer->value.outcome == value.outcome && answer->value.plies == value.plies);
    } else {
      CHECK(strcmp(answer->error, zermelo_last_error()) == 0);
    }
  }
  CHECK(list->answers[1].status == ZERMELO_ILLEGAL_POSITION);
  CHECK(list->answers[2].status == ZERMELO_GAME_OVER);
  zermelo_free_answers(list);
  zermelo_free_answers(NULL);
  options.threads = -1;
  CHECK(zermelo_probe_many(table, states, 5, &options, &list) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_distance_many(table, states, 5, NULL, &distances) == ZERMELO_USAGE_ERROR);
  CHECK(distances == NULL);
  zermelo_free_distances(NULL);
}

static void test_walk(const char* path) {
  zermelo_table* table = NULL;
  zermelo_walk* walk = NULL;
  zermelo_position_block block = {7, NULL};
  size_t positions = 0;
  CHECK(zermelo_open(path, &table) == ZERMELO_OK);
  CHECK(zermelo_open_walk(NULL, NULL, &walk) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_open_walk(table, NULL, &walk) == ZERMELO_OK);
  zermelo_close(table); /* the walk goes on */
  CHECK(zermelo_next_positions(walk, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_next_positions(NULL, &block) == ZERMELO_USAGE_ERROR);
  while (zermelo_next_positions(walk, &block) == ZERMELO_OK && block.count > 0) {
    CHECK(strlen(block.positions[0].position) > 0);
    positions += block.count;
  }
  CHECK(positions == 2436);
  CHECK(zermelo_next_positions(walk, &block) == ZERMELO_OK && block.count == 0);
  zermelo_close_walk(walk);
  zermelo_close_walk(NULL);
}

static void test_numbers(const zermelo_table* table) {
  zermelo_table_index index;
  zermelo_position_list *drawn = NULL, *again = NULL;
  char* position = NULL;
  size_t i;
  CHECK(zermelo_slices(table) == 4 && zermelo_slices(NULL) == 0);
  CHECK(zermelo_indices(table, 4) == 0 && zermelo_indices(NULL, 0) == 0);
  CHECK(zermelo_index_of(table, start, &index) == ZERMELO_OK);
  CHECK(index.is_there == 1 && index.slice < 4);
  CHECK(index.index < zermelo_indices(table, (size_t)index.slice));
  CHECK(zermelo_position_at(table, (size_t)index.slice, index.index, &position) == ZERMELO_OK);
  CHECK(position != NULL);
  zermelo_free_text(position);
  CHECK(zermelo_position_at(table, 4, 0, &position) == ZERMELO_OK && position == NULL);
  CHECK(zermelo_index_of(table, "nonsense", &index) == ZERMELO_ILLEGAL_POSITION);
  CHECK(zermelo_sample(NULL, 5, 1, &drawn) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_sample(table, 5, 1, &drawn) == ZERMELO_OK && drawn->count == 5);
  CHECK(zermelo_sample(table, 5, 1, &again) == ZERMELO_OK && again->count == 5);
  for (i = 0; i < 5; ++i) {
    zermelo_value value;
    CHECK(strcmp(drawn->positions[i], again->positions[i]) == 0);
    CHECK(zermelo_probe(table, drawn->positions[i], &value) == ZERMELO_OK);
  }
  zermelo_free_positions(drawn);
  zermelo_free_positions(again);
  zermelo_free_positions(NULL);
}

/* --- Games --- */

static void test_grades(const zermelo_table* table) {
  const char* best[] = {"b2L", "c3D"};
  const char* bad[] = {"a1L", "c1U"};
  zermelo_graded_game* graded = NULL;
  const zermelo_graded_move* move;
  CHECK(zermelo_grade_game(NULL, NULL, best, 2, &graded) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_grade_game(table, NULL, NULL, 2, &graded) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_grade_game(table, "nonsense", best, 2, &graded) == ZERMELO_ILLEGAL_POSITION);
  CHECK(zermelo_grade_game(table, over, best, 0, &graded) == ZERMELO_GAME_OVER);
  CHECK(zermelo_grade_game(table, start, bad, 2, &graded) == ZERMELO_ILLEGAL_MOVE);
  CHECK(graded == NULL && strstr(zermelo_last_error(), "Move 2, 'c1U'") != NULL);
  CHECK(zermelo_grade_game(table, "", best, 2, &graded) == ZERMELO_OK);
  CHECK(graded->count == 2 && graded->over == 0 && graded->position != NULL);
  CHECK(strcmp(graded->start, start) == 0 && graded->sentence == NULL);
  move = &graded->moves[0];
  CHECK(move->ply == 1 && move->side == ZERMELO_BLACK && strcmp(move->position, start) == 0);
  CHECK(move->status == ZERMELO_OK && move->error == NULL && move->grade == ZERMELO_GRADE_BEST);
  CHECK(move->value.outcome == ZERMELO_WIN && move->value.plies == 17);
  CHECK(move->best.plies == 17 && move->best_count == 2 && move->legal_moves == 14);
  CHECK(strcmp(move->best_moves[0], "b2L") == 0 && strcmp(move->best_moves[1], "b2R") == 0);
  CHECK(strcmp(move->result, graded->moves[1].position) == 0);
  CHECK(graded->black.moves == 1 && graded->black.best == 1 && graded->white.moves == 1);
  zermelo_free_graded_game(graded);
  CHECK(zermelo_grade_game(table, NULL, bad, 1, &graded) == ZERMELO_OK);
  CHECK(graded->moves[0].grade == ZERMELO_GRADE_WIN_TO_LOSS && graded->moves[0].given_away == 0);
  CHECK(graded->black.wins_to_losses == 1);
  zermelo_free_graded_game(graded);
  zermelo_free_graded_game(NULL);
}

/* --- Distances --- */

static void test_distances(const char* path) {
  const char* states[] = {start, "nonsense"};
  zermelo_solve_options options = {0};
  zermelo_distance_list* list = NULL;
  zermelo_answer_list* answers = NULL;
  zermelo_graded_game* graded = NULL;
  zermelo_way_options way_options = {0};
  zermelo_way* way = NULL;
  zermelo_legal_move_list* moves = NULL;
  zermelo_rules* rules = NULL;
  zermelo_table* table = NULL;
  int32_t plies = 7;
  options.size = sizeof options;
  options.metric = "reach";
  CHECK(zermelo_open_rules(game, &rules) == ZERMELO_OK);
  CHECK(zermelo_solve_rules(rules, path, &options) == ZERMELO_OK);
  CHECK(zermelo_open(path, &table) == ZERMELO_OK);
  CHECK(strcmp(zermelo_metric(table), "reach") == 0);
  CHECK(zermelo_distance(table, "nonsense", &plies) == ZERMELO_ILLEGAL_POSITION && plies == 7);
  CHECK(zermelo_distance(table, start, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_distance(table, start, &plies) == ZERMELO_OK && plies == 0);
  CHECK(zermelo_find_way(table, start, NULL, &way) == ZERMELO_OK && way->found == 1);
  CHECK(way->count == 0);
  zermelo_free_way(way);
  CHECK(zermelo_rules_start(rules) != NULL);
  CHECK(zermelo_legal_moves(rules, start, &moves) == ZERMELO_OK && moves->count > 0);
  way_options.size = sizeof way_options;
  way_options.exact = 1;
  CHECK(zermelo_find_way(table, moves->moves[0].result, &way_options, &way) == ZERMELO_OK);
  CHECK(way->found == 1 && way->count == 1 && way->refuted == 0);
  CHECK(strcmp(way->moves[0], moves->moves[0].move) == 0);
  CHECK(strcmp(way->states[0], moves->moves[0].result) == 0);
  zermelo_free_way(way);
  zermelo_free_legal_moves(moves);
  zermelo_close_rules(rules);
  way_options.max_plies = -1;
  CHECK(zermelo_find_way(table, start, &way_options, &way) == ZERMELO_USAGE_ERROR && way == NULL);
  CHECK(zermelo_find_way(table, "nonsense", NULL, &way) == ZERMELO_ILLEGAL_POSITION);
  CHECK(zermelo_distance_many(table, states, 2, NULL, &list) == ZERMELO_OK && list->count == 2);
  CHECK(list->answers[0].status == ZERMELO_OK && list->answers[0].plies == 0);
  CHECK(list->answers[0].error == NULL && list->answers[1].error != NULL);
  CHECK(list->answers[1].status == ZERMELO_ILLEGAL_POSITION && list->answers[1].plies == -1);
  zermelo_free_distances(list);
  CHECK(zermelo_probe_many(table, states, 2, NULL, &answers) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_grade_game(table, NULL, NULL, 0, &graded) == ZERMELO_USAGE_ERROR);
  zermelo_close(table);
  remove(path);
}

/* --- Sets of states --- */

static void test_sets(const char* path) {
  zermelo_set* set = NULL;
  zermelo_position_list* drawn = NULL;
  char* state = NULL;
  uint64_t rank = 0;
  FILE* text = fopen(path, "w");
  fputs("10-011\n10-1--\n", text);
  fclose(text);
  CHECK(zermelo_open_set(NULL, NULL, &set) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_open_set(path, "another", &set) == ZERMELO_USAGE_ERROR && set == NULL);
  CHECK(zermelo_open_set(path, NULL, &set) == ZERMELO_OK);
  CHECK(zermelo_set_size(set) == 10 && zermelo_set_bits(set) == 6);
  CHECK(zermelo_set_size(NULL) == 0 && zermelo_set_bits(NULL) == 0);
  CHECK(zermelo_set_rank(set, "101011", &rank) == ZERMELO_OK && rank == 5);
  CHECK(zermelo_set_rank(set, "000000", &rank) == ZERMELO_NOT_IN_TABLE);
  CHECK(zermelo_set_rank(set, "0", &rank) == ZERMELO_ILLEGAL_POSITION);
  CHECK(zermelo_set_unrank(set, 5, &state) == ZERMELO_OK && strcmp(state, "101011") == 0);
  zermelo_free_text(state);
  CHECK(zermelo_set_unrank(set, 10, &state) == ZERMELO_USAGE_ERROR && state == NULL);
  CHECK(zermelo_set_sample(set, 4, 1, &drawn) == ZERMELO_OK && drawn->count == 4);
  CHECK(zermelo_set_rank(set, drawn->positions[3], &rank) == ZERMELO_OK && rank < 10);
  zermelo_free_positions(drawn);
  zermelo_close_set(set);
  remove(path);
}

int main(int argc, char** argv) {
  zermelo_table* table = NULL;
  zermelo_rules* rules = NULL;
  const char* path;
  if (argc != 3) {
    fprintf(stderr, "usage: %s SCRATCH FOLDER\n", argv[0]);
    return 2;
  }
  test_rules(argv[2]);
  test_sets(file(1, argv[1], ".txt"));
  path = file(2, argv[1], ".ztb");
  CHECK(zermelo_solve(game, path, NULL) == ZERMELO_OK);
  CHECK(zermelo_open(path, &table) == ZERMELO_OK);
  if (table == NULL) return 1;
  CHECK(strcmp(zermelo_metric(table), "distance") == 0 && zermelo_metric(NULL) == NULL);
  test_many(table);
  test_walk(path);
  test_numbers(table);
  test_grades(table);
  CHECK(zermelo_table_rules(NULL, &rules) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_table_rules(table, &rules) == ZERMELO_OK);
  zermelo_close(table);
  CHECK(strcmp(zermelo_rules_start(rules), start) == 0); /* they are still valid */
  test_legal_moves(rules);
  zermelo_close_rules(rules);
  test_distances(file(3, argv[1], "-reach.ztb"));
  remove(path);
  return failures == 0 ? 0 : 1;
}
