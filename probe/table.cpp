// SPDX-License-Identifier: MIT
#include "probe/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "gen/wrong_file.h"
#include "probe/coded_play.h"
#include "probe/games.h"
#include "probe/table_answer.h"
#include "probe/table_reader.h"
#include "probe/unknown_game.h"
#include "tablebase/format/file.h"
#include "tablebase/format/table_file.h"
#include "tablebase/format/truncation_guard.h"

namespace zermelo {
namespace {

UnknownGame unknown_game(const TableFile& file, const Error& error) {
  return UnknownGame(fmt::format("{} holds a game that this program does not know: {}", file.path(),
                                 error.what()));
}

std::shared_ptr<const Game> game_of(const TableFile& file) {
  const TableHeader& header = file.header();
  if (!header.own || header.game.name == variant_game_name) return make_game(header.game);
  if (&own_game_of != nullptr) return own_game_of(file);
  throw UsageError("its rules are the user's own code, which this program never takes.");
}

std::shared_ptr<const TableReader> reader_of(const Game& game,
                                             const std::shared_ptr<const TableFile>& file) {
  for (const auto& kind : game.kinds()) {
    if (auto reader = kind->open(file)) return reader;
  }
  const TableHeader& header = file->header();
  if (!header.holds_values() && !header.holds_distances()) {
    throw DamagedTable(fmt::format("{} holds '{}', which this program does not know.", file->path(),
                                   header.metric));
  }
  file->damaged("its kind is not one of its game's");
}

}  // namespace

void survive_truncation() { guard_maps(); }

Table Table::open(const std::string& path) { return open(path, nullptr); }

Table Table::open_folder(const std::string& path) {
  FolderTable folder = read_folder_table(path);
  Table table;
  table.game_ = std::move(folder.game);
  table.reader_ = std::move(folder.reader);
  table.info_ = std::move(folder.info);
  table.values_ = table.reader_->values();
  return table;
}

Table Table::open(const std::string& path, std::shared_ptr<const Game> game) {
  if (!game && is_folder(path)) return open_folder(path);
  const auto file = std::make_shared<const TableFile>(path);
  Table table;
  if (game) {
    table.game_ = std::move(game);
    table.reader_ = reader_of(*table.game_, file);
  } else {
    try {
      table.game_ = game_of(*file);
      table.reader_ = reader_of(*table.game_, file);
    } catch (const UsageError& error) {
      throw unknown_game(*file, error);
    } catch (const SyntaxError& error) {
      throw unknown_game(*file, error);
    }
  }
  table.file_ = file;
  table.info_ = std::make_shared<const TableInfo>(info_of(*file));
  table.values_ = table.reader_->values();
  table.distances_ = table.reader_->distances();
  return table;
}

// These are the only places that report what this kind of table does not have.

const ValueReader& Table::values() const {
  if (values_ != nullptr) return *values_;
  throw WrongFile(fmt::format("{} holds distances from the start and no values.", info_->path));
}

const DistanceReader& Table::distances() const {
  if (distances_ != nullptr) return *distances_;
  throw WrongFile(fmt::format("{} holds values and no distances from the start.", info_->path));
}

void Table::require_plies(const char* what) const {
  if (!tells_only_results(metric()) || values_->solves_by_result()) return;
  throw WrongFile(fmt::format(
      "This table tells who wins, not in how many plies, so there are no {} in it.", what));
}

void Table::check_file() const {
  if (reader_->was_cut())
    throw DamagedTable(info_->path + ": a file in it was cut short while it was in use.");
  if (file_ && file_->was_cut()) file_->damaged("it was cut short while it was in use");
}

std::unique_ptr<const CodedPlay> Table::coded_play() const { return values().coded_play(); }

std::optional<int> Table::distance(std::string_view state) const {
  return answer([&] { return distances().distance(state); });
}
Way Table::way(std::string_view state, const WayOptions& options) const {
  Way way = answer([&] { return distances().way(state, options); });
  std::string here = game().start();
  for (const std::string& move : way.moves) {
    const std::vector<LegalMove> moves = game().moves(here);
    const auto made = std::ranges::find(moves, move, &LegalMove::move);
    if (made == moves.end() || made->ending)
      throw DamagedTable(
          fmt::format("{} is damaged: it leads to {} in {}, which is not a move there.",
                      info_->path, move, here));
    here = made->result;
    way.states.push_back(here);
  }
  return way;
}
std::vector<DistanceAnswer> Table::distance_many(std::span<const std::string_view> states,
                                                 int threads) const {
  return answer([&] { return distances().distances_of(states, threads); });
}

Value Table::probe(std::string_view state) const {
  return answer([&] { return values().value(state); });
}
std::vector<ProbeAnswer> Table::probe_many(std::span<const std::string_view> states,
                                           int threads) const {
  return answer([&] { return values().values_of(states, threads); });
}
std::vector<MoveValue> Table::moves(std::string_view state) const {
  return answer([&] { return values().moves(state); });
}
Line Table::line(std::string_view state, int limit) const {
  return answer([&] { return values().line(state, limit); });
}
Diagram Table::diagram(std::string_view state, bool with_moves) const {
  return answer([&] { return values().diagram(state, with_moves); });
}
std::string Table::canonical(std::string_view position) const {
  return values().canonical(position);
}
Solution Table::solution(std::string_view state, const SolutionOptions& options) const {
  return answer([&] {
    const ValueReader& reader = values();
    require_plies("solutions");
    return reader.solution(state, options);
  });
}

RecordBoard Table::board() const {
  const Diagram start = game().diagram(game().start());
  RecordBoard board{start.columns, start.rows, std::ranges::count(start.cells, Cell::hole) > 0};
  if (const PieceSet* pieces = game().pieces()) board.pieces = *pieces;
  return board;
}

std::uint64_t Table::indices(std::size_t slice) const {
  return slice < info_->slices.size() ? reader_->indices(slice) : 0;
}
std::optional<std::string> Table::position_at(TableIndex number) const {
  return answer([&] { return reader_->position_at(number); });
}
std::optional<TableIndex> Table::index_of(std::string_view position) const {
  return answer([&] { return reader_->index_of(position); });
}

Metric Table::metric() const { return metric_named(info_->metric); }

}  // namespace zermelo
