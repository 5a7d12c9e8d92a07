// SPDX-License-Identifier: MIT
// The C interface to zermelo::Table and zermelo::Game, for single positions. (For many positions
// and games that were played: probe/zermelo_c_many.cpp; for solutions:
// probe/zermelo_c_solution.cpp; for solving: kinds/zermelo_c_work.cpp; for mining:
// kinds/zermelo_c_mine.cpp; for rules that are code: kinds/own/; for strategies:
// proof/zermelo_c_proofs.cpp; for sets: kinds/ranked/zermelo_c_sets.cpp.)
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/text/diagram.h"
#include "probe/c_interface.h"
#include "probe/game.h"
#include "probe/lure.h"
#include "probe/table.h"
#include "probe/zermelo.h"

namespace zermelo {
namespace {

// --- Results -------------------------------------------------------------------------------------

// A list as the caller sees it, followed by what it points to.
struct MoveList : zermelo_move_list {
  MoveList(std::vector<MoveValue> values, Metric metric)
      : zermelo_move_list{}, texts(std::move(values)) {
    for (const MoveValue& m : texts) {
      items.push_back({m.move.c_str(), c_value(m.value, metric), c_text_or_null(m.result)});
    }
    count = items.size();
    moves = items.data();
  }
  std::vector<MoveValue> texts;
  std::vector<zermelo_move> items;
};

zermelo_shape c_shape(const MoveShape& s) {
  static_assert(std::is_same_v<int, std::int32_t>);
  return {s.from.data(), s.from.size(),  s.to.data(),
          s.to.size(),   s.taken.data(), s.taken.size(),
          s.dx,          s.dy,           s.dropped == Cell::empty ? 0 : cell_letter(s.dropped)};
}

struct LegalMoveList : zermelo_legal_move_list {
  explicit LegalMoveList(std::vector<LegalMove> legal)
      : zermelo_legal_move_list{}, texts(std::move(legal)) {
    for (const LegalMove& m : texts) {
      const std::vector<const char*>& also = others.emplace_back(c_texts(m.also));
      items.push_back({m.move.c_str(), c_text_or_null(m.result), m.after.c_str(), m.ending ? 1 : 0,
                       m.ending ? static_cast<std::int32_t>(*m.ending) : 0, c_shape(m.shape),
                       also.data(), also.size()});
    }
    count = items.size();
    moves = items.data();
  }
  std::vector<LegalMove> texts;
  std::vector<std::vector<const char*>> others;
  std::vector<zermelo_legal_move> items;
};

struct DrawnBoard : zermelo_board {
  DrawnBoard(const Diagram& diagram, zermelo_side side)
      : zermelo_board{}, cell_letters(cells_text(diagram.cells)), held(hands_text(diagram.hands)) {
    for (const std::vector<int>& line : diagram.lines)
      squares.emplace_back(line.begin(), line.end());
    for (const std::vector<std::int32_t>& line : squares)
      line_items.push_back({line.data(), line.size()});
    columns = diagram.columns;
    rows = diagram.rows;
    to_move = side;
    cells = cell_letters.c_str();
    hands = held.c_str();
    lines = line_items.data();
    line_count = line_items.size();
  }
  std::string cell_letters, held;
  std::vector<std::vector<std::int32_t>> squares;
  std::vector<zermelo_board_line> line_items;
};

struct BestLine : zermelo_line {
  explicit BestLine(Line line)
      : zermelo_line{}, texts(std::move(line.moves)), items(c_texts(texts)) {
    count = items.size();
    moves = items.data();
    complete = line.complete ? 1 : 0;
  }
  std::vector<std::string> texts;
  std::vector<const char*> items;
};

struct FoundWay : zermelo_way {
  explicit FoundWay(Way way)
      : zermelo_way{},
        texts(std::move(way)),
        move_items(c_texts(texts.moves)),
        state_items(c_texts(texts.states)) {
    found = texts.found ? 1 : 0;
    count = move_items.size();
    moves = move_items.data();
    states = state_items.data();
    refuted = texts.refuted;
  }
  Way texts;
  std::vector<const char*> move_items, state_items;
};

WayOptions way_options(const zermelo_way_options& c) {
  WayOptions options;
  options.exact = c.exact != 0;
  options.max_plies = number_or(c.max_plies, options.max_plies, "max_plies");
  if (c.memory > 0) options.memory = c.memory;
  options.seconds = number_or(c.seconds, 0.0, "seconds");
  return options;
}

Style style_of(std::int32_t number) {
  if (number != ZERMELO_PLAIN && number != ZERMELO_LURE)
    throw UsageError("The argument style is not a zermelo_style.");
  return number == ZERMELO_LURE ? Style::lure : Style::plain;
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
  throw UsageError("The argument detail is not a zermelo_detail.");
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
    case ZERMELO_ILLEGAL_MOVE:
      return "illegal move";
    case ZERMELO_RULES_ERROR:
      return "rules error";
  }
  return "unknown status";
}

const char* zermelo_version(void) { return ZERMELO_VERSION; }

zermelo_status zermelo_open(const char* path, zermelo_table** table) {
  return zermelo::hand_out(table, "table", [&] {
    zermelo::need(path, "path");
    return new zermelo_table(zermelo::Table::open(path));
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
  return table == nullptr ? nullptr : zermelo::c_text_or_null(table->start);
}

const char* zermelo_metric(const zermelo_table* table) {
  return table == nullptr ? nullptr : table->table.info().metric.c_str();
}

zermelo_status zermelo_probe(const zermelo_table* table, const char* state, zermelo_value* value) {
  return zermelo::guarded([&] {
    zermelo::need(table, "table");
    zermelo::need(state, "state");
    zermelo::need(value, "value");
    *value = zermelo::c_value(table->table.probe(state), table->table.metric());
  });
}

void zermelo_survive_truncation(void) { zermelo::survive_truncation(); }

zermelo_status zermelo_distance(const zermelo_table* table, const char* state,
                                std::int32_t* plies) {
  return zermelo::guarded([&] {
    zermelo::need(table, "table");
    zermelo::need(state, "state");
    zermelo::need(plies, "plies");
    *plies = table->table.distance(state).value_or(-1);
  });
}

zermelo_status zermelo_find_way(const zermelo_table* table, const char* state,
                                const zermelo_way_options* options, zermelo_way** way) {
  return zermelo::hand_out(way, "way", [&] {
    zermelo::need(table, "table");
    zermelo::need(state, "state");
    return new zermelo::FoundWay(
        table->table.way(state, zermelo::way_options(zermelo::given_or_default(options))));
  });
}

void zermelo_free_way(zermelo_way* way) { delete static_cast<zermelo::FoundWay*>(way); }

zermelo_status zermelo_moves(const zermelo_table* table, const char* state,
                             zermelo_move_list** moves) {
  return zermelo::hand_out(moves, "moves", [&] {
    zermelo::need(table, "table");
    zermelo::need(state, "state");
    return new zermelo::MoveList(table->table.moves(state), table->table.metric());
  });
}

zermelo_status zermelo_moves_in_style(const zermelo_table* table, const char* state,
                                      std::int32_t style, zermelo_move_list** moves) {
  return zermelo::hand_out(moves, "moves", [&] {
    zermelo::need(table, "table");
    zermelo::need(state, "state");
    std::vector<zermelo::MoveValue> found;
    for (auto& m : moves_in_style(table->table, state, zermelo::style_of(style)))
      found.push_back(std::move(m.move));
    return new zermelo::MoveList(std::move(found), table->table.metric());
  });
}

zermelo_status zermelo_risk(const zermelo_table* table, const char* state,
                            zermelo_error_risk* risk) {
  return zermelo::guarded([&] {
    zermelo::need(table, "table");
    zermelo::need(state, "state");
    zermelo::need(risk, "risk");
    const zermelo::ErrorRisk found = error_risk(table->table, state);
    *risk = {found.errs, found.slips};
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

zermelo_status zermelo_line_in_style(const zermelo_table* table, const char* state,
                                     std::int32_t limit, std::int32_t style, zermelo_line** line) {
  return zermelo::hand_out(line, "line", [&] {
    zermelo::need(table, "table");
    zermelo::need(state, "state");
    if (limit < 0) throw zermelo::UsageError("The limit of a line is negative.");
    return new zermelo::BestLine(
        line_in_style(table->table, state, limit, zermelo::style_of(style)));
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

// --- Rules ---

zermelo_status zermelo_open_rules(const char* game, zermelo_rules** rules) {
  return zermelo::hand_out(rules, "rules", [&] {
    zermelo::need(game, "game");
    return new zermelo_rules(zermelo::make_game(zermelo::spec_of(game)));
  });
}

zermelo_status zermelo_open_bddl(const char* domain, const char* problem, const char* stuck,
                                 zermelo_rules** rules) {
  return zermelo::hand_out(rules, "rules", [&] {
    zermelo::need(domain, "domain");
    return new zermelo_rules(zermelo::make_game(zermelo::bddl::read_game(
        domain, zermelo::text_or_none(problem), zermelo::text_or_none(stuck))));
  });
}

zermelo_status zermelo_table_rules(const zermelo_table* table, zermelo_rules** rules) {
  return zermelo::hand_out(rules, "rules", [&] {
    zermelo::need(table, "table");
    return new zermelo_rules(table->table.shared_game());
  });
}

void zermelo_close_rules(zermelo_rules* rules) { delete rules; }

const char* zermelo_rules_game(const zermelo_rules* rules) {
  return rules == nullptr ? nullptr : rules->name.c_str();
}

const char* zermelo_rules_start(const zermelo_rules* rules) {
  return rules == nullptr ? nullptr : zermelo::c_text_or_null(rules->start);
}

size_t zermelo_rules_warning_count(const zermelo_rules* rules) {
  return rules == nullptr ? 0 : rules->warnings.size();
}

const char* zermelo_rules_warning(const zermelo_rules* rules, size_t number) {
  const bool is_there = number < zermelo_rules_warning_count(rules);
  return is_there ? rules->warnings[number].c_str() : nullptr;
}

zermelo_status zermelo_legal_moves(const zermelo_rules* rules, const char* state,
                                   zermelo_legal_move_list** moves) {
  return zermelo::hand_out(moves, "moves", [&] {
    zermelo::need(rules, "rules");
    zermelo::need(state, "state");
    return new zermelo::LegalMoveList(rules->game->moves(state));
  });
}

void zermelo_free_legal_moves(zermelo_legal_move_list* moves) {
  delete static_cast<zermelo::LegalMoveList*>(moves);
}

zermelo_status zermelo_state_of(const zermelo_rules* rules, const char* state,
                                zermelo_game_state* about) {
  return zermelo::guarded([&] {
    zermelo::need(rules, "rules");
    zermelo::need(state, "state");
    zermelo::need(about, "about");
    const auto result = rules->game->result(state);
    *about = {zermelo::c_side(rules->game->to_move(state)), result ? 1 : 0,
              result ? zermelo::c_winner(*result) : ZERMELO_NOBODY};
  });
}

size_t zermelo_rules_kind_count(const zermelo_rules* rules) {
  return rules == nullptr ? 0 : rules->kinds.size();
}

const zermelo_piece_kind* zermelo_rules_kind(const zermelo_rules* rules, size_t number) {
  return number < zermelo_rules_kind_count(rules) ? &rules->kinds[number] : nullptr;
}

zermelo_status zermelo_board_of(const zermelo_rules* rules, const char* state,
                                zermelo_board** board) {
  return zermelo::hand_out(board, "board", [&] {
    zermelo::need(rules, "rules");
    zermelo::need(state, "state");
    const zermelo::Game& game = *rules->game;
    return new zermelo::DrawnBoard(game.diagram(state), zermelo::c_side(game.to_move(state)));
  });
}

void zermelo_free_board(zermelo_board* board) { delete static_cast<zermelo::DrawnBoard*>(board); }

zermelo_status zermelo_state_from(const zermelo_rules* rules, const char* cells,
                                  std::int32_t to_move, char** state) {
  return zermelo_state_with_hands(rules, cells, nullptr, to_move, state);
}

zermelo_status zermelo_state_with_hands(const zermelo_rules* rules, const char* cells,
                                        const char* hands, std::int32_t to_move, char** state) {
  return zermelo::hand_out(state, "state", [&] {
    zermelo::need(rules, "rules");
    zermelo::need(cells, "cells");
    if (to_move != ZERMELO_BLACK && to_move != ZERMELO_WHITE)
      throw zermelo::UsageError(fmt::format("{} is not a zermelo_side.", to_move));
    const zermelo::Game& game = *rules->game;
    const std::string letters = game.piece_letters();
    return zermelo::c_text(game.state_from(
        zermelo::read_cells(cells, letters), zermelo::colour_of(to_move == ZERMELO_WHITE),
        zermelo::read_hands(zermelo::text_or_none(hands), letters)));
  });
}

zermelo_status zermelo_canonical(const zermelo_rules* rules, const char* state, char** canonical) {
  return zermelo::hand_out(canonical, "canonical", [&] {
    zermelo::need(rules, "rules");
    zermelo::need(state, "state");
    return zermelo::c_text(rules->game->canonical(state));
  });
}

zermelo_status zermelo_rules_board_text(const zermelo_rules* rules, const char* state,
                                        char** text) {
  return zermelo::hand_out(text, "text", [&] {
    zermelo::need(rules, "rules");
    zermelo::need(state, "state");
    return zermelo::c_text(diagram_text(rules->game->diagram(state)));
  });
}

zermelo_status zermelo_rules_board_svg(const zermelo_rules* rules, const char* state, char** svg) {
  return zermelo::hand_out(svg, "svg", [&] {
    zermelo::need(rules, "rules");
    zermelo::need(state, "state");
    return zermelo::c_text(diagram_svg(rules->game->diagram(state)));
  });
}

}  // extern "C"
