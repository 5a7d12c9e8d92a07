// SPDX-License-Identifier: MIT
#include "server/http.h"

#include <fmt/format.h>

namespace zermelo::server {

Refusal bad_request(const std::string& sentence) { return {400, "bad_request", sentence}; }

Refusal busy(const std::string& sentence, int seconds) {
  return {503, "busy", sentence, {{"Retry-After", std::to_string(seconds)}}};
}

void refuse_if_ending(const std::atomic<bool>& ending) {
  if (ending) throw busy("The server is shutting down.", 5);
}

Response json_response(const Json& json) {
  return {.content_type = "application/json", .body = one_line(json) + "\n"};
}

Response response_of(const Refusal& refusal) {
  Json json{{"code", refusal.code}, {"error", refusal.what()}};
  json.update(refusal.more);
  Response response = json_response(json);
  response.status = refusal.status;
  response.headers = refusal.headers;
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

std::string hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return fmt::format("{:016x}", hash);
}

}  // namespace zermelo::server
