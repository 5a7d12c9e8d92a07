// SPDX-License-Identifier: MIT
// What a table says about itself without looking up a position; its game need not be known.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "gen/game_spec.h"

namespace zermelo {

// Positions that belong together, such as those with the same number of pieces.
struct TableSlice {
  std::string name;
  std::uint64_t positions = 0;  // up to symmetry
  std::uint64_t values = 0;     // that are stored; the others follow from the rules
  std::uint64_t bytes = 0;      // of the stored data, without the directory
  int greatest = 0;             // of its values, as TableInfo::greatest
  bool is_left_out = false;     // of a shrunk table
};

struct TableInfo {
  std::string path;
  GameSpec game;
  std::string metric;  // as TableKind::metric
  std::string creator;
  std::uint32_t format_version = 0;
  std::uint64_t bytes = 0;      // of the file
  std::uint64_t positions = 0;  // of all slices
  std::uint64_t values = 0;
  // Of a shrunk table: the bytes of the table that it was made from; otherwise 0. Values of slices
  // that are left out of it follow from those of others, and count among `values`.
  std::uint64_t shrunk_from = 0;
  // Of a shrunk table: whether it does not have slices without values, but losses without plies.
  bool leaves_out_loss_plies = false;
  // Whether values are also stored for positions that play cannot lead to, which are not counted in
  // `positions`.
  bool has_values_beyond_play = false;
  // Whether the data that say where values are have checksums, too. Older tables have none there: a
  // defect may go unnoticed until the whole file is verified.
  bool has_directory_checksums = true;
  // Whether the states of a game of one's own are known by hashes of 63 bits, because their bytes
  // say more. No two of the table's states have the same one, but there is no way back to a state,
  // and a state that is not in the table may have the hash of one that is.
  bool has_hashed_states = false;
  int greatest = 0;  // of all values: plies or score; or the plies of the farthest position
  std::vector<TableSlice> slices;

  // The chance that a state that is not in the table is taken for one that is: 0 unless states are
  // known by hashes.
  double collision_chance() const {
    return has_hashed_states ? std::ldexp(static_cast<double>(values), -63) : 0;
  }
  // Whether its numbers are plies from the start of the game, and not values.
  bool holds_distances() const { return metric.starts_with("reach"); }
};

// Takes about a millisecond whatever the table's size. Throws FileError or DamagedTable.
TableInfo read_table_info(const std::string& path);

// How the bytes of a table are divided, without its header.
struct TableBytes {
  std::uint64_t state_set = 0;  // the data that say which positions the values belong to
  std::uint64_t values = 0;
};

// For some kinds of tables, looks at the head of every block. Throws as read_table_info.
TableBytes count_table_bytes(const std::string& path);

}  // namespace zermelo
