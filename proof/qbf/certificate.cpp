// SPDX-License-Identifier: MIT
#include "proof/qbf/certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "gen/error.h"
#include "proof/sat/cnf.h"
#include "proof/sat/solver.h"
#include "symbolic/model/aig.h"

namespace zermelo::proof {
namespace {

using symbolic::Aig;
using symbolic::false_literal;
using symbolic::Literal;
using symbolic::true_literal;
using Literals = std::vector<int>;  // of a clause or a cube, in the order of their variables

std::size_t variable_of(int literal) { return static_cast<std::size_t>(std::abs(literal)); }

void sort_by_variable(Literals& literals) {
  std::ranges::sort(literals, {}, [](int l) { return std::pair(std::abs(l), l); });
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
}

// --- Texts -----------------------------------------------------------------------------------

// Goes through the lines of a text and the words of each.
class LinesOfNumbers {
 public:
  explicit LinesOfNumbers(std::string_view text) : rest_(text) {}

  // Goes to the next line; false at the end.
  bool next() {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    ++number_;
    return true;
  }
  std::string_view line() const { return line_; }
  std::size_t number() const { return number_; }

  // The first word, which is taken off the line; empty if there is none.
  std::string_view word() {
    const std::size_t begin = line_.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    const std::size_t end = std::min(line_.find_first_of(" \t\r", begin), line_.size());
    const std::string_view result = line_.substr(begin, end - begin);
    line_ = line_.substr(end);
    return result;
  }
  int integer() {
    const std::string_view text = word();
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    // (The least integer is no literal: it has no negation.)
    if (text.empty() || error != std::errc() || end != text.data() + text.size() ||
        value == std::numeric_limits<int>::min())
      fail(text.empty() ? "a number is missing" : fmt::format("'{}' is not a number", text));
    return value;
  }
  // Numbers up to a 0.
  Literals list() {
    Literals result;
    for (int n = integer(); n != 0; n = integer()) result.push_back(n);
    return result;
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw SyntaxError(fmt::format("Line {}: {}.", number_, what));
  }

 private:
  std::string_view rest_, line_;
  std::size_t number_ = 0;
};

// --- Proofs ----------------------------------------------------------------------------------

struct ProofStep {
  std::size_t line = 0;
  Literals listed;                       // as the solver gives it
  std::vector<std::size_t> antecedents;  // earlier steps, at most two
};

struct ResolutionProof {
  std::vector<ProofStep> steps;
  bool is_true = false;
};

class QrpReader {
 public:
  QrpReader(std::string_view text, int variables) : lines_(text), variables_(variables) {}

  ResolutionProof read() {
    bool has_verdict = false;
    while (!has_verdict && lines_.next()) {
      const std::string_view line = lines_.line();
      if (line.empty() || line[0] == '#' || line[0] == 'c' || line[0] == 'p' || line[0] == 'a' ||
          line[0] == 'e')
        continue;  // (the prefix is that of the formula)
      if (line[0] == 'r') {
        read_verdict();
        has_verdict = true;
      } else {
        read_step();
      }
    }
    if (!has_verdict) throw SyntaxError("The solver's proof does not end with its verdict.");
    return std::move(proof_);
  }

 private:
  void read_verdict() {
    lines_.word();
    const std::string_view verdict = lines_.word();
    const bool sat = verdict == "SAT" || verdict == "sat";
    if (!sat && verdict != "UNSAT" && verdict != "unsat") lines_.fail("a verdict is SAT or UNSAT");
    proof_.is_true = sat;
  }
  void read_step() {
    ProofStep step;
    step.line = lines_.number();
    const int id = lines_.integer();
    step.listed = lines_.list();
    for (const int literal : step.listed) {
      if (variable_of(literal) > static_cast<std::size_t>(variables_))
        lines_.fail(fmt::format("the formula has no variable {}", std::abs(literal)));
    }
    sort_by_variable(step.listed);
    for (const int antecedent : lines_.list()) {
      const auto found = numbers_.find(antecedent);
      if (found == numbers_.end()) lines_.fail(fmt::format("no earlier step is {}", antecedent));
      step.antecedents.push_back(found->second);
    }
    if (step.antecedents.size() > 2) lines_.fail("a step follows from at most two others");
    if (!numbers_.emplace(id, proof_.steps.size()).second)
      lines_.fail(fmt::format("there is another step {}", id));
    proof_.steps.push_back(std::move(step));
  }

