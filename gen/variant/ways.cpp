// SPDX-License-Identifier: MIT
#include "gen/variant/ways.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <numeric>
#include <tuple>
#include <utility>

namespace zermelo::variant {
namespace {

// The squares that a lame leaper passes: for a knight and an alfil the ones that a step of the king
// comes to on its way, of which a zebra has two.
std::vector<std::pair<int, int>> passed_by_lame(int files, int ranks) {
  const auto sign = [](int x) { return (x > 0) - (x < 0); };
  std::vector<std::pair<int, int>> passed;
  int x = 0, y = 0;
  // First along the longer side, then diagonally.
  while (std::abs(files - x) != std::abs(ranks - y) || (std::abs(files - x) > 1 && x != files)) {
    if (std::abs(files - x) > std::abs(ranks - y)) {
      x += sign(files);
    } else if (std::abs(files - x) < std::abs(ranks - y)) {
      y += sign(ranks);
    } else {
      x += sign(files);
      y += sign(ranks);
    }
    if (x == files && y == ranks) break;
    passed.emplace_back(x, y);
  }
  return passed;
}

// How a man goes along the diagonals of a palace: as it goes along ranks and files.
std::vector<Step> palace_steps(const Kind& kind) {
  if (kind.name == "wazir" || (kind.name == "king" && kind.betza == "W")) return parse_betza("F");
  if (kind.name == "rook") return parse_betza("B");
  if (kind.name == "soldier") return parse_betza("fF");
  if (kind.name == "janggiCannon") return parse_betza("pB");
  return {};
}

class Maker {
 public:
  Maker(const Variant& variant, std::vector<Way>& ways) : variant_(variant), ways_(ways) {}

  // All ways of a kind from a square; those that differ only in quiet and capture are made one.
  void make(Colour colour, int kind, Square from) {
    const Kind& what = variant_.kinds[static_cast<std::size_t>(kind)];
    first_ = ways_.size();
    for (const Step& step : what.steps) {
      if (!allowed_from(colour, kind, from, step)) continue;
      go(from, step, colour, what.region[colour]);
    }
    if (variant_.diagonal_lines.contains(from) && goes_sideways(colour, kind, from)) {
      for (const Step& step : palace_steps(looks(what)))
        go(from, step, colour, what.region[colour] & variant_.diagonal_lines);
    }
    std::stable_sort(at(first_), ways_.end(),
                     [&](const Way& a, const Way& b) { return line_key(a) < line_key(b); });
    set_barred();
  }

 private:
  std::vector<Way>::iterator at(std::size_t i) {
    return ways_.begin() + static_cast<std::ptrdiff_t>(i);
  }

  int looks_like(int kind) const {
    return variant_.kinds[static_cast<std::size_t>(kind)].looks_like;
  }
  const Kind& looks(const Kind& kind) const {
    return variant_.kinds[static_cast<std::size_t>(kind.looks_like)];
  }

  bool allowed_from(Colour colour, int kind, Square from, const Step& step) const {
    if (step.initial && !initial_region(colour, step).contains(from)) return false;
    return step.files == 0 || goes_sideways(colour, kind, from);
  }

  // All men do but soldiers that have not come far enough: these step straight ahead.
  bool goes_sideways(Colour colour, int kind, Square from) const {
    const Variant& v = variant_;
    if (looks_like(kind) != v.soldier) return true;
    const int rank = v.board.rank(from);
    return (colour == Colour::white ? rank : v.board.ranks - 1 - rank) >= v.soldier_rank;
  }

  const SquareSet& initial_region(Colour colour, const Step& step) const {
    // (Only a pawn's triple step is lame and this long.)
    const bool triple = step.manner == Step::Manner::lame && step.ranks == 3;
    return triple ? variant_.triple_step_region[colour] : variant_.double_step_region[colour];
  }

  // Follows a step from a square, and adds a way to each square of a region that it comes to.
  void go(Square from, const Step& step, Colour colour, const SquareSet& region) {
    const Board& board = variant_.board;
    const int forward = colour == Colour::white ? 1 : -1;
    const int dx = step.files * forward, dy = step.ranks * forward;  // (Black looks from his side.)
    Way way;
    way.from = from;
    way.quiet = step.mode == Step::Mode::quiet;
    way.capture = step.mode == Step::Mode::capture;
    way.initial = step.initial;
    way.en_passant = step.en_passant;
    if (step.manner == Step::Manner::lame && !pass_lamely(way, dx, dy)) return;
    int x = board.file(from), y = board.rank(from);
    for (int n = 1; step.limit == 0 || n <= step.limit; ++n) {
      x += dx;
      y += dy;
      if (!board.contains(x, y)) return;
      way.to = board.square(x, y);
      arrive(way, step.manner, region, n);
      way.required = step.manner == Step::Manner::hop_behind ? way.to : no_square;
      way.mask.add(way.to);
    }
  }

