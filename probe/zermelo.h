/* SPDX-License-Identifier: MIT
 *
 * Zermelo for C, and for every language that can call C: open a table, ask it about states.
 *
 *     zermelo_table *table;
 *     zermelo_value value;
 *     if (zermelo_open("ostle.ztb", &table) != ZERMELO_OK ||
 *         zermelo_probe(table, "wwwww/5/2o2/5/bbbbb b", &value) != ZERMELO_OK) {
 *       fprintf(stderr, "%s\n", zermelo_last_error());
 *     }
 *     zermelo_close(table);
 *
 * docs/api.md is the guide; examples/probe_position.c is a whole program.
 *
 * Texts.    All texts are UTF-8 and end in a zero byte. States and moves are written in the game's
 *           notation (docs/ostle.md). Texts given to a function are not kept after it returns.
 * Errors.   A function that can fail returns a zermelo_status. If that is not ZERMELO_OK, what its
 *           last parameter points to is set to NULL (or left alone, if it is no pointer), and
 *           zermelo_last_error() says what was wrong in one sentence. A NULL where something is
 *           needed is ZERMELO_USAGE_ERROR. No C++ exception ever leaves a function.
 * Memory.   What a function hands out through its last parameter belongs to the caller, who gives
 *           it back to the one function named for it. `const char *` results belong to the library
 *           and live as long as is said there. Giving back NULL does nothing.
 * Threads.  One table may be used by any number of threads at once. Only zermelo_close must be the
 *           last call with its table. Results may be read by several threads.
 */
#ifndef ZERMELO_H
#define ZERMELO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Status codes and versions --- */

/* Numbers never change their meaning; later versions may add some. */
typedef enum zermelo_status {
  ZERMELO_OK = 0,
  ZERMELO_ILLEGAL_POSITION = 1, /* no state of this game, or one against its rules */
  ZERMELO_GAME_OVER = 2,        /* a legal position in which the game has ended */
  ZERMELO_NOT_IN_TABLE = 3,     /* a legal position that this table does not cover */
  ZERMELO_FILE_ERROR = 4,       /* a file cannot be read or written */
  ZERMELO_DAMAGED_TABLE = 5,    /* not a table; or cut short, corrupt, of another format version */
  ZERMELO_USAGE_ERROR = 6,      /* an argument makes no sense: NULL, an unknown game or parameter */
  ZERMELO_OUT_OF_MEMORY = 7,    /* not enough memory, or more needed than allowed */
  ZERMELO_INTERRUPTED = 8,      /* a solve was told to stop */
  ZERMELO_INTERNAL_ERROR = 9    /* a defect of the library; please report it */
} zermelo_status;

/* The sentence that belongs to the last call on this thread that did not return ZERMELO_OK; "" if
 * there was none. Calls that succeed leave it as it is. Never NULL; valid until the next call on
 * this thread that fails. */
const char* zermelo_last_error(void);

/* "illegal position", "damaged table", ...; "unknown status" for other numbers. Never NULL; valid
 * for ever. */
const char* zermelo_status_name(int32_t status);

/* The library's version, "0.1.0". Never NULL; valid for ever. */
const char* zermelo_version(void);

/* --- Tables --- */

/* An open table. */
typedef struct zermelo_table zermelo_table;

/* Opens a table, which takes no longer for a large one, and sets *table; close it with
 * zermelo_close. Fails with ZERMELO_FILE_ERROR or ZERMELO_DAMAGED_TABLE. */
zermelo_status zermelo_open(const char* path, zermelo_table** table);

/* Closes a table. What was handed out by other functions lives on until it is given back. */
void zermelo_close(zermelo_table* table);

/* About the table's game. Each is NULL if `table` is; otherwise valid until the table is closed. */

/* Name and parameters, "ostle lose=3 repetition=exact size=5 start=5 total=10"; zermelo_solve reads
 * this form. */
const char* zermelo_game(const zermelo_table* table);
/* "ostle". */
const char* zermelo_game_name(const zermelo_table* table);
/* The value of one parameter, "5" for "size"; NULL if there is none of that name. */
const char* zermelo_game_parameter(const zermelo_table* table, const char* name);
/* The state in which the game starts. A table of fewer pieces does not hold it. */
const char* zermelo_start(const zermelo_table* table);

/* --- States --- */

/* The functions below fail with ZERMELO_ILLEGAL_POSITION, ZERMELO_GAME_OVER, ZERMELO_NOT_IN_TABLE
 * or ZERMELO_DAMAGED_TABLE (blocks of the table are checked when they are read). */

/* Better ones are larger. Negated, it is the outcome for the other side. */
typedef enum zermelo_outcome {
  ZERMELO_LOSS = -1,
  ZERMELO_DRAW = 0,
  ZERMELO_WIN = 1
} zermelo_outcome;

