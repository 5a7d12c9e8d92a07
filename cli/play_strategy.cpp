// SPDX-License-Identifier: MIT
#include "cli/play_strategy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/dialogue.h"
#include "cli/output.h"
#include "cli/squares.h"
#include "gen/error.h"
#include "probe/game.h"
#include "proof/strategy.h"

namespace zermelo::cli {
namespace {

constexpr char strategy_help[] =
    "Type a move, or one of these:\n"
    "  moves   list your moves\n"
    "  why     say what the strategy promises here\n"
    "  board   draw the board\n"
    "  undo    take back your last move, and the answer to it\n"
    "  quit    end\n";

const char* colour(bool white) { return white ? "White" : "Black"; }

class StrategyPlay {
 public:
  StrategyPlay(StrategyFile strategy, std::string start, SquareNaming naming)
      : strategy_(std::move(strategy)),
        game_(make_game(strategy_.info().game)),
        words_(*game_, naming),
        positions_{std::move(start)} {}

  void run() {
    print(strategy_.info().sentence + "\n");
    print(strategy_help);
    while (!over_) {
      print("\n" + words_.text(game_->diagram(here())));
      if (white_to_move() == strategy_.info().owner_is_white) {
        if (!answer()) return;
      } else if (!ask()) {
        return;
      }
    }
  }

 private:
  const std::string& here() const { return positions_.back(); }
  bool white_to_move() const { return game_->to_move(here()) == Colour::white; }

  // False if the strategy has none.
  bool answer() {
    const StrategyAnswer said = strategy_.answer(here());
    const auto moves = game_->moves(here());
    const auto found =
        std::ranges::find_if(moves, [&](const LegalMove& m) { return m.move == said.move; });
    if (!said.is_member || found == moves.end()) {
      print("The strategy has no move here: it does not do what it claims (zermelo check).\n");
      return false;
    }
    make(*found, "The strategy plays");
    return true;
  }

  void make(const LegalMove& move, const char* who) {
    print(fmt::format("{} {}.\n", who, words_.shown(move.move)));
    if (!move.ending) return positions_.push_back(move.result);
    over_ = true;
    const bool by_strategy = white_to_move() == strategy_.info().owner_is_white;
    const bool won = (*move.ending == Outcome::win) == by_strategy;
    print(*move.ending == Outcome::draw ? "The game is drawn.\n"
          : won                         ? "The strategy has won.\n"
                                        : "You have won.\n");
  }

  bool ask() {
    return ask_for_command([this](const std::string& word) { obey(word); });
  }

  void obey(const std::string& word) {
    if (word == "moves") return show_moves();
    if (word == "why") return show_why();
    if (word == "undo") return take_back();
    if (word == "help") return print(strategy_help);
    if (word == "board") return;  // it is drawn anyway
    const auto moves = game_->moves(here());
    if (const auto number = move_typed(moves, words_.typed(word)))
      return make(moves[*number], "You play");
    print(fmt::format("There is no move '{}' here; `moves` lists those there are.\n", word));
  }

  void show_moves() const {
    TextTable text("ll");
    for (const LegalMove& m : game_->moves(here())) {
      text.add(
          {words_.shown(m.move), m.ending ? "ends the game" : promise(strategy_.answer(m.result))});
    }
    print(text.text(2));
  }
  void show_why() const { print(promise(strategy_.answer(here())) + "\n"); }

  std::string promise(const StrategyAnswer& said) const {
    const StrategyInfo& info = strategy_.info();
    if (!said.is_member) return "the strategy does not have this position";
    const std::string plies = grouped(said.rank, "ply", "plies");
    const char* owner = colour(info.owner_is_white);
    if (info.wins) return fmt::format("rank {}: {} wins within {}", said.rank, owner, plies);
    if (info.plies)
      return fmt::format("rank {}: {} does not lose within {}", said.rank, owner, plies);
    return fmt::format("{} does not lose: the strategy has an answer to every move", owner);
  }

  void take_back() {
    if (positions_.size() < 3) return print("There is nothing to take back.\n");
    positions_.resize(positions_.size() - 2);
  }

  StrategyFile strategy_;
  std::shared_ptr<const Game> game_;
  SquareWords words_;
  std::vector<std::string> positions_;  // from the beginning to now
  bool over_ = false;
};

}  // namespace

bool is_strategy_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 4> begin{};
  file.read(begin.data(), begin.size());
  const std::string_view text(begin.data(), begin.size());
  return file && (text == "aig " || text == "aag ");
}

void play_strategy(const std::string& path, const Words& position, SquareNaming naming) {
  StrategyFile strategy = StrategyFile::open(path);
  const StrategyInfo& info = strategy.info();
  const std::string begin = info.start.empty() ? make_game(info.game)->start() : info.start;
  std::string start = position.empty() ? begin : join_position(position, begin);
  if (!strategy.answer(start).is_member)
    throw NotInTable("The strategy does not have that position.");
  StrategyPlay(std::move(strategy), std::move(start), naming).run();
}

}  // namespace zermelo::cli
