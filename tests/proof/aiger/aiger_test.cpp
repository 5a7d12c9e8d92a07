// SPDX-License-Identifier: MIT
#include "proof/aiger/aiger.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "symbolic/model/aig.h"
#include "tests/support/error_text.h"

namespace zermelo::proof {
namespace {

using namespace std::string_literals;
using symbolic::Aig;
using symbolic::Literal;
using AigerLiterals = std::vector<std::uint32_t>;

std::string aiger_error(const std::string& bytes) {
  return test::error_text<SyntaxError>([&] { parse_aiger(bytes); });
}

// The same file is read in both forms, unchanged.
void expect_aiger_returns(const AigerFile& file) {
  EXPECT_TRUE(file.check());
  EXPECT_EQ(parse_aiger(format_aiger_ascii(file)), file);
  EXPECT_EQ(parse_aiger(format_aiger_binary(file)), file);
}

// --- A brute force -------------------------------------------------------------------------------

// The contents of a correct ASCII file, read word by word; shares nothing with the reader.
class PlainAiger {
 public:
  explicit PlainAiger(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    std::istringstream header(line.substr(4));
    std::size_t largest = 0, i = 0, l = 0, o = 0, a = 0, b = 0, c = 0, j = 0, f = 0;
    header >> largest >> i >> l >> o >> a >> b >> c >> j >> f;
    const auto numbers = [&] {
      std::getline(lines, line);
      std::istringstream in(line);
      AigerLiterals found;
      for (std::uint32_t number = 0; in >> number;) found.push_back(number);
      return found;
    };
    for (; i > 0; --i) states_.push_back(numbers()[0]);
    for (; l > 0; --l) {
      const AigerLiterals latch = numbers();
      states_.push_back(latch[0]);
      roots_.push_back(latch[1]);
    }
    std::size_t literals = o + b + c + f;
    for (o += b + c; o > 0; --o, --literals) roots_.push_back(numbers()[0]);
    std::size_t in_justice = 0;
    for (; j > 0; --j) in_justice += numbers()[0];
    for (literals += in_justice; literals > 0; --literals) roots_.push_back(numbers()[0]);
    for (; a > 0; --a) {
      const AigerLiterals gate = numbers();
      gates_[gate[0]] = {gate[1], gate[2]};
    }
  }

  // The values of the inputs and latches.
  std::size_t states() const { return states_.size(); }
  // The next values of the latches, then all lists, in the file's order.
  std::vector<bool> evaluate(const std::vector<bool>& states) const {
    std::map<std::uint32_t, bool> known = {{0, false}};
    for (std::size_t n = 0; n < states_.size(); ++n) known[states_[n]] = states[n];
    std::vector<bool> values;
    for (const std::uint32_t root : roots_) values.push_back(value(root, known));
    return values;
  }

 private:
  bool value(std::uint32_t literal, std::map<std::uint32_t, bool>& known) const {
    if (literal % 2 != 0) return !value(literal - 1, known);
    const auto found = known.find(literal);
    if (found != known.end()) return found->second;
    const auto [left, right] = gates_.at(literal);
    const bool result = value(left, known) && value(right, known);
    known[literal] = result;
    return result;
  }

  AigerLiterals states_, roots_;
  std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> gates_;
};

// All literals that a file names, in the order of PlainAiger.
AigerLiterals aiger_roots(const AigerFile& file) {
  AigerLiterals roots;
  for (const AigerLatch& latch : file.latches) roots.push_back(latch.next);
  const auto add = [&](const AigerLiterals& list) {
    roots.insert(roots.end(), list.begin(), list.end());
  };
  for (const auto* list : {&file.outputs, &file.bad, &file.constraints}) add(*list);
  for (const AigerLiterals& property : file.justice) add(property);
  add(file.fairness);
  return roots;
}

std::vector<bool> evaluate_aiger(const AigerFile& file, const std::vector<bool>& states) {
  Aig aig;
  std::vector<Literal> inputs;
  for (std::size_t n = 0; n < states.size(); ++n) inputs.push_back(aig.input());
  const std::vector<Literal> variables = add_to_graph(file, aig, inputs);
  const std::vector<bool> all = evaluate(aig, states);
  std::vector<bool> values;
  for (const std::uint32_t root : aiger_roots(file)) {
    values.push_back(value_of(all, aiger_literal(variables, root)));
  }
  return values;
}

void expect_aiger_means(const AigerFile& file, const std::string& text) {
  const PlainAiger plain(text);
  ASSERT_EQ(plain.states(), file.inputs + file.latches.size());
  ASSERT_LE(plain.states(), 10u);
  for (unsigned n = 0; n < 1u << plain.states(); ++n) {
    std::vector<bool> states;
    for (unsigned k = 0; k < plain.states(); ++k) states.push_back((n >> k & 1) != 0);
    ASSERT_EQ(evaluate_aiger(file, states), plain.evaluate(states)) << text;
  }
}

// Reads a correct text, checks that it has the right meaning, and that it is written back
// correctly.
AigerFile checked_aiger(const std::string& text) {
  AigerFile file = parse_aiger(text);
  expect_aiger_returns(file);
  expect_aiger_means(file, text);
  expect_aiger_means(file, format_aiger_ascii(file));
  return file;
}

// --- Random files --------------------------------------------------------------------------------

// A correct ASCII file: variables have arbitrary numbers, ANDs an arbitrary order.
class RandomAiger {
 public:
  explicit RandomAiger(unsigned seed) : random_(seed) {}

