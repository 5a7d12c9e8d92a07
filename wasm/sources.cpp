// SPDX-License-Identifier: MIT
#include "wasm/sources.h"

#include <map>
#include <utility>

#include "gen/error.h"

namespace zermelo {
namespace {

std::map<std::string, std::shared_ptr<ChunkedFile>>& sources() {
  static std::map<std::string, std::shared_ptr<ChunkedFile>> all;
  return all;
}

// A file that the module goes on giving chunks to.
class SharedSource : public TableSource {
 public:
  explicit SharedSource(std::shared_ptr<const ChunkedFile> file) : file_(std::move(file)) {}

  const std::string& path() const override { return file_->path(); }
  std::uint64_t size() const override { return file_->size(); }
  Bytes part(std::uint64_t begin, std::uint64_t end) const override {
    return file_->part(begin, end);
  }
  void prefetch(std::uint64_t begin, std::uint64_t end) const override {
    file_->prefetch(begin, end);
  }

 private:
  std::shared_ptr<const ChunkedFile> file_;
};

}  // namespace

std::unique_ptr<const TableSource> open_table_source(const std::string& path) {
  const auto found = sources().find(path);
  if (found == sources().end()) throw FileError("Cannot read " + path + ": it is not open.");
  return std::make_unique<SharedSource>(found->second);
}

// No table is a folder here.
bool is_folder(const std::string&) { return false; }

namespace wasm {

void register_source(const std::string& name, std::shared_ptr<ChunkedFile> file) {
  sources()[name] = std::move(file);
}

void forget_source(const std::string& name) { sources().erase(name); }

}  // namespace wasm
}  // namespace zermelo
