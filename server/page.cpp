// SPDX-License-Identifier: MIT
#include "server/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace zermelo::server {
namespace {

const EmbeddedFile* find_file(std::span<const EmbeddedFile> files, std::string_view name) {
  for (const EmbeddedFile& file : files) {
    if (file.name == name) return &file;
  }
  return nullptr;
}

constexpr std::array content_types = {
    std::pair{".html", "text/html; charset=utf-8"},
    std::pair{".css", "text/css; charset=utf-8"},
    std::pair{".js", "text/javascript; charset=utf-8"},
    std::pair{".mjs", "text/javascript; charset=utf-8"},
    std::pair{".json", "application/json"},
    std::pair{".svg", "image/svg+xml"},
    std::pair{".png", "image/png"},
    std::pair{".ico", "image/x-icon"},
    std::pair{".woff2", "font/woff2"},
    std::pair{".webmanifest", "application/manifest+json"},
    std::pair{".txt", "text/plain; charset=utf-8"},
};

bool takes_gzip(std::string_view accept_encoding) {
  const std::size_t at = accept_encoding.find("gzip");
  if (at == std::string_view::npos) return false;
  std::string_view rest = accept_encoding.substr(at + 4);
  rest = rest.substr(0, rest.find(','));
  return rest.find("q=0") == std::string_view::npos || rest.find("q=0.") != std::string_view::npos;
}

// Files that are inside of the program do not change: each is hashed when it is first asked for.
const std::string& tag_of(const EmbeddedFile& file) {
  static std::mutex mutex;
  static std::map<const EmbeddedFile*, std::string> tags;
  const std::lock_guard lock(mutex);
  std::string& tag = tags[&file];
  if (tag.empty()) tag = hash_of(file.plain.text());
  return tag;
}

}  // namespace

std::string content_type_of(std::string_view name) {
  for (const auto& [ending, type] : content_types) {
    if (name.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

bool has_tag(std::string_view if_none_match, std::string_view tag) {
  while (!if_none_match.empty()) {
    std::string_view item = if_none_match.substr(0, if_none_match.find(','));
    if_none_match.remove_prefix(std::min(item.size() + 1, if_none_match.size()));
    while (item.starts_with(' ') || item.starts_with('\t')) item.remove_prefix(1);
    while (item.ends_with(' ') || item.ends_with('\t')) item.remove_suffix(1);
    if (item == "*") return true;
    if (item.starts_with("W/")) item.remove_prefix(2);
    if (item == tag) return true;
  }
  return false;
}

Response embedded_file(const EmbeddedFile& file, const std::string& content_type,
                       const Request& request) {
  const bool packed = file.packed.first != nullptr && takes_gzip(request.accept_encoding);
  const std::string tag = fmt::format("\"{}{}\"", tag_of(file), packed ? "-gz" : "");
  Response response;
  response.headers = {{"ETag", tag}, {"Cache-Control", "no-cache"}, {"Vary", "Accept-Encoding"}};
  if (has_tag(request.if_none_match, tag)) {
    response.status = 304;
    return response;
  }
  response.content_type = content_type;
  response.lasting = packed ? file.packed.text() : file.plain.text();
  if (packed) response.headers.emplace_back("Content-Encoding", "gzip");
  return response;
}

Response page_file(std::string_view name, const Request& request) {
  const EmbeddedFile* const file = find_file(embedded_page(), name);
  if (file == nullptr) throw Refusal(404, "not_found", "There is no such file of the page.");
  Response response = embedded_file(*file, content_type_of(name), request);
  response.headers.emplace_back(
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
      "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
      "form-action 'none'; frame-ancestors 'self'");
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  return response;
}

Response page_of_nothing(const Request& request) {
  Response response = page_file("index.html", {.accept_encoding = request.accept_encoding});
  response.status = 404;
  std::erase_if(response.headers, [](const auto& header) {
    return header.first == "ETag" || header.first == "Cache-Control";
  });
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

}  // namespace zermelo::server
