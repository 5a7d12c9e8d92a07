// SPDX-License-Identifier: MIT
// A dense number for every Ostle position of one slice (given numbers of own and of the opponent's
// pieces) up to the board's symmetries.
//
// The hole is carried to one of the representative squares a1 a2 a3 b2 b3 c3 (Observation 1 of the
// Ostle paper); what is left of the symmetries is the hole's stabiliser of 1, 2 or 8 elements. That
// acts on the mover's piece sets; their orbits are numbered once, in a small table, so that the
// canonical orientation is looked up and not searched for: an index is
//
//   base of the hole's class + (number of the orbit of own pieces) * columns + rank of the
//   opponent's pieces among the squares left.
//
// Only if the own pieces are themselves symmetric (about one row in fifty) do several orientations
// remain; the one with the smallest column is taken, the other columns of such a row stay unused.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/ostle/position.h"
#include "symmetry/bits.h"
#include "symmetry/square_board.h"
#include "symmetry/subset_rank.h"

namespace zermelo::ostle {

// Where a position is found: its index, the symmetry that carries it to its canonical form, and
// the canonical form's stabiliser as a set of symmetries (bit 0, the identity, is always in it).
struct Place {
  std::uint64_t index;
  std::uint64_t own;  // the canonical form's own pieces; only the low half of the board is valid
  std::uint8_t symmetry;
  std::uint8_t stabiliser;
};

inline constexpr std::uint8_t trivial_stabiliser = 1;

// The representative squares for the hole, in the paper's order (a1 a2 a3 b2 b3 c3 for side 5).
template <int N>
constexpr auto hole_representatives() {
  constexpr int half = (N + 1) / 2;
  std::array<int, half*(half + 1) / 2> result{};
  int next = 0;
  for (int file = 0; file < half; ++file) {
    for (int rank = file; rank < half; ++rank) result[next++] = rank * N + file;
  }
  return result;
}

// Those of `symmetries` (a set) that leave the board unchanged; only the low half of the board need
// be valid.
template <int N>
std::uint8_t fixing(std::uint8_t symmetries, typename SquareBoard<N>::Board board) {
  std::uint8_t result = trivial_stabiliser;
  for (int g = 1; g < SquareBoard<N>::symmetries && symmetries != trivial_stabiliser; ++g) {
    if (!(symmetries >> g & 1)) continue;
    const auto difference = SquareBoard<N>::transform(g, board) ^ board;
    if ((difference & SquareBoard<N>::low_half) == 0) {
      result = static_cast<std::uint8_t>(result | 1u << g);
    }
  }
  return result;
}

// Where a set of own pieces is found, in 32 bits: these tables are accessed at random.
struct SmallRowEntry {
  static constexpr std::uint32_t none = 0xffff;
  std::uint16_t row = none;
  std::uint8_t symmetry = 0;    // carries the pieces to the row's
  std::uint8_t stabiliser = 0;  // of the row's pieces, within the hole's stabiliser
};
struct LargeRowEntry {
  static constexpr std::uint32_t none = 0xfffff;
  std::uint32_t row : 20 = none;
  std::uint32_t symmetry : 4 = 0;
  std::uint32_t stabiliser : 8 = 0;
};
template <int N>
using RowEntry = std::conditional_t<SquareBoard<N>::is_small, SmallRowEntry, LargeRowEntry>;

template <class Entry>
Entry make_row_entry(std::uint32_t row, int symmetry, std::uint8_t stabiliser) {
  Entry entry;
  entry.row = static_cast<decltype(entry.row)>(row);
  entry.symmetry = static_cast<decltype(entry.symmetry)>(symmetry);
  entry.stabiliser = stabiliser;
  return entry;
}

// The orbits of the mover's piece sets, for each representative square of the hole: the rows of the
// index. Slices with the same number of own pieces share them. Immutable after construction.
template <int N, class Bits>
class OwnOrbits {
  using Geometry = SquareBoard<N>;
  using Board = typename Geometry::Board;
  using Half = typename Geometry::Half;
  using Entry = RowEntry<N>;

