// SPDX-License-Identifier: MIT
// The C interface over zermelo::Table. Every function that can fail runs its work in guarded(),
// which turns exceptions into status codes.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/game_spec.h"
#include "gen/text/diagram.h"
#include "probe/game.h"
#include "probe/table.h"
#include "probe/zermelo.h"

struct zermelo_table {
  explicit zermelo_table(const char* path)
      : table(zermelo::Table::open(path)),
        spec(table.game().spec()),
        game(to_string(spec)),
        start(table.start()) {}

  zermelo::Table table;
  zermelo::GameSpec spec;
  std::string game, start;
};

namespace zermelo {
namespace {

// --- Errors --------------------------------------------------------------------------------------

thread_local std::string last_error;

zermelo_status failed(zermelo_status status, const char* sentence) noexcept {
  try {
    last_error = sentence;
  } catch (const std::bad_alloc&) {
    last_error.clear();
  }
  return status;
}

zermelo_status status_of_current_exception() noexcept {
  try {
    throw;
  } catch (const IllegalPosition& e) {
    return failed(ZERMELO_ILLEGAL_POSITION, e.what());
  } catch (const GameOver& e) {
    return failed(ZERMELO_GAME_OVER, e.what());
  } catch (const NotInTable& e) {
    return failed(ZERMELO_NOT_IN_TABLE, e.what());
  } catch (const DamagedTable& e) {  // a FileError, too: so it comes first
    return failed(ZERMELO_DAMAGED_TABLE, e.what());
  } catch (const FileError& e) {
    return failed(ZERMELO_FILE_ERROR, e.what());
  } catch (const UsageError& e) {
    return failed(ZERMELO_USAGE_ERROR, e.what());
  } catch (const SyntaxError& e) {
    return failed(ZERMELO_USAGE_ERROR, e.what());
  } catch (const OutOfMemory& e) {
    return failed(ZERMELO_OUT_OF_MEMORY, e.what());
  } catch (const Interrupted& e) {
    return failed(ZERMELO_INTERRUPTED, e.what());
  } catch (const std::bad_alloc&) {
    return failed(ZERMELO_OUT_OF_MEMORY, "There is not enough memory.");
  } catch (const std::exception& e) {
    return failed(ZERMELO_INTERNAL_ERROR, e.what());
  } catch (...) {
    return failed(ZERMELO_INTERNAL_ERROR, "Something unknown went wrong.");
  }
}

template <class Work>
zermelo_status guarded(Work&& work) noexcept {
  try {
    std::forward<Work>(work)();
    return ZERMELO_OK;
  } catch (...) {
    return status_of_current_exception();
  }
}

void need(const void* argument, const char* name) {
  if (argument == nullptr) throw UsageError(std::string("The argument ") + name + " is NULL.");
}

// Makes a result for the caller: checks where it goes, and sets that to NULL if `make` throws.
template <class Result, class Make>
zermelo_status hand_out(Result** where, const char* name, Make&& make) noexcept {
  if (where != nullptr) *where = nullptr;
  return guarded([&] {
    need(where, name);
    *where = std::forward<Make>(make)();
  });
}

// --- Results -------------------------------------------------------------------------------------

zermelo_value c_value(Value value) {
  return {static_cast<std::int32_t>(value.outcome()), value.plies()};
}

// A list as the caller sees it, and behind it what it points to.
struct MoveList : zermelo_move_list {
  explicit MoveList(std::vector<MoveValue> values) : zermelo_move_list{}, texts(std::move(values)) {
    for (const MoveValue& m : texts) {
      items.push_back(
          {m.move.c_str(), c_value(m.value), m.result.empty() ? nullptr : m.result.c_str()});
    }
    count = items.size();
    moves = items.data();
  }
  std::vector<MoveValue> texts;
  std::vector<zermelo_move> items;
};

struct BestLine : zermelo_line {
  explicit BestLine(Line line) : zermelo_line{}, texts(std::move(line.moves)) {
    for (const std::string& move : texts) items.push_back(move.c_str());
    count = items.size();
    moves = items.data();
    complete = line.complete ? 1 : 0;
  }
  std::vector<std::string> texts;
  std::vector<const char*> items;
};

char* c_text(const std::string& text) {
  void* const copy = std::malloc(text.size() + 1);
  if (copy == nullptr) throw std::bad_alloc();
  return static_cast<char*>(std::memcpy(copy, text.c_str(), text.size() + 1));
}

Diagram board(const Table& table, const char* state, std::int32_t detail) {
  switch (detail) {
    case ZERMELO_BOARD_ONLY:
      return table.game().diagram(state);
    case ZERMELO_BOARD_AND_VALUE:
      return table.diagram(state, false);
    case ZERMELO_BOARD_AND_MOVES:
      return table.diagram(state, true);
  }
  throw UsageError("The argument detail is no zermelo_detail.");
}

// --- Solving -------------------------------------------------------------------------------------

std::vector<std::string> words_of(const char* text) {
  std::vector<std::string> words;
  for (const char* at = text; *at != '\0';) {
    const std::size_t length = std::strcspn(at, " ");
    if (length > 0) words.emplace_back(at, length);
    at += length + std::strspn(at + length, " ");
  }
  return words;
}

void solve_game(const char* game, const char* path, const zermelo_solve_options& c) {
  if (c.threads < 0) throw UsageError("The number of threads is negative.");
  std::atomic<bool> stop = false;
  SolveOptions options;
  options.threads = c.threads;
  options.memory_limit = c.memory_limit;
  options.resume = c.resume != 0;
  options.stop = &stop;
  if (c.on_progress != nullptr) {
    options.progress = [&](const SolveProgress& p) {
      const zermelo_progress progress = {p.level, p.done, p.total, p.seconds};
      if (c.on_progress(c.user, &progress) != 0) stop = true;
    };
  }
  solve(*make_game(parse_game_spec(words_of(game))), path, options);
}

}  // namespace
}  // namespace zermelo

