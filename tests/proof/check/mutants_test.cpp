// SPDX-License-Identifier: MIT
// Thousands of corrupted strategies: each is refused, or a replayer that shares no code with the
// checker (tests/reference/strategy_replayer.h) finds that it still fulfils its claim.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "proof/check/check.h"
#include "proof/check/strategy_file.h"
#include "proof/ic3/prove_by_ic3.h"
#include "proof/strategy/strategy_output.h"
#include "tests/reference/strategy_replayer.h"
#include "tests/support/bddl_games.h"
#include "tests/support/long_tests.h"

namespace zermelo::proof {
namespace {

using test::PlainCircuit;
using test::ReplayedGame;
using test::StrategyReplayer;

// --- Strategies to corrupt -----------------------------------------------------------------------

struct MutatedCase {
  std::string name;
  GameSpec spec;
  Side attacker = symbolic::black;
  std::optional<int> depth = {};
  std::string start = {};
  bool without_depth = false;  // the claim does not say within how many plies
};

GameSpec board_of_size(const std::string& name, int columns, int rows) {
  return {name, {{"columns", std::to_string(columns)}, {"rows", std::to_string(rows)}}};
}

std::vector<MutatedCase> mutated_cases() {
  const auto bddl = [](const char* problem, const char* stuck = "") {
    return test::bddl_spec(test::shipped_games / problem, stuck);
  };
  GameSpec three_in_a_column = board_of_size("connect", 3, 3);
  three_in_a_column.parameters["line"] = "3";
  const GameSpec two_in_a_row{"mnk", {{"m", "3"}, {"n", "2"}, {"k", "2"}}};
  return {
      {"one ply left of mnk", {"mnk", {}}, symbolic::black, 1, "3/ww1/bb1 b"},
      {"mnk from the middle", {"mnk", {}}, symbolic::black, {}, "w2/3/1bb w"},
      {"mnk, Black does not lose", {"mnk", {}}, symbolic::white, {}, "w2/b2/1bw b"},
      {"mnk, not within 2", two_in_a_row, symbolic::black, 2},
      {"mnk won at some time", two_in_a_row, symbolic::black, {}, "", true},
      {"Notakto", {"notakto", {}}, symbolic::black},
      {"Notakto won at some time", {"notakto", {}}, symbolic::black, {}, "b2/3/1b1 b", true},
      {"Notakto, not within 4", {"notakto", {}}, symbolic::black, 4},
      {"Notakto 3x2", board_of_size("notakto", 3, 2)},
      {"Connect", three_in_a_column, symbolic::white},
      {"Connect from the middle", three_in_a_column, symbolic::black, {}, "3/2w/bbw b"},
      {"Domineering", board_of_size("domineering", 3, 3)},
      {"Domineering won by White", board_of_size("domineering", 4, 3), symbolic::white},
      {"Domineering, not within 2", board_of_size("domineering", 4, 3), symbolic::white, 2},
      {"Breakthrough", board_of_size("breakthrough", 2, 5), symbolic::white},
      {"Breakthrough, not within 5", board_of_size("breakthrough", 2, 4), symbolic::black, 5},
      {"Clobber", board_of_size("clobber", 3, 2), symbolic::black},
      {"Hex in BDDL", bddl("hex/2x2.bddl")},
      {"Breakthrough in BDDL", bddl("breakthrough/2x4.bddl")},
      {"pursuit in BDDL", bddl("pursuer/4x4-1-2.bddl", "loss")},
      {"pursuit in BDDL, White", bddl("pursuer/4x4-1-2.bddl", "loss"), symbolic::white},
  };
}

std::string strategy_bytes(const MutatedCase& c) {
  Ic3Options options;
  options.depth = c.depth;
  Ic3Proof proof = prove_by_ic3(c.spec, c.attacker, c.start, options);
  EXPECT_NE(proof.verdict, Verdict::unknown);
  if (c.without_depth) proof.strategy.claim.plies.reset();
  return format_strategy(proof.strategy);
}

bool is_accepted(const std::string& bytes) {
  try {
    CheckOptions options;
    options.threads = 1;
    return check_strategy(parse_strategy(bytes), options).ok();
  } catch (const Error& error) {
    EXPECT_STRNE(error.what(), "");
    return false;
  }
}

// --- Circuits, changed ---------------------------------------------------------------------------

constexpr std::uint32_t constant_false = 0, constant_true = 1;

class MutatedCircuit {
 public:
  explicit MutatedCircuit(PlainCircuit circuit)
      : c(std::move(circuit)), next_(c.greatest_variable() + 1) {}

  std::uint32_t land(std::uint32_t a, std::uint32_t b) {
    c.ands.push_back({2 * next_++, std::max(a, b), std::min(a, b)});
    return c.ands.back().result;
  }
  std::uint32_t lxor(std::uint32_t a, std::uint32_t b) {
    return land(land(a, b) ^ 1, land(a ^ 1, b ^ 1) ^ 1);
  }

