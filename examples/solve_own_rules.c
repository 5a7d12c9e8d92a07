/* SPDX-License-Identifier: MIT
 * Solves a game whose rules are functions of this program, and says how it is won.
 *   solve_own_rules [COUNTERS]
 * The players take one, two or three counters in turn; who takes the last one wins. */
#include <stdio.h>
#include <stdlib.h>
#include <zermelo.h>
#include <zermelo_game.h>

/* A state is how many counters are left, and the player to move. */
enum { left, player };

static int counters = 21;

static int start(void* self, void* state) {
  unsigned char* s = state;
  (void)self;
  s[left] = (unsigned char)counters;
  s[player] = 0;
  return 0;
}

static int result(void* self, const void* state, int32_t* score) {
  const unsigned char* s = state;
  (void)self;
  *score = s[player] == 1 ? 1 : -1; /* who is to move when nothing is left has lost */
  return s[left] == 0;
}

static int mover(void* self, const void* state) {
  (void)self;
  return ((const unsigned char*)state)[player];
}

static int moves(void* self, const void* state, uint64_t* found) {
  int count = 0;
  (void)self;
  while (count < 3 && count < ((const unsigned char*)state)[left]) {
    ++count;
    found[count - 1] = (uint64_t)count;
  }
  return count;
}

static int play(void* self, const void* state, uint64_t move, void* next) {
  const unsigned char* s = state;
  unsigned char* n = next;
  (void)self;
  n[left] = (unsigned char)(s[left] - move);
  n[player] = !s[player];
  return 0;
}

static int text(void* self, const void* state, char* out, size_t size) {
  const unsigned char* s = state;
  (void)self;
  return snprintf(out, size, "%d left, player %d to move", s[left], s[player]);
}

static int open_game(size_t parameters, const char* const* keys, const char* const* values,
                     zermelo_own_game* game, char* message, size_t size) {
  static const zermelo_own_game functions = {.abi = ZERMELO_GAME_ABI,
                                             .size = sizeof functions,
                                             .name = "take-three",
                                             .version = "1",
                                             .players = 2,
                                             .state_bytes = 2,
                                             .most_moves = 3,
                                             .start = start,
                                             .result = result,
                                             .mover = mover,
                                             .moves = moves,
                                             .play = play,
                                             .text = text};
  (void)parameters, (void)keys, (void)values, (void)message, (void)size;
  *game = functions;
  return 0;
}

static void print_moves(const zermelo_move_list* list) {
  size_t i;
  for (i = 0; i < list->count; ++i) {
    const zermelo_move* m = &list->moves[i];
    printf("take %s: %s in %d\n", m->move, m->value.outcome == ZERMELO_WIN ? "win" : "loss",
           (int)m->value.plies);
  }
}

int main(int argc, char** argv) {
  zermelo_rules* rules = NULL;
  zermelo_table* table = NULL;
  zermelo_move_list* list = NULL;
  zermelo_solve_options options = {.size = sizeof options, .force = 1};
  int done;
  if (argc > 1) counters = atoi(argv[1]);
  if (counters < 1 || counters > 255) {
    fprintf(stderr, "There are 1 to 255 counters.\n");
    return 2;
  }
  done = zermelo_open_own_rules(open_game, 0, NULL, NULL, "take-three", &rules) == ZERMELO_OK &&
         zermelo_solve_rules(rules, "take-three.ztb", &options) == ZERMELO_OK &&
         zermelo_open_with_rules("take-three.ztb", rules, &table) == ZERMELO_OK &&
         zermelo_moves(table, zermelo_start(table), &list) == ZERMELO_OK;
  if (done) {
    print_moves(list);
  } else {
    fprintf(stderr, "%s\n", zermelo_last_error());
  }
  zermelo_free_moves(list);
  zermelo_close(table);
  zermelo_close_rules(rules);
  return done ? 0 : 1;
}
