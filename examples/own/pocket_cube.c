/* SPDX-License-Identifier: MIT
 *
 * The cube of 2 x 2 x 2: a puzzle of one player. The corner down-back-left is held fixed, so that
 * only the upper, the right and the front face are turned; how the whole cube is held does not
 * count then. The parameter `metric` says what is one move: "half", any turn of a face, or
 * "quarter", a quarter turn.
 *
 * A state is a byte for each of the other seven places: three times the number of the corner there
 * and its twist. Places and corners are in the order of `corners`, as in Kociemba's programs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo_game.h>

enum { places = 7, facelets = 24, most_moves = 9 };

/* The colours of a corner, the upper or lower one first, then clockwise. The last stays where it
 * is. */
static const char* const corners[places + 1] = {"URF", "UFL", "ULB", "UBR",
                                                "DFR", "DLF", "DRB", "DBL"};
/* Where these colours are seen: U1 to U4, R1 to R4, F, D, L, B, by rows from the top left. */
static const int seen_at[places + 1][3] = {{3, 4, 9},   {2, 8, 17},   {0, 16, 21}, {1, 20, 5},
                                           {13, 11, 6}, {12, 19, 10}, {15, 7, 22}, {14, 23, 18}};

/* A quarter turn clockwise: from which place each corner comes, and by how much it is twisted. */
struct turn {
  uint8_t from[places], twist[places];
};
static const char faces[] = "URF";
static const struct turn turns[3] = {{{3, 0, 1, 2, 4, 5, 6}, {0, 0, 0, 0, 0, 0, 0}},
                                     {{4, 1, 2, 0, 6, 5, 3}, {2, 0, 0, 1, 1, 0, 2}},
                                     {{1, 5, 2, 3, 0, 4, 6}, {1, 2, 0, 0, 2, 1, 0}}};

struct cube {
  int halves; /* whether a half turn is one move */
};

static const uint8_t solved[places] = {0, 3, 6, 9, 12, 15, 18};

static int is_solved(const uint8_t* s) { return memcmp(s, solved, places) == 0; }

static void quarter_turn(const struct turn* t, uint8_t* s) {
  uint8_t before[places];
  memcpy(before, s, places);
  for (int i = 0; i < places; ++i) {
    const uint8_t corner = before[t->from[i]];
    s[i] = (uint8_t)(corner / 3 * 3 + (corner % 3 + t->twist[i]) % 3);
  }
}

static int start(void* self, void* state) {
  (void)self;
  memcpy(state, solved, places);
  return 0;
}

static int result(void* self, const void* state, int32_t* score) {
  (void)self;
  *score = 1;
  return is_solved(state);
}

/* A move is three times the face and the number of quarter turns less one. */
static int moves(void* self, const void* state, uint64_t* found) {
  (void)state;
  const struct cube* cube = self;
  int count = 0;
  for (uint64_t move = 0; move < most_moves; ++move)
    if (cube->halves || move % 3 != 1) found[count++] = move;
  return count;
}

static int play(void* self, const void* state, uint64_t move, void* next) {
  (void)self;
  memcpy(next, state, places);
  for (uint64_t i = 0; i <= move % 3; ++i) quarter_turn(&turns[move / 3], next);
  return 0;
}

static int move_text(void* self, const void* state, uint64_t move, char* out, size_t size) {
  (void)self, (void)state;
  static const char* const marks[3] = {"", "2", "'"};
  return snprintf(out, size, "%c%s", faces[move / 3], marks[move % 3]);
}

static void show(const uint8_t* s, char* seen) {
  for (int i = 0; i <= places; ++i) {
    const int corner = i < places ? s[i] / 3 : places, twist = i < places ? s[i] % 3 : 0;
    for (int k = 0; k < 3; ++k) seen[seen_at[i][(k + twist) % 3]] = corners[corner][k];
  }
}

/* Which corner, times three, with which twist, is seen at a place; -1 if none. */
static int corner_at(int place, const char* seen) {
  for (int corner = 0; corner <= places; ++corner) {
    for (int twist = 0; twist < 3; ++twist) {
      int same = 0;
      for (int k = 0; k < 3; ++k)
        same += seen[seen_at[place][(k + twist) % 3]] == corners[corner][k];
      if (same == 3) return 3 * corner + twist;
    }
  }
  return -1;
}

