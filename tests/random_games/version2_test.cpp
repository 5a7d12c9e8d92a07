// SPDX-License-Identifier: MIT
// Random games in version 2 of BDDL (tests/support/random_version2.h): rules, unmoves, symmetries,
// notation and tables, on every position, against a brute force that plays from the syntax tree and
// shares no code with them.
//
// ZERMELO_RANDOM_VERSION_2=FIRST:COUNT selects other games.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "gen/bddl/piece_game.h"
#include "gen/bddl/version2_parser.h"
#include "gen/error.h"
#include "gen/wrong_file.h"
#include "probe/game.h"
#include "probe/table.h"
#include "tablebase/format/table_file.h"
#include "tests/reference/version2_values.h"
#include "tests/support/random_version2.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::random_games {
namespace {

using bddl::tree::Result;
using reference::Version2Position;
using reference::Version2Values;

constexpr std::size_t most_positions = 1500;

Value value_of_plies(int plies) {
  if (plies == Version2Values::endless) return Value::endless(Outcome::win);
  if (plies == -Version2Values::endless) return Value::endless(Outcome::loss);
  return plies > 0 ? Value::win(plies) : plies < 0 ? Value::loss(-plies) : Value::draw();
}

std::optional<Outcome> ending_after(const Version2Values& values, const Version2Position& p) {
  const auto found = values.over().find(p);
  if (found == values.over().end()) return std::nullopt;
  if (found->second == Result::draw) return Outcome::draw;
  return found->second == Result::win ? Outcome::win : Outcome::loss;
}

// One game, as the program has it and as the brute force has it.
class DrawnGame {
 public:
  DrawnGame(const std::string& text, const GameSpec& spec, const Version2Values& values,
            const test::TemporaryFolder& folder)
      : values_(values),
        game_(make_game(spec)),
        rules_(bddl::ground(bddl::parse_version_2(text, "g.bddl"))),
        file_(folder.file("t.ztb")) {}

  void check() {
    ASSERT_NO_FATAL_FAILURE(check_start());
    for (const auto& [p, unused] : values_.values()) {
      ASSERT_NO_FATAL_FAILURE(check_moves(p));
      ASSERT_NO_FATAL_FAILURE(check_ways_back(p));
      ASSERT_NO_FATAL_FAILURE(check_notation(p));
      if (++seen_ % 4 != 0) continue;
      ASSERT_NO_FATAL_FAILURE(check_images(p));
    }
    for (const auto& [p, result] : values_.over()) ASSERT_NO_FATAL_FAILURE(check_end(p, result));
    ASSERT_NO_FATAL_FAILURE(check_table());
    check_distances();
  }

 private:
  std::string text(const Version2Position& p) const { return values_.text_of(p); }

  void check_start() {
    const bool begins = std::ranges::any_of(values_.starts(), [&](const Version2Position& p) {
      return values_.values().contains(p) && text(p) == game_->start();
    });
    ASSERT_TRUE(begins) << game_->start();
  }

  // --- Rules -------------------------------------------------------------------------------------

  void check_moves(const Version2Position& p) {
    ASSERT_TRUE(game_->status(text(p)).goes_on()) << text(p);
    std::map<std::string, std::optional<Outcome>> expected, found;
    for (const Version2Position& next : values_.moves(p))
      expected.emplace(text(next), ending_after(values_, next));
    std::set<std::string> names;
    for (const LegalMove& move : game_->moves(text(p))) {
      ASSERT_TRUE(names.insert(move.move).second) << text(p) << ": " << move.move << " twice";
      ASSERT_TRUE(found.emplace(move.after, move.ending).second) << text(p) << ' ' << move.after;
      ASSERT_EQ(move.result, move.ending ? "" : move.after);
    }
    ASSERT_EQ(found, expected) << text(p);
  }

