// SPDX-License-Identifier: MIT
#include "publish/examples.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/position_record.h"
#include "probe/table.h"
#include "server/position_answer.h"

namespace zermelo::publish {
namespace {

// A walk of so many positions takes seconds; shrunk tables work most of their values out.
constexpr std::uint64_t most_positions = 200'000'000, most_of_shrunk = 5'000'000;

using Order = std::tuple<int, bool, int>;
Order order_of(Value value, Metric metric) {
  const int rank = value.is_win() ? 0 : value.is_draw() ? 1 : 2;
  const bool ends = metric != Metric::distance || !value.is_endless();
  return {rank, !ends, ends ? value.amount(metric) : 0};
}

void stop_if_asked(const AnswerOptions& options) {
  if (options.stop != nullptr && *options.stop)
    throw Interrupted("Stopped before anything was written.");
}

// Calls add(value, how to have the position's text) for each position; returns whether these are
// all.
template <class Add>
bool walk_over(const Table& table, const AnswerOptions& options, const Add& add) {
  const std::unique_ptr<PositionWalk> walk = table.walk(options.threads);
  const std::uint64_t most = table.info().shrunk_from > 0 ? most_of_shrunk : most_positions;
  std::uint64_t looked_at = 0;
  const auto go_over = [&](auto& block, const auto& add_all) {
    while (looked_at < most) {
      stop_if_asked(options);
      if (!walk->next(block)) return true;
      add_all();
      looked_at += block.size();
    }
    return false;
  };
  if (!walk->has_records()) {
    std::vector<PositionValue> block;
    return go_over(block, [&] {
      for (const PositionValue& one : block) add(one.value, [&] { return one.position; });
    });
  }
  // (A text takes longer than a number, and only few are needed.)
  const RecordBoard board = table.board();
  std::vector<PositionRecord> block;
  return go_over(block, [&] {
    for (std::size_t i = 0; i < block.size(); ++i) {
      add(block[i].value,
          [&] { return position_text(block[i], board, pieces_at(walk->pieces(), i)); });
    }
  });
}

}  // namespace

Json examples(const server::ServedTable& table, const std::vector<std::string>& longest,
              const AnswerOptions& options) {
  const Table& values = table.table();
  std::map<Order, std::pair<std::string, Value>> found;
  const auto add = [&](Value value, const auto& text) {
    const auto [place, is_new] = found.try_emplace(order_of(value, values.metric()));
    if (is_new) place->second = {text(), value};
  };
  for (const std::string& position : longest) add(values.probe(position), [&] { return position; });
  const bool complete = walk_over(values, options, add);
  Json list = Json::array();
  for (const auto& [order, example] : found) {
    Json json{{"position", example.first}};
    server::add_value(json, table, example.second);
    list.push_back(std::move(json));
  }
  return {{"complete", complete}, {"examples", std::move(list)}};
}

}  // namespace zermelo::publish
