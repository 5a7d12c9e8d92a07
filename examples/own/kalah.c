/* SPDX-License-Identifier: MIT
 *
 * Kalah(m, n): m houses a side with n seeds in each. The mover sows a house's seeds, one by one,
 * round the board: own houses, own store, the other side's houses, but not their store. Whose last
 * seed falls into the own store moves again. Whose last seed falls into an own house that was empty
 * takes it and what is in the house opposite. When a side's houses are empty, the other side takes
 * what is left, and more seeds win.
 *
 * Parameters: `houses`, 1 to 6; `seeds`, 1 to 6; `metric`: "distance" (moves to the end of the
 * game) or "score" (by how many seeds the first player wins); `empty-capture`: whether a last seed
 * in an empty house is taken though there is nothing opposite, "no", or "yes" as in Irving, Donkers
 * and Uiterwijk, "Solving Kalah", 2000.
 *
 * A state is a byte per house and store, round the board from the first player's first house, and
 * the player to move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo_game.h>

enum { most_houses = 6, most_seeds = 6, most_pits = 2 * most_houses + 2 };

struct kalah {
  int houses, seeds;
  int counts_seeds, captures_nothing;
};

static int pits(const struct kalah* k) { return 2 * k->houses + 2; }
static int store(const struct kalah* k, int player) { return k->houses + player * (k->houses + 1); }
static int first_house(const struct kalah* k, int player) { return player * (k->houses + 1); }

static int in_houses(const struct kalah* k, const uint8_t* s, int player) {
  int seeds = 0;
  for (int i = 0; i < k->houses; ++i) seeds += s[first_house(k, player) + i];
  return seeds;
}

static int start(void* self, void* state) {
  const struct kalah* k = self;
  uint8_t* s = state;
  memset(s, k->seeds, (size_t)pits(k));
  s[store(k, 0)] = s[store(k, 1)] = s[pits(k)] = 0;
  return 0;
}

static int mover(void* self, const void* state) { return ((const uint8_t*)state)[pits(self)]; }

/* (What is left is in the stores already: see `play`.) */
static int result(void* self, const void* state, int32_t* score) {
  const struct kalah* k = self;
  const uint8_t* s = state;
  *score = s[store(k, 0)] - s[store(k, 1)];
  return in_houses(k, s, 0) == 0 && in_houses(k, s, 1) == 0;
}

/* A move is the number of the house, from 0, in the order of sowing. */
static int moves(void* self, const void* state, uint64_t* found) {
  const struct kalah* k = self;
  const uint8_t* s = state;
  const int house = first_house(k, mover(self, state));
  int count = 0;
  for (int i = 0; i < k->houses; ++i)
    if (s[house + i] > 0) found[count++] = (uint64_t)i;
  return count;
}

/* Sows the seeds of a pit; where the last one fell. */
static int sow(const struct kalah* k, uint8_t* s, int pit, int player) {
  int seeds = s[pit];
  s[pit] = 0;
  while (seeds > 0) {
    pit = (pit + 1) % pits(k);
    if (pit == store(k, !player)) continue;
    ++s[pit];
    --seeds;
  }
  return pit;
}

static void capture(const struct kalah* k, uint8_t* s, int last, int player) {
  const int opposite = 2 * k->houses - last, own = last - first_house(k, player);
  if (own < 0 || own >= k->houses || s[last] != 1) return;
  if (s[opposite] == 0 && !k->captures_nothing) return;
  s[store(k, player)] = (uint8_t)(s[store(k, player)] + 1 + s[opposite]);
  s[last] = s[opposite] = 0;
}

static void end_if_a_side_is_empty(const struct kalah* k, uint8_t* s) {
  if (in_houses(k, s, 0) > 0 && in_houses(k, s, 1) > 0) return;
  for (int player = 0; player < 2; ++player) {
    s[store(k, player)] = (uint8_t)(s[store(k, player)] + in_houses(k, s, player));
    memset(s + first_house(k, player), 0, (size_t)k->houses);
  }
  s[pits(k)] = 0; /* nobody is to move: one state, whoever was the last */
}