  LinesOfNumbers lines_;
  int variables_;
  ResolutionProof proof_;
  std::unordered_map<int, std::size_t> numbers_;  // of steps, by their names
};

// --- Following a proof -----------------------------------------------------------------------

// What holds for clauses of a false formula holds for cubes of a true one with the quantifiers
// exchanged. The side that the proof is against has the *pivots*: the existential variables of a
// false formula. The other side's variables are *reduced*, and get functions.
class Follower {
 public:
  Follower(const QdimacsFormula& formula, const ResolutionProof& proof,
           const std::function<bool()>& stop)
      : formula_(formula),
        proof_(proof),
        stop_(stop),
        levels_(static_cast<std::size_t>(formula.variables) + 1),
        is_pivot_(levels_.size()),
        found_(proof.steps.size()),
        entries_(levels_.size()) {
    for (std::size_t level = 0; level < formula.prefix.size(); ++level) {
      for (const int variable : formula.prefix[level].variables) {
        levels_[variable_of(variable)] = level;
        is_pivot_[variable_of(variable)] = formula.prefix[level].universal == proof.is_true;
      }
    }
    if (proof.is_true) return;
    for (Literals clause : formula.clauses) {
      sort_by_variable(clause);
      clauses_.insert(reduced(clause));
    }
  }

  QbfCertificate follow(int most_variable) {
    const std::vector<bool> needed = needed_steps();
    QbfCertificate result;
    result.is_true = proof_.is_true;
    for (std::size_t k = 0; k < proof_.steps.size(); ++k) {
      if (!needed[k]) continue;
      if (stop_ && stop_()) throw Interrupted("Stopped before the solver's proof was checked.");
      look_at(k);
      ++result.steps;
    }
    if (!found_[root()].empty()) fail(root(), "the last step is not empty");
    add_values(result, most_variable);
    return result;
  }

 private:
  [[noreturn]] void fail(std::size_t step, const std::string& what) const {
    throw Error(
        fmt::format("The solver's proof is wrong. Line {}: {}.", proof_.steps[step].line, what));
  }

  std::size_t root() const {
    for (std::size_t k = proof_.steps.size(); k-- > 0;)
      if (proof_.steps[k].listed.empty()) return k;
    throw Error("The solver's proof is wrong: no step of it is empty.");
  }
  std::vector<bool> needed_steps() const {
    std::vector<bool> needed(proof_.steps.size());
    needed[root()] = true;
    for (std::size_t k = proof_.steps.size(); k-- > 0;) {
      if (!needed[k]) continue;
      for (const std::size_t antecedent : proof_.steps[k].antecedents) needed[antecedent] = true;
    }
    return needed;
  }

  // Without the variables to be reduced that are further in than every pivot.
  Literals reduced(const Literals& literals) const {
    std::optional<std::size_t> innermost;
    for (const int literal : literals) {
      const std::size_t variable = variable_of(literal);
      if (is_pivot_[variable]) innermost = std::max(innermost.value_or(0), levels_[variable]);
    }
    Literals result;
    for (const int literal : literals) {
      const std::size_t variable = variable_of(literal);
      if (is_pivot_[variable] || (innermost && levels_[variable] < *innermost))
        result.push_back(literal);
    }
    return result;
  }

