// SPDX-License-Identifier: MIT
// Fills in the variables of conditions.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gen/bddl/ground_board.h"
#include "gen/bddl/ground_condition.h"
#include "gen/bddl/tree.h"

namespace zermelo::bddl {

// How much filling in may cost. A short text can stand for more than any machine can do. (In
// version 1 it cannot: there are two variables, and the choices in effects are few.)
class Budget {
 public:
  // What it takes to look at one way to fill in all variables.
  static constexpr std::size_t of_visit = 4;

  explicit Budget(const tree::Game& game) : game_(game) {}

  // How many sides the following work counts for. If White's rules are the image of Black's, they
  // cost the same: both are charged while Black's are filled in, so that what is too much is
  // refused before White's are.
  void count_for(int sides) { sides_ = static_cast<std::size_t>(sides); }

  // A condition of this size is filled in, or a variable gets one more value. Throws SyntaxError
  // when all of it together is too much.
  void spend(Place place, std::size_t size = 1);
  // One more ground action or line, with conditions of a size; `what` is where it is from.
  void keep(Place place, const std::string& what, std::size_t size);

 private:
  bool is_free() const { return game_.version == 1; }

  const tree::Game& game_;
  std::int64_t left_ = 2'000'000;  // (Nine Men's Morris takes half of it)
  std::size_t kept_ = 0, size_ = 0, sides_ = 1;
};

// Whose rules are filled in. If they are the image of Black's, they are read as Black's, and
// squares and colours are exchanged where ground conditions are made.
struct View {
  bool own_white = false;  // as the text is read
  bool image = false;
  int sides = 1;  // see Budget::count_for
};

// What variables stand for, by slot. Squares: their number; sides: whether they are White, as the
// text is read; kinds, numbers, columns and rows: themselves; steps: the number of a LongStep.
using Values = std::vector<int>;

// A square, and those on the way there, which a step that rides needs open; -1 if there is none.
struct Spot {
  int square = -1;
  Squares way = 0;
};

class Filler {
 public:
  // All must outlive it.
  Filler(const tree::Game& game, const GroundBoard& board, Budget& budget)
      : game_(game), board_(board), budget_(budget) {}

  void look_as(View view) {
    view_ = view;
    budget_.count_for(view.sides);
    calls_.clear();
    kept_of_calls_ = 0;
  }
  ContentSet everything() const { return everything_; }

  GroundCondition fill(const tree::Condition& condition, Values& values);
  // Calls visit(parts, filled in) for all values of the variables for which none of the parts is
  // false whatever the position is.
  using Visit = std::function<void(const std::vector<GroundCondition>&)>;
  void for_each_values(const std::vector<tree::Variable>& variables,
                       const std::vector<tree::Condition>& parts, Values& values,
                       const Visit& visit);
  std::vector<int> range(const tree::Variable& variable, const Values& values) const;

  Spot spot(const tree::Square& square, const Values& values) const;
  int number(const tree::Number& number, const Values& values) const;
  int kind(const tree::KindName& kind, const Values& values) const;
  // In the position.
  bool is_white(const tree::Side& side, const Values& values) const;
  ContentSet contents(const tree::Contents& contents, const Values& values) const;
  int image(int square) const;
  // That nothing is in a step's way.
  GroundCondition open_way(Squares way) const;
  // In Game::hands; -1 if a kind is not there.
  int hand_of(int kind) const;

  // "a1", "3", "(1,0)": what a variable stands for.
  std::string text_of(const tree::Variable& variable, const Values& values) const;

 private:
  // After how many of some variables each part can be filled in.
  using Plan = std::vector<std::size_t>;
  const Plan& plan(const std::vector<tree::Variable>& variables,
                   const std::vector<tree::Condition>& parts);
  void bind(std::size_t depth, const std::vector<tree::Variable>& variables,
            const std::vector<tree::Condition>& parts, const Plan& plan, Values& values,
            std::vector<GroundCondition>& filled, const Visit& visit);

  GroundCondition filled_in(const tree::Condition& condition, Values& values);
  GroundCondition all(const std::vector<tree::Condition>& parts, Values& values);
  GroundCondition quantified(const tree::Condition& condition, Values& values);
  GroundCondition call(const tree::Condition& condition, Values& values);
  GroundCondition lines_of(int define, const Values& arguments);
  GroundCondition of_squares(const tree::Condition& condition, const Values& values) const;
  GroundCondition attacked(const Spot& spot) const;
  GroundCondition reaches(int kind, const Spot& from, const Spot& to) const;
  GroundCondition comparison(const tree::Condition& condition, const Values& values) const;
  GroundQuantity quantity(const tree::Quantity& quantity, const Values& values) const;
  bool side_value(const tree::Side& side, const Values& values) const;
  void go(std::int64_t& x, std::int64_t& y, const LongStep& step, int times, Spot& spot,
          bool& blocked) const;
  GroundCondition on_square(int square, ContentSet set) const;

  const tree::Game& game_;
  const GroundBoard& board_;
  Budget& budget_;
  View view_;
  ContentSet everything_ = ContentSet::everything(static_cast<int>(game_.kinds.size()));
  std::map<const void*, Plan> plans_;
  // Defines with arguments: the same ones are often asked for. (They are kept up to this size, of
  // all together.)
  static constexpr std::size_t most_kept_of_calls = 100'000;
  std::map<std::pair<int, Values>, GroundCondition> calls_;
  std::size_t kept_of_calls_ = 0;
};

}  // namespace zermelo::bddl