/* The faces upper, right, front, lower, left and back. */
static int text(void* self, const void* state, char* out, size_t size) {
  (void)self;
  char f[facelets];
  show(state, f);
  return snprintf(out, size, "%.4s %.4s %.4s %.4s %.4s %.4s", f, f + 4, f + 8, f + 12, f + 16,
                  f + 20);
}

static int parse(void* self, const char* from, void* state) {
  (void)self;
  char f[facelets + 1];
  uint8_t* s = state;
  int end = 0, twists = 0;
  unsigned seen = 0;
  if (sscanf(from, "%4[URFDLB] %4[URFDLB] %4[URFDLB] %4[URFDLB] %4[URFDLB] %4[URFDLB]%n", f, f + 4,
             f + 8, f + 12, f + 16, f + 20, &end) != 6 ||
      end != facelets + 5 || from[end] != '\0')
    return 1;
  for (int i = 0; i < places; ++i) {
    const int corner = corner_at(i, f);
    if (corner < 0 || corner >= 3 * places || (seen >> (corner / 3) & 1) != 0) return 1;
    seen |= 1u << (corner / 3);
    twists += corner % 3;
    s[i] = (uint8_t)corner;
  }
  return corner_at(places, f) != 3 * places || twists % 3 != 0;
}

/* Moves are taken back by moves; only the solved cube is not played from. */
static int64_t unmoves(void* self, const void* state, void* befores, size_t room) {
  uint64_t found[most_moves];
  uint8_t before[places];
  const int count = moves(self, state, found);
  if ((size_t)count > room) return count;
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    play(self, state, found[i], before);
    if (!is_solved(before)) memcpy((uint8_t*)befores + places * kept++, before, places);
  }
  return kept;
}

/* The net: the upper face, below it left, front, right and back, below them the lower face. */
static int board(void* self, const void* state, uint32_t* columns, uint32_t* rows, char* cells,
                 size_t size) {
  (void)self;
  enum { across = 8, down = 6 };
  static const struct {
    int row, column;
  } corner[6] = {{0, 2}, {2, 4}, {2, 2}, {4, 2}, {2, 0}, {2, 6}};
  char seen[facelets], net[across * down + 1];
  show(state, seen);
  memset(net, '#', across * down);
  net[across * down] = '\0';
  for (int i = 0; i < facelets; ++i) {
    const int row = corner[i / 4].row + i % 4 / 2, column = corner[i / 4].column + i % 2;
    net[across * row + column] = (char)(seen[i] - 'A' + 'a');
  }
  *columns = across;
  *rows = down;
  return snprintf(cells, size, "%s", net);
}

int zermelo_own_game_open(size_t parameters, const char* const* keys, const char* const* values,
                          zermelo_own_game* game, char* message, size_t size) {
  struct cube chosen = {1};
  for (size_t i = 0; i < parameters; ++i) {
    const int halves = strcmp(values[i], "half") == 0;
    if (strcmp(keys[i], "metric") != 0 || (!halves && strcmp(values[i], "quarter") != 0)) {
      snprintf(message, size, "the cube takes metric=half or metric=quarter, not %s=%s", keys[i],
               values[i]);
      return 1;
    }
    chosen.halves = halves;
  }
  struct cube* self = malloc(sizeof *self);
  if (self == NULL) return snprintf(message, size, "there is no memory"), 1;
  *self = chosen;
  *game = (zermelo_own_game){.abi = ZERMELO_GAME_ABI,
                             .size = sizeof *game,
                             .name = "pocket-cube",
                             .version = "1",
                             .players = 1,
                             .state_bytes = places,
                             .most_moves = most_moves,
                             .self = self,
                             .start = start,
                             .result = result,
                             .moves = moves,
                             .play = play,
                             .text = text,
                             .close = free,
                             .unmoves = unmoves,
                             .parse = parse,
                             .move_text = move_text,
                             .board = board};
  return 0;
}
