// SPDX-License-Identifier: MIT
#include "gen/grid/piece_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "gen/error.h"
#include "gen/lazy.h"
#include "gen/text/counted.h"
#include "symmetry/bits.h"
#include "symmetry/colour_rank.h"

namespace zermelo {
namespace {

// Sets of squares whose orbits are listed.
constexpr std::uint64_t most_listed_sets = std::uint64_t{1} << 21;

// How many sets of k squares the symmetry turns into themselves: unions of its cycles.
std::uint64_t sets_kept(const GridSymmetry& g, int k, Squares exists) {
  std::vector<std::uint64_t> sets(static_cast<std::size_t>(k) + 1);  // by size
  sets[0] = 1;
  for (Squares left = exists; left != 0;) {
    Squares cycle = 0;
    for (int s = std::countr_zero(left); (cycle & bit_of(s)) == 0; s = g.image(s))
      cycle |= bit_of(s);
    left &= ~cycle;
    const auto length = static_cast<std::size_t>(std::popcount(cycle));
    for (std::size_t size = sets.size(); size-- > length;) sets[size] += sets[size - length];
  }
  return sets.back();
}

// (Burnside's lemma.)
std::uint64_t number_of_orbits(int k, Squares exists, std::span<const GridSymmetry> symmetries) {
  std::uint64_t kept = 0;
  for (const GridSymmetry& g : symmetries) kept += sets_kept(g, k, exists);
  return kept / symmetries.size();
}

}  // namespace

// The sets of k of the existing squares, up to symmetry.
struct PieceIndex::Orbits {
  // Which symmetries carry a set to the one that stands for its orbit. Mostly there is one, and
  // `coset` is its number; otherwise `coset` is the number of a list, plus that of symmetries.
  struct Entry {
    std::uint32_t orbit = none;
    std::uint32_t coset = 0;
  };
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::vector<Entry> entries;            // by number of the set
  std::vector<Squares> representatives;  // by orbit; packed
  std::vector<std::vector<std::uint16_t>> cosets;

  std::vector<std::uint16_t> carriers(const Entry& entry, std::size_t symmetries) const {
    if (entry.coset < symmetries) return {static_cast<std::uint16_t>(entry.coset)};
    return cosets[entry.coset - symmetries];
  }

  Orbits(const SubsetNumbers& numbers, int pieces, Squares exists,
         std::span<const GridSymmetry> symmetries)
      : entries(binomial_64(std::popcount(exists), pieces)) {
    std::vector<std::uint16_t> inverses;
    for (const GridSymmetry& g : symmetries) {
      const auto found = std::ranges::find(symmetries, g.inverse());
      assert(found != symmetries.end());
      inverses.push_back(static_cast<std::uint16_t>(found - symmetries.begin()));
    }
    std::map<std::vector<std::uint16_t>, std::uint32_t> known;
    // The symmetries, by the set that they carry to the first one.
    std::map<std::uint64_t, std::vector<std::uint16_t>> from;
    for (std::uint64_t n = 0; n < entries.size(); ++n) {
      if (entries[n].orbit != none) continue;
      const Squares set = deposit_bits(numbers.subset(n), exists);
      from.clear();
      for (std::size_t g = 0; g < symmetries.size(); ++g) {
        const std::uint64_t image = numbers.number_of(extract_bits(symmetries[g](set), exists));
        from[image].push_back(inverses[g]);
      }
      for (auto& [image, coset] : from) {
        const auto orbit = static_cast<std::uint32_t>(representatives.size());
        if (coset.size() == 1) {
          entries[image] = {orbit, coset.front()};
          continue;
        }
        const auto [place, is_new] =
            known.emplace(coset, static_cast<std::uint32_t>(symmetries.size() + cosets.size()));
        if (is_new) cosets.push_back(coset);
        entries[image] = {orbit, place->second};
      }
      representatives.push_back(numbers.subset(n));
    }
  }
};

// The same, listed when they are first needed: boards have many, and whoever reads a file of rules
// needs none. Thread-safe. What it is made of must outlive it.
class PieceIndex::LazyOrbits {
 public:
  LazyOrbits(const SubsetNumbers& numbers, int pieces, Squares exists,
             std::span<const GridSymmetry> symmetries)
      : numbers_(numbers),
        pieces_(pieces),
        exists_(exists),
        symmetries_(symmetries),
        size_(number_of_orbits(pieces, exists, symmetries)) {}

