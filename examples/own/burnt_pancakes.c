/* SPDX-License-Identifier: MIT
 *
 * Burnt pancakes: a stack of n pancakes of different sizes, each burnt on one side; any number of
 * them, from the top, is turned over at once. The goal is the stack in order, burnt sides down. A
 * puzzle of one player; the parameter is n, 1 to 10.
 *
 * A state is a byte per pancake, from the top: its size, negative if the burnt side is up. A move
 * is the number of pancakes that are turned over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo_game.h>

enum { most_pancakes = 10 };

struct stack {
  int pancakes;
};

static int is_goal(const struct stack* k, const int8_t* s) {
  for (int i = 0; i < k->pancakes; ++i)
    if (s[i] != i + 1) return 0;
  return 1;
}

static void flip(const struct stack* k, const int8_t* s, int count, int8_t* next) {
  memcpy(next, s, (size_t)k->pancakes);
  for (int i = 0; i < count; ++i) next[i] = (int8_t)-s[count - 1 - i];
}

static int start(void* self, void* state) {
  const struct stack* k = self;
  for (int i = 0; i < k->pancakes; ++i) ((int8_t*)state)[i] = (int8_t)(i + 1);
  return 0;
}

static int result(void* self, const void* state, int32_t* score) {
  *score = 1;
  return is_goal(self, state);
}

static int moves(void* self, const void* state, uint64_t* found) {
  (void)state;
  const struct stack* k = self;
  for (int i = 0; i < k->pancakes; ++i) found[i] = (uint64_t)i + 1;
  return k->pancakes;
}

static int play(void* self, const void* state, uint64_t move, void* next) {
  flip(self, state, (int)move, next);
  return 0;
}

/* All that a state's successors need at once: nothing is looked up twice. */
static int expand(void* self, const void* state, uint64_t* found, void* nexts) {
  const struct stack* k = self;
  for (int i = 0; i < k->pancakes; ++i) {
    found[i] = (uint64_t)i + 1;
    flip(k, state, i + 1, (int8_t*)nexts + k->pancakes * i);
  }
  return k->pancakes;
}

/* A flip takes itself back; only the goal is not played from. */
static int64_t unmoves(void* self, const void* state, void* befores, size_t room) {
  const struct stack* k = self;
  int8_t before[most_pancakes];
  if ((size_t)k->pancakes > room) return k->pancakes;
  int kept = 0;
  for (int i = 1; i <= k->pancakes; ++i) {
    flip(k, state, i, before);
    if (!is_goal(k, before))
      memcpy((int8_t*)befores + k->pancakes * kept++, before, (size_t)k->pancakes);
  }
  return kept;
}

/* "3 -1 2" */
static int text(void* self, const void* state, char* out, size_t size) {
  const struct stack* k = self;
  const int8_t* s = state;
  char all[4 * most_pancakes + 1] = "";
  size_t length = 0;
  for (int i = 0; i < k->pancakes; ++i)
    length += (size_t)snprintf(all + length, sizeof all - length, "%s%d", i > 0 ? " " : "", s[i]);
  return snprintf(out, size, "%s", all);
}

static int parse(void* self, const char* from, void* state) {
  const struct stack* k = self;
  unsigned seen = 0;
  for (int i = 0; i < k->pancakes; ++i) {
    char* end;
    const long pancake = strtol(from, &end, 10);
    const long size = labs(pancake);
    if (end == from || size < 1 || size > k->pancakes || (seen >> size & 1) != 0) return 1;
    seen |= 1u << size;
    ((int8_t*)state)[i] = (int8_t)pancake;
    from = end;
  }
  return *from != '\0';
}

static int move_text(void* self, const void* state, uint64_t move, char* out, size_t size) {
  (void)self, (void)state;
  return snprintf(out, size, "flip %d", (int)move);
}

int zermelo_own_game_open(size_t parameters, const char* const* keys, const char* const* values,
                          zermelo_own_game* game, char* message, size_t size) {
  long pancakes = 6;
  for (size_t i = 0; i < parameters; ++i) {
    char* end;
    pancakes = strtol(values[i], &end, 10);
    if (strcmp(keys[i], "n") != 0 || *end != '\0' || pancakes < 1 || pancakes > most_pancakes) {
      snprintf(message, size, "burnt pancakes take n from 1 to %d, not %s=%s", most_pancakes,
               keys[i], values[i]);
      return 1;
    }
  }
  struct stack* self = malloc(sizeof *self);
  if (self == NULL) return snprintf(message, size, "there is no memory"), 1;
  self->pancakes = (int)pancakes;
  *game = (zermelo_own_game){.abi = ZERMELO_GAME_ABI,
                             .size = sizeof *game,
                             .name = "burnt-pancakes",
                             .version = "1",
                             .players = 1,
                             .state_bytes = (uint32_t)pancakes,
                             .most_moves = (uint32_t)pancakes,
                             .self = self,
                             .start = start,
                             .result = result,
                             .moves = moves,
                             .play = play,
                             .text = text,
                             .close = free,
                             .expand = expand,
                             .unmoves = unmoves,
                             .parse = parse,
                             .move_text = move_text};
  return 0;
}