  void check_end(const Version2Position& p, Result result) {
    const PositionStatus status = game_->status(text(p));
    ASSERT_TRUE(status.is_over()) << text(p) << ": " << status.why;
    const Colour last = opponent_of(colour_of(p.white_to_move));
    const std::optional<Colour> winner = result == Result::draw  ? std::nullopt
                                         : result == Result::win ? std::optional(last)
                                                                 : opponent_of(last);
    ASSERT_EQ(game_->result(text(p))->winner, winner) << text(p) << ": " << status.why;
  }

  // --- Positions ---------------------------------------------------------------------------------

  PiecePosition position(const Version2Position& p) const {
    return parse_position(text(p), rules_.pieces());
  }
  Version2Position plain(const PiecePosition& p) const {
    Version2Position q;
    q.white_to_move = p.white_to_move;
    const Grid grid = rules_.grid();
    for_each_square(p.occupied(), [&](int square) {
      const Content piece = p.at(square);
      q.pieces[{grid.file_of(square) + 1, grid.rows - grid.rank_of(square)}] = {is_white(piece),
                                                                                kind_of(piece)};
    });
    for (const bool white : {false, true}) {
      for (int kind = 0; kind < rules_.pieces().size(); ++kind)
        if (p.in_hand(white, kind) > 0) q.hands[{white, kind}] = p.in_hand(white, kind);
    }
    return q;
  }

  void check_notation(const Version2Position& p) {
    const PiecePosition q = position(p);
    ASSERT_EQ(plain(q), p) << text(p);
    ASSERT_EQ(format_position(q, rules_.pieces()), text(p));
    // One of the images stands for all, which have one number.
    const std::uint64_t code = rules_.codes().encode(q);
    const PiecePosition canonical = rules_.codes().decode(code);
    bool is_image = false;
    rules_.codes().for_each_image(q, [&](const PiecePosition& image) {
      is_image = is_image || image == canonical;
      EXPECT_EQ(rules_.codes().encode(image), code) << format_position(image, rules_.pieces());
    });
    ASSERT_TRUE(is_image) << text(p);
  }

  // Every move can be taken back, and what is taken back was a move.
  void check_ways_back(const Version2Position& p) {
    for (const Version2Position& next : values_.moves(p)) {
      std::set<PiecePosition> causes;
      rules_.for_each_predecessor(position(next),
                                  [&](const PiecePosition& cause) { causes.insert(cause); });
      ASSERT_TRUE(causes.contains(position(p))) << text(p) << " to " << text(next);
      if (!taken_back_.insert(next).second) continue;
      std::vector<PiecePosition> some;  // (the brute force takes its time)
      std::ranges::sample(causes, std::back_inserter(some), 3, random_);
      for (const PiecePosition& cause : some) {
        ASSERT_TRUE(values_.rules().moves(plain(cause)).contains(next))
            << format_position(cause, rules_.pieces()) << " to " << text(next);
      }
    }
  }

  // The images of a position under the symmetries, and with the colours exchanged if White's rules
  // are Black's; always in the same order.
  std::vector<Version2Position> images(const Version2Position& p) const {
    std::vector<Version2Position> all;
    rules_.codes().for_each_image(position(p),
                                  [&](const PiecePosition& image) { all.push_back(plain(image)); });
    return all;
  }

  // An image has the images of the moves, which end the game alike.
  void check_images(const Version2Position& p) {
    const std::vector<Version2Position> here = images(p);
    std::vector<std::set<Version2Position>> expected(here.size());
    for (const Version2Position& next : values_.moves(p)) {
      const std::vector<Version2Position> there = images(next);
      for (std::size_t i = 0; i < here.size(); ++i) {
        expected[i].insert(there[i]);
        ASSERT_EQ(values_.rules().result(there[i]), values_.rules().result(next)) << text(next);
      }
    }
    for (std::size_t i = 0; i < here.size(); ++i)
      ASSERT_EQ(values_.rules().moves(here[i]), expected[i]) << text(p) << " as " << text(here[i]);
  }

  // --- Tables ------------------------------------------------------------------------------------

