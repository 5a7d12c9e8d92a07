/* SPDX-License-Identifier: MIT
 *
 * Teeko (John Scarne, 1937) on a board of any size up to five by five: each side drops four men in
 * turn, and then moves one at a time to a neighbouring square, in any direction. Four in a row,
 * straight or diagonally, or in a square of two by two have won. Parameters: `columns` and `rows`,
 * 4 or 5; `symmetries`, "no", or "yes" for one state of each set of mirror images and rotations.
 *
 * A state is one number in as many bytes as it needs: a bit per square for Black's men, one per
 * square for White's, and one for the side to move. Squares count from the top left. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo_game.h>

enum {
  men = 4,
  least_side = 4,
  most_side = 5,
  most_squares = 25,
  most_wins = 64,
  most_maps = 8,
  in_hand = 31, /* from where a man is dropped */
  most_moves = men * 8 + 1
};

struct teeko {
  int columns, rows, symmetric;
  int squares, bytes, wins, maps;
  uint32_t all, win[most_wins], neighbours[most_squares];
  uint8_t map[most_maps][most_squares]; /* symmetries: where each square goes */
};

struct position {
  uint32_t own[2]; /* men of Black, of White */
  int mover;
};

/* --- Numbers and positions --- */

static struct position load(const struct teeko* t, const void* state) {
  uint64_t number = 0;
  for (int i = 0; i < t->bytes; ++i) number |= (uint64_t)((const uint8_t*)state)[i] << (8 * i);
  return (struct position){{(uint32_t)number & t->all, (uint32_t)(number >> t->squares) & t->all},
                           (int)(number >> (2 * t->squares))};
}
static void save(const struct teeko* t, struct position p, void* state) {
  const uint64_t number =
      p.own[0] | (uint64_t)p.own[1] << t->squares | (uint64_t)p.mover << (2 * t->squares);
  for (int i = 0; i < t->bytes; ++i) ((uint8_t*)state)[i] = (uint8_t)(number >> (8 * i));
}

static int count(uint32_t set) {
  int bits = 0;
  for (; set != 0; set &= set - 1) ++bits;
  return bits;
}
/* The least number of a set, which loses it. */
static int take_first(uint32_t* set) {
  int square = 0;
  while ((*set >> square & 1) == 0) ++square;
  *set &= *set - 1;
  return square;
}

static int has_won(const struct teeko* t, uint32_t own) {
  for (int i = 0; i < t->wins; ++i)
    if ((own & t->win[i]) == t->win[i]) return 1;
  return 0;
}

/* --- Rules --- */

static int start(void* self, void* state) {
  save(self, (struct position){{0, 0}, 0}, state);
  return 0;
}

static int result(void* self, const void* state, int32_t* score) {
  const struct teeko* t = self;
  const struct position p = load(t, state);
  *score = p.mover == 0 ? -1 : 1;
  return has_won(t, p.own[!p.mover]);
}

static int mover(void* self, const void* state) { return load(self, state).mover; }

static struct position after(struct position p, int from, int to) {
  if (from != in_hand) p.own[p.mover] &= ~(1u << from);
  p.own[p.mover] |= 1u << to;
  p.mover = !p.mover;
  return p;
}

/* The moves, and the states they lead to unless that is NULL. (Eight men leave somebody room.) */
static int expand(void* self, const void* state, uint64_t* moves, void* nexts) {
  const struct teeko* t = self;
  const struct position p = load(t, state);
  const uint32_t open = t->all & ~(p.own[0] | p.own[1]);
  uint32_t own = p.own[p.mover];
  const int drops = count(own) < men;
  int found = 0;
  do {
    const int from = drops ? in_hand : take_first(&own);
    uint32_t to = drops ? open : open & t->neighbours[from];
    while (to != 0) {
      const int square = take_first(&to);
      moves[found] = (uint64_t)(from << 5 | square);
      if (nexts != NULL) save(t, after(p, from, square), (uint8_t*)nexts + t->bytes * found);
      ++found;
    }
  } while (!drops && own != 0);
  return found;
}

static int moves(void* self, const void* state, uint64_t* found) {
  return expand(self, state, found, NULL);
}

static int play(void* self, const void* state, uint64_t move, void* next) {
  save(self, after(load(self, state), (int)(move >> 5), (int)(move & 31)), next);
  return 0;
}

/* --- Back in time --- */