  std::string text() {
    const std::uint32_t inputs = below(5), latches = below(5), ands = below(30);
    name_variables(inputs + latches + ands);
    std::string lines;
    for (std::uint32_t n = 0; n < inputs; ++n) lines += fmt::format("{}\n", own(n));
    for (std::uint32_t n = inputs; n < inputs + latches; ++n) lines += latch(own(n));
    std::vector<std::uint32_t> counts;
    const auto list = [&](std::uint32_t count) {
      for (; count > 0; --count) lines += fmt::format("{}\n", any());
    };
    for (int n = 0; n < 3; ++n) list(counts.emplace_back(below(4)));
    std::vector<std::uint32_t> sizes(below(3));
    for (std::uint32_t& size : sizes) lines += fmt::format("{}\n", size = below(4));
    for (const std::uint32_t size : sizes) list(size);
    counts.push_back(static_cast<std::uint32_t>(sizes.size()));
    list(counts.emplace_back(below(4)));
    lines += gates(inputs + latches, ands);
    return fmt::format("aag {} {} {} {} {} {} {} {} {}\n", largest_, inputs, latches, counts[0],
                       ands, counts[1], counts[2], counts[3], counts[4]) +
           lines + symbols('i', inputs) + symbols('l', latches) + symbols('c', counts[2]) +
           symbols('o', counts[0]) + symbols('j', counts[3]) + symbols('b', counts[1]) +
           symbols('f', counts[4]) + comments();
  }

 private:
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

  // Renumbers 1, 2, ... with numbers up to slightly or much more than the number of variables.
  void name_variables(std::uint32_t variables) {
    largest_ = variables + below(2) * below(10) + (below(10) == 0 ? 10'000'000 : 0);
    std::vector<std::uint32_t> low(std::min<std::size_t>(largest_, variables + 20));
    std::iota(low.begin(), low.end(), 1);
    if (largest_ > 10'000'000) low.back() = largest_;
    std::shuffle(low.begin(), low.end(), random_);
    names_.assign(low.begin(), low.begin() + variables);
  }
  std::uint32_t own(std::uint32_t n) const { return 2 * names_[n]; }
  // A literal of one of the first variables, or a constant.
  std::uint32_t any_of(std::uint32_t variables) {
    const std::uint32_t n = below(variables + 1);
    return (n == variables ? 0 : own(n)) + below(2);
  }
  std::uint32_t any() { return any_of(static_cast<std::uint32_t>(names_.size())); }

  std::string latch(std::uint32_t own) {
    const std::string resets[] = {"", " 0", " 1", fmt::format(" {}", own)};
    return fmt::format("{} {}{}\n", own, any(), resets[below(4)]);
  }
  std::string gates(std::uint32_t first, std::uint32_t ands) {
    std::vector<std::string> lines;
    for (std::uint32_t n = first; n < first + ands; ++n) {
      lines.push_back(fmt::format("{} {} {}\n", own(n), any_of(n), any_of(n)));
    }
    if (below(3) != 0) std::shuffle(lines.begin(), lines.end(), random_);
    return std::accumulate(lines.begin(), lines.end(), std::string());
  }
  std::string symbols(char letter, std::uint32_t count) {
    std::string lines;
    while (count-- > 0) {
      const std::string names[] = {"x", "two words", "", " ~!", "0"};
      if (below(2) == 0) lines += fmt::format("{}{} {}\n", letter, count, names[below(5)]);
    }
    return lines;
  }
  std::string comments() {
    const std::string ends[] = {"",          "c\n",      "c\nlast\n",
                                "c\nno end", "c\nx\r\n", "c\n\n\nc\ni0 x\n\x80\n"};
    return ends[below(6)];
  }

