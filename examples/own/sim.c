/* SPDX-License-Identifier: MIT
 *
 * Sim (Gustavus Simmons, 1969): between six points, two players take turns to draw lines in their
 * colours. Who completes a triangle of their own colour has lost. By Ramsey's theorem somebody
 * does.
 *
 * A state is the fifteen lines 1-2, 1-3, ..., 5-6: 'b' or 'w', or '.' if it is not drawn. How many
 * are drawn says who is to move. Which point has which number means nothing, so `canonical` takes
 * the first of the 720 states that renumbering makes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo_game.h>

enum { points = 6, lines = 15, triangles = 20, permutations = 720 };

struct tables {
  uint8_t ends[lines][2];             /* of a line: points from 0 */
  uint8_t triangle[triangles][3];     /* its lines */
  uint8_t image[permutations][lines]; /* the line that comes to a line's place */
};

static int line_between(int a, int b) {
  const int low = a < b ? a : b, high = a < b ? b : a;
  return low * (2 * points - 1 - low) / 2 + high - low - 1;
}

static int drawn(const char* s) {
  int count = 0;
  for (int i = 0; i < lines; ++i) count += s[i] != '.';
  return count;
}

static int start(void* self, void* state) {
  (void)self;
  memset(state, '.', lines);
  return 0;
}

static int result(void* self, const void* state, int32_t* score) {
  const struct tables* t = self;
  const char* s = state;
  for (int i = 0; i < triangles; ++i) {
    const char colour = s[t->triangle[i][0]];
    if (colour == '.' || s[t->triangle[i][1]] != colour || s[t->triangle[i][2]] != colour) continue;
    *score = colour == 'b' ? -1 : 1;
    return 1;
  }
  return 0;
}

static int mover(void* self, const void* state) {
  (void)self;
  return drawn(state) % 2;
}

static int moves(void* self, const void* state, uint64_t* found) {
  (void)self;
  int count = 0;
  for (int i = 0; i < lines; ++i)
    if (((const char*)state)[i] == '.') found[count++] = (uint64_t)i;
  return count;
}

static int play(void* self, const void* state, uint64_t move, void* next) {
  memcpy(next, state, lines);
  ((char*)next)[move] = mover(self, state) == 0 ? 'b' : 'w';
  return 0;
}

/* The lines from 1, those from 2 to higher numbers, and so on. */
static int text(void* self, const void* state, char* out, size_t size) {
  (void)self;
  const char* s = state;
  return snprintf(out, size, "%.5s/%.4s/%.3s/%.2s/%.1s", s, s + 5, s + 9, s + 12, s + 14);
}

static int parse(void* self, const char* from, void* state) {
  (void)self;
  char s[lines + 1];
  int end = 0, white = 0;
  if (sscanf(from, "%5[bw.]/%4[bw.]/%3[bw.]/%2[bw.]/%1[bw.]%n", s, s + 5, s + 9, s + 12, s + 14,
             &end) != 5 ||
      end != lines + 4 || from[end] != '\0')
    return 1;
  for (int i = 0; i < lines; ++i) white += s[i] == 'w';
  memcpy(state, s, lines);
  return white != drawn(s) / 2;
}

static int move_text(void* self, const void* state, uint64_t move, char* out, size_t size) {
  (void)state;
  const struct tables* t = self;
  return snprintf(out, size, "%d-%d", t->ends[move][0] + 1, t->ends[move][1] + 1);
}

/* An image is given up at the first line in which it comes after the best so far. */
static int canonical(void* self, const void* state, void* image) {
  const struct tables* t = self;
  const char* s = state;
  char* best = image;
  memcpy(best, s, lines);
  for (int p = 0; p < permutations; ++p) {
    int i = 0;
    while (i < lines && s[t->image[p][i]] == best[i]) ++i;
    if (i == lines || s[t->image[p][i]] > best[i]) continue;
    for (; i < lines; ++i) best[i] = s[t->image[p][i]];
  }
  return 0;
}

static int layer(void* self, const void* state) {
  (void)self;
  return drawn(state);
}

/* Column and row are the ends of a line. */
static int board(void* self, const void* state, uint32_t* columns, uint32_t* rows, char* cells,
                 size_t size) {
  (void)self;
  enum { side = points - 1 };
  char all[side * side + 1];
  memset(all, '#', side * side);
  all[side * side] = '\0';
  for (int a = 0; a < points; ++a) {
    for (int b = a + 1; b < points; ++b) {
      const char colour = ((const char*)state)[line_between(a, b)];
      all[side * a + b - 1] = colour == 'w' ? 'W' : colour;
    }
  }
  *columns = *rows = side;
  return snprintf(cells, size, "%s", all);
}

/* Sets the images under all ways to number the points that begin with the first `set` ones. */
static int permute(struct tables* t, int* numbers, int set, int count) {
  if (set == points) {
    for (int i = 0; i < lines; ++i)
      t->image[count][i] = (uint8_t)line_between(numbers[t->ends[i][0]], numbers[t->ends[i][1]]);
    return count + 1;
  }
  for (int i = set; i < points; ++i) {
    const int number = numbers[i];
    numbers[i] = numbers[set];
    numbers[set] = number;
    count = permute(t, numbers, set + 1, count);
    numbers[set] = numbers[i];
    numbers[i] = number;
  }
  return count;
}

static void fill(struct tables* t) {
  int numbers[points] = {0, 1, 2, 3, 4, 5}, found = 0;
  for (int a = 0; a < points; ++a) {
    for (int b = a + 1; b < points; ++b) {
      t->ends[line_between(a, b)][0] = (uint8_t)a;
      t->ends[line_between(a, b)][1] = (uint8_t)b;
      for (int c = b + 1; c < points; ++c) {
        t->triangle[found][0] = (uint8_t)line_between(a, b);
        t->triangle[found][1] = (uint8_t)line_between(a, c);
        t->triangle[found++][2] = (uint8_t)line_between(b, c);
      }
    }
  }
  permute(t, numbers, 0, 0);
}

int zermelo_own_game_open(size_t parameters, const char* const* keys, const char* const* values,
                          zermelo_own_game* game, char* message, size_t size) {
  (void)values;
  if (parameters > 0) {
    snprintf(message, size, "Sim takes no parameters, but there is '%s'", keys[0]);
    return 1;
  }
  struct tables* self = malloc(sizeof *self);
  if (self == NULL) return snprintf(message, size, "there is no memory"), 1;
  fill(self);
  *game = (zermelo_own_game){.abi = ZERMELO_GAME_ABI,
                             .size = sizeof *game,
                             .name = "sim",
                             .version = "1",
                             .players = 2,
                             .state_bytes = lines,
                             .most_moves = lines,
                             .self = self,
                             .start = start,
                             .result = result,
                             .mover = mover,
                             .moves = moves,
                             .play = play,
                             .text = text,
                             .close = free,
                             .canonical = canonical,
                             .layer = layer,
                             .parse = parse,
                             .move_text = move_text,
                             .board = board};
  return 0;
}
