// SPDX-License-Identifier: MIT
#include "server/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "server/embedded.h"
#include "server/lila_answer.h"
#include "server/page.h"
#include "server/puzzle_stream.h"
#include "server/table_answers.h"
#include "server/value_answers.h"

namespace zermelo::server {
namespace {

// Five minutes: a table does not change while it is served, and hardly ever afterwards.
constexpr const char* for_some_time = "public, max-age=300";

// Crawlers may read what people read.
constexpr const char* robots =
    "User-agent: *\nDisallow: /api/\nDisallow: /metrics\nDisallow: /healthz\n";

void add_headers_of_all(Response& response) {
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  response.headers.emplace_back("Access-Control-Allow-Origin", "*");
  response.headers.emplace_back("Access-Control-Expose-Headers", "ETag, Retry-After");
}

Response options(Endpoint endpoint) {
  const std::string methods = allowed_methods(endpoint);
  return {.status = 204,
          .headers = {{"Allow", methods},
                      {"Access-Control-Allow-Methods", methods},
                      {"Access-Control-Allow-Headers", "Content-Type, If-None-Match"},
                      {"Access-Control-Max-Age", "86400"}}};
}

// For what changes at any moment.
Response not_kept(Response response) {
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

// For what may change, and is sent again only if it has.
Response kept_if_same(Response response, const Request& request) {
  const std::string tag = fmt::format("\"{}\"", hash_of(response.content()));
  if (has_tag(request.if_none_match, tag)) response = {.status = 304};
  response.headers.emplace_back("ETag", tag);
  response.headers.emplace_back("Cache-Control", "no-cache");
  return response;
}

Refusal no_such_table(std::string_view id) {
  return {404, "not_found",
          fmt::format("There is no table '{}'; /api/v1/tables lists those that there are.",
                      id.substr(0, 100))};
}

UsageError no_table_for_code(const std::string& id,
                             const std::vector<std::unique_ptr<const ServedTable>>& tables) {
  std::string ids;
  for (const auto& table : tables) ids += (ids.empty() ? "" : ", ") + table->id();
  return UsageError(fmt::format(
      "--game-code: there is no table '{}' here to give code to; the tables are {}.", id, ids));
}

// What the page asks for puzzles by.
bool counts_plies_or_scores(const Table& table) {
  return !table.holds_distances() && !tells_only_results(table.metric());
}

Refusal no_puzzles(const ServedTable& table) {
  if (table.lacks_rules()) return {501, "rules_missing", rules_missing(table)};
  const bool tells = counts_plies_or_scores(table.table());
  return bad_request(
      tells ? "This table is too large to be searched for puzzles by this server."
            : "There are no puzzles in this table: it holds neither plies nor scores.");
}

Response plain_text(std::string text, const char* type = "text/plain; charset=utf-8") {
  return {.content_type = type, .body = std::move(text)};
}

}  // namespace

namespace {

std::vector<std::unique_ptr<const ServedTable>> list_of(std::unique_ptr<const ServedTable> table) {
  std::vector<std::unique_ptr<const ServedTable>> list;
  list.push_back(std::move(table));
  return list;
}

}  // namespace

Service::Service(const std::vector<std::string>& paths, ServiceOptions options)
    : options_(std::move(options)),
      tables_(open_tables(paths)),
      own_answerers_(opened_code()),
      statistics_(options_.counting_threads) {
  warn();
}

Service::Service(std::unique_ptr<const ServedTable> table, ServiceOptions options)
    : options_(std::move(options)),
      tables_(list_of(std::move(table))),
      statistics_(options_.counting_threads) {
  warn();
}

void Service::warn() const {
  if (!options_.log) return;
  for (const auto& table : tables_) {
    for (const std::string& sentence : table->game().warnings())
      options_.log(fmt::format("warning: {}: {}", table->id(), sentence));
  }
}

std::map<const ServedTable*, std::unique_ptr<OwnAnswerer>> Service::opened_code() const {
  std::map<const ServedTable*, std::unique_ptr<OwnAnswerer>> opened;
  for (const auto& [id, code] : options_.game_code) {
    const ServedTable* const table = find(id);
    if (table == nullptr) throw no_table_for_code(id, tables_);
    own_game_parameters(table->game().spec());  // (or it takes no code)
    ServiceOptions inside = options_;
    inside.game_code.clear();
    const auto begin = [id = table->id(), path = table->table().info().path, code_path = code,
                        inside](OwnCalls& calls) {
      const GameCode own{code_path, &calls, inside.load_code};
      const auto service =
          std::make_shared<Service>(std::make_unique<const ServedTable>(id, path, &own), inside);
      return [service](const Request& request) { return service->answer(request); };
    };
    opened[table] = std::make_unique<OwnAnswerer>(*table, code, begin, options_.rules_limits);
  }
  return opened;
}

Response Service::answer(const Request& request) {
  Response response;
  try {
    const Route route = route_of(request.target);
    OwnAnswerer* const own = own_answerer(route);
    if (own != nullptr) return answer_by_code(*own, request, route);
    response = answer_to_route(request, route);
  } catch (const Refusal& refusal) {
    response = response_of(refusal);
  }
  if (request.method == "HEAD") response.stream = nullptr;
  add_headers_of_all(response);
  return response;
}

// Who answers instead, if the question needs rules that are code.
OwnAnswerer* Service::own_answerer(const Route& route) const {
  if (route.table.empty() || route.endpoint == Endpoint::page_of_table) return nullptr;
  const auto found = own_answerers_.find(find(route.table));
  return found == own_answerers_.end() ? nullptr : found->second.get();
}

// (The answer has the headers of all.)
Response Service::answer_by_code(OwnAnswerer& own, const Request& request, const Route& route) {
  const ServedTable& table = table_of(route);
  try {
    refuse_if_ending(ending());
    if (route.endpoint != Endpoint::table) require_whole(table);
    Response response = own.answer(request, route.endpoint);
    if (response.stream) response.stream = ends_with_failure(std::move(response.stream));
    return response;
  } catch (const RulesError& error) {
    if (options_.log) options_.log(error.what());
    return refused({500, "rules_error", error.what()});
  } catch (const Refusal& refusal) {
    return refused(refusal);
  }
}

// A stream of such an answer; what befalls its rules is its last line.
Stream Service::ends_with_failure(Stream stream) const {
  return [this, stream = std::move(stream)](const StreamSink& sink, const std::atomic<bool>& stop) {
    try {
      stream(sink, stop);
    } catch (const RulesError& error) {
      if (options_.log) options_.log(error.what());
      sink(failure_line("rules_error", error.what()));
    }
  };
}

Cost Service::cost(const Request& request) const {
  try {
    const Route route = route_of(request.target);
    return own_answerer(route) != nullptr ? Cost::slow : cost_of(route.endpoint);
  } catch (const Refusal&) {
    return Cost::quick;
  }
}

Response Service::refused(const Refusal& refusal) const {
  Response response = response_of(refusal);
  add_headers_of_all(response);
  return response;
}

Response Service::answer_to_route(const Request& request, const Route& route) {
  const ServedTable* const table = find(route.table);
  return answer_or_failure(table, options_.log, [&]() -> Response {
    if (request.method == "OPTIONS" && request.target == "*") return options(Endpoint::nothing);
    const bool is_lila =
        route.endpoint == Endpoint::lila_position || route.endpoint == Endpoint::lila_mainline;
    if (route.endpoint == Endpoint::nothing || (is_lila && table == nullptr)) {
      throw Refusal(404, "not_found",
                    "There is nothing under this address; /openapi.json describes what there is.");
    }
    if (request.method == "OPTIONS") return options(route.endpoint);
    const std::string allowed = allowed_methods(route.endpoint);
    const bool reads = request.method == "GET" || request.method == "HEAD";
    if (reads && allowed.starts_with("GET")) return get(request, route);
    if (request.method == "POST" && allowed.ends_with("POST")) return post(request, route);
    throw Refusal(
        405, "method_not_allowed",
        fmt::format("This address takes {}, not {}.", allowed, request.method.substr(0, 20)),
        {{"Allow", allowed}});
  });
}

Response Service::get(const Request& request, const Route& route) {
  require_known_parameters(route, find(route.table));
  switch (route.endpoint) {
    case Endpoint::tables: {
      Json list = Json::array();
      for (const auto& table : tables_) list.push_back(told(*table, false));
      return kept_if_same(
          json_response({{"version", ZERMELO_VERSION}, {"tables", std::move(list)}}), request);
    }
    case Endpoint::page:
      return page_file("index.html", request);
    case Endpoint::page_of_table:
      return find(route.table) != nullptr ? page_file("index.html", request)
                                          : page_of_nothing(request);
    case Endpoint::asset:
      return page_file(route.rest, request);
    case Endpoint::healthz:
      return not_kept(json_response({{"status", "ok"}, {"tables", tables_.size()}}));
    case Endpoint::metrics:
      return not_kept(plain_text(metrics().text(), "text/plain; version=0.0.4; charset=utf-8"));
    case Endpoint::openapi:
      return embedded_file(embedded_openapi().front(), "application/json", request);
    case Endpoint::favicon:  // (Browsers request it on every page.)
      return page_file("icon.svg", request);
    case Endpoint::robots:
      return kept_if_same(plain_text(robots), request);
    default:
      return get_of_table(request, route);
  }
}

Response Service::get_of_table(const Request& request, const Route& route) {
  const ServedTable& table = table_of(route);
  if (route.endpoint == Endpoint::table) {
    return kept_if_same(json_response(told(table, true)), request);
  }
  require_whole(table);
  const Query query(route.query);
  if (route.endpoint == Endpoint::puzzles) {
    if (!has_puzzles(table)) throw no_puzzles(table);
    return not_kept(
        {.content_type = "application/x-ndjson", .stream = puzzle_stream(table, query)});
  }
  // What is drawn at random each time is not kept.
  const bool draws = route.endpoint == Endpoint::random || route.endpoint == Endpoint::drawn;
  if (draws && !query.text("seed")) return not_kept(get_of_values(table, route.endpoint, query));
  // The same question has the same answer as long as the table stays the same.
  const std::string tag = tag_of(table);
  Response response = has_tag(request.if_none_match, tag)
                          ? Response{.status = 304}
                          : get_of_values(table, route.endpoint, query);
  response.headers.emplace_back("ETag", tag);
  response.headers.emplace_back("Cache-Control", for_some_time);
  return response;
}

Response Service::get_of_values(const ServedTable& table, Endpoint endpoint, const Query& query) {
  switch (endpoint) {
    case Endpoint::stats:
      return json_response(statistics_.of(table, AboutTable::statistics, options_.patience)->json);
    case Endpoint::report:
      return json_response(statistics_.of(table, AboutTable::report, options_.patience)->json);
    case Endpoint::longest:
      return json_response(listed_json(
          table, statistics_.of(table, AboutTable::statistics, options_.patience)->longest, query));
    case Endpoint::lila_position:
      return json_response(lila_position_json(table, query));
    case Endpoint::lila_mainline:
      return json_response(lila_mainline_json(table, query));
    case Endpoint::export_page: {
      Response response{.content_type = "text/html; charset=utf-8",
                        .body = export_page(table, told(table, true), query, ending())};
      response.headers = {
          {"Content-Disposition", fmt::format("inline; filename=\"{}.html\"", table.id())},
          {"Content-Security-Policy",
           "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; "
           "img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'"}};
      return response;
    }
    default:
      return answer_of_values(table, endpoint, query, ending());
  }
}

Response Service::post(const Request& request, const Route& route) {
  require_known_parameters(route, find(route.table));
  const ServedTable& table = table_of(route);
  require_whole(table);
  return not_kept(json_response(many_json(table, request.body, ending())));
}

const ServedTable* Service::find(std::string_view id) const {
  for (const auto& table : tables_) {
    if (table->id() == id) return table.get();
  }
  // (What Lichess calls them.)
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> others{
      {{"standard", "chess"},
       {"threeCheck", "3check"},
       {"kingOfTheHill", "kingofthehill"},
       {"racingKings", "racingkings"}}};
  const auto other = std::ranges::find(others, id, &decltype(others)::value_type::first);
  return other == others.end() ? nullptr : find(other->second);
}

const ServedTable& Service::table_of(const Route& route) const {
  const ServedTable* const table = find(route.table);
  if (table == nullptr) throw no_such_table(route.table);
  return *table;
}

Json Service::told(const ServedTable& table, bool with_slices) const {
  const FileState state = table.look(options_.log);
  const auto own = own_answerers_.find(&table);
  if (own == own_answerers_.end()) return table_json(table, state, has_puzzles(table), with_slices);
  Json json = own->second->told();
  json["file"] = name_of(state);
  if (!with_slices) json.erase("slices");
  return json;
}

bool Service::has_puzzles(const ServedTable& table) const {
  return !table.lacks_rules() && counts_plies_or_scores(table.table()) &&
         table.table().mining_memory() <= options_.mining_memory;
}

void Service::require_whole(const ServedTable& table) const {
  if (table.look(options_.log) != FileState::cut_short) return;
  throw Refusal(500, "damaged_table",
                fmt::format("The file of {} was cut short while it was being served.", table.id()));
}

std::string Service::tag_of(const ServedTable& table) const {
  return fmt::format("\"{}-{}\"", table.identity(), ZERMELO_VERSION);
}

}  // namespace zermelo::server
