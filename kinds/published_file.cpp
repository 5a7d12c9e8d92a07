// SPDX-License-Identifier: MIT
#include "kinds/published_file.h"

#include <fmt/format.h>

#include <utility>

#include "gen/error.h"
#include "gen/wrong_file.h"
#include "tablebase/format/file.h"
#include "tablebase/format/file_index.h"
#include "tablebase/format/table_file.h"
#include "tablebase/format/table_source.h"

namespace zermelo {
namespace {

std::unique_ptr<const TableSource> source_to_publish(const std::string& path) {
  if (is_folder(path)) {
    throw WrongFile(
        fmt::format("{} is a folder of endgame tables, which a page without a server cannot read; "
                    "`zermelo serve` shows it.",
                    path));
  }
  return open_table_source(path);
}

}  // namespace

struct PublishedFile::Opened {
  explicit Opened(std::unique_ptr<const TableSource> source)
      : bytes(*source), table(std::move(source)) {}

  const TableSource& bytes;  // of the table
  TableFile table;
};

PublishedFile::PublishedFile(const std::string& path)
    : opened_(std::make_unique<const Opened>(source_to_publish(path))) {
  const TableHeader& header = opened_->table.header();
  if (header.own) {
    throw WrongFile(
        fmt::format("{} is of a game whose rules are code, which a page without a server does not "
                    "have; `zermelo serve` shows it.",
                    path));
  }
  if (header.states == TableHeader::States::numbered) {
    throw WrongFile(
        fmt::format("{} is a table of an endgame, which a page without a server cannot read; "
                    "`zermelo serve` shows its folder.",
                    path));
  }
  opened_->table.expect_scan();
  opened_->table.check_whole();
}

PublishedFile::~PublishedFile() = default;

std::span<const std::byte> PublishedFile::bytes() const {
  return opened_->bytes.part(0, opened_->bytes.size());
}

void PublishedFile::check_uncut() const {
  if (opened_->table.was_cut()) opened_->table.damaged("the file was cut short");
}

std::string PublishedFile::checksum() const {
  return fmt::format("{:016x}", zermelo::checksum(bytes()));
}

std::vector<std::byte> PublishedFile::index() const { return write_file_index(opened_->table); }

}  // namespace zermelo
