/* SPDX-License-Identifier: MIT
 * Calls everything in zermelo.h that libzermelo-probe has: it must link. */
#include <stdio.h>
#include <string.h>
#include <zermelo.h>

static const char position[] = "w2/b1o/bw1 b";

static int report(void) {
  fprintf(stderr, "%s\n", zermelo_last_error());
  return 1;
}

static int probe_one(const zermelo_table* table) {
  zermelo_value value;
  zermelo_move_list* moves;
  zermelo_line* line;
  zermelo_error_risk risk;
  char* text;
  int right;
  if (zermelo_probe(table, position, &value) != ZERMELO_OK) return report();
  if (zermelo_moves(table, position, &moves) != ZERMELO_OK) return report();
  if (zermelo_best_line(table, position, 10, &line) != ZERMELO_OK) return report();
  if (zermelo_board_text(table, position, ZERMELO_BOARD_AND_MOVES, &text) != ZERMELO_OK)
    return report();
  if (zermelo_risk(table, position, &risk) != ZERMELO_OK) return report();
  right = value.outcome == ZERMELO_WIN && value.plies == 1 && moves->moves[0].result == NULL &&
          line->count == 1 && strchr(text, 'w') != NULL;
  zermelo_free_moves(moves);
  zermelo_free_line(line);
  zermelo_free_text(text);
  return right ? 0 : 1;
}

static int probe_many(const zermelo_table* table) {
  const char* positions[2];
  zermelo_answer_list* answers;
  zermelo_position_list* drawn;
  zermelo_graded_game* graded;
  const char* moves[1];
  zermelo_legal_move_list* legal;
  zermelo_rules* rules;
  int right;
  positions[0] = position;
  positions[1] = "nonsense";
  if (zermelo_probe_many(table, positions, 2, NULL, &answers) != ZERMELO_OK) return report();
  if (zermelo_sample(table, 3, 1, &drawn) != ZERMELO_OK) return report();
  if (zermelo_table_rules(table, &rules) != ZERMELO_OK) return report();
  if (zermelo_legal_moves(rules, position, &legal) != ZERMELO_OK) return report();
  moves[0] = legal->moves[0].move;
  if (zermelo_grade_game(table, position, moves, 1, &graded) != ZERMELO_OK) return report();
  right = answers->answers[0].status == ZERMELO_OK &&
          answers->answers[1].status == ZERMELO_ILLEGAL_POSITION && drawn->count == 3 &&
          graded->count == 1;
  zermelo_free_answers(answers);
  zermelo_free_positions(drawn);
  zermelo_free_graded_game(graded);
  zermelo_free_legal_moves(legal);
  zermelo_close_rules(rules);
  return right ? 0 : 1;
}

int main(int argc, char** argv) {
  zermelo_table* table;
  int result;
  if (argc != 2) return 2;
  if (zermelo_open(argv[1], &table) != ZERMELO_OK) return report();
  result = probe_one(table);
  if (result == 0) result = probe_many(table);
  zermelo_close(table);
  return result;
}
