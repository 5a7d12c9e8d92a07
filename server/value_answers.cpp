// SPDX-License-Identifier: MIT
#include "server/value_answers.h"

#include <algorithm>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "server/position_answer.h"
#include "server/table_answers.h"

namespace zermelo::server {
namespace {

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

Response failed(const ServedTable* table, int status, const char* code,
                const std::string& sentence) {
  return response_of({status, code, table != nullptr ? table->without_path(sentence) : sentence});
}

}  // namespace

Response answer_of_values(const ServedTable& table, Endpoint endpoint, const Query& query,
                          const std::atomic<bool>& ending) {
  switch (endpoint) {
    case Endpoint::rules:
      return json_response(rules_json(table));
    case Endpoint::position:
      return query.flag("absent")
                 ? json_response(answer_or_absence(table, position_of(table, query),
                                                   query.flag("moves", true), style_in(query)))
                 : json_response(position_answer(table, position_of(table, query),
                                                 query.flag("moves", true), style_in(query)));
    case Endpoint::line:
      return json_response(line_json(table, query));
    case Endpoint::way:
      return json_response(way_json(table, query, ending));
    case Endpoint::picture: {
      Response response{.content_type = "image/svg+xml", .body = picture_svg(table, query)};
      response.headers = {
          {"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"}};
      return response;
    }
    case Endpoint::random:
      return json_response(
          random_json(table, query, seed_in(query), wanted_in(table, query), ending));
    case Endpoint::drawn:
      return json_response(
          random_json(table, query, seed_in(query), {.outcome = Outcome::draw}, ending));
    case Endpoint::solution:
      return json_response(solution_json(table, query));
    default:
      throw Refusal(404, "not_found", "There is nothing under this address.");
  }
}

void require_known_parameters(const Route& route, const ServedTable* table) {
  const std::string_view parameters = parameters_of(route.endpoint);
  if (parameters == any_parameters) return;
  std::vector<std::string_view> known = words_of(parameters);
  if (route.endpoint == Endpoint::puzzles && table != nullptr) {
    for (const GameCondition& c : table->game_info().conditions) known.emplace_back(c.name);
  }
  Query(route.query).require_known(known);
}

Response answer_or_failure(const ServedTable* table, const Log& log,
                           const std::function<Response()>& answer) {
  try {
    return answer();
  } catch (const IllegalPosition& error) {
    return failed(table, 400, "illegal_position", error.what());
  } catch (const NotInTable& error) {
    return failed(table, 404, "not_in_table", error.what());
  } catch (const GameOver& error) {
    return failed(table, 400, "illegal_position", error.what());
  } catch (const FileError& error) {
    if (log) log(error.what());
    return failed(table, 500, "damaged_table", error.what());
  } catch (const RulesMissing&) {
    return failed(table, 501, "rules_missing", rules_missing(*table));
  } catch (const RulesError& error) {
    if (log) log(error.what());
    return failed(table, 500, "rules_error", error.what());
  } catch (const UsageError& error) {
    return failed(table, 400, "bad_request", error.what());
  } catch (const Refusal&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw busy("There is not enough memory at the moment.", 5);
  } catch (const std::exception& error) {
    if (log) log(error.what());
    return failed(table, 500, "internal_error", error.what());
  }
}

}  // namespace zermelo::server