  bool pass_lamely(Way& way, int dx, int dy) const {
    const Board& board = variant_.board;
    for (const auto& [x, y] : passed_by_lame(dx, dy)) {
      const int file = board.file(way.from) + x, rank = board.rank(way.from) + y;
      if (!board.contains(file, rank)) return false;
      way.mask.add(board.square(file, rank));
    }
    return true;
  }

  void arrive(Way& way, Step::Manner manner, const SquareSet& region, int steps) {
    const bool hops = manner >= Step::Manner::hop;
    if (!region.contains(way.to) || (hops && steps == 1)) return;
    way.men = hops ? 1 : 0;
    merge_or_add(way);
  }

  void merge_or_add(const Way& way) {
    const auto same = std::find_if(at(first_), ways_.end(), [&](const Way& w) {
      return w.to == way.to && w.mask == way.mask && w.required == way.required &&
             w.men == way.men && w.initial == way.initial && w.en_passant == way.en_passant;
    });
    if (same == ways_.end()) {
      ways_.push_back(way);
    } else {
      same->quiet = same->quiet || way.quiet;
      same->capture = same->capture || way.capture;
    }
  }

  // Ways that the same line bars come one after the other, nearest first.
  std::tuple<int, int, int, int> line_key(const Way& way) const {
    const Board& board = variant_.board;
    const int dx = board.file(way.to) - board.file(way.from);
    const int dy = board.rank(way.to) - board.rank(way.from);
    const int n = std::max(1, std::gcd(std::abs(dx), std::abs(dy)));
    return {way.men, dx / n, dy / n, n};
  }

  void set_barred() {
    for (std::size_t i = first_; i < ways_.size(); ++i) {
      if (ways_[i].men != 0 || ways_[i].mask.empty()) continue;
      std::size_t last = i;
      while (last + 1 < ways_.size() && ways_[last + 1].men == 0 &&
             ways_[last + 1].mask.includes(ways_[i].mask))
        ++last;
      ways_[i].barred_too = static_cast<std::uint8_t>(last - i);
    }
  }

  const Variant& variant_;
  std::vector<Way>& ways_;
  std::size_t first_ = 0;
};

// The squares strictly between two on one line.
SquareSet squares_between(const Board& board, Square a, Square b) {
  const int dx = board.file(b) - board.file(a), dy = board.rank(b) - board.rank(a);
  SquareSet between;
  if (dx != 0 && dy != 0 && std::abs(dx) != std::abs(dy)) return between;
  const int n = std::max(std::abs(dx), std::abs(dy));
  for (int i = 1; i < n; ++i)
    between.add(board.square(board.file(a) + dx / n * i, board.rank(a) + dy / n * i));
  return between;
}

}  // namespace

Ways::Ways(const Variant& variant) : squares_(static_cast<std::size_t>(variant.board.size())) {
  const std::size_t places = variant.kinds.size() * 2 * squares_;
  from_starts_.push_back(0);
  Maker maker(variant, from_);
  for (std::size_t i = 0; i < places; ++i) {
    maker.make(colour_of(i / squares_ % 2 != 0), static_cast<int>(i / squares_ / 2),
               static_cast<Square>(i % squares_));
    from_starts_.push_back(static_cast<std::uint32_t>(from_.size()));
  }
  make_lists(places);
  for (std::size_t a = 0; a < squares_; ++a) {
    for (std::size_t b = 0; b < squares_; ++b)
      between_.push_back(
          squares_between(variant.board, static_cast<Square>(a), static_cast<Square>(b)));
  }
}

// Sorts the ways by where they go.
void Ways::make_lists(std::size_t places) {
  std::vector<std::vector<Way>> into(places), attacks(places * squares_);
  ranges_.resize(places);
  for (std::size_t place = 0; place < places; ++place) {
    for (Way way : list(from_, from_starts_, place)) {
      way.barred_too = 0;
      if (way.quiet) into[place - place % squares_ + way.to].push_back(way);
      if (!way.capture) continue;
      attacks[place * squares_ + way.to].push_back(way);
      ranges_[place].add(way.to);
    }
  }
  const auto flatten = [](const std::vector<std::vector<Way>>& lists, std::vector<Way>& ways,
                          std::vector<std::uint32_t>& starts) {
    starts.push_back(0);
    for (const std::vector<Way>& some : lists) {
      ways.insert(ways.end(), some.begin(), some.end());
      starts.push_back(static_cast<std::uint32_t>(ways.size()));
    }
  };
  flatten(into, into_, into_starts_);
  flatten(attacks, attacks_, attack_starts_);
}

}  // namespace zermelo::variant
