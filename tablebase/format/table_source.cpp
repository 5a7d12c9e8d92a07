// SPDX-License-Identifier: MIT
#include "tablebase/format/table_source.h"

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
