// SPDX-License-Identifier: MIT
#include "gen/bddl/ground.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <set>
#include <utility>

#include "gen/bddl/action_filler.h"
#include "gen/bddl/filler.h"
#include "gen/bddl/ground_board.h"
#include "gen/bddl/key_set.h"
#include "gen/bddl/opponents_goals.h"
#include "gen/bddl/tree_checks.h"
#include "gen/grid/position.h"
#include "gen/wrong_file.h"

namespace zermelo::bddl {
namespace {

using tree::Whose;

bool belongs(Whose whose, bool white) {
  return whose == Whose::both || (whose == Whose::white) == white;
}

View view_of(Whose whose, bool white) {
  const bool both = whose == Whose::both;
  return {whose == Whose::white, both && white, !both ? 1 : white ? 0 : 2};
}

class Grounder {
 public:
  explicit Grounder(const tree::Game& game)
      : game_(game),
        board_(game),
        budget_(game),
        filler_(game, board_, budget_),
        actions_(game, board_, filler_, budget_),
        parts_(game.actions.size()),
        playable_(game.actions.size()) {}

  GroundGame run() {
    copy_what_is_plain();
    place_start();
    find_parts();
    for (const bool white : {false, true}) {
      fill_actions(white);
      fill_ends(white);
    }
    if (game_.version == 1) require_undecided_start();
    // (Of version 1 it is seen on boards of any size: gen/bddl/warnings.cpp.)
    if (game_.version == 2) warn_of_impossible();
    const std::vector<std::string> goals = opponents_goals(ground_);
    ground_.warnings.insert(ground_.warnings.end(), goals.begin(), goals.end());
    return std::move(ground_);
  }

 private:
  void copy_what_is_plain() {
    ground_.version = game_.version;
    ground_.name = game_.name;
    ground_.files = game_.files;
    ground_.grid = board_.grid();
    ground_.exists = board_.exists();
    ground_.kinds = game_.kinds;
    ground_.names_kinds = game_.names_kinds;
    ground_.hands = game_.hands;
    ground_.lines = board_.lines();
    ground_.links = board_.links();
    ground_.moves_along_lines = moves_along_lines(game_);
    ground_.mirror = board_.mirror();
    const auto of_both = [](const auto& rule) { return rule.whose == Whose::both; };
    ground_.shared_rules =
        std::ranges::all_of(game_.actions, of_both) && std::ranges::all_of(game_.ends, of_both) &&
        std::ranges::all_of(game_.stuck, of_both) && std::ranges::all_of(game_.illegal, of_both);
    ground_.endless = game_.endless;
    ground_.depth = game_.depth;
  }

  // --- The start ---------------------------------------------------------------------------------

  void place_start() {
    for (const tree::Piece& piece : game_.material)
      ground_.material.push_back(content_of(piece.kind, piece.white));
    if (!game_.material.empty()) return;
    PlainPosition start;
    start.white_to_move = game_.white_first;
    for (const tree::Piece& piece : game_.start) {
      if (piece.open) continue;
      const Squares squares = board_.squares(piece.square);
      if (squares == 0) wrong_at(game_, piece.place, "there is no such square on this board");
      for_each_square(squares, [&](int square) {
        Content& content = start.squares[static_cast<std::size_t>(square)];
        if (content != open_square) {
          wrong_at(game_, piece.place,
                   fmt::format("two pieces stand on {}", format_square(square, board_.grid())));
        }
        content = content_of(piece.kind, piece.white);
      });
    }
    for (const tree::PiecesInHand& pieces : game_.start_hands) {
      start.hands[pieces.white ? 1 : 0][static_cast<std::size_t>(pieces.hand)] =
          static_cast<std::uint8_t>(pieces.number);
    }
    ground_.start = start;
  }

  // --- Actions -----------------------------------------------------------------------------------

  // An action that a :then names begins no turn, and is played in any part that comes after one
  // which names it.
  void find_parts() {
    std::set<int> named;
    for (const tree::Action& action : game_.actions) {
      if (action.then) named.insert(action.then->actions.begin(), action.then->actions.end());
    }
    for (std::size_t i = 0; i < game_.actions.size(); ++i) {
      if (!named.contains(static_cast<int>(i))) parts_[i].insert(0);
    }
    for (int part = 0; part + 1 < most_parts; ++part) {
      for (std::size_t i = 0; i < game_.actions.size(); ++i) {
        if (!parts_[i].contains(part) || !game_.actions[i].then) continue;
        for (const int next : game_.actions[i].then->actions)
          parts_[static_cast<std::size_t>(next)].insert(part + 1);
      }
    }
  }

  // By part, then in the order of the file.
  void fill_actions(bool white) {
    std::deque<GroundAction> all;
    using Range = std::pair<int, int>;
    std::vector<std::vector<Range>> ranges(most_parts, std::vector<Range>(game_.actions.size()));
    std::vector<std::deque<GroundAction>> later(game_.actions.size());
    for (int part = 0; part < most_parts; ++part) {
      for (std::size_t i = 0; i < game_.actions.size(); ++i) {
        const int begin = static_cast<int>(all.size());
        if (parts_[i].contains(part)) {
          if (part == 0) fill(i, white, all);
          if (part > 0 && later[i].empty()) fill(i, white, later[i]);
          if (part > 0) append(all, later[i], part, white);
        }
        ranges[static_cast<std::size_t>(part)][i] = {begin, static_cast<int>(all.size())};
      }
    }
    for (GroundAction& action : all) {
      if (!action.then) continue;
      const auto next = static_cast<std::size_t>(action.part + 1);
      for (const int name : game_.actions[static_cast<std::size_t>(action.action)].then->actions) {
        const Range range = ranges[next][static_cast<std::size_t>(name)];
        if (range.first < range.second) action.then->next.push_back(range);
      }
      if (action.then->next.empty()) action.then.reset();
    }
    ground_.sides[white ? 1 : 0].actions.assign(std::move_iterator(all.begin()),
                                                std::move_iterator(all.end()));
  }

