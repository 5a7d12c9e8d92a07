// SPDX-License-Identifier: MIT
#include "server/routes.h"

#include <algorithm>
#include <array>
#include <vector>

#include "server/query.h"

namespace zermelo::server {
namespace {

constexpr std::array table_of_endpoints = {
    EndpointInfo{Endpoint::tables, "/api/v1/tables", "GET", Cost::quick, ""},
    EndpointInfo{Endpoint::table, "/api/v1/tables/{id}", "GET", Cost::quick, ""},
    EndpointInfo{Endpoint::rules, "/api/v1/tables/{id}/rules", "GET", Cost::quick, ""},
    EndpointInfo{Endpoint::stats, "/api/v1/tables/{id}/stats", "GET", Cost::slow, ""},
    EndpointInfo{Endpoint::report, "/api/v1/tables/{id}/report", "GET", Cost::slow, ""},
    EndpointInfo{Endpoint::position, "/api/v1/tables/{id}/position", "GET", Cost::quick,
                 "position cells hands turn moves absent style"},
    EndpointInfo{Endpoint::line, "/api/v1/tables/{id}/line", "GET", Cost::slow,
                 "position cells hands turn limit style"},
    EndpointInfo{Endpoint::way, "/api/v1/tables/{id}/way", "GET", Cost::slow,
                 "position cells hands turn exact"},
    EndpointInfo{Endpoint::picture, "/api/v1/tables/{id}/board.svg", "GET", Cost::quick,
                 "position cells hands turn moves"},
    EndpointInfo{Endpoint::random, "/api/v1/tables/{id}/random", "GET", Cost::slow,
                 "count seed value amount"},
    EndpointInfo{Endpoint::longest, "/api/v1/tables/{id}/longest", "GET", Cost::slow, "count"},
    EndpointInfo{Endpoint::drawn, "/api/v1/tables/{id}/drawn", "GET", Cost::slow, "count seed"},
    EndpointInfo{Endpoint::positions, "/api/v1/tables/{id}/positions", "POST", Cost::slow, ""},
    EndpointInfo{Endpoint::puzzles, "/api/v1/tables/{id}/puzzles", "GET", Cost::streamed,
                 "win_in win_by only_move only_line sacrifice quiet_key capture_refused reachable "
                 "pieces order seed limit"},
    EndpointInfo{Endpoint::solution, "/api/v1/tables/{id}/solution", "GET", Cost::slow,
                 "position cells hands turn"},
    EndpointInfo{Endpoint::export_page, "/api/v1/tables/{id}/export.html", "GET", Cost::slow,
                 "position cells hands turn plies limit"},
    EndpointInfo{Endpoint::page, "/", "GET", Cost::quick, any_parameters},
    EndpointInfo{Endpoint::page_of_table, "/table/{id}", "GET", Cost::quick, any_parameters},
    EndpointInfo{Endpoint::asset, "/assets/{...}", "GET", Cost::quick, ""},
    EndpointInfo{Endpoint::healthz, "/healthz", "GET", Cost::quick, ""},
    EndpointInfo{Endpoint::metrics, "/metrics", "GET", Cost::quick, ""},
    EndpointInfo{Endpoint::openapi, "/openapi.json", "GET", Cost::quick, ""},
    EndpointInfo{Endpoint::favicon, "/favicon.ico", "GET", Cost::quick, ""},
    EndpointInfo{Endpoint::robots, "/robots.txt", "GET", Cost::quick, ""},
    // As lila-tablebase has them. (After everything else: {id} may be any name.)
    EndpointInfo{Endpoint::lila_position, "/{id}", "GET", Cost::quick, "fen"},
    EndpointInfo{Endpoint::lila_mainline, "/{id}/mainline", "GET", Cost::quick, "fen"},
};
static_assert(table_of_endpoints.size() + 1 == endpoint_count);

// The next part of a path: "/api/v1" gives "api", and "/v1" is left.
std::string_view next_part(std::string_view& path) {
  path.remove_prefix(std::min<std::size_t>(1, path.size()));
  const std::string_view part = path.substr(0, path.find('/'));
  path.remove_prefix(part.size());
  return part;
}

bool matches(std::string_view pattern, std::string_view path, Route& route) {
  while (!pattern.empty()) {
    const std::string_view wanted = next_part(pattern);
    if (wanted == "{...}") {
      route.rest = path.substr(std::min<std::size_t>(1, path.size()));
      return !route.rest.empty();
    }
    if (path.empty()) return false;
    const std::string_view part = next_part(path);
    if (wanted == "{id}") {
      route.table = part;
    } else if (wanted != part) {
      return false;
    }
  }
  return path.empty();
}

// Folders of addresses, which a variant cannot be called.
bool is_taken(std::string_view name) {
  return name == "api" || name == "assets" || name == "table";
}

}  // namespace

std::span<const EndpointInfo> endpoints() { return table_of_endpoints; }

Route route_of(std::string_view target) {
  Route route;
  const std::size_t mark = std::min(target.find('?'), target.size());
  const std::string path = decode_percent(target.substr(0, mark));
  route.query = target.substr(std::min(mark + 1, target.size()));
  if (!path.starts_with('/')) return route;
  for (const EndpointInfo& info : table_of_endpoints) {
    if (!matches(info.path, path, route)) continue;
    const bool is_lila =
        info.endpoint == Endpoint::lila_position || info.endpoint == Endpoint::lila_mainline;
    if (is_lila && is_taken(route.table)) return {};
    route.endpoint = info.endpoint;
    return route;
  }
  return route;
}

Cost cost_of(Endpoint endpoint) {
  if (endpoint == Endpoint::nothing) return Cost::quick;
  return table_of_endpoints[static_cast<std::size_t>(endpoint)].cost;
}

std::string_view parameters_of(Endpoint endpoint) {
  if (endpoint == Endpoint::nothing) return any_parameters;
  return table_of_endpoints[static_cast<std::size_t>(endpoint)].parameters;
}

std::string_view name_of(Endpoint endpoint) {
  if (endpoint == Endpoint::nothing) return "other";
  return table_of_endpoints[static_cast<std::size_t>(endpoint)].path;
}

std::string allowed_methods(Endpoint endpoint) {
  if (endpoint == Endpoint::nothing) return "GET, HEAD, OPTIONS, POST";
  const std::string_view method = table_of_endpoints[static_cast<std::size_t>(endpoint)].method;
  return method == "GET" ? "GET, HEAD, OPTIONS" : "OPTIONS, POST";
}

}  // namespace zermelo::server