extern "C" {

const char* zermelo_last_error(void) { return zermelo::last_error.c_str(); }

const char* zermelo_status_name(int32_t status) {
  switch (status) {
    case ZERMELO_OK:
      return "ok";
    case ZERMELO_ILLEGAL_POSITION:
      return "illegal position";
    case ZERMELO_GAME_OVER:
      return "game over";
    case ZERMELO_NOT_IN_TABLE:
      return "not in table";
    case ZERMELO_FILE_ERROR:
      return "file error";
    case ZERMELO_DAMAGED_TABLE:
      return "damaged table";
    case ZERMELO_USAGE_ERROR:
      return "usage error";
    case ZERMELO_OUT_OF_MEMORY:
      return "out of memory";
    case ZERMELO_INTERRUPTED:
      return "interrupted";
    case ZERMELO_INTERNAL_ERROR:
      return "internal error";
  }
  return "unknown status";
}

const char* zermelo_version(void) { return ZERMELO_VERSION; }

zermelo_status zermelo_open(const char* path, zermelo_table** table) {
  return zermelo::hand_out(table, "table", [&] {
    zermelo::need(path, "path");
    return new zermelo_table(path);
  });
}

void zermelo_close(zermelo_table* table) { delete table; }

const char* zermelo_game(const zermelo_table* table) {
  return table == nullptr ? nullptr : table->game.c_str();
}

const char* zermelo_game_name(const zermelo_table* table) {
  return table == nullptr ? nullptr : table->spec.name.c_str();
}

const char* zermelo_game_parameter(const zermelo_table* table, const char* name) {
  if (table == nullptr || name == nullptr) return nullptr;
  for (const auto& [key, value] : table->spec.parameters) {
    if (key == name) return value.c_str();
  }
  return nullptr;
}

const char* zermelo_start(const zermelo_table* table) {
  return table == nullptr ? nullptr : table->start.c_str();
}

zermelo_status zermelo_probe(const zermelo_table* table, const char* state, zermelo_value* value) {
  return zermelo::guarded([&] {
    zermelo::need(table, "table");
    zermelo::need(state, "state");
    zermelo::need(value, "value");
    *value = zermelo::c_value(table->table.probe(state));
  });
}

zermelo_status zermelo_moves(const zermelo_table* table, const char* state,
                             zermelo_move_list** moves) {
  return zermelo::hand_out(moves, "moves", [&] {
    zermelo::need(table, "table");
    zermelo::need(state, "state");
    return new zermelo::MoveList(table->table.moves(state));
  });
}

void zermelo_free_moves(zermelo_move_list* moves) { delete static_cast<zermelo::MoveList*>(moves); }

zermelo_status zermelo_best_line(const zermelo_table* table, const char* state, int32_t limit,
                                 zermelo_line** line) {
  return zermelo::hand_out(line, "line", [&] {
    zermelo::need(table, "table");
    zermelo::need(state, "state");
    if (limit < 0) throw zermelo::UsageError("The limit of a line is negative.");
    return new zermelo::BestLine(table->table.line(state, limit));
  });
}

void zermelo_free_line(zermelo_line* line) { delete static_cast<zermelo::BestLine*>(line); }

zermelo_status zermelo_board_text(const zermelo_table* table, const char* state,
                                  std::int32_t detail, char** text) {
  return zermelo::hand_out(text, "text", [&] {
    zermelo::need(table, "table");
    zermelo::need(state, "state");
    return zermelo::c_text(diagram_text(zermelo::board(table->table, state, detail)));
  });
}

zermelo_status zermelo_board_svg(const zermelo_table* table, const char* state, std::int32_t detail,
                                 char** svg) {
  return zermelo::hand_out(svg, "svg", [&] {
    zermelo::need(table, "table");
    zermelo::need(state, "state");
    return zermelo::c_text(diagram_svg(zermelo::board(table->table, state, detail)));
  });
}

void zermelo_free_text(char* text) { std::free(text); }

zermelo_status zermelo_solve(const char* game, const char* path,
                             const zermelo_solve_options* options) {
  return zermelo::guarded([&] {
    zermelo::need(game, "game");
    zermelo::need(path, "path");
    zermelo::solve_game(game, path, options == nullptr ? zermelo_solve_options{} : *options);
  });
}

}  // extern "C"
