// SPDX-License-Identifier: MIT
// The lists in AIGER files, in their order: what reading, writing and checking them have in common.
#pragma once

#include <array>
#include <cstddef>

#include "proof/aiger/aiger.h"

namespace zermelo::proof {

// The kinds of things that symbols can name.
struct AigerSymbolKind {
  char letter;
  const char* what;
  AigerNames AigerFile::*names;
  std::size_t (*count)(const AigerFile&);
};

inline constexpr std::array<AigerSymbolKind, 7> aiger_symbol_kinds = {{
    {'i', "input", &AigerFile::input_names,
     [](const AigerFile& f) { return std::size_t{f.inputs}; }},
    {'l', "latch", &AigerFile::latch_names, [](const AigerFile& f) { return f.latches.size(); }},
    {'o', "output", &AigerFile::output_names, [](const AigerFile& f) { return f.outputs.size(); }},
    {'b', "bad state", &AigerFile::bad_names, [](const AigerFile& f) { return f.bad.size(); }},
    {'c', "constraint", &AigerFile::constraint_names,
     [](const AigerFile& f) { return f.constraints.size(); }},
    {'j', "justice property", &AigerFile::justice_names,
     [](const AigerFile& f) { return f.justice.size(); }},
    {'f', "fairness constraint", &AigerFile::fairness_names,
     [](const AigerFile& f) { return f.fairness.size(); }},
}};

inline bool in_aiger_name(char c) { return c >= ' ' && c <= '~'; }

// `visit(list)` for every list of literals that are not part of a definition, in the order of a
// file.
template <class File, class Visit>
void for_each_aiger_list(File& file, Visit visit) {
  visit(file.outputs);
  visit(file.bad);
  visit(file.constraints);
  for (auto& property : file.justice) visit(property);
  visit(file.fairness);
}

}  // namespace zermelo::proof
