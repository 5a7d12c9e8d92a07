/* SPDX-License-Identifier: MIT
 *
 * Rules as code for tests of the server: a heap of counters, from which one or two are taken; who
 * takes the last one wins, and who takes two moves again if `turns` is "extra". As a puzzle the
 * goal is the empty heap. Parameters: players, 1 or 2; heap, 1 to 9; turns, "alternate" or "extra";
 * threads, "many" or "one"; score, "no" or "yes" (then the win is by what was left over);
 * wide, "no" or "yes": states have 30 more bytes, so many different ones that tables know them by
 * hashes.
 *
 * `parse` reads what `text` writes, "5 b", and four traps: "crash", "loop", "exit" and "fail".
 * "ill" is a state about which `text` crashes. `board` has traps, too, which tests set when the
 * table is there: SERVED_RULES_TRAP is one of "crash", "loop", "fail" and "slow" (each call takes
 * 50 ms), a space, and the text of the state in which it happens, or "*". With the word "text", it
 * is `text` that does not come to an end in this state. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <zermelo_game.h>

enum { heap_at = 0, side_at = 1, bytes = 2, wide_bytes = 32, ill = 200 };

struct rules {
  int players, heap, extra, one_thread, scores, wide;
};

/* The bytes that follow from the others. */
static void widen(const struct rules* r, uint8_t* s) {
  uint32_t mixed = 1u + s[heap_at] + 256u * s[side_at];
  for (int i = bytes; r->wide && i < wide_bytes; ++i) {
    mixed = mixed * 1664525u + 1013904223u;
    s[i] = (uint8_t)(mixed >> 24);
  }
}

static int start(void* self, void* state) {
  const struct rules* r = self;
  uint8_t* s = state;
  s[heap_at] = (uint8_t)r->heap;
  s[side_at] = 0;
  widen(r, s);
  return 0;
}

/* The side that took the last counter is not to move, unless it took two and has another turn. */
static int result(void* self, const void* state, int32_t* score) {
  const struct rules* r = self;
  const uint8_t* s = state;
  const int by = r->scores ? 7 : 1;
  *score = r->players == 1 ? 1 : s[side_at] == 1 ? by : -by;
  return s[heap_at] == 0;
}

static int mover(void* self, const void* state) {
  (void)self;
  return ((const uint8_t*)state)[side_at];
}

static int moves(void* self, const void* state, uint64_t* found) {
  (void)self;
  found[0] = 1;
  found[1] = 2;
  return ((const uint8_t*)state)[heap_at] >= 2 ? 2 : 1;
}

static int play(void* self, const void* state, uint64_t move, void* next) {
  const struct rules* r = self;
  uint8_t* s = next;
  memcpy(s, state, bytes);
  s[heap_at] = (uint8_t)(s[heap_at] - move);
  const int again = r->extra && move == 2 && s[heap_at] > 0;
  if (r->players == 2 && !again) s[side_at] = !s[side_at];
  widen(r, s);
  return 0;
}

static int text(void* self, const void* state, char* out, size_t size) {
  (void)self;
  const uint8_t* s = state;
  if (s[heap_at] == ill) abort();
  const int length = snprintf(out, size, "%d %c", s[heap_at], s[side_at] == 0 ? 'b' : 'w');
  const char* const trap = getenv("SERVED_RULES_TRAP");
  const int is_trapped = trap != NULL && strncmp(trap, "text ", 5) == 0 && size > 3;
  for (volatile int forever = is_trapped && strcmp(trap + 5, out) == 0; forever;) {
  }
  return length;
}

