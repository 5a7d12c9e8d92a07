/* SPDX-License-Identifier: MIT
 *
 * Rules as code: what a game must provide so that Zermelo can solve it. A shared object exports one
 * function, zermelo_own_game_open, which fills in a structure of functions:
 *
 *     zermelo solve ./mygame.so size=3 -o mygame.ztb
 *
 * A program that has rules in itself hands such a function to the library: zermelo_open_own_rules
 * in zermelo.h, make_own_game in probe/own_game.h. Nothing but this header is needed to compile a
 * game; docs/own-code.md is the guide.
 *
 * States.   A state is `state_bytes` bytes that mean what the game likes. Equal bytes are the same
 *           state and have the same future; so a state has no padding that is not set, no pointer,
 *           and all of the history that matters. Buffers for states have exactly `state_bytes`
 *           bytes and no alignment.
 * Players.  0 and 1, who need not alternate; or one player, who solves a puzzle. A result is that
 *           of player 0, whoever moves: above 0 won, 0 drawn, below 0 lost. Play that never ends
 *           is a draw.
 *           In a puzzle, results above 0 are its goals; what reaches none has no solution. A
 *           puzzle's start that is a goal is played on from (a solved cube).
 * Moves.    64-bit numbers that mean what the game likes. A state in which the game goes on has a
 *           move; a player who is to pass needs a move for that.
 * Errors.   A function that fails returns a negative number; `error` says why.
 * Threads.  zermelo_own_game_open is called once per thread, and no two threads use one instance
 *           at once. A game with global variables says ZERMELO_ONE_THREAD.
 * Memory.   `self` and all texts belong to the game until `close`; buffers belong to the caller.
 */
#ifndef ZERMELO_GAME_H
#define ZERMELO_GAME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZERMELO_GAME_ABI 1u

/* Flags. */
#define ZERMELO_ONE_THREAD 1u /* the game is used by one thread only, and opened once at a time */
#define ZERMELO_SCORES 2u     /* how much is won by matters: values are scores, not plies */

/* Bounds of what a game may say. */
#define ZERMELO_MOST_STATE_BYTES 32u
#define ZERMELO_MOST_MOVES 16383u
#define ZERMELO_MOST_SCORE 32767

typedef struct zermelo_own_game {
  /* ZERMELO_GAME_ABI, and sizeof(zermelo_own_game) as the game was compiled: members beyond are
   * taken to be NULL. */
  uint32_t abi, size;
  /* A name in lower case, "tic-tac-toe"; a version, which changes when the rules do. Both are at
   * most 64 letters, digits and -._ */
  const char *name, *version;
  uint32_t players;     /* 1 or 2 */
  uint32_t state_bytes; /* 1 to ZERMELO_MOST_STATE_BYTES */
  uint32_t most_moves;  /* that a state can have: 1 to ZERMELO_MOST_MOVES */
  uint32_t flags;
  void* self; /* given to every function */

  /* --- Required. They return a negative number if they fail. --- */

  /* Sets the state in which the game starts. */
  int (*start)(void* self, void* state);
  /* 1 if the game is over in the state, with *score the result of player 0; 0 if it goes on. */
  int (*result)(void* self, const void* state, int32_t* score);
  /* The player to move, 0 or 1, in a state in which the game goes on. */
  int (*mover)(void* self, const void* state);
  /* The moves of such a state, in any order, in a buffer for `most_moves` of them; how many. */
  int (*moves)(void* self, const void* state, uint64_t* moves);
  /* Sets the state that a move leads to. */
  int (*play)(void* self, const void* state, uint64_t move, void* next);
  /* Writes a state for people, as snprintf does: returns the number of characters it has without
   * the final zero, and writes as much as fits, with a final zero. */
  int (*text)(void* self, const void* state, char* text, size_t size);

  /* --- Optional: may be NULL. --- */

  /* What the last function that failed has to say; NULL or "" if nothing. */
  const char* (*error)(void* self);
  void (*close)(void* self);
  /* More starts: sets the state with a number from 1 on and returns 1, or returns 0 if there are
   * not so many. */
  int (*start_at)(void* self, uint64_t number, void* state);
  /* `moves` and `play` at once: the moves, and the states that they lead to one behind the other.
   */
  int (*expand)(void* self, const void* state, uint64_t* moves, void* nexts);
  /* Sets the state that represents all those that symmetries turn into this one. 0. */
  int (*canonical)(void* self, const void* state, void* image);
  /* Sets states from which a move leads to this one, one behind the other, each once, with no image
   * of a state missing if there is `canonical`; and returns how many. If there is room for fewer
   * than that, sets none. They need not be states that play can lead to. */
  int64_t (*unmoves)(void* self, const void* state, void* befores, size_t room);
  /* A number from 0 to 65535, such that no move leads to a lower one. */
  int (*layer)(void* self, const void* state);
  /* Reads what `text` writes: 0, or 1 if it is not a state. */
  int (*parse)(void* self, const char* text, void* state);
  /* Writes a move, as `text` does a state. */
  int (*move_text)(void* self, const void* state, uint64_t move, char* text, size_t size);
  /* A state as a board: one character per square, by ranks from the top: '.' empty, '#' no square,
   * a lower-case letter a piece of player 0 ('b': one without a kind), an upper-case letter one of
   * player 1 ('W'), a digit a piece with a number, for puzzles. Sets the numbers of columns and
   * rows, at most 26 each; writes as `text` does.
   */
  int (*board)(void* self, const void* state, uint32_t* columns, uint32_t* rows, char* cells,
               size_t size);
} zermelo_own_game;

/* What a shared object exports. Fills in `game` for parameters like "size=3", as keys and values.
 * Returns 0; or another number, with a sentence in `message` (as for snprintf, at most `size`
 * bytes), for a parameter that makes no sense. */
#if defined(_WIN32)
__declspec(dllexport)
#elif defined(__GNUC__)
__attribute__((visibility("default")))
#endif
    int zermelo_own_game_open(size_t parameters, const char* const* keys, const char* const* values,
                              zermelo_own_game* game, char* message, size_t size);

/* The same as a type: who hands rules to the library gives it a function like that. */
typedef int (*zermelo_own_game_opener)(size_t parameters, const char* const* keys,
                                       const char* const* values, zermelo_own_game* game,
                                       char* message, size_t size);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif
