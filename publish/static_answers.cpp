// SPDX-License-Identifier: MIT
#include "publish/static_answers.h"

#include <fmt/format.h>

#include <array>
#include <deque>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "publish/examples.h"
#include "publish/mined_puzzles.h"
#include "server/http.h"
#include "server/served_table.h"

namespace zermelo::publish {
namespace {

// Of the answers around the opening position: visitors load all of them before the first board.
constexpr std::size_t most_first_bytes = 32 << 10;
constexpr int first_plies = 2;

// As a parameter of an address.
std::string encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

void refuse_if_stopped(const AnswerOptions& options) {
  if (options.stop != nullptr && *options.stop)
    throw Interrupted("Stopped before anything was written.");
}

std::string position_question(const std::string& position) {
  return fmt::format("/position?position={}&absent=1", encoded(position));
}

// Where the page begins: the table's start, or if the table lacks that another of its positions.
std::string opening_position(const server::ServedTable& table) {
  return table.covers_start() || table.opens_at().empty() ? table.start() : table.opens_at();
}

// Breadth first, so that the nearest positions are there if not all can be.
std::string first_answers(const Asker& asker, const server::ServedTable& table) {
  struct Place {
    std::string position;
    int depth;
  };
  Json positions = Json::object();
  auto& object = positions.get_ref<Json::object_t&>();
  std::size_t bytes = 0;
  const auto answer_to = [&](const std::string& position) {
    const std::optional<std::string> body = asker.ask(table.id(), position_question(position));
    if (!body) return Json();
    bytes += body->size();
    return Json::parse(*body);
  };
  const std::string opening = opening_position(table);
  object.emplace_back("", answer_to("start"));
  std::set<std::string> seen = {opening};
  std::deque<Place> waiting = {{opening, 0}};
  if (table.start() != opening) {
    object.emplace_back(table.start(), object.front().second);
    seen.insert(table.start());
  }
  while (!waiting.empty() && bytes < most_first_bytes) {
    const auto [position, depth] = std::move(waiting.front());
    waiting.pop_front();
    Json answer = answer_to(position);
    if (answer.is_null()) continue;
    if (depth < first_plies) {
      for (const Json& move : answer["moves"]) {
        const auto next = move["after"].get<std::string>();
        if (seen.insert(next).second) waiting.push_back({next, depth + 1});
      }
    }
    object.emplace_back(position, std::move(answer));
  }
  return one_line({{"positions", std::move(positions)}}) + "\n";
}

}  // namespace

std::optional<std::string> Asker::ask(const std::string& id, const std::string& question) const {
  for (;;) {
    refuse_if_stopped(options_);
    const server::Response response =
        service_.answer({.target = fmt::format("/api/v1/tables/{}{}", id, question)});
    if (response.status == 200) return std::string(response.content());
    if (response.status == 503) continue;  // (It has waited; it is still being worked at.)
    if (response.status >= 500) {
      const Json failure = Json::parse(response.content());
      throw FileError(failure["error"].get<std::string>());
    }
    return std::nullopt;
  }
}

namespace {

std::vector<std::string> longest_in(const StaticAnswers& answers) {
  std::vector<std::string> positions;
  const auto found = answers.find("longest");
  if (found == answers.end()) return positions;
  const Json longest = Json::parse(found->second);
  for (const Json& one : longest["positions"])
    positions.push_back(one["position"].get<std::string>());
  return positions;
}

}  // namespace

StaticAnswers static_answers(server::Service& service, const server::ServedTable& table,
                             const AnswerOptions& options) {
  const Asker asker(service, options);
  StaticAnswers answers;
  const auto tell = [&](const char* what) {
    if (options.progress) options.progress(fmt::format("{}: {}", table.id(), what));
  };
  const auto put = [&](const char* name, std::optional<std::string> answer) {
    if (answer) answers.emplace(name, std::move(*answer));
  };
  tell("rules and first positions");
  put("rules", asker.ask(table.id(), "/rules"));
  put("first", first_answers(asker, table));
  put("line", asker.ask(table.id(), "/line?position=" + encoded(opening_position(table))));
  tell("counting");
  put("stats", asker.ask(table.id(), "/stats"));
  put("longest", asker.ask(table.id(), "/longest?count=100"));
  put("drawn", asker.ask(table.id(), fmt::format("/drawn?count=100&seed={}", options.seed)));
  const Json told = Json::parse(*asker.ask(table.id(), ""));
  if (told["has"]["puzzles"] == true && options.puzzles > 0) {
    tell("looking for puzzles");
    answers.emplace("puzzles", one_line(mined_puzzles(table, options)) + "\n");
  }
  if (told["has"]["values"] == true) {
    tell("looking for positions of every value");
    answers.emplace("examples", one_line(examples(table, longest_in(answers), options)) + "\n");
  }
  tell("the report");
  put("report", asker.ask(table.id(), "/report"));
  return answers;
}

}  // namespace zermelo::publish
