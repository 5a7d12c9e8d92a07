// SPDX-License-Identifier: MIT
#include "gen/variant/endgame_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/error.h"

namespace zermelo::endgames {
namespace {

// Sorts ways into cells: begins[c]..begins[c+1] are those of cell c, in their order.
template <class Entry, class CellOf>
void sort_ways(std::vector<std::pair<int, Entry>> all, std::size_t cells, std::vector<Entry>& ways,
               std::vector<std::uint32_t>& begins, const CellOf& cell_of) {
  std::ranges::stable_sort(all, {}, cell_of);
  begins.assign(cells + 1, 0);
  for (const auto& entry : all) ++begins[cell_of(entry) + 1];
  for (std::size_t c = 0; c < cells; ++c) begins[c + 1] += begins[c];
  ways.clear();
  for (const auto& entry : all) ways.push_back(entry.second);
}

struct Step {
  int x, y;
};
constexpr std::array<Step, 4> orthogonal{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<Step, 4> diagonal{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<Step, 8> knight{
    {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}};

// Makes the ways of chessmen on a board.
class Chessmen {
 public:
  Chessmen(int width, int height) : width_(width), height_(height) {}

  SquareBits ranks(int first, int last) const {
    SquareBits set = 0;
    for (int square = first * width_; square < (last + 1) * width_; ++square) set |= bit_of(square);
    return set;
  }
  // `length` is the most steps in a direction.
  template <std::size_t n>
  void add_rides(const std::array<Step, n>& steps, int length, std::vector<Way>& ways) const {
    for (int square = 0; square < width_ * height_; ++square) {
      for (const Step step : steps) {
        SquareBits passed = 0;
        int x = square % width_ + step.x, y = square / width_ + step.y;
        for (int k = 0; k < length && is_on(x, y); ++k, x += step.x, y += step.y) {
          ways.push_back({.from = number(square), .to = number(at(x, y)), .mask = passed});
          passed |= bit_of(at(x, y));
        }
      }
    }
  }
  Kind piece(const char* letter) const {
    Kind kind;
    kind.letter = letter;
    kind.region.fill(ranks(0, height_ - 1));
    return kind;
  }
  Kind pawn(std::vector<int> promotes_to) const {
    Kind kind = piece("P");
    kind.takes_en_passant = height_ >= 8;
    kind.zeroes.fill(true);
    for (const int side : {0, 1}) {
      const auto s = static_cast<std::size_t>(side);
      const int up = side == 0 ? 1 : -1, second = side == 0 ? 1 : height_ - 2;
      kind.zone[s] = side == 0 ? ranks(height_ - 1, height_ - 1) : ranks(0, 0);
      kind.region[s] = ranks(1, height_ - 2);
      kind.promotes_to[s] = promotes_to;
      for (int square = width_; square < width_ * (height_ - 1); ++square) {
        const int x = square % width_, y = square / width_;
        add_step(square, x, y + up, false, kind.ways[s]);
        for (const int sideways : {-1, 1})
          add_step(square, x + sideways, y + up, true, kind.ways[s]);
        if (y != second || height_ < 8) continue;
        const int over = at(x, y + up);
        kind.ways[s].push_back({.from = number(square),
                                .to = number(at(x, y + 2 * up)),
                                .mask = bit_of(over),
                                .capture = false,
                                .passed = number(over)});
      }
    }
    return kind;
  }

 private:
  static Square number(int square) { return static_cast<Square>(square); }
  int at(int x, int y) const { return y * width_ + x; }
  bool is_on(int x, int y) const { return x >= 0 && x < width_ && y >= 0 && y < height_; }
  void add_step(int square, int x, int y, bool captures, std::vector<Way>& ways) const {
    if (!is_on(x, y)) return;
    ways.push_back(
        {.from = number(square), .to = number(at(x, y)), .quiet = !captures, .capture = captures});
  }
  int width_, height_;
};

}  // namespace

Rules::Rules(int width, int height, std::vector<Kind> kinds, Endings endings)
    : width_(width),
      height_(height),
      kinds_(std::move(kinds)),
      endings_(std::move(endings)),
      has_royal_(std::ranges::any_of(kinds_, &Kind::is_royal)),
      has_early_ends_(endings_.has_early_ends() || !has_royal_),
      is_plain_check_(endings_.is_plain_check()),
      keeps_men_(std::ranges::any_of(kinds_, [](const Kind& k) { return k.in_hand != no_kind; })),
      has_shunning_(std::ranges::any_of(kinds_, &Kind::shuns_own_kind)) {
  check();
  for (const Kind& k : kinds_) is_plain_.push_back(k.is_plain());
  for (int square = 0; square < squares(); ++square) {
    SquareBits& near = near_.emplace_back(0);
    for (int other = 0; other < squares(); ++other) {
      const int dx = other % width_ - square % width_, dy = other / width_ - square / width_;
      if (other != square && dx * dx <= 1 && dy * dy <= 1) near |= bit_of(other);
    }
  }
  find_classes();
  list_ways();
  list_hands();
}

void Rules::check() const {
  if (width_ < 1 || height_ < 1 || width_ > 12 || height_ > 10) {
    throw UsageError(
        fmt::format("A board of {} by {} squares cannot be solved: it may have 12 by 10 at most.",
                    width_, height_));
  }
  if (kinds_.empty() || kinds_.size() > 127)
    throw UsageError("A variant has 1 to 127 kinds of men.");
  const SquareBits board = ~SquareBits{0} >> (128 - squares());
  for (const Kind& kind : kinds_) {
    for (const std::size_t side : {0u, 1u}) {
      bool is_right = ((kind.region[side] | kind.zone[side]) & ~board) == 0;
      for (const Way& way : kind.ways[side])
        is_right = is_right && way.from < squares() && way.to < squares() && way.from != way.to &&
                   ((way.mask | way.must) & ~board) == 0;
      for (const int next : kind.promotes_to[side])
        is_right = is_right && next >= 0 && static_cast<std::size_t>(next) < kinds_.size();
      for (const int next : {kind.turns_to, kind.turns_back_to, kind.in_hand, kind.turned_drop})
        is_right = is_right && next < static_cast<int>(kinds_.size());
      if (!is_right)
        throw UsageError("The ways of " + kind.letter + " are not on the variant's board.");
    }
  }
}

// Which kinds men can become, and come back from.
void Rules::find_classes() {
  const std::size_t n = kinds_.size();
  std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n, false));
  const auto link = [&](std::size_t from, int to) {
    if (to != no_kind) reaches[from][static_cast<std::size_t>(to)] = true;
  };
  for (std::size_t k = 0; k < n; ++k) {
    link(k, static_cast<int>(k));
    for (const auto& next : kinds_[k].promotes_to) {
      for (const int to : next) link(k, to);
    }
    link(k, kinds_[k].turns_to);
    link(k, kinds_[k].turns_back_to);
    link(k, kinds_[k].turned_drop);
    link(k, kinds_[k].in_hand);
  }
  for (std::size_t via = 0; via < n; ++via) {
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b)
        reaches[a][b] = reaches[a][b] || (reaches[a][via] && reaches[via][b]);
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t first = 0;
    while (!reaches[k][first] || !reaches[first][k]) ++first;
    class_of_.push_back(static_cast<int>(first));
  }
}