  std::mt19937 random_;
  std::uint32_t largest_ = 0;
  AigerLiterals names_;
};

// --- Examples of the reports ---------------------------------------------------------------------

TEST(AigerExamples, ConstantsAndSingleGates) {
  EXPECT_EQ(checked_aiger("aag 0 0 0 0 0\n"), AigerFile{});
  EXPECT_EQ(checked_aiger("aag 0 0 0 1 0\n0\n").outputs, AigerLiterals{0});
  EXPECT_EQ(checked_aiger("aag 0 0 0 1 0\n1\n").outputs, AigerLiterals{1});
  const AigerFile buffer = checked_aiger("aag 1 1 0 1 0\n2\n2\n");
  EXPECT_EQ(buffer.inputs, 1u);
  EXPECT_EQ(buffer.outputs, AigerLiterals{2});
  EXPECT_EQ(checked_aiger("aag 1 1 0 1 0\n2\n3\n").outputs, AigerLiterals{3});
  const AigerFile land = checked_aiger("aag 3 2 0 1 1\n2\n4\n6\n6 2 4\n");
  EXPECT_EQ(land.ands, (std::vector<AigerAnd>{{4, 2}}));
  EXPECT_EQ(land.outputs, AigerLiterals{6});
  EXPECT_EQ(land.variables(), 3u);
  EXPECT_EQ(land.and_literal(0), 6u);
  const AigerFile lor = checked_aiger("aag 3 2 0 1 1\n2\n4\n7\n6 3 5\n");
  EXPECT_EQ(lor.ands, (std::vector<AigerAnd>{{5, 3}}));
  EXPECT_EQ(lor.outputs, AigerLiterals{7});
}

TEST(AigerExamples, HalfAdder) {
  const AigerFile file = checked_aiger(
      "aag 7 2 0 2 3\n2\n4\n6\n12\n6 13 15\n12 2 4\n14 3 5\ni0 x\ni1 y\no0 s\no1 c\n"
      "c\nhalf adder\n");
  EXPECT_EQ(file.ands, (std::vector<AigerAnd>{{4, 2}, {5, 3}, {9, 7}}));
  EXPECT_EQ(file.outputs, (AigerLiterals{10, 6}));
  EXPECT_EQ(file.input_names, (AigerNames{{0, "x"}, {1, "y"}}));
  EXPECT_EQ(file.output_names, (AigerNames{{0, "s"}, {1, "c"}}));
  EXPECT_EQ(file.comments, std::vector<std::string>{"half adder"});
  EXPECT_EQ(format_aiger_ascii(file),
            "aag 5 2 0 2 3\n2\n4\n10\n6\n6 4 2\n8 5 3\n10 9 7\ni0 x\ni1 y\no0 s\no1 c\n"
            "c\nhalf adder\n");
  EXPECT_EQ(format_aiger_binary(file),
            "aig 5 2 0 2 3\n10\n6\n\x02\x02\x03\x02\x01\x02i0 x\ni1 y\no0 s\no1 c\n"
            "c\nhalf adder\n");
}

TEST(AigerExamples, ToggleFlipFlops) {
  const AigerFile toggle = checked_aiger("aag 1 0 1 2 0\n2 3\n2\n3\n");
  EXPECT_EQ(toggle.latches, (std::vector<AigerLatch>{{3, AigerLatch::Reset::zero}}));
  EXPECT_EQ(toggle.outputs, (AigerLiterals{2, 3}));
  EXPECT_EQ(format_aiger_binary(toggle), "aig 1 0 1 2 0\n3\n2\n3\n");
  const AigerFile enabled =
      checked_aiger("aag 7 2 1 2 4\n2\n4\n6 8\n6\n7\n8 4 10\n10 13 15\n12 2 6\n14 3 7\n");
  EXPECT_EQ(enabled.latch_literal(0), 6u);
  EXPECT_EQ(enabled.ands, (std::vector<AigerAnd>{{6, 2}, {7, 3}, {11, 9}, {12, 4}}));
  EXPECT_EQ(enabled.latches, (std::vector<AigerLatch>{{14, AigerLatch::Reset::zero}}));
}

// The counter of the second report, with additional features.
TEST(AigerExamples, PropertiesOfVersion19) {
  const std::string gates = "6 5 3\n8 4 2\n10 9 7\n";
  const AigerFile bad = checked_aiger("aag 5 1 1 0 3 1\n2\n4 10 0\n4\n" + gates);
  EXPECT_EQ(bad.bad, AigerLiterals{4});
  EXPECT_EQ(bad.outputs, AigerLiterals{});
  EXPECT_EQ(format_aiger_ascii(bad), "aag 5 1 1 0 3 1\n2\n4 10\n4\n6 5 3\n8 4 2\n10 9 7\n");
  const AigerFile constrained = checked_aiger("aag 5 1 1 0 3 1 1\n2\n4 10 0\n4\n3\n" + gates);
  EXPECT_EQ(constrained.constraints, AigerLiterals{3});
  const AigerFile justice = checked_aiger("aag 5 1 1 0 3 0 0 2 1\n2\n4 10 1\n2\n0\n4\n5\n2\n" +
                                          gates + "j1 none\nf0 fair\nl0 a b\n");
  EXPECT_EQ(justice.justice, (std::vector<AigerLiterals>{{4, 5}, {}}));
  EXPECT_EQ(justice.fairness, AigerLiterals{2});
  EXPECT_EQ(justice.justice_names, (AigerNames{{1, "none"}}));
  EXPECT_EQ(justice.fairness_names, (AigerNames{{0, "fair"}}));
  EXPECT_EQ(justice.latch_names, (AigerNames{{0, "a b"}}));
  EXPECT_EQ(format_aiger_binary(justice),
            "aig 5 1 1 0 3 0 0 2 1\n10 1\n2\n0\n4\n5\n2\n\x01\x02\x04\x02\x01\x02"
            "l0 a b\nj1 none\nf0 fair\n");
}

TEST(AigerExamples, FirstValuesOfLatches) {
  using Reset = AigerLatch::Reset;
  const std::vector<AigerLatch> latches = {
      {0, Reset::zero}, {1, Reset::one}, {6, Reset::uninitialized}};
  const AigerFile file = checked_aiger("aag 9 0 3 0 0\n4 0 0\n2 1 1\n18 18 18\n");
  EXPECT_EQ(file.latches, latches);
  EXPECT_EQ(format_aiger_ascii(file), "aag 3 0 3 0 0\n2 0\n4 1 1\n6 6 6\n");
  EXPECT_EQ(format_aiger_binary(file), "aig 3 0 3 0 0\n0\n1 1\n6 6\n");
  EXPECT_EQ(parse_aiger("aig 3 0 3 0 0\n0 0\n1 1\n6 6\n").latches, latches);
}

// The numbers that the report shows in its binary code, each as the first difference of an AND.
TEST(AigerExamples, BinaryNumbers) {
  const std::vector<std::pair<std::uint32_t, std::string>> numbers = {
      {1, "\x01"},
      {127, "\x7F"},
      {128, "\x80\x01"},
      {258, "\x82\x02"},
      {16383, "\xFF\x7F"},
      {16387, "\x83\x80\x01"},
      {(1u << 28) - 1, "\xFF\xFF\xFF\x7F"},
      {(1u << 28) + 7, "\x87\x80\x80\x80\x01"}};
  for (const auto& [number, code] : numbers) {
    const std::string bytes = "aig 134217739 134217738 0 0 1\n" + code + "\0"s;
    const AigerFile file = parse_aiger(bytes);
    ASSERT_EQ(file.ands.size(), 1u);
    EXPECT_EQ(file.ands[0].left, 2 * 134217739 - number);
    EXPECT_EQ(file.ands[0].right, file.ands[0].left);
    EXPECT_EQ(format_aiger_binary(file), bytes);
  }
}

// --- What is read --------------------------------------------------------------------------------

TEST(AigerReading, RandomFilesMeanWhatTheySay) {
  for (unsigned seed = 0; seed < 1000 && !testing::Test::HasFailure(); ++seed) {
    checked_aiger(RandomAiger(seed).text());
  }
}

// Numbers with gaps, and ANDs before their operands.
TEST(AigerReading, NumbersVariablesAnew) {
  const AigerFile file =
      checked_aiger("aag 200 2 1 1 3\n300\n8\n2 401 1\n400\n400 7 9\n6 4 1\n4 3 300\n");
  EXPECT_EQ(file.ands, (std::vector<AigerAnd>{{7, 2}, {8, 1}, {11, 5}}));
  EXPECT_EQ(file.latches, (std::vector<AigerLatch>{{13, AigerLatch::Reset::one}}));
  EXPECT_EQ(file.outputs, AigerLiterals{12});
  // ANDs that are in order keep it, needed or not.
  EXPECT_EQ(checked_aiger("aag 5 1 0 1 4\n2\n2\n4 2 2\n6 3 3\n8 1 2\n10 4 0\n").ands,
            (std::vector<AigerAnd>{{2, 2}, {3, 3}, {2, 1}, {4, 0}}));
}

TEST(AigerReading, SymbolsAndComments) {
  const AigerFile file = checked_aiger(
      "aag 1 1 0 1 0 1 2\n2\n2\n3\n1\n0\no0  a  b \nc1 second\ni0 \nb0 c\nc\n\ni0 x\r\nc\n\x01 "
      "end");
  EXPECT_EQ(file.output_names, (AigerNames{{0, " a  b "}}));
  EXPECT_EQ(file.constraint_names, (AigerNames{{1, "second"}}));
  EXPECT_EQ(file.input_names, (AigerNames{{0, ""}}));
  EXPECT_EQ(file.bad_names, (AigerNames{{0, "c"}}));
  EXPECT_EQ(file.comments, (std::vector<std::string>{"", "i0 x\r", "c", "\x01 end"}));
  EXPECT_EQ(checked_aiger("aag 0 0 0 0 0\nc\n").comments, std::vector<std::string>{});
  EXPECT_EQ(checked_aiger("aag 0 0 0 0 0\nc\n\n").comments, std::vector<std::string>{""});
}

TEST(AigerReading, EveryPrefixIsReadOrRefused) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const AigerFile file = parse_aiger(RandomAiger(seed).text());
    for (const std::string& bytes : {format_aiger_ascii(file), format_aiger_binary(file)}) {
      for (std::size_t length = 0; length < bytes.size(); ++length) {
        try {
          EXPECT_TRUE(parse_aiger(std::string_view(bytes).substr(0, length)).check());
        } catch (const SyntaxError&) {
        }
      }
    }
  }
}

