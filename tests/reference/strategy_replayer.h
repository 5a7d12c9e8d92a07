// SPDX-License-Identifier: MIT
// Follows strategies as docs/proofs.md says ("Following a strategy"), with its own reader and
// evaluator of AIGER and the tests' own games. It was written from that page and docs/games.md, and
// shares no code with what it checks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zermelo::test {

// Two-input ANDs, as a file has them: a literal is twice a variable's number, plus one if negated.
// Inputs and outputs only; variables may have any numbers and the ANDs any order.
struct PlainCircuit {
  struct And {
    std::uint32_t result, left, right;  // literals; the first is not negated
  };
  struct Named {
    std::uint32_t literal;
    std::string name;
  };
  std::vector<Named> inputs, outputs;
  std::vector<And> ands;
  std::vector<std::string> comment;  // lines

  std::uint32_t greatest_variable() const;
  // In ASCII.
  std::string text() const;
};
// Reads either form. Throws std::runtime_error.
PlainCircuit read_plain_circuit(std::string_view bytes);

// A game as an outsider would write it.
class ReplayedGame {
 public:
  using State = std::string;  // as positions are written, "b2/3/1w1 w"
  enum class Winner { nobody, black, white };
  struct Move {
    std::string name;
    State next;
    std::size_t changed = 0;        // squares
    std::optional<Winner> outcome;  // if the game is over then
  };
  virtual ~ReplayedGame() = default;
  virtual State start() const = 0;
  virtual std::vector<Move> moves(const State& state) const = 0;
  // The inputs of a circuit, except for the side to move.
  virtual std::map<std::string, bool> variables(const State& state) const = 0;
};
// What the comment of a strategy says about its game. Throws std::runtime_error.
std::unique_ptr<ReplayedGame> replayed_game(const std::vector<std::string>& comment);

class StrategyReplayer {
 public:
  // Throws std::runtime_error if these bytes cannot be followed.
  explicit StrategyReplayer(std::string_view bytes);
  ~StrategyReplayer();

  // Why the strategy does not do what it claims; empty if it does. (The game must go on at the
  // start.)
  std::string objection();
  // States that play has reached.
  std::size_t met() const { return met_.size(); }

 private:
  struct Answer {
    bool member = false;
    std::uint64_t rank = 0, move = 0;
  };
  using State = ReplayedGame::State;
  using Move = ReplayedGame::Move;

  void read_comment(const std::vector<std::string>& lines);
  bool value(std::uint32_t literal);
  Answer ask(const State& state);
  bool is_owners(const State& state) const { return (state.back() == 'w') == white_owns_; }
  // How play goes on: by the move that is named, or by all.
  std::vector<Move> continuations(const State& state, const Answer& answer) const;
  // Plies until the owner has won, whatever the other side does.
  int longest_win(const State& state);
  void see_no_loss(const State& first);

  PlainCircuit circuit_;
  std::unique_ptr<ReplayedGame> game_;
  std::string start_;
  bool white_owns_ = false, wins_ = false;
  std::optional<int> depth_;
  std::map<std::uint64_t, std::set<std::string>> names_;  // of the owner's moves

  std::vector<signed char> values_;  // by variable; -1: not known yet
  std::map<std::uint32_t, const PlainCircuit::And*> by_result_;
  std::map<State, int> longest_;  // 0: being looked at
  std::set<State> met_;
};

}  // namespace zermelo::test