void Rules::list_ways() {
  std::vector<std::pair<int, Way>> all, captures;
  std::vector<std::pair<int, Unmove>> unmoves, uncaptures;
  double_steps_.assign(2 * kinds_.size(), false);
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    for (const std::size_t side : {0u, 1u}) {
      const Kind& kind = kinds_[k];
      const int man = man_of(static_cast<int>(k), static_cast<int>(side));
      for (const Way& way : kind.ways[side]) {
        if (!has(kind.region[side], way.from)) continue;
        if (way.capture) captures.emplace_back(man, way);
        // (Limits are looked at for each position.)
        bool leads = false;
        for_each_form(Men(), static_cast<int>(side), static_cast<int>(k), way, true, [&](int) {
          leads = true;
          return true;
        });
        if (!leads) continue;
        all.emplace_back(man, way);
        list_way(static_cast<int>(k), side, way, unmoves, uncaptures);
      }
    }
  }
  const std::size_t cells = 2 * kinds_.size() * static_cast<std::size_t>(squares());
  sort_ways(std::move(all), cells, ways_, way_begins_,
            [this](const auto& e) { return cell(e.first, e.second.from); });
  const auto where_to = [this](const auto& e) { return cell(e.first, e.second.way.to); };
  sort_ways(std::move(unmoves), cells, unmoves_, unmove_begins_, where_to);
  sort_ways(std::move(uncaptures), cells, uncaptures_, uncapture_begins_, where_to);
  sort_ways(std::move(captures), cells * static_cast<std::size_t>(squares()), attacks_,
            attack_begins_,
            [this](const auto& e) { return attack_cell(e.first, e.second.from, e.second.to); });
}

