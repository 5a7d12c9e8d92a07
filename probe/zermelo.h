/* SPDX-License-Identifier: MIT
 *
 * Zermelo for C, and for every language that can call C: open a table, look up states in it, grade
 * games; use the rules of a game without a table, prove who wins, and check such proofs.
 *
 *     zermelo_table *table;
 *     zermelo_value value;
 *     if (zermelo_open("ostle.ztb", &table) != ZERMELO_OK ||
 *         zermelo_probe(table, "wwwww/5/2o2/5/bbbbb b", &value) != ZERMELO_OK) {
 *       fprintf(stderr, "%s\n", zermelo_last_error());
 *     }
 *     zermelo_close(table);
 *
 * docs/api.md is the guide; examples/probe_position.c and examples/check_strategy.c are whole
 * programs.
 *
 * Texts.    All texts are UTF-8 and end in a zero byte. States and moves are written in the game's
 *           notation (docs/ostle.md). Texts that are passed to a function are not kept after it
 *           returns.
 * Errors.   A function that can fail returns a zermelo_status. If that is not ZERMELO_OK, what its
 *           last parameter points to is set to NULL (or left alone, if it is not a pointer), and
 *           zermelo_last_error() says what was wrong in one sentence. A NULL where a value is
 *           required is ZERMELO_USAGE_ERROR. No C++ exception ever leaves a function.
 * Memory.   What a function returns through its last parameter belongs to the caller, who releases
 *           it with the function that its comment names. `const char *` results belong to the
 *           library and live as long as their comments say. Releasing NULL does nothing.
 * Options.  A structure of options begins with its size: set all of it to 0, then `size` to its
 *           sizeof, then the options that should differ. A program that was compiled with an older
 *           header thus goes on working when later versions append options: options for which its
 *           structure is too short have their defaults. A size of 0, or one smaller than any
 *           version's, is ZERMELO_USAGE_ERROR; a larger size than the library knows is accepted if
 *           the bytes beyond are all 0. Where a function takes options, NULL stands for the
 *           defaults.
 *
 *               zermelo_solve_options options = {.size = sizeof options, .threads = 2};
 *
 * Threads.  One table may be used by any number of threads at once, except that zermelo_close must
 *           be the last call with its table. Results may be read by several threads. The same is
 *           true of strategies, rules and walks, except that only one thread at a time may advance
 *           a walk.
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
  ZERMELO_ILLEGAL_POSITION = 1, /* not a state of this game, or one that breaks its rules */
  ZERMELO_GAME_OVER = 2,        /* a legal position in which the game has ended */
  ZERMELO_NOT_IN_TABLE = 3,     /* a legal position that this table does not cover */
  ZERMELO_FILE_ERROR = 4,       /* a file cannot be read or written */
  ZERMELO_DAMAGED_TABLE = 5,    /* not a table; or cut short, corrupt, or in another format */
  ZERMELO_USAGE_ERROR = 6,      /* an argument makes no sense: NULL, an unknown game or parameter, a
                                   file that is not a strategy */
  ZERMELO_OUT_OF_MEMORY = 7,    /* not enough memory, or more needed than allowed */
  ZERMELO_INTERRUPTED = 8,      /* a solve, a check or other work was told to stop */
  ZERMELO_INTERNAL_ERROR = 9,   /* a defect of the library; please report it */
  ZERMELO_ILLEGAL_MOVE = 10,    /* a move that the rules do not allow, or after the game's end */
  ZERMELO_RULES_ERROR = 11      /* rules that are the caller's own code fail, contradict themselves,
                                   or are not those that a table was made by */
} zermelo_status;

/* The message of the last call on this thread that did not return ZERMELO_OK; "" if there was no
 * such call. Calls that succeed leave it as it is. Never NULL; valid until the next call on this
 * thread that fails. */
const char* zermelo_last_error(void);

/* "illegal position", "damaged table", ...; "unknown status" for other numbers. Never NULL; valid
 * forever. */
const char* zermelo_status_name(int32_t status);

/* The library's version, "0.1.0". Never NULL; valid forever. */
const char* zermelo_version(void);

/* --- Tables --- */

/* An open table. */
typedef struct zermelo_table zermelo_table;

/* Opens a table, which does not take longer for a large one, and sets *table; close it with
 * zermelo_close. Fails with ZERMELO_FILE_ERROR or ZERMELO_DAMAGED_TABLE. */
zermelo_status zermelo_open(const char* path, zermelo_table** table);

/* Closes a table. What other functions returned lives on until it is released. */
void zermelo_close(zermelo_table* table);

/* About the table's game. Each result is NULL if `table` is; otherwise it is valid until the table
 * is closed. */

/* Name and parameters, "ostle lose=3 repetition=exact size=5 start=5 total=10"; zermelo_solve reads
 * this form. */
const char* zermelo_game(const zermelo_table* table);
/* "ostle". */
const char* zermelo_game_name(const zermelo_table* table);
/* The value of one parameter, "5" for "size"; NULL if there is no parameter of that name. */
const char* zermelo_game_parameter(const zermelo_table* table, const char* name);
/* The state in which the game starts. A table for fewer pieces does not contain it. NULL if only
 * rules say it that are code, and are not here (zermelo_open_with_rules). */
const char* zermelo_start(const zermelo_table* table);
/* What the table's numbers are: "distance" (plies to the end of the game), "score" (the margin of
 * the win), "outcome" (who wins), "moves" (to a puzzle's goal), "dtz" (plies to the next zeroing
 * move of a chess variant); or "reach", "reach-all-moves": plies from the start. Functions that
 * look up values fail with ZERMELO_USAGE_ERROR for the last two, zermelo_distance and
 * zermelo_distance_many for the others. */
const char* zermelo_metric(const zermelo_table* table);

/* --- States --- */

/* The functions below fail with ZERMELO_ILLEGAL_POSITION, ZERMELO_GAME_OVER, ZERMELO_NOT_IN_TABLE
 * or ZERMELO_DAMAGED_TABLE (blocks of the table are checked when they are read). */

typedef enum zermelo_side {
  ZERMELO_DEFAULT_SIDE = 0, /* each use of a side says which side that is */
  ZERMELO_NOBODY = 0,       /* where the winner is given */
  ZERMELO_BLACK = 1,
  ZERMELO_WHITE = 2
} zermelo_side;

/* Better outcomes are larger. Negated, an outcome is that for the other side. */
typedef enum zermelo_outcome {
  ZERMELO_LOSS = -1,
  ZERMELO_DRAW = 0,
  ZERMELO_WIN = 1
} zermelo_outcome;

/* The value with best play by both sides, the winner hastening and the loser delaying. */
typedef struct zermelo_value {
  int32_t outcome; /* a zermelo_outcome, for the side to move */
  int32_t plies;   /* moves of either side to the end of the game, 1..32766; 0 for a draw, and for a
                      win or loss by endless play. In a table of scores, the margin of the win or
                      loss; in a table of outcomes 1; in one of plies to zeroing these, or, if the
                      n-move rule turns the win or loss into a draw, ZERMELO_PAST_RULE and how many
                      plies past the rule */
} zermelo_value;
#define ZERMELO_PAST_RULE 16384

/* The value of a state for the side to move. */
zermelo_status zermelo_probe(const zermelo_table* table, const char* state, zermelo_value* value);

/* Keeps this process alive when the file of an open table is cut short, where it would otherwise be
 * ended by a signal (SIGBUS): ZERMELO_DAMAGED_TABLE is then returned. It installs a handler for
 * that signal for the whole process, which passes on signals that do not concern tables. */
void zermelo_survive_truncation(void);

/* Plies of the shortest way from the start to a state; -1 if play cannot lead there. Only for
 * tables of distances. */
zermelo_status zermelo_distance(const zermelo_table* table, const char* state, int32_t* plies);