TEST(AigerReading, ChangedBytesAreReadOrRefused) {
  std::mt19937 random(1);
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const AigerFile file = parse_aiger(RandomAiger(seed).text());
    for (std::string bytes : {format_aiger_ascii(file), format_aiger_binary(file)}) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
      try {
        expect_aiger_returns(parse_aiger(bytes));
      } catch (const SyntaxError&) {
      }
    }
  }
}

// A chain from the last AND to the first, in which every definition comes before its operands.
std::string backward_aiger_chain(std::uint32_t ands, std::uint32_t first_of) {
  std::string text = fmt::format("aag {} 1 0 1 {}\n2\n{}\n", ands + 1, ands, 2 * ands + 2);
  for (std::uint32_t n = ands + 1; n > 2; --n) text += fmt::format("{} {} 2\n", 2 * n, 2 * n - 1);
  return text + fmt::format("4 {} 2\n", first_of);
}

TEST(AigerReading, DeepChains) {
  constexpr std::uint32_t ands = 1'000'000;
  const AigerFile file = parse_aiger(backward_aiger_chain(ands, 3));
  ASSERT_EQ(file.ands.size(), ands);
  for (std::uint32_t n = 1; n < ands; ++n) ASSERT_EQ(file.ands[n], (AigerAnd{2 * n + 3, 2}));
  EXPECT_EQ(file.outputs, AigerLiterals{2 * ands + 2});
  EXPECT_EQ(parse_aiger(format_aiger_binary(file)), file);
  EXPECT_EQ(aiger_error(backward_aiger_chain(ands, 2 * ands + 2)),
            "line 1000003: the AND depends on itself, directly or through others.");
}

// (With the address sanitizer, or a limit on memory, these would fail otherwise.)
TEST(AigerReading, PromisesTakeNoMemory) {
  EXPECT_EQ(aiger_error("aag 200000000 0 0 0 200000000\n2 0 0\n"),
            "line 1: what the header promises takes at least 1200000000 bytes, but 6 follow.");
  EXPECT_EQ(aiger_error("aig 200000000 0 0 0 200000000\n\x01\x01"),
            "byte 29: what the header promises takes at least 400000000 bytes, but 2 follow.");
  EXPECT_EQ(aiger_error("aig 0 0 0 4294967295 0 4294967295 4294967295 4294967295 4294967295\n"),
            "byte 66: what the header promises takes at least 42949672950 bytes, but 0 follow.");
  EXPECT_EQ(aiger_error("aag 0 0 0 0 0 0 0 1\n4294967295\n1\n"),
            "line 4: expected a literal of a justice property, not the end of the file.");
  // Inputs of a binary file, and numbers that are not used, take no bytes.
  const AigerFile inputs = parse_aiger("aig 268435456 268435456 0 1 0\n536870913\ni268435455 x\n");
  EXPECT_EQ(inputs.inputs, max_aiger_variables);
  EXPECT_EQ(inputs.outputs, AigerLiterals{536870913});
  EXPECT_EQ(inputs.input_names, (AigerNames{{268435455, "x"}}));
  const AigerFile gaps = parse_aiger("aag 268435456 1 0 1 1\n536870912\n3\n2 536870913 1\n");
  EXPECT_EQ(gaps.ands, (std::vector<AigerAnd>{{3, 1}}));
  EXPECT_EQ(gaps.outputs, AigerLiterals{5});
}

