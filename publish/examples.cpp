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
#include "probe/table.h"
#include "server/position_answer.h"

namespace zermelo::publish {
namespace {

// A walk of so many positions takes seconds.
constexpr std::uint64_t most_positions = 20'000'000;

using Order = std::tuple<int, bool, int>;
Order order_of(Value value, Metric metric) {
  const int rank = value.is_win() ? 0 : value.is_draw() ? 1 : 2;
  const bool ends = metric != Metric::distance || !value.is_endless();
  return {rank, !ends, ends ? value.amount(metric) : 0};
}

}  // namespace

Json examples(const server::ServedTable& table, const std::vector<std::string>& longest,
              const AnswerOptions& options) {
  const Table& values = table.table();
  std::map<Order, std::pair<std::string, Value>> found;
  const auto add = [&](const std::string& position, Value value) {
    found.try_emplace(order_of(value, values.metric()), position, value);
  };
  for (const std::string& position : longest) add(position, values.probe(position));
  std::uint64_t looked_at = 0;
  std::vector<PositionValue> block;
  const std::unique_ptr<PositionWalk> walk = values.walk(options.threads);
  bool more = true;
  while (looked_at < most_positions && (more = walk->next(block))) {
    for (const auto& [position, value] : block) add(position, value);
    looked_at += block.size();
    if (options.stop != nullptr && *options.stop)
      throw Interrupted("Stopped before anything was written.");
  }
  Json list = Json::array();
  for (const auto& [order, example] : found) {
    Json json{{"position", example.first}};
    server::add_value(json, table, example.second);
    list.push_back(std::move(json));
  }
  return {{"complete", !more}, {"examples", std::move(list)}};
}

}  // namespace zermelo::publish
