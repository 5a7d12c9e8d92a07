// SPDX-License-Identifier: MIT
#include "cli/probe_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "cli/line_reader.h"
#include "json/answer_json.h"
#include "json/puzzle_json.h"
#include "probe/position_list.h"
#include "probe/probe_status.h"

namespace zermelo::cli {
namespace {

struct ListItem {
  std::uint64_t number = 0;  // of its line
  std::string position;
  ProbeStatus status = ProbeStatus::ok;
  std::string error = {};
  Json answer = Json::object();
};

std::vector<ListItem> items_of(const std::vector<InputLine>& lines) {
  std::vector<ListItem> items;
  for (const InputLine& line : lines) {
    ListItem item{line.number, position_in_line(line.text, line.number == 1)};
    if (line.too_long) {
      item.status = ProbeStatus::illegal_position;
      item.error = fmt::format("The line is longer than {} bytes.", grouped(LineReader::longest));
    }
    if (line.too_long || !item.position.empty()) items.push_back(std::move(item));
  }
  return items;
}

// Those of the items with a position, and their positions.
struct Asked {
  explicit Asked(std::vector<ListItem>& items) {
    for (ListItem& item : items) {
      if (item.status != ProbeStatus::ok) continue;
      places.push_back(&item);
      positions.emplace_back(item.position);
    }
  }
  std::vector<ListItem*> places;
  std::vector<std::string_view> positions;
};

void take_status(ListItem& item, ProbeStatus status, std::string error) {
  item.status = status;
  item.error = std::move(error);
}

void answer_distances(const Table& table, int threads, const Asked& asked) {
  std::vector<DistanceAnswer> answers = table.distance_many(asked.positions, threads);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    ListItem& item = *asked.places[i];
    const std::optional<int>& plies = answers[i].plies;
    item.answer["plies_from_start"] = plies ? Json(*plies) : Json();
    take_status(item, answers[i].status, std::move(answers[i].error));
  }
}

void answer_values(const Table& table, const SquareWords& words, const ListOptions& o,
                   const Asked& asked) {
  std::vector<ProbeAnswer> answers = table.probe_many(asked.positions, o.threads);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    ListItem& item = *asked.places[i];
    take_status(item, answers[i].status, std::move(answers[i].error));
    if (item.status != ProbeStatus::ok) continue;
    answer_or_error(item, [&] {
      Answer answer{.position = item.position,
                    .value = answers[i].value,
                    .moves = {},
                    .line = {},
                    .solution = {}};
      complete_answer(table, words, o.wanted, answer);
      add_answer(item.answer, table, o.wanted, answer);
    });
  }
}

std::string text_of(const ListItem& item) {
  Json json{{"number", item.number}, {"position", item.position}};
  if (item.status == ProbeStatus::ok) {
    json.update(item.answer);
  } else {
    json["code"] = status_name(item.status);
    json["error"] = item.error;
  }
  return one_line(json) + "\n";
}

// Moves under the naming of `words`.
void show_moves(std::vector<SolutionNode>& nodes, const SquareWords& words) {
  for (SolutionNode& node : nodes) {
    node.move = words.shown(node.move);
    for (std::string& move : node.same) move = words.shown(move);
    show_moves(node.replies, words);
  }
}

}  // namespace

void complete_answer(const Table& table, const SquareWords& words, Wanted wanted, Answer& answer) {
  if (table.metric() == Metric::distance || table.metric() == Metric::moves)
    answer.line_limit = std::max(answer.line_limit, answer.value.plies());
  if (wanted.moves) answer.moves = table.moves(answer.position);
  if (wanted.line) answer.line = table.line(answer.position, answer.line_limit);
  if (wanted.solution) answer.solution = table.solution(answer.position);
  show_moves(answer.solution.keys, words);
  show_moves(answer.solution.refuted, words);
  for (MoveValue& m : answer.moves) m.move = words.shown(m.move);
  for (std::string& move : answer.line.moves) move = words.shown(move);
}

void add_answer(Json& json, const Table& table, Wanted wanted, const Answer& answer) {
  set_value(json, answer.value, table.metric());
  add_counting(json, table, answer.position, answer.value);
  if (wanted.moves) {
    json["moves"] = Json::array();
    for (const MoveValue& m : answer.moves) json["moves"].push_back(move_json(m, table.metric()));
  }
  if (wanted.line) add_line(json, answer.line);
  if (wanted.solution) add_solution(json, answer.solution, table.metric());
}

void answer_list(const Table& table, const SquareWords& words, const ListOptions& options) {
  LineReader reader(options.from);
  ResultStream out("");
  for (std::vector<InputLine> lines; reader.next(lines);) {
    std::vector<ListItem> items = items_of(lines);
    const Asked asked(items);
    table.holds_distances() ? answer_distances(table, options.threads, asked)
                            : answer_values(table, words, options, asked);
    std::string text;
    for (const ListItem& item : items) text += text_of(item);
    out.write(text);
  }
}

}  // namespace zermelo::cli