// --- What is refused -----------------------------------------------------------------------------

struct AigerFault {
  std::string bytes, sentence;
};

void expect_aiger_faults(const std::vector<AigerFault>& faults) {
  for (const AigerFault& fault : faults) {
    EXPECT_EQ(aiger_error(fault.bytes), fault.sentence) << fault.bytes;
  }
}

TEST(AigerFaults, Headers) {
  const std::string begins =
      "line 1: an AIGER file begins with 'aag ' or 'aig ', and this one does not.";
  expect_aiger_faults({
      {"", begins},
      {"aa", begins},
      {"aag", begins},
      {"abg 0 0 0 0 0\n", begins},
      {" aag 0 0 0 0 0\n", begins},
      {"aag ", "line 1: expected the largest number of a variable, not the end of the file."},
      {"aag -1 0 0 0 0\n", "line 1: expected the largest number of a variable, not '-'."},
      {"aag  0 0 0 0 0\n", "line 1: expected the largest number of a variable, not a space."},
      {"aag 0\t0 0 0 0\n", "line 1: expected a space, not the byte 0x09."},
      {"aag 0 0 0 0\n", "line 1: expected a space, not the end of the line."},
      {"aag 0 0 0 0 \n", "line 1: expected the number of ANDs, not the end of the line."},
      {"aag 0 0 0 0 0", "line 1: expected the end of the line, not the end of the file."},
      {"aag 0 0 0 0 0 \n", "line 1: expected the number of bad states, not the end of the line."},
      {"aag 0 0 0 0 0 0 x\n", "line 1: expected the number of constraints, not 'x'."},
      {"aag 0 0 0 0 0 0 0 x\n", "line 1: expected the number of justice properties, not 'x'."},
      {"aag 0 0 0 0 0 0 0 0 x\n", "line 1: expected the number of fairness constraints, not 'x'."},
      {"aag 0 0 0 0 0 0 0 0 0 0\n", "line 1: expected the end of the line, not a space."},
      {"aag 0 0 0 0 0\r\n",
       "line 1: the line ends with a carriage return; in AIGER files lines end with a line feed "
       "alone."},
      {"aag 0 0 00 0 0\n", "line 1: the number 00 begins with a zero."},
      {"aag 01 0 0 0 0\n", "line 1: the number 01 begins with a zero."},
      {"aag 0 0 0 4294967296 0\n", "line 1: the number 4294967296 is too large."},
      {"aag 1000000000000000000000 0 0 0 0\n",
       "line 1: the number 10000000000000000000... is too large."},
      {"aag 268435457 0 0 0 0\n",
       "line 1: the largest number of a variable is 268435457; 268435456 is the most that can be "
       "read."},
      {"aag 2 1 1 0 1\n",
       "line 1: the inputs, latches and ANDs are 3 variables together, and the largest number of "
       "one is 2."},
      {"aag 0 4294967295 4294967295 0 4294967295\n",
       "line 1: the inputs, latches and ANDs are 12884901885 variables together, and the largest "
       "number "
       "of one is 0."},
      {"aig 2 1 0 0 0\n",
       "byte 12: the inputs, latches and ANDs are 1 variables together, and the largest number of "
       "one "
       "is 2."},
      {"aig 0 0 0 0 0\r\n",
       "byte 13: the line ends with a carriage return; in AIGER files lines end with a line feed "
       "alone."},
      {"aig 0 0 0 0 ", "byte 12: expected the number of ANDs, not the end of the file."},
  });
}

