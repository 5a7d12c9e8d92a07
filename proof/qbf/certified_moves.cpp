// SPDX-License-Identifier: MIT
#include "proof/qbf/certified_moves.h"

#include <cstdint>
#include <set>

#include "symbolic/model/aig.h"

namespace zermelo::proof {
namespace {

class CertifiedPlay {
 public:
  CertifiedPlay(const QbfCertificate& certificate, const GroundedFormula& formula,
                const std::vector<int>& inputs, const Arena& arena, Side owner,
                const std::function<bool()>& stop)
      : certificate_(certificate),
        formula_(formula),
        inputs_(inputs),
        arena_(arena),
        owner_(owner),
        stop_(stop) {}

  CertifiedMoves follow(const ArenaBoard& start) {
    std::vector<Node> nodes = {{start, std::vector<bool>(certificate_.aig.inputs())}};
    for (std::size_t ply = 0; ply < formula_.moves.size() && !nodes.empty(); ++ply) {
      std::vector<Node> next;
      std::set<std::vector<bool>> seen;
      for (const Node& node : nodes) {
        if (is_enough()) return std::move(moves_);
        for (Node& after : successors(node, formula_.moves[ply]))
          if (seen.insert(after.board.values).second) next.push_back(std::move(after));
      }
      nodes = std::move(next);
    }
    return std::move(moves_);
  }

 private:
  // A state, and the values of the certificate's inputs on one way to it.
  struct Node {
    ArenaBoard board;
    std::vector<bool> past;
  };

  // (Each look at the certificate takes time proportional to its size.)
  bool is_enough() const {
    constexpr std::uint64_t most_work = 4'000'000'000, most_states = 200'000;
    return moves_.size() > most_states || moves_.size() * certificate_.aig.size() > most_work ||
           (stop_ && stop_());
  }

  std::vector<Node> successors(const Node& node, const std::vector<Literal>& number) {
    std::vector<bool> state = node.board.values;
    state.push_back(node.board.to_move == symbolic::white);
    const std::vector<bool> rules = evaluate(arena_.aig, state);
    if (value_of(rules, arena_.over)) return {};
    const auto& moves = arena_.moves[node.board.to_move];
    std::vector<Node> result;
    if (node.board.to_move == owner_) {
      const std::size_t move = certified_move(node.past, number);
      if (move >= moves.size() || !value_of(rules, moves[move].guard)) return {};
      moves_.emplace(std::pair(owner_, node.board.values), move);
      result.push_back({after(node.board, moves[move], rules), node.past});
      return result;
    }
    for (std::size_t m = 0; m < moves.size(); ++m) {
      if (!value_of(rules, moves[m].guard)) continue;
      result.push_back({after(node.board, moves[m], rules), node.past});
      remember(number, m, result.back().past);
    }
    return result;
  }
  static ArenaBoard after(const ArenaBoard& board, const ArenaMove& move,
                          const std::vector<bool>& rules) {
    ArenaBoard result{{}, symbolic::other(board.to_move)};
    for (const Literal next : move.next) result.values.push_back(value_of(rules, next));
    return result;
  }

  Literal value_in_certificate(Literal bit) const {
    const int variable = inputs_[formula_.formula.aig.input_number(bit.node())];
    return certificate_.values[static_cast<std::size_t>(variable)];
  }
  std::size_t certified_move(const std::vector<bool>& past,
                             const std::vector<Literal>& number) const {
    const std::vector<bool> values = evaluate(certificate_.aig, past);
    std::size_t result = 0;
    for (std::size_t bit = 0; bit < number.size(); ++bit) {
      if (value_of(values, value_in_certificate(number[bit]))) result |= std::size_t{1} << bit;
    }
    return result;
  }
  void remember(const std::vector<Literal>& number, std::size_t move,
                std::vector<bool>& past) const {
    for (std::size_t bit = 0; bit < number.size(); ++bit) {
      const Literal input = value_in_certificate(number[bit]);
      past[certificate_.aig.input_number(input.node())] = (move >> bit & 1) != 0;
    }
  }

  const QbfCertificate& certificate_;
  const GroundedFormula& formula_;
  const std::vector<int>& inputs_;
  const Arena& arena_;
  const Side owner_;
  const std::function<bool()>& stop_;
  CertifiedMoves moves_;
};

}  // namespace

CertifiedMoves moves_of(const QbfCertificate& certificate, const GroundedFormula& formula,
                        const std::vector<int>& inputs, const Arena& arena, const ArenaBoard& start,
                        Side owner, const std::function<bool()>& stop) {
  return CertifiedPlay(certificate, formula, inputs, arena, owner, stop).follow(start);
}

}  // namespace zermelo::proof
