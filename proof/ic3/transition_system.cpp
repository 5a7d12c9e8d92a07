// SPDX-License-Identifier: MIT
#include "proof/ic3/transition_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "gen/error.h"
#include "proof/check/binary_number.h"

namespace zermelo::proof {
namespace {

using symbolic::false_literal;

constexpr std::size_t most_digits = 60;

enum class Winner { nobody, alice, bob };

struct DrawnState {
  std::string digits;
  bool bob = false;
  Winner winner = Winner::nobody;
  std::vector<std::string> moves;
};

class TransitionReader {
 public:
  std::vector<DrawnState> read(std::string_view text) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
      ++line_;
      line.resize(std::min(line.find('#'), line.size()));
      std::istringstream stream(line);
      const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
      if (!words.empty()) states_.push_back(state_of(words));
    }
    if (states_.empty()) throw SyntaxError("The transition system has no states.");
    return std::move(states_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw SyntaxError(fmt::format("line {}: {}.", line_, what));
  }

  DrawnState state_of(const std::vector<std::string>& words) {
    DrawnState state;
    if (words[0] != "alice" && words[0] != "bob")
      fail(fmt::format("expected alice or bob, found '{}'", words[0]));
    state.bob = words[0] == "bob";
    if (words.size() < 2) fail("expected a state");
    require_state(words[1]);
    state.digits = words[1];
    if (!seen_.insert(state.digits).second)
      fail(fmt::format("there is a line about {} already", state.digits));
    std::size_t n = 2;
    if (n < words.size() && (words[n] == "won_A" || words[n] == "won_B"))
      state.winner = words[n++] == "won_A" ? Winner::alice : Winner::bob;
    if (n == words.size()) return state;
    if (state.winner != Winner::nobody)
      fail(fmt::format("play has ended in {}: expected nothing more, found '{}'", state.digits,
                       words[n]));
    if (words[n] != "->") fail(fmt::format("expected ->, won_A or won_B, found '{}'", words[n]));
    if (n + 1 == words.size()) fail("expected a state after ->");
    for (++n; n < words.size(); ++n) {
      require_state(words[n]);
      state.moves.push_back(words[n]);
    }
    return state;
  }

  void require_state(const std::string& word) {
    if (word.find_first_not_of("01") != word.npos)
      fail(fmt::format("expected a state such as 0010, found '{}'", word));
    if (word.size() > most_digits)
      fail(fmt::format("a state has {} digits: at most {} are possible", word.size(), most_digits));
    if (length_ == 0) length_ = word.size();
    if (word.size() != length_)
      fail(fmt::format("the state {} must have {} digits, as the first one has", word, length_));
  }

  int line_ = 0;
  std::size_t length_ = 0;
  std::set<std::string> seen_;
  std::vector<DrawnState> states_;
};

class TransitionSystemMaker {
 public:
  explicit TransitionSystemMaker(std::vector<DrawnState> states) : states_(std::move(states)) {}

  TurnGame make() {
    const std::string& start = states_.front().digits;
    std::size_t most_moves = 1;
    for (const DrawnState& state : states_) most_moves = std::max(most_moves, state.moves.size());
    for (std::size_t k = 0; k < start.size(); ++k) {
      game_.names.push_back(fmt::format("x{}", k + 1));
      game_.state.push_back(game_.aig.input());
      game_.start.push_back(start[k] == '1');
    }
    for (std::size_t k = bits_for(most_moves - 1); k > 0; --k)
      game_.choice.push_back(game_.aig.input());
    game_.next.assign(start.size(), false_literal);
    for (const DrawnState& state : states_) add(state);
    for (std::size_t k = start.size(); k-- > 0;)
      if (tells_turn(k)) game_.turn = game_.state[k];
    game_.states = std::uint64_t{1} << start.size();
    assert(game_.check());
    return std::move(game_);
  }

 private:
  bool tells_turn(std::size_t digit) const {
    return std::ranges::all_of(
        states_, [&](const DrawnState& s) { return (s.digits[digit] == '1') == s.bob; });
  }

  Literal is_state(const std::string& digits) {
    std::vector<Literal> literals = game_.state;
    for (std::size_t k = 0; k < digits.size(); ++k)
      if (digits[k] == '0') literals[k] = !literals[k];
    return game_.aig.all(literals);
  }

  void add(const DrawnState& state) {
    const Literal here = is_state(state.digits);
    const auto add_to = [&](Literal& function, Literal where) {
      function = game_.aig.lor(function, where);
    };
    if (state.bob) add_to(game_.turn, here);
    if (state.winner == Winner::alice) add_to(game_.won_a, here);
    if (state.winner == Winner::bob) add_to(game_.won_b, here);
    for (std::size_t n = 0; n < state.moves.size(); ++n) {
      const Literal chosen = game_.aig.land(here, equals(game_.aig, game_.choice, n));
      add_to(game_.possible, chosen);
      for (std::size_t k = 0; k < game_.state.size(); ++k)
        if (state.moves[n][k] == '1') add_to(game_.next[k], chosen);
    }
  }

  std::vector<DrawnState> states_;
  TurnGame game_;
};

}  // namespace

TurnGame parse_transition_system(std::string_view text) {
  return TransitionSystemMaker(TransitionReader().read(text)).make();
}

}  // namespace zermelo::proof