  // The places of the outputs "rank[0]", "rank[1]", ... in the list. More are added if necessary.
  std::vector<std::size_t> bits(const std::string& list, std::size_t least = 0) {
    std::vector<std::size_t> places;
    for (;;) {
      const std::string name = list + '[' + std::to_string(places.size()) + ']';
      auto found = std::ranges::find(c.outputs, name, &PlainCircuit::Named::name);
      if (found == c.outputs.end()) {
        if (places.size() >= least) return places;
        c.outputs.push_back({constant_false, name});
        found = c.outputs.end() - 1;
      }
      places.push_back(static_cast<std::size_t>(found - c.outputs.begin()));
    }
  }
  // Adds or subtracts one where the condition holds.
  void count(const std::string& list, bool up, std::uint32_t condition) {
    const std::size_t now = bits(list).size();
    std::uint32_t carry = condition;
    for (const std::size_t place : bits(list, now + (up ? 1 : 0))) {
      const std::uint32_t bit = c.outputs[place].literal;
      c.outputs[place].literal = lxor(bit, carry);
      carry = land(up ? bit : bit ^ 1, carry);
    }
  }
  std::uint32_t& member() {
    return std::ranges::find(c.outputs, "member", &PlainCircuit::Named::name)->literal;
  }
  std::optional<std::string> line(const std::string& word) const {
    for (const std::string& text : c.comment)
      if (text.starts_with(word + " ")) return text.substr(word.size() + 1);
    return {};
  }
  // Nothing: the line is removed.
  void set_line(const std::string& word, const std::optional<std::string>& text) {
    std::erase_if(c.comment, [&](const std::string& l) { return l.starts_with(word + " "); });
    if (text) c.comment.push_back(word + ' ' + *text);
  }
  bool add_to_depth(int plies) {
    const auto depth = line("depth");
    if (!depth || std::stoi(*depth) + plies < 0) return false;
    set_line("depth", std::to_string(std::stoi(*depth) + plies));
    return true;
  }

  PlainCircuit c;

 private:
  std::uint32_t next_;
};

// Corrupts a strategy in one way, at a random place.
class Mutator {
 public:
  enum class Kind {
    rank_less,  // together with the depth
    rank_more,
    rank_less_somewhere,
    rank_less_in_a_cube,
    rank_bit_constant,
    move_in_a_cube,
    member_without_a_cube,
    member_with_a_cube,
    output_negated,
    output_constant,
    outputs_swapped,
    output_left_out,
    inputs_swapped,
    gate_removed,
    gate_replaced,
    gate_negated,
    moves_renamed,
    move_lines_left_out,
    depth,
    claim,
    owner,
    start
  };
  static constexpr int kinds = 22;

  Mutator(const std::string& bytes, unsigned seed)
      : circuit_(test::read_plain_circuit(bytes)),
        game_(test::replayed_game(circuit_.comment)),
        random_(seed) {}

  // Nothing if the strategy does not have that part.
  std::optional<std::string> mutant(Kind kind) {
    MutatedCircuit m(circuit_);
    if (!spoil(m, kind)) return {};
    if (below(4) == 0) spoil(m, static_cast<Kind>(below(kinds)));
    return m.c.text();
  }

 private:
  unsigned below(std::size_t limit) { return static_cast<unsigned>(random_() % limit); }
  template <class Item>
  Item& any(std::vector<Item>& items) {
    return items[below(items.size())];
  }

  // A state of play in which the game goes on, and the inputs there.
  std::string any_state() {
    std::string state = game_->start();
    for (unsigned plies = below(7); plies > 0; --plies) {
      auto moves = game_->moves(state);
      std::erase_if(moves, [](const ReplayedGame::Move& move) { return move.outcome.has_value(); });
      if (moves.empty()) break;
      state = any(moves).next;
    }
    return state;
  }
  std::uint32_t cube(MutatedCircuit& m) {
    const std::string state = any_state();
    const auto variables = game_->variables(state);
    const unsigned kept = below(5);  // of four
    std::uint32_t all = constant_true;
    for (const auto& [literal, name] : m.c.inputs) {
      if (below(4) >= kept) continue;
      const bool is_true = name == "white_to_move" ? state.back() == 'w' : variables.at(name);
      all = m.land(all, is_true ? literal : literal ^ 1);
    }
    return all;
  }
  std::uint32_t any_literal(const MutatedCircuit& m, std::size_t gates) {
    const std::size_t n = below(m.c.inputs.size() + gates);
    const std::uint32_t literal =
        n < m.c.inputs.size() ? m.c.inputs[n].literal : m.c.ands[n - m.c.inputs.size()].result;
    return literal ^ below(2);
  }

