// SPDX-License-Identifier: MIT
// A folder of endgame tables: tablebase.json, which holds the variant's rules, and a file for each
// group of materials (kinds/endgames/material_file.h). Everything that answers takes it as one
// table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/lazy.h"
#include "gen/variant/material.h"
#include "gen/variant/position.h"
#include "kinds/endgames/locator.h"
#include "kinds/endgames/material_file.h"
#include "kinds/endgames/measure.h"
#include "kinds/endgames/variant_game.h"

namespace zermelo::endgames {

// PATH/tablebase.json and PATH/KQvKR.ztb.
std::string header_path(const std::string& folder);
std::string material_path(const std::string& folder, const std::string& material);

// Makes the folder, if it is missing, and writes its tablebase.json, if there is none. Throws
// UsageError if it holds tables of other rules or of another metric, FileError, DamagedTable.
void prepare_folder(const std::string& folder, const VariantGame& game, const Measure& measure);
// What tables of a variant measure in that metric.
Measure measure_of(const VariantGame& game, Metric metric);

// Immutable and thread-safe; files are opened when they are first needed.
class EndgameFolder {
 public:
  // Throws FileError if there is no tablebase.json, and DamagedTable.
  explicit EndgameFolder(std::string path);

  const std::string& path() const { return path_; }
  const std::shared_ptr<const VariantGame>& game() const { return game_; }
  const Rules& rules() const { return game_->table_rules().rules; }
  const Measure& measure() const { return measure_; }

  // The groups that have a table: fewer men first.
  const std::vector<MaterialGroup>& groups() const { return groups_; }
  const std::string& name(std::size_t table) const { return groups_[table].name; }
  // Throws FileError and DamagedTable, as everything that reads values does.
  const MaterialFile& table(std::size_t table) const;
  // Whether one of the files that are open has been cut short.
  bool was_cut() const;

  // A number of a slice of a table: of a position, if it was found.
  struct Place {
    std::size_t table = 0;
    std::size_t slot = 0;
    std::uint64_t index = 0;

    bool operator==(const Place&) const = default;
    auto operator<=>(const Place&) const = default;
  };
  // Slices of all tables, one after the other, as TableIndex counts them.
  std::size_t slices() const { return first_slices_.back(); }
  std::size_t slice(const Place& place) const { return first_slices_[place.table] + place.slot; }
  Place place(std::size_t slice, std::uint64_t index) const;

  // Throws NotInTable, with a sentence that says what is missing. The men alone count:
  // what the last move was is left to the caller (last_move.h).
  Place find(const variant::Position& position) const;
  // The value there. Where a shrunk table leaves the slice out, it follows from the moves.
  Value value(const Place& place) const;
  // The codes in the slice's palette of the numbers of a block, as MaterialFile::read_block.
  void read_block(const Place& slice, std::uint64_t block, std::vector<std::uint8_t>& codes) const;
  // The position of a number; nothing if it is that of no position in which the game goes on.
  std::optional<variant::Position> position(const Place& place) const;
  // The same, also if the game is over there.
  std::optional<variant::Position> possible_position(const Place& place) const;
  // The same men with the sides exchanged.
  Men exchanged(const Men& men) const { return locator_->exchanged(men); }

 private:
  // As tables store it.
  Value stored(const Place& place) const;

  std::string path_;
  std::shared_ptr<const VariantGame> game_;
  Measure measure_;
  std::vector<MaterialGroup> groups_;
  std::vector<std::size_t> first_slices_;  // by table; then how many there are
  std::optional<MaterialLocator> locator_;
  std::vector<Lazy<MaterialFile>> tables_;
  int most_men_ = 0;
};

}  // namespace zermelo::endgames
