// SPDX-License-Identifier: MIT
// The files of a site, in memory, before any of them is written (docs/publish.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zermelo::publish {

inline std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Files by their paths within the site, "tables/tables.json". Contents are views: of texts that
// this object keeps, or of bytes that live as long as it does.
class SiteFiles {
 public:
  void add(std::string path, std::string text) {
    texts_.push_back(std::make_unique<const std::string>(std::move(text)));
    add_view(std::move(path), *texts_.back());
  }
  void add_view(std::string path, std::string_view content) {
    bytes_ += content.size();
    files_.insert_or_assign(std::move(path), content);
  }

  const std::map<std::string, std::string_view, std::less<>>& all() const { return files_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  std::map<std::string, std::string_view, std::less<>> files_;
  std::vector<std::unique_ptr<const std::string>> texts_;
  std::uint64_t bytes_ = 0;
};

}  // namespace zermelo::publish
