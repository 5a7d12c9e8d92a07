// SPDX-License-Identifier: MIT
// A brute force that says what the report on play says, from a game's moves alone; and what tests
// of that report share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/value.h"
#include "probe/game.h"
#include "probe/table.h"
#include "reports/chances.h"
#include "tests/support/bddl_games.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::test {

inline Table solved(const GameSpec& spec, const TemporaryFolder& folder) {
  const std::string path = folder.file("played.ztb");
  solve(*make_game(spec), path);
  return Table::open(path);
}

// A brute force over texts, which knows nothing but a game's moves.
struct PlainMove {
  std::string to;                 // empty if the game ends
  std::optional<Outcome> ending;  // for the maker
};
struct PlainPosition {
  int ply = 0;
  bool first_moves = false;
  std::vector<PlainMove> moves;
  std::vector<Value> worth;  // of the moves
  Value value;
};

class PlainPlay {
 public:
  explicit PlainPlay(const Game& game) : game_(game) {
    find_positions();
    find_values();
  }

  const std::map<std::string, PlainPosition>& positions() const { return positions_; }
  const PlainPosition& start() const { return positions_.at(game_.start()); }

  // Pushes probability forward, ply by ply, until next to nothing is left. Its log_choices are of
  // the moves that all positions on the way have.
  Chances chances(double first_errs, double second_errs) const {
    Chances found;
    double plies = 0, log_choices = 0;
    std::map<std::string, double> now = {{game_.start(), 1}};
    double left = 1, long_ago = 2;
    for (int ply = 1; left > 1e-12; ++ply) {
      if (ply % 200 == 0 && left > 0.999999 * std::exchange(long_ago, left))
        break;  // it goes round
      std::map<std::string, double> next;
      plies += left;
      left = 0;
      for (const auto& [text, mass] : now) {
        const PlainPosition& p = positions_.at(text);
        log_choices += mass * std::log10(static_cast<double>(p.moves.size()));
        const double error = p.first_moves ? first_errs : second_errs;
        const auto bests = std::ranges::count(p.worth, p.value);
        for (std::size_t m = 0; m < p.moves.size(); ++m) {
          double weight = error / static_cast<double>(p.moves.size());
          if (p.worth[m] == p.value) weight += (1 - error) / static_cast<double>(bests);
          if (weight == 0) continue;
          if (!p.moves[m].ending) {
            next[p.moves[m].to] += mass * weight;
            left += mass * weight;
          } else if (*p.moves[m].ending == Outcome::draw) {
            found.draw += mass * weight;
          } else {
            const bool first = (*p.moves[m].ending == Outcome::win) == p.first_moves;
            (first ? found.first : found.second) += mass * weight;
          }
        }
      }
      now = std::move(next);
    }
    found.endless = left;
    if (left < 1e-9) {
      found.plies = plies;
      found.log_choices = log_choices;
    }
    return found;
  }

 private:
  void find_positions() {
    const Colour first = game_.to_move(game_.start());
    std::vector<std::string> level = {game_.start()};
    std::set<std::string> known = {game_.start()};
    for (int ply = 0; !level.empty(); ++ply) {
      std::vector<std::string> next;
      for (const std::string& text : level) {
        PlainPosition& p = positions_[text];
        p.ply = ply;
        p.first_moves = game_.to_move(text) == first;
        for (const LegalMove& move : game_.moves(text)) {
          p.moves.push_back({move.result, move.ending});
          if (!move.ending && known.insert(move.result).second) next.push_back(move.result);
        }
      }
      level = std::move(next);
    }
  }

  // From draws everywhere, until nothing changes: wins and losses in one ply, in two, and so on.
  void find_values() {
    bool changes = true;
    while (changes) {
      changes = false;
      for (auto& [text, p] : positions_) {
        p.worth.clear();
        for (const PlainMove& move : p.moves) p.worth.push_back(worth(p, move));
        const Value best = *std::ranges::max_element(p.worth);
        changes |= best != p.value;
        p.value = best;
      }
    }
  }
  Value worth(const PlainPosition& p, const PlainMove& move) const {
    if (move.ending) {
      return *move.ending == Outcome::win    ? Value::win(1)
             : *move.ending == Outcome::loss ? Value::loss(1)
                                             : Value::draw();
    }
    const PlainPosition& next = positions_.at(move.to);
    return next.value.before_move(next.first_moves == p.first_moves ? NextMover::same
                                                                    : NextMover::other);
  }

  const Game& game_;
  std::map<std::string, PlainPosition> positions_;
};

inline void expect_near(const Chances& found, const Chances& plain, double most = 2e-9) {
  EXPECT_NEAR(found.first, plain.first, most);
  EXPECT_NEAR(found.draw, plain.draw, most);
  EXPECT_NEAR(found.second, plain.second, most);
  EXPECT_NEAR(found.endless, plain.endless, most);
  ASSERT_EQ(found.plies.has_value(), plain.plies.has_value());
  if (plain.plies) {
    EXPECT_NEAR(*found.plies, *plain.plies, 1e-6 * *plain.plies);
  }
}

inline void expect_same_chances(const Chances& a, const Chances& b) { expect_near(a, b, 1e-12); }

inline GameSpec game(const std::string& name,
                     std::vector<std::pair<std::string, std::string>> parameters) {
  return {name, {parameters.begin(), parameters.end()}};
}

inline GameSpec in_bddl(const std::string& file) {
  return bddl::read_game((shipped_games / file).string(), "");
}

}  // namespace zermelo::test
