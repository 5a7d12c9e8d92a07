// SPDX-License-Identifier: MIT
// Writes AIGER files.
#include <fmt/format.h>

#include <cassert>
#include <iterator>

#include "proof/aiger/aiger.h"
#include "proof/aiger/aiger_lists.h"

namespace zermelo::proof {
namespace {

void add_aiger_header(std::string& text, const AigerFile& file, std::string_view form) {
  fmt::format_to(std::back_inserter(text), "{} {} {} {} {} {}", form, file.variables(), file.inputs,
                 file.latches.size(), file.outputs.size(), file.ands.size());
  // Numbers at the end that are zero are left out, so that older programs can read the file.
  std::vector<std::size_t> more = {file.bad.size(), file.constraints.size(), file.justice.size(),
                                   file.fairness.size()};
  while (!more.empty() && more.back() == 0) more.pop_back();
  for (const std::size_t number : more) fmt::format_to(std::back_inserter(text), " {}", number);
  text += '\n';
}

// Writes the line without the latch's own literal.
void add_aiger_latch(std::string& text, const AigerLatch& latch, std::uint32_t own) {
  const auto to = std::back_inserter(text);
  fmt::format_to(to, "{}", latch.next);
  if (latch.reset == AigerLatch::Reset::one) text += " 1";
  if (latch.reset == AigerLatch::Reset::uninitialized) fmt::format_to(to, " {}", own);
  text += '\n';
}

void add_aiger_line(std::string& text, std::size_t number) {
  fmt::format_to(std::back_inserter(text), "{}\n", number);
}

void add_aiger_lists(std::string& text, const AigerFile& file) {
  const auto add_list = [&](const std::vector<std::uint32_t>& list) {
    for (const std::uint32_t literal : list) add_aiger_line(text, literal);
  };
  for (const auto* list : {&file.outputs, &file.bad, &file.constraints}) add_list(*list);
  for (const auto& property : file.justice) add_aiger_line(text, property.size());
  for (const auto& property : file.justice) add_list(property);
  add_list(file.fairness);
}

void add_aiger_end(std::string& text, const AigerFile& file) {
  for (const AigerSymbolKind& kind : aiger_symbol_kinds) {
    for (const auto& [position, name] : file.*kind.names) {
      fmt::format_to(std::back_inserter(text), "{}{} {}\n", kind.letter, position, name);
    }
  }
  if (file.comments.empty()) return;
  text += "c\n";
  for (const std::string& line : file.comments) (text += line) += '\n';
}

void add_aiger_difference(std::string& text, std::uint32_t number) {
  for (; number >= 0x80; number >>= 7) text += static_cast<char>(number | 0x80);
  text += static_cast<char>(number);
}

}  // namespace

std::string format_aiger_ascii(const AigerFile& file) {
  assert(file.check());
  std::string text;
  add_aiger_header(text, file, "aag");
  for (std::uint32_t n = 0; n < file.inputs; ++n) add_aiger_line(text, file.input_literal(n));
  for (std::uint32_t n = 0; n < file.latches.size(); ++n) {
    fmt::format_to(std::back_inserter(text), "{} ", file.latch_literal(n));
    add_aiger_latch(text, file.latches[n], file.latch_literal(n));
  }
  add_aiger_lists(text, file);
  for (std::uint32_t n = 0; n < file.ands.size(); ++n) {
    fmt::format_to(std::back_inserter(text), "{} {} {}\n", file.and_literal(n), file.ands[n].left,
                   file.ands[n].right);
  }
  add_aiger_end(text, file);
  return text;
}

std::string format_aiger_binary(const AigerFile& file) {
  assert(file.check());
  std::string text;
  add_aiger_header(text, file, "aig");
  for (std::uint32_t n = 0; n < file.latches.size(); ++n) {
    add_aiger_latch(text, file.latches[n], file.latch_literal(n));
  }
  add_aiger_lists(text, file);
  for (std::uint32_t n = 0; n < file.ands.size(); ++n) {
    add_aiger_difference(text, file.and_literal(n) - file.ands[n].left);
    add_aiger_difference(text, file.ands[n].left - file.ands[n].right);
  }
  add_aiger_end(text, file);
  return text;
}

}  // namespace zermelo::proof