  // What is found for a step may have fewer literals than what the solver lists, for everything is
  // reduced as early as possible.
  void look_at(std::size_t k) {
    const ProofStep& step = proof_.steps[k];
    const Literals before = step.antecedents.empty() ? leaf(k) : resolvent(k);
    found_[k] = reduced(before);
    if (!std::ranges::includes(step.listed, found_[k], {}, by_variable, by_variable))
      fail(k, "it does not follow from those that it names");
    for (const int literal : before) {
      if (!std::ranges::binary_search(found_[k], by_variable(literal), {}, by_variable))
        entries_[variable_of(literal)].push_back({k, literal > 0});
    }
  }
  static std::pair<int, int> by_variable(int literal) { return {std::abs(literal), literal}; }

  Literals leaf(std::size_t k) const {
    const Literals& listed = proof_.steps[k].listed;
    for (std::size_t n = 1; n < listed.size(); ++n)
      if (listed[n] == -listed[n - 1]) fail(k, "it has a variable and its negation");
    if (!proof_.is_true) {
      if (!clauses_.contains(reduced(listed))) fail(k, "it is not a clause of the formula");
      return listed;
    }
    const std::set<int> cube(listed.begin(), listed.end());
    for (const Literals& clause : formula_.clauses) {
      if (std::ranges::none_of(clause, [&](int literal) { return cube.contains(literal); }))
        fail(k, "it does not fulfil all clauses of the formula");
    }
    return listed;
  }

  Literals resolvent(std::size_t k) const {
    const ProofStep& step = proof_.steps[k];
    const std::size_t first = step.antecedents.front(), second = step.antecedents.back();
    if (first == second) return found_[first];
    // The pivot is that of what is listed.
    const int pivot = pivot_of(k, proof_.steps[first].listed, proof_.steps[second].listed);
    for (const auto& [side, literal] : {std::pair(first, pivot), std::pair(second, -pivot)}) {
      // Already resolved away: this one alone is a part of the resolvent.
      if (!std::ranges::binary_search(found_[side], by_variable(literal), {}, by_variable))
        return found_[side];
    }
    Literals result;
    for (const std::size_t side : {first, second}) {
      for (const int literal : found_[side])
        if (std::abs(literal) != std::abs(pivot)) result.push_back(literal);
    }
    sort_by_variable(result);
    for (std::size_t n = 1; n < result.size(); ++n)
      if (result[n] == -result[n - 1]) fail(k, "it would have a variable and its negation");
    return result;
  }
  int pivot_of(std::size_t k, const Literals& first, const Literals& second) const {
    int pivot = 0;
    for (const int literal : first) {
      if (!is_pivot_[variable_of(literal)] ||
          !std::ranges::binary_search(second, by_variable(-literal), {}, by_variable))
        continue;
      if (pivot != 0) fail(k, "two variables could be resolved on");
      pivot = literal;
    }
    if (pivot == 0) fail(k, "there is nothing to resolve on");
    return pivot;
  }

  // --- Functions ---

  // A variable's function (Balabanov and Jiang's array): the first step at which it was reduced and
  // whose remaining pivots are all against its side determines its value.
  void add_values(QbfCertificate& result, int most_variable) const {
    result.values.assign(variable_of(most_variable) + 1, false_literal);
    std::vector<std::optional<Literal>> lost(found_.size());
    for (const QdimacsFormula::Block& block : formula_.prefix) {
      for (const int variable : block.variables) {
        if (variable > most_variable) continue;
        Literal& value = result.values[variable_of(variable)];
        if (is_pivot_[variable_of(variable)]) {
          value = result.aig.input();
          continue;
        }
        ++result.functions;
        const auto& entries = entries_[variable_of(variable)];
        for (std::size_t n = entries.size(); n-- > 0;) {
          const auto [step, positive] = entries[n];
          if (!lost[step]) lost[step] = is_lost(result, found_[step]);
          // The clause must not be fulfilled by this variable; a cube must be.
          value = positive == proof_.is_true ? result.aig.lor(*lost[step], value)
                                             : result.aig.land(!*lost[step], value);
        }
      }
    }
  }
  // A clause is violated, or a cube fulfilled.
  Literal is_lost(QbfCertificate& result, const Literals& literals) const {
    std::vector<Literal> all;
    for (const int literal : literals) {
      const Literal value = result.values[variable_of(literal)];
      all.push_back((literal > 0) == proof_.is_true ? value : !value);
    }
    return result.aig.all(all);
  }

