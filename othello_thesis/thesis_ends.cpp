// SPDX-License-Identifier: MIT
#include "othello_thesis/thesis_ends.h"

#include <fmt/format.h>

#include <numeric>
#include <vector>

#include "symbolic/bdd/count_states.h"
#include "symbolic/bdd/model_bdd.h"

namespace zermelo::symbolic {
namespace {

BigCount choose(int n, int k) {
  BigCount result = 1;
  for (int i = 1; i <= k; ++i)
    result = checked_multiply(result, static_cast<BigCount>(n - k + i)) / static_cast<BigCount>(i);
  return result;
}

class Ends {
 public:
  Ends(const ThesisOptions& options, const ProgressText& progress)
      : progress_(progress),
        othello_(options.model),
        squares_(options.model.squares()),
        manager_(othello_.model().variables(), options.bdd),
        bdds_(othello_.model()) {}

  ThesisEnds find() {
    const Model& model = othello_.model();
    const Bdd boards = bdds_.of(model.is_board);
    const Bdd deadlocks = without_successors() & boards;
    // Equation 4.12 and section 4.4.
    const std::vector<int> turn = {2 * model.turn};
    const Bdd ended = for_all(deadlocks, variables_at(turn));
    const Bdd white_leads = bdds_.of(othello_.more_white());
    const Bdd black_leads = bdds_.of(othello_.more_black());
    ThesisEnds ends;
    ends.deadlocks = set(deadlocks);
    ends.ended = set(ended);
    ends.won_by_white = outcome(ended & white_leads, won_full());
    ends.won_by_black = outcome(ended & black_leads, won_full());
    ends.drawn = outcome(ended - (white_leads | black_leads), drawn_full());
    // One colour on at least one square and at most all but one; no disc at all is a draw.
    const BigCount one_colour = 2 * ((BigCount{1} << squares_) - 2);
    ends.won_by_white.one_colour.formula = ends.won_by_black.one_colour.formula = one_colour;
    ends.drawn.one_colour.formula = 2;
    return ends;
  }

 private:
  // The conjunction of the universal preimages of the empty set under all T_ij.
  Bdd without_successors() {
    std::vector<int> all(static_cast<std::size_t>(othello_.model().variables()));
    std::iota(all.begin(), all.end(), 0);
    Bdd result = Bdd::constant(true);
    for (int s = 0; s < squares_; ++s) {
      result &= all_preimage(Relation(bdds_.of(othello_.step(s)), all), Bdd::constant(false));
      if (progress_) progress_(fmt::format("square {} of {}", s + 1, squares_));
    }
    return result;
  }

  ThesisSet set(const Bdd& states) {
    const Model& model = othello_.model();
    return {
        size_of(states), count_states(states & bdds_.of(model.canonical), model.variables()), {}};
  }

  ThesisOutcome outcome(const Bdd& ended, BigCount full) {
    const Bdd is_full = bdds_.of(othello_.discs(squares_));
    const Bdd is_one_colour =
        bdds_.of(othello_.has_none(black)) | bdds_.of(othello_.has_none(white));
    ThesisOutcome o{set(ended), set(ended & is_full), set((ended - is_full) & is_one_colour),
                    set(ended - (is_full | is_one_colour))};
    o.full.formula = full;
    return o;
  }

  // Full boards with more discs of one given colour, and with as many of either; both turns.
  BigCount won_full() const {
    BigCount boards = 0;
    for (int discs = squares_ / 2 + 1; discs <= squares_; ++discs)
      boards = checked_add(boards, choose(squares_, discs));
    return checked_multiply(boards, 2);
  }
  BigCount drawn_full() const {
    return squares_ % 2 != 0 ? 0 : checked_multiply(choose(squares_, squares_ / 2), 2);
  }

  const ProgressText& progress_;
  OthelloModel othello_;
  int squares_;
  BddManager manager_;
  ModelBdds bdds_;
};

}  // namespace

ThesisEnds thesis_ends(const ThesisOptions& options, const ProgressText& progress) {
  return Ends(options, progress).find();
}

}  // namespace zermelo::symbolic