TEST(AigerFaults, Definitions) {
  expect_aiger_faults({
      {"aag 9 1 0 0 0\n3\n",
       "line 2: the literal 3 cannot be defined: only even literals from 2 on can be."},
      {"aag 9 1 0 0 0\n0\n",
       "line 2: the literal 0 cannot be defined: only even literals from 2 on can be."},
      {"aag 9 0 1 0 0\n5 2\n",
       "line 2: the literal 5 cannot be defined: only even literals from 2 on can be."},
      {"aag 9 0 0 0 1\n1 0 0\n",
       "line 2: the literal 1 cannot be defined: only even literals from 2 on can be."},
      {"aag 9 2 0 0 0\n2\n20\n",
       "line 3: the literal 20 is beyond 19, the last that the header allows."},
      {"aag 9 2 0 0 0\n2\n2\n", "line 3: variable 1 is defined a second time, after line 2."},
      {"aag 9 1 2 0 0\n2\n4 0\n4 1\n",
       "line 4: variable 2 is defined a second time, after line 3."},
      {"aag 9 1 1 1 2\n2\n4 0\n0\n6 1 1\n4 1 1\n",
       "line 6: variable 2 is defined a second time, after line 3."},
      {"aag 9 1 0 0 3\n2\n4 2 2\n6 2 2\n4 3 3\n",
       "line 5: variable 2 is defined a second time, after line 3."},
      {"aag 99999999 2 0 0 0\n2\n2\n",
       "line 3: variable 1 is defined a second time, after line 2."},
      {"aag 1 1 0 0 0\n\n\n", "line 2: expected an input's literal, not the end of the line."},
      {"aag 1 1 0 0 0\n2 \n", "line 2: expected the end of the line, not a space."},
      {"aag 1 1 0 0 0\n02\n", "line 2: the number 02 begins with a zero."},
      {"aag 1 1 0 0 0\n2\r\n",
       "line 2: the line ends with a carriage return; in AIGER files lines end with a line feed "
       "alone."},
      {"aag 2 2 0 0 0\n22\n\n",
       "line 2: the literal 22 is beyond 5, the last that the header allows."},
      {"aag 2 2 0 0 0\n4\n2x", "line 3: expected the end of the line, not 'x'."},
      {"aag 1 0 1 0 0\n2\n  ", "line 2: expected a space, not the end of the line."},
      {"aag 1 0 1 0 0\n2 \n ",
       "line 2: expected the literal of a latch's next value, not the end of the line."},
      {"aag 1 0 1 0 0\n2 4\n",
       "line 2: the literal 4 is beyond 3, the last that the header allows."},
      {"aag 1 0 1 0 0\n2 3 3\n",
       "line 2: a latch's first value is 0, 1 or its own literal 2, not 3."},
      {"aag 1 0 1 0 0\n2 3 \n", "line 2: expected a latch's first value, not the end of the line."},
      {"aag 1 0 1 0 0\n2 3 0 0\n", "line 2: expected the end of the line, not a space."},
      {"aag 1 0 0 0 1\n2 0\n  ", "line 2: expected a space, not the end of the line."},
      {"aag 1 0 0 0 1\n2 0 \n ",
       "line 2: expected the literal of an operand of an AND, not the end of the line."},
      {"aag 1 0 0 0 1\n2 0 0 0\n", "line 2: expected the end of the line, not a space."},
      {"aag 1 0 0 0 1\n2 0 4\n",
       "line 2: the literal 4 is beyond 3, the last that the header allows."},
      {"aag 2 0 0 0 2\n2 1 1\n4 1",
       "line 1: what the header promises takes at least 12 bytes, but 9 follow."},
      {"aag 2 0 0 0 2\n2 1 1\n4 1 11",
       "line 3: the literal 11 is beyond 5, the last that the header allows."},
      {"aag 22 0 0 0 2\n2 1 1\n44 1 1",
       "line 3: expected the end of the line, not the end of the file."},
  });
}

TEST(AigerFaults, Uses) {
  expect_aiger_faults({
      {"aag 2 1 0 1 0\n2\n5\n", "line 3: the literal 5 is used, but variable 2 is never defined."},
      {"aag 99999999 1 0 1 0\n2\n5\n",
       "line 3: the literal 5 is used, but variable 2 is never defined."},
      {"aag 2 0 1 0 0\n2 4\n", "line 2: the literal 4 is used, but variable 2 is never defined."},
      {"aag 2 1 0 0 0 1\n2\n4\n",
       "line 3: the literal 4 is used, but variable 2 is never defined."},
      {"aag 2 1 0 1 0 1 1\n2\n2\n2\n5\n",
       "line 5: the literal 5 is used, but variable 2 is never defined."},
      {"aag 2 1 0 0 0 0 0 2\n2\n1\n2\n2\n3\n4\n",
       "line 7: the literal 4 is used, but variable 2 is never defined."},
      {"aag 2 1 0 0 0 0 0 1 1\n2\n0\n4\n",
       "line 4: the literal 4 is used, but variable 2 is never defined."},
      {"aag 3 1 0 0 1\n2\n4 2 6\n",
       "line 3: the literal 6 is used, but variable 3 is never defined."},
      {"aag 1 0 0 0 1\n2 2 1\n", "line 2: the AND depends on itself, directly or through others."},
      {"aag 1 0 0 0 1\n2 1 3\n", "line 2: the AND depends on itself, directly or through others."},
      {"aag 4 0 0 1 4\n0\n2 1 1\n4 2 7\n6 2 9\n8 5 2\n",
       "line 6: the AND depends on itself, directly or through others."},
      {"aag 1 1 0 1 0\n2\n4\n",
       "line 3: the literal 4 is beyond 3, the last that the header allows."},
      {"aag 1 1 0 1 0\n2\nx\n", "line 3: expected an output's literal, not 'x'."},
      {"aag 1 1 0 0 0 1\n2\n-\n", "line 3: expected a bad state's literal, not '-'."},
      {"aag 1 1 0 0 0 0 1\n2\n-\n", "line 3: expected a constraint's literal, not '-'."},
      {"aag 1 1 0 0 0 0 0 1\n2\n-\n", "line 3: expected the size of a justice property, not '-'."},
      {"aag 1 1 0 0 0 0 0 1\n2\n1\n4\n",
       "line 4: the literal 4 is beyond 3, the last that the header allows."},
      {"aag 1 1 0 0 0 0 0 0 1\n2\n2 2\n", "line 3: expected the end of the line, not a space."},
      {"aag 1 1 0 2 0\n2\n22222\n",
       "line 3: the literal 22222 is beyond 3, the last that the header allows."},
      {"aag 1 1 0 2 0\n2\n3\n3",
       "line 1: what the header promises takes at least 6 bytes, but 5 follow."},
      {"aag 15 1 0 2 0\n30\n31\n3",
       "line 4: expected the end of the line, not the end of the file."},
      {"aag 15 1 0 2 0\n30\n31\n",
       "line 4: expected an output's literal, not the end of the file."},
  });
}

