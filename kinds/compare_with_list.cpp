// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "gen/stopwatch.h"
#include "gen/wrong_file.h"
#include "kinds/export_table.h"
#include "kinds/table_list.h"
#include "probe/table.h"
#include "tablebase/format/file.h"
#include "tablebase/lists/list_reader.h"
#include "tablebase/lists/new_file.h"

namespace zermelo {
namespace {

class Comparison {
  // Puts the list's name in front of what is wrong with it.
  template <class Read>
  auto naming(const Read& read) const {
    try {
      return read();
    } catch (const SyntaxError& error) {
      throw SyntaxError(fmt::format("{}: {}", file_.path(), error.what()));
    }
  }

 public:
  Comparison(const Table& table, const std::string& path, const CompareOptions& options)
      : table_(table),
        file_(path),
        options_(options),
        list_(naming([&] { return read_list(file_.bytes()); })) {
    require_same_game();
  }

  CompareReport run() {
    std::vector<ListEntry> block;
    while (naming([&] { return list_->next(block); })) {
      require_whole();
      compare(block);
      if (report_.difference) return report_;
      if (options_.progress) options_.progress(list_->bytes_read(), file_.bytes().size());
      if (options_.stop != nullptr && *options_.stop)
        throw Interrupted("Stopped; the list was not compared to its end.");
    }
    require_whole();
    report_.difference = difference_of_slices();
    return report_;
  }

 private:
  void require_whole() const {
    if (!file_.was_cut()) return;
    throw FileError(fmt::format("{} was cut short while it was read.", file_.path()));
  }

  void require_same_game() const {
    const ListHeader wanted = table_list_header(table_);
    const ListHeader& found = list_->header();
    if (found == wanted) return;
    throw WrongFile(found.kind == ListHeader::Kind::strategy
                        ? fmt::format("{} is the list of a strategy, not of a table.", file_.path())
                        : fmt::format("{} is not a list of the game and the kind of values that "
                                      "{} holds.",
                                      file_.path(), table_.info().path));
  }

  void compare(const std::vector<ListEntry>& block) {
    std::vector<std::string_view> positions;
    for (const ListEntry& entry : block) positions.emplace_back(entry.position);
    const std::vector<ProbeAnswer> answers = table_.probe_many(positions, options_.threads);
    for (std::size_t n = 0; n < block.size(); ++n) {
      report_.difference = difference(block[n], answers[n]);
      if (report_.difference) return;
      ++report_.positions;
    }
  }

  std::optional<std::string> difference(const ListEntry& entry, const ProbeAnswer& answer) const {
    const std::string where = fmt::format("{} of {} says {} for {}", list_->place_text(entry),
                                          file_.path(), table_.text(entry.value), entry.position);
    if (answer.status != ProbeStatus::ok)
      return fmt::format("{}; the table says: {}", where, answer.error);
    if (answer.value == entry.value) return std::nullopt;
    return fmt::format("{}; the table says {}.", where, table_.text(answer.value));
  }

  std::optional<std::string> difference_of_slices() const {
    for (const TableSlice& slice : table_.info().slices) {
      std::uint64_t listed = 0;
      for (const ListSlice& part : list_->slices())
        if (part.name == slice.name) listed += part.positions;
      if (listed == slice.positions) continue;
      return fmt::format("{} lists {} of the {} positions that the table has in '{}'.",
                         file_.path(), listed, slice.positions, slice.name);
    }
    if (report_.positions == table_.info().positions) return std::nullopt;
    return fmt::format("{} lists {} positions; the table has {}.", file_.path(), report_.positions,
                       table_.info().positions);
  }

  const Table& table_;
  MappedFile file_;
  const CompareOptions& options_;
  std::unique_ptr<ListReader> list_;
  CompareReport report_;
};

}  // namespace

CompareReport compare_with_list(const Table& table, const std::string& path,
                                const CompareOptions& options) {
  const Stopwatch watch;
  CompareReport report = Comparison(table, path, options).run();
  report.seconds = watch.seconds();
  return report;
}

}  // namespace zermelo