  void fill(std::size_t number, bool white, std::deque<GroundAction>& into) {
    const tree::Action& action = game_.actions[number];
    if (!belongs(action.whose, white)) return;
    const std::size_t before = into.size();
    actions_.fill(static_cast<int>(number), view_of(action.whose, white), into);
    if (into.size() > before) playable_[number] = true;
  }

  void append(std::deque<GroundAction>& all, const std::deque<GroundAction>& more, int part,
              bool white) {
    for (const GroundAction& action : more) {
      const tree::Action& written = game_.actions[static_cast<std::size_t>(action.action)];
      budget_.count_for(view_of(written.whose, white).sides);
      budget_.keep(action.place, "action " + action.name, size_of(action));
      all.push_back(action);
      all.back().part = part;
    }
  }

  // --- Ends --------------------------------------------------------------------------------------

  void fill_ends(bool white) {
    GroundSide& side = ground_.sides[white ? 1 : 0];
    for (const tree::End& end : game_.ends) {
      if (belongs(end.whose, white))
        side.ends.push_back(filled(end.result, end.line, view_of(end.whose, white)));
    }
    for (const tree::Illegal& illegal : game_.illegal) {
      if (belongs(illegal.whose, white)) {
        side.illegal.push_back(
            filled(tree::Result::loss, illegal.line, view_of(illegal.whose, white)));
      }
    }
    for (const tree::End& stuck : game_.stuck) {
      if (belongs(stuck.whose, white))
        side.stuck.push_back(filled(stuck.result, stuck.line, view_of(stuck.whose, white)));
    }
    const bool has_ends = !game_.ends.empty();
    side.stuck.push_back(
        {has_ends ? tree::Result::draw : tree::Result::loss, {}, {GroundDemand()}});
  }

  // Sanity condition 1 of version 1 (Shaik and van de Pol, 2023, Definition 3.9).
  void require_undecided_start() const {
    const auto holds = [&](const GroundDemand& demand) {
      return std::ranges::all_of(demand.squares, [&](const std::pair<int, ContentSet>& said) {
        return said.second.contains(ground_.start->squares[static_cast<std::size_t>(said.first)]);
      });
    };
    for (const bool white : {false, true}) {
      for (const GroundEnd& goal : ground_.side(white).ends) {
        if (std::ranges::none_of(goal.when, holds)) continue;
        throw WrongFile(fmt::format("{}: the start is won by {} already.", game_.files.back(),
                                    white ? "White" : "Black"));
      }
    }
  }

  GroundEnd filled(tree::Result result, const tree::Line& line, View view) {
    filler_.look_as(view);
    GroundEnd end{result, line.place, {}};
    KeySet kept;
    Values values(static_cast<std::size_t>(line.slots));
    const auto add = [&](const std::vector<GroundCondition>& parts) {
      budget_.spend(line.place, Budget::of_visit);
      const ContentSet everything = filler_.everything();
      for (GroundDemand& demand : demands_of(all_of(parts, everything), everything)) {
        if (!kept.insert_key_of(demand)) continue;
        budget_.keep(line.place, "this line", size_of(demand.rest));
        end.when.push_back(std::move(demand));
      }
    };
    filler_.for_each_values(line.variables, line.condition.parts, values, add);
    const bool first_of_two = !view.image;
    if (end.when.empty() && first_of_two && game_.version == 2)
      warn(line.place, "this line can hold nowhere");
    return end;
  }

  // --- Warnings ----------------------------------------------------------------------------------

  void warn(Place place, const std::string& sentence) {
    ground_.warnings.push_back(fmt::format("{}:{}:{}: {}.",
                                           game_.files[static_cast<std::size_t>(place.file)],
                                           place.line, place.column, sentence));
  }

  void warn_of_impossible() {
    for (std::size_t i = 0; i < game_.actions.size(); ++i) {
      if (playable_[i]) continue;
      const tree::Action& action = game_.actions[i];
      warn(action.place, fmt::format("action {} can never be played", action.name));
    }
  }

  const tree::Game& game_;
  GroundBoard board_;
  Budget budget_;
  Filler filler_;
  ActionFiller actions_;
  GroundGame ground_;
  std::vector<std::set<int>> parts_;  // of a turn, in which each action can be played
  std::vector<bool> playable_;
};

}  // namespace

std::size_t size_of(const GroundAction& action) {
  std::size_t size = size_of(action.rest);
  for (const Clause& clause : action.clauses) size += 2 + size_of(clause.when);
  return size + (action.then ? size_of(action.then->when) : 0);
}

GroundGame ground(const tree::Game& game) {
  require_board(game);
  return Grounder(game).run();
}

}  // namespace zermelo::bddl