// What men that have gone this way can come back from.
void Rules::list_way(int k, std::size_t side, const Way& way,
                     std::vector<std::pair<int, Unmove>>& unmoves,
                     std::vector<std::pair<int, Unmove>>& uncaptures) {
  const int s = static_cast<int>(side), man = man_of(k, s);
  const auto list = [&](bool takes, std::vector<std::pair<int, Unmove>>& entries) {
    for_each_form(Men(), s, k, way, takes, [&](int form) {
      if (class_of(form) == class_of(k))
        entries.push_back({man_of(form, s), {way, static_cast<std::uint8_t>(man)}});
      if (form == k && !takes && way.passed != no_square)
        double_steps_[static_cast<std::size_t>(man)] = true;
      return true;
    });
  };
  if (way.quiet) list(false, unmoves);
  if (way.capture && keeps_men_) list(true, uncaptures);
}

void Rules::list_hands() {
  victims_.resize(2 * kinds_.size());
  held_as_.resize(2 * kinds_.size());
  if (!keeps_men_) return;
  for (int k = 0; k < static_cast<int>(kinds_.size()); ++k) {
    const Kind& kind = kinds_[static_cast<std::size_t>(k)];
    for (const int side : {0, 1}) {
      const auto man = static_cast<std::uint8_t>(man_of(k, side));
      if (kind.in_hand != no_kind && class_of(k) == class_of(kind.in_hand))
        victims_[static_cast<std::size_t>(man_of(kind.in_hand, other(side)))].push_back(man);
      if (kind.drops[static_cast<std::size_t>(side)] == 0) continue;
      for (const int form : {k, kind.turned_drop}) {
        if (form != no_kind) held_as_[static_cast<std::size_t>(man_of(form, side))].push_back(man);
      }
    }
  }
}

bool Rules::face_each_other(const Men& men) const {
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.count); ++i) {
    if (!kind(kind_of(men.man[i])).is_royal) continue;
    for (std::size_t j = i + 1; j < static_cast<std::size_t>(men.count); ++j) {
      if (!kind(kind_of(men.man[j])).is_royal || side_of(men.man[i]) == side_of(men.man[j]))
        continue;
      const int low = std::min(men.at[i], men.at[j]), high = std::max(men.at[i], men.at[j]);
      const bool on_file = low % width_ == high % width_;
      if (!on_file && low / width_ != high / width_) continue;
      bool is_open = true;
      for (int square = low + (on_file ? width_ : 1); square < high; square += on_file ? width_ : 1)
        is_open = is_open && !has(men.occupied, square);
      if (is_open) return true;
    }
  }
  return false;
}

bool Rules::always_attacks(int man, int from, int to) const {
  const auto ways = in(attacks_, attack_begins_, attack_cell(man, from, to));
  return std::ranges::any_of(ways, [&](const Way& way) {
    return way.needed == 0 && (way.mask & ~bit_of(to) & ~bit_of(from)) == 0 && way.must == 0;
  });
}

Rules chess_rules(int width, int height) {
  const Chessmen men(width, height);
  Kind king = men.piece("K"), queen = men.piece("Q"), rook = men.piece("R");
  Kind bishop = men.piece("B"), horse = men.piece("N");
  king.is_royal = true;
  const int far = std::max(width, height);
  for (const std::size_t side : {0u, 1u}) {
    men.add_rides(orthogonal, 1, king.ways[side]);
    men.add_rides(diagonal, 1, king.ways[side]);
    men.add_rides(orthogonal, far, queen.ways[side]);
    men.add_rides(diagonal, far, queen.ways[side]);
    men.add_rides(orthogonal, far, rook.ways[side]);
    men.add_rides(diagonal, far, bishop.ways[side]);
    men.add_rides(knight, 1, horse.ways[side]);
  }
  return Rules(width, height, {king, queen, rook, bishop, horse, men.pawn({1, 2, 3, 4})});
}

}  // namespace zermelo::endgames