static int play(void* self, const void* state, uint64_t move, void* next) {
  const struct kalah* k = self;
  uint8_t* s = next;
  const int player = mover(self, state);
  memcpy(s, state, (size_t)pits(k) + 1);
  const int last = sow(k, s, first_house(k, player) + (int)move, player);
  if (last != store(k, player)) s[pits(k)] = (uint8_t)!player;
  capture(k, s, last, player);
  end_if_a_side_is_empty(k, s);
  return 0;
}

/* "4 4 4 4 4 4 [0] 4 4 4 4 4 4 [0] 1", the player to move last. */
static int text(void* self, const void* state, char* out, size_t size) {
  const struct kalah* k = self;
  const uint8_t* s = state;
  char all[6 * most_pits + 1] = "";
  size_t length = 0;
  for (int i = 0; i < pits(k); ++i) {
    const int is_store = i == store(k, 0) || i == store(k, 1);
    length += (size_t)snprintf(all + length, sizeof all - length, is_store ? "[%d] " : "%d ", s[i]);
  }
  return snprintf(out, size, "%s%d", all, s[pits(k)] + 1);
}

static int parse(void* self, const char* from, void* state) {
  const struct kalah* k = self;
  uint8_t* s = state;
  int all = 0;
  for (int i = 0; i < pits(k); ++i) {
    const int is_store = i == store(k, 0) || i == store(k, 1);
    int seeds = -1, end = 0;
    if (sscanf(from, is_store ? "[%d] %n" : "%d %n", &seeds, &end) != 1 || end == 0) return 1;
    if (seeds < 0 || (all += seeds) > 2 * k->houses * k->seeds) return 1;
    s[i] = (uint8_t)seeds;
    from += end;
  }
  s[pits(k)] = *from == '2';
  if (strcmp(from, "1") != 0 && strcmp(from, "2") != 0) return 1;
  return all != 2 * k->houses * k->seeds;
}

/* Houses have letters in the order of sowing: 'a' is the farthest from the own store. */
static int move_text(void* self, const void* state, uint64_t move, char* out, size_t size) {
  (void)self, (void)state;
  return snprintf(out, size, "%c", (char)('a' + move));
}

/* Seeds do not come out of stores. */
static int layer(void* self, const void* state) {
  const struct kalah* k = self;
  const uint8_t* s = state;
  return s[store(k, 0)] + s[store(k, 1)];
}

static int set_number(const char* value, int most, int* number) {
  char* end;
  const long read = strtol(value, &end, 10);
  if (*end != '\0' || read < 1 || read > most) return 1;
  *number = (int)read;
  return 0;
}
static int set_word(const char* value, const char* no, const char* yes, int* chosen) {
  *chosen = strcmp(value, yes) == 0;
  return !*chosen && strcmp(value, no) != 0;
}
static int set(struct kalah* k, const char* key, const char* value) {
  if (strcmp(key, "houses") == 0) return set_number(value, most_houses, &k->houses);
  if (strcmp(key, "seeds") == 0) return set_number(value, most_seeds, &k->seeds);
  if (strcmp(key, "metric") == 0) return set_word(value, "distance", "score", &k->counts_seeds);
  if (strcmp(key, "empty-capture") == 0) return set_word(value, "no", "yes", &k->captures_nothing);
  return 1;
}

int zermelo_own_game_open(size_t parameters, const char* const* keys, const char* const* values,
                          zermelo_own_game* game, char* message, size_t size) {
  struct kalah k = {4, 2, 0, 0};
  for (size_t i = 0; i < parameters; ++i) {
    if (set(&k, keys[i], values[i]) != 0) {
      snprintf(message, size,
               "Kalah takes houses and seeds from 1 to 6, metric=distance|score and "
               "empty-capture=no|yes, not %s=%s",
               keys[i], values[i]);
      return 1;
    }
  }
  struct kalah* self = malloc(sizeof *self);
  if (self == NULL) return snprintf(message, size, "there is no memory"), 1;
  *self = k;
  *game = (zermelo_own_game){.abi = ZERMELO_GAME_ABI,
                             .size = sizeof *game,
                             .name = "kalah",
                             .version = "1",
                             .players = 2,
                             .state_bytes = (uint32_t)pits(&k) + 1,
                             .most_moves = (uint32_t)k.houses,
                             .flags = k.counts_seeds ? ZERMELO_SCORES : 0,
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
                             .move_text = move_text};
  return 0;
}