  // Whether anything has changed.
  bool spoil(MutatedCircuit& m, Kind kind) {
    switch (kind) {
      case Kind::rank_less:
      case Kind::rank_more:
        if (m.bits("rank").empty()) return false;
        m.count("rank", kind == Kind::rank_more, constant_true);
        m.add_to_depth(kind == Kind::rank_more ? 1 : -1);
        return true;
      case Kind::rank_less_somewhere:
        if (m.bits("rank").empty()) return false;
        m.count("rank", below(4) == 0, any_literal(m, m.c.ands.size()));
        if (below(2) == 0) m.add_to_depth(-1);
        return true;
      case Kind::rank_less_in_a_cube:
        if (m.bits("rank").empty()) return false;
        m.count("rank", below(4) == 0, cube(m));
        return true;
      case Kind::rank_bit_constant:
        if (m.bits("rank").empty()) return false;
        m.c.outputs[any_bit(m, "rank")].literal = below(2);
        if (below(2) == 0) m.add_to_depth(-1);
        return true;
      case Kind::move_in_a_cube: {
        std::uint32_t& bit = m.c.outputs[any_bit(m, "move", 1)].literal;
        const std::uint32_t other = m.lxor(bit, cube(m));
        bit = other;
        return true;
      }
      case Kind::member_without_a_cube:
        m.member() = m.land(m.member(), cube(m) ^ 1);
        return true;
      case Kind::member_with_a_cube:
        m.member() = m.land(m.member() ^ 1, cube(m) ^ 1) ^ 1;
        return true;
      case Kind::output_negated:
        any(m.c.outputs).literal ^= 1;
        return true;
      case Kind::output_constant:
        any(m.c.outputs).literal = below(2);
        return true;
      case Kind::outputs_swapped:
        return swap_names(m.c.outputs);
      case Kind::output_left_out:
        m.c.outputs.erase(m.c.outputs.begin() + below(m.c.outputs.size()));
        return true;
      case Kind::inputs_swapped:
        return swap_names(m.c.inputs);
      default:
        return spoil_gate(m, kind) || spoil_comment(m, kind);
    }
  }
  std::size_t any_bit(MutatedCircuit& m, const std::string& list, std::size_t least = 0) {
    std::vector<std::size_t> places = m.bits(list, least);
    return any(places);
  }
  bool swap_names(std::vector<PlainCircuit::Named>& list) {
    std::string &a = any(list).name, &b = any(list).name;
    std::swap(a, b);
    return &a != &b;
  }

  bool spoil_gate(MutatedCircuit& m, Kind kind) {
    if (m.c.ands.empty()) return false;
    const std::size_t n = below(m.c.ands.size());
    PlainCircuit::And& gate = m.c.ands[n];
    std::uint32_t& side = below(2) == 0 ? gate.left : gate.right;
    switch (kind) {
      case Kind::gate_removed:  // one operand is kept, or none
        side = below(3) == 0 ? constant_false : constant_true;
        return true;
      case Kind::gate_replaced:  // (by one that comes before it: the reader restores the order)
        side = any_literal(m, n);
        return true;
      case Kind::gate_negated:
        side ^= 1;
        return true;
      default:
        return false;
    }
  }

  bool spoil_comment(MutatedCircuit& m, Kind kind) {
    switch (kind) {
      case Kind::moves_renamed: {
        const std::size_t a = below(circuit_.comment.size()), b = below(circuit_.comment.size());
        if (!names_move(m, a) || !names_move(m, b) || a == b) return false;
        swap_texts(m.c.comment[a], m.c.comment[b]);
        return true;
      }
      case Kind::move_lines_left_out: {
        const bool all = below(4) == 0;
        const std::size_t one = below(m.c.comment.size());
        if (!names_move(m, one)) return false;
        if (all)
          m.set_line("move", {});
        else
          m.c.comment.erase(m.c.comment.begin() + static_cast<std::ptrdiff_t>(one));
        return true;
      }
      case Kind::depth:
        if (below(5) != 0) return m.add_to_depth(below(2) == 0 ? -1 : static_cast<int>(below(4)));
        m.set_line("depth", m.line("depth") ? std::nullopt : std::optional<std::string>("3"));
        return true;
      case Kind::claim:
        m.set_line("claim", m.line("claim") == "wins" ? "does-not-lose" : "wins");
        return true;
      case Kind::owner:
        m.set_line("owner", m.line("owner") == "white" ? "black" : "white");
        return true;
      case Kind::start:
        m.set_line("start", any_state());
        return true;
      default:
        return false;
    }
  }
  static bool names_move(const MutatedCircuit& m, std::size_t line) {
    return line < m.c.comment.size() && m.c.comment[line].starts_with("move ");
  }
  // "move 3 b1" and "move 5 c2" become "move 3 c2" and "move 5 b1".
  static void swap_texts(std::string& a, std::string& b) {
    const auto text_of = [](const std::string& line) { return line.find(' ', 5) + 1; };
    const std::string of_a = a.substr(text_of(a)), of_b = b.substr(text_of(b));
    a = a.substr(0, text_of(a)) + of_b;
    b = b.substr(0, text_of(b)) + of_a;
  }