  std::uint64_t size() const { return size_; }
  const Orbits& listed() const {
    return orbits_.get([this] { return Orbits(numbers_, pieces_, exists_, symmetries_); });
  }

 private:
  const SubsetNumbers& numbers_;
  int pieces_;
  Squares exists_;
  std::span<const GridSymmetry> symmetries_;
  std::uint64_t size_;
  Lazy<Orbits> orbits_;
};

PieceIndex::PieceIndex(const PieceSet& pieces, std::span<const GridSymmetry> symmetries,
                       const std::optional<GridSymmetry>& mirror, std::vector<Slice> slices)
    : kinds_(pieces.size()),
      exists_(pieces.squares() & grid_of(pieces).all()),
      squares_(std::popcount(exists_)),
      all_packed_(squares_ == 0 ? 0 : ~Squares{0} >> (max_squares - squares_)),
      has_all_squares_(exists_ == all_packed_),
      symmetries_(symmetries.begin(), symmetries.end()),
      mirror_(mirror),
      slices_(std::move(slices)) {
  map_bytes_ = (static_cast<std::size_t>(squares_) + 7) / 8;
  for (const GridSymmetry& g : symmetries_) add_map(g);
  if (mirror) {
    for (const GridSymmetry& g : symmetries_) folded_.push_back(mirror->then(g));
    for_each_square(exists_,
                    [&](int s) { mirror_moves_ = mirror_moves_ || mirror->image(s) != s; });
    if (mirror_moves_) {
      first_folded_map_ = symmetries_.size();
      for (const GridSymmetry& g : folded_) add_map(g);
    }
  }
  bool fits = true;
  for (const Slice& slice : slices_) {
    assert(!is_folded() || !slice.material.white_to_move);
    assert(slice.group == groups() || slice.group == groups() - 1);
    Layout layout = layout_of(slice.material);
    layout.base = size_;
    std::uint64_t numbers = layout.first.radix;
    for (const Digit& digit : layout.others)
      fits = fits && !__builtin_mul_overflow(numbers, digit.radix, &numbers);
    fits = fits && !__builtin_add_overflow(size_, numbers, &size_) && size_ >> 63 == 0;
    if (slice.group == groups()) group_ends_.push_back(0);
    group_ends_.back() = size_;
    layouts_.push_back(std::move(layout));
  }
  if (!fits) {
    throw UsageError(fmt::format(
        "A board of {} by {} squares with {} of pieces has too many positions to number.",
        pieces.columns(), pieces.rows(), counted(pieces.size(), "kind")));
  }
  table_.resize(std::bit_ceil(4 * slices_.size() + 1), ~std::uint32_t{0});
  for (std::size_t slice = 0; slice < slices_.size(); ++slice) add_to_table(slice);
}

PieceIndex::PieceIndex(PieceIndex&&) noexcept = default;
PieceIndex::~PieceIndex() = default;

void PieceIndex::add_map(const GridSymmetry& g) {
  for (std::size_t byte = 0; byte < map_bytes_; ++byte) {
    for (Squares bits = 0; bits < 256; ++bits) {
      const Squares set = deposit_bits(bits << 8 * byte, exists_);
      maps_.push_back(extract_bits(g(set), exists_));
    }
  }
}

const SubsetNumbers* PieceIndex::numbers(int pieces) {
  auto& place = numbers_[pieces];
  if (!place) place = std::make_unique<const SubsetNumbers>(pieces);
  return place.get();
}

const PieceIndex::LazyOrbits* PieceIndex::orbits(int pieces) {
  auto& place = orbits_[pieces];
  if (!place)
    place = std::make_unique<const LazyOrbits>(*numbers(pieces), pieces, exists_, symmetries_);
  return place.get();
}

// The first digit is the one that has the fewest orbits for its number of sets.
PieceIndex::Layout PieceIndex::layout_of(const Material& material) {
  Layout layout;
  layout.orbits = orbits(0);
  layout.first = {.numbers = numbers(0), .radix = 1};
  std::optional<Content> first;
  double least = 1;
  for (Content c = 1; c <= 2 * kinds_; ++c) {
    const int pieces = material.on_board(c);
    const std::uint64_t sets = binomial_64(squares_, pieces);
    if (pieces == 0 || sets > most_listed_sets) continue;
    const LazyOrbits* candidate = orbits(pieces);
    const double share = static_cast<double>(candidate->size()) / static_cast<double>(sets);
    if (share >= least) continue;
    least = share;
    first = c;
    layout.has_first = true;
    layout.orbits = candidate;
    layout.first = digit_of(c, numbers(pieces), candidate->size());
  }
  int left = squares_ - (first ? material.on_board(*first) : 0);
  for (Content c = 1; c <= 2 * kinds_; ++c) {
    const int pieces = material.on_board(c);
    if (pieces == 0 || c == first) continue;
    layout.others.push_back(digit_of(c, numbers(pieces), binomial_64(left, pieces)));
    left -= pieces;
  }
  return layout;
}

PieceIndex::Digit PieceIndex::digit_of(Content piece, const SubsetNumbers* numbers,
                                       std::uint64_t radix) {
  Digit digit{is_white(piece), kind_of(piece), {}, numbers, radix};
  for (std::size_t i = 0; i < digit.planes.size(); ++i)
    digit.planes[i] = (digit.kind >> i & 1) != 0 ? ~Squares{0} : 0;
  return digit;
}

void PieceIndex::add_to_table(std::size_t slice) {
  std::size_t at = quick_hash(slices_[slice].material) >> (64 - std::bit_width(table_.size() - 1));
  while (table_[at] != ~std::uint32_t{0}) at = (at + 1) % table_.size();
  table_[at] = static_cast<std::uint32_t>(slice);
}

std::optional<std::uint32_t> PieceIndex::slice_with(const Material& material) const {
  if (slices_.empty()) return std::nullopt;
  std::size_t at = quick_hash(material) >> (64 - std::bit_width(table_.size() - 1));
  for (; table_[at] != ~std::uint32_t{0}; at = (at + 1) & (table_.size() - 1))
    if (slices_[table_[at]].material == material) return table_[at];
  return std::nullopt;
}

std::uint64_t PieceIndex::slice_size(std::size_t slice) const {
  return (slice + 1 < layouts_.size() ? layouts_[slice + 1].base : size_) - layouts_[slice].base;
}

std::optional<PieceIndex::Place> PieceIndex::find(const PiecePosition& p) const {
  const std::optional<std::uint32_t> slice = slice_of(p);
  if (!slice) return std::nullopt;
  return Place{slices_[*slice].group, code_in(*slice, p)};
}

template <class Bits>
inline std::uint64_t PieceIndex::code_by(const Squares* map, const Layout& layout,
                                         const PiecePosition& p, bool exchanged,
                                         std::uint64_t orbit, Squares left) const {
  std::uint64_t code = orbit;
  for (const Digit& digit : layout.others) {
    const Squares at_first = packed<Bits>(squares_of(p, digit, exchanged));
    const Squares squares = maps_.size() == map_size() ? at_first : mapped(map, at_first);
    code = code * digit.radix + digit.numbers->number_of(Bits::extract(squares, left));
    left &= ~squares;
  }
  return code;
}

template <class Bits>
std::uint64_t PieceIndex::code_in(const Layout& layout, const PiecePosition& p,
                                  bool exchanged) const {
  Squares first = 0;
  if (layout.has_first) {
    first = packed<Bits>(squares_of(p, layout.first, exchanged));
    if (exchanged && mirror_moves_) first = mapped(map_of(0, true), first);
  }
  const Orbits& orbits = layout.orbits->listed();
  const auto& entry = orbits.entries[layout.first.numbers->number_of(first)];
  const Squares left = all_packed_ & ~orbits.representatives[entry.orbit];
  const auto code = [&](std::size_t symmetry) {
    return code_by<Bits>(map_of(symmetry, exchanged), layout, p, exchanged, entry.orbit, left);
  };
  // (Apart from the others, since mostly there is one.)
  if (entry.coset < symmetries_.size()) return layout.base + code(entry.coset);
  std::uint64_t least = ~std::uint64_t{0};
  for (const std::uint16_t symmetry : orbits.cosets[entry.coset - symmetries_.size()])
    least = std::min(least, code(symmetry));
  return layout.base + least;
}

template std::uint64_t PieceIndex::code_in<Bmi2Bits>(const Layout&, const PiecePosition&,
                                                     bool) const;
#if defined(__x86_64__)  // (Elsewhere it is the same.)
template std::uint64_t PieceIndex::code_in<PortableBits>(const Layout&, const PiecePosition&,
                                                         bool) const;
#endif

std::size_t PieceIndex::slice_with_code(std::uint64_t code) const {
  assert(code < size_);
  const auto after = std::ranges::upper_bound(layouts_, code, {}, &Layout::base);
  return static_cast<std::size_t>(after - layouts_.begin()) - 1;
}

PiecePosition PieceIndex::decode(std::uint64_t code) const {
  const std::size_t slice = slice_with_code(code);
  const Layout& layout = layouts_[slice];
  std::array<std::uint64_t, 2 * PieceSet::most_kinds> values{};
  code -= layout.base;
  for (std::size_t i = layout.others.size(); i-- > 0;) {
    values[i] = code % layout.others[i].radix;
    code /= layout.others[i].radix;
  }
  PiecePosition p;
  Squares left = exists_;
  const auto put = [&](const Digit& digit, Squares squares) {
    (digit.white ? p.white : p.black) |= squares;
    for (std::size_t i = 0; i < p.kinds.size(); ++i)
      if ((digit.kind >> i & 1) != 0) p.kinds[i] |= squares;
    left &= ~squares;
  };
  put(layout.first, deposit_bits(layout.orbits->listed().representatives[code], exists_));
  for (std::size_t i = 0; i < layout.others.size(); ++i) {
    const Digit& digit = layout.others[i];
    put(digit, deposit_bits(digit.numbers->subset(values[i]), left));
  }
  p.hands = slices_[slice].material.hands;
  p.white_to_move = slices_[slice].material.white_to_move;
  return p;
}

std::uint64_t PieceIndex::orbit_size(std::uint64_t code) const {
  return OrbitSizes(*this).of(code);
}

// (An image with the colours exchanged has the other side to move: it is another position.)
void PieceIndex::OrbitSizes::go_to(std::uint64_t code) {
  slice_ = index_.slice_with_code(code);
  const Layout& layout = index_.layouts_[slice_];
  begin_ = layout.base;
  std::uint64_t numbers = index_.slice_size(slice_);  // with the digits so far
  const auto next_digit = [&](const Digit& digit) {
    numbers /= digit.radix;
    const std::uint64_t value = (code - begin_) / numbers;
    begin_ += value * numbers;
    return value;
  };
  const Orbits& orbits = layout.orbits->listed();
  const Squares first = orbits.representatives[next_digit(layout.first)];
  const std::uint64_t number = layout.first.numbers->number_of(first);
  keeping_ = orbits.carriers(orbits.entries[number], index_.symmetries_.size());
  Squares left = index_.exists_ & ~deposit_bits(first, index_.exists_);
  for (const Digit& digit : layout.others) {
    if (keeping_.size() == 1) break;
    const Squares set = deposit_bits(digit.numbers->subset(next_digit(digit)), left);
    std::erase_if(keeping_, [&](std::uint16_t g) { return index_.symmetries_[g](set) != set; });
    left &= ~set;
  }
  end_ = begin_ + numbers;
  size_ = (index_.symmetries_.size() + index_.folded_.size()) / keeping_.size();
}

}  // namespace zermelo
