/* SPDX-License-Identifier: MIT
 *
 * Chomp: players take turns to choose a square of a bar of chocolate, and eat it with all that is
 * above it, to the right of it, or both. The lower left square is poisoned: who eats it has lost.
 * The parameters are `columns` and `rows`, 1 to 26 each.
 *
 * A state is how many squares each row has left, from the bottom, and the player to move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo_game.h>

enum { most_side = 26 };

struct bar {
  int columns, rows;
};

static int eaten(const struct bar* bar, const uint8_t* s) {
  int left = 0;
  for (int row = 0; row < bar->rows; ++row) left += s[row];
  return bar->columns * bar->rows - left;
}

static int start(void* self, void* state) {
  const struct bar* bar = self;
  memset(state, bar->columns, (size_t)bar->rows);
  ((uint8_t*)state)[bar->rows] = 0;
  return 0;
}

static int mover(void* self, const void* state) {
  const struct bar* bar = self;
  return ((const uint8_t*)state)[bar->rows];
}

/* Who is to move when everything is eaten has won: the other one ate the poison. */
static int result(void* self, const void* state, int32_t* score) {
  *score = mover(self, state) == 0 ? 1 : -1;
  return ((const uint8_t*)state)[0] == 0;
}

/* A move is the number of the chosen square, by rows from the lower left. */
static int moves(void* self, const void* state, uint64_t* found) {
  const struct bar* bar = self;
  int count = 0;
  for (int row = 0; row < bar->rows; ++row)
    for (int column = 0; column < ((const uint8_t*)state)[row]; ++column)
      found[count++] = (uint64_t)(row * bar->columns + column);
  return count;
}

static int play(void* self, const void* state, uint64_t move, void* next) {
  const struct bar* bar = self;
  uint8_t* s = next;
  const uint8_t column = (uint8_t)(move % (uint64_t)bar->columns);
  memcpy(s, state, (size_t)bar->rows + 1);
  for (int row = (int)(move / (uint64_t)bar->columns); row < bar->rows; ++row)
    if (s[row] > column) s[row] = column;
  s[bar->rows] = !s[bar->rows];
  return 0;
}

/* "4/4/2 1": the rows from the bottom, and the first or the second player. */
static int text(void* self, const void* state, char* out, size_t size) {
  const struct bar* bar = self;
  const uint8_t* s = state;
  char all[3 * most_side + 1] = "";
  size_t length = 0;
  for (int row = 0; row < bar->rows; ++row)
    length +=
        (size_t)snprintf(all + length, sizeof all - length, "%s%d", row > 0 ? "/" : "", s[row]);
  return snprintf(out, size, "%s %d", all, s[bar->rows] + 1);
}

static int parse(void* self, const char* from, void* state) {
  const struct bar* bar = self;
  uint8_t* s = state;
  long below = bar->columns;
  for (int row = 0; row < bar->rows; ++row) {
    char* end;
    const long left = strtol(from, &end, 10);
    if (end == from || left < 0 || left > below) return 1;
    if (*end != (row + 1 < bar->rows ? '/' : ' ')) return 1;
    s[row] = (uint8_t)(below = left);
    from = end + 1;
  }
  s[bar->rows] = *from == '2';
  return strcmp(from, "1") != 0 && strcmp(from, "2") != 0;
}

static int move_text(void* self, const void* state, uint64_t move, char* out, size_t size) {
  (void)state;
  const struct bar* bar = self;
  const uint64_t columns = (uint64_t)bar->columns;
  return snprintf(out, size, "%c%d", (char)('a' + move % columns), (int)(move / columns) + 1);
}

static int layer(void* self, const void* state) { return eaten(self, state); }

static int board(void* self, const void* state, uint32_t* columns, uint32_t* rows, char* cells,
                 size_t size) {
  const struct bar* bar = self;
  char all[most_side * most_side + 1];
  int count = 0;
  for (int row = bar->rows - 1; row >= 0; --row)
    for (int column = 0; column < bar->columns; ++column)
      all[count++] = column < ((const uint8_t*)state)[row] ? '.' : '#';
  all[count] = '\0';
  *columns = (uint32_t)bar->columns;
  *rows = (uint32_t)bar->rows;
  return snprintf(cells, size, "%s", all);
}

static int set(struct bar* bar, const char* key, const char* value) {
  char* end;
  const long number = strtol(value, &end, 10);
  if (*end != '\0' || number < 1 || number > most_side) return 1;
  if (strcmp(key, "columns") == 0) {
    bar->columns = (int)number;
  } else if (strcmp(key, "rows") == 0) {
    bar->rows = (int)number;
  } else {
    return 1;
  }
  return 0;
}

int zermelo_own_game_open(size_t parameters, const char* const* keys, const char* const* values,
                          zermelo_own_game* game, char* message, size_t size) {
  struct bar bar = {5, 4};
  for (size_t i = 0; i < parameters; ++i) {
    if (set(&bar, keys[i], values[i]) != 0) {
      snprintf(message, size, "Chomp takes columns and rows from 1 to %d, not %s=%s", most_side,
               keys[i], values[i]);
      return 1;
    }
  }
  struct bar* self = malloc(sizeof *self);
  if (self == NULL) return snprintf(message, size, "there is no memory"), 1;
  *self = bar;
  *game = (zermelo_own_game){.abi = ZERMELO_GAME_ABI,
                             .size = sizeof *game,
                             .name = "chomp",
                             .version = "1",
                             .players = 2,
                             .state_bytes = (uint32_t)bar.rows + 1,
                             .most_moves = (uint32_t)(bar.columns * bar.rows),
                             .self = self,
                             .start = start,
                             .result = result,
                             .mover = mover,
                             .moves = moves,
                             .play = play,
                             .text = text,
                             .close = free,
                             .layer = layer,
                             .parse = parse,
                             .move_text = move_text,
                             .board = board};
  return 0;
}