  PlainCircuit circuit_;
  std::unique_ptr<ReplayedGame> game_;
  std::mt19937 random_;
};

// --- Tests ---------------------------------------------------------------------------------------

TEST(StrategyReplayer, ConfirmsWhatIsRightAndRefusesWhatIsNot) {
  std::set<std::pair<std::string, bool>> claims;  // the claim, and whether there is a depth
  for (const MutatedCase& c : mutated_cases()) {
    SCOPED_TRACE(c.name);
    const std::string bytes = strategy_bytes(c);
    ASSERT_TRUE(is_accepted(bytes));
    StrategyReplayer replayer(bytes);
    EXPECT_EQ(replayer.objection(), "");
    EXPECT_GT(replayer.met(), 0u);

    MutatedCircuit m(test::read_plain_circuit(bytes));
    StrategyReplayer in_ascii(m.c.text());
    EXPECT_EQ(in_ascii.objection(), "");
    EXPECT_EQ(in_ascii.met(), replayer.met());
    claims.emplace(*m.line("claim"), m.line("depth").has_value());

    MutatedCircuit empty = m;
    empty.member() = constant_false;
    EXPECT_NE(StrategyReplayer(empty.c.text()).objection(), "");
    MutatedCircuit wrong_move = m;
    for (const std::size_t bit : wrong_move.bits("move", 5)) wrong_move.c.outputs[bit].literal ^= 1;
    if (replayer.met() > 1) {
      EXPECT_NE(StrategyReplayer(wrong_move.c.text()).objection(), "");
    }
    MutatedCircuit boast = m;
    if (m.line("depth")) {
      const bool wins = *m.line("claim") == "wins";
      boast.set_line("depth", wins ? "0" : std::to_string(std::stoi(*m.line("depth")) + 1));
      EXPECT_NE(StrategyReplayer(boast.c.text()).objection(), "");
    }
  }
  EXPECT_EQ(claims.size(), 4u);
}

// A rank of a win that is one too small everywhere, as is the depth.
TEST(StrategyMutants, AreNotOnePlyTooFast) {
  int tried = 0;
  for (const MutatedCase& c : mutated_cases()) {
    SCOPED_TRACE(c.name);
    MutatedCircuit m(test::read_plain_circuit(strategy_bytes(c)));
    if (m.line("claim") != "wins" || !m.add_to_depth(-1)) continue;
    m.count("rank", false, constant_true);
    EXPECT_NE(StrategyReplayer(m.c.text()).objection(), "");
    EXPECT_FALSE(is_accepted(m.c.text()));
    ++tried;
  }
  EXPECT_GE(tried, 6);
}

struct MutantCount {
  int tried = 0, refused = 0;
};

TEST(StrategyMutants, AreRefusedOrStillRight) {
  const std::vector<MutatedCase> cases = mutated_cases();
  const int times = test::long_tests() ? 2000 : 176;
  std::map<int, MutantCount> counts;
  MutantCount total;
  unsigned seed = 1;
  for (const MutatedCase& c : cases) {
    SCOPED_TRACE(c.name);
    Mutator mutator(strategy_bytes(c), seed++);
    for (int n = 0; n < times; ++n) {
      const int kind = n % Mutator::kinds;
      const auto mutant = mutator.mutant(static_cast<Mutator::Kind>(kind));
      if (!mutant) continue;
      ++total.tried;
      ++counts[kind].tried;
      if (!is_accepted(*mutant)) {
        ++total.refused;
        ++counts[kind].refused;
        continue;
      }
      ASSERT_EQ(StrategyReplayer(*mutant).objection(), "") << "kind " << kind << '\n' << *mutant;
    }
  }
  for (int kind = 0; kind < Mutator::kinds; ++kind) {
    RecordProperty("kind_" + std::to_string(kind), std::to_string(counts[kind].refused) + " of " +
                                                       std::to_string(counts[kind].tried));
    EXPECT_GT(counts[kind].refused, 0) << "kind " << kind;
  }
  RecordProperty("refused", std::to_string(total.refused) + " of " + std::to_string(total.tried));
  EXPECT_GE(total.tried, 3000);
  EXPECT_GE(2 * total.refused, total.tried);
  EXPECT_GE(total.tried - total.refused, 300);
}

}  // namespace
}  // namespace zermelo::proof
