// SPDX-License-Identifier: MIT
// The C interface over zermelo::Table. (Over strategies: probe/zermelo_c_proofs.cpp.)
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/text/diagram.h"
#include "probe/c_interface.h"
#include "probe/game.h"
#include "probe/table.h"
#include "probe/zermelo.h"

namespace zermelo {
namespace {

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
  solve(*make_game(spec_of(game)), path, options);
}

}  // namespace
}  // namespace zermelo

extern "C" {

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
