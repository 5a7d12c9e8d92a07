// SPDX-License-Identifier: MIT
// Positions of a variant as few bytes, for tables of whole games. A byte holds several digits: who
// is to move, passes, checks still to give, castling rights, what may be taken en passant, men in
// hand, and what stands on each square, of the men that may stand there. Counters of moves are left
// out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gen/variant/moves.h"
#include "gen/variant/position.h"

namespace zermelo::variant {

// How many positions can be set up with at most the men that play can bring about: more than play
// leads to, and for boards of the usual sizes very many more.
double most_positions(const Rules& rules);

// Immutable and thread-safe.
class StateCode {
 public:
  static constexpr std::size_t most_bytes = 32;
  using Bytes = std::array<std::uint8_t, most_bytes>;  // the first size(); the others are 0

  // The rules must outlive it. Throws UsageError if positions take more than most_bytes.
  explicit StateCode(const Rules& rules);

  std::size_t size() const { return bytes_; }
  // Whether the position has a code; sets it. A position that no play from the start leads to may
  // have none.
  bool encode(const Position& position, Bytes& code) const;
  // Of a code that encode() has made; of other bytes, some position.
  Position decode(const Bytes& code) const;
  Colour to_move(const Bytes& code) const { return colour_of(digit(code, mover_) != 0); }

  // How many symmetries of the rules fold positions, the identity included: 1, 2, 4 or 8.
  std::size_t symmetries() const { return images_.size() + 1; }
  // The least of the codes that symmetries turn a code into.
  Bytes canonical(const Bytes& code) const;

 private:
  // A number below `size` within a byte: byte / unit % size.
  struct Digit {
    std::size_t byte = 0;
    unsigned unit = 1, size = 1;
  };
  // A man that may be taken en passant, and the squares that it has passed.
  struct EnPassant {
    Square man = no_square;
    SquareSet squares;
    bool operator==(const EnPassant&) const = default;
  };
  // What stands on a square.
  struct Place {
    Digit digit;
    std::vector<Man> men;                  // by the digit: first nobody
    std::array<std::uint8_t, 256> number;  // by man; `none` for those that cannot be there
    std::array<Man, 256> in_byte;          // by the byte that has the digit
  };
  struct Hand {
    Digit digit;
    Colour side;
    std::size_t kind;
  };
  struct Right {
    Digit digit;
    Colour side;
    std::size_t of;             // 0: the queen's side, 1: the king's
    std::vector<Square> rooks;  // by the digit: first none
  };
  // A symmetry: by square, where its man goes; by number of `en_passant_`, what it becomes.
  struct Image {
    std::array<Square, most_squares> to;
    std::vector<std::size_t> en_passant;
  };
  static constexpr std::uint8_t none = 255;

  Digit new_digit(std::size_t size);
  static unsigned digit(const Bytes& code, const Digit& d) {
    return code[d.byte] / d.unit % d.size;
  }
  static void put(Bytes& code, const Digit& d, std::size_t number) {
    code[d.byte] = static_cast<std::uint8_t>(code[d.byte] + number * d.unit);
  }
  std::size_t en_passant_number(const Bytes& code) const;
  void put_en_passant(Bytes& code, std::size_t number) const;

  void add_passes();
  void add_checks();
  void add_rights(const Position& start);
  void add_en_passant();
  void find_first_steps(int kind, Colour side, Square from);
  void add_hands();
  void add_places();
  void find_symmetries(const Position& start);
  bool encode_hands(const Position& position, Bytes& code) const;
  bool encode_rights(const Position& position, Bytes& code) const;
  bool encode_en_passant(const Position& position, Bytes& code) const;
  Bytes image(const Bytes& code, const Image& by) const;

  const Rules& rules_;
  std::size_t bytes_ = 0;
  unsigned in_byte_ = 1;  // so many values does the last byte have
  Digit mover_, passes_;
  Both<Digit> checks_;
  std::array<Digit, 2> en_passant_digits_;  // of a number in en_passant_, the high one first
  std::vector<EnPassant> en_passant_;       // first nothing
  std::vector<Right> rights_;
  std::vector<Hand> hands_;
  std::vector<Place> places_;  // by square
  std::vector<Image> images_;  // without the identity
};

}  // namespace zermelo::variant
