/* SPDX-License-Identifier: MIT
 *
 * Dobutsu Shogi (Madoka Kitao, 2008) without drops: on three columns and four rows, lions step in
 * any direction, giraffes straight, elephants diagonally, chicks ahead; a chick becomes a hen on
 * the far row. Who takes the lion has won, and so has who brings their own lion to the far row
 * where it is not attacked. What is taken leaves the board.
 *
 * Parameters: `early`, "no", or "yes" to end the game already where the side to move can win at
 * once; `starts`, "one", or "both": each side may begin.
 *
 * A state is the twelve squares by rows from the top left, 'c', 'e', 'g', 'l' or 'h' for Black's
 * pieces, who is below, capitals for White's, and the side to move, 'b' or 'w'. `canonical` takes
 * the first of two mirror images. `expand` saves to look for the pieces twice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo_game.h>

enum { columns = 3, rows = 4, squares = 12, side_at = 12, bytes = 13, most_moves = 40 };

struct rules {
  int early, both_start;
};

/* Steps of Black's pieces, bits: 1 ahead left, 2 ahead, 4 ahead right, 8 left, 16 right, 32 back
 * left, 64 back, 128 back right. */
static int steps_of(char kind) {
  switch (kind) {
    case 'c':
      return 2;
    case 'e':
      return 1 | 4 | 32 | 128;
    case 'g':
      return 2 | 8 | 16 | 64;
    case 'h':
      return 1 | 2 | 4 | 8 | 16 | 64;
    default:
      return 255;
  }
}
/* The squares that Black's steps lead to, -1 off the board. */
static const int8_t target[squares][8] = {
    {-1, -1, -1, -1, 1, -1, 3, 4},  {-1, -1, -1, 0, 2, 3, 4, 5},  {-1, -1, -1, 1, -1, 4, 5, -1},
    {-1, 0, 1, -1, 4, -1, 6, 7},    {0, 1, 2, 3, 5, 6, 7, 8},     {1, 2, -1, 4, -1, 7, 8, -1},
    {-1, 3, 4, -1, 7, -1, 9, 10},   {3, 4, 5, 6, 8, 9, 10, 11},   {4, 5, -1, 7, -1, 10, 11, -1},
    {-1, 6, 7, -1, 10, -1, -1, -1}, {6, 7, 8, 9, 11, -1, -1, -1}, {7, 8, -1, 10, -1, -1, -1, -1}};

static int is_of(char piece, int side) {
  return side == 0 ? piece >= 'a' : piece >= 'A' && piece <= 'Z';
}
static char lower(char piece) { return (char)(piece | ('a' - 'A')); }
static int side_of(const char* s) { return s[side_at] == 'w'; }

/* The square that a step of a side's piece leads to; -1 if there is none. (White's board is Black's
 * turned round.) */
static int stepped(int square, int step, int side) {
  if (side == 0) return target[square][step];
  const int turned = target[squares - 1 - square][step];
  return turned < 0 ? -1 : squares - 1 - turned;
}
static int is_far(int square, int side) { return square / columns == (side == 0 ? 0 : rows - 1); }

/* Whether a side's piece could step to a square. */
static int is_attacked(const char* s, int square, int side) {
  for (int step = 0; step < 8; ++step) {
    const int from = stepped(square, step, !side); /* the other side steps the opposite way */
    if (from >= 0 && is_of(s[from], side) && (steps_of(lower(s[from])) >> step & 1) != 0) return 1;
  }
  return 0;
}

static int square_of(const char* s, char piece) {
  const char* at = memchr(s, piece, squares);
  return at == NULL ? -1 : (int)(at - s);
}

/* Whether a side has won, when the other is to move. */
static int has_won(const char* s, int side) {
  const int lion = square_of(s, side == 0 ? 'l' : 'L');
  if (square_of(s, side == 0 ? 'L' : 'l') < 0) return 1;
  return lion >= 0 && is_far(lion, side) && !is_attacked(s, lion, !side);
}

static void shift(const char* s, int from, int to, char* next) {
  const int side = side_of(s);
  memcpy(next, s, bytes);
  next[from] = '.';
  next[to] = lower(s[from]) == 'c' && is_far(to, side) ? (side == 0 ? 'h' : 'H') : s[from];
  next[side_at] = side == 0 ? 'w' : 'b';
}

/* The moves, and the states they lead to unless that is NULL. (There always is one: men are blocked
 * by their own side alone, and of at most four the outermost is not.) */
static int expand(void* self, const void* state, uint64_t* found, void* nexts) {
  (void)self;
  const char* s = state;
  const int side = side_of(s);
  int count = 0;
  for (int from = 0; from < squares; ++from) {
    if (!is_of(s[from], side)) continue;
    const int steps = steps_of(lower(s[from]));
    for (int step = 0; step < 8; ++step) {
      const int to = (steps >> step & 1) != 0 ? stepped(from, step, side) : -1;
      if (to < 0 || is_of(s[to], side)) continue;
      if (nexts != NULL) shift(s, from, to, (char*)nexts + bytes * count);
      found[count++] = (uint64_t)(from * squares + to);
    }
  }
  return count;
}

