/* SPDX-License-Identifier: MIT
 *
 * Sliding tiles (3 x 3: the 8-puzzle): a puzzle, that is a game of one player. The parameters are
 * `columns` and `rows`, 2 to 4 each, of which at most twelve squares.
 *
 * A state is a byte per square, from the top left: the number of its tile, 0 the gap. The start is
 * the goal, from which a puzzle is played on: so exactly the states that can be solved are found,
 * which are half of all arrangements. A move is the number of the tile that slides. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo_game.h>

enum { least_side = 2, most_side = 4, most_squares = 12 };

struct size {
  int columns, rows;
};

static int squares(const struct size* b) { return b->columns * b->rows; }

static int find(const struct size* b, const uint8_t* s, uint8_t tile) {
  return (int)((const uint8_t*)memchr(s, tile, (size_t)squares(b)) - s);
}

static void set_goal(const struct size* b, uint8_t* s) {
  for (int i = 0; i < squares(b); ++i) s[i] = (uint8_t)(i + 1);
  s[squares(b) - 1] = 0;
}

static int is_goal(const struct size* b, const uint8_t* s) {
  uint8_t goal[most_squares];
  set_goal(b, goal);
  return memcmp(s, goal, (size_t)squares(b)) == 0;
}

static int start(void* self, void* state) {
  set_goal(self, state);
  return 0;
}

static int result(void* self, const void* state, int32_t* score) {
  *score = 1;
  return is_goal(self, state);
}

static int moves(void* self, const void* state, uint64_t* found) {
  const struct size* b = self;
  const uint8_t* s = state;
  const int gap = find(b, s, 0), column = gap % b->columns;
  int count = 0;
  if (gap >= b->columns) found[count++] = s[gap - b->columns];
  if (gap + b->columns < squares(b)) found[count++] = s[gap + b->columns];
  if (column > 0) found[count++] = s[gap - 1];
  if (column + 1 < b->columns) found[count++] = s[gap + 1];
  return count;
}

static int play(void* self, const void* state, uint64_t move, void* next) {
  const struct size* b = self;
  uint8_t* s = next;
  memcpy(s, state, (size_t)squares(b));
  const int gap = find(b, s, 0), tile = find(b, s, (uint8_t)move);
  s[gap] = (uint8_t)move;
  s[tile] = 0;
  return 0;
}

/* "1 2 3/4 5 6/7 8 ." */
static int text(void* self, const void* state, char* out, size_t size) {
  const struct size* b = self;
  const uint8_t* s = state;
  char all[4 * most_squares] = "";
  size_t length = 0;
  for (int i = 0; i < squares(b); ++i) {
    const char* before = i == 0 ? "" : i % b->columns == 0 ? "/" : " ";
    length += s[i] == 0 ? (size_t)snprintf(all + length, sizeof all - length, "%s.", before)
                        : (size_t)snprintf(all + length, sizeof all - length, "%s%d", before, s[i]);
  }
  return snprintf(out, size, "%s", all);
}

/* Whether it can be solved: the parity of the permutation is that of the gap's way home. */
static int is_solvable(const struct size* b, const uint8_t* s) {
  int odd = 0;
  for (int i = 0; i < squares(b); ++i)
    for (int j = 0; j < i; ++j) odd ^= s[i] != 0 && s[j] > s[i];
  const int up = b->rows - 1 - find(b, s, 0) / b->columns;
  /* A step to the side passes no other tile, a step up or down columns - 1 of them. */
  return odd == ((up * (b->columns - 1)) & 1);
}

static int parse(void* self, const char* from, void* state) {
  const struct size* b = self;
  uint8_t* s = state;
  unsigned seen = 0;
  for (int i = 0; i < squares(b); ++i) {
    const char before = i % b->columns == 0 ? '/' : ' ';
    if (i > 0 && *from++ != before) return 1;
    char* end = NULL;
    const long tile = *from == '.' ? 0 : strtol(from, &end, 10);
    if ((*from < '1' || *from > '9') && *from != '.') return 1;
    if (tile < 0 || tile >= squares(b) || (seen >> tile & 1) != 0) return 1;
    seen |= 1u << tile;
    s[i] = (uint8_t)tile;
    from = tile == 0 ? from + 1 : end;
  }
  return *from != '\0' || !is_solvable(b, s);
}

static int move_text(void* self, const void* state, uint64_t move, char* out, size_t size) {
  const struct size* b = self;
  const int way = find(b, state, 0) - find(b, state, (uint8_t)move);
  const char* word = way == 1 ? "right" : way == -1 ? "left" : way > 0 ? "down" : "up";
  return snprintf(out, size, "%d %s", (int)move, word);
}

/* Tiles from 10 on are letters. */
static int board(void* self, const void* state, uint32_t* columns, uint32_t* rows, char* cells,
                 size_t size) {
  const struct size* b = self;
  const uint8_t* s = state;
  char shown[most_squares + 1] = "";
  for (int i = 0; i < squares(b); ++i) shown[i] = ".123456789abcdefghijk"[s[i]];
  *columns = (uint32_t)b->columns;
  *rows = (uint32_t)b->rows;
  return snprintf(cells, size, "%s", shown);
}

/* Moves can be taken back by moves; only the goal is not played from. */
static int64_t unmoves(void* self, const void* state, void* befores, size_t room) {
  const struct size* b = self;
  uint64_t found[4];
  uint8_t before[most_squares];
  const int count = moves(self, state, found);
  if ((size_t)count > room) return count;
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    play(self, state, found[i], before);
    if (!is_goal(b, before))
      memcpy((uint8_t*)befores + squares(b) * kept++, before, (size_t)squares(b));
  }
  return kept;
}

static int set(struct size* b, const char* key, const char* value) {
  char* end;
  const long number = strtol(value, &end, 10);
  if (*value == '\0' || *end != '\0' || number < least_side || number > most_side) return 1;
  if (strcmp(key, "columns") == 0) {
    b->columns = (int)number;
  } else if (strcmp(key, "rows") == 0) {
    b->rows = (int)number;
  } else {
    return 1;
  }
  return 0;
}

int zermelo_own_game_open(size_t parameters, const char* const* keys, const char* const* values,
                          zermelo_own_game* game, char* message, size_t size) {
  struct size b = {3, 3};
  for (size_t i = 0; i < parameters; ++i) {
    if (set(&b, keys[i], values[i]) != 0) {
      snprintf(message, size, "sliding tiles take columns and rows from 2 to 4, not %s=%s", keys[i],
               values[i]);
      return 1;
    }
  }
  if (squares(&b) > most_squares) {
    snprintf(message, size, "%d x %d are more than %d squares", b.columns, b.rows, most_squares);
    return 1;
  }
  struct size* self = malloc(sizeof *self);
  if (self == NULL) return snprintf(message, size, "there is no memory"), 1;
  *self = b;
  *game = (zermelo_own_game){.abi = ZERMELO_GAME_ABI,
                             .size = sizeof *game,
                             .name = "sliding-tiles",
                             .version = "1",
                             .players = 1,
                             .state_bytes = (uint32_t)squares(&b),
                             .most_moves = 4,
                             .self = self,
                             .start = start,
                             .result = result,
                             .moves = moves,
                             .play = play,
                             .text = text,
                             .close = free,
                             .unmoves = unmoves,
                             .parse = parse,
                             .board = board,
                             .move_text = move_text};
  return 0;
}
