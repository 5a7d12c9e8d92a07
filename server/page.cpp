// SPDX-License-Identifier: MIT
#include "server/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <mutex>
#include <optional>
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

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  return text;
}

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

// "0.25" in thousandths (RFC 9110, 12.4.2); what is not a weight is 0.
int weight_of(std::string_view text) {
  const bool well_formed = !text.empty() && text.size() <= 5 &&
                           (text[0] == '0' || text[0] == '1') &&
                           (text.size() == 1 || text[1] == '.') &&
                           std::ranges::all_of(text.substr(std::min<std::size_t>(2, text.size())),
                                               [](char c) { return c >= '0' && c <= '9'; });
  if (!well_formed) return 0;
  int weight = (text[0] - '0') * 1000, unit = 100;
  for (std::size_t i = 2; i < text.size(); ++i, unit /= 10) weight += (text[i] - '0') * unit;
  return weight > 1000 ? 0 : weight;
}

// The weight of a coding in Accept-Encoding, in thousandths: its own, or that of "*"; nothing if
// neither is there.
std::optional<int> weight_in(std::string_view accept_encoding, std::string_view coding) {
  std::optional<int> of_any;
  while (!accept_encoding.empty()) {
    std::string_view item = accept_encoding.substr(0, accept_encoding.find(','));
    accept_encoding.remove_prefix(std::min(item.size() + 1, accept_encoding.size()));
    const std::string_view name = trimmed(item.substr(0, item.find(';')));
    item.remove_prefix(std::min(item.find(';'), item.size()));
    int weight = 1000;
    while (!item.empty()) {
      item.remove_prefix(1);
      const std::string_view parameter = trimmed(item.substr(0, item.find(';')));
      item.remove_prefix(std::min(item.find(';'), item.size()));
      if (parameter.starts_with("q=") || parameter.starts_with("Q="))
        weight = weight_of(parameter.substr(2));
    }
    if (same_word(name, coding)) return weight;
    if (name == "*") of_any = weight;
  }
  return of_any;
}

// Files that are embedded in the program do not change: each is hashed when it is first requested.
const std::string& tag_of(const EmbeddedFile& file) {
  static std::mutex mutex;
  static std::map<const EmbeddedFile*, std::string> tags;
  const std::lock_guard lock(mutex);
  std::string& tag = tags[&file];
  if (tag.empty()) tag = hash_of(file.plain.text());
  return tag;
}

}  // namespace

bool takes_gzip(std::string_view accept_encoding) {
  const int gzip = weight_in(accept_encoding, "gzip").value_or(0);
  return gzip > 0 && gzip >= weight_in(accept_encoding, "identity").value_or(0);
}

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
    item = trimmed(item);
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
  if (file == nullptr) throw Refusal(404, "not_found", "The page has no such file.");
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
