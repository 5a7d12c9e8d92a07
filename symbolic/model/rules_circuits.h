// SPDX-License-Identifier: MIT
// The conditions and changes of a game in version 2 of BDDL as circuits.
#pragma once

#include <utility>
#include <vector>

#include "gen/bddl/ground.h"
#include "symbolic/model/piece_variables.h"

namespace zermelo::symbolic {

// Of positions whose variables have given values. To be used by one thread at a time; all that it
// is made from must outlive it.
class RulesCircuits {
 public:
  RulesCircuits(const bddl::GroundGame& game, const PieceVariables& variables, Aig& aig)
      : game_(game), variables_(variables), aig_(aig) {}

  Literal holds(const bddl::GroundCondition& condition, const PieceValues& values);
  Literal holds(const bddl::GroundDemand& demand, const PieceValues& values);
  // One of them.
  Literal holds(const std::vector<bddl::GroundDemand>& demands, const PieceValues& values);

  struct Result {
    Literal possible;  // the demands of the action hold, and the hands allow it
    PieceValues values;
  };
  // The action by itself, as a part of a turn.
  Result play(const bddl::GroundAction& action, const PieceValues& values);

 private:
  using Number = std::vector<Literal>;

  Literal attacked(int square, bool white, const PieceValues& values);
  Literal compare(const bddl::GroundComparison& compared, const PieceValues& values);
  Literal has_at_least(const bddl::GroundQuantity& quantity, int least, const PieceValues& values);
  Number number(const bddl::GroundQuantity& quantity, const PieceValues& values);
  std::vector<Literal> counted(const bddl::GroundQuantity& quantity, const PieceValues& values);
  Literal fits(const bddl::GroundAction& action, const PieceValues& values);
  // Changes `values` where `when` holds.
  void change(const std::vector<std::pair<int, Content>>& after,
              const std::vector<std::pair<int, int>>& copies, Literal when,
              const PieceValues& before, PieceValues& values);
  Literal change_hands(const bddl::GroundAction& action, const std::vector<Literal>& clauses,
                       PieceValues& values);
  Literal change_hand(bool white, int hand, const Number& less, const Number& more,
                      PieceValues& values);

  const bddl::GroundGame& game_;
  const PieceVariables& variables_;
  Aig& aig_;
};

}  // namespace zermelo::symbolic
