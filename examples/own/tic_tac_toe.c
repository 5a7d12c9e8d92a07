/* SPDX-License-Identifier: MIT
 *
 * Tic-tac-toe as rules in C: what a game must provide, and no more.
 *
 *     cc -O2 -shared -fPIC tic_tac_toe.c -o tic_tac_toe.so
 *     zermelo solve ./tic_tac_toe.so -o tic-tac-toe.ztb
 *
 * A state is nine squares, '.', 'x' or 'o', from the top left, and the player to move. */
#include <stdio.h>
#include <string.h>
#include <zermelo_game.h>

enum { mover_at = 9, bytes = 10 };

static int start(void* self, void* state) {
  (void)self;
  memset(state, '.', mover_at);
  ((char*)state)[mover_at] = 0;
  return 0;
}

static int has_line(const char* s, char stone) {
  static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                  {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
  for (int i = 0; i < 8; ++i)
    if (s[lines[i][0]] == stone && s[lines[i][1]] == stone && s[lines[i][2]] == stone) return 1;
  return 0;
}

static int result(void* self, const void* state, int32_t* score) {
  (void)self;
  *score = has_line(state, 'x') ? 1 : has_line(state, 'o') ? -1 : 0;
  return *score != 0 || memchr(state, '.', mover_at) == NULL;
}

static int mover(void* self, const void* state) {
  (void)self;
  return ((const char*)state)[mover_at];
}

static int moves(void* self, const void* state, uint64_t* found) {
  (void)self;
  int count = 0;
  for (int square = 0; square < mover_at; ++square)
    if (((const char*)state)[square] == '.') found[count++] = (uint64_t)square;
  return count;
}

static int play(void* self, const void* state, uint64_t move, void* next) {
  (void)self;
  char* s = next;
  memcpy(s, state, bytes);
  s[move] = s[mover_at] == 0 ? 'x' : 'o';
  s[mover_at] = !s[mover_at];
  return 0;
}

static int text(void* self, const void* state, char* out, size_t size) {
  (void)self;
  const char* s = state;
  return snprintf(out, size, "%.3s/%.3s/%.3s %c", s, s + 3, s + 6, s[mover_at] == 0 ? 'x' : 'o');
}

int zermelo_own_game_open(size_t parameters, const char* const* keys, const char* const* values,
                          zermelo_own_game* game, char* message, size_t size) {
  (void)keys, (void)values;
  if (parameters > 0) {
    snprintf(message, size, "tic-tac-toe takes no parameters");
    return 1;
  }
  *game = (zermelo_own_game){.abi = ZERMELO_GAME_ABI,
                             .size = sizeof *game,
                             .name = "tic-tac-toe",
                             .version = "1",
                             .players = 2,
                             .state_bytes = bytes,
                             .most_moves = 9,
                             .start = start,
                             .result = result,
                             .mover = mover,
                             .moves = moves,
                             .play = play,
                             .text = text};
  return 0;
}