TEST(AigerFaults, BinaryAnds) {
  const std::string header = "aig 4 2 0 0 2\n";
  expect_aiger_faults({
      {header + "\x02\x02\x01",
       "byte 13: what the header promises takes at least 4 bytes, but 3 follow."},
      {header + "\x02\x02\x01\x80", "byte 18: expected a byte of an AND, not the end of the file."},
      {"aig 70 69 0 0 1\n\x85\x01", "byte 18: expected a byte of an AND, not the end of the file."},
      {header + "\x02\x02\0\x02"s, "byte 16: the AND 8 depends on itself: its difference is 0."},
      {header + "\x07\x02\x02\x02", "byte 14: the literal 6 - 7 is negative."},
      {header + "\x02\x05\x02\x02", "byte 15: the literal 4 - 5 is negative."},
      {header + "\x82\0\x02\x02"s, "byte 14: the number is written in more bytes than it needs."},
      {header + "\xFF\xFF\xFF\xFF\x0F\x01", "byte 14: the literal 6 - 4294967295 is negative."},
      {header + "\xFF\xFF\xFF\xFF\x10\x01",
       "byte 14: the number is too large: it does not fit into 32 bits."},
      {header + "\x80\x80\x80\x80\x80\x01",
       "byte 14: the number is too large: it does not fit into 32 bits."},
      {"aig 1 0 1 0 0\n4\n",
       "byte 14: the literal 4 is beyond 3, the last that the header allows."},
      {"aig 2 1 1 0 0\n4 2\n",
       "byte 16: a latch's first value is 0, 1 or its own literal 4, not 2."},
      {"aig 2 1 1 0 0\n4\r\n",
       "byte 15: the line ends with a carriage return; in AIGER files lines end with a line feed "
       "alone."},
      {"aig 2 1 1 0 0\n4 4 \n", "byte 17: expected the end of the line, not a space."},
  });
}

TEST(AigerFaults, Symbols) {
  const std::string file = "aag 2 1 1 1 0 1 1 1 1\n2\n4 2\n2\n3\n4\n0\n5\n";
  const std::string symbol =
      "line 9: expected a symbol (i, l, o, b, c, j or f), a comment (a line with c alone, or one "
      "that begins with #) or the end of the file, not ";
  expect_aiger_faults({
      {file + "x0 name\n", symbol + "'x'."},
      {file + "6 2 4\n", symbol + "'6'."},
      {file + "\n", symbol + "the end of the line."},
      {file + " i0 name\n", symbol + "a space."},
      {file + "\xFF", symbol + "the byte 0xff."},
      {file + "i\n", "line 9: expected the position of the input, not the end of the line."},
      {file + "i 0 name\n", "line 9: expected the position of the input, not a space."},
      {file + "i0\n", "line 9: expected a space, not the end of the line."},
      {file + "i00 name\n", "line 9: the number 00 begins with a zero."},
      {file + "i1 name\n",
       "line 9: there is no input 1: they are numbered from 0, and their number is 1."},
      {file + "l1 name\n",
       "line 9: there is no latch 1: they are numbered from 0, and their number is 1."},
      {file + "o1 name\n",
       "line 9: there is no output 1: they are numbered from 0, and their number is 1."},
      {file + "b1 name\n",
       "line 9: there is no bad state 1: they are numbered from 0, and their number is 1."},
      {file + "c1 name\n",
       "line 9: there is no constraint 1: they are numbered from 0, and their number is 1."},
      {file + "j1 name\n",
       "line 9: there is no justice property 1: they are numbered from 0, and their number is 1."},
      {file + "f4294967295 name\n",
       "line 9: there is no fairness constraint 4294967295: they are numbered from 0, and their "
       "number is 1."},
      {file + "i99999999999 name\n", "line 9: the number 99999999999 is too large."},
      {file + "i0 a\nl0 a\ni0 b\n", "line 11: the input 0 already has a symbol."},
      {file + "c0 \nc0 b\n", "line 10: the constraint 0 already has a symbol."},
      {file + "i0 name",
       "line 9: expected a printable character or the end of the line, not the end "
       "of the file."},
      {file + "i0 na\tme\n",
       "line 9: expected a printable character or the end of the line, not the byte 0x09."},
      {file + "i0 n\xC3\xA4me\n",
       "line 9: expected a printable character or the end of the line, not the byte 0xc3."},
      {file + "i0 name\r\n",
       "line 9: the line ends with a carriage return; in AIGER files lines end with a line feed "
       "alone."},
      {file + "c\r\nx\n",
       "line 9: the line ends with a carriage return; in AIGER files lines end with a line feed "
       "alone."},
      {file + "c",
       "line 9: expected the position of the constraint (comments begin with a line with c "
       "alone), not the end of the file."},
      {file + "c comment\n",
       "line 9: expected the position of the constraint (comments begin with a "
       "line with c alone), not a space."},
      {"aig 1 1 0 0 0\nx0 name\n",
       "byte 14: expected a symbol (i, l, o, b, c, j or f), a comment (a line with c alone, or one "
       "that begins with #) or the end of the file, not 'x'."},
      {"aig 1 1 0 0 0\ni0 name\ni0 name\n", "byte 23: the input 0 already has a symbol."},
  });
}

