/* SPDX-License-Identifier: MIT
 *
 * Pong Hau K'i: five points, seven lines, two men a side. A man goes along a line to the empty
 * point; who cannot move has lost.
 *
 *     w     w      a3      c3        Between a3 and c3 there is no line.
 *     | \ / |      |  \  /  |
 *     |  .  |      |   b2   |
 *     | / \ |      |  /  \  |
 *     b-----b      a1------c1
 *
 * A state is the five points, 'b', 'w' or '.', in the order of `names`, and the side to move, 'b'
 * or 'w'. Play goes round in circles, and both optional functions that this invites are here:
 * `canonical` for the mirror, and `unmoves`. */
#include <stdio.h>
#include <string.h>
#include <zermelo_game.h>

enum { points = 5, side_at = 5, bytes = 6 };

static const char* const names[points] = {"a3", "c3", "b2", "a1", "c1"};
static const char* const neighbours[points] = {"\2\3", "\2\4", "\0\1\3\4", "\0\2\4", "\1\2\3"};
static const int degrees[points] = {2, 2, 4, 3, 3};

static char other(char side) { return side == 'b' ? 'w' : 'b'; }

static int empty_point(const char* s) { return (int)((const char*)memchr(s, '.', points) - s); }

/* The points from which a man of a side can go to the empty one: how many. */
static int movable(const char* s, char side, int* from) {
  const int to = empty_point(s);
  int count = 0;
  for (int i = 0; i < degrees[to]; ++i)
    if (s[(int)neighbours[to][i]] == side) from[count++] = neighbours[to][i];
  return count;
}

/* Moves a man to the empty point, and passes the turn. */
static void shift(const char* s, int from, char* next) {
  memcpy(next, s, bytes);
  next[empty_point(s)] = s[from];
  next[from] = '.';
  next[side_at] = other(s[side_at]);
}

static int start(void* self, void* state) {
  (void)self;
  memcpy(state, "ww.bbb", bytes); /* and Black to move */
  return 0;
}

static int result(void* self, const void* state, int32_t* score) {
  (void)self;
  const char* s = state;
  int from[points];
  *score = s[side_at] == 'b' ? -1 : 1;
  return movable(s, s[side_at], from) == 0;
}

static int mover(void* self, const void* state) {
  (void)self;
  return ((const char*)state)[side_at] == 'w';
}

/* A move is the number of the point that a man leaves: where it goes is clear. */
static int moves(void* self, const void* state, uint64_t* found) {
  (void)self;
  const char* s = state;
  int from[points];
  const int count = movable(s, s[side_at], from);
  for (int i = 0; i < count; ++i) found[i] = (uint64_t)from[i];
  return count;
}

static int play(void* self, const void* state, uint64_t move, void* next) {
  (void)self;
  shift(state, (int)move, next);
  return 0;
}

static int text(void* self, const void* state, char* out, size_t size) {
  (void)self;
  const char* s = state;
  return snprintf(out, size, "%.2s/%.1s/%.2s %c", s, s + 2, s + 3, s[side_at]);
}

static int parse(void* self, const char* from, void* state) {
  (void)self;
  char s[bytes + 1];
  int end = 0, men[2] = {0, 0};
  if (sscanf(from, "%2[bw.]/%1[bw.]/%2[bw.] %1[bw]%n", s, s + 2, s + 3, s + side_at, &end) != 4 ||
      end != bytes + 3 || from[end] != '\0')
    return 1;
  for (int i = 0; i < points; ++i)
    if (s[i] != '.') ++men[s[i] == 'w'];
  memcpy(state, s, bytes);
  return men[0] != 2 || men[1] != 2;
}

static int move_text(void* self, const void* state, uint64_t move, char* out, size_t size) {
  (void)self;
  return snprintf(out, size, "%s-%s", names[move], names[empty_point(state)]);
}

/* Of a state and its mirror image, the one that comes first. */
static int canonical(void* self, const void* state, void* image) {
  (void)self;
  const char* s = state;
  const char mirrored[bytes] = {s[1], s[0], s[2], s[4], s[3], s[side_at]};
  memcpy(image, memcmp(mirrored, s, bytes) < 0 ? mirrored : s, bytes);
  return 0;
}

/* The other side has moved: each of its men that can go to the empty point came from there. */
static int64_t unmoves(void* self, const void* state, void* befores, size_t room) {
  (void)self;
  const char* s = state;
  int from[points];
  const int count = movable(s, other(s[side_at]), from);
  if ((size_t)count > room) return count;
  for (int i = 0; i < count; ++i) shift(s, from[i], (char*)befores + bytes * i);
  return count;
}

static int board(void* self, const void* state, uint32_t* columns, uint32_t* rows, char* cells,
                 size_t size) {
  (void)self;
  const char* s = state;
  char all[] = "?#?#?#?#?";
  for (int i = 0; i < points; ++i) all[2 * i] = s[i] == 'w' ? 'W' : s[i];
  *columns = *rows = 3;
  return snprintf(cells, size, "%s", all);
}

int zermelo_own_game_open(size_t parameters, const char* const* keys, const char* const* values,
                          zermelo_own_game* game, char* message, size_t size) {
  (void)values;
  if (parameters > 0) {
    snprintf(message, size, "Pong Hau K'i takes no parameters, but there is '%s'", keys[0]);
    return 1;
  }
  *game = (zermelo_own_game){.abi = ZERMELO_GAME_ABI,
                             .size = sizeof *game,
                             .name = "pong-hau-ki",
                             .version = "1",
                             .players = 2,
                             .state_bytes = bytes,
                             .most_moves = 4,
                             .start = start,
                             .result = result,
                             .mover = mover,
                             .moves = moves,
                             .play = play,
                             .text = text,
                             .canonical = canonical,
                             .unmoves = unmoves,
                             .parse = parse,
                             .move_text = move_text,
                             .board = board};
  return 0;
}
