// SPDX-License-Identifier: MIT
// The C interface to many positions of a table at once, and to games that were played.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/c_interface.h"
#include "probe/grade.h"
#include "probe/table.h"
#include "probe/zermelo.h"

namespace zermelo {
namespace {

// --- Results: as the caller sees them, followed by what they point to ---------------------------

struct AnswerList : zermelo_answer_list {
  AnswerList(std::vector<ProbeAnswer> given, Metric metric)
      : zermelo_answer_list{}, texts(std::move(given)) {
    items.reserve(texts.size());
    for (const ProbeAnswer& a : texts) {
      const bool known = a.status == ProbeStatus::ok;
      items.push_back({c_status(a.status), known ? c_value(a.value, metric) : zermelo_value{},
                       known ? nullptr : a.error.c_str()});
    }
    count = items.size();
    answers = items.data();
  }
  std::vector<ProbeAnswer> texts;
  std::vector<zermelo_answer> items;
};

struct DistanceList : zermelo_distance_list {
  explicit DistanceList(std::vector<DistanceAnswer> given)
      : zermelo_distance_list{}, texts(std::move(given)) {
    items.reserve(texts.size());
    for (const DistanceAnswer& a : texts) {
      items.push_back({c_status(a.status), a.plies.value_or(-1),
                       a.status == ProbeStatus::ok ? nullptr : a.error.c_str()});
    }
    count = items.size();
    answers = items.data();
  }
  std::vector<DistanceAnswer> texts;
  std::vector<zermelo_distance_answer> items;
};

zermelo_grade c_grade(Grade grade) {
  switch (grade) {
    case Grade::best:
      return ZERMELO_GRADE_BEST;
    case Grade::lesser_win:
      return ZERMELO_GRADE_LESSER_WIN;
    case Grade::worse_loss:
      return ZERMELO_GRADE_WORSE_LOSS;
    case Grade::win_to_draw:
      return ZERMELO_GRADE_WIN_TO_DRAW;
    case Grade::draw_to_loss:
      return ZERMELO_GRADE_DRAW_TO_LOSS;
    case Grade::win_to_loss:
      return ZERMELO_GRADE_WIN_TO_LOSS;
    case Grade::none:
      break;
  }
  return ZERMELO_GRADE_NONE;
}

zermelo_side_grades c_side_grades(const SideGrades& s) {
  return {s.moves,        s.graded,        s.forced,          s.best,           s.lesser_wins,
          s.worse_losses, s.wins_to_draws, s.draws_to_losses, s.wins_to_losses, s.given_away};
}

struct GradedGameResult : zermelo_graded_game {
  GradedGameResult(GradedGame graded, Metric counted)
      : zermelo_graded_game{}, game(std::move(graded)), metric(counted), best(game.moves.size()) {
    for (std::size_t i = 0; i < game.moves.size(); ++i) add(game.moves[i], best[i]);
    start = game.start.c_str();
    count = items.size();
    moves = items.data();
    black = c_side_grades(game.black);
    white = c_side_grades(game.white);
    position = c_text_or_null(game.position);
    if (!game.result) return;
    over = 1;
    winner = c_winner(*game.result);
    sentence = game.result->sentence.c_str();
  }
  void add(const GradedMove& m, std::vector<const char*>& best_texts) {
    for (const std::string& move : m.best_moves) best_texts.push_back(move.c_str());
    zermelo_graded_move item{};
    item.ply = m.ply;
    item.side = c_side(m.side);
    item.position = m.position.c_str();
    item.move = m.move.c_str();
    item.result = c_text_or_null(m.result);
    item.after = m.after.c_str();
    item.legal_moves = m.legal_moves;
    item.status = c_status(m.status);
    item.grade = c_grade(m.grade);
    if (m.status == ProbeStatus::ok) {
      item.value = c_value(m.value, metric);
      item.best = c_value(m.best, metric);
      item.given_away = m.given_away;
      item.best_count = best_texts.size();
      item.best_moves = best_texts.data();
    } else {
      item.error = m.error.c_str();
    }
    items.push_back(item);
  }
  GradedGame game;
  Metric metric;
  std::vector<std::vector<const char*>> best;
  std::vector<zermelo_graded_move> items;
};

}  // namespace
}  // namespace zermelo

extern "C" {

zermelo_status zermelo_probe_many(const zermelo_table* table, const char* const* states,
                                  std::size_t count, const zermelo_many_options* options,
                                  zermelo_answer_list** list) {
  return zermelo::hand_out(list, "list", [&] {
    zermelo::need(table, "table");
    const auto asked = zermelo::texts_of<std::string_view>(states, count, "states");
    return new zermelo::AnswerList(table->table.probe_many(asked, zermelo::threads_in(options)),
                                   table->table.metric());
  });
}

void zermelo_free_answers(zermelo_answer_list* list) {
  delete static_cast<zermelo::AnswerList*>(list);
}

zermelo_status zermelo_distance_many(const zermelo_table* table, const char* const* states,
                                     std::size_t count, const zermelo_many_options* options,
                                     zermelo_distance_list** list) {
  return zermelo::hand_out(list, "list", [&] {
    zermelo::need(table, "table");
    const auto asked = zermelo::texts_of<std::string_view>(states, count, "states");
    return new zermelo::DistanceList(
        table->table.distance_many(asked, zermelo::threads_in(options)));
  });
}

void zermelo_free_distances(zermelo_distance_list* list) {
  delete static_cast<zermelo::DistanceList*>(list);
}

zermelo_status zermelo_position_at(const zermelo_table* table, std::size_t slice,
                                   std::uint64_t index, char** position) {
  return zermelo::hand_out(position, "position", [&]() -> char* {
    zermelo::need(table, "table");
    const auto found = table->table.position_at({slice, index});
    return found ? zermelo::c_text(*found) : nullptr;
  });
}

zermelo_status zermelo_index_of(const zermelo_table* table, const char* position,
                                zermelo_table_index* index) {
  return zermelo::guarded([&] {
    zermelo::need(table, "table");
    zermelo::need(position, "position");
    zermelo::need(index, "index");
    const auto found = table->table.index_of(position);
    *index = found ? zermelo_table_index{1, found->slice, found->index} : zermelo_table_index{};
  });
}

zermelo_status zermelo_sample(const zermelo_table* table, std::uint64_t count, std::uint64_t seed,
                              zermelo_position_list** list) {
  return zermelo::hand_out(list, "list", [&] {
    zermelo::need(table, "table");
    return new zermelo::PositionList(table->table.sample(count, seed));
  });
}

void zermelo_free_positions(zermelo_position_list* list) {
  delete static_cast<zermelo::PositionList*>(list);
}

zermelo_status zermelo_grade_game(const zermelo_table* table, const char* start,
                                  const char* const* moves, std::size_t count,
                                  zermelo_graded_game** game) {
  return zermelo::hand_out(game, "game", [&] {
    zermelo::need(table, "table");
    const auto made = zermelo::texts_of<std::string>(moves, count, "moves");
    return new zermelo::GradedGameResult(
        zermelo::grade_game(table->table, made, zermelo::text_or_none(start)),
        table->table.metric());
  });
}

void zermelo_free_graded_game(zermelo_graded_game* game) {
  delete static_cast<zermelo::GradedGameResult*>(game);
}

}  // extern "C"