typedef struct zermelo_way_options {
  size_t size;   /* sizeof of this structure, as for all options */
  int32_t exact; /* not 0: to the state itself; 0: to any image of it, by symmetries and with the
                    colours exchanged */
  int32_t max_plies; /* with `exact`: how long a way may be; 0: 1000 */
  uint64_t memory;   /* with `exact`: bytes, about; 0: 1 GiB */
  double seconds;    /* with `exact`: when to give up; 0: never */
} zermelo_way_options;

typedef struct zermelo_way {
  int32_t found;             /* 0: play cannot lead to the state, or not within the limits */
  size_t count;              /* plies */
  const char* const* moves;  /* `count` of them; they and the states live as long as the way */
  const char* const* states; /* after each move: the last is the one that was asked for, or the
                                image of it that the moves lead to */
  int32_t refuted;           /* there is no way in this many plies; -1: nothing is known */
} zermelo_way;

/* A shortest sequence of legal moves from the start to a state. Only for tables of distances by
 * legal moves: ZERMELO_USAGE_ERROR for others. Free with zermelo_free_way. */
zermelo_status zermelo_find_way(const zermelo_table* table, const char* state,
                                const zermelo_way_options* options, zermelo_way** way);
void zermelo_free_way(zermelo_way* way);

typedef struct zermelo_move {
  const char* move;    /* "c3U" */
  zermelo_value value; /* for the side that makes the move, counting the move itself */
  const char* result;  /* the state that it leads to; NULL if it ends the game */
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

/* Which of equally good moves come first. */
typedef enum zermelo_style {
  ZERMELO_PLAIN = 0, /* in the game's order */
  ZERMELO_LURE = 1   /* those after which the other side errs most easily */
} zermelo_style;

/* As zermelo_moves, but of the best moves those come first that the style, a zermelo_style,
 * prefers; free with zermelo_free_moves. */
zermelo_status zermelo_moves_in_style(const zermelo_table* table, const char* state, int32_t style,
                                      zermelo_move_list** moves);

/* How easily a side errs: what the beginner of docs/puzzles.md does, who sees a win at once and
 * otherwise picks a move by taste. Both are from 0 to 1. */
typedef struct zermelo_error_risk {
  double errs;  /* the chance that his move changes the result */
  double slips; /* the chance that it is not worth as much as the best one; at least `errs` */
} zermelo_error_risk;

/* Of the side to move in a state; also what grading counts. */
zermelo_status zermelo_risk(const zermelo_table* table, const char* state,
                            zermelo_error_risk* risk);

typedef struct zermelo_line {
  size_t count;             /* plies */
  const char* const* moves; /* `count` of them; they live as long as the line */
  int32_t complete;         /* 1 if the last move ends the game, 0 if not */
} zermelo_line;

/* Best play by both sides from a state on, at most `limit` plies (0 or more). A line that is not
 * complete was cut off at the limit, or is drawn and stops when a state is repeated. Of equally
 * good moves, the first in zermelo_moves is played. Free with zermelo_free_line. */
zermelo_status zermelo_best_line(const zermelo_table* table, const char* state, int32_t limit,
                                 zermelo_line** line);
/* The same in a zermelo_style, which both sides have. */
zermelo_status zermelo_line_in_style(const zermelo_table* table, const char* state, int32_t limit,
                                     int32_t style, zermelo_line** line);
void zermelo_free_line(zermelo_line* line);

/* --- Many states --- */

typedef struct zermelo_many_options {
  size_t size;     /* sizeof of this structure, as for all options */
  int32_t threads; /* 0: one per processor; 1: the calling thread alone */
} zermelo_many_options;

/* The value of one of many states, or why it has none. */
typedef struct zermelo_answer {
  int32_t status;      /* ZERMELO_OK, or what zermelo_probe would have returned */
  zermelo_value value; /* if that is ZERMELO_OK; otherwise 0 */
  const char* error;   /* otherwise the message; NULL if it is ZERMELO_OK */
} zermelo_answer;

typedef struct zermelo_answer_list {
  size_t count;                  /* the number of states that were asked about */
  const zermelo_answer* answers; /* in their order; they live as long as the list */
} zermelo_answer_list;

/* The values of many states, faster than with zermelo_probe one after another. If something is
 * wrong with a state, its answer says so: the call itself fails only with ZERMELO_USAGE_ERROR or
 * ZERMELO_OUT_OF_MEMORY. Free with zermelo_free_answers. */
zermelo_status zermelo_probe_many(const zermelo_table* table, const char* const* states,
                                  size_t count, const zermelo_many_options* options,
                                  zermelo_answer_list** list);
void zermelo_free_answers(zermelo_answer_list* list);

typedef struct zermelo_distance_answer {
  int32_t status;    /* ZERMELO_OK, or what zermelo_distance would have returned */
  int32_t plies;     /* -1 if play cannot lead there, or if the status is not ZERMELO_OK */
  const char* error; /* the message; NULL if it is ZERMELO_OK */
} zermelo_distance_answer;

typedef struct zermelo_distance_list {
  size_t count;
  const zermelo_distance_answer* answers;
} zermelo_distance_list;

/* The same for a table of distances; free with zermelo_free_distances. */
zermelo_status zermelo_distance_many(const zermelo_table* table, const char* const* states,
                                     size_t count, const zermelo_many_options* options,
                                     zermelo_distance_list** list);
void zermelo_free_distances(zermelo_distance_list* list);

/* --- All positions --- */

/* A walk over all positions of a table in which the game goes on, each of them once up to symmetry.
 * It stays valid when the table is closed. */
typedef struct zermelo_walk zermelo_walk;

/* Begins a walk; end it with zermelo_close_walk. Some kinds of tables are loaded at the beginning.
 * Fails with ZERMELO_DAMAGED_TABLE, ZERMELO_OUT_OF_MEMORY, ZERMELO_USAGE_ERROR. */
zermelo_status zermelo_open_walk(const zermelo_table* table, const zermelo_many_options* options,
                                 zermelo_walk** walk);
void zermelo_close_walk(zermelo_walk* walk);

typedef struct zermelo_position_value {
  const char* position;
  zermelo_value value; /* for the side to move */
} zermelo_position_value;

typedef struct zermelo_position_block {
  size_t count; /* 0 at the end of the walk */
  const zermelo_position_value* positions;
} zermelo_position_block;

/* The next positions of a walk; valid until the next call with it or until it is closed. Fails with
 * ZERMELO_DAMAGED_TABLE. */
zermelo_status zermelo_next_positions(zermelo_walk* walk, zermelo_position_block* block);

/* Positions have numbers: to draw some, or to keep notes on them. A number belongs to a slice and
 * is below zermelo_indices(table, slice), where `slice` is below zermelo_slices(table). Both are 0
 * if the table is NULL or there is no such slice. */
size_t zermelo_slices(const zermelo_table* table);
uint64_t zermelo_indices(const zermelo_table* table, size_t slice);

/* The canonical position with a number, free with zermelo_free_text; or NULL, with ZERMELO_OK, if
 * the number belongs to no position. Fails with ZERMELO_DAMAGED_TABLE. */
zermelo_status zermelo_position_at(const zermelo_table* table, size_t slice, uint64_t index,
                                   char** position);

typedef struct zermelo_table_index {
  int32_t is_there; /* 0 if the position has no number because its value follows from the rules */
  uint64_t slice;
  uint64_t index;
} zermelo_table_index;

/* The number of a position in any orientation. Fails as zermelo_probe does. */
zermelo_status zermelo_index_of(const zermelo_table* table, const char* position,
                                zermelo_table_index* index);

typedef struct zermelo_position_list {
  size_t count;
  const char* const* positions; /* they live as long as the list */
} zermelo_position_list;

/* `count` positions drawn at random, each time with all numbered positions equally likely, so that
 * a position may be drawn twice. The same seed gives the same positions from the same table on
 * every machine. Free with zermelo_free_positions. Fails with ZERMELO_DAMAGED_TABLE, and with
 * ZERMELO_NOT_IN_TABLE if hardly any number belongs to a position. */
zermelo_status zermelo_sample(const zermelo_table* table, uint64_t count, uint64_t seed,
                              zermelo_position_list** list);
void zermelo_free_positions(zermelo_position_list* list);

/* --- Sets of states --- */

/* A set of states whose members have ranks: how many members come before, in lexicographic order.
 * (Edelkamp, Kissmann and Rohte, 2014.) Any number of threads may use it. */
typedef struct zermelo_set zermelo_set;

/* Opens a set: of a set file, of a table of ranked positions, or of a text with one pattern such as
 * 01-1 per line. `name` says which set of the file; it may be NULL if there is only one. Close it
 * with zermelo_close_set. Fails with ZERMELO_FILE_ERROR, ZERMELO_DAMAGED_TABLE and
 * ZERMELO_USAGE_ERROR. */
zermelo_status zermelo_open_set(const char* path, const char* name, zermelo_set** set);
void zermelo_close_set(zermelo_set* set);

/* How many members it has, and the bits of a state. Both are 0 if `set` is NULL. */
uint64_t zermelo_set_size(const zermelo_set* set);
int32_t zermelo_set_bits(const zermelo_set* set);

/* The rank of a state: a string of bits, or a position if the set is of positions of a game. Fails
 * with ZERMELO_ILLEGAL_POSITION, and with ZERMELO_NOT_IN_TABLE if it is not a member. */
zermelo_status zermelo_set_rank(const zermelo_set* set, const char* state, uint64_t* rank);

/* The member with a rank below zermelo_set_size; free it with zermelo_free_text. Fails with
 * ZERMELO_USAGE_ERROR. */
zermelo_status zermelo_set_unrank(const zermelo_set* set, uint64_t rank, char** state);

/* `count` members drawn at random, as zermelo_sample does; free them with zermelo_free_positions.
 * Fails with ZERMELO_USAGE_ERROR if the set is empty. */
zermelo_status zermelo_set_sample(const zermelo_set* set, uint64_t count, uint64_t seed,
                                  zermelo_position_list** list);

/* --- Grading games --- */

/* What a move gives away, from the least to the most. */
typedef enum zermelo_grade {
  ZERMELO_GRADE_BEST = 0,         /* no move is worth more */
  ZERMELO_GRADE_LESSER_WIN = 1,   /* still a win, but slower (with scores: a smaller one) */
  ZERMELO_GRADE_WORSE_LOSS = 2,   /* lost anyway, but sooner (with scores: by a greater margin) */
  ZERMELO_GRADE_WIN_TO_DRAW = 3,  /* a win thrown away */
  ZERMELO_GRADE_DRAW_TO_LOSS = 4, /* a draw thrown away */
  ZERMELO_GRADE_WIN_TO_LOSS = 5,  /* a win turned into a loss */
  ZERMELO_GRADE_NONE = 6          /* the table does not tell */
} zermelo_grade;

typedef struct zermelo_graded_move {
  int32_t ply;          /* 1 is the first */
  int32_t side;         /* ZERMELO_BLACK or ZERMELO_WHITE: the side that made it */
  const char* position; /* the state before it */
  const char* move;
  const char* result;  /* the state after it; NULL if the game is over then */
  const char* after;   /* as `result`, but never NULL */
  size_t legal_moves;  /* how many there were */
  int32_t status;      /* ZERMELO_OK, or what zermelo_moves returns for `position`. If that is not
                          ZERMELO_OK, the members below are 0 or NULL, except `grade` and `error` */
  const char* error;   /* the message; NULL if it is ZERMELO_OK */
  int32_t grade;       /* a zermelo_grade */
  zermelo_value value; /* of the move that was made, for the side that made it */
  zermelo_value best;  /* of the best move, likewise */
  int32_t given_away;  /* by how many plies a win comes later, or a loss sooner; 0 if the move
                          changes the result. With scores always points */
  size_t best_count;   /* how many moves are worth `best` */
  const char* const* best_moves;
} zermelo_graded_move;

/* What one side did in a game. */
typedef struct zermelo_side_grades {
  int32_t moves;  /* made */
  int32_t graded; /* of those; the table does not tell what the others are worth */
  int32_t forced; /* of those graded: the only legal move */
  int32_t best, lesser_wins, worse_losses, wins_to_draws, draws_to_losses, wins_to_losses;
  int32_t given_away; /* in all */
} zermelo_side_grades;

typedef struct zermelo_graded_game {
  const char* start;
  size_t count;
  const zermelo_graded_move* moves;
  zermelo_side_grades black, white;
  const char* position; /* the state in which the list of moves stops; NULL if the game is over */
  int32_t over;         /* 1 if the last move has ended it */
  int32_t winner;       /* then a zermelo_side; ZERMELO_NOBODY if it is drawn */
  const char* sentence; /* then how it has ended; otherwise NULL */
} zermelo_graded_game;

/* Grades `count` moves of a game from `start` on (NULL or "": the start of the game). Positions
 * that the table does not hold are not a failure: see `status`. Fails with ZERMELO_ILLEGAL_MOVE,
 * with the number of the move in the message; ZERMELO_ILLEGAL_POSITION or ZERMELO_GAME_OVER for the
 * start; ZERMELO_USAGE_ERROR for a table of distances. Free with zermelo_free_graded_game. */
zermelo_status zermelo_grade_game(const zermelo_table* table, const char* start,
                                  const char* const* moves, size_t count,
                                  zermelo_graded_game** game);
void zermelo_free_graded_game(zermelo_graded_game* game);

/* --- Pictures --- */

typedef enum zermelo_detail {
  ZERMELO_BOARD_ONLY = 0,      /* also for positions in which the game is over or that the table
                                  does not cover */
  ZERMELO_BOARD_AND_VALUE = 1, /* the caption states the value */
  ZERMELO_BOARD_AND_MOVES = 2  /* and every move is shown with its value */
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
  uint64_t total; /* the number of these; draws are never decided */
  double seconds; /* since the start of this call */
} zermelo_progress;

/* Called at most a few times per second while a solve runs, from one thread at a time, but not
 * always the same one; `user` is that of the options. Returning anything but 0 asks the solve to
 * stop. */
typedef int (*zermelo_on_progress)(void* user, const zermelo_progress* progress);

#define ZERMELO_NO_MEMORY_LIMIT UINT64_MAX

typedef struct zermelo_solve_options {
  size_t size;     /* sizeof of this structure, as for all options */
  int32_t threads; /* 0: one per processor */
  int32_t resume;  /* not 0: go on from the checkpoint of an earlier call, if there is one */
  /* Bytes; the solve fails if it needs more, immediately if that is known beforehand. 0: what is
   * free on the machine when the solve begins; ZERMELO_NO_MEMORY_LIMIT: no limit. */
  uint64_t memory_limit;
  zermelo_on_progress on_progress; /* may be NULL */
  void* user;                      /* passed to on_progress */
  const char* metric; /* which kind of table: see zermelo_metric; NULL or "": the game's first */
  int32_t force;      /* not 0: also replace the table of another game, or another kind of table */
} zermelo_solve_options;

/* Solves a game, "ostle size=4 start=3", and writes its table to `path`; an existing table is
 * replaced when the new one is complete. `options` may be NULL. A solve that is told to stop
 * returns ZERMELO_INTERRUPTED; if it has made progress, it leaves PATH.checkpoint and PATH.part,
 * with which `resume` goes on. Fails with ZERMELO_USAGE_ERROR for an unknown game or parameter,
 * ZERMELO_OUT_OF_MEMORY, ZERMELO_FILE_ERROR (also if there is a checkpoint and `resume` is 0, if
 * the table of another game is there and `force` is 0, or if the path leads to a device or a pipe;
 * symbolic links are followed), or ZERMELO_DAMAGED_TABLE for a damaged checkpoint. Solves to
 * different paths may run at the same time.
 */
zermelo_status zermelo_solve(const char* game, const char* path,
                             const zermelo_solve_options* options);

/* --- Puzzles and their solutions --- */

/* docs/puzzles.md explains conditions, difficulty and solutions. The solver is the side to move; in
 * a game for one there is no other, and to win is to solve. */

/* Which of the defender's moves a solution answers. */
typedef enum zermelo_defences {
  ZERMELO_BEST_DEFENCES = 0, /* the longest ones; in tables of scores, the best */
  ZERMELO_ALL_DEFENCES = 1
} zermelo_defences;

typedef struct zermelo_solution_options {
  size_t size;       /* sizeof of this structure, as for all options */
  int32_t defences;  /* a zermelo_defences */
  int32_t max_nodes; /* moves of the tree, give or take a few; 0: 400. The main line, of the first
                        move each time, is never cut */
} zermelo_solution_options;

/* A move of a solution, and how the game goes on. */
typedef struct zermelo_solution_move zermelo_solution_move;
struct zermelo_solution_move {
  const char* move;
  const char* const* same; /* other moves to the same state */
  size_t same_count;
  zermelo_value value;                  /* for the side that makes the move */
  const char* state;                    /* that it leads to; NULL if it ends the game */
  const zermelo_solution_move* replies; /* the moves that follow, of the other side unless
                                           `moves_again`: of the solver all the fastest, the first
                                           of them followed further; of the defender those that
                                           were asked for, the longest defence first */
  size_t reply_count;
  int32_t cut; /* 1 if replies are left out: the tree would have become too large, or the line comes
                  to a state again */
  int32_t moves_again; /* 1 if the side that makes the move makes the next one, too */
};

typedef struct zermelo_solution {
  zermelo_value value;               /* for the side to move */
  const zermelo_solution_move* keys; /* of a win the fastest moves, of a draw those that hold it, of
                                        a loss the defences */
  size_t key_count;                  /* 0 for a puzzle for one that has no solution */
  const zermelo_solution_move* refuted; /* of a draw: the captures that lose, with one line each */
  size_t refuted_count;
  int32_t cut;      /* 1 if some move's replies are cut */
  const char* text; /* for people: "Solution:" and its lines, or that there is none */
} zermelo_solution; /* what it points to lives as long as it does */

/* The solution of a state, whatever it is worth; free with zermelo_free_solution. `options` may be
 * NULL. Fails as zermelo_probe does, and with ZERMELO_USAGE_ERROR for a table of outcomes or of
 * distances from the start. */
zermelo_status zermelo_find_solution(const zermelo_table* table, const char* state,
                                     const zermelo_solution_options* options,
                                     zermelo_solution** solution);
void zermelo_free_solution(zermelo_solution* solution);

/* From `first` to `last`, both included; 0 for `last`: however many. */
typedef struct zermelo_range {
  int32_t first, last;
} zermelo_range;

typedef struct zermelo_piece_counts {
  int32_t own;      /* of the side to move */
  int32_t opponent; /* of the other side */
} zermelo_piece_counts;

/* What a puzzle must be: all conditions that are given must hold. Puzzles are wins for the solver,
 * or draws with `capture_refused`. In games whose rules are code, `quiet_key` is not known, and
 * what concerns pieces only where the rules have boards. */
typedef struct zermelo_puzzle_conditions {
  size_t size;                 /* sizeof of this structure, as for all options */
  const zermelo_range* win_in; /* a win in so many plies, from 1 to 32766; NULL: in any number */
  const zermelo_range* win_by; /* in tables of scores, a win by so much; NULL: by any score */
  /* The following hold if they are not 0. */
  int32_t only_move; /* exactly one move wins */
  int32_t only_line; /* against every longest defence (for scores: every best one), each of the
                        solver's moves is the only one that wins in the stated number of plies */
  int32_t sacrifice; /* moves that give up one's own piece win, and no others do */
  int32_t capture_refused; /* a draw; there is a capture, and every capture loses */
  int32_t quiet_key; /* no fastest winning move removes a piece, or threatens to end the game */
  int32_t reachable; /* some move in a position of the table leads to it */
  const zermelo_piece_counts* pieces; /* so many pieces; NULL: any number */
  const char* const* own;             /* `own_count` of the game's own conditions by name, such as
                                         "hole-key" of Ostle; NULL if there are none */
  size_t own_count;
} zermelo_puzzle_conditions;

/* Puzzles that are equal in it come in the order of the table. */
typedef enum zermelo_puzzle_order {
  ZERMELO_ORDER_TABLE = 0,      /* they are found while the table is read */
  ZERMELO_ORDER_DIFFICULTY = 1, /* the most difficult first; all of the table is read, as below */
  ZERMELO_ORDER_PLIES = 2,      /* the longest first; for scores, the highest */
  ZERMELO_ORDER_PIECES = 3      /* those with the fewest pieces first */
} zermelo_puzzle_order;

typedef struct zermelo_mine_options {
  size_t size;       /* sizeof of this structure, as for all options */
  uint64_t limit;    /* at most so many puzzles; 0: all */
  int32_t order;     /* a zermelo_puzzle_order */
  int32_t threads;   /* 0: one per processor */
  int32_t defences;  /* a zermelo_defences: of solutions, as in zermelo_solution_options */
  int32_t max_nodes; /* likewise */
  const char* const* positions; /* look only at these, in this order, each of them once up to
                                   symmetry; NULL: all of the table */
  size_t position_count;
  /* May be NULL. Called when the work begins and a few times per second, from another thread; in
   * the progress, `done` and `total` count in the table's unit of reading. Returning anything but 0
   * ends the mining. */
  zermelo_on_progress on_progress;
  void* user; /* passed to on_progress */
} zermelo_mine_options;

typedef struct zermelo_puzzle {
  const char* position; /* canonical, nothing forbidden */
  zermelo_value value;
  zermelo_piece_counts pieces;
  double difficulty;                /* in bits */
  const char* stipulation;          /* "Black to move and win in 7 plies" */
  const char* text;                 /* for people: number, board, stipulation and solution */
  const char* board_svg;            /* board and stipulation as an SVG document */
  const zermelo_solution* solution; /* not to be freed */
} zermelo_puzzle;                   /* what it points to lives as long as it does */

typedef struct zermelo_mine_report {
  uint64_t found;   /* positions that were looked at and meet the conditions */
  uint64_t given;   /* puzzles that were handed out */
  int32_t complete; /* 1 if everything was looked at */
  int32_t stopped;  /* 1 if on_progress ended it */
} zermelo_mine_report;

/* Called on the thread that mines with one puzzle after another, which is valid until it returns.
 * Returning anything but 0 ends the mining. */
typedef int (*zermelo_on_puzzle)(void* user, const zermelo_puzzle* puzzle);

/* Finds the puzzles of a table. Each is given once, whatever symmetric forms it has. `conditions`
 * and `options` may be NULL; `user` is passed to `on_puzzle`; `report` may be NULL. Mining that is
 * ended by a function of the caller's is not a failure. Fails with ZERMELO_DAMAGED_TABLE;
 * ZERMELO_OUT_OF_MEMORY; ZERMELO_USAGE_ERROR for a table of outcomes or of distances, and for
 * conditions that the game or its metric does not have; and for options.positions with
 * ZERMELO_ILLEGAL_POSITION, ZERMELO_GAME_OVER or ZERMELO_NOT_IN_TABLE. */
zermelo_status zermelo_mine(const zermelo_table* table, const zermelo_puzzle_conditions* conditions,
                            const zermelo_mine_options* options, zermelo_on_puzzle on_puzzle,
                            void* user, zermelo_mine_report* report);

typedef struct zermelo_puzzle_list {
  size_t count;
  const zermelo_puzzle* puzzles; /* they live as long as the list */
  zermelo_mine_report report;
} zermelo_puzzle_list;

/* The same, all at once: a puzzle takes some kilobytes, so set a limit for a large table. Free with
 * zermelo_free_puzzles. */
zermelo_status zermelo_mine_list(const zermelo_table* table,
                                 const zermelo_puzzle_conditions* conditions,
                                 const zermelo_mine_options* options, zermelo_puzzle_list** list);
void zermelo_free_puzzles(zermelo_puzzle_list* list);

/* --- Rules without a table --- */

/* A game as its rules have it. Its functions fail with ZERMELO_ILLEGAL_POSITION; those that look at
 * moves also with ZERMELO_GAME_OVER, and the message says who has won. */
typedef struct zermelo_rules zermelo_rules;

/* The rules of a game, "ostle size=4 start=3"; close them with zermelo_close_rules. Fails with
 * ZERMELO_USAGE_ERROR. */
zermelo_status zermelo_open_rules(const char* game, zermelo_rules** rules);
/* The rules in two BDDL files (docs/bddl.md), or in one of version 2 of the language, if `problem`
 * is NULL or "". `stuck` is the result for a side that cannot move:
 * "loss", "draw", or NULL for the default. Fails with ZERMELO_FILE_ERROR or ZERMELO_USAGE_ERROR. */
zermelo_status zermelo_open_bddl(const char* domain, const char* problem, const char* stuck,
                                 zermelo_rules** rules);
/* The rules of a table's game, which also know positions that the table does not hold. They stay
 * valid when the table is closed. */
zermelo_status zermelo_table_rules(const zermelo_table* table, zermelo_rules** rules);
void zermelo_close_rules(zermelo_rules* rules);

/* Name and parameters, and the state in which the game starts. NULL if `rules` is, and the start
 * also if the rules are code that is not here; otherwise valid until the rules are closed. */
const char* zermelo_rules_game(const zermelo_rules* rules);
const char* zermelo_rules_start(const zermelo_rules* rules);

/* Warnings about what rules in BDDL say that their author may not have meant, one sentence each,
 * with file, line and column; games that are built into this library have none. How many there are
 * (0 if `rules` is NULL), and one of them, numbered from 0: NULL if there is none with this number,
 * otherwise valid until the rules are closed. */
size_t zermelo_rules_warning_count(const zermelo_rules* rules);
const char* zermelo_rules_warning(const zermelo_rules* rules, size_t number);

/* What a move does to the board, for a program that draws it. A square is rank * columns + file, a1
 * is 0; lists are ascending. */
typedef struct zermelo_shape {
  const int32_t* from; /* squares that the mover's pieces leave; none: pieces are placed */
  size_t from_count;
  const int32_t* to; /* squares that pieces move to; none: the piece leaves the board, or a pass */
  size_t to_count;
  const int32_t* taken; /* squares where pieces of the other side are removed or turned over;
                           nothing is said about pushed pieces */
  size_t taken_count;
  int32_t dx, dy;  /* the way from from[0], to the right and up; may leave the board */
  int32_t dropped; /* the letter of the piece that comes from the mover's hand, as in
                      zermelo_state_with_hands; 0 if none does */
} zermelo_shape;

typedef struct zermelo_legal_move {
  const char* move;
  const char* result;      /* the state that it leads to; NULL if it ends the game */
  const char* after;       /* as `result`, but never NULL: for pictures */
  int32_t ends;            /* 1 if it ends the game */
  int32_t ending;          /* then a zermelo_outcome, for the side that makes it; otherwise 0 */
  zermelo_shape shape;     /* its lists live as long as the list of moves */
  const char* const* also; /* other ways to write it: where rules in BDDL say how moves are written,
                              several actions may lead to the same position */
  size_t also_count;
} zermelo_legal_move;

typedef struct zermelo_legal_move_list {
  size_t count; /* at least 1 */
  const zermelo_legal_move* moves;
} zermelo_legal_move_list;

/* The legal moves of a state, in the game's order; free with zermelo_free_legal_moves. */
zermelo_status zermelo_legal_moves(const zermelo_rules* rules, const char* state,
                                   zermelo_legal_move_list** moves);
void zermelo_free_legal_moves(zermelo_legal_move_list* moves);

typedef struct zermelo_game_state {
  int32_t to_move; /* ZERMELO_BLACK or ZERMELO_WHITE; if the game is over, whose move it would be */
  int32_t over;    /* 1 if the game is over */
  int32_t winner;  /* then a zermelo_side; ZERMELO_NOBODY if it is drawn, or not over */
} zermelo_game_state;

/* Whose move it is, whether the game is over, and who has won. */
zermelo_status zermelo_state_of(const zermelo_rules* rules, const char* state,
                                zermelo_game_state* about);

/* A kind of piece of a game that has several, or that keeps pieces in hand. */
typedef struct zermelo_piece_kind {
  const char* name; /* as its rules call it */
  int32_t letter;   /* in upper case, as White's pieces are written where there are several kinds */
  int32_t in_hand;  /* 1 if pieces of this kind can be in hand */
} zermelo_piece_kind;

/* The kinds of a game in version 2 of BDDL; other games have none. How many there are (0 if `rules`
 * is NULL), and one of them, numbered from 0: NULL if there is none with this number, otherwise
 * valid until the rules are closed. */
size_t zermelo_rules_kind_count(const zermelo_rules* rules);
const zermelo_piece_kind* zermelo_rules_kind(const zermelo_rules* rules, size_t number);

/* Squares that follow each other on a line of the board. */
typedef struct zermelo_board_line {
  const int32_t* squares; /* as in zermelo_shape; at least two */
  size_t count;
} zermelo_board_line;

/* What stands where, for a program that draws it. */
typedef struct zermelo_board {
  int32_t columns, rows;
  int32_t to_move;   /* as in zermelo_game_state */
  const char* cells; /* columns * rows letters, and what is in hand: as zermelo_state_from and */
  const char* hands; /* zermelo_state_with_hands take them; "" if nothing is in hand */
  const zermelo_board_line* lines; /* of a board on which pieces move along lines */
  size_t line_count;               /* otherwise 0 */
} zermelo_board;

/* Also if the game is over; free with zermelo_free_board. */
zermelo_status zermelo_board_of(const zermelo_rules* rules, const char* state,
                                zermelo_board** board);
void zermelo_free_board(zermelo_board* board);

/* The state that squares set up by hand show, with nothing forbidden. `cells` is one letter per
 * square, a1 first, rank by rank upwards: '.' empty, 'b' and 'w' pieces, 'o' a hole, '#' blocked;
 * in games with several kinds of pieces their letters, upper case for White's; '#' is also a square
 * that does not exist. Nothing is in hand. `to_move` is a zermelo_side. Does not check whether the
 * game goes on in it. Free with zermelo_free_text.
 */
zermelo_status zermelo_state_from(const zermelo_rules* rules, const char* cells, int32_t to_move,
                                  char** state);

/* The same with pieces in hand: `hands` are their letters, with a number in front of what is there
 * several times, "2cE", in any order; "" or NULL if there is nothing. */
zermelo_status zermelo_state_with_hands(const zermelo_rules* rules, const char* cells,
                                        const char* hands, int32_t to_move, char** state);

/* The state that represents all states that symmetries turn into this one. Free with
 * zermelo_free_text. Also fails with ZERMELO_GAME_OVER. */
zermelo_status zermelo_canonical(const zermelo_rules* rules, const char* state, char** canonical);

/* The board as lines of text, or as an SVG document, also if the game is over. Free with
 * zermelo_free_text. */
zermelo_status zermelo_rules_board_text(const zermelo_rules* rules, const char* state, char** text);
zermelo_status zermelo_rules_board_svg(const zermelo_rules* rules, const char* state, char** svg);

/* As zermelo_solve. */
zermelo_status zermelo_solve_rules(const zermelo_rules* rules, const char* path,
                                   const zermelo_solve_options* options);

/* --- Rules that are code --- */

/* Fills in the structure of functions that zermelo_game.h describes: what a shared object exports
 * as zermelo_own_game_open, or a function of the caller's own. It is called once per thread that
 * uses the rules, also later. Returns 0; otherwise `message` says why not. */
struct zermelo_own_game;
typedef int (*zermelo_own_rules_opener)(size_t parameters, const char* const* keys,
                                        const char* const* values, struct zermelo_own_game* game,
                                        char* message, size_t size);

/* The rules that a function of this program opens with `parameters` parameters, as keys and values
 * (both may be NULL if there are none). `where` begins messages: "mygame". The function must be
 * there as long as the rules, and tables that were opened with them. Close them with
 * zermelo_close_rules. zermelo_solve_rules writes their table, after it has tried the rules out in
 * a process of its own (a fork); zermelo_open_with_rules opens it. Fails with ZERMELO_RULES_ERROR,
 * and with ZERMELO_USAGE_ERROR for parameters that the rules refuse; later functions that are given
 * such rules, or such a table, can also fail with ZERMELO_RULES_ERROR. */
zermelo_status zermelo_open_own_rules(zermelo_own_rules_opener open, size_t parameters,
                                      const char* const* keys, const char* const* values,
                                      const char* where, zermelo_rules** rules);
/* The same for a shared object, whose code then runs in this process, and which stays loaded: only
 * name a file that you trust. Also fails with ZERMELO_FILE_ERROR. */
zermelo_status zermelo_load_own_rules(const char* path, size_t parameters, const char* const* keys,
                                      const char* const* values, zermelo_rules** rules);

/* Opens a table with the rules that it was made by, which may be closed before it. Close it with
 * zermelo_close. (zermelo_open opens such a table without rules: its states are bytes then,
 * "hex:0a1b", whose values can be looked up and walked through.) Fails as zermelo_open does, with
 * ZERMELO_RULES_ERROR for other rules, and with ZERMELO_USAGE_ERROR for rules that are not code. */
zermelo_status zermelo_open_with_rules(const char* path, const zermelo_rules* rules,
                                       zermelo_table** table);

typedef struct zermelo_trial_options {
  size_t size;         /* sizeof of this structure, as for all options */
  int32_t games;       /* random ones; 0: 1000 */
  int32_t most_plies;  /* of each; 0: 200 */
  double seconds;      /* for everything; 0: 60 */
  double call_seconds; /* a single call that takes longer is an endless loop; 0: 5 */
  int32_t depth; /* plies to count sequences of moves for; 0: as many as have about a million */
  uint64_t seed; /* of the random games */
  /* May be NULL. Called when the work begins and a few times per second, from another thread; in
   * the progress only the seconds count. Returning anything but 0 stops the trial. */
  zermelo_on_progress on_progress;
  void* user; /* passed to on_progress */
} zermelo_trial_options;

typedef struct zermelo_trial {
  const char* failure; /* the first thing wrong, with function and state; NULL if nothing is */
  uint64_t games;      /* that were played */
  uint64_t states;     /* different ones that were looked at */
  int32_t in_time;     /* 1 if all games were played, 0 if the time was up */
  const char* const* checked; /* names of what was compared: "moves", "canonical", ... */
  size_t checked_count;
  const uint64_t* perft; /* by plies from the start: sequences of moves */
  size_t perft_count;
} zermelo_trial; /* what it points to lives as long as it does */

/* Tries rules that are code out, in a process of its own: random games are played, and everything
 * that a table depends on is compared with itself (docs/own-code.md). zermelo_solve_rules does a
 * little of this first. ZERMELO_OK says that the trial was made, `failure` what it has found. Free
 * with zermelo_free_trial. `options` may be NULL. Fails with ZERMELO_USAGE_ERROR for rules that are
 * not code or not here, and with ZERMELO_INTERRUPTED. */
zermelo_status zermelo_try_rules(const zermelo_rules* rules, const zermelo_trial_options* options,
                                 zermelo_trial** trial);
void zermelo_free_trial(zermelo_trial* trial);

/* --- Endgame tables of chess variants --- */

/* A folder of such tables (docs/variants.md), with a file for each material, is opened as one table
 * by zermelo_open. */

typedef struct zermelo_endgame_options {
  size_t size;                  /* sizeof of this structure, as for all options */
  int32_t men;                  /* all materials of up to so many men; 0: 3 */
  int32_t threads;              /* 0: one per processor */
  const char* const* materials; /* only these, such as "KRvK", with what they convert to; then `men`
                                   says nothing */
  size_t material_count;        /* 0: all of up to `men` men */
  uint64_t memory_limit;        /* as in zermelo_solve_options */
  int32_t endless_draw; /* 1: without the variant's rules about play that never ends, such as that
                           of perpetual check in shogi: it is a draw */
  /* May be NULL. Called when the work begins and a few times per second, from another thread; in
   * the progress `level` is which table is being made, from 1, and `done` and `total` count the
   * numbers of all tables that are to be made. Returning anything but 0 stops the work. */
  zermelo_on_progress on_progress;
  void* user;         /* passed to on_progress */
  const char* metric; /* "distance" (plies to the end of the game; also if it is NULL or ""),
                         "outcomes" (who wins), or "dtz" (plies to the next move from which the
                         n-move rule counts anew, with that rule) */
} zermelo_endgame_options;

/* The table of one material. */
typedef struct zermelo_endgame_table {
  const char* material; /* "KRvK" */
  uint64_t positions;   /* up to symmetry, with both sides to move */
  uint64_t bytes;       /* of the file */
  int32_t longest_win;  /* in plies, or plies to zeroing; -1 if nobody can win, and of outcomes */
  const char* longest;  /* a position of it; NULL if there is none */
  int32_t was_there;    /* 1 if it had been made before */
} zermelo_endgame_table;

typedef struct zermelo_endgames {
  size_t count; /* in the order in which they are made */
  const zermelo_endgame_table* tables;
  uint64_t planned_memory; /* bytes */
  double seconds;
} zermelo_endgames; /* what it points to lives as long as it does */

/* Makes the tables that the folder lacks, those of fewer men first; the folder is made if there is
 * none. `variant` is one that is built in ("makruk"), or a section of a file ("variants.ini:mine").
 * Tables that are there are kept, so work that was stopped goes on when this is called again. Free
 * with zermelo_free_endgames. `options` may be NULL. Fails with ZERMELO_USAGE_ERROR for an unknown
 * variant, one that cannot have tables, a material that it does not have, and a folder with tables
 * of other rules; with ZERMELO_OUT_OF_MEMORY before anything is solved; with ZERMELO_FILE_ERROR,
 * ZERMELO_DAMAGED_TABLE and ZERMELO_INTERRUPTED. */
zermelo_status zermelo_make_endgames(const char* variant, const char* folder,
                                     const zermelo_endgame_options* options,
                                     zermelo_endgames** made);
void zermelo_free_endgames(zermelo_endgames* made);

typedef struct zermelo_endgame_estimate {
  uint64_t tables;          /* that are still to be made */
  uint64_t numbers;         /* of those, with both sides to move */
  uint64_t memory;          /* bytes, for the largest of them */
  uint64_t disk;            /* bytes, at most */
  double seconds;           /* of processor time */
  const char* largest;      /* the material that needs most memory; NULL if nothing is to be made */
} zermelo_endgame_estimate; /* what it points to lives as long as it does */

/* What is still to be done in a folder, which need not exist. Of the options, those count that
 * choose materials. Free with zermelo_free_endgame_estimate. Fails as zermelo_make_endgames. */
zermelo_status zermelo_estimate_endgames(const char* variant, const char* folder,
                                         const zermelo_endgame_options* options,
                                         zermelo_endgame_estimate** estimate);
void zermelo_free_endgame_estimate(zermelo_endgame_estimate* estimate);

/* --- Strategies --- */

/* A strategy is a file that says what to play in every position that can come up, and that anyone
 * can check (docs/proofs.md). It plays one side, its owner. Its positions are states.
 *
 * Functions that take long call `on_progress` when they begin, with all numbers 0, and then a few
 * times per second, from another thread. Returning anything but 0 stops the work, even in the
 * middle of a formula.
 *
 * Functions that read one fail with ZERMELO_FILE_ERROR if the file cannot be read, and with
 * ZERMELO_USAGE_ERROR if it is not a strategy, is damaged, or is for an unknown game or one without
 * a Boolean model. Those that write a file write it in ASCII if its name ends in .aag; the file is
 * written whole, or what was there before is kept. */

/* An open strategy. */
typedef struct zermelo_strategy zermelo_strategy;

/* Opens a strategy, and sets *strategy; close it with zermelo_close_strategy. It is read, but its
 * claim is not checked. */
zermelo_status zermelo_open_strategy(const char* path, zermelo_strategy** strategy);

/* Closes a strategy. What other functions returned lives on until it is released. */
void zermelo_close_strategy(zermelo_strategy* strategy);

typedef struct zermelo_strategy_info {
  const char* game;     /* name and parameters, "notakto columns=3 rows=3" */
  const char* start;    /* the state in which play begins */
  const char* sentence; /* the claim: "Black wins within 6 plies from the start." */
  const char* creator;  /* the program that made it; "" if it does not say */
  int32_t owner;        /* ZERMELO_BLACK or ZERMELO_WHITE */
  int32_t wins;         /* 1 if the claim is that the owner wins, 0 that they do not lose */
  int32_t plies;        /* within this many, 0 or more; -1: however long it takes */
  uint64_t gates;       /* two-input ANDs */
} zermelo_strategy_info;

/* What a strategy says about itself. NULL if `strategy` is; otherwise it and its texts are valid
 * until the strategy is closed. */
const zermelo_strategy_info* zermelo_about_strategy(const zermelo_strategy* strategy);

typedef struct zermelo_strategy_answer {
  int32_t is_member; /* 1 if the strategy has the state; if 0, the rest is 0 and NULL */
  uint64_t rank; /* within this many plies the owner wins; or for this many they do not lose, if the
                    claim has plies */
  const char* move; /* what the owner is to play; NULL if the other side is to move, or if the
                       strategy names no possible move (then it does not fulfil its claim); lives
                       as long as the answer */
} zermelo_strategy_answer;

/* What a strategy says about a state; free with zermelo_free_strategy_answer. Fails with
 * ZERMELO_ILLEGAL_POSITION. */
zermelo_status zermelo_ask_strategy(const zermelo_strategy* strategy, const char* state,
                                    zermelo_strategy_answer** answer);
void zermelo_free_strategy_answer(zermelo_strategy_answer* answer);

typedef struct zermelo_check_options {
  size_t size; /* sizeof of this structure, as for all options */
  /* A folder, created if necessary, for every formula (DIMACS) and its proof (DRAT); NULL or "":
   * none are written. None are left behind for a claim that is not true. */
  const char* proofs;
  /* May be NULL. In the progress, `done` and `total` count formulas; `total` is 0 before the first
   * is shown. Called by several threads, one at a time. */
  zermelo_on_progress on_progress;
  void* user;      /* passed to on_progress */
  int32_t threads; /* 0: one per processor */
} zermelo_check_options;

/* A state and a move that show that a strategy does not fulfil its claim. */
typedef struct zermelo_fault {
  const char* position;
  const char* move;       /* NULL if no move is to blame */
  const char* sentence;   /* what is wrong there */
  const char* board_text; /* the board as lines of text */
  const char* board_svg;  /* and as an SVG document */
} zermelo_fault;

typedef struct zermelo_strategy_check {
  int32_t holds;              /* 1: the strategy fulfils its claim; 0: it does not, see `fault` */
  const char* sentence;       /* the claim */
  uint64_t obligations;       /* formulas that were shown unsatisfiable */
  const zermelo_fault* fault; /* NULL if it holds */
  double seconds;
} zermelo_strategy_check; /* what it points to lives as long as the check */

/* Checks the claim of a strategy against the rules of its game alone, by SAT; free with
 * zermelo_free_strategy_check. ZERMELO_OK says that the check was done, `holds` what its result is.
 * `options` may be NULL. Also fails with ZERMELO_FILE_ERROR if the proofs cannot be written, and
 * with ZERMELO_INTERRUPTED if it is told to stop before it is done. */
zermelo_status zermelo_check_strategy(const char* path, const zermelo_check_options* options,
                                      zermelo_strategy_check** check);
void zermelo_free_strategy_check(zermelo_strategy_check* check);

/* What a strategy from a table is made of. */
typedef enum zermelo_strategy_form {
  ZERMELO_FORM_POSITIONS = 0, /* the positions that can come up, and no others; made quickly */
  ZERMELO_FORM_CUBES = 1      /* sets of positions, made larger by SAT: far quicker to check where
                                 there are many */
} zermelo_strategy_form;

typedef struct zermelo_strategy_options {
  size_t size;   /* sizeof of this structure, as for all options */
  int32_t form;  /* a zermelo_strategy_form */
  int32_t owner; /* a zermelo_side; by default the winner, or for a drawn state the side to move */
  uint64_t most_positions; /* more than these are ZERMELO_OUT_OF_MEMORY; 0: 50,000,000 */
  /* May be NULL. In the progress, `done` counts positions; `total` is 0, as it is not known. */
  zermelo_on_progress on_progress;
  void* user; /* passed to on_progress */
} zermelo_strategy_options;

typedef struct zermelo_written_strategy {
  const char* sentence; /* the claim; lives as long as this */
  uint64_t positions;   /* that can come up, or, for cubes, that had to be looked at */
  uint64_t cubes;       /* in that form of strategy */
  uint64_t gates;       /* two-input ANDs */
  uint64_t bytes;       /* of the file */
  double seconds;
} zermelo_written_strategy;

/* Writes a strategy from a state on (NULL or "": the start of the game) to `path`: the owner plays
 * the best moves of the table, or those that do not lose. Free with zermelo_free_written_strategy.
 * `options` may be NULL. Fails as zermelo_probe does, and with ZERMELO_USAGE_ERROR if the owner
 * would lose, the game has no Boolean model or the table has no values; ZERMELO_OUT_OF_MEMORY,
 * ZERMELO_FILE_ERROR, ZERMELO_INTERRUPTED. */
zermelo_status zermelo_write_strategy(const zermelo_table* table, const char* state,
                                      const char* path, const zermelo_strategy_options* options,
                                      zermelo_written_strategy** written);
void zermelo_free_written_strategy(zermelo_written_strategy* written);

/* --- Proofs --- */

typedef struct zermelo_proof_progress {
  int32_t depth;        /* plies that are being looked at; 0: any number, or none yet */
  uint64_t obligations; /* states that had to be decided */
  uint64_t sat_calls;
  uint64_t cubes;
  double seconds; /* since the start of this call */
} zermelo_proof_progress;

/* As zermelo_on_progress, for proofs. With sets all numbers except the seconds stay 0. */
typedef int (*zermelo_on_proof_progress)(void* user, const zermelo_proof_progress* progress);

/* Which states become cubes: docs/proofs.md. */
typedef enum zermelo_generalise {
  ZERMELO_GENERALISE_BOTH = 0,
  ZERMELO_GENERALISE_EXISTS = 1,
  ZERMELO_GENERALISE_NONE = 2
} zermelo_generalise;

typedef enum zermelo_method {
  ZERMELO_BY_IC3 = 0,
  ZERMELO_BY_SETS = 1,   /* of states, as decision diagrams; only for safety games */
  ZERMELO_BY_QBF = 2,    /* within `depth` plies */
  ZERMELO_BY_TABLE = 3,  /* the whole game is solved; wins of any length */
  ZERMELO_BY_SEARCH = 4, /* Black's wins from the start; does not make a strategy */
  ZERMELO_BY_ANY = 5     /* one of them, chosen according to the game */
} zermelo_method;

typedef struct zermelo_proof_options {
  size_t size;        /* sizeof of this structure, as for all options */
  int32_t side;       /* a zermelo_side: whether it can force a win; by default Black */
  const char* start;  /* the state to begin with; NULL or "": the start of the game */
  int32_t depth;      /* only wins within this many plies count, 1 or more; 0: any */
  int32_t shortest;   /* not 0: look for the shortest win */
  int32_t generalise; /* a zermelo_generalise */
  int32_t method;     /* a zermelo_method */
  double seconds;     /* the time limit; 0: no limit */
  uint64_t memory;    /* bytes of the whole process; 0: no limit */
  zermelo_on_proof_progress on_progress; /* may be NULL */
  void* user;                            /* passed to on_progress */
} zermelo_proof_options;

typedef enum zermelo_verdict {
  ZERMELO_VERDICT_UNKNOWN = 0,
  ZERMELO_VERDICT_WIN = 1,   /* the side can force a win */
  ZERMELO_VERDICT_NO_WIN = 2 /* it cannot */
} zermelo_verdict;

typedef enum zermelo_stopped_by {
  ZERMELO_NOT_STOPPED = 0,
  ZERMELO_STOPPED_BY_TIME = 1,
  ZERMELO_STOPPED_BY_MEMORY = 2,
  ZERMELO_STOPPED_BY_CALLER = 3 /* on_progress returned that */
} zermelo_stopped_by;

typedef struct zermelo_proof {
  int32_t verdict;      /* a zermelo_verdict */
  int32_t stopped_by;   /* a zermelo_stopped_by: why the verdict is unknown */
  int32_t plies;        /* for a win, the most that it takes; otherwise, or if unknown, 0 */
  int32_t refuted;      /* there is no win within this many plies */
  int32_t complete;     /* 1 if there is no win at all */
  uint64_t obligations; /* states that had to be decided; with sets: iterations */
  uint64_t sat_calls;   /* with sets, table and search 0 */
  uint64_t cubes;       /* likewise */
  uint64_t gates;       /* of the strategy, also if it is not written; 0 without a verdict */
  uint64_t bytes;       /* likewise */
  double seconds;
  int32_t method; /* a zermelo_method: the one that was used */
} zermelo_proof;

/* Finds whether a side can force a win, without a table, and writes a strategy to `path` for either
 * verdict: for that side if it can, for the other if it cannot. If `path` is NULL or "", none is
 * written. `options` may be NULL. A proof that is told to stop or reaches its limits is not a
 * failure: the verdict is unknown, and the report says what has been refuted by then. Fails with
 * ZERMELO_USAGE_ERROR for an unknown game or parameter or one without a Boolean model,
 * ZERMELO_ILLEGAL_POSITION for the start, ZERMELO_FILE_ERROR. */
zermelo_status zermelo_prove(const char* game, const char* path,
                             const zermelo_proof_options* options, zermelo_proof* proof);

typedef struct zermelo_encoding {
  uint32_t inputs;       /* the other side's */
  uint32_t controllable; /* the owner's inputs */
  uint32_t latches;
  uint32_t gates;
  uint64_t bytes;
} zermelo_encoding;

/* Writes "the owner does not lose" for solvers of the synthesis competition: a safety game in AIGER
 * (docs/proofs.md). `owner` is a zermelo_side, by default Black. Fails with ZERMELO_USAGE_ERROR for
 * an unknown game or parameter or one without a Boolean model, and with ZERMELO_FILE_ERROR. */
zermelo_status zermelo_write_safety_game(const char* game, int32_t owner, const char* path,
                                         zermelo_encoding* encoding);

/* Whether the controller of such a game, which is read from `file`, can keep the error from ever
 * occurring: ZERMELO_VERDICT_NO_WIN says that it can, ZERMELO_VERDICT_WIN that the environment
 * forces an error. Writes the winner's circuit to `path`, unless that is NULL or "". `options` may
 * be NULL; side, start, depth and shortest are ignored. Fails with ZERMELO_FILE_ERROR, or with
 * ZERMELO_USAGE_ERROR if the file is not a safety game. */
zermelo_status zermelo_prove_safety_game(const char* file, const char* path,
                                         const zermelo_proof_options* options,
                                         zermelo_proof* proof);

/* --- One game, every engine --- */

typedef struct zermelo_crosscheck_progress {
  const char* engine; /* the one that is at work; "" before the first. Valid during the call */
  double seconds;     /* since the start of this call */
} zermelo_crosscheck_progress;

/* As zermelo_on_progress, for zermelo_crosscheck. */
typedef int (*zermelo_on_crosscheck_progress)(void* user,
                                              const zermelo_crosscheck_progress* progress);

typedef struct zermelo_crosscheck_options {
  size_t size;       /* sizeof of this structure, as for all options */
  const char* start; /* the state to begin with; NULL or "": the start of the game */
  int32_t side;      /* a zermelo_side: whether it can force a win; by default Black */
  int32_t depth;     /* plies that QBF looks at; 0: what other engines or the game tell */
  double seconds;    /* for each engine; 0: 60 */
  uint64_t memory;   /* bytes, for each engine; 0: 4 GiB */
  int32_t threads;   /* of the table and the sweeps; 0: one per processor */
  zermelo_on_crosscheck_progress on_progress; /* may be NULL; anything but 0 stops the work */
  void* user;                                 /* passed to on_progress */
} zermelo_crosscheck_options;

/* What one engine found. */
typedef struct zermelo_crosscheck_row {
  const char* engine; /* "table", "search", "sweeps", "sets", "ic3", "qbf" */
  int32_t verdict;    /* a zermelo_verdict */
  int32_t plies;      /* of the shortest win, if the engine tells it; otherwise 0 */
  int32_t refuted;    /* there is no win within this many plies */
  int32_t complete;   /* 1 if there is no win at all */
  double seconds;
  uint64_t memory;  /* bytes by which the process and its workers grew at most */
  const char* note; /* why there is no verdict, or what else was compared; NULL if nothing */
} zermelo_crosscheck_row;

typedef struct zermelo_crosscheck_report {
  size_t count;
  const zermelo_crosscheck_row* rows;
  const char* disagreement;  /* the first one, in a sentence; NULL if the engines agree */
} zermelo_crosscheck_report; /* what it points to lives as long as it does */

/* Asks every engine that knows the game whether a side can force a win, and compares what they say.
 * For rules that are code these are a table, and sweeps over all moves, which are compared in every
 * state. ZERMELO_OK says that they were asked, `disagreement` whether they contradict each other.
 * Free with zermelo_free_crosscheck. `options` may be NULL. Fails with ZERMELO_ILLEGAL_POSITION or
 * ZERMELO_GAME_OVER for the start, ZERMELO_USAGE_ERROR, ZERMELO_RULES_ERROR, ZERMELO_INTERRUPTED.
 */
zermelo_status zermelo_crosscheck(const zermelo_rules* rules,
                                  const zermelo_crosscheck_options* options,
                                  zermelo_crosscheck_report** report);
void zermelo_free_crosscheck(zermelo_crosscheck_report* report);

#ifdef __cplusplus
}
#endif

#endif