  void check_table() {
    SolveOptions options;
    options.threads = 1;
    options.force = true;
    solve(*game_, file_, options);
    const Table table = Table::open(file_);
    const VerifyReport verified = table.verify({.threads = 1});
    ASSERT_FALSE(verified.failure) << *verified.failure;
    std::set<std::string> canonical;
    for (const auto& [p, plies] : values_.values()) {
      ASSERT_EQ(to_string(table.probe(text(p))), to_string(value_of_plies(plies))) << text(p);
      canonical.insert(table.canonical(text(p)));
      if (plies == 0 || canonical.size() % 16 != 1) continue;
      ASSERT_NO_FATAL_FAILURE(check_line(table, p));
    }
    ASSERT_EQ(table.info().positions, canonical.size());
    for (const auto& [p, unused] : values_.over()) ASSERT_THROW(table.probe(text(p)), GameOver);
    ASSERT_NO_FATAL_FAILURE(check_count());
    std::set<Version2Position> listed;  // (what is won at once is not)
    for (const auto& [p, plies] : values_.values())
      if (plies != 1) listed.insert(p);
    check_folding(table.stats({.threads = 1}).folding, canonical.size(), listed);
  }

  // What is listed, counted with all images by listing them.
  void check_folding(const std::optional<FoldingReport>& found, std::size_t reached,
                     const std::set<Version2Position>& listed) const {
    ASSERT_TRUE(found);
    EXPECT_EQ(found->folds_mover, rules_.codes().is_folded());
    EXPECT_EQ(found->symmetries, rules_.symmetries().size());
    EXPECT_EQ(found->reached, reached);
    std::map<std::string, ListedPositions> by_pieces;
    ListedPositions all;
    for (const Version2Position& p : listed) {
      const PiecePosition first = rules_.canonical(position(p));
      const std::string name =
          format_material(material_of(first, rules_.pieces().size()), rules_.pieces()) +
          (first.white_to_move ? " w" : " b");
      for (const Version2Position& image : images(p)) {
        add_to(by_pieces[name], image);
        add_to(all, image);
      }
    }
    expect_count(found->listed, all);
    for (const auto& [name, count] : found->materials) {
      SCOPED_TRACE(name);
      expect_count(count, by_pieces[name]);
      by_pieces.erase(name);
    }
    EXPECT_TRUE(by_pieces.empty());
  }
  struct ListedPositions {
    std::set<std::string> folded;
    std::set<PiecePosition> both_movers;  // one of those that symmetries carry to each other
    std::set<Version2Position> apart;
  };
  void add_to(ListedPositions& all, const Version2Position& p) const {
    if (!all.apart.insert(p).second) return;
    all.folded.insert(game_->canonical(text(p)));
    all.both_movers.insert(canonical(rules_.symmetries(), position(p)));
  }
  static void expect_count(const FoldedCount& found, const ListedPositions& all) {
    EXPECT_EQ(found.folded, all.folded.size());
    EXPECT_EQ(found.both_movers, all.both_movers.size());
    EXPECT_EQ(found.apart, all.apart.size());
  }

  // Positions are counted with all their images.
  void check_count() {
    std::set<Version2Position> going_on, over;
    for (const auto& [p, unused] : values_.values()) add_images(p, going_on);
    for (const auto& [p, unused] : values_.over()) add_images(p, over);
    const CountReport count = game_->count({.threads = 1});
    ASSERT_EQ(count.totals.at("positions"), going_on.size() + over.size());
    ASSERT_EQ(count.totals.at("over"), over.size());
  }
  void add_images(const Version2Position& p, std::set<Version2Position>& all) const {
    if (all.contains(p)) return;
    for (const Version2Position& image : images(p)) all.insert(image);
  }