// As in files of the synthesis competition.
TEST(AigerFile, CommentsMayBeginWithALineThatBeginsWithAHash) {
  const std::vector<std::string> status = {"#!SYNTCOMP", "STATUS : realizable", "#."};
  const std::string block = "#!SYNTCOMP\nSTATUS : realizable\n#.\n";
  for (const std::string head : {"aag 1 1 0 1 0\n2\n2\n", "aig 1 1 0 1 0\n2\n"}) {
    const AigerFile file = parse_aiger(head + "i0 u\no0 err\n" + block);
    EXPECT_EQ(file.comments, status);
    EXPECT_EQ(file.output_names.at(0), "err");
    EXPECT_EQ(parse_aiger(head + block).comments, status);
    EXPECT_EQ(parse_aiger(head + "c\n" + block).comments, status);
    EXPECT_EQ(parse_aiger(head + "#.\n").comments, std::vector<std::string>{"#."});
    EXPECT_EQ(parse_aiger(head + "#.").comments, std::vector<std::string>{"#."});
    EXPECT_EQ(parse_aiger(format_aiger_ascii(file)), file);
    EXPECT_EQ(parse_aiger(format_aiger_binary(file)), file);
  }
  // Not before the circuit is whole, and not in the middle of a line.
  EXPECT_THROW(parse_aiger("aag 1 1 0 1 0\n2\n#.\n2\n"), SyntaxError);
  EXPECT_THROW(parse_aiger("aag 1 1 0 1 0\n2\n2\ni0 u\n #.\n"), SyntaxError);
}

TEST(AigerFile, CheckFindsWhatCannotBeWritten) {
  const AigerFile good = parse_aiger("aag 3 1 1 1 1 0 0 1\n2\n4 6\n6\n1\n5\n6 4 2\ni0 x\nc\nc\n");
  EXPECT_TRUE(good.check());
  const auto expect_bad = [&](auto change) {
    AigerFile file = good;
    change(file);
    EXPECT_FALSE(file.check());
  };
  expect_bad([](AigerFile& f) { f.inputs = max_aiger_variables; });
  expect_bad([](AigerFile& f) { f.latches[0].next = 8; });
  expect_bad([](AigerFile& f) { f.outputs[0] = 8; });
  expect_bad([](AigerFile& f) { f.bad.push_back(9); });
  expect_bad([](AigerFile& f) { f.constraints.push_back(8); });
  expect_bad([](AigerFile& f) { f.justice[0].push_back(8); });
  expect_bad([](AigerFile& f) { f.fairness.push_back(8); });
  expect_bad([](AigerFile& f) { f.ands[0] = {2, 4}; });
  expect_bad([](AigerFile& f) { f.ands[0] = {6, 4}; });
  expect_bad([](AigerFile& f) { f.input_names[1] = "y"; });
  expect_bad([](AigerFile& f) { f.latch_names[0] = "\n"; });
  expect_bad([](AigerFile& f) { f.comments.push_back("two\nlines"); });
}

// --- Graphs --------------------------------------------------------------------------------------

TEST(AigerGraphs, AddsToAGraphThatHasThings) {
  const AigerFile file = parse_aiger("aag 4 1 1 1 2\n2\n4 8\n9\n6 4 2\n8 6 3\n");
  Aig aig;
  const Literal a = aig.input(), b = aig.input(), c = aig.input();
  const Literal both = aig.land(b, !c);
  const std::vector<Literal> inputs = {!a, both};
  const std::vector<Literal> variables = add_to_graph(file, aig, inputs);
  ASSERT_EQ(variables.size(), 5u);
  EXPECT_EQ(variables[0], symbolic::false_literal);
  EXPECT_EQ(variables[1], !a);
  EXPECT_EQ(variables[2], both);
  EXPECT_EQ(variables[3], aig.land(!a, both));
  EXPECT_EQ(variables[4], aig.land(variables[3], a));
  EXPECT_EQ(aiger_literal(variables, file.outputs[0]), !variables[4]);
  EXPECT_EQ(aiger_literal(variables, 1), symbolic::true_literal);
  EXPECT_TRUE(aig.check());
}

TEST(AigerGraphs, ConesHaveWhatIsNeeded) {
  Aig aig;
  const Literal a = aig.input(), b = aig.input(), c = aig.input();
  const Literal outside = aig.land(a, c);
  const Literal inner = aig.land(a, !b);
  const std::vector<Literal> inputs = {b, c, a};
  const std::vector<Literal> outputs = {!aig.land(inner, !outside), symbolic::true_literal, !c};
  const AigerFile all = cone_of(aig, inputs, outputs);
  EXPECT_EQ(format_aiger_ascii(all), "aag 6 3 0 3 3\n2\n4\n6\n13\n1\n5\n8 6 4\n10 6 3\n12 10 9\n");
  const std::vector<Literal> two = {b, a}, one = {inner, inner};
  EXPECT_EQ(format_aiger_ascii(cone_of(aig, two, one)), "aag 3 2 0 2 1\n2\n4\n6\n6\n6 4 3\n");
  EXPECT_EQ(cone_of(aig, {}, {}), AigerFile{});
}

// There and back: the cone of a file's literals in a graph has the same meaning.
TEST(AigerGraphs, ConesInvertAdding) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const std::string text = RandomAiger(seed).text();
    const AigerFile file = parse_aiger(text);
    Aig aig;
    std::vector<Literal> inputs, outputs;
    for (std::size_t n = 0; n < file.inputs + file.latches.size(); ++n)
      inputs.push_back(aig.input());
    const std::vector<Literal> variables = add_to_graph(file, aig, inputs);
    for (const std::uint32_t root : aiger_roots(file)) {
      outputs.push_back(aiger_literal(variables, root));
    }
    const AigerFile cone = cone_of(aig, inputs, outputs);
    EXPECT_LE(cone.ands.size(), file.ands.size());
    expect_aiger_returns(cone);
    expect_aiger_means(cone, text);
  }
}

}  // namespace
}  // namespace zermelo::proof
