// SPDX-License-Identifier: MIT
#include "tablebase/format/table_source.h"

#include <algorithm>

namespace zermelo {
namespace {

class MappedTable : public TableSource {
 public:
  explicit MappedTable(const std::string& path) : file_(path) {
    file_.expect(MappedFile::Access::random);
  }

  const std::string& path() const override { return file_.path(); }
  std::uint64_t size() const override { return file_.bytes().size(); }
  Bytes part(std::uint64_t begin, std::uint64_t end) const override {
    return file_.bytes().subspan(begin, end - begin);
  }
  // (Into the processor's cache, if the system has it in memory.)
  void prefetch(std::uint64_t begin, std::uint64_t end) const override {
    constexpr std::size_t line = 64, most = 2048;  // bytes
    const Bytes bytes = part(begin, end);
    for (std::size_t at = 0; at < std::min(bytes.size(), most); at += line)
      __builtin_prefetch(bytes.data() + at);
  }
  void expect_in_order() const override { file_.expect(MappedFile::Access::in_order); }
  void expect_whole(Bytes part) const override { file_.expect_whole(part); }
  bool was_cut() const override { return file_.was_cut(); }

 private:
  MappedFile file_;
};

}  // namespace

std::unique_ptr<const TableSource> open_table_source(const std::string& path) {
  return std::make_unique<MappedTable>(path);
}

}  // namespace zermelo