 public:
  using Rank =
      std::conditional_t<Geometry::squares - 1 <= max_subset_universe, SubsetRank, WideSubsetRank>;
  struct Rows {
    std::uint64_t free = 0;  // low half: all squares but the hole
    // By rank of the own pieces. Empty if the hole leaves no symmetry on a large board: then the
    // rank is the row.
    std::vector<Entry> entries;
    std::vector<Half> own;  // pieces of each row, low half
    std::vector<std::uint8_t> stabilisers;
  };

  explicit OwnOrbits(int pieces) : rank_(pieces) {
    const auto sets = all_subsets<Half>(Geometry::squares - 1, pieces);
    for (std::size_t c = 0; c < rows_.size(); ++c)
      number(hole_representatives<N>()[c], sets, rows_[c]);
  }

  const Rank& rank() const { return rank_; }
  const Rows& rows(int hole_class) const { return rows_[static_cast<std::size_t>(hole_class)]; }

 private:
  void number(int hole, const std::vector<Half>& sets, Rows& rows) const {
    rows.free = Geometry::low_word((Geometry::all ^ Geometry::bits[hole]) & Geometry::low_half);
    std::uint8_t hole_stabiliser = 0;
    for (int g = 0; g < Geometry::symmetries; ++g) {
      if (Geometry::map_square(g, hole) == hole) {
        hole_stabiliser = static_cast<std::uint8_t>(hole_stabiliser | 1u << g);
      }
    }
    rows.entries.resize(sets.size());
    const auto orbit_size = static_cast<std::size_t>(std::popcount(hole_stabiliser));
    const std::size_t likely_rows = sets.size() / orbit_size + sets.size() / 16;
    rows.own.reserve(likely_rows);
    rows.stabilisers.reserve(likely_rows);
    for (std::uint32_t rank = 0; rank < sets.size(); ++rank) {
      if (rows.entries[rank].row == Entry::none) add_row(rank, sets[rank], hole_stabiliser, rows);
    }
    if (!Geometry::is_small && hole_stabiliser == trivial_stabiliser) rows.entries = {};
  }

  // A row for the orbit of a set that is the first of its orbit.
  void add_row(std::uint32_t rank, Half set, std::uint8_t hole_stabiliser, Rows& rows) const {
    const Board own = Bits::deposit(set, rows.free);  // the low half: that is all that is looked at
    const std::uint8_t stabiliser = fixing<N>(hole_stabiliser, own);
    const auto row = static_cast<std::uint32_t>(rows.own.size());
    rows.own.push_back(static_cast<Half>(own));
    rows.stabilisers.push_back(stabiliser);
    rows.entries[rank] = make_row_entry<Entry>(row, 0, stabiliser);
    for (int g = 1; g < Geometry::symmetries; ++g) {
      if (!(hole_stabiliser >> g & 1)) continue;
      const Board image = Geometry::transform(g, own);
      const std::uint64_t places = Bits::extract(Geometry::low_word(image), rows.free);
      Entry& entry = rows.entries[rank_.rank(static_cast<Half>(places))];
      if (entry.row != Entry::none) continue;
      entry = make_row_entry<Entry>(row, Geometry::inverse[g], stabiliser);
    }
  }

  Rank rank_;
  std::array<Rows, hole_representatives<N>().size()> rows_;
};

template <int N, class Bits>
class PositionIndex {
  using Geometry = SquareBoard<N>;
  using Board = typename Geometry::Board;
  using Half = typename Geometry::Half;
  using Rank = typename OwnOrbits<N, Bits>::Rank;

 public:
  static constexpr auto representatives = hole_representatives<N>();
  static constexpr int classes = static_cast<int>(representatives.size());

  PositionIndex(int own_pieces, int opponent_pieces)
      : PositionIndex(std::make_shared<const OwnOrbits<N, Bits>>(own_pieces), opponent_pieces) {}
  // `orbits` are those of the own pieces.
  PositionIndex(std::shared_ptr<const OwnOrbits<N, Bits>> orbits, int opponent_pieces)
      : orbits_(std::move(orbits)), own_rank_(orbits_->rank()), opponent_rank_(opponent_pieces) {
    const int free = Geometry::squares - 1 - own_rank_.subset_size();
    columns_ = binomial(free, opponent_pieces);
    column_sets_ = all_subsets<Half>(free, opponent_pieces);
    for (int square = 0; square < Geometry::squares; ++square) find_hole_class(square);
    for (int c = 0; c < classes; ++c) {
      const auto& rows = orbits_->rows(c);
      classes_[c] = {class_begin(c), class_begin(c) + rows.own.size() * columns_,
                     rows.free,      rows.entries,
                     rows.own,       rows.stabilisers};
    }
  }