  // Images count as one position, so its distance is that of the nearest of them.
  void check_distances() {
    const TableKind* const kind = game_->kind(reach_metric);
    ASSERT_EQ(kind != nullptr, rules_.begins_with_start());
    if (kind == nullptr) return;
    const std::map<Version2Position, int> plain = plain_distances();
    std::map<std::string, int> nearest;
    for (const auto& [p, plies] : plain) {
      const auto entry = nearest.emplace(game_->canonical(text(p)), plies).first;
      entry->second = std::min(entry->second, plies);
    }
    SolveOptions options;
    options.threads = 1;
    options.force = true;
    kind->solve(file_, options);
    const Table table = Table::open(file_);
    const VerifyReport verified = table.verify({.threads = 1});
    ASSERT_FALSE(verified.failure) << *verified.failure;
    ASSERT_EQ(table.info().positions, nearest.size());
    std::map<int, std::uint64_t> histogram;
    for (const auto& [unused, plies] : nearest) ++histogram[plies];
    const ReachReport stats = table.distance_stats({.threads = 1});
    ASSERT_EQ(stats.histogram, histogram);
    std::set<Version2Position> listed;
    for (const auto& [p, unused] : plain) listed.insert(p);
    check_folding(stats.folding, nearest.size(), listed);
    int seen = 0;
    for (const auto& [p, plies] : plain) {
      const int least = nearest.at(game_->canonical(text(p)));
      ASSERT_EQ(table.distance(text(p)), least) << text(p);
      if (++seen % 16 != 0) continue;
      ASSERT_NO_FATAL_FAILURE(check_ways(table, p, plies, least));
    }
    for (const auto& [p, unused] : values_.over()) ASSERT_THROW(table.distance(text(p)), GameOver);
  }
  // From the start, without regard to symmetries.
  std::map<Version2Position, int> plain_distances() const {
    std::map<Version2Position, int> plies;
    std::deque<Version2Position> waiting(values_.starts().begin(), values_.starts().end());
    for (const Version2Position& start : waiting) plies.emplace(start, 0);
    for (; !waiting.empty(); waiting.pop_front()) {
      const Version2Position here = waiting.front();
      for (const Version2Position& next : values_.moves(here)) {
        if (!values_.values().contains(next)) continue;
        if (plies.emplace(next, plies.at(here) + 1).second) waiting.push_back(next);
      }
    }
    return plies;
  }
  // Table::way plays the moves.
  void check_ways(const Table& table, const Version2Position& p, int plies, int least) const {
    const Way way = table.way(text(p));
    ASSERT_TRUE(way.found) << text(p);
    ASSERT_EQ(way.moves.size(), static_cast<std::size_t>(least)) << text(p);
    const std::string end = way.states.empty() ? game_->start() : way.states.back();
    ASSERT_EQ(game_->canonical(end), game_->canonical(text(p)));
    const Way exact = table.way(text(p), {.exact = true});
    ASSERT_TRUE(exact.found) << text(p);
    ASSERT_EQ(exact.moves.size(), static_cast<std::size_t>(plies)) << text(p);
    ASSERT_EQ(exact.states.empty() ? game_->start() : exact.states.back(), text(p));
  }

  void check_line(const Table& table, const Version2Position& p) {
    const int plies = std::abs(values_.values().at(p));
    const bool ends = plies != Version2Values::endless;  // (if not, a position comes again)
    const Line line = table.line(text(p), 500);
    ASSERT_EQ(line.complete, ends) << text(p);
    if (ends) {
      ASSERT_EQ(line.moves.size(), static_cast<std::size_t>(plies)) << text(p);
    } else {
      ASSERT_FALSE(line.moves.empty()) << text(p);
    }
    std::string here = text(p);
    for (const std::string& name : line.moves) {
      const std::vector<LegalMove> moves = game_->moves(here);
      const auto found = std::ranges::find(moves, name, &LegalMove::move);
      ASSERT_NE(found, moves.end()) << here << ": " << name;
      here = found->after;
    }
    ASSERT_EQ(game_->status(here).is_over(), ends) << here;
  }