static int parse(void* self, const char* from, void* state) {
  const struct rules* r = self;
  uint8_t* s = state;
  if (strcmp(from, "crash") == 0) abort();
  if (strcmp(from, "exit") == 0) exit(3);
  if (strcmp(from, "fail") == 0) return -1;
  for (volatile int forever = strcmp(from, "loop") == 0; forever;) {
  }
  const int is_ill = strcmp(from, "ill") == 0;
  s[heap_at] = is_ill ? ill : (uint8_t)(from[0] - '0');
  s[side_at] = from[0] != '\0' && from[1] != '\0' && from[2] == 'w';
  widen(r, s);
  if (is_ill) return 0;
  return strlen(from) != 3 || from[0] < '0' || from[0] > '0' + r->heap || from[1] != ' ' ||
         (from[2] != 'b' && (from[2] != 'w' || r->players == 1));
}

static int move_text(void* self, const void* state, uint64_t move, char* out, size_t size) {
  (void)self, (void)state;
  return snprintf(out, size, "take %d", (int)move);
}

static const char* error(void* self) {
  (void)self;
  return "it does not like that";
}

/* Springs the trap, if there is one in this state. */
static int sprung(const void* state) {
  const char* const trap = getenv("SERVED_RULES_TRAP");
  const char* const where = trap == NULL ? NULL : strchr(trap, ' ');
  char here[16];
  if (where == NULL) return 0;
  text(NULL, state, here, sizeof here);
  if (strcmp(where + 1, "*") != 0 && strcmp(where + 1, here) != 0) return 0;
  const struct timespec pause = {0, 50000000};
  if (strncmp(trap, "slow", 4) == 0) thrd_sleep(&pause, NULL);
  if (strncmp(trap, "crash", 5) == 0) abort();
  for (volatile int forever = strncmp(trap, "loop", 4) == 0; forever;) {
  }
  return strncmp(trap, "fail", 4) == 0;
}

/* A row of counters. */
static int board(void* self, const void* state, uint32_t* columns, uint32_t* rows, char* cells,
                 size_t size) {
  const struct rules* r = self;
  const int heap = ((const uint8_t*)state)[heap_at];
  if (sprung(state)) return -1;
  *columns = (uint32_t)r->heap;
  *rows = 1;
  return snprintf(cells, size, "%.*s%.*s", heap, "bbbbbbbbb", r->heap - heap, ".........");
}

int zermelo_own_game_open(size_t parameters, const char* const* keys, const char* const* values,
                          zermelo_own_game* game, char* message, size_t size) {
  struct rules r = {2, 7, 0, 0, 0, 0};
  for (size_t i = 0; i < parameters; ++i) {
    if (strcmp(keys[i], "players") == 0) r.players = values[i][0] - '0';
    if (strcmp(keys[i], "heap") == 0) r.heap = values[i][0] - '0';
    if (strcmp(keys[i], "turns") == 0) r.extra = strcmp(values[i], "extra") == 0;
    if (strcmp(keys[i], "threads") == 0) r.one_thread = strcmp(values[i], "one") == 0;
    if (strcmp(keys[i], "score") == 0) r.scores = strcmp(values[i], "yes") == 0;
    if (strcmp(keys[i], "wide") == 0) r.wide = strcmp(values[i], "yes") == 0;
  }
  if (r.heap < 1 || r.heap > 9) return snprintf(message, size, "heap is from 1 to 9"), 1;
  struct rules* self = malloc(sizeof *self);
  if (self == NULL) return snprintf(message, size, "there is no memory"), 1;
  *self = r;
  *game = (zermelo_own_game){
      .abi = ZERMELO_GAME_ABI,
      .size = sizeof *game,
      .name = "counters",
      .version = "1",
      .players = (uint32_t)r.players,
      .state_bytes = r.wide ? wide_bytes : bytes,
      .most_moves = 2,
      .flags = (r.one_thread ? ZERMELO_ONE_THREAD : 0) | (r.scores ? ZERMELO_SCORES : 0),
      .self = self,
      .start = start,
      .result = result,
      .mover = r.players == 2 ? mover : NULL,
      .moves = moves,
      .play = play,
      .text = text,
      .error = error,
      .close = free,
      .parse = parse,
      .move_text = move_text,
      .board = board};
  return 0;
}
