// SPDX-License-Identifier: MIT
// A set of states whose members are numbered: the rank of a member is how many members come before
// it in lexicographic order. Edelkamp, Kissmann and Rohte (2014), "Ranking and Unranking with
// BDDs"; docs/hybrid.md.
//
//     const auto set = zermelo::StateSet::open("figure-3.txt");
//     set.rank("110011");  // 25
//     set.unrank(19);      // "101011"
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "gen/game_spec.h"

namespace zermelo {

// Immutable, cheap to copy, and thread-safe. A state is a text: a string of bits, or a position in
// its game's notation where the set belongs to a game.
class StateSet {
 public:
  // From a set file (docs/table-format.md: also the files of layers that `zermelo hybrid` keeps), a
  // table of ranked positions, or a text with one pattern per line, such as 01-1-0, where - stands
  // for both; blank lines and what follows # are left out. `name`: which set of the file; it may be
  // empty if there is only one. Throws FileError, DamagedTable, UsageError.
  static StateSet open(const std::string& path, const std::string& name = "");
  // The sets of such a file, at least one.
  static std::vector<StateSet> all_of(const std::string& path);
  // Throws UsageError for what are not patterns of one length from 1 to 64.
  static StateSet of_patterns(std::span<const std::string> patterns);
  // Writes a set file. Throws FileError.
  void write(const std::string& path) const;

  // What the file calls it; "set" if it was made from patterns.
  const std::string& name() const;
  const std::optional<GameSpec>& game() const;
  // Whose turn it is in its positions; nothing for strings of bits.
  std::optional<Colour> to_move() const;
  int bits() const;             // of a state
  std::uint64_t size() const;   // members
  std::uint64_t nodes() const;  // of the diagram, in which no variable is omitted

  // These throw IllegalPosition for a text that is no state, of whatever set.
  bool contains(std::string_view state) const;
  // 0..size()-1. Throws NotInTable if the state is not a member.
  std::uint64_t rank(std::string_view state) const;
  // A state as a string of bits.
  std::string bits_of(std::string_view state) const;

  // The member with a rank, as a position where it is one. Throws UsageError if rank >= size().
  std::string unrank(std::uint64_t rank) const;
  // Members drawn at random, all equally likely each time, so that one may be drawn twice. The same
  // seed gives the same members on every machine. Throws UsageError if the set is empty.
  std::vector<std::string> sample(std::uint64_t count, std::uint64_t seed) const;

 private:
  struct Contents;
  explicit StateSet(std::shared_ptr<const Contents> contents) : contents_(std::move(contents)) {}
  std::shared_ptr<const Contents> contents_;
};

}  // namespace zermelo
