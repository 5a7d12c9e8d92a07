// SPDX-License-Identifier: MIT
#include "json/document.h"

#include <sstream>
#include <utility>

#include "json/text_table.h"

namespace zermelo {
namespace {

constexpr std::size_t line_width = 100;

// Breaks at spaces; ends with a newline.
std::string wrapped(const std::string& text) {
  std::istringstream words(text);
  std::string result, line;
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > line_width) {
      result += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return result + line + "\n";
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) row += " " + cell + " |";
  return row + "\n";
}

}  // namespace

void Document::heading(int level, std::string text) {
  parts_.emplace_back(Heading{level, std::move(text)});
}

void Document::paragraph(std::string text) { parts_.emplace_back(Paragraph{std::move(text)}); }

void Document::table(std::string alignment, std::vector<std::vector<std::string>> rows) {
  for (auto& row : rows) row.resize(alignment.size());
  parts_.emplace_back(Table{std::move(alignment), std::move(rows)});
}

void Document::verbatim(std::string text) { parts_.emplace_back(Verbatim{std::move(text)}); }

std::string Document::text_of(const Part& part) {
  if (const auto* heading = std::get_if<Heading>(&part)) {
    const std::string line(heading->text.size(), heading->level == 1 ? '=' : '-');
    return heading->text + "\n" + (heading->level <= 2 ? line + "\n" : "");
  }
  if (const auto* paragraph = std::get_if<Paragraph>(&part)) return wrapped(paragraph->text);
  if (const auto* table = std::get_if<Table>(&part)) {
    TextTable text(table->alignment);
    for (const auto& row : table->rows) text.add(row);
    return text.text(2);
  }
  std::istringstream lines(std::get<Verbatim>(part).text);
  std::string result;
  for (std::string line; std::getline(lines, line);) result += "  " + line + "\n";
  return result;
}

std::string Document::markdown_of(const Part& part, int first_level) {
  if (const auto* heading = std::get_if<Heading>(&part)) {
    const int level = first_level + heading->level - 1;
    return std::string(static_cast<std::size_t>(level), '#') + " " + heading->text + "\n";
  }
  if (const auto* paragraph = std::get_if<Paragraph>(&part)) return wrapped(paragraph->text);
  if (const auto* table = std::get_if<Table>(&part)) {
    std::vector<std::string> rules;
    for (const char c : table->alignment) rules.emplace_back(c == 'r' ? "---:" : "---");
    std::string result = markdown_row(table->rows.front()) + markdown_row(rules);
    for (std::size_t i = 1; i < table->rows.size(); ++i) result += markdown_row(table->rows[i]);
    return result;
  }
  return "```text\n" + std::get<Verbatim>(part).text + "```\n";
}

std::string Document::text() const {
  std::string result;
  for (const Part& part : parts_) result += (result.empty() ? "" : "\n") + text_of(part);
  return result;
}

std::string Document::markdown(int first_level) const {
  std::string result;
  for (const Part& part : parts_) {
    result += (result.empty() ? "" : "\n") + markdown_of(part, first_level);
  }
  return result;
}

}  // namespace zermelo
