// SPDX-License-Identifier: MIT
#include "worker/depqbf_work.h"

extern "C" {
#include <qdpll/qdpll.h>
}
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "proof/qbf/qbf_solvers.h"

namespace zermelo::proof {
namespace {

struct Deleter {
  void operator()(QDPLL* solver) const { qdpll_delete(solver); }
};

std::uint64_t memory_allowed = 0;

// DepQBF ends by abort(), without a word, when it gets no memory. This says so if an eighth of the
// allowed memory is not available; other faults end the process as usual.
extern "C" void tell_of_memory(int) {
  const void* const got = ::mmap(nullptr, memory_allowed / 8, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (got != MAP_FAILED) return;
  constexpr std::string_view sentence = "It was out of memory.\n";
  if (::write(STDERR_FILENO, sentence.data(), sentence.size()) < 0) return;
  ::_exit(1);
}

void limit_memory(std::uint64_t bytes) {
  if (bytes == 0) return;
  memory_allowed = bytes;
  std::signal(SIGABRT, tell_of_memory);
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_AS, &limit);
}

// Reads the formula into the solver. Returns the variables of the outermost block if that is
// existential, which are those whose values are reported.
std::vector<int> read_formula(std::istream& input, QDPLL* solver) {
  std::vector<int> outer;
  bool is_first = true;
  for (std::string line; std::getline(input, line);) {
    if (line.empty() || line[0] == 'c' || line[0] == 'p') continue;
    const bool is_block = line[0] == 'a' || line[0] == 'e';
    std::istringstream words(is_block ? line.substr(1) : line);
    if (is_block) qdpll_new_scope(solver, line[0] == 'a' ? QDPLL_QTYPE_FORALL : QDPLL_QTYPE_EXISTS);
    for (int literal = 0; words >> literal && literal != 0;) {
      qdpll_add(solver, literal);
      if (is_block && is_first && line[0] == 'e') outer.push_back(literal);
    }
    qdpll_add(solver, 0);
    is_first = is_first && !is_block;
  }
  return outer;
}

std::string run_depqbf(const std::string& text, const symbolic::IsolatedTalk&) {
  std::istringstream input(text);
  std::uint64_t memory = 0;
  input >> memory;
  limit_memory(memory);
  const std::unique_ptr<QDPLL, Deleter> solver(qdpll_create());
  const std::vector<int> outer = read_formula(input, solver.get());
  const QDPLLResult result = qdpll_sat(solver.get());
  if (result == QDPLL_RESULT_UNKNOWN) throw Error("DepQBF found no verdict.");
  if (result == QDPLL_RESULT_UNSAT) return "false";
  std::string found = "true";
  for (const int variable : outer) {
    const QDPLLAssignment value = qdpll_get_value(solver.get(), static_cast<VarID>(variable));
    if (value != QDPLL_ASSIGNMENT_UNDEF) found += " " + std::to_string(value * variable);
  }
  return found;
}

}  // namespace

const symbolic::IsolatedWork depqbf_work{depqbf_work_name, run_depqbf};

}  // namespace zermelo::proof