/* A man of the side that has moved came from a neighbouring square, if that side has dropped all of
 * them, or from the hand, if the other side had as many men on the board as it then has left. */
static int64_t unmoves(void* self, const void* state, void* befores, size_t room) {
  const struct teeko* t = self;
  const struct position p = load(t, state);
  const int back = !p.mover;
  const uint32_t open = t->all & ~(p.own[0] | p.own[1]);
  uint32_t own = p.own[back];
  const int men_there = count(own), others = count(p.own[p.mover]);
  const int dropped = men_there > 0 && others == men_there - (back == 0);
  int64_t found = 0;
  if (has_won(t, p.own[p.mover])) return 0; /* the game was over then */
  while (own != 0) {
    const int to = take_first(&own);
    uint32_t from = men_there == men && others == men ? open & t->neighbours[to] : 0;
    if (dropped) from |= 1u << in_hand;
    while (from != 0) {
      const int square = take_first(&from);
      struct position before = p;
      before.mover = back;
      before.own[back] &= ~(1u << to);
      if (square != in_hand) before.own[back] |= 1u << square;
      /* (Who had won did not move on.) */
      if (!has_won(t, before.own[p.mover]) && (size_t)found++ < room)
        save(t, before, (uint8_t*)befores + (int64_t)t->bytes * (found - 1));
    }
  }
  return found;
}

static uint32_t mapped(const uint8_t* map, uint32_t set) {
  uint32_t image = 0;
  while (set != 0) image |= 1u << map[take_first(&set)];
  return image;
}
static int canonical(void* self, const void* state, void* image) {
  const struct teeko* t = self;
  const struct position p = load(t, state);
  struct position best = p;
  for (int i = 0; i < t->maps; ++i) {
    const struct position q = {{mapped(t->map[i], p.own[0]), mapped(t->map[i], p.own[1])}, p.mover};
    if (q.own[0] < best.own[0] || (q.own[0] == best.own[0] && q.own[1] < best.own[1])) best = q;
  }
  save(t, best, image);
  return 0;
}

/* --- Texts --- */

static char man_on(struct position p, int square) {
  return (p.own[0] >> square & 1) != 0 ? 'b' : (p.own[1] >> square & 1) != 0 ? 'w' : '.';
}

static int text(void* self, const void* state, char* out, size_t size) {
  const struct teeko* t = self;
  const struct position p = load(t, state);
  char all[most_squares + most_side + 1];
  int length = 0;
  for (int i = 0; i < t->squares; ++i) {
    if (i > 0 && i % t->columns == 0) all[length++] = '/';
    all[length++] = man_on(p, i);
  }
  return snprintf(out, size, "%.*s %c", length, all, p.mover == 0 ? 'b' : 'w');
}

static int parse(void* self, const char* from, void* state) {
  const struct teeko* t = self;
  struct position p = {{0, 0}, 0};
  for (int i = 0; i < t->squares; ++i) {
    if (i > 0 && i % t->columns == 0 && *from++ != '/') return 1;
    if (*from == '\0' || strchr("bw.", *from) == NULL) return 1;
    if (*from != '.') p.own[*from == 'w'] |= 1u << i;
    ++from;
  }
  p.mover = *from == ' ' && from[1] == 'w';
  if (strcmp(from, p.mover == 0 ? " b" : " w") != 0) return 1;
  save(t, p, state);
  const int black = count(p.own[0]), white = count(p.own[1]);
  return black > men || (black != white + p.mover && (black != men || white != men));
}

static int name_of(const struct teeko* t, int square, char* out) {
  out[0] = (char)('a' + square % t->columns);
  out[1] = (char)('0' + t->rows - square / t->columns);
  out[2] = '\0';
  return 0;
}
static int move_text(void* self, const void* state, uint64_t move, char* out, size_t size) {
  (void)state;
  char from[3] = "", to[3];
  if (move >> 5 != in_hand) name_of(self, (int)(move >> 5), from);
  name_of(self, (int)(move & 31), to);
  return snprintf(out, size, "%s%s%s", from, from[0] != '\0' ? "-" : "", to);
}

static int board(void* self, const void* state, uint32_t* columns, uint32_t* rows, char* cells,
                 size_t size) {
  const struct teeko* t = self;
  const struct position p = load(t, state);
  char all[most_squares + 1];
  for (int i = 0; i < t->squares; ++i) all[i] = man_on(p, i) == 'w' ? 'W' : man_on(p, i);
  *columns = (uint32_t)t->columns;
  *rows = (uint32_t)t->rows;
  return snprintf(cells, size, "%.*s", t->squares, all);
}

