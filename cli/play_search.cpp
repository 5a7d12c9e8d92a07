// SPDX-License-Identifier: MIT
#include "cli/play_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/dialogue.h"
#include "cli/output.h"
#include "cli/squares.h"
#include "gen/error.h"

namespace zermelo::cli {
namespace {

using Seats = SearchPlayOptions::Seats;

constexpr char search_help[] =
    "Type a move, or one of these:\n"
    "  moves   list the moves\n"
    "  board   draw the board\n"
    "  undo    take back your last move, and the answer to it\n"
    "  quit    end\n";

class SearchPlay {
 public:
  SearchPlay(std::shared_ptr<const Game> game, std::string start, const SearchPlayOptions& options)
      : game_(std::move(game)),
        options_(options),
        words_(*game_, options.squares),
        positions_{std::move(start)} {}

  void run() {
    game_->moves(here());  // (throws if nothing can be played)
    if (options_.seats != Seats::nobody && !game_->shortest_win())
      search_move(*game_, here());  // (throws as well)
    print(search_help);
    while (!over_) {
      print("\n" + words_.text(board(here())));
      if (search_is_to_move()) {
        answer();
      } else if (!ask()) {
        return;
      }
    }
  }

 private:
  const std::string& here() const { return positions_.back(); }
  Diagram board(const std::string& state) const {
    Diagram picture = game_->diagram(state);
    picture.forbidden.clear();
    return picture;
  }
  bool search_is_to_move() const {
    if (options_.seats == Seats::both) return true;
    if (options_.seats == Seats::nobody) return false;
    const bool is_first = game_->to_move(here()) == game_->to_move(positions_.front());
    return is_first == (options_.seats == Seats::first);
  }

  void answer() {
    const SearchedMove found = search_move(*game_, here(), options_.search);
    make(found.move, "The search plays", finding(found));
    if (options_.seats == Seats::both) stop_if_repeated();
  }

  static std::string finding(const SearchedMove& found) {
    const std::string plies = grouped(static_cast<unsigned>(found.plies), "ply", "plies");
    if (found.finding == SearchedMove::Finding::wins) return fmt::format(" (wins in {})", plies);
    if (found.finding == SearchedMove::Finding::loses) return fmt::format(" (loses in {})", plies);
    return "";
  }

  void make(const LegalMove& move, const char* who, const std::string& remark) {
    print(fmt::format("{} {}{}.\n", who, words_.shown(move.move), remark));
    if (!move.ending) return positions_.push_back(move.result);
    over_ = true;
    const auto result = game_->result(move.after);
    print("\n" + (result ? words_.text(board(move.after))
                         : fmt::format("The game is over: a {} for the side that moved last.\n",
                                       outcome_name(*move.ending))));
  }

  void stop_if_repeated() {
    if (over_ || std::ranges::count(positions_, here()) < 2) return;
    over_ = true;
    print("The position has come before: the game would go on like this forever.\n");
  }

  bool ask() {
    return ask_for_command([this](const std::string& word) { obey(word); });
  }

  void obey(const std::string& word) {
    if (word == "moves") return show_moves();
    if (word == "undo") return take_back();
    if (word == "help") return print(search_help);
    if (word == "board") return;  // it is drawn anyway
    const std::vector<LegalMove> moves = game_->moves(here());
    if (const auto number = move_typed(moves, words_.typed(word)))
      return make(moves[*number], "You play", "");
    say_no_such_move(word);
  }

  void show_moves() const {
    TextTable text("ll");
    for (const LegalMove& m : game_->moves(here()))
      text.add({words_.shown(m.move), m.ending ? "ends the game" : ""});
    print(text.text(2));
  }

  void take_back() {
    if (positions_.size() < 2) return print("There is nothing to take back.\n");
    positions_.pop_back();
    while (options_.seats != Seats::both && search_is_to_move() && positions_.size() > 1)
      positions_.pop_back();
  }

  std::shared_ptr<const Game> game_;
  SearchPlayOptions options_;
  SquareWords words_;
  std::vector<std::string> positions_;  // from the beginning to now
  bool over_ = false;
};

}  // namespace

void play_search(std::shared_ptr<const Game> game, std::string start,
                 const SearchPlayOptions& options) {
  SearchPlay(std::move(game), std::move(start), options).run();
}

}  // namespace zermelo::cli