/* With best play by both sides, the winner hastening and the loser delaying. */
typedef struct zermelo_value {
  int32_t outcome; /* a zermelo_outcome, for the side to move */
  int32_t plies; /* moves of either side to the end of the game, 1..32767; 0 for a draw. In a table
                    of scores, by how much it is won or lost; in one of outcomes 1 */
} zermelo_value;

/* The value of a state for the side to move. */
zermelo_status zermelo_probe(const zermelo_table* table, const char* state, zermelo_value* value);

typedef struct zermelo_move {
  const char* move;    /* "c3U" */
  zermelo_value value; /* for the side that makes the move, the move counted */
  const char* result;  /* the state it leads to; NULL if it ends the game */
} zermelo_move;

typedef struct zermelo_move_list {
  size_t count;              /* at least 1 for a game whose sides can always move, as in Ostle */
  const zermelo_move* moves; /* `count` of them; they and their texts live as long as the list */
} zermelo_move_list;

/* The legal moves of a state, best first, then in the game's order; free with
 * zermelo_free_moves. */
zermelo_status zermelo_moves(const zermelo_table* table, const char* state,
                             zermelo_move_list** moves);
void zermelo_free_moves(zermelo_move_list* moves);

typedef struct zermelo_line {
  size_t count;             /* plies */
  const char* const* moves; /* `count` of them; they live as long as the line */
  int32_t complete;         /* 1 if the last move ends the game, 0 if not */
} zermelo_line;

/* Best play by both sides from a state on, at most `limit` plies (0 or more). A line that is not
 * complete was cut off there, or is drawn and stops when a state comes again. Of equally good
 * moves the first of zermelo_moves is played. Free with zermelo_free_line. */
zermelo_status zermelo_best_line(const zermelo_table* table, const char* state, int32_t limit,
                                 zermelo_line** line);
void zermelo_free_line(zermelo_line* line);

/* --- Pictures --- */

typedef enum zermelo_detail {
  ZERMELO_BOARD_ONLY = 0,      /* also of positions in which the game is over or that the table
                                  does not cover */
  ZERMELO_BOARD_AND_VALUE = 1, /* the caption says what the state is worth */
  ZERMELO_BOARD_AND_MOVES = 2  /* and every move stands with its value */
} zermelo_detail;

/* The board as lines of text, or as an SVG document; `detail` is a zermelo_detail. Free with
 * zermelo_free_text. */
zermelo_status zermelo_board_text(const zermelo_table* table, const char* state, int32_t detail,
                                  char** text);
zermelo_status zermelo_board_svg(const zermelo_table* table, const char* state, int32_t detail,
                                 char** svg);
void zermelo_free_text(char* text);

/* --- Solving --- */

typedef struct zermelo_progress {
  int32_t level;  /* plies that are being worked on; 0 before and after that */
  uint64_t done;  /* positions decided, of those being solved together */
  uint64_t total; /* of so many; draws are never decided */
  double seconds; /* since the start of this call */
} zermelo_progress;

/* Called a few times a second at most while a solve runs, from one thread at a time, but not always
 * the same; `user` is what the options say. Returning anything but 0 asks the solve to stop. */
typedef int (*zermelo_on_progress)(void* user, const zermelo_progress* progress);

#define ZERMELO_NO_MEMORY_LIMIT UINT64_MAX

/* Set all of it to 0 for the defaults, then what should be otherwise. */
typedef struct zermelo_solve_options {
  int32_t threads; /* 0: one a processor */
  int32_t resume;  /* not 0: go on from the checkpoint of an earlier call, if any */
  /* Bytes; the solve fails if it needs more, at once if that is known beforehand. 0: what the
   * machine has free when the solve begins; ZERMELO_NO_MEMORY_LIMIT: no limit. */
  uint64_t memory_limit;
  zermelo_on_progress on_progress; /* may be NULL */
  void* user;                      /* handed to on_progress */
} zermelo_solve_options;

/* Solves a game, "ostle size=4 start=3", and writes its table to `path`; a table that is there is
 * replaced when the new one is complete. `options` may be NULL. A solve that is told to stop
 * returns ZERMELO_INTERRUPTED; if it had got anywhere, it leaves PATH.checkpoint and PATH.part,
 * with which `resume` goes on. Fails with ZERMELO_USAGE_ERROR for an unknown game or parameter,
 * ZERMELO_OUT_OF_MEMORY, ZERMELO_FILE_ERROR (also if there is a checkpoint and `resume` is 0), or
 * ZERMELO_DAMAGED_TABLE for a damaged checkpoint. Different paths may be solved at the same time.
 */
zermelo_status zermelo_solve(const char* game, const char* path,
                             const zermelo_solve_options* options);

#ifdef __cplusplus
}
#endif

#endif