/* --- Opening --- */

/* Adds the men at (column, row) and after one, two and three steps, if that is on the board. */
static void add_row(struct teeko* t, int column, int row, int right, int down) {
  const int last_column = column + (men - 1) * right, last_row = row + (men - 1) * down;
  if (last_column < 0 || last_column >= t->columns || last_row >= t->rows) return;
  uint32_t set = 0;
  for (int i = 0; i < men; ++i) set |= 1u << ((row + i * down) * t->columns + column + i * right);
  t->win[t->wins++] = set;
}

static void add_square(struct teeko* t, int column, int row) {
  const int square = row * t->columns + column;
  if (column + 1 < t->columns && row + 1 < t->rows)
    t->win[t->wins++] = 3u << square | 3u << (square + t->columns);
  add_row(t, column, row, 1, 0);
  add_row(t, column, row, 0, 1);
  add_row(t, column, row, 1, 1);
  add_row(t, column, row, -1, 1);
  for (int y = row - 1; y <= row + 1; ++y)
    for (int x = column - 1; x <= column + 1; ++x)
      if (x >= 0 && x < t->columns && y >= 0 && y < t->rows && (x != column || y != row))
        t->neighbours[square] |= 1u << (y * t->columns + x);
}

/* Mirror images and, on a square board, rotations. */
static void add_symmetries(struct teeko* t) {
  t->maps = t->columns == t->rows ? 8 : 4;
  for (int i = 0; i < t->maps; ++i) {
    for (int square = 0; square < t->squares; ++square) {
      int x = square % t->columns, y = square / t->columns;
      if ((i & 1) != 0) x = t->columns - 1 - x;
      if ((i & 2) != 0) y = t->rows - 1 - y;
      t->map[i][square] = (uint8_t)((i & 4) != 0 ? x * t->columns + y : y * t->columns + x);
    }
  }
}

static void fill(struct teeko* t) {
  t->squares = t->columns * t->rows;
  t->bytes = (2 * t->squares + 1 + 7) / 8;
  t->all = (1u << t->squares) - 1;
  for (int row = 0; row < t->rows; ++row)
    for (int column = 0; column < t->columns; ++column) add_square(t, column, row);
  add_symmetries(t);
}

static int set(struct teeko* t, const char* key, const char* value) {
  if (strcmp(key, "symmetries") == 0) {
    t->symmetric = strcmp(value, "yes") == 0;
    return !t->symmetric && strcmp(value, "no") != 0;
  }
  char* end;
  const long number = strtol(value, &end, 10);
  if (*end != '\0' || number < least_side || number > most_side) return 1;
  if (strcmp(key, "columns") == 0) {
    t->columns = (int)number;
  } else if (strcmp(key, "rows") == 0) {
    t->rows = (int)number;
  } else {
    return 1;
  }
  return 0;
}

int zermelo_own_game_open(size_t parameters, const char* const* keys, const char* const* values,
                          zermelo_own_game* game, char* message, size_t size) {
  struct teeko* t = calloc(1, sizeof *t);
  if (t == NULL) return snprintf(message, size, "there is no memory"), 1;
  t->columns = t->rows = most_side;
  for (size_t i = 0; i < parameters; ++i) {
    if (set(t, keys[i], values[i]) != 0) {
      free(t);
      snprintf(message, size,
               "Teeko takes columns and rows, 4 or 5, and symmetries=no|yes, not %s=%s", keys[i],
               values[i]);
      return 1;
    }
  }
  fill(t);
  *game = (zermelo_own_game){.abi = ZERMELO_GAME_ABI,
                             .size = sizeof *game,
                             .name = "teeko",
                             .version = "1",
                             .players = 2,
                             .state_bytes = (uint32_t)t->bytes,
                             .most_moves = most_moves,
                             .self = t,
                             .start = start,
                             .result = result,
                             .mover = mover,
                             .moves = moves,
                             .play = play,
                             .text = text,
                             .close = free,
                             .expand = expand,
                             .canonical = t->symmetric ? canonical : NULL,
                             .unmoves = unmoves,
                             .parse = parse,
                             .move_text = move_text,
                             .board = board};
  return 0;
}