  // One past the largest index.
  std::uint64_t size() const { return class_begin(classes); }
  std::uint64_t columns() const { return columns_; }
  // The indices of class c are class_begin(c) .. class_begin(c+1)-1.
  std::uint64_t class_begin(int c) const { return c == 0 ? 0 : classes_[c - 1].end; }

  Place locate(const Position<N>& p) const {
    const HoleClass hole = hole_classes_[p.hole];
    const Class& c = classes_[hole.number];
    Board own = p.own, opponent = p.opponent;
    if (hole.symmetry != 0) {
      own = Geometry::transform(hole.symmetry, own);
      opponent = Geometry::transform(hole.symmetry, opponent);
    }
    const RowEntry<N> entry = entry_of(c, own_rank_.rank(extract(own, c.free)));
    std::uint8_t symmetry = hole.symmetry;
    if (entry.symmetry != 0) {
      own = c.rows[entry.row];
      opponent = Geometry::transform(entry.symmetry, opponent);
      symmetry = Geometry::compose[symmetry][entry.symmetry];
    }
    const std::uint64_t free = c.free ^ (own & Geometry::low_half);
    const std::uint64_t row_begin = c.begin + entry.row * columns_;
    if (entry.stabiliser == trivial_stabiliser) [[likely]] {
      const std::uint32_t column = opponent_rank_.rank(extract(opponent, free));
      return {row_begin + column, Geometry::low_word(own), symmetry, trivial_stabiliser};
    }
    return smallest_column(entry.stabiliser, own, opponent, row_begin, symmetry, free);
  }

  // Walks over indices; keeps what neighbours share. Each thread needs its own.
  class Cursor {
   public:
    explicit Cursor(const PositionIndex& index) : index_(&index) {}

    // The position whose index is `index`, in canonical orientation. If the index is unused, an
    // equivalent position that has a smaller one.
    const Position<N>& at(std::uint64_t index) {
      if (index - row_begin_ >= row_length_) enter_row(index);
      const std::uint64_t low = Bits::deposit(index_->column_sets_[index - row_begin_], free_);
      position_.opponent = Geometry::from_low_half(low);
      return position_;
    }

    // The position requested last.
    const Position<N>& position() const { return position_; }

    // The symmetries that leave the position requested last as it is (a bit set).
    std::uint8_t stabiliser() const {
      if (row_stabiliser_ == trivial_stabiliser) [[likely]]
        return trivial_stabiliser;
      return fixing<N>(row_stabiliser_, position_.opponent);
    }

    // Whether the index requested last is used, that is, whether its position is canonical.
    bool is_canonical() const {
      if (row_stabiliser_ == trivial_stabiliser) [[likely]]
        return true;
      for (int g = 1; g < Geometry::symmetries; ++g) {
        if (!(row_stabiliser_ >> g & 1)) continue;
        if (is_smaller(Geometry::transform(g, position_.opponent), position_.opponent))
          return false;
      }
      return true;
    }

    // The indices after the row of the one requested last start here.
    std::uint64_t row_end() const { return row_begin_ + row_length_; }
    bool row_is_symmetric() const { return row_stabiliser_ != trivial_stabiliser; }

   private:
    void enter_row(std::uint64_t index) {
      int number = 0;
      while (index >= index_->classes_[number].end) ++number;
      const Class& c = index_->classes_[number];
      const std::uint64_t row = (index - c.begin) / index_->columns_;
      row_begin_ = c.begin + row * index_->columns_;
      row_length_ = index_->columns_;
      row_stabiliser_ = c.row_stabilisers[row];
      position_.own = Geometry::from_low_half(c.rows[row]);
      position_.hole = representatives[number];
      free_ = c.free ^ Geometry::low_word(position_.own & Geometry::low_half);
    }

    const PositionIndex* index_;
    std::uint64_t row_begin_ = 0, row_length_ = 0, free_ = 0;
    std::uint8_t row_stabiliser_ = trivial_stabiliser;
    Position<N> position_;
  };