  const Version2Values& values_;
  std::shared_ptr<const Game> game_;
  bddl::PieceGame rules_;
  std::string file_;
  std::set<Version2Position> taken_back_;
  std::mt19937 random_{38};
  std::size_t seen_ = 0;
};

// What the games that were played had in them.
class Features {
 public:
  Features() {
    for (const char* word : all_) number_[word] = 0;
  }
  void count(const std::string& text, const Version2Values& values) {
    for (const char* word : all_) number_[word] += text.find(word) != text.npos ? 1 : 0;
    const auto value = [&](const auto& condition) {
      return std::ranges::any_of(values.values(),
                                 [&](const auto& entry) { return condition(entry.second); });
    };
    number_["(won)"] += value([](int plies) { return plies > 0; });
    number_["(won in 5 plies or more)"] += value([](int plies) { return plies >= 5; });
    number_["(lost)"] += value([](int plies) { return plies < 0; });
    number_["(won by endless play)"] +=
        value([](int plies) { return plies == Version2Values::endless; });
    number_["(drawn, though not by endless play)"] +=
        text.find("#endless") != text.npos && value([](int plies) { return plies == 0; });
    number_["(drawn)"] += value([](int plies) { return plies == 0; });
  }
  void print() const {
    for (const auto& [feature, games] : number_)
      std::cout << fmt::format("{:6} {}\n", games, feature);
  }
  void expect_all() const {
    for (const auto& [feature, games] : number_) EXPECT_GT(games, 0) << feature;
  }

 private:
  static constexpr const char* all_[] = {
      "#pieces",       "#hands",       "#lines",     "#links", "#define",   "#mirror turn",
      "#blackactions", "#goals",       "#losses",    "#draws", "#illegal",  "#stuck",
      "#turn",         "#mirror diag", ":otherwise", ":then",  ":text",     "take(",
      "becomes(",      "when (",       "each ",      "any ",   "NOT(",      "count(",
      "hand(",         "reaches(",     "next(",      "line(",  "attacked(", "zone(",
      "on(",           "off(",         "good(",      "near(",  "=ride",     "?k",
      "?c(",           "(xmax,ymin)",  "#endless"};
  std::map<std::string, int> number_;
};

class Version2Player {
 public:
  void play(int number) {
    std::mt19937 random(static_cast<unsigned>(number));
    const std::string text = test::random_version_2(random);
    SCOPED_TRACE(fmt::format("game {}\n{}", number, text));
    const GameSpec spec{"bddl", {{"domain", text}, {"domain-file", "g.bddl"}}};
    const bddl::tree::Game tree = bddl::parse_version_2(text, "g.bddl");
    try {
      bddl::ground(tree);
    } catch (const SyntaxError& error) {
      ASSERT_NE(std::string(error.what()).find(" to two things"), std::string::npos)
          << error.what();
      ++ambiguous_;
      return;
    }
    const Version2Values values(tree, most_positions);
    if (!values.can_begin()) {
      ++over_;
      ASSERT_THROW(make_game(spec), UsageError);
    } else if (!values.is_complete()) {
      ++too_large_;
    } else {
      ++played_;
      features_.count(text, values);
      DrawnGame(text, spec, values, folder_).check();
    }
  }

  int played() const { return played_; }
  const Features& features() const { return features_; }
  void print() const {
    std::cout << fmt::format(
        "{} games; left out: {} too large, {} without a start, {} that set a square to two "
        "things\n",
        played_, too_large_, over_, ambiguous_);
    features_.print();
  }

 private:
  const test::TemporaryFolder folder_ = test::TemporaryFolder::in_memory();
  Features features_;
  int played_ = 0, too_large_ = 0, over_ = 0, ambiguous_ = 0;
};

TEST(RandomVersion2, AFewDozenGames) {
  int first = 0, wanted = 40;
  if (const char* numbers = std::getenv("ZERMELO_RANDOM_VERSION_2"))
    std::sscanf(numbers, "%d:%d", &first, &wanted);
  Version2Player player;
  for (int i = first; player.played() < wanted && !HasFailure(); ++i) player.play(i);
  player.print();
}

TEST(RandomVersion2, TwoThousandGames) {
  constexpr int wanted = 2000;
  Version2Player player;
  for (int i = 10'000; player.played() < wanted && !HasFailure(); ++i) player.play(i);
  player.print();
  player.features().expect_all();
}

}  // namespace
}  // namespace zermelo::random_games
