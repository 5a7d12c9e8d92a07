// SPDX-License-Identifier: MIT
// Maps an address to the question that it asks. Knows neither tables nor sockets.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace zermelo::server {

enum class Endpoint {
  tables,
  table,
  rules,
  stats,
  report,
  position,
  line,
  way,
  picture,
  random,
  longest,
  drawn,
  positions,
  puzzles,
  solution,
  export_page,
  page,
  page_of_table,
  asset,
  healthz,
  metrics,
  openapi,
  favicon,
  robots,
  lila_position,
  lila_mainline,
  nothing,  // not found, malformed
};
inline constexpr std::size_t endpoint_count = static_cast<std::size_t>(Endpoint::nothing) + 1;

// How long an answer can take: less than a millisecond; up to about a second; or until it is
// stopped, being sent piece by piece.
enum class Cost { quick, slow, streamed };

struct EndpointInfo {
  Endpoint endpoint;
  std::string_view path;    // "/api/v1/tables/{id}/line": {} stands for one part of a path,
                            // {...} at the end for any number of them
  std::string_view method;  // "GET" (then also HEAD) or "POST"
  Cost cost;
  // The parameters that may follow the question mark, as names with spaces between them;
  // any_parameters if the server does not check them. (Puzzles take their game's own conditions,
  // too.)
  std::string_view parameters;
};
// For the page: addresses that people are given come with all sorts of additions, and the page
// itself says what it does not know.
inline constexpr std::string_view any_parameters = "*";
// In the order of the enumeration, without `nothing`.
std::span<const EndpointInfo> endpoints();

struct Route {
  Endpoint endpoint = Endpoint::nothing;
  std::string table;       // of questions about one table
  std::string rest;        // of an asset: its name
  std::string_view query;  // of the target, not decoded
};

// `target` must outlive the route. Throws a Refusal (400) if it cannot be decoded. Does not check
// that the table exists.
Route route_of(std::string_view target);

Cost cost_of(Endpoint endpoint);
// Names as in EndpointInfo::parameters; any_parameters for nothing.
std::string_view parameters_of(Endpoint endpoint);
// "/api/v1/tables/{id}/line"; "other" for nothing.
std::string_view name_of(Endpoint endpoint);
// "GET, HEAD, OPTIONS"
std::string allowed_methods(Endpoint endpoint);

}  // namespace zermelo::server
