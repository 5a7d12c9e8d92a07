// SPDX-License-Identifier: MIT
// What a table says about states that are named by codes, short strings of bytes, instead of texts:
// for work that goes over millions of states, such as the report on play. A code means something
// for the table that made it, and in this process.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/value.h"

namespace zermelo {

// A move of a state.
struct CodedMove {
  std::string_view after;              // the state that it leads to, whether that is over or not
  std::optional<Outcome> ending = {};  // if it ends the game: for the side that makes it
  std::span<const int> squares = {};   // that pieces come to; if none, those that they leave
};

// Lists moves. Keeps its memory from one state to the next: one thread at a time.
class CodedMoves {
 public:
  virtual ~CodedMoves() = default;
  // The moves of a state in which the game goes on, as Table::moves, but those that are worth the
  // same are in order of squares, and others in no particular order. Valid until the next call, as
  // are the numbers of moves below.
  virtual std::span<const CodedMove> list(std::string_view code) = 0;
  // What a move is worth to the side that makes it. Throws NotInTable and DamagedTable.
  virtual Value value(std::size_t move) = 0;
  // The letter of the kind of piece that moves or is dropped, in upper case; 0 if there are no
  // kinds.
  virtual char piece(std::size_t move) = 0;
};

// Images of states under maps of the board. One thread at a time.
class CodedImages {
 public:
  virtual ~CodedImages() = default;
  // The least code of all images, the same for each of them; valid until the next call.
  virtual std::string_view least(std::string_view code) = 0;
  // Maps that make different images, which are all that there are, as bits by number: of several
  // that make the same image, the first.
  virtual std::uint8_t different(std::string_view code) = 0;
};

// Immutable and thread-safe; the table must outlive it.
class CodedPlay {
 public:
  // Where each square goes, by number.
  using Maps = std::vector<std::vector<int>>;

  virtual ~CodedPlay() = default;
  // Throws what Table::probe throws.
  virtual std::string code(std::string_view text) const = 0;
  virtual std::string text(std::string_view code) const = 0;
  virtual Colour to_move(std::string_view code) const = 0;
  // Whether the other side is to move after each move, so that a move is worth the same whatever
  // the state was in which it was made.
  virtual bool takes_turns() const = 0;
  virtual std::unique_ptr<CodedMoves> moves() const = 0;
  // `maps`: at most eight symmetries of the rules, the identity first.
  virtual std::unique_ptr<CodedImages> images(const Maps& maps) const = 0;
};

}  // namespace zermelo