  struct Entry {
    std::size_t step;
    bool positive;  // the literal that was reduced
  };

  const QdimacsFormula& formula_;
  const ResolutionProof& proof_;
  const std::function<bool()>& stop_;
  std::vector<std::size_t> levels_;  // by variable: the number of its block
  std::vector<bool> is_pivot_;
  std::set<Literals> clauses_;               // of a false formula, reduced
  std::vector<Literals> found_;              // by step
  std::vector<std::vector<Entry>> entries_;  // by variable
};

}  // namespace

QdimacsFormula parse_qdimacs(std::string_view text) {
  QdimacsFormula result;
  LinesOfNumbers lines(text);
  std::vector<bool> is_bound;
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (line.empty() || line[0] == 'c') continue;
    if (line[0] == 'p') {
      lines.word();
      if (lines.word() != "cnf") lines.fail("expected 'p cnf'");
      result.variables = lines.integer();
      if (result.variables < 0) lines.fail("a number of variables is not negative");
      is_bound.resize(static_cast<std::size_t>(result.variables) + 1);
      continue;
    }
    const bool is_block = line[0] == 'a' || line[0] == 'e';
    if (is_block) lines.word();
    Literals numbers = lines.list();
    for (const int number : numbers) {
      const std::size_t variable = variable_of(number);
      if (variable >= is_bound.size()) lines.fail(fmt::format("there is no variable {}", number));
      if (is_block == is_bound[variable])
        lines.fail(fmt::format("the variable {} {}", variable,
                               is_block ? "is in two blocks" : "is in no block"));
      if (is_block) is_bound[variable] = true;
    }
    if (is_block) {
      result.prefix.push_back({line[0] == 'a', std::move(numbers)});
    } else {
      result.clauses.push_back(std::move(numbers));
    }
  }
  return result;
}

bool is_qrp(std::string_view text) { return text.starts_with("p qrp "); }

QbfCertificate certificate_of(const QdimacsFormula& formula, std::string_view proof,
                              int most_variable, const std::function<bool()>& stop) {
  if (!is_qrp(proof)) throw SyntaxError("This is not a proof in the format QRP.");
  const ResolutionProof read = QrpReader(proof, formula.variables).read();
  return Follower(formula, read, stop).follow(most_variable);
}

bool fulfils(const QbfCertificate& certificate, const Qbf& formula, const std::vector<int>& inputs,
             const std::function<bool()>& stop) {
  Aig aig = certificate.aig;
  symbolic::AigCopier copy(formula.aig, aig);
  for (const QbfBlock& block : formula.prefix) {
    for (const QbfVariables& v : block.variables) {
      for (const Literal bit : v.bits) {
        const int variable = inputs[formula.aig.input_number(bit.node())];
        copy.set(bit, certificate.values[static_cast<std::size_t>(variable)]);
      }
    }
  }
  const Literal matrix = copy(formula.matrix);
  SatSolver solver;
  if (stop) solver.stop_when(stop);
  CnfEncoder encoder(aig, solver);
  solver.add_clause({encoder.implies(certificate.is_true ? !matrix : matrix)});
  const SatSolver::Answer answer = solver.solve();
  if (answer == SatSolver::Answer::stopped)
    throw Interrupted("Stopped before the certificate was checked.");
  return answer == SatSolver::Answer::unsatisfiable;
}

}  // namespace zermelo::proof
