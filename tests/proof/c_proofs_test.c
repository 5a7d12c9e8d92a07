/* SPDX-License-Identifier: MIT
 * Strategies and proofs through the C interface, from C. Usage: c_proofs_test SCRATCH, which begins
 * the names of the files that are made. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo.h>

#include "../support/c_check.h"

static const char two_in_a_row[] = "mnk m=2 n=2 k=2";     /* Black wins in 3 plies */
static const char notakto[] = "notakto columns=3 rows=3"; /* Black wins in 6 */
static const char tic_tac_toe[] = "mnk m=3 n=3 k=3";      /* nobody can win */
static const char large_game[] = "mnk m=6 n=6 k=5";       /* too large to wait for */
static const char nowhere[] = "/no/such/folder/x.aig";

/* --- Files --- */

static const char* scratch;

/* Uses two buffers in turn, so that a call may name two files. */
static const char* file(const char* name) {
  static char names[2][1100];
  static int turn = 0;
  turn = 1 - turn;
  snprintf(names[turn], sizeof names[turn], "%.1000s-%s", scratch, name);
  return names[turn];
}

static int exists(const char* path) {
  FILE* f = fopen(path, "rb");
  if (f != NULL) fclose(f);
  return f != NULL;
}

/* The bytes and a zero; for files of this test, which are small. */
static char* read_file(const char* path, size_t* length) {
  static char bytes[1 << 20];
  FILE* f = fopen(path, "rb");
  CHECK(f != NULL);
  *length = f == NULL ? 0 : fread(bytes, 1, sizeof bytes - 1, f);
  bytes[*length] = '\0';
  if (f != NULL) fclose(f);
  return bytes;
}

static void write_file(const char* path, const char* bytes, size_t length) {
  FILE* f = fopen(path, "wb");
  CHECK(f != NULL && fwrite(bytes, 1, length, f) == length);
  if (f != NULL) fclose(f);
}

/* A copy of a strategy in ASCII in which one line is different. */
static const char* forged(const char* from, const char* line, const char* instead) {
  static char path[1100];
  size_t length;
  char *bytes = read_file(from, &length), *at = strstr(bytes, line), *whole;
  CHECK(at != NULL);
  if (at == NULL) return from;
  whole = malloc(length + strlen(instead) + 1);
  *at = '\0';
  sprintf(whole, "%s%s%s", bytes, instead, at + strlen(line));
  snprintf(path, sizeof path, "%.1000s-forged.aag", scratch);
  write_file(path, whole, strlen(whole));
  free(whole);
  return path;
}

static void remove_files(void) {
  static const char* const names[] = {"s.aag", "n.aig", "t.aig", "forged.aag"};
  size_t n;
  for (n = 0; n < sizeof names / sizeof *names; ++n) remove(file(names[n]));
}

/* --- Proofs --- */

static int count_calls(void* user, const zermelo_proof_progress* progress) {
  CHECK(progress->seconds >= 0);
  return ++*(int*)user >= 2;
}