  // The number of positions up to symmetry whose hole is in class c; they are counted row by row.
  std::uint64_t count_class(int c) const {
    std::uint64_t count = 0;
    const Class& all = classes_[c];
    for (std::size_t row = 0; row < all.rows.size(); ++row) {
      const bool symmetric = all.row_stabilisers[row] != trivial_stabiliser;
      count += symmetric ? count_symmetric_row(all, row) : columns_;
    }
    return count;
  }

 private:
  struct HoleClass {
    std::uint8_t number, symmetry;
  };
  struct Class {
    std::uint64_t begin = 0, end = 0;
    std::uint64_t free = 0;
    std::span<const RowEntry<N>> entries;
    std::span<const Half> rows;
    std::span<const std::uint8_t> row_stabilisers;
  };

  static RowEntry<N> entry_of(const Class& c, std::uint32_t rank) {
    if (!Geometry::is_small && c.entries.empty())
      return make_row_entry<RowEntry<N>>(rank, 0, trivial_stabiliser);
    return c.entries[rank];
  }

  static Half extract(Board board, std::uint64_t mask) {
    return static_cast<Half>(Bits::extract(Geometry::low_word(board), mask));
  }
  // In the order of their squares' numbers, which extraction and rank keep.
  static bool is_smaller(Board a, Board b) {
    return (a & Geometry::low_half) < (b & Geometry::low_half);
  }

  // The number of columns of a row up to its symmetries, by Burnside's lemma.
  std::uint64_t count_symmetric_row(const Class& c, std::size_t row) const {
    const Board free = Geometry::from_low_half(c.free ^ c.rows[row]);
    const std::uint8_t symmetries = c.row_stabilisers[row];
    std::uint64_t fixed = 0;
    for (int g = 0; g < Geometry::symmetries; ++g) {
      if (symmetries >> g & 1) fixed += count_fixed(g, free);
    }
    return fixed / static_cast<unsigned>(std::popcount(symmetries));
  }

  // How many sets of free squares, of the size that columns have, a symmetry of the free squares
  // keeps: those that consist of whole cycles.
  std::uint64_t count_fixed(int symmetry, Board free) const {
    const auto most = static_cast<std::size_t>(opponent_rank_.subset_size());
    std::array<std::uint64_t, Geometry::squares + 1> sets{1};  // by size
    for (int first = 0; first < Geometry::squares; ++first) {
      std::size_t length = 0;
      for (int s = first; free & Geometry::bits[s]; s = Geometry::square_image[symmetry][s]) {
        free ^= Geometry::bits[s];
        ++length;
      }
      for (std::size_t size = most; length > 0 && size >= length; --size)
        sets[size] += sets[size - length];
    }
    return sets[most];
  }

  Place smallest_column(std::uint8_t row_stabiliser, Board own, Board opponent,
                        std::uint64_t row_begin, std::uint8_t symmetry, std::uint64_t free) const {
    Board best = opponent;
    int best_symmetry = 0;
    for (int g = 1; g < Geometry::symmetries; ++g) {
      if (!(row_stabiliser >> g & 1)) continue;
      const Board image = Geometry::transform(g, opponent);
      if (is_smaller(image, best)) {
        best = image;
        best_symmetry = g;
      }
    }
    return {row_begin + opponent_rank_.rank(extract(best, free)), Geometry::low_word(own),
            Geometry::compose[symmetry][best_symmetry], fixing<N>(row_stabiliser, best)};
  }

  void find_hole_class(int square) {
    for (int g = 0; g < Geometry::symmetries; ++g) {
      for (int c = 0; c < classes; ++c) {
        if (Geometry::map_square(g, square) != representatives[c]) continue;
        hole_classes_[square] = {static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(g)};
        return;
      }
    }
  }

  std::shared_ptr<const OwnOrbits<N, Bits>> orbits_;
  Rank own_rank_, opponent_rank_;
  std::uint64_t columns_ = 0;
  std::vector<Half> column_sets_;
  std::array<HoleClass, Geometry::squares> hole_classes_{};
  std::array<Class, classes> classes_;
};

}  // namespace zermelo::ostle