static int wins_at_once(const char* s) {
  uint64_t moves[most_moves];
  char nexts[most_moves * bytes];
  const int count = expand(NULL, s, moves, nexts);
  for (int i = 0; i < count; ++i)
    if (has_won(nexts + bytes * i, side_of(s))) return 1;
  return 0;
}

static void set_start(char side, void* state) {
  memcpy(state, "GLE.C..c.elg", squares);
  ((char*)state)[side_at] = side;
}

static int start(void* self, void* state) {
  (void)self;
  set_start('b', state);
  return 0;
}

static int start_at(void* self, uint64_t number, void* state) {
  const struct rules* rules = self;
  if (!rules->both_start || number > 1) return 0;
  set_start('w', state);
  return 1;
}

static int result(void* self, const void* state, int32_t* score) {
  const struct rules* rules = self;
  const char* s = state;
  const int side = side_of(s);
  const int lost = has_won(s, !side);
  *score = (side == 0) == !lost ? 1 : -1;
  return lost || (rules->early && wins_at_once(s));
}

static int mover(void* self, const void* state) {
  (void)self;
  return side_of(state);
}

static int moves(void* self, const void* state, uint64_t* found) {
  return expand(self, state, found, NULL);
}

static int play(void* self, const void* state, uint64_t move, void* next) {
  (void)self;
  shift(state, (int)(move / squares), (int)(move % squares), next);
  return 0;
}

/* Mirror images differ first in a row whose ends differ, and there the lesser one comes first. */
static int canonical(void* self, const void* state, void* image) {
  (void)self;
  const char* s = state;
  char* mirrored = image;
  int row = 0;
  while (row < squares && s[row] == s[row + 2]) row += columns;
  memcpy(mirrored, s, bytes);
  if (row == squares || s[row] < s[row + 2]) return 0;
  for (; row < squares; row += columns) {
    mirrored[row] = s[row + 2];
    mirrored[row + 2] = s[row];
  }
  return 0;
}

/* "GLE/.C./.c./elg b" */
static int text(void* self, const void* state, char* out, size_t size) {
  (void)self;
  const char* s = state;
  return snprintf(out, size, "%.3s/%.3s/%.3s/%.3s %c", s, s + 3, s + 6, s + 9, s[side_at]);
}

static int parse(void* self, const char* from, void* state) {
  (void)self;
  char s[bytes + 1];
  int end = 0;
  if (sscanf(from, "%3[.cCeEgGlLhH]/%3[.cCeEgGlLhH]/%3[.cCeEgGlLhH]/%3[.cCeEgGlLhH] %1[bw]%n", s,
             s + 3, s + 6, s + 9, s + side_at, &end) != 5 ||
      end != bytes + 4 || from[end] != '\0')
    return 1;
  memcpy(state, s, bytes);
  return square_of(s, 'l') < 0 && square_of(s, 'L') < 0;
}

/* "Lb1-a2", "Cb2xb3", "Ca3-a4=H" */
static int move_text(void* self, const void* state, uint64_t move, char* out, size_t size) {
  (void)self;
  const char* s = state;
  const int from = (int)(move / squares), to = (int)(move % squares);
  const int promotes = lower(s[from]) == 'c' && is_far(to, side_of(s));
  return snprintf(out, size, "%c%c%d%c%c%d%s", lower(s[from]) - 'a' + 'A', 'a' + from % columns,
                  rows - from / columns, s[to] == '.' ? '-' : 'x', 'a' + to % columns,
                  rows - to / columns, promotes ? "=H" : "");
}

static int board(void* self, const void* state, uint32_t* across_out, uint32_t* down_out,
                 char* cells, size_t size) {
  (void)self;
  *across_out = columns;
  *down_out = rows;
  return snprintf(cells, size, "%.12s", (const char*)state);
}

static int set(struct rules* rules, const char* key, const char* value) {
  const int is_early = strcmp(key, "early") == 0;
  if (!is_early && strcmp(key, "starts") != 0) return 1;
  int* chosen = is_early ? &rules->early : &rules->both_start;
  *chosen = strcmp(value, is_early ? "yes" : "both") == 0;
  return !*chosen && strcmp(value, is_early ? "no" : "one") != 0;
}

int zermelo_own_game_open(size_t parameters, const char* const* keys, const char* const* values,
                          zermelo_own_game* game, char* message, size_t size) {
  struct rules rules = {0, 0};
  for (size_t i = 0; i < parameters; ++i) {
    if (set(&rules, keys[i], values[i]) != 0) {
      snprintf(message, size, "Dobutsu takes early=no|yes and starts=one|both, not %s=%s", keys[i],
               values[i]);
      return 1;
    }
  }
  struct rules* self = malloc(sizeof *self);
  if (self == NULL) return snprintf(message, size, "there is no memory"), 1;
  *self = rules;
  *game = (zermelo_own_game){.abi = ZERMELO_GAME_ABI,
                             .size = sizeof *game,
                             .name = "dobutsu",
                             .version = "1",
                             .players = 2,
                             .state_bytes = bytes,
                             .most_moves = most_moves,
                             .self = self,
                             .start = start,
                             .result = result,
                             .mover = mover,
                             .moves = moves,
                             .play = play,
                             .text = text,
                             .close = free,
                             .start_at = start_at,
                             .expand = expand,
                             .canonical = canonical,
                             .parse = parse,
                             .move_text = move_text,
                             .board = board};
  return 0;
}