static void test_prove_refuses(void) {
  zermelo_proof_options options;
  zermelo_proof proof;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  memset(&proof, 77, sizeof proof);
  CHECK(zermelo_prove(NULL, NULL, NULL, &proof) == ZERMELO_USAGE_ERROR);
  CHECK(strstr(zermelo_last_error(), "game is NULL") != NULL);
  CHECK(zermelo_prove(two_in_a_row, NULL, NULL, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(strstr(zermelo_last_error(), "proof is NULL") != NULL);
  CHECK(zermelo_prove("chess", NULL, NULL, &proof) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_prove("mnk m=99", NULL, NULL, &proof) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_prove("ostle", NULL, NULL, &proof) == ZERMELO_USAGE_ERROR);
  CHECK(strcmp(zermelo_last_error(), "There is no Boolean model of ostle.") == 0);
  CHECK(zermelo_prove(two_in_a_row, nowhere, NULL, &proof) == ZERMELO_FILE_ERROR);
  CHECK(strstr(zermelo_last_error(), nowhere) != NULL);
  options.start = "no position";
  CHECK(zermelo_prove(two_in_a_row, NULL, &options, &proof) == ZERMELO_ILLEGAL_POSITION);
  options.start = NULL;
  options.depth = -1;
  CHECK(zermelo_prove(two_in_a_row, NULL, &options, &proof) == ZERMELO_USAGE_ERROR);
  options.depth = 0;
  options.seconds = -1;
  CHECK(zermelo_prove(two_in_a_row, NULL, &options, &proof) == ZERMELO_USAGE_ERROR);
  options.seconds = NAN;
  CHECK(zermelo_prove(two_in_a_row, NULL, &options, &proof) == ZERMELO_USAGE_ERROR);
  options.seconds = 0;
  options.side = 3;
  CHECK(zermelo_prove(two_in_a_row, NULL, &options, &proof) == ZERMELO_USAGE_ERROR);
  CHECK(strcmp(zermelo_last_error(), "The argument side is not a zermelo_side.") == 0);
  options.side = 0;
  options.generalise = 3;
  CHECK(zermelo_prove(two_in_a_row, NULL, &options, &proof) == ZERMELO_USAGE_ERROR);
  options.generalise = 0;
  options.method = -1;
  CHECK(zermelo_prove(two_in_a_row, NULL, &options, &proof) == ZERMELO_USAGE_ERROR);
  CHECK(proof.verdict == 0x4d4d4d4d); /* a failure leaves it alone */
}

static void test_prove_methods(void) {
  zermelo_proof_options options;
  zermelo_proof proof;
  int32_t method;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.depth = 3;
  options.method = ZERMELO_BY_SETS;
  CHECK(zermelo_prove(two_in_a_row, NULL, &options, &proof) == ZERMELO_USAGE_ERROR);
  options.method = ZERMELO_BY_ANY + 1;
  CHECK(zermelo_prove(two_in_a_row, NULL, &options, &proof) == ZERMELO_USAGE_ERROR);
  for (method = ZERMELO_BY_QBF; method <= ZERMELO_BY_ANY; ++method) {
    if (method == ZERMELO_BY_SEARCH) continue;
    options.method = method;
    options.depth = method == ZERMELO_BY_TABLE ? 0 : 3;
    CHECK(zermelo_prove(two_in_a_row, NULL, &options, &proof) == ZERMELO_OK);
    CHECK(proof.verdict == ZERMELO_VERDICT_WIN && proof.plies == 3);
    CHECK(proof.method == (method == ZERMELO_BY_ANY ? ZERMELO_BY_QBF : method));
  }
}

static void test_prove_by_search(void) {
  zermelo_proof_options options;
  zermelo_proof proof;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.method = ZERMELO_BY_SEARCH;
  CHECK(zermelo_prove(notakto, NULL, &options, &proof) == ZERMELO_OK);
  CHECK(proof.verdict == ZERMELO_VERDICT_WIN && proof.plies == 6 && proof.refuted == 5);
  CHECK(proof.method == ZERMELO_BY_SEARCH);
  CHECK(zermelo_prove(two_in_a_row, NULL, &options, &proof) == ZERMELO_USAGE_ERROR);
  CHECK(strcmp(zermelo_last_error(), "mnk has no search for the shortest win.") == 0);
}

static void test_prove_win(void) {
  zermelo_proof_options options;
  zermelo_proof proof;
  int32_t generalise;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  CHECK(zermelo_prove(two_in_a_row, file("s.aag"), NULL, &proof) == ZERMELO_OK);
  CHECK(proof.verdict == ZERMELO_VERDICT_WIN && proof.stopped_by == ZERMELO_NOT_STOPPED);
  CHECK(proof.plies == 3 && proof.complete == 0);
  CHECK(proof.obligations > 0 && proof.sat_calls > 0 && proof.cubes > 0);
  CHECK(proof.gates > 0 && proof.bytes > 0 && proof.seconds >= 0);
  CHECK(exists(file("s.aag")));
  options.shortest = 1;
  for (generalise = ZERMELO_GENERALISE_BOTH; generalise <= ZERMELO_GENERALISE_NONE; ++generalise) {
    options.generalise = generalise;
    CHECK(zermelo_prove(notakto, NULL, &options, &proof) == ZERMELO_OK);
    CHECK(proof.verdict == ZERMELO_VERDICT_WIN && proof.plies == 6 && proof.refuted == 5);
    CHECK(proof.gates > 0); /* counted even for a strategy that is not written */
  }
  options.start = "ww1/bb1/3 b";
  options.side = ZERMELO_BLACK;
  CHECK(zermelo_prove(tic_tac_toe, "", &options, &proof) == ZERMELO_OK);
  CHECK(proof.verdict == ZERMELO_VERDICT_WIN && proof.plies == 1);
}

static void test_prove_no_win(void) {
  zermelo_proof_options options;
  zermelo_proof proof;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  CHECK(zermelo_prove(tic_tac_toe, NULL, &options, &proof) == ZERMELO_OK);
  CHECK(proof.verdict == ZERMELO_VERDICT_NO_WIN && proof.complete == 1 && proof.plies == 0);
  options.side = ZERMELO_WHITE;
  CHECK(zermelo_prove(notakto, NULL, &options, &proof) == ZERMELO_OK);
  CHECK(proof.verdict == ZERMELO_VERDICT_NO_WIN && proof.complete == 1);
  options.side = ZERMELO_DEFAULT_SIDE;
  options.depth = 5;
  CHECK(zermelo_prove(notakto, file("n.aig"), &options, &proof) == ZERMELO_OK);
  CHECK(proof.verdict == ZERMELO_VERDICT_NO_WIN && proof.complete == 0 && proof.refuted == 5);
}

static void test_prove_unknown(void) {
  zermelo_proof_options options;
  zermelo_proof proof;
  int calls = 0;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.seconds = 0.05;
  options.shortest = 1;
  CHECK(zermelo_prove(large_game, file("u.aig"), &options, &proof) == ZERMELO_OK);
  CHECK(proof.verdict == ZERMELO_VERDICT_UNKNOWN && proof.stopped_by == ZERMELO_STOPPED_BY_TIME);
  CHECK(proof.plies == 0 && proof.complete == 0 && proof.refuted < 9);
  CHECK(proof.gates == 0 && proof.bytes == 0);
  CHECK(!exists(file("u.aig")));
  options.seconds = 0;
  options.memory = 1;
  CHECK(zermelo_prove(large_game, NULL, &options, &proof) == ZERMELO_OK);
  CHECK(proof.verdict == ZERMELO_VERDICT_UNKNOWN && proof.stopped_by == ZERMELO_STOPPED_BY_MEMORY);
  options.memory = 0;
  options.on_progress = count_calls;
  options.user = &calls;
  CHECK(zermelo_prove(large_game, NULL, &options, &proof) == ZERMELO_OK);
  CHECK(proof.verdict == ZERMELO_VERDICT_UNKNOWN && proof.stopped_by == ZERMELO_STOPPED_BY_CALLER);
  CHECK(calls == 2);
}

static void test_safety_games(void) {
  zermelo_proof_options options;
  zermelo_proof proof;
  zermelo_encoding encoding;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  CHECK(zermelo_write_safety_game(NULL, 0, file("g.aag"), &encoding) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_write_safety_game(notakto, 0, NULL, &encoding) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_write_safety_game(notakto, 0, file("g.aag"), NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_write_safety_game(notakto, 3, file("g.aag"), &encoding) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_write_safety_game("ostle", 0, file("g.aag"), &encoding) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_write_safety_game(notakto, 0, nowhere, &encoding) == ZERMELO_FILE_ERROR);
  CHECK(zermelo_prove_safety_game(NULL, NULL, NULL, &proof) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_prove_safety_game(nowhere, NULL, NULL, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_prove_safety_game(nowhere, NULL, NULL, &proof) == ZERMELO_FILE_ERROR);
  /* A circuit with justice properties is not a safety game. */
  FILE* justice = fopen(file("j.aag"), "w");
  CHECK(justice != NULL);
  fputs("aag 1 1 0 0 0 0 0 1\n2\n1\n2\n", justice);
  fclose(justice);
  CHECK(zermelo_prove_safety_game(file("j.aag"), NULL, NULL, &proof) == ZERMELO_USAGE_ERROR);

  CHECK(zermelo_write_safety_game(notakto, 0, file("g.aag"), &encoding) == ZERMELO_OK);
  CHECK(encoding.latches == 21 && encoding.controllable == 4 && encoding.inputs == 4);
  CHECK(encoding.gates > 0 && encoding.bytes > 0);
  for (options.method = ZERMELO_BY_IC3; options.method <= ZERMELO_BY_SETS; ++options.method) {
    CHECK(zermelo_prove_safety_game(file("g.aag"), file("w.aig"), &options, &proof) == ZERMELO_OK);
    CHECK(proof.verdict == ZERMELO_VERDICT_NO_WIN && proof.complete == 1 && proof.bytes > 0);
    CHECK(exists(file("w.aig")));
    remove(file("w.aig"));
  }
  CHECK(zermelo_write_safety_game(notakto, ZERMELO_WHITE, file("g.aag"), &encoding) == ZERMELO_OK);
  CHECK(zermelo_prove_safety_game(file("g.aag"), NULL, NULL, &proof) == ZERMELO_OK);
  CHECK(proof.verdict == ZERMELO_VERDICT_WIN);
  remove(file("g.aag"));
}

/* --- Checks --- */

static void expect_holds(const char* path, const char* sentence) {
  zermelo_strategy_check* check = NULL;
  CHECK(zermelo_check_strategy(path, NULL, &check) == ZERMELO_OK);
  if (check == NULL) return;
  CHECK(check->holds == 1 && check->fault == NULL);
  CHECK(strcmp(check->sentence, sentence) == 0);
  CHECK(check->obligations > 0 && check->seconds >= 0);
  zermelo_free_strategy_check(check);
}

static void test_check(void) {
  zermelo_check_options options;
  zermelo_strategy_check* check = NULL;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  expect_holds(file("s.aag"), "Black wins within 3 plies from the start.");
  expect_holds(file("n.aig"), "White does not lose within 5 plies from the start.");
  remove(file("proofs/obligations.txt")); /* of an earlier run */
  options.proofs = file("proofs");
  CHECK(zermelo_check_strategy(file("s.aag"), &options, &check) == ZERMELO_OK);
  CHECK(check != NULL && check->obligations == 11);
  zermelo_free_strategy_check(check);
  CHECK(exists(file("proofs/obligations.txt")));
  options.proofs = "/dev/null/proofs";
  CHECK(zermelo_check_strategy(file("s.aag"), &options, &check) == ZERMELO_FILE_ERROR);
  CHECK(check == NULL);
  CHECK(zermelo_check_strategy(NULL, NULL, &check) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_check_strategy(file("s.aag"), NULL, NULL) == ZERMELO_USAGE_ERROR);
  zermelo_free_strategy_check(NULL);
}

static void test_check_refuses(void) {
  zermelo_strategy_check* check = NULL;
  CHECK(zermelo_check_strategy(forged(file("s.aag"), "\ndepth 3\n", "\ndepth 2\n"), NULL, &check) ==
        ZERMELO_OK);
  if (check == NULL) return;
  CHECK(check->holds == 0 && check->fault != NULL);
  CHECK(strcmp(check->sentence, "Black wins within 2 plies from the start.") == 0);
  CHECK(strcmp(check->fault->position, "2/2 b") == 0);
  CHECK(check->fault->move == NULL);
  CHECK(strstr(check->fault->sentence, "Play begins here") != NULL);
  CHECK(strstr(check->fault->board_text, "  a b") != NULL);
  CHECK(strncmp(check->fault->board_svg, "<svg", 4) == 0);
  zermelo_free_strategy_check(check);
  /* Other ranks: some move does not make them fall. */
  CHECK(zermelo_check_strategy(
            forged(file("s.aag"), "o1 rank[0]\no2 rank[1]\n", "o1 rank[1]\no2 rank[0]\n"), NULL,
            &check) == ZERMELO_OK);
  if (check == NULL) return;
  CHECK(check->holds == 0);
  CHECK(check->fault->move != NULL && strstr(check->fault->sentence, check->fault->move) != NULL);
  zermelo_free_strategy_check(check);
}

static void test_damaged(void) {
  zermelo_strategy_check* check = (zermelo_strategy_check*)&check;
  zermelo_strategy* strategy = (zermelo_strategy*)&strategy;
  size_t length;
  const char* bytes;
  CHECK(zermelo_check_strategy(nowhere, NULL, &check) == ZERMELO_FILE_ERROR);
  CHECK(check == NULL);
  CHECK(strstr(zermelo_last_error(), nowhere) != NULL);
  CHECK(zermelo_open_strategy(nowhere, &strategy) == ZERMELO_FILE_ERROR);
  CHECK(strategy == NULL);
  bytes = read_file(file("s.aag"), &length);
  write_file(file("cut.aag"), bytes, length / 2);
  CHECK(zermelo_check_strategy(file("cut.aag"), NULL, &check) == ZERMELO_USAGE_ERROR);
  CHECK(strstr(zermelo_last_error(), "cut.aag") != NULL);
  CHECK(zermelo_open_strategy(file("cut.aag"), &strategy) == ZERMELO_USAGE_ERROR);
  write_file(file("cut.aag"), "", 0);
  CHECK(zermelo_check_strategy(file("cut.aag"), NULL, &check) == ZERMELO_USAGE_ERROR);
  remove(file("cut.aag"));
  CHECK(check == NULL && strategy == NULL);
}

static void test_wrong_game(void) {
  static const char* const games[] = {"game chess", "game ostle", "game mnk k=2 m=3 n=3",
                                      "game notakto columns=3 rows=3"};
  zermelo_strategy_check* check;
  zermelo_strategy* strategy;
  size_t n;
  for (n = 0; n < sizeof games / sizeof *games; ++n) {
    const char* path = forged(file("s.aag"), "game mnk k=2 m=2 n=2", games[n]);
    CHECK(zermelo_check_strategy(path, NULL, &check) == ZERMELO_USAGE_ERROR && check == NULL);
    CHECK(zermelo_open_strategy(path, &strategy) == ZERMELO_USAGE_ERROR && strategy == NULL);
  }
}

/* --- Open strategies --- */

static void test_about(const zermelo_strategy* strategy) {
  const zermelo_strategy_info* info = zermelo_about_strategy(strategy);
  CHECK(strcmp(info->game, "mnk k=2 m=2 n=2") == 0);
  CHECK(strcmp(info->start, "2/2 b") == 0);
  CHECK(strcmp(info->sentence, "Black wins within 3 plies from the start.") == 0);
  CHECK(strstr(info->creator, zermelo_version()) != NULL);
  CHECK(info->owner == ZERMELO_BLACK && info->wins == 1 && info->plies == 3 && info->gates > 0);
  CHECK(zermelo_about_strategy(NULL) == NULL);
}

static void test_ask(const zermelo_strategy* strategy) {
  zermelo_strategy_answer* answer = (zermelo_strategy_answer*)&answer;
  CHECK(zermelo_ask_strategy(NULL, "2/2 b", &answer) == ZERMELO_USAGE_ERROR);
  CHECK(answer == NULL);
  CHECK(zermelo_ask_strategy(strategy, NULL, &answer) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_ask_strategy(strategy, "2/2 b", NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_ask_strategy(strategy, "3/2 b", &answer) == ZERMELO_ILLEGAL_POSITION);
  CHECK(answer == NULL);
  CHECK(zermelo_ask_strategy(strategy, "2/2 b", &answer) == ZERMELO_OK);
  CHECK(answer->is_member == 1 && answer->rank == 3);
  CHECK(answer->move != NULL && strlen(answer->move) == 2);
  zermelo_free_strategy_answer(answer);
  CHECK(zermelo_ask_strategy(strategy, "bb/w1 w", &answer) == ZERMELO_GAME_OVER);
  /* It has no position that its owner's first move does not lead to. */
  CHECK(zermelo_ask_strategy(strategy, "2/bw b", &answer) == ZERMELO_OK);
  CHECK(answer->is_member == 0 && answer->rank == 0 && answer->move == NULL);
  zermelo_free_strategy_answer(answer);
  zermelo_free_strategy_answer(NULL);
}

/* After the owner's first move, whichever it is. */
static void test_ask_of_the_other_side(const zermelo_strategy* strategy) {
  static const char* const after[] = {"b1/2 w", "1b/2 w", "2/b1 w", "2/1b w"};
  zermelo_strategy_answer* answer;
  int members = 0;
  size_t n;
  for (n = 0; n < sizeof after / sizeof *after; ++n) {
    CHECK(zermelo_ask_strategy(strategy, after[n], &answer) == ZERMELO_OK);
    CHECK(answer->move == NULL);
    if (answer->is_member) CHECK(answer->rank == 2);
    members += answer->is_member;
    zermelo_free_strategy_answer(answer);
  }
  CHECK(members > 0);
}

static void test_open(void) {
  zermelo_strategy* strategy = NULL;
  CHECK(zermelo_open_strategy(NULL, &strategy) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_open_strategy(file("s.aag"), NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_open_strategy(file("s.aag"), &strategy) == ZERMELO_OK);
  if (strategy == NULL) return;
  test_about(strategy);
  test_ask(strategy);
  test_ask_of_the_other_side(strategy);
  zermelo_close_strategy(strategy);
  zermelo_close_strategy(NULL);
}

/* --- Strategies from tables --- */

static zermelo_table* table_of(const char* game) {
  zermelo_table* table = NULL;
  CHECK(zermelo_solve(game, file("t.ztb"), NULL) == ZERMELO_OK);
  CHECK(zermelo_open(file("t.ztb"), &table) == ZERMELO_OK);
  remove(file("t.ztb")); /* it stays open */
  return table;
}

static int stop_at_once(void* user, const zermelo_progress* progress) {
  ++*(int*)user;
  return progress->seconds >= 0;
}

static void test_write_refuses(const zermelo_table* table) {
  zermelo_strategy_options options;
  zermelo_written_strategy* written = (zermelo_written_strategy*)&written;
  const char* path = file("t.aig");
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  CHECK(zermelo_write_strategy(NULL, NULL, path, NULL, &written) == ZERMELO_USAGE_ERROR);
  CHECK(written == NULL);
  CHECK(zermelo_write_strategy(table, NULL, NULL, NULL, &written) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_write_strategy(table, NULL, path, NULL, NULL) == ZERMELO_USAGE_ERROR);
  CHECK(zermelo_write_strategy(table, "3/3 b", path, NULL, &written) == ZERMELO_ILLEGAL_POSITION);
  CHECK(zermelo_write_strategy(table, "bbb/3/3 w", path, NULL, &written) == ZERMELO_GAME_OVER);
  CHECK(zermelo_write_strategy(table, NULL, nowhere, NULL, &written) == ZERMELO_FILE_ERROR);
  options.owner = ZERMELO_WHITE;
  CHECK(zermelo_write_strategy(table, NULL, path, &options, &written) == ZERMELO_USAGE_ERROR);
  CHECK(strstr(zermelo_last_error(), "White loses from there") != NULL);
  options.owner = -1;
  CHECK(zermelo_write_strategy(table, NULL, path, &options, &written) == ZERMELO_USAGE_ERROR);
  CHECK(strcmp(zermelo_last_error(), "The argument owner is not a zermelo_side.") == 0);
  options.owner = ZERMELO_DEFAULT_SIDE;
  options.most_positions = 3;
  CHECK(zermelo_write_strategy(table, NULL, path, &options, &written) == ZERMELO_OUT_OF_MEMORY);
  CHECK(written == NULL && !exists(path));
}

static void test_write(void) {
  zermelo_written_strategy* written = NULL;
  zermelo_table* table = table_of(notakto);
  if (table == NULL) return;
  test_write_refuses(table);
  CHECK(zermelo_write_strategy(table, NULL, file("t.aig"), NULL, &written) == ZERMELO_OK);
  CHECK(strcmp(written->sentence, "Black wins within 6 plies from the start.") == 0);
  CHECK(written->positions > 1 && written->gates > 0 && written->bytes > 0);
  CHECK(written->cubes == 0);
  expect_holds(file("t.aig"), written->sentence);
  zermelo_free_written_strategy(written);

  zermelo_strategy_options cubes = {0};
  cubes.size = sizeof cubes;
  cubes.form = ZERMELO_FORM_CUBES;
  CHECK(zermelo_write_strategy(table, NULL, file("cubes.aig"), &cubes, &written) == ZERMELO_OK);
  CHECK(strcmp(written->sentence, "Black wins within 6 plies from the start.") == 0);
  CHECK(written->cubes > 1 && written->gates > 0);
  expect_holds(file("cubes.aig"), written->sentence);
  zermelo_free_written_strategy(written);
  cubes.form = 2;
  CHECK(zermelo_write_strategy(table, NULL, file("cubes.aig"), &cubes, &written) ==
        ZERMELO_USAGE_ERROR);
  zermelo_free_written_strategy(NULL);
  zermelo_close(table);
}

static void test_write_from_elsewhere(void) {
  zermelo_strategy_options options;
  zermelo_written_strategy* written = NULL;
  zermelo_strategy* strategy = NULL;
  zermelo_table* table = table_of(tic_tac_toe);
  if (table == NULL) return;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.owner = ZERMELO_BLACK;
  CHECK(zermelo_write_strategy(table, "b2/1w1/b2 w", file("t.aig"), &options, &written) ==
        ZERMELO_OK);
  CHECK(strcmp(written->sentence, "Black does not lose from b2/1w1/b2 w.") == 0);
  zermelo_free_written_strategy(written);
  CHECK(zermelo_open_strategy(file("t.aig"), &strategy) == ZERMELO_OK);
  CHECK(strcmp(zermelo_about_strategy(strategy)->start, "b2/1w1/b2 w") == 0);
  CHECK(zermelo_about_strategy(strategy)->plies == -1);
  CHECK(zermelo_about_strategy(strategy)->wins == 0);
  zermelo_close_strategy(strategy);
  zermelo_close(table);
}

static void test_without_a_model(void) {
  zermelo_written_strategy* written = NULL;
  zermelo_table* table = table_of("ostle size=3 start=2 lose=1");
  CHECK(zermelo_write_strategy(table, NULL, file("t.aig"), NULL, &written) == ZERMELO_USAGE_ERROR);
  CHECK(strcmp(zermelo_last_error(), "There is no Boolean model of ostle.") == 0);
  zermelo_close(table);
}

static int stop_when_told(void* user, const zermelo_progress* progress) {
  CHECK(progress->done <= progress->total);
  *(int*)user += progress->done > 0;
  return progress->done > 0;
}

/* The check takes some seconds if it is not stopped. */
static void test_stop(void) {
  zermelo_strategy_options options;
  zermelo_check_options check_options;
  zermelo_written_strategy* written = NULL;
  zermelo_strategy_check* check = NULL;
  zermelo_table* table = table_of("connect columns=5 rows=4");
  int calls = 0;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  memset(&check_options, 0, sizeof check_options);
  check_options.size = sizeof check_options;
  CHECK(zermelo_write_strategy(table, NULL, file("t.aig"), NULL, &written) == ZERMELO_OK);
  zermelo_free_written_strategy(written);
  options.on_progress = stop_at_once;
  check_options.on_progress = stop_when_told;
  options.user = check_options.user = &calls;
  CHECK(zermelo_write_strategy(table, NULL, file("t.aig"), &options, &written) ==
        ZERMELO_INTERRUPTED);
  CHECK(written == NULL && calls == 1);
  CHECK(zermelo_check_strategy(file("t.aig"), &check_options, &check) == ZERMELO_INTERRUPTED);
  CHECK(check == NULL && calls == 2);
  zermelo_close(table);
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s SCRATCH\n", argv[0]);
    return 2;
  }
  scratch = argv[1];
  test_prove_refuses();
  test_prove_methods();
  test_prove_by_search();
  test_prove_win();
  test_prove_no_win();
  test_prove_unknown();
  test_safety_games();
  test_check();
  test_check_refuses();
  test_damaged();
  test_wrong_game();
  test_open();
  test_write();
  test_write_from_elsewhere();
  test_without_a_model();
  test_stop();
  remove_files();
  return failures == 0 ? 0 : 1;
}
